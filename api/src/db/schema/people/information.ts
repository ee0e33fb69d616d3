import type { informationTypes } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { audited, identity, instant, reference } from '../common.ts'

/** Announcements; they belong to the administrator and have no tenant. */
export const information = pgTable(
  'information',
  {
    id: identity().primaryKey(),
    title: text().notNull(),
    name_norm: text().notNull(),
    type: text().$type<(typeof informationTypes.keys)[number]>().notNull(),
    is_important: boolean().notNull(),
    /** null means false. */
    is_draft: boolean(),
    target_roles: text().array().notNull(),
    publish_from: instant().notNull(),
    publish_to: instant(),
    /** Sanitised HTML. */
    body: text().notNull(),
    ...audited(),
  },
  (table) => [
    index('information_newest')
      .on(table.publish_from.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    check('information_period', sql`${table.publish_to} > ${table.publish_from}`),
    check('information_targets', sql`cardinality(${table.target_roles}) > 0`),
  ],
)

/** Who has read what, by user and account (spec/domain "Announcement"). */
export const informationConfirmations = pgTable(
  'information_confirmations',
  {
    account_id: reference().notNull(),
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    information_id: reference()
      .notNull()
      .references(() => information.id),
    confirmed_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.user_id, table.information_id] }),
    index('information_confirmations_of_user').on(table.user_id),
    index('information_confirmations_of_information').on(table.information_id),
  ],
)

/** Files of announcements; their content is in the storage under a generated name. */
export const informationAttachments = pgTable(
  'information_attachments',
  {
    id: identity().primaryKey(),
    information_id: reference()
      .notNull()
      .references(() => information.id),
    name: text().notNull(),
    content_type: text({ enum: ['application/pdf', 'image/png', 'image/jpeg', 'image/gif'] }).notNull(),
    size: integer().notNull(),
    storage_name: text().notNull(),
    created_by: reference(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [index('information_attachments_of_information').on(table.information_id, table.id)],
)
