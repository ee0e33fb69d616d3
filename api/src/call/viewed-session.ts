import { roleCode, roleOfCode } from '@adsite/contract'
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, users, viewings } from '../db/schema.ts'
import type { Session } from './handler.ts'

/** The person who calls: of a view the administrator, not the user whom they view. */
export const actorOf = (session: Pick<Session, 'user' | 'viewing'>): Session['user'] => session.viewing?.actor ?? session.user

/** The account of the person who calls. */
export const actorAccountOf = (session: Pick<Session, 'account_id' | 'viewing'>): number =>
  session.viewing?.actor_account_id ?? session.account_id

/** Users who may be viewed: active, and no administrator of any account. The query has to be from users. */
export const mayBeViewed = and(
  eq(users.status, 'ACTIVE'),
  isNull(users.deleted_at),
  sql`not exists (select from memberships other where other.user_id = ${users.id} and other.role = ${roleCode('admin')})`,
)

/**
 * What a session shows while its view lasts: the site as another user sees it. null once the view has ended, or where the
 * administrator or the user no longer is what they were when it began.
 */
export async function viewedSession(db: Database, own: Session, id: number): Promise<Session | null> {
  if (own.role !== 'admin') return null
  const { name, email, locale } = users
  const [row] = await db
    .select({
      user: { id: users.id, name, email, locale },
      account_id: viewings.account_id,
      role: memberships.role,
      reason: viewings.reason,
      ends_at: viewings.ends_at,
    })
    .from(viewings)
    .innerJoin(users, and(eq(users.id, viewings.user_id), mayBeViewed))
    .innerJoin(memberships, and(eq(memberships.user_id, viewings.user_id), eq(memberships.account_id, viewings.account_id)))
    .innerJoin(accounts, and(eq(accounts.id, viewings.account_id), ne(accounts.kind, 'admin'), isNull(accounts.deleted_at)))
    .where(
      and(
        eq(viewings.id, id),
        eq(viewings.admin_user_id, own.user.id),
        eq(viewings.admin_account_id, own.account_id),
        isNull(viewings.ended_at),
        gt(viewings.ends_at, sql`now()`),
      ),
    )
  const role = row ? roleOfCode(row.role) : null
  if (!row || !role || role === 'admin') return null
  const { user, account_id, reason, ends_at } = row
  const viewing = { id, reason, ends_at, actor: own.user, actor_account_id: own.account_id }
  return { user, account_id, role, fresh: false, key: null, step: null, sso: null, elsewhere: false, viewing }
}
