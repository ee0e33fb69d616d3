import type { Endpoint } from '@adsite/contract'
import type { Context } from 'hono'
import { countUse } from '../api-key/count-use.ts'
import { readKeySession } from '../api-key/key-session.ts'
import type { EventBuffer } from '../audit/event-buffer.ts'
import type { Session } from '../call/handler.ts'
import type { RequestContext } from '../call/request-context.ts'
import type { Browser } from '../call/session.ts'
import type { ApiSettings } from '../call/settings.ts'
import type { RootDatabase } from '../db/connect.ts'
import { RequestError } from '../error/request-error.ts'
import { refuseForeignOrigin } from './caller.ts'

interface Dependencies {
  readonly db: RootDatabase
  readonly settings: ApiSettings
  readonly events: EventBuffer
}

/** The API key in `Authorization: Bearer adk_…`; other credentials in that header are for somebody in front of the site. */
const sentKey = (c: Context) => /^Bearer +(adk_\S*) *$/iu.exec(c.req.header('Authorization') ?? '')?.[1]

const both = {
  ja: 'APIキーとログインのCookieは同時に使えません。どちらか一方だけを送ってください',
  en: 'Send either an API key or the cookie of a session, not both.',
}

/** Answers how often the key may still call in this minute, and refuses what is beyond. */
async function limitUse(c: Context, db: RootDatabase, id: number, limit: number): Promise<void> {
  const { count, seconds } = await countUse(db, id)
  c.header('RateLimit-Limit', String(limit))
  c.header('RateLimit-Remaining', String(Math.max(0, limit - count)))
  c.header('RateLimit-Reset', String(seconds))
  if (count > limit) throw new RequestError('too_many_requests', { retryAfter: seconds })
}

/**
 * Who calls: the session of a browser, with the token against forgery, or an API key, which needs none, since no browser sends
 * it by itself. null where the endpoint is public or nobody is signed in. The context knows the caller from then on.
 */
export async function identify(
  c: Context,
  { permission, method }: Endpoint,
  browser: Browser,
  context: RequestContext,
  { db, settings, events }: Dependencies,
): Promise<Session | null> {
  const isPublic = permission === 'public'
  const key = isPublic ? undefined : sentKey(c)
  if (key === undefined) {
    if (method !== 'GET' && !browser.tokenMatches()) throw new RequestError('csrf_mismatch')
    context.session = isPublic ? null : await browser.session(db)
    return context.session
  }
  // Keys are for servers: no page of another site may use one, not even to read.
  refuseForeignOrigin(c, settings)
  if (browser.namesSession()) throw new RequestError('bad_request', { message: both })
  const found = await readKeySession(db, key, context.address)
  if ('refused' in found) {
    if (found.owner) events.note({ kind: 'api_key', outcome: 'REFUSED', ...found.owner, detail: found.refused }, context)
    throw new RequestError('unauthenticated')
  }
  context.session = found.session
  await limitUse(c, db, found.session.key.id, found.limit)
  return found.session
}
