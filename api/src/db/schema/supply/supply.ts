import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../people/access.ts'
import { audited, day, identity, money, rate, reference } from '../common.ts'
import { formats } from '../demand/product.ts'

/** The tenant of the supply side (spec/domain "Row scope"): owned by a pg account, traded by a ptd account. */
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
  (table) => [
    index('publisher_groups_by_account').on(table.account_id),
    index('publisher_groups_by_ptd').on(table.ptd_account_id),
    index('publisher_groups_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
  ],
)

const group = () =>
  reference()
    .notNull()
    .references(() => publisherGroups.id)

export const publishers = pgTable(
  'publishers',
  { publisher_group_id: group(), id: identity(), name: text().notNull(), name_norm: text().notNull(), ...audited() },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('publishers_by_id').on(table.id),
    index('publishers_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
  ],
)

export const media = pgTable(
  'media',
  {
    publisher_group_id: group(),
    id: identity(),
    publisher_id: reference().notNull(),
    name: text().notNull(),
    name_norm: text().notNull(),
    /** A website has a domain, an app an id. */
    domain: text(),
    app_id: text(),
    categories: text().array(),
    status: text({ enum: ['ACTIVE', 'INACTIVE', 'ARCHIVED'] })
      .notNull()
      .default('ACTIVE'),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('media_by_id').on(table.id),
    index('media_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('media_of_group')
      .on(table.publisher_group_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
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
    blocked_categories: text().array(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('spaces_of_medium').on(table.publisher_group_id, table.medium_id),
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
    blocked_categories: text().array(),
    /** No foreign key, because creatives belong to another tenant. */
    default_creative_id: reference(),
    status: text({ enum: ['PREPARING', 'RUNNING', 'STOPPED', 'ARCHIVED'] })
      .notNull()
      .default('PREPARING'),
    /** Set while the frame is stopped. */
    stop_reason: text(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('frames_by_id').on(table.id),
    index('frames_of_space').on(table.publisher_group_id, table.space_id),
    index('frames_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('frames_of_group')
      .on(table.publisher_group_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    uniqueIndex('frames_code')
      .on(table.publisher_group_id, table.space_id, table.code)
      .where(sql`deleted_at is null`),
    foreignKey({ columns: [table.publisher_group_id, table.space_id], foreignColumns: [spaces.publisher_group_id, spaces.id] }),
  ],
)

/** One row per space and format (spec/domain "Format setting"). Formats belong to the administrator, so their key has no tenant. */
export const formatSettings = pgTable(
  'format_settings',
  {
    publisher_group_id: group(),
    id: identity(),
    space_id: reference().notNull(),
    format_id: reference()
      .notNull()
      .references(() => formats.id),
    enabled: boolean().notNull(),
    template: text().notNull(),
    floor_price: money(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('format_settings_by_id').on(table.id),
    index('format_settings_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    uniqueIndex('format_settings_once')
      .on(table.publisher_group_id, table.space_id, table.format_id)
      .where(sql`deleted_at is null`),
    foreignKey({ columns: [table.publisher_group_id, table.space_id], foreignColumns: [spaces.publisher_group_id, spaces.id] }),
  ],
)

/**
 * The share of the gross that a group, or one of its media, is paid per period (spec/domain "Revenue share").
 * The exclusion constraint `revenue_shares_no_overlap` keeps periods from overlapping; Drizzle cannot declare
 * it, so the migration does.
 */
export const revenueShares = pgTable(
  'revenue_shares',
  {
    publisher_group_id: group(),
    id: identity(),
    /** null for the whole group. */
    medium_id: reference(),
    rate: rate().notNull(),
    valid_from: day().notNull(),
    /** The last day; null until further notice. */
    valid_to: day(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('revenue_shares_by_id').on(table.id),
    index('revenue_shares_of_group')
      .on(table.publisher_group_id, table.valid_from)
      .where(sql`deleted_at is null`),
    foreignKey({ columns: [table.publisher_group_id, table.medium_id], foreignColumns: [media.publisher_group_id, media.id] }),
    check('revenue_shares_period', sql`${table.valid_to} >= ${table.valid_from}`),
    check('revenue_shares_rate', sql`${table.rate} >= 0`),
  ],
)
