import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The workspace of this script. */
export const root = join(import.meta.dirname, '..')

/** The areas of a workspace: one folder `remote-<area>` each. */
export function areasOf(workspace: string): string[] {
  return readdirSync(workspace)
    .flatMap((folder) => /^remote-(.+)/u.exec(folder)?.[1] ?? [])
    .toSorted()
}
