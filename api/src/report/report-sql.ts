import {
  measures,
  metrics,
  ratios,
  reportMetrics,
  type Locale,
  type MeasureName,
  type MetricName,
  type Ratio,
  type RatioName,
  type Report,
  type ReportFilter,
  type ReportGrouping,
} from '@adsite/contract'
import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Caller } from '../db/scope.ts'
import { filterDimensions, named, reportSource, type Dimension, type ReportSource } from './report-source.ts'
import { nameOfKey, unknownNames } from './report-texts.ts'

/** What a report is asked for, whichever it is; its own schema has checked that it knows all of it. */
export type ReportQuery = { from: string; to: string; group_by?: ReportGrouping | undefined; sort?: string | undefined } & {
  [name in ReportFilter | 'device' | 'prefecture']?: string | undefined
}

/** A row of the statement; the first one is the totals. */
export type SqlRow = { readonly key: string; readonly name: string; readonly is_total: boolean } & Record<
  string,
  number | string | null | boolean
>

/** The columns that measures sum; `revenue` is no column. */
const measureColumns = {
  requests: 'requests',
  imps: 'imps',
  measured: 'measured',
  viewable: 'viewable',
  clicks: 'clicks',
  conversions: 'cv_click',
  view_conversions: 'cv_view',
  gross: 'gross',
  media_cost: 'media_cost',
} as const satisfies Record<Exclude<MeasureName, 'revenue'>, string>

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

/** What has to be summed for some metrics: themselves, and what their ratios are made of. */
function neededMeasures(names: readonly MetricName[]): MeasureName[] {
  const needed = names.flatMap((name): readonly MeasureName[] => {
    if (!Object.hasOwn(ratios, name)) return [name as MeasureName]
    const { numerator, minus = [], denominator }: Ratio = ratios[name as RatioName]
    return [...numerator, ...minus, denominator]
  })
  return [...new Set(needed)]
}

function sumOf(name: MeasureName, { table, revenue }: ReportSource): SQL {
  const value: SQLWrapper = name === 'revenue' ? revenue! : table[measureColumns[name]]
  return sql`coalesce(sum(${value}), 0) as ${column(name)}`
}

function order(report: Report, grouping: ReportGrouping, sort: string | undefined): { by: SQL; byName: boolean } {
  const chosen = sort ?? (grouping === 'day' ? 'key' : `-${report.leading}`)
  const name = chosen.replace(/^-/u, '')
  const direction = chosen.startsWith('-') ? sql`desc` : sql`asc`
  // People look for names, not for ids; rows without one go last either way.
  const byName = name === 'key' && named[grouping] !== undefined
  const value = byName ? sql`name` : name === 'key' ? sql`key` : metricValue(name as MetricName)
  return { by: sql`order by is_total desc, ${value} ${direction} nulls last, key asc nulls last`, byName }
}

function conditions(source: ReportSource, query: ReportQuery): SQL | undefined {
  const filters = Object.entries(filterDimensions).map(([filter, dimension]) => {
    const ids = query[filter as ReportFilter]?.split(',').map(Number)
    return ids && inArray(source.columns[dimension]!, ids)
  })
  return and(
    source.where,
    ...filters,
    query.device === undefined ? undefined : eq(source.columns.device!, query.device),
    query.prefecture === undefined ? undefined : eq(source.columns.prefecture!, query.prefecture),
  )
}

function dimensionsOf(query: ReportQuery): Dimension[] {
  const filtered = Object.entries(filterDimensions).filter(([filter]) => query[filter as ReportFilter] !== undefined)
  return [
    query.group_by ?? 'day',
    ...filtered.map(([, dimension]) => dimension),
    ...(['device', 'prefecture'] as const).filter((name) => query[name] !== undefined),
  ]
}

interface Wanted {
  /** Only rows of these keys. */
  readonly keys?: readonly string[]
  /** So many rows, the totals among them; all of them without. */
  readonly limit?: number
}

/**
 * One statement for a whole report: first the row of totals (`is_total`), also when nothing was delivered, then
 * the rows in order. The caller's scope and the filters are joined by `and`: a filter only narrows. Names are
 * looked up for the rows that are wanted, unless it is them that the rows are ordered by.
 */
export function reportSql(report: Report, caller: Caller, query: ReportQuery, locale: Locale, { keys, limit }: Wanted = {}): SQL {
  const grouping = query.group_by ?? 'day'
  const source = reportSource(report, caller, query, dimensionsOf(query))
  const key = source.columns[grouping]!
  const names = reportMetrics(report, caller.role)
  const measured = sql.join(
    neededMeasures(names).map((name) => sumOf(name, source)),
    sql`, `,
  )
  const figures = sql.join(
    names.map((name) => metricOutput(name)),
    sql`, `,
  )
  const table = named[grouping]
  const name = table ? sql`coalesce(named.name, ${unknownNames[grouping]![locale]})` : nameOfKey(grouping, locale)
  const { by, byName } = order(report, grouping, query.sort)
  const cut = limit === undefined ? sql`` : sql`limit ${limit}`
  return sql`
    with sums as (
      select ${key} as key, grouping(${key}) = 1 as is_total, ${measured} from ${source.from} where ${conditions(source, query)}
      group by grouping sets ((${key}), ())
      ${source.having ? sql`having grouping(${key}) = 1 or ${source.having}` : sql``}
    ), wanted as (
      select * from sums as rows
      ${keys ? sql`where is_total or coalesce(key::text, '') = any(${sql.param(keys)})` : sql``}
      ${byName ? sql`` : sql`${by} ${cut}`}
    ), rows as (
      select wanted.*, ${name} as name from wanted ${table ? sql`left join ${table} named on named.id = wanted.key` : sql``}
    )
    select is_total, coalesce(key::text, '') as key, name, ${figures} from rows ${by} ${cut}`
}
