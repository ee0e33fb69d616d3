import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let place: string

async function build(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(place, dirname(file)), { recursive: true })
    await writeFile(join(place, file), text)
  }
}

/** Checks the folder `house`; returns the reported lines and the exit code. */
function checked(): { status: number | null; lines: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'folder-rules.ts'), 'house'], {
    cwd: place,
    encoding: 'utf8',
  })
  return { status, lines: stderr.split('\n').filter((line) => line !== '') }
}

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'adsite-folders-'))
})
afterEach(() => rm(place, { recursive: true, force: true }))

describe('the rules over folders', () => {
  it('allow what stands below, and tests whatever they like', async () => {
    await build({
      'house/main.ts': "import './a/x.ts'",
      'house/a/x.ts': "import '../b/y.ts'",
      'house/b/y.ts': 'export const y = 1',
      'house/b/y.test.ts': "import '../a/x.ts'",
      'house/b/testing/z.ts': "import '../../a/x.ts'",
    })
    expect(checked()).toEqual({ status: 0, lines: [] })
  })

  it('forbid folders side by side that import each other, though no file does', async () => {
    await build({
      'house/a/x.ts': "import '../b/y.ts'",
      'house/b/y.ts': 'export const y = 1',
      'house/b/z.ts': "import '../a/w.ts'",
      'house/a/w.ts': 'export const w = 1',
    })
    const { status, lines } = checked()
    expect(status).toBe(1)
    expect(lines).toEqual(['house has a cycle between its folders:', '  house/a/x.ts → house/b/y.ts', '  house/b/z.ts → house/a/w.ts'])
  })

  it('forbid it for types and what is loaded late', async () => {
    await build({
      'house/a/x.ts': "import type { Y } from '../b/y.ts'\nexport const x: Y = 1",
      'house/b/y.ts': 'export type Y = number',
      'house/b/z.ts': "export const load = () => import('../a/x.ts')",
    })
    expect(checked().lines).toContain('  house/b/z.ts → house/a/x.ts')
  })

  it('forbid a folder and the folder that holds it', async () => {
    await build({
      'house/main.ts': "import './a/x.ts'",
      'house/a/x.ts': "import '../base.ts'",
      'house/base.ts': 'export const base = 1',
    })
    expect(checked().lines).toEqual(expect.arrayContaining(['  house/main.ts → house/a/x.ts', '  house/a/x.ts → house/base.ts']))
  })

  it('forbid folders that import each other from different depths', async () => {
    await build({
      'house/a/deep/x.ts': "import '../../b/y.ts'",
      'house/b/y.ts': 'export const y = 1',
      'house/b/z.ts': "import '../a/other/w.ts'",
      'house/a/other/w.ts': 'export const w = 1',
    })
    expect(checked().status).toBe(1)
  })

  it('forbid a sixteenth file', async () => {
    const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`house/a/${index}.ts`, 'export {}']))
    await build({ ...files(15), 'house/a/0.test.ts': 'export {}' })
    expect(checked()).toEqual({ status: 0, lines: [] })
    await build(files(16))
    expect(checked()).toEqual({ status: 1, lines: ['house/a has 16 files without its tests, more than 15'] })
  })
})
