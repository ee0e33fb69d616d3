import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { audited, identity, money, reference } from './common.ts'

/** The tenant of the supply side (DOMAIN "Who sees which rows"): owned by a pg account, traded by a ptd account. */
export const publisherGroups = pgTable(
  'publisher_groups',
  {
    id: identity().primaryKey(),
    account_id: reference()
      .notNull()
      .references(() => accounts.id),
    ptd_account_id: reference().references(() => accounts.id),
    name: text().notNull(),
    name_norm: text().notNull(),
    ...audited(),
  },
  (table) => [index('publisher_groups_by_account').on(table.account_id), index('publisher_groups_by_ptd').on(table.ptd_account_id)],
)

const group = () =>
  reference()
    .notNull()
    .references(() => publisherGroups.id)

export const publishers = pgTable(
  'publishers',
  { publisher_group_id: group(), id: identity(), name: text().notNull(), name_norm: text().notNull(), ...audited() },
  (table) => [primaryKey({ columns: [table.publisher_group_id, table.id] }), index('publishers_by_id').on(table.id)],
)

export const media = pgTable(
  'media',
  {
    publisher_group_id: group(),
    id: identity(),
    publisher_id: reference().notNull(),
    name: text().notNull(),
    name_norm: text().notNull(),
    domain: text().notNull(),
    status: text({ enum: ['active', 'inactive', 'archived'] })
      .notNull()
      .default('active'),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('media_by_id').on(table.id),
    foreignKey({
      columns: [table.publisher_group_id, table.publisher_id],
      foreignColumns: [publishers.publisher_group_id, publishers.id],
    }),
  ],
)

export const spaces = pgTable(
  'spaces',
  {
    publisher_group_id: group(),
    id: identity(),
    medium_id: reference().notNull(),
    name: text().notNull(),
    name_norm: text().notNull(),
    status: text().notNull().default('ACTIVE'),
    position: text().notNull(),
    width: integer(),
    height: integer(),
    reserve_price: money(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('spaces_by_id').on(table.id),
    index('spaces_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('spaces_of_group')
      .on(table.publisher_group_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    foreignKey({ columns: [table.publisher_group_id, table.medium_id], foreignColumns: [media.publisher_group_id, media.id] }),
  ],
)

export const frames = pgTable(
  'frames',
  {
    publisher_group_id: group(),
    id: identity(),
    space_id: reference().notNull(),
    name: text().notNull(),
    name_norm: text().notNull(),
    code: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    reserve_price: money(),
    status: text({ enum: ['preparing', 'running', 'stopped', 'archived'] })
      .notNull()
      .default('preparing'),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('frames_by_id').on(table.id),
    index('frames_of_space').on(table.publisher_group_id, table.space_id),
    foreignKey({ columns: [table.publisher_group_id, table.space_id], foreignColumns: [spaces.publisher_group_id, spaces.id] }),
  ],
)
