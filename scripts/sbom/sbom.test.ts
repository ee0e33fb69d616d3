import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../remotes.ts'
import { licenceFaults } from './licences.ts'

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/sbom/sbom.ts', ...args], { cwd: root, maxBuffer: 1 << 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
  )

test('the site and a unit have a bill of materials each, and every licence in them is accepted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sbom-'))
  try {
    const { code, stdout, stderr } = await run('site', 'shell', 'ad', '--json', '--out', folder)
    expect({ code, faults: stderr.split('\n').filter((line) => line.includes('licence')) }).toEqual({ code: 0, faults: [] })
    const rows = JSON.parse(stdout) as { unit: string; file: string }[]
    expect(rows.map(({ unit }) => unit)).toEqual(['site', 'shell', 'ad'])
    const [site, shell, ad] = await Promise.all(
      rows.map(async ({ file }) => {
        const { bomFormat, components } = JSON.parse(await readFile(join(root, file), 'utf8')) as {
          bomFormat: string
          components: { name: string; purl: string }[]
        }
        expect(bomFormat).toBe('CycloneDX')
        return components
      }),
    )
    expect(site!.map(({ name }) => name)).toEqual(expect.arrayContaining(['hono', 'pg', 'argon2', 'sharp']))
    expect(ad!.map(({ name }) => name)).toEqual(expect.arrayContaining(['echarts', 'valibot']))
    // Areas get them from the shell.
    expect(shell!.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'antd']))
    // Tests and their tools are not delivered.
    expect(site!.map(({ name }) => name)).not.toContain('vitest')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a licence that nobody has accepted is named with the package; an exception holds for its package alone', () => {
  const part = (group: string | undefined, name: string, id: string) => ({
    group,
    name,
    version: '1.0.0',
    purl: `pkg:npm/${name}@1.0.0`,
    licenses: [{ license: { id } }],
  })
  expect(licenceFaults([part(undefined, 'a', 'MIT'), part('@img', 'sharp-libvips-linux-x64', 'LGPL-3.0-or-later')])).toEqual([])
  expect(licenceFaults([part('@other', 'b', 'LGPL-3.0-or-later'), { ...part(undefined, 'c', 'MIT'), licenses: [] }])).toEqual([
    '@other/b 1.0.0 has the licence LGPL-3.0-or-later: accept it in scripts/sbom/licences.ts, or remove the package.',
    'c 1.0.0 has the licence none: accept it in scripts/sbom/licences.ts, or remove the package.',
  ])
})

test('a wrong unit or option is told what there is', async () => {
  expect(await run('shop')).toMatchObject({ code: 2, stderr: expect.stringContaining('name one of site, shell, ad') })
  expect(await run('--format', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run sbom -- --help') })
})
