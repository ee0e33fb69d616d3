import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { isFilePath, isName, layout } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'

/** A place in a script of a build, as browsers report it; lines and columns count from 1. */
export interface BuiltPlace {
  readonly unit: string
  readonly build: string
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A place in the sources (`remote-ad/src/ad/AdScreen.tsx:42:7`), or in the script where there is no source map. */
export interface SourcePlace {
  readonly place: string
  readonly resolved: boolean
}

/** Source maps kept in memory, and the largest one that is read (bytes). */
const keptMaps = 20
const largestMap = 32 * 1024 * 1024

/**
 * Finds places in the sources, by the source maps that were published beside the builds. They are not signed: at worst
 * a changed one misleads whoever reads a stack.
 */
export function sourceResolver(registry: Registry): (places: readonly BuiltPlace[]) => Promise<SourcePlace[]> {
  const maps = new Map<string, Promise<TraceMap | null>>()

  async function readMap({ unit, build, file }: BuiltPlace): Promise<TraceMap | null> {
    const stored = await registry.storage.read(layout.sourceMap(unit, build, file))
    if (!stored || stored.body.length > largestMap) return null
    try {
      return new TraceMap(stored.body.toString('utf8'))
    } catch {
      // A damaged map leaves its places as they are.
      return null
    }
  }

  function mapOf(place: BuiltPlace): Promise<TraceMap | null> {
    const { unit, build, file } = place
    if (!isName('unit', unit) || !isName('build', build) || !isFilePath(file)) return Promise.resolve(null)
    const key = layout.sourceMap(unit, build, file)
    const known = maps.get(key)
    if (known) return known
    const [oldest] = maps.keys()
    if (oldest !== undefined && maps.size >= keptMaps) maps.delete(oldest)
    const reading = readMap(place).catch(() => {
      // The storage could not be read, and may be the next time.
      maps.delete(key)
      return null
    })
    maps.set(key, reading)
    return reading
  }

  async function resolve(place: BuiltPlace): Promise<SourcePlace> {
    const { unit, build, file, line, column } = place
    const map = await mapOf(place)
    const found = map && originalPositionFor(map, { line, column: column - 1 })
    if (found?.source) return { place: `${found.source}:${found.line}:${found.column + 1}`, resolved: true }
    return { place: `${layout.file(unit, build, file)}:${line}:${column}`, resolved: false }
  }

  return (places) => Promise.all(places.map(resolve))
}
