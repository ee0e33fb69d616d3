import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests wait for processes and for limits of time: with one worker for each processor, a fifth of them was idle. */
export const maxWorkers = Math.ceil(availableParallelism() * 1.5)

/** `expect.poll` gives up after a second by default, and a machine with other work may need half a minute. */
export const patient = { poll: { timeout: 60_000 } }

export default defineConfig({
  test: {
    name: 'api',
    // API and registry together have their tests beside what composes them.
    root: dirname(import.meta.dirname),
    include: ['api/src/**/*.test.ts', 'scripts/**/*.database.test.ts'],
    globalSetup: ['api/src/testing/global-setup.ts'],
    setupFiles: ['api/src/testing/within-one-day.ts', 'api/src/testing/one-statement-at-a-time.ts'],
    // No test asserts a time; a machine may be several times slower than the one where the longest takes 20 s.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: patient,
    // A project does not take this from the configuration above it.
    maxWorkers,
    // Each file has a database of its own; loading the API anew for each would take a third of the time.
    isolate: false,
  },
})
