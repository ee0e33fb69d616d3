import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { addressOf } from './caller.ts'
import type { Session } from '../call/handler.ts'
import { actorOf } from '../call/viewed-session.ts'
import type { ApiSettings } from '../call/settings.ts'

/** What the front of a process knows of its callers. */
export type FrontSettings = Pick<ApiSettings, 'secureCookies' | 'trustedProxy'>

/** Parts of a request's log line that are not visible from outside. */
interface RequestNotes {
  id: string
  /** The endpoint's declared path, with `{id}`. */
  route?: string
  session?: Session | null
}

const notes = new WeakMap<Request, RequestNotes>()
const wellFormed = /^[\w.:-]{8,128}$/u

/** The request id for answer, log and stored rows; a trusted proxy may have assigned it. */
function idOf(c: Context, { trustedProxy }: FrontSettings): string {
  const told = trustedProxy ? c.req.header('X-Request-Id') : undefined
  return told !== undefined && wellFormed.test(told) ? told : randomUUID()
}

export function requestNotes(c: Context): RequestNotes {
  const known = notes.get(c.req.raw) ?? { id: randomUUID() }
  notes.set(c.req.raw, known)
  return known
}

export interface RequestSeen {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** Asked by load balancers all the time, so logged only on failure. */
const polled = new Set(['/healthz', '/readyz'])

export const isPolled = (path: string) => polled.has(path)

/**
 * Adds a header to a finished answer in place. `c.header` would copy the answer, and read its text through a stream: some 8 % of
 * what a list cost the site. Answers that were fetched cannot be changed in place.
 */
function addHeader(c: Context, name: string, value: string): void {
  try {
    c.res.headers.set(name, value)
  } catch {
    c.header(name, value)
  }
}

/** Logs one line per request of the site with the path's pattern, never with query, headers or body. Also passed to `seen`. */
export function requestLog(settings: FrontSettings, log: Logger, seen: (request: RequestSeen) => void): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now()
    const note: RequestNotes = { id: idOf(c, settings) }
    notes.set(c.req.raw, note)
    await next()
    addHeader(c, 'X-Request-Id', note.id)
    if (settings.secureCookies) addHeader(c, 'Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
    const ms = performance.now() - started
    const { method } = c.req
    const { status } = c.res
    const route = note.route ?? routePath(c)
    const { session } = note
    const who = {
      user_id: session ? actorOf(session).id : null,
      account_id: session?.account_id ?? null,
      role: session?.role ?? null,
      ...(session?.key && { key_id: session.key.id }),
      ...(session?.viewing && { viewed_user_id: session.user.id }),
    }
    const line = { request_id: note.id, method, route, status, ms: Math.round(ms), ...who, address: addressOf(c, settings) }
    if (isPolled(c.req.path) && status < 400) log.debug(line, 'request')
    else log.info(line, 'request')
    seen({ method, route, status, seconds: ms / 1000 })
  }
}
