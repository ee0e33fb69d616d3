import { setTimeout as sleep } from 'node:timers/promises'
import { channelFlag, ReleaseError } from '../error/release-error.ts'
import { describeChange } from './describe-change.ts'
import { layout } from './layout.ts'
import type { CurrentPointer, Registry } from './registry.ts'
import type { ChangeSet, Evidence, LogAction, LogEntry, Pointer } from './schemas.ts'

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
  readonly after: Omit<Pointer, 'rev' | 'now'>
  /** Open pages follow at once, instead of at the next query of their users. */
  readonly now?: boolean | undefined
  /** Figures behind the decision, kept in the log. */
  readonly evidence?: Evidence | undefined
  /** The set of units that this change is part of. */
  readonly set?: ChangeSet | undefined
}

/**
 * Moves a pointer to its next revision: first the log entry, then the pointer by compare-and-swap. Refused with
 * `pointer_moved` if the pointer is no longer `before`; never retried. A log entry whose writer died before
 * moving the pointer stays in the log, and the change takes the next free revision.
 */
export async function changePointer(registry: Registry, change: PointerChange): Promise<CurrentPointer> {
  const { channel, unit } = change
  if (!(await registry.mayMove(unit))) {
    throw new ReleaseError('not_permitted', {
      what: `${unit} was not changed on ${channel}`,
      why: `RELEASE_SIGNING_KEY is no key of ${unit}, and RELEASE_PUBLIC_KEY has keys for units`,
      advice: `Use a key that RELEASE_PUBLIC_KEY names for ${unit}, the site's releases page, or a token of the site`,
    })
  }
  const pointer = await writeLogEntry(registry, change)
  const key = layout.pointer(change.channel, change.unit)
  const etag = await registry.storage.compareAndSwap(key, jsonBytes(pointer), change.before?.etag ?? null)
  if (etag === null) throw await pointerMoved(registry, change)
  return { pointer, etag }
}

/** The pointer as of a revision. A page that hears of it late still knows that it had to follow at once. */
function pointerAt(rev: number, { before, after, now }: PointerChange): Pointer {
  const since = now ? rev : before?.pointer.now
  return { ...after, rev, ...(since === undefined ? {} : { now: since }) }
}

/** Writes the log entry of the next free revision; returns its pointer. */
async function writeLogEntry(registry: Registry, change: PointerChange): Promise<Pointer> {
  const { channel, unit, before, who, why, action, evidence = null, set } = change
  // The clock of the registry counts: watching, pruning and the history compare entries of several machines.
  const at = (await registry.storage.now()).toISOString()
  let waited = false
  for (let rev = (before?.pointer.rev ?? 0) + 1; ; rev++) {
    const from = before?.pointer ?? null
    const to = pointerAt(rev, change)
    const entry: LogEntry = { rev, at, who, why, action, from, to, evidence, ...(set && { set }) }
    if (await registry.storage.create(layout.logEntry(channel, unit, rev), jsonBytes(entry))) return to
    if (!waited && (await movesSoon(registry, change))) throw await pointerMoved(registry, change)
    waited = true
  }
}

/** What a change was decided on. */
export interface Basis {
  /** Expected revision. */
  readonly decidedOn?: number | undefined
  /** The build that the change is to replace. */
  readonly from?: string | undefined
}

/** Refuses if the pointer is no longer what the change was decided on; `leaves` is the build that the change would replace. */
export async function checkBasis(
  registry: Registry,
  { channel, unit, what }: { readonly channel: string; readonly unit: string; readonly what: string },
  before: { readonly pointer: Pointer } | null,
  { decidedOn, from }: Basis,
  leaves = before?.pointer.stable,
): Promise<void> {
  const rev = before?.pointer.rev
  const moved = decidedOn !== undefined && rev !== undefined && rev !== decidedOn
  if (!moved && (from === undefined || leaves === from)) return
  if (moved && decidedOn > rev) await refuseUnknownRevision(registry, { channel, unit, what }, rev, decidedOn)
  const entry = rev === undefined ? null : await registry.readLogEntry(channel, unit, rev)
  const change = entry && `(revision ${rev}: ${describeChange(entry)})`
  const replaced = leaves === undefined ? `nothing runs of ${unit}` : `it would replace ${leaves}, not ${from}`
  throw new ReleaseError('pointer_moved', {
    what,
    why: moved
      ? entry
        ? `${entry.who} has changed ${unit} meanwhile ${change}`
        : `${unit} has changed meanwhile`
      : `${replaced}${entry ? `, since a change by ${entry.who} ${change}` : ''}`,
    advice: `Look at what runs now and decide again`,
    commands: [['status', unit, ...channelFlag(channel)]],
  })
}

/**
 * The pointer of a unit that is to be changed; null if it has none. `what` was not done, where it is damaged.
 * @throws ReleaseError
 */
export async function pointerToChange(
  registry: Registry,
  { channel, unit, what }: { readonly channel: string; readonly unit: string; readonly what: string },
): Promise<CurrentPointer | null> {
  try {
    return await registry.readPointer(channel, unit)
  } catch (error) {
    if (!(error instanceof ReleaseError) || error.code !== 'registry_damaged') throw error
    const { code, why, advice } = error
    throw new ReleaseError(code, { what, why, advice })
  }
}

/** Refuses a revision that never was, which nobody can have decided on. */
async function refuseUnknownRevision(
  registry: Registry,
  { channel, unit, what }: { readonly channel: string; readonly unit: string; readonly what: string },
  rev: number,
  given: number,
): Promise<void> {
  const logged = await registry.listLog(channel, unit)
  if (logged.includes(given)) return
  const [first = rev] = logged
  throw new ReleaseError('pointer_moved', {
    what,
    why: `--rev ${given} is no revision of ${unit}: ${first === rev ? `it has revision ${rev} alone` : `there are ${first} to ${rev}`}`,
    advice: 'Give the revision that was decided on, or leave --rev away',
    commands: [['history', unit, ...channelFlag(channel)]],
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
    advice: 'Look at what runs now and decide again',
    commands: [['status', unit, ...channelFlag(channel)]],
  })
}

/** JSON as stored in the registry. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
