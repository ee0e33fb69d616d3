import { required, roleOfCode, type SessionData } from '@adsite/contract'
import { and, asc, desc, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Session } from '../call/handler.ts'
import type { Browser } from '../call/session.ts'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, userFactors, users } from '../db/schema.ts'
import { nextFactorDue } from '../requirement/factor-requirement.ts'
import { resetDue } from '../requirement/factor-reset.ts'
import {
  companyOf,
  exemptionOf,
  hasAccountsBeyond,
  isAdministrator,
  isHeldBack,
  isPasswordVoid,
} from '../requirement/sign-on-requirement.ts'

type Account = SessionData['accounts'][number]
/** How a session began. */
type Way = Pick<Session, 'viewing' | 'sso'>
/** With factors of this site. */
export const signedInHere: Way = { viewing: null, sso: null }

/**
 * A user's accounts in the API's form (spec/api "Account forms"), the default one first: those that a session can use that
 * began in this way. While somebody views the user, all of them.
 */
export async function accountsOf(db: Database, userId: number, { viewing, sso: provider }: Way): Promise<SessionData['accounts']> {
  const given = memberships.sso_provider_id
  const vouched =
    provider === null
      ? isNull(given)
      : and(or(isNull(given), eq(given, provider)), eq(accounts.company_id, companyOf(sql`${provider}`)), not(isAdministrator(users.id)))
  const vouching = provider === null ? null : sql`${provider}`
  const usable = and(vouched, not(isHeldBack({ email: users.email, user: users.id, company: accounts.company_id, provider: vouching })))
  const rows = await db
    .select({ account_id: memberships.account_id, name: accounts.name, role: memberships.role, is_default: memberships.is_default })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .where(and(eq(memberships.user_id, userId), viewing ? undefined : usable))
    .orderBy(desc(memberships.is_default), asc(memberships.account_id))
  return rows.filter(({ role }) => roleOfCode(role) !== null)
}

/** Whether the user has accounts of which the provider says nothing. */
async function hasAccountsElsewhere(db: Database, userId: number, provider: number): Promise<boolean> {
  const beyond = hasAccountsBeyond(sql`${userId}`, companyOf(sql`${provider}`))
  const { rows } = await db.execute<{ beyond: boolean }>(sql`select ${beyond} as beyond`)
  return rows[0]?.beyond === true
}

/** Whether the user has a password. Whom a provider has made has none. */
const hasPassword = async (db: Database, userId: number): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), isNotNull(users.password_hash)))) > 0

/** Whether a password of this site signs the user in: some have none, and others are held to their provider. */
export const passwordSignsIn = async (db: Database, userId: number): Promise<boolean> =>
  (await hasPassword(db, userId)) && !(await isPasswordVoid(db, userId))

export async function sessionData(
  db: Database,
  user: Session['user'],
  usingAccountId: number,
  { viewing, sso }: Way,
): Promise<{ data: SessionData }> {
  const { id, name, email, locale } = user
  const own = await accountsOf(db, id, { viewing, sso })
  const session = { user: { id, name, email, locale }, accounts: own, using_account_id: usingAccountId }
  // What the user's factors lack is for them alone.
  if (viewing) return { data: { ...session, viewing: { id: viewing.id, reason: viewing.reason, ends_at: viewing.ends_at.toISOString() } } }
  const way = sso === null ? {} : { single_sign_on: true, ...((await hasAccountsElsewhere(db, id, sso)) && { accounts_elsewhere: true }) }
  // A session that no provider began has an account that a password opens: one of somebody who is held has ended.
  const lacks = (await (sso === null ? hasPassword : passwordSignsIn)(db, id)) ? {} : { no_password: true }
  return { data: { ...session, ...way, ...lacks, factor_due: await nextFactorDue(db, id), factor_reset_due: await resetDue(db, id) } }
}

interface SigningIn {
  readonly user: Session['user']
  readonly account: Account
}

/** An active user, and the account that their sign-in starts in; null where they may not sign in. */
export async function signInAccount(db: Database, userId: number): Promise<SigningIn | null> {
  const { id, name, email, locale } = users
  const [user] = await db
    .select({ id, name, email, locale })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))
  const [account] = user ? await accountsOf(db, userId, signedInHere) : []
  return user && account ? { user, account } : null
}

/** The factor that a sign-in was checked by, as it was then. */
type Checked = { readonly password_hash: string } | { readonly passkey: string }

/**
 * Signs the user in, unless the factor has been taken back since it was checked: whatever does that ends the sessions that are
 * there, and this one would come after it. False then.
 */
export async function signInWith(db: Database, browser: Browser, { user, account }: SigningIn, checked: Checked): Promise<boolean> {
  return db.transaction(async (transaction) => {
    // The user first, as whatever takes a factor back locks them.
    const [now] = await transaction.select({ password_hash: users.password_hash }).from(users).where(eq(users.id, user.id)).for('share')
    if ('password_hash' in checked) {
      if (now?.password_hash !== checked.password_hash) return false
    } else {
      const own = and(eq(userFactors.user_id, user.id), eq(userFactors.credential_id, checked.passkey))
      const [factor] = await transaction.select({ id: userFactors.id }).from(userFactors).where(own).for('share')
      if (!factor) return false
    }
    await browser.signIn(transaction, user.id, account.account_id, ['password_hash' in checked ? 'password' : 'passkey'])
    return true
  })
}

/** Records that somebody signed in here although a provider is required of their domain, and why that was possible. */
export async function describeExemption(db: Database, userId: number, way: 'password' | 'passkey'): Promise<void> {
  const exemption = await exemptionOf(db, userId)
  if (exemption !== null) describeEvent({ detail: `${way}, past the required single sign-on: ${exemption}` })
}

/** Records whose session started, in which account. */
export function describeSignIn(user_id: number, { account_id, role }: Account): void {
  describeEvent({ user_id, account_id, role: required(roleOfCode(role), 'role of code') })
}
