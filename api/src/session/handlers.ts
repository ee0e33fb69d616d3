import { roleOfCode, required, type SessionData } from '@adsite/contract'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, users } from '../db/schema.ts'
import type { Handlers, Session } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { describeEvent } from '../audit/record-event.ts'
import { passwordMatches } from './password.ts'
import { normaliseEmail, refuseThrottled, settleAttempt } from './throttle.ts'

/** A user's accounts in the API's form (spec/api "Account forms"), the default one first. */
async function accountsOf(db: Database, userId: number): Promise<SessionData['accounts']> {
  const rows = await db
    .select({ account_id: memberships.account_id, name: accounts.name, role: memberships.role, is_default: memberships.is_default })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .where(eq(memberships.user_id, userId))
    .orderBy(desc(memberships.is_default), asc(memberships.account_id))
  return rows.filter(({ role }) => roleOfCode(role) !== null)
}

async function sessionData(db: Database, user: Session['user'], usingAccountId: number): Promise<{ data: SessionData }> {
  return { data: { user, accounts: await accountsOf(db, user.id), using_account_id: usingAccountId } }
}

/** Records whose session started, in which account. */
function describeSignIn(user_id: number, { account_id, role }: SessionData['accounts'][number]): void {
  describeEvent({ user_id, account_id, role: required(roleOfCode(role), 'role of code') })
}

export const sessionHandlers: Handlers['session'] = {
  async csrf({ browser }) {
    browser.issueToken()
  },

  /** An unknown e-mail, a wrong password and an inactive user get the same answer after the same work (spec/quality "Enumeration"). */
  async login({ db, body, browser, address }) {
    const email = normaliseEmail(body.email)
    describeEvent({ email })
    const attempt = { kind: 'login', subject: email, address, device: browser.knownDevice(email) } as const
    await refuseThrottled(db, attempt)
    const [user] = await db.select().from(users).where(eq(users.email, email))
    const matches = await passwordMatches(user?.password_hash, body.password)
    const [first] = user && matches && user.status === 'ACTIVE' && !user.deleted_at ? await accountsOf(db, user.id) : []
    await settleAttempt(db, attempt, first !== undefined)
    if (!user || !first) throw new RequestError('login_failed')
    browser.rememberDevice(email)
    await browser.signIn(db, user.id, first.account_id, ['password'])
    describeSignIn(user.id, first)
    const { id, name, locale } = user
    return sessionData(db, { id, name, email: user.email, locale: locale === 'en' ? 'en' : 'ja' }, first.account_id)
  },

  async logout({ db, browser }) {
    const session = await browser.session(db)
    if (session) describeEvent({ user_id: session.user.id, account_id: session.account_id, role: session.role })
    await browser.signOut(db)
  },

  async accounts({ db, session }) {
    return { data: { accounts: await accountsOf(db, session.user.id), using_account_id: session.account_id } }
  },

  async me({ db, session }) {
    return sessionData(db, session.user, session.account_id)
  },

  async changeRole({ db, session, body, browser }) {
    const own = await accountsOf(db, session.user.id)
    const wanted = own.find(({ account_id }) => account_id === body.account_id)
    describeEvent({ target: `account ${body.account_id}`, detail: `from account ${session.account_id}` })
    if (!wanted) throw new RequestError('not_found')
    await browser.renew(db, body.account_id)
    describeSignIn(session.user.id, wanted)
    return sessionData(db, session.user, body.account_id)
  },
}
