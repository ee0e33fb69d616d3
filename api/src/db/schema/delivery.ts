import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { count, day, identity, instant, money, reference } from './common.ts'

/** A delivery file that was taken in: the second run of (source, file hash) adds nothing (DOMAIN "Delivery input"). */
export const deliveryFiles = pgTable(
  'delivery_files',
  {
    id: identity().primaryKey(),
    source: text().notNull(),
    file_hash: text().notNull(),
    advertiser_account_id: reference()
      .notNull()
      .references(() => accounts.id),
    rows_read: count().notNull(),
    rows_taken: count().notNull(),
    rows_refused: count().notNull(),
    rows_odd: count().notNull(),
    imps: count().notNull(),
    clicks: count().notNull(),
    conversions: count().notNull(),
    gross: money().notNull(),
    media_cost: money().notNull(),
    /** The first 100 refused lines with their reason. */
    refused: jsonb().$type<{ line: number; reason: string }[]>().notNull(),
    taken_at: instant().notNull().defaultNow(),
    taken_by: reference(),
  },
  (table) => [
    uniqueIndex('delivery_files_once').on(table.source, table.file_hash),
    index('delivery_files_of_advertiser').on(table.advertiser_account_id, table.taken_at),
  ],
)

const figures = () => ({
  imps: count().notNull().default(0),
  clicks: count().notNull().default(0),
  cv_click: count().notNull().default(0),
  cv_view: count().notNull().default(0),
  requests: count().notNull().default(0),
  measured: count().notNull().default(0),
  viewable: count().notNull().default(0),
  gross: money().notNull().default('0'),
  media_cost: money().notNull().default('0'),
})

/** Sums of delivery_facts by day and campaign, kept up to date in the transaction that adds the facts. */
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

/** The same by ad, over all days: what an ad has used of its quantity and its budget. Facts without an ad are in no row. */
export const deliveryTotalsAd = pgTable(
  'delivery_totals_ad',
  { advertiser_account_id: reference().notNull(), ad_id: reference().notNull(), ...figures() },
  (table) => [primaryKey({ columns: [table.advertiser_account_id, table.ad_id] })],
)

/** The same by day and space, for the supply side; facts without a space are in no row. */
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
