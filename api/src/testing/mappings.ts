import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResourceMapping } from '../resource/mapping/resource-mapping.ts'

const isMapping = (value: unknown): value is ResourceMapping =>
  typeof value === 'object' && value !== null && 'resource' in value && 'table' in value && 'scope' in value

export interface FoundMapping {
  /** The file that exports it, from `src`. */
  readonly file: string
  readonly mapping: ResourceMapping
}

/** The mapping of every resource, discovered by what the files called `mapping.ts` or `…-mapping.ts` export. */
export async function allMappings(): Promise<readonly FoundMapping[]> {
  const sources = join(import.meta.dirname, '..')
  const found: FoundMapping[] = []
  for await (const file of glob('**/*mapping.ts', { cwd: sources })) {
    const exported = (await import(join(sources, file))) as Record<string, unknown>
    for (const mapping of Object.values(exported).filter(isMapping)) found.push({ file, mapping })
  }
  return found.toSorted((one, other) => one.file.localeCompare(other.file))
}
