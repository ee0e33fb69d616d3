import { eq, sql } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Database, RootDatabase } from '../db/connect.ts'
import { users } from '../db/schema.ts'

type Call = () => Promise<Response>

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const lockUser = (transaction: Database, userId: number): Promise<unknown> =>
  transaction.select().from(users).where(eq(users.id, userId)).for('update')

/**
 * Holds calls of a user by a lock, that on the user without another: `work` starts each with `hold`, which waits until it waits, and they go on in this
 * order when `work` is done. Answers what they answer.
 */
export async function whileLocked(
  db: RootDatabase,
  userId: number,
  work: (hold: (call: Call) => Promise<void>) => Promise<void>,
  lock = lockUser,
): Promise<Response[]> {
  const held: Promise<Response>[] = []
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
    await lock(transaction, userId)
    await work(async (call) => {
      held.push(call())
      await vi.waitFor(async () => {
        if ((await db.execute(waiting)).rows.length !== held.length) throw new Error('The call does not wait for the lock')
      }, 30_000)
    })
  })
  return Promise.all(held)
}
