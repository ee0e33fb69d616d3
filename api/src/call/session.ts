import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { freshMinutes, roleOfCode, secondFactorKinds, type FactorKind, type SignInStep } from '@adsite/contract'
import { and, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, sessions, ssoProviders, users } from '../db/schema.ts'
import type { SessionFactor } from '../db/schema.ts'
import { hasFactorOf, isFactorRequired } from '../requirement/factor-requirement.ts'
import { hasAccountsBeyond, isAdministrator, isHeldBack } from '../requirement/sign-on-requirement.ts'
import type { Session } from './handler.ts'
import { RequestError } from '../error/request-error.ts'
import { requestContext } from './request-context.ts'
import { viewedSession } from './viewed-session.ts'

export const sessionCookie = 'adsite_session'
export const csrfCookie = 'XSRF-TOKEN'
/** Remembers the e-mail addresses that signed in with this browser (session/throttle.ts). It grants no access. */
const deviceCookie = 'adsite_device'
const deviceDays = 180
/** Marks a browser that may run a development build; the database decides whether it does. */
export const developmentCookie = 'adsite_development'
export const previewCookie = 'adsite_preview'
export const csrfHeader = 'X-XSRF-TOKEN'
/** Sent with what a page reads and reports by itself, whether or not anybody is there. */
const backgroundHeader = 'X-Background'

export const idle = sql`now() - interval '120 minutes'`
export const absolute = sql`now() - interval '12 hours'`

/** 256 random bits; the database stores only their hash (spec/quality "Sessions"). */
const newId = () => randomBytes(32).toString('base64url')
export const hashOf = (id: string) => createHash('sha256').update(id).digest('hex')
/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
export const wellFormed = /^[\w-]{43}$/u

/**
 * The cookies of one browser. A browser without a session also has an id, so that the login is protected against
 * CSRF; such an id has no row in the database.
 */
export interface Browser {
  /** Signs the user in under a new id, with the factors that were given or on the word of a provider, and ends the old session. */
  signIn(db: Database, userId: number, accountId: number, factors: readonly FactorKind[] | VouchedFor): Promise<void>
  /** Continues the session in an account, under a new id; its age and factors stay. */
  renew(db: Database, accountId: number): Promise<void>
  /** Records that the user has given a factor just now. */
  confirm(db: Database, factor: FactorKind): Promise<void>
  /** Shows the session the site as a view says, from the next call on. */
  view(db: Database, viewingId: number): Promise<void>
  signOut(db: Database): Promise<void>
  /** Sets the token cookie, and creates an id if there is none. */
  issueToken(): void
  /** True if the request names a session, whether or not it exists. */
  namesSession(): boolean
  /** True if the token in the header belongs to this browser's id. */
  tokenMatches(): boolean
  /** A keyed hash of a text, which only this browser's id gives. */
  sign(text: string): string
  /**
   * The signed-in user, also where the sign-in lacks a step; null for an id that is unknown, idle for 120 minutes or 12 hours old.
   * The call counts as use of the session, unless the page made it by itself.
   */
  session(db: Database): Promise<Session | null>
  /** Key of the session's row. Throws without an id, so it is only for authenticated calls. */
  sessionKey(): string
  /** Identifies this browser if it has signed in with the e-mail before. */
  knownDevice(email: string): string | undefined
  rememberDevice(email: string): void
  /** Turns the lookup in `developingSession` (page-session.ts) on or off for this browser. */
  markDeveloping(on: boolean): void
  /** Turns the lookup in `previewingSession` (page-session.ts) on or off for this browser. */
  markPreviewing(on: boolean): void
}

/** What a provider says of somebody whom it signed in (docs/decisions/0044-single-sign-on.md). */
export interface VouchedFor {
  readonly provider_id: number
  readonly subject: string
  /** Its name for the sign-in there; null: it has none. */
  readonly sid: string | null
  /** When the user gave it their factors; null: it does not say, and they are not fresh. */
  readonly at: Date | null
  /** It says that they were several. */
  readonly several: boolean
}

function vouchedColumns({ provider_id, subject, sid, at, several }: VouchedFor) {
  const factors: SessionFactor[] = several ? ['sso', 'sso_second'] : ['sso']
  // The database's clock counts, not the provider's.
  const factor_at = at === null ? sql`'epoch'::timestamptz` : sql`least(now(), ${at.toISOString()}::timestamptz)`
  return { sso_provider_id: provider_id, sso_subject: subject, sso_sid: sid, factors, factor_at }
}

/** Cookies that are bound to this host and to https carry the `__Host-` prefix. */
export const nameOf = (cookie: string, secure: boolean) => (secure ? `__Host-${cookie}` : cookie)

export function browserOf(c: Context, csrfKey: string, secure: boolean): Browser {
  const sessionName = nameOf(sessionCookie, secure)
  const deviceName = nameOf(deviceCookie, secure)
  const developmentName = nameOf(developmentCookie, secure)
  const previewName = nameOf(previewCookie, secure)
  const sent = getCookie(c, sessionName)
  let id = sent !== undefined && wellFormed.test(sent) ? sent : undefined
  const options = { path: '/', sameSite: 'Lax', secure } as const
  // Scripts cannot read these.
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
    async signIn(db, userId, accountId, given) {
      await forget(db)
      const next = newId()
      const { address = null, device = null } = requestContext.getStore() ?? {}
      const session = { id_hash: hashOf(next), user_id: userId, account_id: accountId, address, device }
      await db.insert(sessions).values({ ...session, ...('provider_id' in given ? vouchedColumns(given) : { factors: [...given] }) })
      use(next)
    },
    async renew(db, accountId) {
      const next = newId()
      await db.transaction(async (transaction) => {
        const own = eq(sessions.id_hash, hashOf(id ?? ''))
        // Whatever ends the sessions of a user locks the user, so that it meets this one under its former id or under the next.
        const ofOwn = inArray(users.id, transaction.select({ id: sessions.user_id }).from(sessions).where(own))
        await transaction.select({ id: users.id }).from(users).where(ofOwn).for('share')
        const [former] = await transaction.delete(sessions).where(own).returning()
        if (!former) throw new RequestError('unauthenticated')
        const { id: _, ...kept } = former
        await transaction.insert(sessions).values({ ...kept, id_hash: hashOf(next), account_id: accountId, last_seen_at: sql`now()` })
      })
      use(next)
    },
    async confirm(db, factor) {
      const given = sql`array_append(array_remove(${sessions.factors}, ${factor}), ${factor})`
      await db
        .update(sessions)
        .set({ factors: given, factor_at: sql`now()` })
        .where(eq(sessions.id_hash, hashOf(id ?? '')))
    },
    async view(db, viewingId) {
      await db
        .update(sessions)
        .set({ viewing_id: viewingId })
        .where(eq(sessions.id_hash, hashOf(id ?? '')))
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
    namesSession: () => sent !== undefined,
    tokenMatches() {
      return id !== undefined && isSame(c.req.header(csrfHeader) ?? '', tokenOf(id))
    },
    sign(text) {
      if (!id) throw new Error('This browser has no id')
      return tokenOf(`sign ${id} ${text}`)
    },
    async session(db) {
      if (!id) return null
      const found = await readRow(db, hashOf(id))
      // Updated at most once a minute, so that reads seldom cause writes.
      if (found?.stale && c.req.header(backgroundHeader) === undefined)
        await db
          .update(sessions)
          .set({ last_seen_at: sql`now()` })
          .where(eq(sessions.id_hash, hashOf(id)))
      return found && sessionOf(db, found)
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
    markPreviewing(on) {
      if (on) setCookie(c, previewName, '1', hidden)
      else deleteCookie(c, previewName, hidden)
    },
  }
}

// What a provider says of several factors counts while its setting does.
const vouchedSecond = sql`('sso_second' = any(${sessions.factors}) and coalesce(${ssoProviders.second_factor}, false))`
const gaveSecond = sql`(${sessions.factors} && ${sql.raw(`'{${secondFactorKinds.join()}}'::text[]`)} or ${vouchedSecond})`

/**
 * What groups give is there for whoever their provider vouches for, and a provider vouches for the accounts of its company, and
 * for nobody who has become an administrator since.
 */
const isVouchedFor = and(
  or(isNull(memberships.sso_provider_id), eq(memberships.sso_provider_id, sessions.sso_provider_id)),
  or(isNull(sessions.sso_provider_id), and(eq(ssoProviders.company_id, accounts.company_id), not(isAdministrator(users.id)))),
)

/** A prepared statement, because every call runs it and planning it each time would cost more. */
const sessionStatement = (db: Database) =>
  db
    .select({
      user_id: users.id,
      name: users.name,
      email: users.email,
      locale: users.locale,
      account_id: sessions.account_id,
      role: memberships.role,
      fresh: sql<boolean>`${sessions.factor_at} > now() - make_interval(mins => ${sql.raw(String(freshMinutes))})`,
      // Read with every call, so that a factor that is added, and the day from which one is required, end what a password
      // alone can do in every browser at once. A factor that was given and is gone since counts for nothing.
      step: sql<SignInStep | null>`case
        when ${hasFactorOf(sessions.user_id)} then case when not ${gaveSecond} then 'factor' end
        when ${isFactorRequired} and not ${vouchedSecond} then 'enrol'
      end`,
      viewing_id: sessions.viewing_id,
      sso: sessions.sso_provider_id,
      elsewhere: sql<boolean>`(${sessions.sso_provider_id} is not null and ${hasAccountsBeyond(users.id, ssoProviders.company_id)})`,
      stale: sql<boolean>`${sessions.last_seen_at} < now() - interval '1 minute'`,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.user_id), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))
    .innerJoin(memberships, and(eq(memberships.user_id, sessions.user_id), eq(memberships.account_id, sessions.account_id)))
    .innerJoin(accounts, and(eq(accounts.id, sessions.account_id), isNull(accounts.deleted_at)))
    .leftJoin(
      ssoProviders,
      and(eq(ssoProviders.id, sessions.sso_provider_id), eq(ssoProviders.active, true), isNull(ssoProviders.deleted_at)),
    )
    .where(
      and(
        eq(sessions.id_hash, sql.placeholder('idHash')),
        gt(sessions.last_seen_at, idle),
        gt(sessions.created_at, absolute),
        isVouchedFor,
        // Also a session from before the requirement, from the next call on.
        not(isHeldBack({ email: users.email, user: users.id, company: accounts.company_id, provider: sessions.sso_provider_id })),
      ),
    )
    .prepare('session')

const sessionStatements = new WeakMap<Database, ReturnType<typeof sessionStatement>>()

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessionStatement>['execute']>>[number]

/** Reads user, account and role together, so that a suspension, a lost membership or a changed role takes effect at once. */
async function readRow(db: Database, idHash: string): Promise<SessionRow | null> {
  const statement = sessionStatements.get(db) ?? sessionStatement(db)
  sessionStatements.set(db, statement)
  const [row] = await statement.execute({ idHash })
  return row ?? null
}

async function sessionOf(db: Database, row: SessionRow): Promise<Session | null> {
  const role = roleOfCode(row.role)
  if (!role) return null
  const { user_id, name, email, locale, account_id, fresh, step, viewing_id, sso, elsewhere } = row
  const user = { id: user_id, name, email, locale }
  const own: Session = { user, account_id, role, fresh, step, sso, elsewhere, key: null, viewing: null }
  if (viewing_id === null || step !== null) return own
  const viewed = await viewedSession(db, own, viewing_id)
  if (viewed) return viewed
  // It has ended, and stays so where what it rested on comes back.
  await db.update(sessions).set({ viewing_id: null }).where(eq(sessions.viewing_id, viewing_id))
  return own
}

/** The session of what a page loads and follows by itself, which does not count as use. */
export async function readSession(db: Database, idHash: string): Promise<Session | null> {
  const row = await readRow(db, idHash)
  return row && sessionOf(db, row)
}
