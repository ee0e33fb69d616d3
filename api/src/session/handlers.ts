import { roleOfCode, type RoleCode, type SessionData } from '@adsite/contract'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, users } from '../db/schema.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { passwordMatches } from './password.ts'
import { clearFailures, countAttempt, normaliseEmail, throttleKey } from './throttle.ts'

/** The accounts of a user in the server form of SPEC section 3, the default one first. */
async function accountsOf(db: Database, userId: number): Promise<SessionData['accounts']> {
  const rows = await db
    .select({ account_id: memberships.account_id, name: accounts.name, role: memberships.role, is_default: memberships.is_default })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .where(eq(memberships.user_id, userId))
    .orderBy(desc(memberships.is_default), asc(memberships.account_id))
  return rows.filter(({ role }) => roleOfCode(role) !== null).map((row) => ({ ...row, role: row.role as RoleCode }))
}

async function sessionData(db: Database, user: Session['user'], usingAccountId: number): Promise<{ data: SessionData }> {
  return { data: { user, accounts: await accountsOf(db, user.id), using_account_id: usingAccountId } }
}

/** Calls of SPEC section 7 around the session. */
export const sessionHandlers: Handlers['session'] = {
  async csrf({ browser }) {
    browser.issueToken()
  },

  /** Unknown e-mail, wrong password and inactive user get the same answer after the same work (QUALITY "enumeration"). */
  async login({ db, body, browser, address }) {
    const email = normaliseEmail(body.email)
    const key = throttleKey(email, address)
    await countAttempt(db, key)
    const [user] = await db.select().from(users).where(eq(users.email, email))
    const matches = await passwordMatches(user?.password_hash, body.password)
    if (!user || !matches || user.status !== 'ACTIVE' || user.deleted_at) throw new Refusal('login_failed')
    const [first] = await accountsOf(db, user.id)
    if (!first) throw new Refusal('login_failed')
    await clearFailures(db, key)
    await browser.signIn(db, user.id, first.account_id)
    const { id, name, locale } = user
    return sessionData(db, { id, name, email: user.email, locale: locale === 'en' ? 'en' : 'ja' }, first.account_id)
  },

  async logout({ db, browser }) {
    await browser.signOut(db)
  },

  async me({ db, session }) {
    return sessionData(db, session.user, session.account_id)
  },

  async changeRole({ db, session, body, browser }) {
    const own = await accountsOf(db, session.user.id)
    if (!own.some(({ account_id }) => account_id === body.account_id)) throw new Refusal('not_found')
    await browser.signIn(db, session.user.id, body.account_id)
    return sessionData(db, session.user, body.account_id)
  },
}
