import type { Targeting } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../people/access.ts'
import { audited, count, identity, instant, money, reference } from '../common.ts'

/** The tenant of the demand side is the advertiser. It comes first in every key. */
const advertiser = () =>
  reference()
    .notNull()
    .references(() => accounts.id)

/** The moment until which the stored status holds; null: until something changes. A row that nobody has looked at yet is due. */
const statusUntil = () => instant().default(sql`'-infinity'`)

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
    frequency_level: text(),
    frequency_unit: text(),
    frequency_count: integer(),
    memo: text(),
    user_status: text().notNull().default('ACTIVE'),
    /** For lists (serving/settle-changed-campaigns.ts). */
    serving_status: text().notNull().default('AWAITING'),
    status_until: statusUntil(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.id] }),
    index('campaigns_by_id').on(table.id),
    index('campaigns_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('campaigns_by_status')
      .on(table.serving_status, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('campaigns_of_advertiser_by_status')
      .on(table.advertiser_account_id, table.serving_status, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    // What has ended lies together in these orders: without the status in front, a list of what runs would walk through all of it.
    index('campaigns_by_status_and_start')
      .on(table.serving_status, table.start_at.desc(), table.id.desc(), table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    index('campaigns_by_status_and_end')
      .on(table.serving_status, table.end_at.desc(), table.id.desc(), table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    index('campaigns_by_status_until')
      .on(table.status_until)
      .where(sql`status_until is not null`),
    index('campaigns_of_advertiser')
      .on(table.advertiser_account_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('campaigns_of_agency')
      .on(table.agency_account_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('campaigns_of_rep')
      .on(table.rep_account_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    // These and the following are orders of the list. Those with the tenant count its part of a range.
    index('campaigns_by_end')
      .on(table.end_at.desc(), table.id.desc(), table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    index('campaigns_of_advertiser_by_end')
      .on(table.advertiser_account_id, table.end_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('campaigns_by_start')
      .on(table.start_at.desc(), table.id.desc(), table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    index('campaigns_by_name')
      .on(table.name.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('campaigns_by_budget')
      .on(table.lifetime_budget.desc(), table.id.desc(), table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    // Lets counts by filter, overall and per tenant, be answered by the index alone.
    index('campaigns_by_goal')
      .on(table.goal, table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    // Index-only counts for common search terms, overall and per tenant.
    index('campaigns_by_searched_name')
      .on(table.advertiser_account_id, table.name_norm)
      .where(sql`deleted_at is null`),
    index('campaigns_by_bigram').using('gin', sql`bigrams(name_norm)`),
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
    product_id: reference(),
    creative_group_id: reference(),
    /** How the quantity is counted and paid for; copied from the product at creation. */
    billing: text(),
    unit_price: money().notNull(),
    quantity: count(),
    budget: money().notNull(),
    start_at: instant().notNull(),
    end_at: instant().notNull(),
    landing_url: text().notNull(),
    weight: integer().notNull().default(1),
    targeting: jsonb().$type<Targeting>(),
    user_status: text().notNull().default('ACTIVE'),
    /** For lists (serving/settle-changed-campaigns.ts). */
    effective_status: text().notNull().default('PREPARING'),
    status_until: statusUntil(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.id] }),
    index('ads_by_id').on(table.id),
    index('ads_of_campaign').on(table.campaign_id, table.advertiser_account_id, table.id),
    index('ads_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('ads_of_advertiser')
      .on(table.advertiser_account_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('ads_by_end')
      .on(table.end_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('ads_by_start')
      .on(table.start_at.desc(), table.id.desc(), table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    index('ads_by_name')
      .on(table.name.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('ads_by_budget')
      .on(table.budget.desc(), table.id.desc(), table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    // Ads without a quantity come last in both directions.
    index('ads_by_quantity')
      .on(table.quantity.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('ads_by_quantity_ascending')
      .on(table.quantity.asc(), table.id.asc())
      .where(sql`deleted_at is null`),
    index('ads_by_status')
      .on(table.effective_status, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('ads_of_advertiser_by_status')
      .on(table.advertiser_account_id, table.effective_status, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    // What has ended lies together in these orders: without the status in front, a list of what runs would walk through all of it.
    index('ads_by_status_and_start')
      .on(table.effective_status, table.start_at.desc(), table.id.desc(), table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    index('ads_by_status_and_end')
      .on(table.effective_status, table.end_at.desc(), table.id.desc(), table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    index('ads_by_status_until')
      .on(table.status_until)
      .where(sql`status_until is not null`),
    index('ads_by_user_status')
      .on(table.user_status, table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    index('ads_by_billing')
      .on(table.billing, table.advertiser_account_id)
      .where(sql`deleted_at is null`),
    index('ads_by_searched_name')
      .on(table.advertiser_account_id, table.name_norm)
      .where(sql`deleted_at is null`),
    index('ads_by_bigram').using('gin', sql`bigrams(name_norm)`),
    index('ads_of_product').on(table.product_id),
    index('ads_of_creative_group').on(table.creative_group_id),
    foreignKey({
      columns: [table.advertiser_account_id, table.campaign_id],
      foreignColumns: [campaigns.advertiser_account_id, campaigns.id],
    }),
  ],
)
