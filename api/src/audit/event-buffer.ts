import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { RootDatabase } from '../db/connect.ts'
import { withoutValues } from '../db/database-error.ts'
import { securityEvents } from '../db/schema.ts'
import type { RequestContext } from '../call/request-context.ts'
import { actorOf } from '../call/viewed-session.ts'
import { eventRow, type SecurityEvent } from './record-event.ts'

export interface EventBuffer {
  /** Queues the event. Callers do not wait, and a failure to write does not fail the call. */
  note(event: SecurityEvent, context: RequestContext): void
  /** Writes the queued events. */
  close(): Promise<void>
}

/** How long events wait to be merged with others of their kind (milliseconds). */
const patience = 500
/** Most distinct events in the queue; further ones are only counted in the process log. */
const waitingLimit = 1_000
/** Most distinct targets recorded per caller; an attack on thousands of targets fills one row with a count. */
const targetLimit = 20

interface Waiting {
  readonly event: SecurityEvent
  readonly context: RequestContext
  occurrences: number
}

/**
 * Buffers events that may arrive in masses, refusals above all: repeats become one row with a count. An unknown
 * e-mail address is recorded as a keyed hash, which stays the same across attempts but does not reveal what was
 * typed.
 */
export function createEventBuffer(db: RootDatabase, log: Logger, key: string): EventBuffer {
  let waiting = new Map<string, Waiting>()
  let targets = new Map<string, number>()
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const pseudonymOf = (email: string) => `#${createHmac('sha256', key).update(`e-mail ${email}`).digest('hex').slice(0, 12)}`

  async function write(): Promise<void> {
    timer = undefined
    const rows = [...waiting.values()]
    const lost = dropped
    waiting = new Map()
    targets = new Map()
    dropped = 0
    if (lost > 0) log.error({ lost }, 'too many security events at once: some were not written down')
    if (rows.length === 0) return
    const values = rows.map(({ event, context, occurrences }) => {
      const pseudonym = event.email === undefined ? {} : { pseudonym: pseudonymOf(event.email) }
      return eventRow({ ...event, ...pseudonym, occurrences }, context)
    })
    await db
      .insert(securityEvents)
      .values(values)
      .catch((error: unknown) => log.error({ err: withoutValues(error), lost: values.length }, 'security events were not written down'))
  }

  return {
    note(event, context) {
      const who = [
        context.session ? actorOf(context.session).id : null,
        context.session?.viewing?.id ?? null,
        context.session?.account_id ?? null,
        context.session?.key?.id ?? null,
        context.address,
        context.device,
      ]
      const caller = JSON.stringify(who)
      const what = [event.kind, event.outcome, event.email, event.pseudonym, event.detail]
      const named = JSON.stringify([who, what, event.target])
      const count = targets.get(caller) ?? 0
      if (!waiting.has(named)) targets.set(caller, count + 1)
      const folded = !waiting.has(named) && count >= targetLimit
      const name = folded ? JSON.stringify([who, event.kind, event.outcome]) : named
      const known = waiting.get(name)
      if (known) known.occurrences += 1
      else if (waiting.size >= waitingLimit) dropped += 1
      else waiting.set(name, { event: folded ? { kind: event.kind, outcome: event.outcome ?? 'DONE' } : event, context, occurrences: 1 })
      timer ??= setTimeout(() => {
        writing = writing.then(write)
      }, patience)
    },
    async close() {
      clearTimeout(timer)
      await writing
      await write()
    },
  }
}
