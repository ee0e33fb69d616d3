import {
  measures,
  measuresOf,
  metrics,
  ratios,
  reportMetrics,
  required,
  type FigureValue,
  type Locale,
  type MeasureName,
  type MetricName,
  type ReportFilter,
  type ReportGrouping,
  isKeyOf,
  keysOf,
} from '@adsite/contract'
import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { deliveryFacts } from '../db/delivery-facts.ts'
import { keptRendered } from '../db/sql/rendered.ts'
import { ratioSql } from '../db/sql/ratio-sql.ts'
import { filterDimensions, named, reportSource, type Asked, type Dimension, type ReportSource } from './report-source.ts'
import { knownSum, metricJson, partsOf, unknownOf } from './source-sums.ts'
import { isLabelGrouping, labelFilters, labelsOfKeys, summedDimension, withAnyLabel } from './label-rows.ts'
import { nameOfKey, unknownNames } from './report-texts.ts'

/** Query of any report; the report's own schema has validated it. */
export type ReportQuery = {
  from: string
  to: string
  group_by?: ReportGrouping | undefined
  sort?: string | undefined
  compare?: 'previous' | undefined
} & {
  [name in ReportFilter | 'device' | 'prefecture']?: string | undefined
}

/** A row of the statement; the first one has the totals. */
export type SqlRow = { readonly key: string; readonly name: string; readonly is_total: boolean } & {
  readonly [name in MetricName | `before_${MetricName}`]?: FigureValue
}

const column = (name: string) => sql.identifier(name)
/** A summed measure, qualified with its table because a bare name in `order by` would refer to the output text. */
const summed = (name: string) => sql`rows.${column(name)}`

function metricValue(name: MetricName): SQL {
  return isKeyOf(ratios, name) ? ratioSql(name, summed) : summed(name)
}

const outputs = keptRendered<string>()

/** What a report selects of its sums: the same for all that show these figures. */
const outputsOf = (names: readonly MetricName[]): SQL =>
  outputs(names.join(), () =>
    sql.join(
      names.map((name) => sql`${metricJson(name, metricValue(name))} as ${column(name)}`),
      sql`, `,
    ),
  )

function sumOf(name: MeasureName, source: ReportSource): SQL {
  const { sum, unknown } = partsOf(name, source)
  return sql`${knownSum(sum, unknown)} as ${column(name)}`
}

/** Order of a report: by its leading measure descending, unless another order is requested. */
function sortOf({ report, query: { group_by: grouping = 'day', sort } }: Asked<ReportQuery>) {
  const chosen = sort ?? (grouping === 'day' ? 'key' : `-${report.leading}`)
  const name = chosen.replace(/^-/u, '')
  return { name: isKeyOf(metrics, name) ? name : 'key', descending: chosen.startsWith('-') } as const
}

interface OrderBy {
  /** The sort expression. */
  readonly by: SQL
  /** Measures to sum for the order; null if names are needed instead. */
  readonly needed: readonly MeasureName[] | null
}

function order(asked: Asked<ReportQuery>, grouping: ReportGrouping): OrderBy {
  const { name, descending } = sortOf(asked)
  const direction = descending ? sql`desc` : sql`asc`
  const by = (value: SQL) => sql`${value} ${direction} nulls last, key asc nulls last`
  if (name !== 'key') return { by: by(metricValue(name)), needed: measuresOf([name]) }
  // Sorted by name, which is what people look for, instead of by id; rows without a name come last.
  return named[grouping] ? { by: by(sql`name`), needed: null } : { by: by(sql`key`), needed: [] }
}

function conditions(
  source: Pick<ReportSource, 'columns' | 'where'>,
  { query, caller }: Pick<Asked<ReportQuery>, 'query' | 'caller'>,
): SQL | undefined {
  const filters = keysOf(filterDimensions).map((filter) => {
    const dimension = filterDimensions[filter]
    const ids = query[filter]?.split(',').map(Number)
    if (!ids) return undefined
    const key = required(source.columns[dimension], `the column of ${dimension} in the source of the report`)
    return isKeyOf(labelFilters, filter) ? withAnyLabel(labelFilters[filter], key, ids, caller) : inArray(key, ids)
  })
  return and(
    source.where,
    ...filters,
    query.device === undefined ? undefined : eq(required(source.columns.device, 'device'), query.device),
    query.prefecture === undefined ? undefined : eq(required(source.columns.prefecture, 'prefecture'), query.prefecture),
  )
}

/** Dimensions that the filters restrict. */
export function filteredBy(query: ReportQuery): Dimension[] {
  const filtered = keysOf(filterDimensions).filter((filter) => query[filter] !== undefined)
  return [
    ...filtered.map((filter) => filterDimensions[filter]),
    ...(['device', 'prefecture'] as const).filter((name) => query[name] !== undefined),
  ]
}

/** Whether a report needs the facts themselves, because no sums have everything that it is grouped and filtered by. */
export const readsFacts = (asked: Asked<ReportQuery>): boolean =>
  reportSource(asked, [summedDimension(asked.query.group_by ?? 'day'), ...filteredBy(asked.query)]).table === deliveryFacts

interface Wanted {
  /** Limits the rows to these keys. */
  readonly keys?: readonly string[]
  /** Number of rows beside the totals. Default: all. */
  readonly limit?: number
}

interface Summing {
  readonly source: ReportSource
  /** The smallest table with the filters' dimensions; totals are the same from every table. */
  readonly totals: ReportSource
  readonly key: SQLWrapper
  readonly measures: readonly MeasureName[]
  readonly asked: Asked<ReportQuery>
}

const sumsOf = (measures: readonly MeasureName[], source: ReportSource) =>
  sql.join(
    measures.map((name) => sql`, ${sumOf(name, source)}`),
    sql``,
  )

const having = ({ having: condition }: ReportSource) => (condition ? sql`having ${condition}` : sql``)

/** Builds `sums`: the totals, and one row per key. Totals are sums of the keys' sums, because nodes of a cluster group by one key alone. */
function allSums({ source, key, measures, asked }: Summing): SQL {
  const unknownOfKey = (name: MeasureName) => column(`unknown_${name}`)
  const ofKeys = measures.map((name) => {
    const { sum, unknown } = partsOf(name, source)
    return sql`, ${sum} as ${column(name)}${unknown ? sql`, ${unknown} as ${unknownOfKey(name)}` : sql``}`
  })
  const wholes = measures.map((name) => {
    const { unknown } = partsOf(name, source)
    return sql`, ${knownSum(sql`sum(${column(name)})`, unknown && sql`sum(${unknownOfKey(name)})`)} as ${column(name)}`
  })
  const { query, caller } = asked
  const sums = sql.join(wholes)
  // A record with several labels is in the row of each, and once in the totals.
  const rows = isLabelGrouping(query.group_by)
    ? sql`select null::bigint as key, true as is_total ${sums} from keys
        union all select label, false ${sums} from ${labelsOfKeys(query.group_by, caller)} group by 1`
    : sql`select key, grouping(key) = 1 as is_total ${sums} from keys group by grouping sets ((key), ())`
  return sql`keys as materialized (
      select ${key} as key ${sql.join(ofKeys)} from ${source.from} where ${conditions(source, asked)} group by 1 ${having(source)}
    ), sums as (
      ${rows}
    )`
}

/** Builds the same in two cheaper parts: the totals from a smaller table, and the keys that `chosen` selects, if any. */
function sumsApart({ source, totals, key, measures, asked }: Summing, chosen: SQL | null): SQL {
  const from = chosen ? sql`chosen cross join lateral ${required(source.fromOfKey, 'from of key')(sql`chosen.key`)}` : source.from
  return sql`${chosen ? sql`chosen as materialized (${chosen}),` : sql``} sums as (
      select null as key, true as is_total ${sumsOf(measures, totals)} from ${totals.from} where ${conditions(totals, asked)}
      union all
      select ${key}, false ${sumsOf(measures, source)} from ${from} where ${conditions(source, asked)} group by 1 ${having(source)}
    )`
}

/** Selects the wanted keys: the requested ones, or the first ones, for which only the sort measure is summed. */
function chosenKeys({ source, key, asked }: Summing, { keys, limit }: Wanted, order: OrderBy): SQL | null {
  if (keys) return sql`select id::bigint as key from unnest(${sql.param(keys)}::text[]) id`
  if (limit === undefined || !order.needed) return null
  return sql`select key from (
      select ${key} as key ${sumsOf(order.needed, source)} from ${source.from} where ${conditions(source, asked)} group by 1 ${having(source)}
    ) as rows order by ${order.by} limit ${limit}`
}

/**
 * Finds keys that include the first `limit` rows of a report, so that others need not be summed; at most
 * `atMost` keys. Returns null if they cannot be determined in advance. Sums are never negative, so the total
 * over all days bounds that of a period. Groups that delivered only within the period are known exactly; of the
 * others, only those whose total reaches the last of these can be among the first.
 */
export function leadingKeysSql(asked: Asked<ReportQuery>, limit: number, atMost: number): SQL | null {
  const { query } = asked
  const grouping = query.group_by ?? 'day'
  const { name, descending } = sortOf(asked)
  if (isLabelGrouping(grouping)) return null
  const source = reportSource(asked, [grouping, ...filteredBy(query)]).overAllDays
  if (!source || !descending || !isKeyOf(measures, name)) return null
  const { table, columns } = source
  const { figure } = measures[name]
  const [key, measure, unknown] = [required(columns[grouping], 'an entry of columns'), table[figure], unknownOf(table, figure)]
  const where = sql`${conditions(source, asked)} and ${table.last_day} >= ${query.from}::date and ${table.first_day} <= ${query.to}::date`
  // Groups whose sum in the period is unknown come last, whatever their known parts are.
  const within = sql`(${table.first_day} >= ${query.from}::date and ${table.last_day} <= ${query.to}::date ${unknown ? sql`and ${unknown} = 0` : sql``})`
  return sql`
    with whole as (select ${key} as key, ${measure} as most from ${table} where ${where} and ${within} order by 2 desc, 1 limit ${limit}),
      least as (select case when count(*) = ${limit} then min(most) else 0 end as most from whole)
    select key::text from whole
    union all (select ${key}::text from ${table} where ${where} and not ${within} and ${measure} >= (select most from least))
    limit ${atMost}`
}

/**
 * One statement for a whole report: the totals first (`is_total`), even without delivery, then the rows in
 * order. Scope and filters are combined by `and`, so filters can only narrow. Names are looked up for the wanted
 * rows only, unless they define the order.
 */
export function reportSql(asked: Asked<ReportQuery>, locale: Locale, { keys, limit }: Wanted = {}): SQL {
  const { report, caller, query } = asked
  const grouping = query.group_by ?? 'day'
  const filters = filteredBy(query)
  const dimension = summedDimension(grouping)
  const source = reportSource(asked, [dimension, ...filters])
  const key = required(source.columns[dimension], 'an entry of columns')
  const names = reportMetrics(report, caller.role)
  const summing = { source, totals: reportSource(asked, filters), key, measures: measuresOf(names), asked }
  const table = named[grouping]
  const name = table
    ? sql`coalesce(named.name, ${required(unknownNames[grouping], 'an entry of unknown names')[locale]})`
    : nameOfKey(grouping, locale)
  const { by, needed } = order(asked, grouping)
  const cut = limit === undefined ? sql`` : sql`limit ${limit + 1}`
  const labelled = isLabelGrouping(grouping)
  const chosen = source.fromOfKey && !labelled ? chosenKeys(summing, { keys, limit }, { by, needed }) : null
  const sums = chosen || (!labelled && summing.totals.table !== source.table) ? sumsApart(summing, chosen) : allSums(summing)
  return sql`
    with ${sums}, wanted as (
      select * from sums as rows
      ${keys ? sql`where is_total or coalesce(key::text, '') = any(${sql.param(keys)})` : sql``}
      ${needed ? sql`order by is_total desc, ${by} ${cut}` : sql``}
    ), rows as (
      select wanted.*, ${name} as name from wanted ${table ? sql`left join ${table} named on named.id = wanted.key` : sql``}
    )
    select is_total, coalesce(key::text, '') as key, name, ${outputsOf(names)} from rows order by is_total desc, ${by} ${cut}`
}

/** Counts the rows of the whole report. */
export function rowCountSql(asked: Asked<ReportQuery>): SQL {
  const { query, caller } = asked
  const dimension = summedDimension(query.group_by ?? 'day')
  const source = reportSource(asked, [dimension, ...filteredBy(query)])
  const key = required(source.columns[dimension], 'an entry of columns')
  const keys = sql`select ${key} as key from ${source.from} where ${conditions(source, asked)} group by 1 ${having(source)}`
  if (!isLabelGrouping(query.group_by)) return sql`select count(*)::bigint as rows from (${keys}) as rows`
  return sql`with keys as (${keys})
    select count(*)::bigint as rows from (select 1 from ${labelsOfKeys(query.group_by, caller)} group by label) as rows`
}
