import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { maxWorkers, patient } from './api/vitest.config.ts'

// The workspace that Vitest runs in. Tests make one that only links this file.
const root = process.cwd()

/** Tests that take nothing from another file in the same process. */
const sharing = ['scripts/remote-conformance.test.ts', '{shell,release,bench,mutation,remote-*,shared-contracts/*}/src/**/*.test.{ts,tsx}']
const replacesModules = /\bvi\.(?:mock|doMock|resetModules)\(|testing\/page-setup\.ts'/u
/** Those that replace or reload modules, themselves or by their setup, would give theirs to other files. */
const apart = globSync(sharing, { cwd: root, exclude: ['**/node_modules'] }).filter((file) =>
  replacesModules.test(readFileSync(join(root, file), 'utf8')),
)
// It replaces the clock by one that begins at 0; the API client would compare that with the time of a call that failed in another file.
apart.push('shell/src/federation/beacons.test.ts')
// It looks at the first page of a visit.
apart.push('shell/src/page/use-arrival.test.tsx')

/** The component library as one file: loading its 2,000 modules in each process takes six times as long. */
const alias = [{ find: /^antd$/u, replacement: 'antd/dist/antd.js' }]

/** These take a minute and more. Begun among the last, one would run alone beside idle workers. */
const longest = ['scripts/packages/standalone.test.ts', 'scripts/create-remote.test.ts', 'api/src/conformance/matrix.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(`/${file}`))
    // oxlint-disable-next-line unicorn/no-array-sort -- This is Vitest's own, which answers the files in its order.
    const usual = await super.sort(files)
    return usual.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)))
  }
}

/** Without V8's last optimizing compiler, which costs more than it saves in tests of pages (docs/testing.md). */
const execArgv = ['--no-opt']

const finishWrites = join(root, 'scripts/testing/finish-writes.ts')

// Pages in jsdom are slow, and other processes may use the processors.
const testTimeout = 120_000

/** Unit tests of every package; the API's own configuration adds its PostgreSQL. */
export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      'api',
      {
        test: {
          name: 'unit',
          testTimeout,
          setupFiles: [finishWrites, join(root, 'scripts/testing/leave-nothing.ts')],
          execArgv,
          alias,
          expect: patient,
          maxWorkers,
          include: sharing,
          exclude: [...configDefaults.exclude, ...apart],
          // Loading jsdom, the component library and the kit for each file would take more than its tests do.
          isolate: false,
        },
      },
      {
        test: {
          name: 'unit-isolated',
          testTimeout,
          // In `unit` this would end the frames of a jsdom that the next file goes on with.
          setupFiles: [finishWrites, join(root, 'scripts/testing/clear-timers.ts')],
          execArgv,
          alias,
          expect: patient,
          maxWorkers,
          include: ['scripts/**/*.test.ts', ...apart],
          exclude: [
            ...configDefaults.exclude,
            'scripts/remote-conformance.test.ts',
            // These need the PostgreSQL of the API's tests.
            'scripts/**/*.database.test.ts',
          ],
        },
      },
    ],
  },
})
