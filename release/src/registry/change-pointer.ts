import { setTimeout as sleep } from 'node:timers/promises'
import { ReleaseError } from '../error/release-error.ts'
import { describeChange } from './describe-change.ts'
import { layout } from './layout.ts'
import type { CurrentPointer, Registry } from './registry.ts'
import type { Evidence, LogAction, LogEntry, Pointer } from './schemas.ts'

/** How long a log entry without its pointer may belong to a writer that is about to move it. */
const changeInFlightMs = 1_500

export interface PointerChange {
  readonly channel: string
  readonly unit: string
  readonly action: LogAction
  readonly who: string
  readonly why: string | null
  /** The state that the change was based on; refused if it is outdated. */
  readonly before: CurrentPointer | null
  readonly after: Omit<Pointer, 'rev'>
  /** Figures behind the decision, kept in the log. */
  readonly evidence?: Evidence | undefined
}

/**
 * Moves a pointer to its next revision: first the log entry, then the pointer by compare-and-swap. Refused with
 * `pointer_moved` if the pointer is no longer `before`; never retried. A log entry whose writer died before
 * moving the pointer stays in the log, and the change takes the next free revision.
 */
export async function changePointer(registry: Registry, change: PointerChange): Promise<CurrentPointer> {
  const rev = await writeLogEntry(registry, change)
  const pointer: Pointer = { ...change.after, rev }
  const key = layout.pointer(change.channel, change.unit)
  const etag = await registry.storage.compareAndSwap(key, jsonBytes(pointer), change.before?.etag ?? null)
  if (etag === null) throw await pointerMoved(registry, change)
  return { pointer, etag }
}

async function writeLogEntry(registry: Registry, change: PointerChange): Promise<number> {
  const { channel, unit, before, who, why, action, after, evidence = null } = change
  let waited = false
  for (let rev = (before?.pointer.rev ?? 0) + 1; ; rev++) {
    const from = before?.pointer ?? null
    const entry: LogEntry = { rev, at: new Date().toISOString(), who, why, action, from, to: { ...after, rev }, evidence }
    if (await registry.storage.create(layout.logEntry(channel, unit, rev), jsonBytes(entry))) return rev
    if (!waited && (await movesSoon(registry, change))) throw await pointerMoved(registry, change)
    waited = true
  }
}

/** Refuses if the pointer is no longer at the expected revision. */
export async function checkRevision(
  registry: Registry,
  { channel, unit, what }: { readonly channel: string; readonly unit: string; readonly what: string },
  before: CurrentPointer | null,
  decidedOn: number | undefined,
): Promise<void> {
  const rev = before?.pointer.rev
  if (rev === undefined || decidedOn === undefined || rev === decidedOn) return
  const entry = await registry.readLogEntry(channel, unit, rev)
  throw new ReleaseError('pointer_moved', {
    what,
    why: entry ? `${entry.who} has changed ${unit} meanwhile (revision ${rev}: ${describeChange(entry)})` : `${unit} has changed meanwhile`,
    advice: 'Look at what runs now and decide again',
  })
}

async function movesSoon(registry: Registry, change: PointerChange): Promise<boolean> {
  const deadline = Date.now() + changeInFlightMs
  do {
    const now = await registry.storage.read(layout.pointer(change.channel, change.unit))
    if ((now?.etag ?? null) !== (change.before?.etag ?? null)) return true
    await sleep(50)
  } while (Date.now() < deadline)
  return false
}

async function pointerMoved(registry: Registry, change: PointerChange): Promise<ReleaseError> {
  const { channel, unit, action, before, after } = change
  const now = await registry.readPointer(channel, unit).catch(() => null)
  const entry = now && (await registry.readLogEntry(channel, unit, now.pointer.rev))
  const wanted = describeChange({ action, from: before?.pointer ?? null, to: { ...after, rev: 0 } })
  return new ReleaseError('pointer_moved', {
    what: `The change of ${unit} on ${channel} (${wanted}) was not done`,
    why: entry
      ? `${entry.who} changed ${unit} at the same time (revision ${entry.rev}: ${describeChange(entry)})`
      : `somebody else changed ${unit} at the same time`,
    advice: `Look at "release status ${unit}" and decide again`,
  })
}

/** JSON as stored in the registry. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
