import type { Release } from '@adsite/remote/release-format'
import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { readKnownRelease } from '../build/inspect.ts'

export interface FileChange {
  /** The path without the content hash: `list.js` for `list.1a2b3c4d.js`. */
  readonly path: string
  /** Bytes before and after; null if the file did not exist. */
  readonly before: number | null
  readonly after: number | null
}

export interface BuildDiff {
  readonly unit: string
  readonly builds: readonly [string, string]
  readonly commits: readonly [string | null, string | null]
  readonly bytes: readonly [number, number]
  /** Contract version of both builds; null if it is the same. */
  readonly contract: readonly [string, string] | null
  readonly routes: { readonly added: readonly string[]; readonly removed: readonly string[]; readonly changed: readonly string[] }
  /** Shared modules whose version or names differ. */
  readonly shares: readonly string[]
  readonly files: readonly FileChange[]
}

/**
 * Compares two builds of a unit.
 * @throws ReleaseError
 */
export async function diff(
  registry: Registry,
  { unit, from, to }: { readonly unit: string; readonly from: string; readonly to: string },
): Promise<BuildDiff> {
  checkName('unit', unit)
  const what = `${unit} ${from} was not compared with ${to}`
  const [one, other] = await Promise.all([readKnownRelease(registry, unit, from, what), readKnownRelease(registry, unit, to, what)])
  const [before, after] = [one.manifest.contract.provides, other.manifest.contract.provides]
  return {
    unit,
    builds: [from, to],
    commits: [one.commit, other.commit],
    bytes: [bytesOf(one), bytesOf(other)],
    contract: before === after ? null : [before, after],
    routes: compare(byName(one), byName(other)),
    shares: keysOf(one.manifest.shares, other.manifest.shares).filter(
      (module) => JSON.stringify(one.manifest.shares[module]) !== JSON.stringify(other.manifest.shares[module]),
    ),
    files: changedFiles(one, other),
  }
}

function bytesOf({ files }: Release): number {
  return Object.values(files).reduce((sum, { size }) => sum + size, 0)
}

function byName({ manifest }: Release): Record<string, unknown> {
  const routes = 'routes' in manifest ? manifest.routes : []
  return Object.fromEntries(routes.map((route) => [route.name, route]))
}

function keysOf(one: object, other: object): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
}

function compare(one: Record<string, unknown>, other: Record<string, unknown>): BuildDiff['routes'] {
  const names = keysOf(one, other)
  const both = names.filter((name) => name in one && name in other)
  return {
    added: names.filter((name) => !(name in one)),
    removed: names.filter((name) => !(name in other)),
    changed: both.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])),
  }
}

/** Lists files that differ; a different hash in the name alone is no difference. */
function changedFiles(one: Release, other: Release): FileChange[] {
  const [before, after] = [filesByStem(one), filesByStem(other)]
  return keysOf(before, after)
    .filter((path) => before[path]?.hashes !== after[path]?.hashes)
    .map((path) => ({ path, before: before[path]?.size ?? null, after: after[path]?.size ?? null }))
}

function filesByStem({ files }: Release): Record<string, { hashes: string; size: number }> {
  const byStem: Record<string, { hashes: string; size: number }> = {}
  for (const [path, { sha384, size }] of Object.entries(files)) {
    const stem = path.replace(/\.[0-9a-f]{8}(?=\.\w+$)/, '')
    const known = byStem[stem]
    byStem[stem] = { hashes: `${known?.hashes ?? ''} ${sha384}`, size: (known?.size ?? 0) + size }
  }
  return byStem
}
