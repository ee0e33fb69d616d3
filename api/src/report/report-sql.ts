import {
  measures,
  metrics,
  ratios,
  visibleMetrics,
  type EndpointQuery,
  type Locale,
  type MeasureName,
  type MetricName,
  type Ratio,
  type RatioName,
  type reportEndpoints,
} from '@adsite/contract'
import { and, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { deliveryFacts } from '../db/delivery-facts.ts'
import { ads, campaigns, deliveryDailyCampaign, spaces } from '../db/schema.ts'
import { belowCampaignScope, type Caller } from '../db/scope.ts'
import { unknownNames, type Grouping } from './report-texts.ts'

export type ReportQuery = EndpointQuery<typeof reportEndpoints.demand>

/** The column that a measure sums. */
const measureColumns = {
  imps: 'imps',
  clicks: 'clicks',
  conversions: 'cv_click',
  gross: 'gross',
  media_cost: 'media_cost',
} as const satisfies Record<MeasureName, string>

const listOf = (text: string | undefined) => text?.split(',').map(Number)

/** Days and campaigns come from the roll-up; ads and spaces are known to the facts alone. */
const sources = {
  day: { table: deliveryDailyCampaign, key: deliveryDailyCampaign.day, names: null },
  campaign: { table: deliveryDailyCampaign, key: deliveryDailyCampaign.campaign_id, names: campaigns },
  ad: { table: deliveryFacts, key: deliveryFacts.ad_id, names: ads },
  space: { table: deliveryFacts, key: deliveryFacts.space_id, names: spaces },
} as const satisfies Record<Grouping, unknown>

const column = (name: string) => sql.identifier(name)
/** A summed measure. With its table: a bare name in `order by` would mean the text that is put out. */
const summed = (name: string) => sql`rows.${column(name)}`
const sums = (names: readonly MeasureName[]) =>
  sql.join(
    names.map((name) => summed(name)),
    sql` + `,
  )

/** DOMAIN "Metrics": sum first, divide last, in exact decimals; null where there is nothing to divide by. */
function ratioOfSums({ numerator, minus = [], denominator, times }: Ratio): SQL {
  const above = minus.length === 0 ? sums(numerator) : sql`${sums(numerator)} - (${sums(minus)})`
  return sql`round((${above})::numeric * ${sql.raw(String(times))} / nullif(${summed(denominator)}, 0), 6)`
}

function metricValue(name: MetricName): SQL {
  return Object.hasOwn(ratios, name) ? ratioOfSums(ratios[name as RatioName]) : summed(name)
}

/** As JSON carries it: counts as numbers, money without needless zeros, ratios with six places. */
function metricOutput(name: MetricName): SQL {
  const value = metricValue(name)
  if (metrics[name].format === 'count') return sql`${value}::bigint as ${column(name)}`
  return Object.hasOwn(measures, name) ? sql`trim_scale(${value})::text as ${column(name)}` : sql`(${value})::text as ${column(name)}`
}

function order(grouping: Grouping, sort: string | undefined): SQL {
  const chosen = sort ?? (grouping === 'day' ? 'key' : '-imps')
  const name = chosen.replace(/^-/u, '')
  const direction = chosen.startsWith('-') ? sql`desc` : sql`asc`
  // People look for names, not for ids; rows without one go last either way.
  const key = grouping === 'day' ? sql`key` : sql`name`
  const by = name === 'key' ? key : metricValue(name as MetricName)
  return sql`order by is_total desc, ${by} ${direction} nulls last, key asc nulls last`
}

/**
 * One statement for a whole report: first the row of totals (`is_total`), also when nothing was delivered,
 * then the rows in order. The caller's scope and the filters are joined by `and`: a filter only narrows.
 */
export function reportSql(caller: Caller, query: ReportQuery, locale: Locale): SQL {
  const grouping = query.group_by ?? 'day'
  const { table, key, names } = sources[grouping]
  const campaignIds = listOf(query.campaign_id)
  const advertiserIds = listOf(query.advertiser_account_id)
  const which = and(
    gte(table.day, query.from),
    lte(table.day, query.to),
    belowCampaignScope(caller, table),
    campaignIds && inArray(table.campaign_id, campaignIds),
    advertiserIds && inArray(table.advertiser_account_id, advertiserIds),
  )
  const measured = sql.join(
    Object.entries(measureColumns).map(([name, from]) => sql`coalesce(sum(${table[from]}), 0) as ${column(name)}`),
    sql`, `,
  )
  const figures = sql.join(
    visibleMetrics(caller.role).map((name) => metricOutput(name)),
    sql`, `,
  )
  const name = names ? sql`coalesce(named.name, ${unknownNames[grouping][locale]})` : sql`key::text`
  return sql`
    with sums as (
      select ${key} as key, grouping(${key}) = 1 as is_total, ${measured} from ${table} where ${which} group by grouping sets ((${key}), ())
    ), rows as (
      select sums.*, ${name} as name from sums ${names ? sql`left join ${names} named on named.id = sums.key` : sql``}
    )
    select is_total, coalesce(key::text, '') as key, name, ${figures} from rows
    ${order(grouping, query.sort)}`
}
