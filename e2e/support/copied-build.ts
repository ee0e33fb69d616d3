import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './site.ts'

/** A copy of this workspace's build, for release operations that do not depend on its code. */
export interface CopiedBuild {
  readonly build: string
  readonly directory: string
  readonly remove: () => Promise<void>
}

interface Manifest {
  readonly build: string
  readonly federationName?: string
  readonly entry: string
  readonly preload: readonly string[]
  readonly contract: { readonly provides: string; readonly requires: string }
  readonly calls: readonly string[]
  readonly shares: Readonly<Record<string, { readonly version: string; readonly accepts?: string; readonly names: readonly string[] }>>
}

/** The manifest of this workspace's build of a unit. */
export async function manifestOf(unit: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, unit === 'shell' ? 'shell' : `remote-${unit}`, 'dist', 'manifest.json'), 'utf8')) as Manifest
}

/** Every JavaScript file of a remote names its federation container, so the copy gets its own. */
async function rename(directory: string, { federationName }: Manifest, to: string | undefined): Promise<void> {
  if (federationName === undefined || to === undefined) return
  for (const file of (await readdir(directory)).filter((name) => name.endsWith('.js'))) {
    const path = join(directory, file)
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(federationName, to))
  }
}

/** A build whose screens fail: the entry and what it exposes load, and every other script throws. */
export async function breakScreens(unit: string): Promise<readonly [RegExp, (text: string, name: string) => string]> {
  const { entry, preload } = await manifestOf(unit)
  const kept = [entry, ...preload]
  return [/\.js$/u, (text, name) => (kept.includes(name) ? text : `throw new Error("broken build");${text}`)]
}

/** Copies a unit's build under another id, with changes to its manifest and to the files that match. */
export async function copyBuild(
  unit: string,
  suffix: string,
  change: { readonly manifest?: object; readonly files?: readonly (readonly [RegExp, (text: string, name: string) => string])[] } = {},
): Promise<CopiedBuild> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-copy-'))
  await cp(join(root, unit === 'shell' ? 'shell' : `remote-${unit}`, 'dist'), directory, { recursive: true })
  const path = join(directory, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest
  const build = `${manifest.build}-${suffix}`
  const federationName = manifest.federationName && `${manifest.federationName}_${suffix}`
  await writeFile(path, JSON.stringify({ ...manifest, build, federationName, ...change.manifest }))
  await rename(directory, manifest, federationName)
  // The shell's page pins its original scripts; without that, publish and gateway pin the changed ones.
  const page = join(directory, 'index.html')
  if (unit === 'shell') await writeFile(page, (await readFile(page, 'utf8')).replaceAll(/ integrity="[^"]*"/gu, ''))
  for (const [name, edit] of change.files ?? []) {
    let changed = false
    for (const file of (await readdir(directory)).filter((other) => name.test(other))) {
      const before = await readFile(join(directory, file), 'utf8')
      const after = edit(before, file)
      changed ||= after !== before
      await writeFile(join(directory, file), after)
    }
    if (!changed) throw new Error(`Nothing of ${unit} whose name is like ${name} was changed`)
  }
  return { build, directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
