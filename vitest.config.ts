import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { maxWorkers, patient } from './api/vitest.config.ts'

// The workspace that Vitest runs in. Tests make one that only links this file.
const root = process.cwd()

const everywhere = [
  'scripts/**/*.test.ts',
  '{shell,release,bench,mutation}/src/**/*.test.{ts,tsx}',
  '{remote-*,shared-contracts/*}/src/**/*.test.{ts,tsx}',
]
/** Packages whose modules keep nothing of a page or a process from one test to the next. */
const withoutState = [
  'scripts/remote-conformance.test.ts',
  'release/src/**/*.test.ts',
  '{remote-*,shared-contracts/{contract,i18n,screen-kit}}/src/**/*.test.{ts,tsx}',
]
/** Tests that replace or reload modules: other files in the same process would get theirs. */
const replacing = globSync(withoutState, { cwd: root, exclude: ['**/node_modules'] }).filter((file) =>
  /\bvi\.(?:mock|doMock|resetModules)\(/u.test(readFileSync(join(root, file), 'utf8')),
)

// Pages in jsdom are slow, and other processes may use the processors.
const testTimeout = 120_000

/** Unit tests of every package; the API's own configuration adds its PostgreSQL. */
export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      'api',
      {
        test: {
          name: 'unit',
          testTimeout,
          expect: patient,
          maxWorkers,
          include: withoutState,
          exclude: [...configDefaults.exclude, ...replacing],
          // Loading jsdom, the component library and the kit for each file would take more than its tests do.
          isolate: false,
        },
      },
      {
        test: {
          name: 'unit-isolated',
          testTimeout,
          expect: patient,
          maxWorkers,
          include: [...everywhere, ...replacing],
          exclude: [
            ...configDefaults.exclude,
            // These need the PostgreSQL of the API's tests.
            'scripts/**/*.database.test.ts',
            ...globSync(withoutState, { cwd: root, exclude: ['**/node_modules'] }).filter((file) => !replacing.includes(file)),
          ],
        },
      },
    ],
  },
})
