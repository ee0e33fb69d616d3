import type { Report, ReportFilter, ReportGrouping } from '@adsite/contract'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { deliveryFacts } from '../db/delivery-facts.ts'
import { ads, campaigns, creatives, deliveryDailyCampaign, deliveryDailySpace, frames, media, spaces } from '../db/schema.ts'
import { belowCampaignScope, belowPublisherGroupScope, type Caller } from '../db/scope.ts'
import { revenueRateOn } from '../revenue-share/revenue-rate-on.ts'

type Table = typeof deliveryDailyCampaign | typeof deliveryDailySpace | typeof deliveryFacts

/** What rows of delivery can be told apart by: what a report groups by, and whose they are. */
export type Dimension = ReportGrouping | 'advertiser' | 'publisher_group'

/** A table to sum, joined with what the report needs of other tables, and the rows of it that the caller may see. */
export interface ReportSource {
  readonly from: SQL
  readonly table: Table
  readonly columns: Readonly<Partial<Record<Dimension, SQLWrapper>>>
  readonly scope: SQL
  /** What the media group is paid for a row; where the report tells it. */
  readonly revenue: SQL | null
}

export const filterDimensions = {
  advertiser_account_id: 'advertiser',
  campaign_id: 'campaign',
  ad_id: 'ad',
  creative_id: 'creative',
  publisher_group_id: 'publisher_group',
  medium_id: 'medium',
  space_id: 'space',
  frame_id: 'frame',
} as const satisfies Record<ReportFilter, Dimension>

/** Tables that name what a key stands for. */
export const named: Readonly<
  Partial<Record<ReportGrouping, typeof campaigns | typeof ads | typeof creatives | typeof media | typeof spaces | typeof frames>>
> = {
  campaign: campaigns,
  ad: ads,
  creative: creatives,
  medium: media,
  space: spaces,
  frame: frames,
}

const facts = {
  day: deliveryFacts.day,
  advertiser: deliveryFacts.advertiser_account_id,
  publisher_group: deliveryFacts.publisher_group_id,
  campaign: deliveryFacts.campaign_id,
  ad: deliveryFacts.ad_id,
  creative: deliveryFacts.creative_id,
  space: deliveryFacts.space_id,
  frame: deliveryFacts.frame_id,
  device: deliveryFacts.device,
  prefecture: deliveryFacts.prefecture,
}

function demandSources(caller: Caller): ReportSource[] {
  const daily = deliveryDailyCampaign
  return [
    {
      from: sql`${daily}`,
      table: daily,
      columns: { day: daily.day, advertiser: daily.advertiser_account_id, campaign: daily.campaign_id },
      scope: belowCampaignScope(caller, daily),
      revenue: null,
    },
    { from: sql`${deliveryFacts}`, table: deliveryFacts, columns: facts, scope: belowCampaignScope(caller, deliveryFacts), revenue: null },
  ]
}

function supplySources(caller: Caller): ReportSource[] {
  const daily = deliveryDailySpace
  const own = { day: daily.day, publisher_group: daily.publisher_group_id, space: daily.space_id }
  return [
    { table: daily, columns: own },
    { table: deliveryFacts, columns: facts },
  ].map(({ table, columns }) => ({
    // The medium decides the rate, and every space has one: what is no space's is nobody's supply.
    from: sql`${table} join ${spaces} on ${spaces.publisher_group_id} = ${table.publisher_group_id} and ${spaces.id} = ${table.space_id}`,
    table,
    columns: { ...columns, medium: spaces.medium_id },
    scope: belowPublisherGroupScope(caller, table.publisher_group_id),
    revenue: sql`${table.gross} * coalesce(${revenueRateOn(table.publisher_group_id, spaces.medium_id, table.day)}, 0) * 0.01`,
  }))
}

/** The smallest table that knows all of the dimensions: a roll-up where one does, else the facts. */
export function reportSource(report: Report, caller: Caller, dimensions: readonly Dimension[]): ReportSource {
  const sources = report.name === 'supply' ? supplySources(caller) : demandSources(caller)
  return sources.find(({ columns }) => dimensions.every((dimension) => columns[dimension]))!
}
