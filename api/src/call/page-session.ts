import { parse } from 'hono/utils/cookie'
import type { Database } from '../db/connect.ts'
import type { Session } from './handler.ts'
import { csrfCookie, developmentCookie, hashOf, nameOf, previewCookie, readSession, sessionCookie, wellFormed } from './session.ts'
import { actorAccountOf } from './viewed-session.ts'

interface KeyedSession {
  readonly key: string
  readonly session: Session
}

/**
 * The session of a page request with the key of its row; null for every browser without the mark, whose pages cost no query, and
 * while an administrator views the site as somebody else, who would not run those builds.
 */
async function markedSession(db: Database, cookies: string, secure: boolean, mark: string): Promise<KeyedSession | null> {
  const sent = parse(cookies)
  const id = sent[nameOf(sessionCookie, secure)]
  if (!sent[nameOf(mark, secure)] || id === undefined || !wellFormed.test(id)) return null
  const key = hashOf(id)
  const session = await readSession(db, key)
  return session?.step === null && session.viewing === null ? { key, session } : null
}

/** The session of a browser that has started a development build. */
export const developingSession = (db: Database, cookies: string, secure: boolean): Promise<KeyedSession | null> =>
  markedSession(db, cookies, secure, developmentCookie)

/** The session of a browser that has started a preview. */
export const previewingSession = (db: Database, cookies: string, secure: boolean): Promise<KeyedSession | null> =>
  markedSession(db, cookies, secure, previewCookie)

/** True if these cookies name no session, or one that has ended; one whose sign-in is unfinished goes on. */
export async function isSignedOut(db: Database, cookies: string, secure: boolean): Promise<boolean> {
  const id = parse(cookies)[nameOf(sessionCookie, secure)]
  return id === undefined || !wellFormed.test(id) || (await readSession(db, hashOf(id))) === null
}

/** The CSRF token of the session that these cookies name; null if they name none. Only calls tell whether the session exists. */
export function namedToken(cookies: string, secure: boolean): string | null {
  const sent = parse(cookies)
  return sent[nameOf(sessionCookie, secure)] === undefined ? null : (sent[csrfCookie] ?? null)
}

/** The account in use of the browser that sends these cookies, also while it views another; null when signed out. */
export async function readAccount(db: Database, cookies: string, secure: boolean): Promise<number | null> {
  const id = parse(cookies)[nameOf(sessionCookie, secure)]
  if (id === undefined || !wellFormed.test(id)) return null
  const session = await readSession(db, hashOf(id))
  return session?.step === null ? actorAccountOf(session) : null
}
