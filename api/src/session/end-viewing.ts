import { and, eq, isNull, lte, not, or, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { recordEvent } from '../audit/record-event.ts'
import type { Database, RootDatabase } from '../db/connect.ts'
import { sessions, viewings } from '../db/schema.ts'

const ended = { ended_at: sql`least(now(), ${viewings.ends_at})` }
const isOpen = isNull(viewings.ended_at)

/** Ends a view, whatever session shows it; returns whether it was still open. */
export async function endViewing(db: Database, id: number): Promise<boolean> {
  const rows = await db
    .update(viewings)
    .set(ended)
    .where(and(eq(viewings.id, id), isOpen))
    .returning({ id: viewings.id })
  return rows.length > 0
}

const shown = new QueryBuilder()
  .select({ one: sql`1` })
  .from(sessions)
  .where(eq(sessions.viewing_id, viewings.id))

/** Records the end of views that have run out, or that no session shows any more: it is gone, or what the view rested on is. */
export async function endOldViewings(db: RootDatabase): Promise<void> {
  await db.transaction(async (transaction) => {
    const rows = await transaction
      .update(viewings)
      .set(ended)
      .where(and(isOpen, or(lte(viewings.ends_at, sql`now()`), not(sql`exists (${shown})`))))
      .returning({
        user_id: viewings.user_id,
        admin: viewings.admin_user_id,
        account_id: viewings.account_id,
        ranOut: sql<boolean>`${viewings.ended_at} = ${viewings.ends_at}`,
      })
    for (const { user_id, admin, account_id, ranOut } of rows)
      await recordEvent(transaction, {
        kind: 'view_as',
        user_id: admin,
        account_id,
        role: 'admin',
        target: `user ${user_id}`,
        detail: ranOut ? 'ran out' : 'ended with what it rested on',
      })
  })
}
