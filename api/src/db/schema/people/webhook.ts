import type { WebhookFault } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { identity, instant, reference } from '../common.ts'

/** Addresses that are told what happens in an account (docs/decisions/0039). */
export const webhooks = pgTable(
  'webhooks',
  {
    id: identity().primaryKey(),
    account_id: reference()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    url: text().notNull(),
    /** Signs what is sent; sealed (webhook/secrets.ts), and answered once. */
    secret: text().notNull(),
    /** The one before it, which signs too until then. */
    former_secret: text(),
    former_until: instant(),
    /** Topics of the contract's `webhookTopics`. */
    topics: text().array().notNull(),
    status: text({ enum: ['ACTIVE', 'OFF'] })
      .notNull()
      .default('ACTIVE'),
    /** Why it is off. */
    off_reason: text({ enum: ['user', 'failing', 'gone'] }),
    /** Taken by a process until then. */
    busy_until: instant(),
    created_by: reference(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [index('webhooks_of_account').on(table.account_id, table.id.desc())],
)

/** Messages to webhooks: the queue of those that wait, and the log of the others for a month. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: identity().primaryKey(),
    webhook_id: reference()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    /** The body as it is signed: repeated attempts send the same bytes. */
    body: text().notNull(),
    status: text({ enum: ['WAITING', 'DELIVERED', 'FAILED'] })
      .notNull()
      .default('WAITING'),
    attempts: integer().notNull().default(0),
    due_at: instant().notNull().defaultNow(),
    last_at: instant(),
    /** Status of the last answer; null: there was none. */
    last_status: integer(),
    /** Why there was no answer, as a code of the contract's `webhookFaults`. */
    last_fault: text().$type<WebhookFault>(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('webhook_deliveries_newest').on(table.webhook_id, table.id.desc()),
    index('webhook_deliveries_waiting')
      .on(table.due_at)
      .where(sql`status = 'WAITING'`),
    index('webhook_deliveries_by_age').on(table.created_at),
  ],
)
