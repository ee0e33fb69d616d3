import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { factorResets } from '../db/schema.ts'
import { settle } from '../notify/notify.ts'

const isOpen = isNull(factorResets.ended_at)

/** When the own factors are removed, where that was asked for; null otherwise. */
export async function resetDue(db: Database, userId: number): Promise<string | null> {
  const [open] = await db
    .select({ due_at: factorResets.due_at })
    .from(factorResets)
    .where(and(eq(factorResets.user_id, userId), isOpen))
  return open?.due_at.toISOString() ?? null
}

/** Ends a reset that was asked for with a password which is another since. */
export async function endResetsOf(transaction: Database, userId: number): Promise<void> {
  const ended = await transaction
    .update(factorResets)
    .set({ outcome: 'PASSWORD_CHANGED', ended_by: userId, ended_at: sql`now()` })
    .where(and(eq(factorResets.user_id, userId), isOpen))
    .returning({ id: factorResets.id })
  for (const { id } of ended) await settle(transaction, 'factor_reset', id)
}
