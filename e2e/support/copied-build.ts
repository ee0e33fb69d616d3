import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './site.ts'

/** A build made by copying the one of this workspace: for what a release does with builds, where their code does not matter. */
export interface CopiedBuild {
  readonly build: string
  readonly directory: string
  readonly remove: () => Promise<void>
}

interface Manifest {
  readonly build: string
  readonly federationName?: string
}

/** Copies a unit's build under another id, with these changes of its manifest and of the file whose name fits. */
export async function copyBuild(
  unit: string,
  suffix: string,
  change: { readonly manifest?: object; readonly files?: readonly (readonly [RegExp, (text: string) => string])[] } = {},
): Promise<CopiedBuild> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-copy-'))
  await cp(join(root, unit === 'shell' ? 'shell' : `remote-${unit}`, 'dist'), directory, { recursive: true })
  const path = join(directory, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest
  const build = `${manifest.build}-${suffix}`
  const federationName = manifest.federationName && `${manifest.federationName}_${suffix}`
  await writeFile(path, JSON.stringify({ ...manifest, build, federationName, ...change.manifest }))
  for (const [name, edit] of change.files ?? []) {
    const file = (await readdir(directory)).find((other) => name.test(other))
    if (file === undefined) throw new Error(`No file of ${unit} has a name like ${name}`)
    const before = await readFile(join(directory, file), 'utf8')
    const after = edit(before)
    if (after === before) throw new Error(`${file} was not changed`)
    await writeFile(join(directory, file), after)
  }
  return { build, directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
