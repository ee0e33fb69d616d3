import type { NotificationKindName } from '@adsite/contract'
import { and, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, notifications } from '../db/schema.ts'

export interface Notice {
  readonly kind: NotificationKindName
  readonly entity: string | null
  readonly entity_id: number | null
  /** What the kind's text is filled with. */
  readonly params: Readonly<Record<string, string>>
  readonly created_by: number | null
}

/** Tells the accounts that `to` says (a condition on accounts), in the transaction of what happened; answers the ids. */
export async function notify(transaction: Database, notice: Notice, to: SQL): Promise<number[]> {
  const told = await transaction
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(to, isNull(accounts.deleted_at)))
    .orderBy(accounts.id)
  if (told.length === 0) return []
  const rows = told.map(({ id }) => ({ account_id: id, ...notice, params: { ...notice.params } }))
  const made = await transaction.insert(notifications).values(rows).returning({ id: notifications.id })
  return made.map(({ id }) => id)
}
