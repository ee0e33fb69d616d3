import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { root } from '../remotes.ts'
import { component, type Component } from './licences.ts'

const bom = v.object({
  bomFormat: v.literal('CycloneDX'),
  metadata: v.object({ component: v.object({ group: v.optional(v.string()), name: v.string(), version: v.string() }) }),
  components: v.array(component),
})

/** A bill of materials that was written. */
export interface Sbom {
  /** `site` (API, gateway, worker, commands), `shell`, or the name of an area. */
  readonly unit: string
  readonly version: string
  readonly file: string
  readonly components: readonly Component[]
}

/** Package of a unit in this workspace. */
const packageOf = (unit: string) => (unit === 'site' ? 'adsite' : `@adsite/${unit === 'shell' ? unit : `remote-${unit}`}`)

/**
 * Writes a CycloneDX bill of materials for each unit: what the lockfile resolves for its dependencies outside of development, with
 * versions, hashes and licences. A unit names its build tools as well, because they decide what is delivered.
 */
export async function writeSboms(units: readonly string[], folder: string): Promise<Sbom[]> {
  await mkdir(folder, { recursive: true })
  const temporary = await mkdtemp(join(folder, '.sbom-'))
  try {
    const filters = units.flatMap((unit) => ['--filter', packageOf(unit)])
    const form = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod', '--split']
    const args = ['--yes', 'pnpm@12.21.0', ...filters, 'sbom', ...form, '--out', join(temporary, '%s.json')]
    await promisify(execFile)('npx', args, { cwd: root, maxBuffer: 1 << 26 })
    const written = await Promise.all(
      (await readdir(temporary)).map(async (name) => {
        const path = join(temporary, name)
        return { path, bom: v.parse(v.pipe(v.string(), v.parseJson(), bom), await readFile(path, 'utf8')) }
      }),
    )
    return await Promise.all(
      units.map(async (unit) => {
        const found = written.find(({ bom: { metadata } }) => {
          const { group, name } = metadata.component
          return packageOf(unit) === (group ? `${group}/${name}` : name)
        })
        if (!found) throw new Error(`pnpm has written no bill of materials for ${packageOf(unit)}.`)
        const { version } = found.bom.metadata.component
        const file = join(folder, `${unit}-${version}.cdx.json`)
        await rename(found.path, file)
        return { unit, version, file, components: found.bom.components }
      }),
    )
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
