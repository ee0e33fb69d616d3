import type { DeliveryFigureName, OptionalDeliveryFigure } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../people/access.ts'
import { audited, count, day, identity, money, reference } from '../common.ts'

/**
 * A delivery file and its result (spec/domain "Delivery files"). While its delivery counts, a second run with
 * the same source and hash adds nothing.
 */
export const deliveryFiles = pgTable(
  'delivery_files',
  {
    id: identity().primaryKey(),
    ...audited(),
    created_at: timestamp('taken_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    created_by: bigint('taken_by', { mode: 'number' }),
    source: text().notNull(),
    file_hash: text().notNull(),
    /** File name as given by its owner; null if none was given. */
    name: text(),
    name_norm: text(),
    /** Bytes of the unpacked content. */
    size: count(),
    status: text().$type<'TAKEN' | 'PARTLY' | 'REFUSED' | 'REPLACED' | 'WITHDRAWN'>().notNull().default('TAKEN'),
    /** null if the lines name their advertiser (`deliveryFileAdvertisers`). */
    advertiser_account_id: reference().references(() => accounts.id),
    rows_read: count().notNull(),
    rows_taken: count().notNull(),
    rows_refused: count().notNull(),
    rows_odd: count().notNull(),
    imps: count().notNull(),
    /** null here and below: unknown. */
    clicks: count(),
    conversions: count(),
    gross: money().notNull(),
    media_cost: money(),
    /** Yen per unit of each other currency, as given: `USD=150.25`; null if none was given. */
    rates: text(),
    /** Columns that were ignored, separated by commas. */
    ignored_columns: text(),
    /** The first 100 refused lines with their reason. */
    refused: jsonb().$type<{ line: number; reason: string }[]>().notNull(),
    /** Facts of the same source and days that this file replaced. */
    rows_replaced: count().notNull().default(0),
    /** Own facts that were later replaced or withdrawn. */
    rows_gone: count().notNull().default(0),
  },
  (table) => [
    uniqueIndex('delivery_files_in_place')
      .on(table.source, table.file_hash)
      .where(sql`status in ('TAKEN', 'PARTLY')`),
    index('delivery_files_of_advertiser').on(table.advertiser_account_id, table.created_at),
  ],
)

/** The advertisers of a file, and the sums that each contributed. */
export const deliveryFileAdvertisers = pgTable(
  'delivery_file_advertisers',
  {
    delivery_file_id: reference()
      .notNull()
      .references(() => deliveryFiles.id),
    advertiser_account_id: reference()
      .notNull()
      .references(() => accounts.id),
    rows_taken: count().notNull(),
    imps: count().notNull(),
    clicks: count(),
    conversions: count(),
    gross: money().notNull(),
    media_cost: money(),
  },
  (table) => [
    primaryKey({ name: 'delivery_file_advertisers_pk', columns: [table.delivery_file_id, table.advertiser_account_id] }),
    index('delivery_file_advertisers_by_advertiser').on(table.advertiser_account_id),
  ],
)

/** Maps a source's own name of a frame to one of our frames. */
export const sourceFrames = pgTable(
  'source_frames',
  {
    id: identity().primaryKey(),
    source: text().notNull(),
    name: text().notNull(),
    name_norm: text().notNull(),
    frame_id: reference().notNull(),
    ...audited(),
  },
  (table) => [
    uniqueIndex('source_frames_once')
      .on(table.source, table.name)
      .where(sql`deleted_at is null`),
  ],
)

/** The saved column mapping of a source, reused for its next file. */
export const deliveryMappings = pgTable('delivery_mappings', {
  source: text().primaryKey(),
  /** As given with a file (delivery/parse/mapping.ts). */
  map: text().notNull(),
  updated_by: bigint({ mode: 'number' }),
  updated_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
})

/** Refused lines of a file, as far as they are stored (delivery/store/refused-lines.ts). */
export const deliveryRefusedLines = pgTable(
  'delivery_refused_lines',
  {
    delivery_file_id: reference().notNull(),
    /** Line number from 1, including the header; 0 is the header itself. */
    line: count().notNull(),
    /** Key and values of the reason (delivery/error/delivery-error.ts), localized when read. */
    reason: jsonb().notNull(),
    raw: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.delivery_file_id, table.line] })],
)

const figures = () =>
  ({
    /** How many facts the sums contain; a row with none is deleted. */
    facts: count().notNull().default(0),
    // How many of them lack a figure: its sum is known if none does (contract, `measures`).
    unknown_clicks: integer().notNull().default(0),
    unknown_cv_click: integer().notNull().default(0),
    unknown_cv_view: integer().notNull().default(0),
    unknown_requests: integer().notNull().default(0),
    unknown_measured: integer().notNull().default(0),
    unknown_viewable: integer().notNull().default(0),
    unknown_media_cost: integer().notNull().default(0),
    imps: count().notNull().default(0),
    clicks: count().notNull().default(0),
    cv_click: count().notNull().default(0),
    cv_view: count().notNull().default(0),
    requests: count().notNull().default(0),
    measured: count().notNull().default(0),
    viewable: count().notNull().default(0),
    gross: money().notNull().default('0'),
    media_cost: money().notNull().default('0'),
  }) satisfies Readonly<Record<'facts' | DeliveryFigureName | `unknown_${OptionalDeliveryFigure}`, unknown>>

// Roll-ups: sums of delivery_facts, maintained in the transaction that changes the facts. delivery/roll-up/roll-ups.ts
// defines what each one sums; reports read the smallest one that has what they need.

/** By day, over everybody. Sliced, so that files of several advertisers seldom wait for the same row. */
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

/** By ten days (identified by the 1st, 11th or 21st; the last includes the rest of the month) and campaign. */
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

/** By month (identified by its first day) and campaign. A long period is whole months, a few ten-day blocks and a few days. */
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

/** By campaign, over all days: what it has spent of its budget. */
export const deliveryTotalsCampaign = pgTable(
  'delivery_totals_campaign',
  {
    advertiser_account_id: reference().notNull(),
    campaign_id: reference().notNull(),
    /** All facts lie between these days, although days whose facts were removed may remain within them. */
    first_day: day().notNull(),
    last_day: day().notNull(),
    ...figures(),
  },
  (table) => [
    primaryKey({ name: 'delivery_totals_campaign_pk', columns: [table.advertiser_account_id, table.campaign_id] }),
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

/** By day and space, for the demand side; space 0 holds delivery with an unknown space. */
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

/** By ad, over all days: what an ad has used of its quantity and budget. Facts without an ad are in no row. */
export const deliveryTotalsAd = pgTable(
  'delivery_totals_ad',
  { advertiser_account_id: reference().notNull(), ad_id: reference().notNull(), ...figures() },
  (table) => [primaryKey({ columns: [table.advertiser_account_id, table.ad_id] })],
)

/** By day and space, for the supply side; facts without a space are in no row. */
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
