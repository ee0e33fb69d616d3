import { readFileSync, globSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { Part } from './src/groups.ts'

/** Stryker runs this in its copy of the repository. */
const root = process.cwd()

/** In the copy, `node_modules` leads to the original packages: without these, the tests would not see a mutant of another package. */
function aliases(): { find: RegExp; replacement: string }[] {
  return globSync('{api,release,shared-contracts/*}/package.json', { cwd: root }).flatMap((file) => {
    const { name, exports }: { name: string; exports: Record<string, string> } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    return Object.entries(exports).map(([path, target]) => ({
      find: new RegExp(`^${join(name, path)}$`, 'u'),
      replacement: join(root, file, '..', target),
    }))
  })
}

const { tests, database }: Part = JSON.parse(process.env['MUTATION_PART'] ?? '{"tests":[]}')

/** The files in the order of the part, not the slowest first as usual: the first test that fails ends the trial of a mutant. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ moduleId }: TestSpecification) => tests.findIndex((glob) => matchesGlob(relative(root, moduleId), glob))
    return files.toSorted((one, other) => position(one) - position(other))
  }
}

export default defineConfig({
  resolve: { alias: aliases() },
  test: {
    root,
    include: [...tests],
    sequence: { sequencer: AsListed },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Less than for the tests themselves: what a mutant breaks is waited for in vain.
    expect: { poll: { timeout: 20_000 } },
    ...(database ? { globalSetup: ['api/src/testing/global-setup.ts'] } : {}),
  },
})
