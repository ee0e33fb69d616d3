import { required, roleOfCode, type SessionData } from '@adsite/contract'
import { and, asc, desc, eq, isNull, not, or, sql } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Session } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, ssoProviders, users } from '../db/schema.ts'
import { nextFactorDue } from '../requirement/factor-requirement.ts'
import { resetDue } from '../requirement/factor-reset.ts'
import { exemptionOf, isHeldBack } from '../requirement/sign-on-requirement.ts'

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
  const company = sql`(select ${ssoProviders.company_id} from ${ssoProviders} where ${ssoProviders.id} = ${provider})`
  const vouched = provider === null ? isNull(given) : and(or(isNull(given), eq(given, sql`${provider}`)), eq(accounts.company_id, company))
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
  const way = sso === null ? {} : { single_sign_on: true }
  return { data: { ...session, ...way, factor_due: await nextFactorDue(db, id), factor_reset_due: await resetDue(db, id) } }
}

/** An active user, and the account that their sign-in starts in; null where they may not sign in. */
export async function signInAccount(db: Database, userId: number): Promise<{ user: Session['user']; account: Account } | null> {
  const { id, name, email, locale } = users
  const [user] = await db
    .select({ id, name, email, locale })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))
  const [account] = user ? await accountsOf(db, userId, signedInHere) : []
  return user && account ? { user, account } : null
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
