import type { WebhookTopic } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { webhookDeliveries, webhooks } from '../db/schema.ts'

/** What webhooks are told. */
export interface WebhookMessage {
  readonly topic: WebhookTopic
  /** `order.approved` */
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Queues a message for the webhooks of accounts that asked for its topic, in the transaction of the event: it is sent if and
 * only if the event has happened. `whose` is a condition on webhooks.
 */
export async function queueWebhooks(transaction: Database, { topic, type, data }: WebhookMessage, whose: SQL): Promise<void> {
  await transaction.execute(sql`
    insert into ${webhookDeliveries} (webhook_id, type, body)
    select webhooks.id, ${type}, jsonb_build_object('type', ${type}::text,
      'timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', jsonb_build_object('account_id', webhooks.account_id) || ${JSON.stringify(data)}::jsonb)::text
    from ${webhooks} where webhooks.status = 'ACTIVE' and ${topic} = any(webhooks.topics) and ${whose}`)
}
