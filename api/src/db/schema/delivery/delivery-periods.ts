import { ad, campaign, listMetrics, type AnyResource } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, type ExtraConfigColumn } from 'drizzle-orm/pg-core'
import { rowMetric, type RowFigures } from '../../sql/row-metric.ts'
import { day, reference } from '../common.ts'
import { figures } from './figures.ts'

// Sums over the whole days of a period, complete where a pass has filled them from the facts (delivery/roll-up/period-sums.ts).

const ofPeriod = () => ({ first_day: day().notNull(), last_day: day().notNull() })
const ofCampaign = () => ({ advertiser_account_id: reference().notNull(), campaign_id: reference().notNull() })

/** No period that has a name has more days. */
export const mostNamedDays = 31

/** The condition of periods that are longer. They have so much delivery that comparing all its sums would take too long. */
export const longPeriod = `last_day - first_day >= ${mostNamedDays}`

function byPeriod(name: string, owner: ExtraConfigColumn, { first_day, last_day }: Record<'first_day' | 'last_day', ExtraConfigColumn>) {
  return [index(`${name}_by_advertiser`).on(owner, first_day, last_day), index(`${name}_by_days`).on(first_day, last_day)]
}

/** The orders of the list by its metrics, over long periods: of many records with delivery, only those of the page are read. */
function byMetrics(
  name: string,
  resource: AnyResource,
  row: RowFigures & Record<'first_day' | 'last_day', ExtraConfigColumn>,
  id: ExtraConfigColumn,
) {
  return listMetrics(resource).map((metric) =>
    index(`${name}_by_${metric}`)
      .on(row.first_day, row.last_day, sql`(${rowMetric(metric, row)})`, id)
      .where(sql.raw(longPeriod)),
  )
}

/** Sums by ad; ad 0 holds delivery of an unknown one. */
export const deliveryPeriodAds = pgTable(
  'delivery_period_ads',
  { ...ofPeriod(), ...ofCampaign(), ad_id: reference().notNull(), ...figures() },
  (table) => [
    primaryKey({
      name: 'delivery_period_ads_pk',
      columns: [table.ad_id, table.first_day, table.last_day, table.campaign_id, table.advertiser_account_id],
    }),
    ...byPeriod('delivery_period_ads', table.advertiser_account_id, table),
    ...byMetrics('delivery_period_ads', ad, table, table.ad_id),
  ],
)

/** Sums by creative and campaign; creative 0 holds delivery of an unknown one. */
export const deliveryPeriodCreatives = pgTable(
  'delivery_period_creatives',
  { ...ofPeriod(), ...ofCampaign(), creative_id: reference().notNull(), ...figures() },
  (table) => [
    primaryKey({
      name: 'delivery_period_creatives_pk',
      columns: [table.creative_id, table.first_day, table.last_day, table.campaign_id, table.advertiser_account_id],
    }),
    ...byPeriod('delivery_period_creatives', table.advertiser_account_id, table),
  ],
)

/** Sums by campaign. */
export const deliveryPeriodCampaigns = pgTable('delivery_period_campaigns', { ...ofPeriod(), ...ofCampaign(), ...figures() }, (table) => [
  primaryKey({
    name: 'delivery_period_campaigns_pk',
    columns: [table.campaign_id, table.first_day, table.last_day, table.advertiser_account_id],
  }),
  ...byPeriod('delivery_period_campaigns', table.advertiser_account_id, table),
  ...byMetrics('delivery_period_campaigns', campaign, table, table.campaign_id),
])

/** Sums by space, over long periods only; facts without a space are in no row. */
export const deliveryPeriodSpaces = pgTable(
  'delivery_period_spaces',
  { ...ofPeriod(), publisher_group_id: reference().notNull(), space_id: reference().notNull(), ...figures() },
  (table) => [
    primaryKey({
      name: 'delivery_period_spaces_pk',
      columns: [table.space_id, table.first_day, table.last_day, table.publisher_group_id],
    }),
    index('delivery_period_spaces_by_days').on(table.first_day, table.last_day),
  ],
)
