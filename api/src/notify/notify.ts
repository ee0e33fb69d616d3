import { askingKinds, webhookTopics } from '@adsite/contract'
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, notifications } from '../db/schema.ts'
import type { NoticeKind, WaitingKind } from '../db/schema/people/notification.ts'
import { queueNoticeMails } from './notice-recipients.ts'
import { topicOfNotice } from './notice-topic.ts'
import { queueWebhooks } from './queue-webhooks.ts'

export interface Notice {
  readonly kind: NoticeKind
  readonly entity: string | null
  readonly entity_id: number | null
  /** Parameters of the kind's text. */
  readonly params: Readonly<Record<string, string>>
  readonly created_by: number | null
}

/** `order_approved` of an order is `order.approved`, `credit_approved` of a company `company.credit_approved`. */
function typeOf({ kind, entity }: Notice): string {
  const subject = entity ?? 'release'
  return `${subject}.${kind.startsWith(`${subject}_`) ? kind.slice(subject.length + 1) : kind}`
}

/**
 * Notifies the accounts that match `to`, in the transaction of the event: on the site, by webhook, and by mail those users who
 * want it. Incidents of releases have mails of their own (incident/tell-operators.ts). Returns the ids of the notifications.
 */
export async function notify(transaction: Database, notice: Notice, to: SQL): Promise<number[]> {
  const told = await transaction
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(to, isNull(accounts.deleted_at)))
    .orderBy(accounts.id)
  if (told.length === 0) return []
  const rows = told.map(({ id }) => ({ account_id: id, ...notice, params: { ...notice.params } }))
  const about = topicOfNotice[notice.kind]
  const topic = webhookTopics.keys.find((key) => key === about)
  if (topic) {
    const data = { id: notice.entity_id, ...notice.params }
    const ids = sql`${sql.param(told.map(({ id }) => id))}::bigint[]`
    await queueWebhooks(transaction, { topic, type: typeOf(notice), data }, sql`webhooks.account_id = any(${ids})`)
  }
  const made = await transaction.insert(notifications).values(rows).returning({ id: notifications.id })
  const ids = made.map(({ id }) => id)
  if (about !== 'release') await queueNoticeMails(transaction, about, ids)
  return ids
}

const waitingKinds: readonly WaitingKind[] = ['factor_reset_waiting', 'change_request_waiting']

/** Marks the requests of a record as done once its state changes, so that nobody is asked to act again. */
export async function settle(transaction: Database, entity: string, id: number): Promise<void> {
  await transaction
    .update(notifications)
    .set({ settled_at: sql`now()` })
    .where(
      and(
        eq(notifications.entity, entity),
        eq(notifications.entity_id, id),
        inArray(notifications.kind, [...askingKinds, ...waitingKinds]),
        isNull(notifications.settled_at),
      ),
    )
}
