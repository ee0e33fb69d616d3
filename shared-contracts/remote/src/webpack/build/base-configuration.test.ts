import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import webpack from 'webpack'
import { baseConfiguration } from './base-configuration.ts'

it('has every script compiled as a whole, with a source map that still fits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'adsite-base-'))
  try {
    await writeFile(join(folder, 'package.json'), '{ "name": "unit" }')
    await writeFile(
      join(folder, 'entry.ts'),
      `void import(/* webpackChunkName: "later" */ './later.ts').then(({ later }) => later('entry'))`,
    )
    await writeFile(join(folder, 'later.ts'), `\nexport function later(text: string): void {\n  throw new RangeError(text)\n}\n`)
    const compiler = webpack({ ...baseConfiguration(folder), entry: './entry.ts' })
    await new Promise<void>((resolve, reject) => {
      compiler.run((error, stats) =>
        compiler.close(() => (error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve())),
      )
    })
    const read = (name: string) => readFile(join(folder, 'dist', name), 'utf8')
    const names = (await readdir(join(folder, 'dist'))).filter((name) => name.endsWith('.js'))
    expect(names).toHaveLength(2)
    for (const name of names) expect(await read(name)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/u)

    const later = names.find((name) => name.startsWith('later.')) ?? ''
    const lines = (await read(later)).split('\n')
    const line = lines.findIndex((text) => text.includes('RangeError('))
    const map = new SourceMap(JSON.parse(await read(`${later}.map`)))
    expect(map.findEntry(line, lines[line]?.indexOf('RangeError(') ?? 0)).toMatchObject({
      originalSource: 'unit/later.ts',
      originalLine: 2,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
