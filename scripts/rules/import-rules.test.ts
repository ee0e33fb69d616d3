import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
let place: string

/** A small workspace with the same rules: files by path, packages by role. */
async function build(files: Readonly<Record<string, string>>): Promise<void> {
  const roles = {
    shell: 'shell',
    'remote-ad': 'area',
    'remote-md': 'area',
    'shared-contracts/contract': 'contract',
    'shared-contracts/auth': 'auth',
  }
  for (const [folder, role] of Object.entries(roles)) {
    await mkdir(join(place, folder, 'src'), { recursive: true })
    await writeFile(join(place, folder, 'package.json'), JSON.stringify({ name: `@adsite/${folder.split('/').at(-1)}`, adsite: { role } }))
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(place, file), text)
}

/** The names of the broken rules. */
function broken(): Promise<string[]> {
  const args = [
    '--config',
    join(root, '.dependency-cruiser.mjs'),
    '--output-type',
    'json',
    'shell',
    'remote-ad',
    'remote-md',
    'shared-contracts',
  ]
  return new Promise((resolve, reject) => {
    execFile(join(root, 'node_modules', '.bin', 'depcruise'), args, { cwd: place }, (_, stdout, stderr) => {
      if (stdout === '') return reject(new Error(stderr))
      const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } }
      resolve([...new Set(summary.violations.map(({ rule }) => rule.name))].toSorted())
    })
  })
}

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'adsite-imports-'))
})
afterEach(() => rm(place, { recursive: true, force: true }))

describe('the rules over who imports whom', () => {
  it('allow what stands below', async () => {
    await build({ 'shell/src/a.ts': "import './b.ts'", 'shell/src/b.ts': 'export const b = 1' })
    expect(await broken()).toEqual([])
  })

  it('forbid a remote another remote, and the shell a remote', async () => {
    await build({
      'remote-ad/src/a.ts': "import '../../remote-md/src/b.ts'",
      'remote-md/src/b.ts': 'export const b = 1',
      'shell/src/c.ts': "import '../../remote-md/src/b.ts'",
    })
    expect(await broken()).toEqual(['floor-remote-ad', 'floor-shell', 'no-way-around-exports'])
  })

  it('forbid the contract what stands above it', async () => {
    await build({
      'shared-contracts/contract/src/a.ts': "import '../../auth/src/b.ts'",
      'shared-contracts/auth/src/b.ts': 'export const b = 1',
    })
    expect(await broken()).toEqual(['floor-contract', 'no-way-around-exports'])
  })

  it('forbid circles and what no package declares', async () => {
    await build({ 'shell/src/a.ts': "import './b.ts'\nimport 'left-pad'", 'shell/src/b.ts': "import './a.ts'" })
    expect(await broken()).toEqual(['declared', 'no-circle'])
  })
})
