import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from '@playwright/test'

/** Browser journeys against the built site: real API, real PostgreSQL, real registry, one site per worker. */
export default defineConfig({
  testDir: '.',
  // Projects share no workers, and so no sites: a build that a test has promoted would stand in for those of the next.
  projects: [
    { name: 'journeys', testMatch: 'journeys/**/*.spec.ts' },
    ...globSync('releases/*.spec.ts', { cwd: import.meta.dirname }).map((file) => ({ name: basename(file, '.spec.ts'), testMatch: file })),
  ],
  globalSetup: './support/prepare-data.ts',
  outputDir: './test-results',
  // Pages and sites wait for each other, so that two workers do not keep two processors busy (docs/testing.md).
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Machines that build releases may be several times slower than those of developers; nothing here asserts a time.
  timeout: 300_000,
  // Nine pages that reload at once took up to 18 s to be there on such a machine.
  expect: { timeout: 60_000 },
  use: {
    // An element that never appears fails its test long before the time of the test is over.
    actionTimeout: 120_000,
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
        // These save a third of the browser's processor time (docs/testing.md): pages are closed before V8's optimizing
        // compilers pay off, and nothing is drawn by a graphics card, which the GPU process exists for.
        '--js-flags=--no-opt --no-maglev',
        '--in-process-gpu',
      ],
    },
  },
})
