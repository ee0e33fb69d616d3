import { maskMessage, type FailureFrame, type ReleaseBeacon } from '@adsite/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import { releaseFailures } from '../db/schema.ts'

/** Most descriptions that are kept of a build. Failures beyond them count by the name of their error. */
const descriptionsOfBuild = 200

/** Message and stack of a failure, as they are kept. */
interface Description {
  readonly unit: string
  readonly build: string
  readonly key: string
  readonly message: string
  readonly frames: readonly FailureFrame[]
}

/** A beacon whose `error` names the description of the failure too: `TypeError#3f9c2a7b10de`. */
export interface KeyedBeacon extends Omit<ReleaseBeacon, 'message' | 'stack'> {
  readonly description: Description | null
}

/** Separates the name of an error from the key of its description. Neither contains it. */
const separator = '#'

export function splitError(error: string): { readonly name: string; readonly key: string } {
  const [name = '', key = ''] = error.split(separator)
  return { name, key }
}

/** Failures are one if error, message and innermost place are the same. The message is masked again: any client can send it. */
export function keyBeacon({ message = '', stack = [], ...beacon }: ReleaseBeacon): KeyedBeacon {
  const { remote: unit, build, error = '' } = beacon
  const said = maskMessage(message)
  if (beacon.ok || (said === '' && stack.length === 0)) return { ...beacon, description: null }
  const identity = JSON.stringify([error, said, stack[0] ?? null])
  const key = createHash('sha256').update(identity).digest('hex').slice(0, 12)
  return { ...beacon, error: `${error}${separator}${key}`, description: { unit, build, key, message: said, frames: stack } }
}

/** The keys among these descriptions that are kept already, or that there is room for. */
async function admitted(db: Database, descriptions: readonly Description[]): Promise<ReadonlySet<string>> {
  const builds = inArray(releaseFailures.build, [...new Set(descriptions.map(({ build }) => build))])
  const kept = await db
    .select({ unit: releaseFailures.unit, build: releaseFailures.build, key: releaseFailures.key })
    .from(releaseFailures)
    .where(builds)
  const known = new Map<string, Set<string>>()
  const keysOf = ({ unit, build }: Pick<Description, 'unit' | 'build'>) => {
    const keys = known.get(`${unit} ${build}`) ?? new Set()
    known.set(`${unit} ${build}`, keys)
    return keys
  }
  for (const one of kept) keysOf(one).add(one.key)
  for (const one of descriptions) if (keysOf(one).size < descriptionsOfBuild) keysOf(one).add(one.key)
  return new Set(descriptions.filter((one) => keysOf(one).has(one.key)).map(({ key }) => key))
}

/** Stores the descriptions of failures; those without room lose theirs and count by the name of their error. */
export async function keepDescriptions<B extends { readonly description: Description | null; readonly error: string }>(
  db: Database,
  beacons: readonly B[],
): Promise<B[]> {
  const described = beacons.flatMap(({ description, error }) => (description && splitError(error).key !== '' ? [description] : []))
  if (described.length === 0) return [...beacons]
  const keys = await admitted(db, described)
  const rows = new Map(
    described
      .filter(({ key }) => keys.has(key))
      .toReversed()
      .map((one) => [`${one.unit} ${one.build} ${one.key}`, one]),
  )
  // In one order, so that two calls at once do not wait for each other.
  const sorted = [...rows.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
  if (sorted.length > 0) {
    await db
      .insert(releaseFailures)
      .values(sorted)
      .onConflictDoUpdate({
        target: [releaseFailures.unit, releaseFailures.build, releaseFailures.key],
        set: { seen_at: sql`now()` },
      })
  }
  return beacons.map((beacon) => {
    const { name, key } = splitError(beacon.error)
    return key === '' || keys.has(key) ? beacon : { ...beacon, error: name }
  })
}

/** The descriptions of a build's failures, by key. */
export async function readDescriptions(
  db: Database,
  of: { readonly unit: string; readonly build: string; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, Pick<Description, 'message' | 'frames'>>> {
  if (of.keys.length === 0) return new Map()
  const { unit, build, key, message, frames } = releaseFailures
  const rows = await db
    .select({ key, message, frames })
    .from(releaseFailures)
    .where(and(eq(unit, of.unit), eq(build, of.build), inArray(key, [...of.keys])))
  return new Map(rows.map((row) => [row.key, row]))
}
