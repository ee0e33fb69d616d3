import { changesInForce } from '../registry/changes-in-force.ts'
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
 * Lists every change of a unit's pointer, without those whose entry is damaged.
 * @throws ReleaseError
 */
export async function history(registry: Registry, options: { readonly channel: string; readonly unit: string }): Promise<UnitHistory> {
  const { channel, unit } = options
  checkName('channel', channel)
  checkName('unit', unit)
  const revisions = await registry.listLog(channel, unit)
  if (revisions.length === 0 && (await registry.listBuilds(unit)).length === 0)
    throw await unitUnknown(registry, channel, unit, `There is no history of ${unit} on ${channel}`)
  const current = await readEffectivePointer(registry, channel, unit)
  const entries = new Map<number, HistoryEntry>()
  if (current) {
    for await (const entry of changesInForce(registry, channel, unit, current.pointer)) {
      if (entry) entries.set(entry.rev, { ...entry, tookEffect: true })
    }
  }
  for (const rev of revisions.filter((one) => !entries.has(one))) {
    const entry = await registry.readLogEntry(channel, unit, rev)
    if (entry) entries.set(rev, { ...entry, tookEffect: false })
  }
  return { unit, channel, entries: [...entries.values()].toSorted((one, other) => other.rev - one.rev) }
}
