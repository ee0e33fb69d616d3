import { defineConfig } from 'vitest/config'
import { maxWorkers } from './api/vitest.config.ts'

/** Unit tests of every package; the API's own configuration adds its PostgreSQL. */
export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      'api',
      {
        test: {
          name: 'unit',
          // Pages in jsdom are slow, and other processes may use the processors.
          testTimeout: 30_000,
          // These need the PostgreSQL of the API's tests.
          exclude: ['scripts/**/*.database.test.ts'],
          include: [
            'scripts/**/*.test.ts',
            '{shell,release,bench,mutation}/src/**/*.test.{ts,tsx}',
            '{remote-*,shared-contracts/*}/src/**/*.test.{ts,tsx}',
          ],
        },
      },
    ],
  },
})
