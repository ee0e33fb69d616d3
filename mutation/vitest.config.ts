import { readFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
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

export default defineConfig({
  resolve: { alias: aliases() },
  test: {
    root,
    include: [...tests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(database ? { globalSetup: ['api/src/testing/global-setup.ts'] } : {}),
  },
})
