import { defineConfig } from 'vitest/config'

/** Load over a rolling upgrade from the former release (scripts/upgrade/test-upgrade.ts). */
export default defineConfig({
  test: {
    include: ['scripts/upgrade/testing/*.real.ts'],
    globalSetup: ['api/src/testing/global-setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
})
