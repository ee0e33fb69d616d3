import { setTimeout as sleep } from 'node:timers/promises'
import { ReleaseRefused } from '../refusal.ts'
import { layout } from './layout.ts'
import type { CurrentPointer, Registry } from './registry.ts'
import type { LogAction, LogEntry, Pointer } from './schemas.ts'

/** How long a log entry without its pointer may be the work of somebody who is just about to move it. */
const changeInFlightMs = 1_500

export interface PointerChange {
  readonly channel: string
  readonly unit: string
  readonly action: LogAction
  readonly who: string
  readonly why: string | null
  /** What the change was decided on: if it is no longer so, the change is refused. */
  readonly before: CurrentPointer | null
  readonly after: Omit<Pointer, 'rev'>
}

/**
 * Moves a pointer to its next revision: log entry first, then the pointer by compare-and-swap.
 * Whoever decided on a pointer that has moved since is refused (`pointer_moved`); nothing is retried.
 * A log entry whose pointer never moved (its writer died in between) stays in the log as what it
 * is, and the change takes the next free revision.
 */
export async function changePointer(registry: Registry, change: PointerChange): Promise<Pointer> {
  const rev = await writeLogEntry(registry, change)
  const after: Pointer = { ...change.after, rev }
  const key = layout.pointer(change.channel, change.unit)
  if (!(await registry.storage.compareAndSwap(key, jsonBytes(after), change.before?.etag ?? null)))
    throw await pointerMoved(registry, change)
  return after
}

async function writeLogEntry(registry: Registry, change: PointerChange): Promise<number> {
  const { channel, unit, before } = change
  let waited = false
  for (let rev = (before?.pointer.rev ?? 0) + 1; ; rev++) {
    const entry: LogEntry = {
      rev,
      at: new Date().toISOString(),
      who: change.who,
      why: change.why,
      action: change.action,
      from: before && { rev: before.pointer.rev, build: before.pointer.stable },
      to: { build: change.after.stable },
    }
    if (await registry.storage.create(layout.logEntry(channel, unit, rev), jsonBytes(entry))) return rev
    if (!waited && (await movesSoon(registry, change))) throw await pointerMoved(registry, change)
    waited = true
  }
}

async function movesSoon(registry: Registry, change: PointerChange): Promise<boolean> {
  const deadline = Date.now() + changeInFlightMs
  do {
    const now = await registry.readPointer(change.channel, change.unit)
    if (now?.etag !== change.before?.etag) return true
    await sleep(50)
  } while (Date.now() < deadline)
  return false
}

async function pointerMoved(registry: Registry, change: PointerChange): Promise<ReleaseRefused> {
  const { channel, unit } = change
  const now = await registry.readPointer(channel, unit)
  const entry = now && (await registry.readLogEntry(channel, unit, now.pointer.rev))
  return new ReleaseRefused('pointer_moved', {
    what: `The ${change.action} of ${unit} to ${change.after.stable} on ${channel} was not done`,
    why: entry
      ? `${entry.who} changed ${unit} at the same time (revision ${entry.rev}: ${entry.action} to ${entry.to.build})`
      : `somebody else changed ${unit} at the same time`,
    advice: `Look at "release status ${unit}" and decide again`,
  })
}

/** JSON as the registry stores it. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
