// Rules for every area of this workspace, which are discovered by folder.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { permissions } from '@adsite/contract'
import type { Area } from '@adsite/remote'
import { beforeAll, describe, expect, it } from 'vitest'
import { takenNames } from './create-remote/create-remote.ts'
import { areasOf, root } from './remotes.ts'

interface PackageFile {
  readonly name: string
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly adsite: { readonly role: string }
}

interface Declaration {
  /** Modules that are loaded with it. */
  readonly files: string[]
  readonly packages: string[]
  /** Modules that are loaded on demand. */
  readonly screens: string[]
}

/** Determines from imports what an area's route table loads at once, and what on demand. */
async function declarationOf(file: string): Promise<Declaration> {
  const text = await readFile(file, 'utf8')
  const modules = [...text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from '([^']+)'/gmu)].map(([, module]) => module!)
  const screens = [...text.matchAll(/import\('([^']+)'\)/gu)].map(([, module]) => join(dirname(file), module!))
  const below = await Promise.all(
    modules.filter((module) => module.startsWith('.')).map((module) => declarationOf(join(dirname(file), module))),
  )
  return {
    files: [file, ...below.flatMap(({ files }) => files)],
    packages: [...modules.filter((module) => !module.startsWith('.')), ...below.flatMap(({ packages }) => packages)],
    screens: [...screens, ...below.flatMap((each) => each.screens)],
  }
}

const icon = /^M[\d\sA-Za-z.,-]+$/u

describe.each(areasOf(root))('the area %s', (name) => {
  const folder = join(root, `remote-${name}`)
  const packageFile = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: folder })
  let area: Area
  beforeAll(async () => {
    area = ((await import(pathToFileURL(join(folder, 'src', 'area.ts')).href)) as { area: Area }).area
  })

  it('is named after its folder, in both languages, with an icon', () => {
    expect(packageFile).toMatchObject({ name: `@adsite/remote-${name}`, adsite: { role: 'area' } })
    expect(area.area).toBe(name)
    expect(takenNames).not.toContain(name)
    expect(area.title.ja && area.title.en).not.toBe('')
    expect(area.icon).toMatch(icon)
  })

  it('has routes below its own segment, each once, with a permission of the contract and a title in both languages', () => {
    const { routes } = area
    expect(routes.length).toBeGreaterThan(0)
    for (const key of ['name', 'path'] as const) expect(new Set(routes.map((route) => route[key])).size).toBe(routes.length)
    for (const route of routes) {
      expect(route.path.startsWith(`/${name}/`), route.path).toBe(true)
      expect(Object.keys(permissions), route.path).toContain(route.permission)
      expect(route.title.ja && route.title.en, route.path).not.toBe('')
    }
  })

  it('has a menu whose entries have icons and parents', () => {
    const entries = area.routes.filter(({ menu }) => menu)
    expect(entries.length).toBeGreaterThan(0)
    for (const { menu } of entries) expect(menu!.icon).toMatch(icon)
    const parents = entries.flatMap(({ menu }) => menu!.below ?? [])
    expect(entries.map((entry) => entry.name)).toEqual(expect.arrayContaining(parents))
  })

  it('declares its screens without loading one', async () => {
    const declaration = await declarationOf(join(folder, 'src', 'area.ts'))
    expect(declaration.packages.filter((module) => !['@adsite/remote', '@adsite/contract', '@mdi/js'].includes(module))).toEqual([])
    expect(declaration.files.filter((file) => file.endsWith('.tsx'))).toEqual([])
    expect(declaration.screens.length).toBeGreaterThan(0)
    for (const { screen } of area.routes) expect(screen).toBeTypeOf('function')
    for (const screen of declaration.screens) expect(existsSync(screen), screen).toBe(true)
  })

  it('is built, developed and released on its own: version, changelog, pipeline, scripts', async () => {
    expect(packageFile.version).toMatch(/^\d+\.\d+\.\d+$/u)
    expect(packageFile.scripts.build).toBe('node build.ts')
    expect(await readFile(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
      new RegExp(`^## ${packageFile.version.replaceAll('.', '\\.')}$`, 'mu'),
    )
    const pipeline = await readFile(join(folder, 'pipeline.yml'), 'utf8')
    for (const step of [`publish ${name} `, `promote ${name} `]) expect(pipeline).toContain(step)
    const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageFile
    expect(workspace.scripts[`dev:${name}`]).toBe(`node scripts/dev.ts ${name}`)
  })

  it('has tests of its own', () => {
    expect(sources.filter((file) => /\.test\.tsx?$/u.test(file)).length).toBeGreaterThan(0)
  })

  it('needs nothing of the shell or of another area', async () => {
    const declared = Object.keys({ ...packageFile.dependencies, ...packageFile.devDependencies })
    expect(declared.filter((other) => /^@adsite\/(?:remote-|shell)/u.test(other))).toEqual([])
    for (const file of sources) {
      const text = await readFile(join(folder, file), 'utf8')
      expect(text, file).not.toMatch(/(?:from|import\()\s*['"](?:\.\.\/)+(?:shell|remote-)/u)
    }
  })
})
