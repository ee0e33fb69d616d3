import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { audited, count, identity, instant, money, reference } from './common.ts'

/** The tenant of the demand side is the advertiser: first in every key, so that its rows can live on one node. */
const advertiser = () =>
  reference()
    .notNull()
    .references(() => accounts.id)

export const campaigns = pgTable(
  'campaigns',
  {
    advertiser_account_id: advertiser(),
    id: identity(),
    name: text().notNull(),
    name_norm: text().notNull(),
    agency_account_id: reference().references(() => accounts.id),
    rep_account_id: reference().references(() => accounts.id),
    goal: text().notNull(),
    start_at: instant().notNull(),
    end_at: instant().notNull(),
    lifetime_budget: money().notNull(),
    daily_budget: money(),
    memo: text(),
    user_status: text().notNull().default('ACTIVE'),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.id] }),
    index('campaigns_by_id').on(table.id),
    index('campaigns_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('campaigns_of_advertiser')
      .on(table.advertiser_account_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('campaigns_of_agency')
      .on(table.agency_account_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('campaigns_of_rep')
      .on(table.rep_account_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    // What runs now is a small part of what ever ran.
    index('campaigns_by_end')
      .on(table.end_at)
      .where(sql`deleted_at is null`),
    check('campaigns_period', sql`${table.end_at} > ${table.start_at}`),
  ],
)

export const ads = pgTable(
  'ads',
  {
    advertiser_account_id: advertiser(),
    id: identity(),
    campaign_id: reference().notNull(),
    name: text().notNull(),
    name_norm: text().notNull(),
    unit_price: money().notNull(),
    quantity: count(),
    budget: money().notNull(),
    start_at: instant().notNull(),
    end_at: instant().notNull(),
    landing_url: text().notNull(),
    user_status: text().notNull().default('ACTIVE'),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.id] }),
    index('ads_by_id').on(table.id),
    index('ads_of_campaign').on(table.advertiser_account_id, table.campaign_id, table.id),
    foreignKey({
      columns: [table.advertiser_account_id, table.campaign_id],
      foreignColumns: [campaigns.advertiser_account_id, campaigns.id],
    }),
  ],
)

export const creatives = pgTable(
  'creatives',
  {
    advertiser_account_id: advertiser(),
    id: identity(),
    name: text().notNull(),
    name_norm: text().notNull(),
    width: integer(),
    height: integer(),
    ...audited(),
  },
  (table) => [primaryKey({ columns: [table.advertiser_account_id, table.id] }), index('creatives_by_id').on(table.id)],
)
