import type { NoticeChannel, NoticeTopicName, NotificationKindName } from '@adsite/contract'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { IncidentKind } from './release-incident.ts'
import { accounts, users } from './access.ts'
import { identity, instant, reference } from '../common.ts'

/** A webhook was turned off. Pages get these as messages too. */
export type WebhookKind = 'webhook_failing' | 'webhook_gone'

/** An administrator has seen the account as one of its users. Pages get these as messages too. */
export type ViewingKind = 'viewed_as'

/** Something of the site waits for somebody to decide (settled once that is done), or was decided. Pages get these as messages too. */
export type WaitingKind =
  | 'factor_reset_waiting'
  | 'change_request_waiting'
  | 'change_request_approved'
  | 'change_request_rejected'
  | 'change_request_lapsed'
  | 'change_request_outdated'

/** What somebody of an account is told. */
export type NoticeKind = NotificationKindName | IncidentKind | WebhookKind | ViewingKind | WaitingKind

/** Notifications of accounts; the account is the tenant. */
export const notifications = pgTable(
  'notifications',
  {
    account_id: reference()
      .notNull()
      .references(() => accounts.id),
    id: identity(),
    /** One of the contract's `notificationKinds`, or one that pages get as a message (notification/*-text.ts). */
    kind: text().$type<NoticeKind>().notNull(),
    entity: text(),
    entity_id: reference(),
    params: jsonb().$type<Record<string, string>>().notNull(),
    created_by: reference(),
    created_at: instant().notNull().defaultNow(),
    /** When the requested action was done. */
    settled_at: instant(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.id] }), index('notifications_of_entity').on(table.entity, table.entity_id)],
)

/** Each user of an account confirms separately. */
export const notificationConfirmations = pgTable(
  'notification_confirmations',
  {
    account_id: reference().notNull(),
    notification_id: reference().notNull(),
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    confirmed_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.notification_id, table.user_id] }),
    index('notification_confirmations_of_user').on(table.user_id),
    foreignKey({
      name: 'notification_confirmations_of_notification',
      columns: [table.account_id, table.notification_id],
      foreignColumns: [notifications.account_id, notifications.id],
    }),
  ],
)

/** What a user has chosen about the notices of a topic; without a row, the contract's `noticeTopics` decide. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    topic: text().$type<NoticeTopicName>().notNull(),
    channel: text().$type<NoticeChannel>().notNull(),
    is_on: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.topic, table.channel] })],
)
