import { required, type Report, type ReportFilter, type ReportGrouping } from '@adsite/contract'
import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { deliveryFacts } from '../db/delivery-facts.ts'
import {
  ads,
  campaigns,
  creatives,
  deliveryDaily,
  deliveryDailyAdvertiser,
  deliveryDailyAdvertiserSpace,
  deliveryDailyCampaign,
  deliveryDailySpace,
  deliveryTotalsCampaign,
  frames,
  media,
  spaces,
} from '../db/schema.ts'
import { belowCampaignScope, belowPublisherGroupScope, type Caller } from '../db/scope.ts'
import { campaignPeriod } from './campaign-period.ts'
import type { Period } from './days.ts'

type Table =
  | typeof deliveryDaily
  | typeof deliveryDailyAdvertiser
  | typeof deliveryDailyAdvertiserSpace
  | typeof deliveryDailyCampaign
  | typeof deliveryDailySpace
  | typeof deliveryFacts

/** What rows of delivery can be told apart by: what a report groups by, and whose they are. */
export type Dimension = ReportGrouping | 'advertiser' | 'publisher_group'

/** A table to sum, joined with what the report needs of other tables, and the rows of it that the caller may see. */
export interface ReportSource {
  readonly from: SQL
  readonly table: Table
  readonly columns: Readonly<Partial<Record<Dimension, SQLWrapper>>>
  /** What of it is asked for: the period, and the rows that the caller may see. */
  readonly where: SQL
  /** The aggregate that adds up its groups: `sum`, or the one that is quicker for many groups of a few rows each. */
  readonly sum: SQL
  /** Sums of months and days that cancel out are of nothing: groups for which this is false are left out. */
  readonly having?: SQL
  /** `from` with the rows of one group alone. There where groups are so many that most of the time goes into summing every figure of each. */
  readonly fromOfKey?: (key: SQL) => SQL
  /** The same over all days, in one row for each group, which says between which days its delivery is. */
  readonly overAllDays?: Pick<ReportSource, 'columns' | 'where'> & { readonly table: typeof deliveryTotalsCampaign }
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

const within = ({ day }: Table, { from, to }: Period) => sql`${day} between ${from}::date and ${to}::date`

function demandSources(caller: Caller, period: Period, delivered: Period | null): ReportSource[] {
  const daily = deliveryDailyCampaign
  const own = { day: daily.day, advertiser: daily.advertiser_account_id, campaign: daily.campaign_id }
  const totals = deliveryTotalsCampaign
  const spaceOf = deliveryDailyAdvertiserSpace
  const advertiserOf = deliveryDailyAdvertiser
  const of = (table: Table, columns: ReportSource['columns'], scope: SQL): ReportSource => ({
    from: sql`${table}`,
    table,
    columns,
    where: sql`${within(table, period)} and ${scope}`,
    sum: sql`sum`,
  })
  // What belongs to an agency or a rep is told by campaigns alone.
  const byAdvertiser = ['admin', 'advertiser'].includes(caller.role)
  const advertiserScope = ({ advertiser_account_id }: typeof advertiserOf | typeof spaceOf) =>
    caller.role === 'admin' ? sql`true` : eq(advertiser_account_id, caller.account_id)
  return [
    ...(caller.role === 'admin' ? [of(deliveryDaily, { day: deliveryDaily.day }, sql`true`)] : []),
    ...(byAdvertiser
      ? [
          of(advertiserOf, { day: advertiserOf.day, advertiser: advertiserOf.advertiser_account_id }, advertiserScope(advertiserOf)),
          of(
            spaceOf,
            // 0 stands for a space that is not known (db/schema).
            { day: spaceOf.day, advertiser: spaceOf.advertiser_account_id, space: sql`nullif(${spaceOf.space_id}, 0)` },
            advertiserScope(spaceOf),
          ),
        ]
      : []),
    {
      // Under the table's own name, so that its columns mean those of the sums.
      from: sql`(${campaignPeriod(period, delivered)}) as ${daily}`,
      table: daily,
      columns: { advertiser: own.advertiser, campaign: own.campaign },
      where: belowCampaignScope(caller, daily),
      sum: sql`sum_of_few`,
      having: sql`sum_of_few(${daily.facts}) > 0`,
      fromOfKey: (key) => sql`(${campaignPeriod(period, delivered, key)}) as ${daily}`,
      overAllDays: {
        table: totals,
        columns: { advertiser: totals.advertiser_account_id, campaign: totals.campaign_id },
        where: belowCampaignScope(caller, totals),
      },
    },
    of(daily, own, belowCampaignScope(caller, daily)),
    of(deliveryFacts, facts, belowCampaignScope(caller, deliveryFacts)),
  ]
}

function supplySources(caller: Caller, period: Period): ReportSource[] {
  const daily = deliveryDailySpace
  const own = { day: daily.day, publisher_group: daily.publisher_group_id, space: daily.space_id }
  return [
    { table: daily, columns: own },
    { table: deliveryFacts, columns: facts },
  ].map(({ table, columns }) => ({
    // Every space has a medium: what is no space's is nobody's supply.
    from: sql`${table} join ${spaces} on ${spaces.publisher_group_id} = ${table.publisher_group_id} and ${spaces.id} = ${table.space_id}`,
    table,
    columns: { ...columns, medium: spaces.medium_id },
    where: sql`${within(table, period)} and ${belowPublisherGroupScope(caller, table.publisher_group_id)}`,
    sum: sql`sum`,
  }))
}

export interface Asked<Query extends Period = Period> {
  readonly report: Report
  readonly caller: Caller
  readonly query: Query
  /** The days of which anything was delivered, where they are known: they tell which sums are the fewest, and change none. */
  readonly delivered: Period | null
}

/** The smallest table that knows all of the dimensions: a roll-up where one does, else the facts. */
export function reportSource({ report, caller, query, delivered }: Asked, dimensions: readonly Dimension[]): ReportSource {
  const sources = report.name === 'supply' ? supplySources(caller, query) : demandSources(caller, query, delivered)
  return required(
    sources.find(({ columns }) => dimensions.every((dimension) => columns[dimension])),
    'an entry of sources',
  )
}
