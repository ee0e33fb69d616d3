import { sql } from 'drizzle-orm'
import { index, integer, numeric, pgTable, primaryKey, text, type ExtraConfigColumn } from 'drizzle-orm/pg-core'
import { day, identity, reference } from '../common.ts'
import { figures } from './figures.ts'

/** The spend in percent of the budget, as lists order by it: null until the worker has settled it (pace/settle-spent-rates.ts). */
const spentRate = () => ({ spent_rate: numeric() })

/** The orders of lists by it, of a tenant and of all; a record that has spent nothing is in no index. */
function bySpentRate(name: string, advertiser: ExtraConfigColumn, rate: ExtraConfigColumn, id: ExtraConfigColumn) {
  // Drizzle keeps the order in the object that the first index takes.
  const order = () => [rate.desc().nullsLast(), id.desc().nullsLast()] as const
  const hasSpent = sql`spent_rate > 0`
  return [
    index(`${name}_by_spent_rate`)
      .on(...order())
      .where(hasSpent),
    index(`${name}_of_advertiser_by_spent_rate`)
      .on(advertiser, ...order())
      .where(hasSpent),
  ]
}

// Roll-ups: sums of delivery_facts, maintained in the transaction that changes the facts. delivery/roll-up/roll-ups.ts
// defines what each one sums; reports read the smallest one that has what they need.

/** Sums by day, over everybody. They are sliced, so that files of several advertisers seldom wait for the same row. */
export const deliveryDaily = pgTable('delivery_daily', { day: day().notNull(), slice: integer().notNull(), ...figures() }, (table) => [
  primaryKey({ columns: [table.day, table.slice] }),
])

export const deliveryDailyAdvertiser = pgTable(
  'delivery_daily_advertiser',
  { advertiser_account_id: reference().notNull(), day: day().notNull(), ...figures() },
  (table) => [primaryKey({ columns: [table.advertiser_account_id, table.day] })],
)

export const deliveryDailyCampaign = pgTable(
  'delivery_daily_campaign',
  {
    advertiser_account_id: reference().notNull(),
    day: day().notNull(),
    campaign_id: reference().notNull(),
    ...figures(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.day, table.campaign_id] }),
    index('delivery_daily_campaign_by_campaign').on(table.campaign_id, table.day),
    index('delivery_daily_campaign_by_day').on(table.day),
  ],
)

/** Sums by ten days (identified by the 1st, 11th or 21st; the last includes the rest of the month) and campaign. */
export const deliveryTenDayCampaign = pgTable(
  'delivery_ten_day_campaign',
  {
    advertiser_account_id: reference().notNull(),
    ten_days: day().notNull(),
    campaign_id: reference().notNull(),
    ...figures(),
  },
  (table) => [
    primaryKey({ name: 'delivery_ten_day_campaign_pk', columns: [table.advertiser_account_id, table.ten_days, table.campaign_id] }),
    index('delivery_ten_day_campaign_by_campaign').on(table.campaign_id, table.ten_days),
    index('delivery_ten_day_campaign_by_ten_days').on(table.ten_days),
  ],
)

/** Sums by month (identified by its first day) and campaign. A long period is whole months, a few ten-day blocks and a few days. */
export const deliveryMonthlyCampaign = pgTable(
  'delivery_monthly_campaign',
  {
    advertiser_account_id: reference().notNull(),
    month: day().notNull(),
    campaign_id: reference().notNull(),
    ...figures(),
  },
  (table) => [
    primaryKey({ name: 'delivery_monthly_campaign_pk', columns: [table.advertiser_account_id, table.month, table.campaign_id] }),
    index('delivery_monthly_campaign_by_campaign').on(table.campaign_id, table.month),
    index('delivery_monthly_campaign_by_month').on(table.month),
  ],
)

/** Sums by campaign, over all days: what it has spent of its budget. */
export const deliveryTotalsCampaign = pgTable(
  'delivery_totals_campaign',
  {
    advertiser_account_id: reference().notNull(),
    campaign_id: reference().notNull(),
    /** All facts lie between these days, although days whose facts were removed may remain within them. */
    first_day: day().notNull(),
    last_day: day().notNull(),
    ...figures(),
    ...spentRate(),
  },
  (table) => [
    primaryKey({ name: 'delivery_totals_campaign_pk', columns: [table.advertiser_account_id, table.campaign_id] }),
    ...bySpentRate('delivery_totals_campaign', table.advertiser_account_id, table.spent_rate, table.campaign_id),
    // Looked up by single campaigns, up to ten thousand at a time, and never by range.
    index('delivery_totals_campaign_by_campaign').using('hash', table.campaign_id),
  ],
)

/** Campaigns with delivery or changes since their statuses were settled (serving/settle-changed-campaigns.ts); one row per occurrence. */
export const changedCampaigns = pgTable(
  'changed_campaigns',
  { id: identity().notNull(), advertiser_account_id: reference().notNull(), campaign_id: reference().notNull() },
  (table) => [
    primaryKey({ name: 'changed_campaigns_pk', columns: [table.advertiser_account_id, table.id] }),
    index('changed_campaigns_by_id').on(table.id),
  ],
)

/** Sums by day and space, for the demand side; space 0 holds delivery with an unknown space. */
export const deliveryDailyAdvertiserSpace = pgTable(
  'delivery_daily_advertiser_space',
  { advertiser_account_id: reference().notNull(), day: day().notNull(), space_id: reference().notNull(), ...figures() },
  (table) => [
    primaryKey({ name: 'delivery_daily_advertiser_space_pk', columns: [table.advertiser_account_id, table.day, table.space_id] }),
    index('delivery_daily_unplaced')
      .on(table.day)
      .where(sql`space_id = 0`),
  ],
)

/** Sums by ad, over all days: what an ad has used of its quantity and budget. Facts without an ad are in no row. */
export const deliveryTotalsAd = pgTable(
  'delivery_totals_ad',
  { advertiser_account_id: reference().notNull(), ad_id: reference().notNull(), ...figures(), ...spentRate() },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.ad_id] }),
    ...bySpentRate('delivery_totals_ad', table.advertiser_account_id, table.spent_rate, table.ad_id),
  ],
)

/** Sums by day and space, for the supply side; facts without a space are in no row. */
export const deliveryDailySpace = pgTable(
  'delivery_daily_space',
  {
    publisher_group_id: reference().notNull(),
    day: day().notNull(),
    space_id: reference().notNull(),
    ...figures(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.day, table.space_id] }),
    index('delivery_daily_space_by_day').on(table.day),
  ],
)

/**
 * Sums by day, frame and device, for the supply side; frame 0 and device '' hold delivery with an unknown one. Complete once a pass has
 * filled it from the facts (delivery/roll-up/frame-sums.ts).
 */
export const deliveryDailyFrame = pgTable(
  'delivery_daily_frame',
  {
    publisher_group_id: reference().notNull(),
    day: day().notNull(),
    space_id: reference().notNull(),
    frame_id: reference().notNull(),
    device: text().notNull(),
    ...figures(),
  },
  (table) => [
    primaryKey({
      name: 'delivery_daily_frame_pk',
      columns: [table.publisher_group_id, table.day, table.space_id, table.frame_id, table.device],
    }),
    index('delivery_daily_frame_by_day').on(table.day),
  ],
)
