import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, instant, reference } from '../common.ts'

/** Named list states of a user in an account. They are settings, not business rows, so they are deleted for good. */
export const savedViews = pgTable(
  'saved_views',
  {
    account_id: reference().notNull(),
    id: identity(),
    user_id: reference().notNull(),
    /** The list: an endpoint group, or `group.name`. */
    resource: text().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    shared: boolean().notNull().default(false),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.id] }),
    index('saved_views_by_id').on(table.id),
    uniqueIndex('saved_views_name').on(table.account_id, table.user_id, table.resource, table.name),
    index('saved_views_of_list').on(table.account_id, table.resource),
  ],
)

/** The view that a user opens a list with; it may be shared by somebody else. */
export const savedViewDefaults = pgTable(
  'saved_view_defaults',
  {
    account_id: reference().notNull(),
    user_id: reference().notNull(),
    resource: text().notNull(),
    view_id: reference().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.user_id, table.resource] })],
)
