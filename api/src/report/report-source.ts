import { required, type Report, type ReportFilter, type ReportGrouping } from '@adsite/contract'
import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { deliveryFacts } from '../db/delivery-facts.ts'
import {
  ads,
  campaigns,
  creatives,
  deliveryDaily,
  deliveryDailyAdvertiser,
  deliveryDailyAdvertiserSpace,
  deliveryDailyCampaign,
  deliveryDailyFrame,
  deliveryDailySpace,
  deliveryPeriodAds,
  deliveryPeriodCampaigns,
  deliveryPeriodCreatives,
  deliveryPeriodSpaces,
  deliveryTotalsCampaign,
  frames,
  labels,
  longPeriod,
  media,
  spaces,
} from '../db/schema.ts'
import { belowCampaignScope, belowPublisherGroupScope, ownAdvertiserScope, type Caller } from '../db/scope.ts'
import { isLong } from '../db/upgrade/kept-periods.ts'
import { campaignPeriod } from './campaign-period.ts'
import type { Period } from './days.ts'
import { factsOf, type Advertisers } from './own-advertisers.ts'

type Table =
  | typeof deliveryDaily
  | typeof deliveryDailyAdvertiser
  | typeof deliveryDailyAdvertiserSpace
  | typeof deliveryDailyCampaign
  | typeof deliveryDailyFrame
  | typeof deliveryDailySpace
  | typeof deliveryPeriodAds
  | typeof deliveryPeriodCampaigns
  | typeof deliveryPeriodCreatives
  | typeof deliveryPeriodSpaces
  | typeof deliveryFacts

/** What rows of delivery are distinguished by: a report's groupings but labels, which records have (`summedDimension`), and owners. */
export type Dimension = Exclude<ReportGrouping, 'campaign_label' | 'ad_label'> | 'advertiser' | 'publisher_group'

/** A table to sum, joined with what the report needs, limited to the rows that the caller may see. */
export interface ReportSource {
  readonly from: SQL
  readonly table: Table
  readonly columns: Readonly<Partial<Record<Dimension, SQLWrapper>>>
  /** The period, and the caller's scope. */
  readonly where: SQL
  /** The aggregate for a group: `sum`, or the one that is faster for many small groups. */
  readonly sum: SQL
  /** Excludes groups whose monthly and daily sums cancel out to nothing. */
  readonly having?: SQL
  /** `from` restricted to one group. Used where so many groups exist that summing every figure of each would dominate. */
  readonly fromOfKey?: (key: SQL) => SQL
  /** The same over all days: one row per group, with its first and last day of delivery. */
  readonly overAllDays?: Pick<ReportSource, 'columns' | 'where'> & { readonly table: typeof deliveryTotalsCampaign }
}

/** The dimension whose keys a filter is about; labels are of campaigns or ads. */
export const filterDimensions = {
  advertiser_account_id: 'advertiser',
  campaign_id: 'campaign',
  ad_id: 'ad',
  campaign_label_id: 'campaign',
  ad_label_id: 'ad',
  creative_id: 'creative',
  publisher_group_id: 'publisher_group',
  medium_id: 'medium',
  space_id: 'space',
  frame_id: 'frame',
} as const satisfies Record<ReportFilter, Dimension>

/** Tables with the names of keys. */
export const named: Readonly<
  Partial<
    Record<ReportGrouping, typeof campaigns | typeof ads | typeof labels | typeof creatives | typeof media | typeof spaces | typeof frames>
  >
> = {
  campaign: campaigns,
  ad: ads,
  campaign_label: labels,
  ad_label: labels,
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

function within(table: Table, period: Period): SQL {
  const [from, to] = [sql`${period.from}::date`, sql`${period.to}::date`]
  if ('day' in table) return sql`${table.day} between ${from} and ${to}`
  const days = sql`${table.first_day} = ${from} and ${table.last_day} = ${to}`
  // Follows from the days, and PostgreSQL reads the indexes of long periods only where it is said.
  return isLong(period) ? sql`${days} and ${sql.raw(longPeriod)}` : days
}

/** The period whose sums are complete, if it is the one that is asked for. */
const isKept = ({ query: { from, to }, keptPeriod }: Asked) => keptPeriod?.from === from && keptPeriod.to === to

/** A source by its columns; built when it is chosen, because every call chooses among all of them several times. */
interface Offer {
  readonly columns: ReportSource['columns']
  readonly build: () => Omit<ReportSource, 'columns'>
}

function demandSources(asked: Asked): Offer[] {
  const { caller, query: period, delivered, advertisers } = asked
  const daily = deliveryDailyCampaign
  const own = { day: daily.day, advertiser: daily.advertiser_account_id, campaign: daily.campaign_id }
  const totals = deliveryTotalsCampaign
  const spaceOf = deliveryDailyAdvertiserSpace
  const advertiserOf = deliveryDailyAdvertiser
  const of = (table: Table, columns: Offer['columns'], scope: () => SQL, sum = sql`sum`): Offer => ({
    columns,
    build: () => ({ from: sql`${table}`, table, where: sql`${within(table, period)} and ${scope()}`, sum }),
  })
  const ofPeriod = (
    table: typeof deliveryPeriodAds | typeof deliveryPeriodCampaigns | typeof deliveryPeriodCreatives,
    record: Offer['columns'],
  ): Offer =>
    of(
      table,
      { advertiser: table.advertiser_account_id, campaign: table.campaign_id, ...record },
      () => belowCampaignScope(caller, table),
      sql`sum_of_few`,
    )
  // Only campaigns tell which rows belong to an agency or a rep.
  const ownOf = ownAdvertiserScope(caller, advertiserOf.advertiser_account_id)
  const ownSpaces = ownAdvertiserScope(caller, spaceOf.advertiser_account_id)
  return [
    ...(caller.role === 'admin' ? [of(deliveryDaily, { day: deliveryDaily.day }, () => sql`true`)] : []),
    ...(ownOf && ownSpaces
      ? [
          of(advertiserOf, { day: advertiserOf.day, advertiser: advertiserOf.advertiser_account_id }, () => ownOf),
          of(
            spaceOf,
            // 0 stands for an unknown space (db/schema).
            { day: spaceOf.day, advertiser: spaceOf.advertiser_account_id, space: sql`nullif(${spaceOf.space_id}, 0)` },
            () => ownSpaces,
          ),
        ]
      : []),
    ...(isKept(asked) ? [ofPeriod(deliveryPeriodCampaigns, {})] : []),
    {
      columns: { advertiser: own.advertiser, campaign: own.campaign },
      build: () => ({
        // Aliased to the table's name, so that its columns refer to the sums.
        from: sql`(${campaignPeriod(period, delivered)}) as ${daily}`,
        table: daily,
        where: belowCampaignScope(caller, daily),
        sum: sql`sum_of_few`,
        having: sql`sum_of_few(${daily.facts}) > 0`,
        fromOfKey: (key) => sql`(${campaignPeriod(period, delivered, key)}) as ${daily}`,
        overAllDays: {
          table: totals,
          columns: { advertiser: totals.advertiser_account_id, campaign: totals.campaign_id },
          where: belowCampaignScope(caller, totals),
        },
      }),
    },
    of(daily, own, () => belowCampaignScope(caller, daily)),
    ...(isKept(asked)
      ? [
          // 0 stands for unknown ones (db/schema).
          ofPeriod(deliveryPeriodAds, { ad: sql`nullif(${deliveryPeriodAds.ad_id}, 0)` }),
          ofPeriod(deliveryPeriodCreatives, { creative: sql`nullif(${deliveryPeriodCreatives.creative_id}, 0)` }),
        ]
      : []),
    of(deliveryFacts, facts, () => sql`${and(belowCampaignScope(caller, deliveryFacts), factsOf(advertisers))}`),
  ]
}

function supplySources(asked: Asked): Offer[] {
  const { caller, query: period, advertisers, byFrame } = asked
  const [daily, frameOf, periodOf] = [deliveryDailySpace, deliveryDailyFrame, deliveryPeriodSpaces]
  const own = { day: daily.day, publisher_group: daily.publisher_group_id, space: daily.space_id }
  const offers = [
    ...(isKept(asked) && isLong(period)
      ? [{ table: periodOf, columns: { publisher_group: periodOf.publisher_group_id, space: periodOf.space_id }, only: undefined }]
      : []),
    { table: daily, columns: own, only: undefined },
    ...(byFrame
      ? [
          {
            table: frameOf,
            columns: {
              day: frameOf.day,
              publisher_group: frameOf.publisher_group_id,
              space: frameOf.space_id,
              // 0 and '' stand for unknown ones (db/schema).
              frame: sql`nullif(${frameOf.frame_id}, 0)`,
              device: sql`nullif(${frameOf.device}, '')`,
            },
            only: undefined,
          },
        ]
      : []),
    { table: deliveryFacts, columns: facts, only: factsOf(advertisers) },
  ]
  return offers.map(({ table, columns, only }) => ({
    columns: { ...columns, medium: spaces.medium_id },
    build: () => ({
      // Every space has a medium; delivery without a space belongs to no supply account.
      from: sql`${table} join ${spaces} on ${spaces.publisher_group_id} = ${table.publisher_group_id} and ${spaces.id} = ${table.space_id}`,
      table,
      where: sql`${and(within(table, period), belowPublisherGroupScope(caller, table.publisher_group_id), only)}`,
      sum: sql`sum`,
    }),
  }))
}

export interface Asked<Query extends Period = Period> {
  readonly report: Report
  readonly caller: Caller
  readonly query: Query
  /** The days with delivery, if known. They decide which sums are cheapest and never change the result. */
  readonly delivered: Period | null
  /** The advertisers whose facts can be in the answer, if known. Never changes the result either. */
  readonly advertisers: Advertisers
  /** Whether the sums by frame and device are complete (delivery/roll-up/frame-sums.ts); without them, the facts are read. */
  readonly byFrame: boolean
  /** A period whose sums are complete (delivery/roll-up/period-sums.ts). They are of no other days. */
  readonly keptPeriod: Period | null
}

/** Chooses the smallest table with all dimensions: a roll-up if one has them, else the facts. */
export function reportSource(asked: Asked, dimensions: readonly Dimension[]): ReportSource {
  const offers = asked.report.name === 'supply' ? supplySources(asked) : demandSources(asked)
  const { columns, build } = required(
    offers.find((offer) => dimensions.every((dimension) => offer.columns[dimension])),
    'an entry of offers',
  )
  return { columns, ...build() }
}
