import { message } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { logChanges, type Change } from '../db/audit.ts'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, users } from '../db/schema.ts'
import type { Handlers } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'

/** Makes another of the user's accounts the one that a sign-in starts with; answers what changed. */
async function changeDefault(transaction: Database, userId: number, accountId: number): Promise<Change[]> {
  const own = await transaction
    .select({ account_id: memberships.account_id, is_default: memberships.is_default })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .where(eq(memberships.user_id, userId))
  const wanted = own.find(({ account_id }) => account_id === accountId)
  if (!wanted) throw new Refusal('validation_failed', { errors: { default_account_id: [message('not_found')] } })
  if (wanted.is_default) return []
  const [former] = await transaction
    .update(memberships)
    .set({ is_default: false })
    .where(and(eq(memberships.user_id, userId), eq(memberships.is_default, true)))
    .returning({ account_id: memberships.account_id })
  await transaction
    .update(memberships)
    .set({ is_default: true })
    .where(and(eq(memberships.user_id, userId), eq(memberships.account_id, accountId)))
  return [{ field: 'default_account_id', before: former?.account_id ?? null, after: accountId }]
}

export const userHandlers: Handlers['user'] = {
  async updateMe({ db, session, body }) {
    const { id } = session.user
    await db.transaction(async (transaction) => {
      const [user] = await transaction.select({ locale: users.locale }).from(users).where(eq(users.id, id)).for('update')
      const locale = body.locale ?? user!.locale
      const changes: Change[] = locale === user!.locale ? [] : [{ field: 'locale', before: user!.locale, after: locale }]
      if (body.default_account_id !== undefined) changes.push(...(await changeDefault(transaction, id, body.default_account_id)))
      if (changes.length === 0) return
      await transaction
        .update(users)
        .set({ locale, version: sql`${users.version} + 1`, updated_by: id, updated_at: sql`now()` })
        .where(eq(users.id, id))
      const author = { user_id: id, account_id: session.account_id, source: 'screen' } as const
      await logChanges(transaction, author, 'user', id, 'update', changes)
    })
  },
}
