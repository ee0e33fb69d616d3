import type { Pace } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { doublePrecision, index, numeric, pgTable, primaryKey, text, type ExtraConfigColumn } from 'drizzle-orm/pg-core'
import { count, day, money, reference } from '../common.ts'

/** The orders of lists by pace and by forecast, of a tenant and of all: as pace/paced-records.ts writes their values. */
function listOrders(
  name: string,
  { advertiser, id, ratio, forecast }: Readonly<Record<'advertiser' | 'id' | 'ratio' | 'forecast', ExtraConfigColumn>>,
) {
  const last = (column: ExtraConfigColumn) => column.desc().nullsLast()
  const rate = sql`round(${ratio}::numeric * 100, 1) desc nulls last`
  return [
    index(`${name}_by_rate`)
      .on(rate, last(id))
      .where(sql`ratio is not null`),
    index(`${name}_of_advertiser_by_rate`)
      .on(advertiser, rate, last(id))
      .where(sql`ratio is not null`),
    index(`${name}_by_forecast`)
      .on(last(forecast), last(id))
      .where(sql`forecast is not null`),
    index(`${name}_of_advertiser_by_forecast`)
      .on(advertiser, last(forecast), last(id))
      .where(sql`forecast is not null`),
  ]
}

/**
 * The paces of campaigns whose period is not over, for the dashboard (pace/settle-paces.ts). `through` is the last day that a pace
 * includes; -infinity: it is due. Null: not known yet.
 */
export const campaignPaces = pgTable(
  'campaign_paces',
  {
    advertiser_account_id: reference().notNull(),
    campaign_id: reference().notNull(),
    through: day().notNull().default('-infinity'),
    spent: money(),
    planned: count(),
    gap: count(),
    ratio: doublePrecision(),
    state: text().$type<Pace['state']>(),
    /** The likely spend at the end. */
    forecast: count(),
    daily_to_spend: count(),
    runs_out_on: day(),
  },
  (table) => [
    primaryKey({ name: 'campaign_paces_pk', columns: [table.advertiser_account_id, table.campaign_id] }),
    index('campaign_paces_through').on(table.through),
    // Serves counts by state, including rare ones.
    index('campaign_paces_by_state').on(table.state, table.advertiser_account_id),
    // Serves the order by gap, per tenant and overall.
    index('campaign_paces_of_advertiser_off')
      .on(table.advertiser_account_id, sql`abs(${table.gap}) desc`)
      .where(sql`state <> 'on_pace'`),
    index('campaign_paces_off')
      .on(sql`abs(${table.gap}) desc`)
      .where(sql`state <> 'on_pace'`),
    index('campaign_paces_running_out')
      .on(table.runs_out_on)
      .where(sql`runs_out_on is not null`),
    ...listOrders('campaign_paces', { ...table, advertiser: table.advertiser_account_id, id: table.campaign_id }),
  ],
)

/** The same of ads with an approved order whose period is not over, for their list. */
export const adPaces = pgTable(
  'ad_paces',
  {
    advertiser_account_id: reference().notNull(),
    ad_id: reference().notNull(),
    through: day().notNull().default('-infinity'),
    spent: money(),
    planned: count(),
    ratio: doublePrecision(),
    state: text().$type<Pace['state']>(),
    forecast: count(),
  },
  (table) => [
    primaryKey({ name: 'ad_paces_pk', columns: [table.advertiser_account_id, table.ad_id] }),
    index('ad_paces_through').on(table.through),
    index('ad_paces_by_state').on(table.state, table.advertiser_account_id),
    // Serves the delivery of the ads that have a state: most that deliver are in it.
    index('ad_paces_spending')
      .on(table.state, table.advertiser_account_id, table.ad_id)
      .where(sql`spent > 0`),
    ...listOrders('ad_paces', { ...table, advertiser: table.advertiser_account_id, id: table.ad_id }),
  ],
)

/**
 * Budgets, spend and paces of campaigns and of ads by advertiser, for totals of lists. Triggers add a row with the difference for each
 * statement that changes one of them, so that nobody waits for a sum; the worker merges the rows (pace/plan-sums.ts). What is read
 * is the sum of the rows.
 */
export const planSums = pgTable(
  'plan_sums',
  {
    /** The table of the records: `campaigns` or `ads`. */
    records: text().$type<'campaigns' | 'ads'>().notNull(),
    advertiser_account_id: reference().notNull(),
    /** The state of the paces; empty for paces without one, and for what is not of paces. */
    state: text().notNull().default(''),
    /** Sum of the budgets of all records that are not deleted, and the number of records that have one. */
    budget: numeric().notNull().default('0'),
    budgeted: count().notNull().default(0),
    /** Everything that all records have spent. */
    gross: numeric().notNull().default('0'),
    /** Sums over the paces that have a ratio, and the number of these. */
    spent: numeric().notNull().default('0'),
    planned: numeric().notNull().default('0'),
    rated: count().notNull().default(0),
    /** Sums over the paces that have a forecast, and the number of these. */
    forecast: numeric().notNull().default('0'),
    forecasts: count().notNull().default(0),
  },
  (table) => [index('plan_sums_of_advertiser').on(table.records, table.advertiser_account_id)],
)
