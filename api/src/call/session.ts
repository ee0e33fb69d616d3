import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { roleOfCode, type Locale } from '@adsite/contract'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, sessions, users } from '../db/schema.ts'
import type { Session } from './handler.ts'
import { requestContext } from './request-context.ts'

const sessionCookie = 'adsite_session'
const csrfCookie = 'XSRF-TOKEN'
/** Says with which e-mail this browser has signed in before (session/throttle.ts); it opens nothing. */
const deviceCookie = 'adsite_device'
const deviceDays = 180
/** Says that this browser may be running a development build; whether it is, the database says. */
const developmentCookie = 'adsite_development'
export const csrfHeader = 'X-XSRF-TOKEN'

export const idle = sql`now() - interval '120 minutes'`
export const absolute = sql`now() - interval '12 hours'`

/** 256 random bits; the database keeps their hash alone (spec/quality "Sessions"). */
const newId = () => randomBytes(32).toString('base64url')
const hashOf = (id: string) => createHash('sha256').update(id).digest('hex')
/** Takes as long wherever the two differ. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
const wellFormed = /^[\w-]{43}$/u

/**
 * The cookies of one browser. A browser without a session has an id too, so that the login is protected
 * against forgery; such an id has no row in the database.
 */
export interface Browser {
  /** Signs the user in under a new id; the old one is dead. */
  signIn(db: Database, userId: number, accountId: number): Promise<void>
  signOut(db: Database): Promise<void>
  /** Sets the token cookie anew, for an id that it makes when there is none. */
  issueToken(): void
  /** True when the token sent in the header belongs to this browser's id. */
  tokenMatches(): boolean
  /** Who is signed in; null for an id that is unknown, idle for 120 minutes or 12 hours old. */
  session(db: Database): Promise<Session | null>
  /** Key of the session's row. Throws without an id: for calls of somebody who is signed in. */
  sessionKey(): string
  /** Names this browser where it has signed in with the e-mail before. */
  knownDevice(email: string): string | undefined
  rememberDevice(email: string): void
  /** From now on pages of this browser are looked up in {@link developingSession}, or no longer. */
  markDeveloping(on: boolean): void
}

/** What browsers take from this very host and over https alone has a name of its own (`__Host-`). */
const nameOf = (cookie: string, secure: boolean) => (secure ? `__Host-${cookie}` : cookie)

export function browserOf(c: Context, csrfKey: string, secure: boolean): Browser {
  const [sessionName, deviceName, developmentName] = [sessionCookie, deviceCookie, developmentCookie].map((name) =>
    nameOf(name, secure),
  ) as [string, string, string]
  const sent = getCookie(c, sessionName)
  let id = sent !== undefined && wellFormed.test(sent) ? sent : undefined
  const options = { path: '/', sameSite: 'Lax', secure } as const
  // Not for scripts.
  const hidden = { ...options, httpOnly: true } as const

  const tokenOf = (value: string) => createHmac('sha256', csrfKey).update(value).digest('base64url')
  const deviceOf = (name: string, email: string) => `${name}.${tokenOf(`device ${name} ${email}`)}`
  function use(next: string): void {
    id = next
    setCookie(c, sessionName, next, hidden)
    setCookie(c, csrfCookie, tokenOf(next), options)
  }
  async function forget(db: Database): Promise<void> {
    if (id) await db.delete(sessions).where(eq(sessions.id_hash, hashOf(id)))
  }

  return {
    async signIn(db, userId, accountId) {
      await forget(db)
      const next = newId()
      const { address = null, device = null } = requestContext.getStore() ?? {}
      await db.insert(sessions).values({ id_hash: hashOf(next), user_id: userId, account_id: accountId, address, device })
      use(next)
    },
    async signOut(db) {
      await forget(db)
      id = undefined
      deleteCookie(c, sessionName, hidden)
      deleteCookie(c, csrfCookie, options)
    },
    issueToken() {
      use(id ?? newId())
    },
    tokenMatches() {
      return id !== undefined && isSame(c.req.header(csrfHeader) ?? '', tokenOf(id))
    },
    async session(db) {
      return id ? readSession(db, hashOf(id)) : null
    },
    sessionKey() {
      if (!id) throw new Error('This browser has no session')
      return hashOf(id)
    },
    knownDevice(email) {
      const device = getCookie(c, deviceName)
      const name = device?.split('.')[0]
      return device !== undefined && name !== undefined && isSame(device, deviceOf(name, email)) ? name : undefined
    },
    rememberDevice(email) {
      setCookie(c, deviceName, deviceOf(newId(), email), { ...hidden, maxAge: deviceDays * 24 * 60 * 60 })
    },
    markDeveloping(on) {
      if (on) setCookie(c, developmentName, '1', hidden)
      else deleteCookie(c, developmentName, hidden)
    },
  }
}

/** The session that a page is asked for in, with the key of its row; null for every browser that has started no development build. */
export async function developingSession(db: Database, cookies: string, secure: boolean): Promise<{ key: string; session: Session } | null> {
  const sent = parse(cookies)
  const marked = sent[nameOf(developmentCookie, secure)]
  const id = sent[nameOf(sessionCookie, secure)]
  if (!marked || id === undefined || !wellFormed.test(id)) return null
  const key = hashOf(id)
  const session = await readSession(db, key)
  return session && { key, session }
}

/** The account in use of the browser that sends these cookies; null for who is signed out. */
export async function readAccount(db: Database, cookies: string, secure: boolean): Promise<number | null> {
  const id = parse(cookies)[nameOf(sessionCookie, secure)]
  if (id === undefined || !wellFormed.test(id)) return null
  return (await readSession(db, hashOf(id)))?.account_id ?? null
}

/** Every call begins with it: kept ready by the connections, so that it is not planned anew each time. */
const sessionStatement = (db: Database) =>
  db
    .select({
      user_id: users.id,
      name: users.name,
      email: users.email,
      locale: users.locale,
      account_id: sessions.account_id,
      role: memberships.role,
      stale: sql<boolean>`${sessions.last_seen_at} < now() - interval '1 minute'`,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.user_id), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))
    .innerJoin(memberships, and(eq(memberships.user_id, sessions.user_id), eq(memberships.account_id, sessions.account_id)))
    .innerJoin(accounts, and(eq(accounts.id, sessions.account_id), isNull(accounts.deleted_at)))
    .where(and(eq(sessions.id_hash, sql.placeholder('idHash')), gt(sessions.last_seen_at, idle), gt(sessions.created_at, absolute)))
    .prepare('session')

const sessionStatements = new WeakMap<Database, ReturnType<typeof sessionStatement>>()

/** Reads user, account and role together: a suspended user, a lost membership or a changed role counts now. */
async function readSession(db: Database, idHash: string): Promise<Session | null> {
  const statement = sessionStatements.get(db) ?? sessionStatement(db)
  sessionStatements.set(db, statement)
  const [row] = await statement.execute({ idHash })
  const role = row ? roleOfCode(row.role) : null
  if (!row || !role) return null
  // At most once a minute, so that reading does not mean writing.
  if (row.stale)
    await db
      .update(sessions)
      .set({ last_seen_at: sql`now()` })
      .where(eq(sessions.id_hash, idHash))
  const { user_id, name, email, account_id } = row
  return { user: { id: user_id, name, email, locale: row.locale as Locale }, account_id, role }
}
