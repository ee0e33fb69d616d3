import { required, roleOfCode, type SessionData } from '@adsite/contract'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Session } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, users } from '../db/schema.ts'
import { nextFactorDue } from '../requirement/factor-requirement.ts'
import { resetDue } from '../requirement/factor-reset.ts'

type Account = SessionData['accounts'][number]

/** A user's accounts in the API's form (spec/api "Account forms"), the default one first. */
export async function accountsOf(db: Database, userId: number): Promise<SessionData['accounts']> {
  const rows = await db
    .select({ account_id: memberships.account_id, name: accounts.name, role: memberships.role, is_default: memberships.is_default })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .where(eq(memberships.user_id, userId))
    .orderBy(desc(memberships.is_default), asc(memberships.account_id))
  return rows.filter(({ role }) => roleOfCode(role) !== null)
}

export async function sessionData(
  db: Database,
  user: Session['user'],
  usingAccountId: number,
  viewing: Session['viewing'] = null,
): Promise<{ data: SessionData }> {
  const { id, name, email, locale } = user
  const own = await accountsOf(db, id)
  const session = { user: { id, name, email, locale }, accounts: own, using_account_id: usingAccountId }
  // What the user's factors lack is for them alone.
  if (viewing) return { data: { ...session, viewing: { id: viewing.id, reason: viewing.reason, ends_at: viewing.ends_at.toISOString() } } }
  return { data: { ...session, factor_due: await nextFactorDue(db, id), factor_reset_due: await resetDue(db, id) } }
}

/** An active user, and the account that their sign-in starts in; null where they may not sign in. */
export async function signInAccount(db: Database, userId: number): Promise<{ user: Session['user']; account: Account } | null> {
  const { id, name, email, locale } = users
  const [user] = await db
    .select({ id, name, email, locale })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))
  const [account] = user ? await accountsOf(db, userId) : []
  return user && account ? { user, account } : null
}

/** Records whose session started, in which account. */
export function describeSignIn(user_id: number, { account_id, role }: Account): void {
  describeEvent({ user_id, account_id, role: required(roleOfCode(role), 'role of code') })
}
