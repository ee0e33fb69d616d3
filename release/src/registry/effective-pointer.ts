import { ReleaseError } from '../error/release-error.ts'
import { layout } from './layout.ts'
import { repairAdvice, type Registry } from './registry.ts'
import type { LogEntry, Pointer } from './schemas.ts'

/** The state of a unit, even if its stored pointer cannot be used. */
export interface EffectivePointer {
  readonly pointer: Pointer
  /** Why the stored pointer cannot be used; `pointer` then comes from the log. null if it can. */
  readonly damage: string | null
}

/** Units that were promoted on a channel: those with a pointer, and those whose log survived it. */
export async function listPromoted(registry: Registry, channel: string): Promise<string[]> {
  return [...new Set([...(await registry.listLive(channel)), ...(await registry.listLogged(channel))])].toSorted()
}

/**
 * What was promoted on a channel, for an answer about all of it. A channel without anything beside others is misspelled, and
 * nothing would be found wrong on it.
 * @throws ReleaseError `channel_unknown`
 */
export async function listPromotedOn(registry: Registry, channel: string, what: string): Promise<string[]> {
  const units = await listPromoted(registry, channel)
  const others = units.length > 0 ? [] : (await registry.listChannels()).filter((other) => other !== channel)
  if (others.length === 0) return units
  throw new ReleaseError('channel_unknown', {
    what,
    why: `nothing was ever promoted on ${channel} in ${registry.storage.location}`,
    advice: `Channels with something: ${others.join(', ')}`,
  })
}

/** How long the first entry of a unit may still be waiting for its pointer (milliseconds). */
const inFlight = 1_500

/**
 * The pointers that the log records, newest first, without unreadable entries. Which builds are bad, and whether the
 * unit is frozen, always comes from the newest entry, and pointers to builds that are bad now are left out: going back
 * in the log must not bring back what a rollback has removed. If nothing but the log is stored (`missing`), a first
 * entry that was just written and has no other after it is skipped, because its pointer may be about to follow.
 */
export async function* loggedPointers(registry: Registry, channel: string, unit: string, missing: boolean): AsyncGenerator<Pointer> {
  let newest: Pointer | undefined
  for (const rev of (await registry.listLog(channel, unit)).toReversed()) {
    const entry = await registry.readLogEntry(channel, unit, rev)
    if (!entry || (missing && !newest && !entry.from && isInFlight(entry))) continue
    newest ??= entry.to
    const { bad, frozen } = newest
    const { stable, canary } = entry.to
    if (bad.includes(stable)) continue
    yield { ...entry.to, canary: canary && bad.includes(canary.build) ? null : canary, bad, frozen }
  }
}

/**
 * This machine's clock counts, since asking the storage for its time writes a file, and reading must not write. With a
 * clock that is off, the entry takes effect some milliseconds before its pointer is there.
 */
function isInFlight({ at }: LogEntry): boolean {
  return Math.abs(Date.now() - Date.parse(at)) < inFlight
}

/**
 * The pointer of a unit, or the newest pointer of its log that `works` if the stored one is missing, damaged or
 * does not work.
 *
 * @returns null for a unit that was never promoted, and if nothing works.
 */
export async function readEffectivePointer(
  registry: Registry,
  channel: string,
  unit: string,
  works: (pointer: Pointer) => Promise<boolean> = async () => true,
): Promise<EffectivePointer | null> {
  let damage: string
  let missing = false
  try {
    const current = await registry.readPointer(channel, unit)
    if (current && (await works(current.pointer))) return { pointer: current.pointer, damage: null }
    missing = current === null
    damage = current
      ? `Build ${current.pointer.stable} of ${unit} cannot be used`
      : `The registry's ${layout.pointer(channel, unit)} is missing`
  } catch (error) {
    damage = damageOf(error)
  }
  for await (const pointer of loggedPointers(registry, channel, unit, missing)) {
    if (await works(pointer)) return { pointer, damage }
  }
  return null
}

/**
 * Refuses to change a unit whose pointer is missing although it had one: a change that starts from nothing would
 * forget which builds are bad and which ones to fall back to.
 *
 * @throws ReleaseError `registry_damaged`
 */
export async function refuseLostPointer(registry: Registry, channel: string, unit: string, what: string): Promise<void> {
  for (const rev of await registry.listLog(channel, unit)) {
    // The first entry of a unit may have been written without its pointer; every later one proves that there was one.
    if ((await registry.readLogEntry(channel, unit, rev))?.from) throw lostPointer(channel, unit, rev, what)
  }
}

/** The error for a unit that has a log entry of this revision and no pointer. */
export function lostPointer(channel: string, unit: string, rev: number, what: string): ReleaseError {
  const why = `${layout.pointer(channel, unit)} is missing, although the log has revision ${rev}`
  return new ReleaseError('registry_damaged', { what, why, advice: repairAdvice(channel, unit) })
}

/** The reason of an error of a stored object; other errors, such as an unreachable storage, are rethrown. */
function damageOf(error: unknown): string {
  if (error instanceof ReleaseError && (error.code === 'registry_damaged' || error.code === 'signature_invalid'))
    return `${error.what}: ${error.why}`
  throw error
}
