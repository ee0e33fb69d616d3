import { changesInForce } from '../registry/changes-in-force.ts'
import { readEffectivePointer } from '../registry/effective-pointer.ts'
import { checkName, layout } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { LogEntry, Pointer } from '../registry/schemas.ts'
import { unitUnknown } from '../move/rollback.ts'

export interface HistoryEntry extends LogEntry {
  /** False if the pointer never moved to it, because its writer lost a race or died. */
  readonly tookEffect: boolean
}

/** A change of which nothing is known, because its entry is missing or damaged. */
export interface DamagedEntry {
  readonly rev: number
  /** The object of the registry that its entry is. */
  readonly key: string
  readonly fault: string
}

export interface Changes {
  /** Newest first; empty if builds were published but none was promoted. */
  readonly entries: readonly HistoryEntry[]
  /** Newest first. */
  readonly damaged: readonly DamagedEntry[]
}

export interface UnitHistory extends Changes {
  readonly unit: string
  readonly channel: string
}

/**
 * Lists every change of a unit's pointer.
 * @throws ReleaseError
 */
export async function history(registry: Registry, options: { readonly channel: string; readonly unit: string }): Promise<UnitHistory> {
  const { channel, unit } = options
  checkName('channel', channel)
  checkName('unit', unit)
  if ((await registry.listLog(channel, unit)).length === 0 && (await registry.listBuilds(unit)).length === 0)
    throw await unitUnknown(registry, channel, unit, `There is no history of ${unit} on ${channel}`)
  const current = await readEffectivePointer(registry, channel, unit)
  return { unit, channel, ...(await readChanges(registry, channel, unit, current?.pointer ?? null)) }
}

/** The changes that the log has, and those that it should have, of a unit with this pointer. */
export async function readChanges(registry: Registry, channel: string, unit: string, pointer: Pointer | null): Promise<Changes> {
  const entries = new Map<number, HistoryEntry>()
  if (pointer) {
    for await (const entry of changesInForce(registry, channel, unit, pointer)) {
      if (entry) entries.set(entry.rev, { ...entry, tookEffect: true })
    }
  }
  const revisions = await registry.listLog(channel, unit)
  for (const rev of revisions.filter((one) => !entries.has(one))) {
    const entry = await registry.readLogEntry(channel, unit, rev)
    if (entry) entries.set(rev, { ...entry, tookEffect: false })
  }
  const read = [...entries.values()]
  const bases = [pointer?.rev, ...read.map(({ from }) => from?.rev)].filter((rev) => rev !== undefined)
  const missing = [...new Set([...revisions, ...bases])].filter((rev) => !entries.has(rev))
  const damagedAt = (rev: number): DamagedEntry => {
    const key = layout.logEntry(channel, unit, rev)
    const fault = `The registry's ${key} is missing or damaged. Restore it from a backup or from another copy of the registry`
    return { rev, key, fault }
  }
  return {
    entries: read.toSorted((one, other) => other.rev - one.rev),
    damaged: missing.toSorted((one, other) => other - one).map(damagedAt),
  }
}
