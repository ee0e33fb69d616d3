// Checks two rules over folders: no cycles between them, and at most fifteen files in each. dependency-cruiser's own
// folder rule misses cycles through nested or enclosing folders. `folder-rules.ts FOLDER…` exits with 1 if a rule is
// broken.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

const fileLimit = 15
const root = join(import.meta.dirname, '../..')

/** Tests and their helpers are not part of the product's structure. */
const ofTests = /\.(test|spec)\.tsx?$|(^|\/)testing\//u
const generated = /(^|\/)(node_modules|dist|\.cache)\//u

interface Import {
  readonly from: string
  readonly to: string
}

interface Cruised {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] }[]
}

function importsBelow(folders: readonly string[]): Import[] {
  const args = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', ...folders]
  const output = execFileSync(join(root, 'node_modules', '.bin', 'depcruise'), args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const { modules }: Cruised = JSON.parse(output)
  const own = new Set(modules.map(({ source }) => source).filter((source) => !ofTests.test(source) && !generated.test(source)))
  return modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
    .filter(({ from, to }) => own.has(from) && own.has(to))
}

/** A folder's rooms (its subfolders and direct files), with an import for each pair of rooms that depend on each other. */
type Rooms = Map<string, Map<string, Import>>

/**
 * Groups imports by folder: an import belongs to the innermost folder that contains both ends. Files directly in
 * that folder form one room.
 */
function roomsOf(imports: readonly Import[]): Map<string, Rooms> {
  const folders = new Map<string, Rooms>()
  for (const each of imports) {
    const [from, to] = [each.from.split('/'), each.to.split('/')]
    const depth = from.findIndex((segment, index) => segment !== to[index])
    const room = (path: readonly string[]) => (path.length - 1 > depth && path[depth]) || '.'
    if (depth === -1 || room(from) === room(to)) continue
    const folder = from.slice(0, depth).join('/')
    const rooms: Rooms = folders.get(folder) ?? new Map()
    folders.set(folder, rooms)
    const reached = rooms.get(room(from)) ?? new Map<string, Import>()
    rooms.set(room(from), reached)
    if (!reached.has(room(to))) reached.set(room(to), each)
  }
  return folders
}

/** The imports of the shortest cycle through the first room that has one. */
function cycleOf(rooms: Rooms): readonly Import[] | undefined {
  for (const start of rooms.keys()) {
    const seen = new Set<string>()
    let ways: { room: string; imports: readonly Import[] }[] = [{ room: start, imports: [] }]
    while (ways.length > 0) {
      const next: typeof ways = []
      for (const { room, imports } of ways) {
        for (const [reached, by] of rooms.get(room) ?? []) {
          if (reached === start) return [...imports, by]
          if (seen.has(reached)) continue
          seen.add(reached)
          next.push({ room: reached, imports: [...imports, by] })
        }
      }
      ways = next
    }
  }
  return undefined
}

function fullFolders(folders: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx,mts,mjs,css}`))) {
    if (ofTests.test(file) || generated.test(file)) continue
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > fileLimit)
    .map(([folder, count]) => `${folder} has ${count} files without its tests, more than ${fileLimit}`)
}

const folders = process.argv.slice(2)
const cycles = [...roomsOf(importsBelow(folders))].flatMap(([folder, rooms]) => {
  const cycle = cycleOf(rooms)
  return cycle ? [`${folder || '.'} has a cycle between its folders:\n${cycle.map(({ from, to }) => `  ${from} → ${to}`).join('\n')}`] : []
})
const broken = [...cycles, ...fullFolders(folders)]
if (broken.length > 0) {
  process.stderr.write(`${broken.join('\n')}\n`)
  process.exitCode = 1
}
