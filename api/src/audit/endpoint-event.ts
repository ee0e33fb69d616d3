import { refusalEvents, type Endpoint, type ErrorCode } from '@adsite/contract'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { withoutValues } from '../db/database-error.ts'
import type { RequestContext } from '../call/request-context.ts'
import type { EventBuffer } from './event-buffer.ts'
import { recordEvent } from './record-event.ts'

export interface CallOutcome {
  readonly endpoint: Endpoint
  /** Path and query of the request. */
  readonly url: URL
  readonly context: RequestContext
  readonly db: Database
  readonly events: EventBuffer
  readonly log: Logger
}

/**
 * Records the security event of an answered call, if its endpoint declares one, and what an administrator looked at as somebody
 * else, by call and without what it asked for. Writes before the answer is
 * sent; a failure to write does not fail the call.
 */
export async function recordDone({ endpoint, url, context, db, events, log }: CallOutcome): Promise<void> {
  const { described, session, recorded } = context
  const looked = session?.viewing && endpoint.permission !== 'session.use'
  if (!endpoint.event && looked) return events.note({ kind: 'view_as', target: `${endpoint.method} ${url.pathname}` }, context)
  // A change of a record that is an event of this kind was written with it.
  if (!endpoint.event || recorded?.has(endpoint.event)) return
  const { email, ...known } = described
  const query = [...url.searchParams].map((pair) => pair.join('=')).join(' ')
  const event = { kind: endpoint.event, target: `${endpoint.method} ${url.pathname}`, ...(query && { detail: query }), ...known }
  // Without a session there was nothing to end.
  if (!session && known.user_id === undefined) return email === undefined ? undefined : events.note({ ...event, email }, context)
  await recordEvent(db, event, context).catch((error: unknown) =>
    log.error({ err: withoutValues(error) }, 'a security event was not written down'),
  )
}

/** Records the security event of a call that was refused with `code`. */
export function noteRefused({ endpoint, url, context, events }: Omit<CallOutcome, 'db' | 'log'>, code: ErrorCode): void {
  const { described, session } = context
  const isRefusal = refusalEvents.some((refused) => refused === code) && (code !== 'not_found' || session !== null)
  if (!endpoint.event && !isRefusal) return
  const detail = [code, described.detail].filter((part) => part !== undefined).join(' ')
  const call = `${endpoint.method} ${url.pathname}`
  events.note({ target: call, ...described, kind: endpoint.event ?? 'refusal', outcome: 'REFUSED', detail }, context)
}
