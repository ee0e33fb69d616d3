import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api',
    // API and registry together have their tests beside what composes them.
    root: dirname(import.meta.dirname),
    include: ['api/src/**/*.test.ts', 'scripts/**/*.database.test.ts'],
    globalSetup: ['api/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A project does not take this from the configuration above it; one processor less would be one worker on two.
    maxWorkers: '100%',
    // Each file has a database of its own; loading the API anew for each would take a third of the time.
    isolate: false,
  },
})
