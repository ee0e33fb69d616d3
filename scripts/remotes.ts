import { globSync } from 'node:fs'
import { join } from 'node:path'

/** The workspace that this script belongs to. */
export const root = join(import.meta.dirname, '..')

/** The areas of a workspace: one package `remote-<area>` each. */
export function areasOf(workspace: string): string[] {
  return globSync('remote-*/package.json', { cwd: workspace })
    .map((file) => /^remote-([^/\\]+)/u.exec(file)![1]!)
    .toSorted()
}
