import { defineConfig } from '@playwright/test'

/** Browser journeys against the built site: real API, real PostgreSQL, real registry, one site per worker. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/prepare-data.ts',
  outputDir: './test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Machines that build releases may be several times slower than those of developers; nothing here asserts a time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
    // A click on a moving element may miss it.
    contextOptions: { reducedMotion: 'reduce' },
    // A screenshot at every step would take a third of the total time; `--trace on` takes them.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
