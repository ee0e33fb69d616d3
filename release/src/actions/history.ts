import { readEffectivePointer } from '../registry/effective-pointer.ts'
import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { LogEntry } from '../registry/schemas.ts'
import { unitUnknown } from '../move/rollback.ts'

export interface HistoryEntry extends LogEntry {
  /** False if the pointer never moved to it, because its writer lost a race or died. */
  readonly tookEffect: boolean
}

export interface UnitHistory {
  readonly unit: string
  readonly channel: string
  /** Newest first; empty if builds were published but none was promoted. */
  readonly entries: readonly HistoryEntry[]
}

/**
 * Lists every change of a unit's pointer.
 * @throws ReleaseError
 */
export async function history(registry: Registry, options: { readonly channel: string; readonly unit: string }): Promise<UnitHistory> {
  const { channel, unit } = options
  checkName('channel', channel)
  checkName('unit', unit)
  const revisions = await registry.listLog(channel, unit)
  if (revisions.length === 0 && (await registry.listBuilds(unit)).length === 0)
    throw await unitUnknown(registry, channel, unit, `There is no history of ${unit} on ${channel}`)
  const entries = new Map<number, LogEntry>()
  for (const rev of revisions) {
    const entry = await registry.readLogEntry(channel, unit, rev)
    if (entry) entries.set(rev, entry)
  }
  const inForce = new Set<number>()
  // Each entry names its base revision, so following them from the pointer visits exactly the effective ones.
  let rev = (await readEffectivePointer(registry, channel, unit))?.pointer.rev
  while (rev !== undefined && !inForce.has(rev)) {
    inForce.add(rev)
    // The pointer may have moved since the log was listed.
    const entry: LogEntry | null = entries.get(rev) ?? (await registry.readLogEntry(channel, unit, rev))
    if (entry) entries.set(rev, entry)
    rev = entry?.from?.rev
  }
  const newestFirst = [...entries.values()].toSorted((one, other) => other.rev - one.rev)
  return { unit, channel, entries: newestFirst.map((entry) => ({ ...entry, tookEffect: inForce.has(entry.rev) })) }
}
