import {
  daysOfPeriod,
  deliveryFigureNames,
  figureParameters,
  isKeyOf,
  measures,
  metrics,
  optionalDeliveryFigures,
  reports,
  required,
  type AnyResource,
  type Figures,
  type FigureValue,
  type ListDelivery,
  type MetricName,
} from '@adsite/contract'
import { and, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import { deliveryPeriodAds, deliveryPeriodCampaigns, deliveryPeriodCreatives, deliveryPeriodSpaces } from '../db/schema.ts'
import type { Caller } from '../db/scope.ts'
import { rowMetric } from '../db/sql/row-metric.ts'
import { isLong } from '../db/upgrade/kept-periods.ts'
import type { Period } from './days.ts'
import { reportSource, type Asked, type Dimension, type ReportSource } from './report-source.ts'
import { metricJson, metricOf, unknownOf } from './source-sums.ts'

type Query = Readonly<Record<string, string | undefined>>

/** The table of a list; delivery is looked up by its id. */
export type DeliveredTable = PgTable & { readonly id: AnyPgColumn }

/** Delivery of a list's records in a period, within the caller's scope: the rows of a report by record. */
export interface ListFigures {
  readonly table: DeliveredTable
  readonly of: ListDelivery['of']
  readonly source: ReportSource
  /** Whether the source has one row per record, so that nothing is to be grouped. */
  readonly single: boolean
  /** Whether an index has the rows of the source in the order of each metric (db/schema, `byMetrics`). */
  readonly ordered: boolean
  readonly key: SQLWrapper
  /** A metric of a record. */
  readonly metric: (name: MetricName) => SQL
  /** For totals of everything that the caller sees: the smallest table that has them. */
  readonly whole: ReportSource
}

/** What is known of the delivery that a list asks for. It decides what is read, and never changes a figure. */
export interface KnownDelivery extends Pick<Asked, 'advertisers' | 'keptPeriod'> {
  /** The records within the bounds that the list sets, unless these are many. */
  readonly within: readonly number[] | null
}
export const nothingKnown: KnownDelivery = { advertisers: null, keptPeriod: null, within: null }

/** A wider dimension with an index, through which the delivery of a record is found, and the record's column that contains it. */
const parents: Partial<Record<ListDelivery['of'], { readonly dimension: Dimension; readonly column: string }>> = {
  ad: { dimension: 'campaign', column: 'campaign_id' },
  creative: { dimension: 'advertiser', column: 'advertiser_account_id' },
  space: { dimension: 'publisher_group', column: 'publisher_group_id' },
}

/** The columns with the records whose delivery is summed by period. */
const recordsOfPeriods: ReadonlyMap<ReportSource['table'], AnyPgColumn> = new Map<ReportSource['table'], AnyPgColumn>([
  [deliveryPeriodAds, deliveryPeriodAds.ad_id],
  [deliveryPeriodCampaigns, deliveryPeriodCampaigns.campaign_id],
  [deliveryPeriodCreatives, deliveryPeriodCreatives.creative_id],
  [deliveryPeriodSpaces, deliveryPeriodSpaces.space_id],
])

export const listPeriod = (query: Query): Period => daysOfPeriod(query['period'])

/** How many facts the caller sees of a period. Call only for resources with delivery. */
export async function factsWithin(db: Database, { list }: AnyResource, caller: Caller, period: Period): Promise<number> {
  const report = reports[required(list.delivery, 'the delivery of the list').side]
  const { table, from, where } = reportSource({ report, caller, query: period, delivered: null, byFrame: false, ...nothingKnown }, [])
  const facts = 'facts' in table ? sql`sum(${table.facts})` : sql`count(*)`
  const { rows } = await db.execute<{ facts: number }>(sql`select coalesce(${facts}, 0)::bigint as facts from ${from} where ${where}`)
  return required(rows[0], 'a row of the answer').facts
}

/** The figures of a list in a period; null if its resource has no delivery. */
export function listFigures(
  { list }: AnyResource,
  table: DeliveredTable,
  caller: Caller,
  period: Period,
  known: KnownDelivery,
): ListFigures | null {
  const { delivery } = list
  if (!delivery) return null
  const { of } = delivery
  const asked = { report: reports[delivery.side], caller, query: period, delivered: null, byFrame: false, ...known }
  function sourceOf(from: typeof asked) {
    const chosen = reportSource(from, [of])
    const column = recordsOfPeriods.get(chosen.table)
    // 0 stands for an unknown record there, and only the bare column has an index. Many rows may have no creative: `>` lets that index
    // leave them out. For an order by a metric it would be taken instead of that of the metric.
    const known = chosen.table === deliveryPeriodCreatives ? sql`${column} > 0` : sql`${column} <> 0`
    return column
      ? { source: { ...chosen, where: sql`${chosen.where} and ${known}` }, key: column }
      : { source: chosen, key: required(chosen.columns[of], 'the column of the records') }
  }
  const { source, key } = sourceOf(asked)
  function whole(): ReportSource {
    if (of !== 'campaign' && of !== 'ad') return { ...source, where: sql`${source.where} and ${key} is not null` }
    // Every fact has a campaign.
    const all = reportSource(asked, [])
    if (of === 'campaign') return all
    const facts = sourceOf({ ...asked, keptPeriod: null })
    return without(all, { ...facts.source, where: sql`${facts.source.where} and ${facts.key} is null` })
  }
  const { table: sums } = source
  // A creative has a row for each campaign.
  const single = recordsOfPeriods.has(sums) && sums !== deliveryPeriodCreatives
  const metric = (name: MetricName) => (single && 'facts' in sums ? rowMetric(name, sums) : metricOf(name, source))
  const ordered = isLong(period) && (sums === deliveryPeriodAds || sums === deliveryPeriodCampaigns)
  return { table, of, source, single, ordered, key, metric, whole: whole() }
}

/**
 * Sums less some of the facts in them. Few facts have no ad, and an index has these (`delivery_facts_without_ad`), so the sum of
 * those with one is read from the roll-up of all.
 */
function without(all: ReportSource, facts: ReportSource): ReportSource {
  const { table } = all
  const columns = [...deliveryFigureNames, ...optionalDeliveryFigures.map((name) => `unknown_${name}`)].map((name) => sql.identifier(name))
  const taken = [
    ...deliveryFigureNames.map((name) => sql`-${facts.table[name]}`),
    ...optionalDeliveryFigures.map((name) => sql`-${unknownOf(facts.table, name)}`),
  ]
  return {
    ...all,
    // Aliased to the table's name, so that its columns refer to the sums.
    from: sql`(select ${sql.join(columns, sql`, `)} from ${all.from} where ${all.where}
      union all select ${sql.join(taken, sql`, `)}
      from ${facts.from} where ${facts.where}) as ${table}`,
    where: sql`true`,
  }
}

/** Rows of delivery by record: the key, and whatever is selected of its group. */
export function groups(
  { source, single, key }: ListFigures,
  { selected, having, within }: { selected?: SQL; having?: SQL; within?: SQL | undefined },
): SQL {
  const where = and(source.where, sql`${key} is not null`, within, single ? having : undefined)
  const grouped = single ? sql`` : sql`group by 1 ${having ? sql`having ${having}` : sql``}`
  return sql`select ${key} as key ${selected ? sql`, ${selected}` : sql``} from ${source.from} where ${where} ${grouped}`
}

/** Restricts delivery to the records that match: by their ids, and where these have no index, by the wider dimension that has one. */
function ofRecords({ table, of, source, key }: ListFigures, ids: SQL, matching: SQL): SQL {
  const parent = recordsOfPeriods.has(source.table) ? undefined : parents[of]
  const dimension = parent && source.columns[parent.dimension]
  const wider =
    parent && dimension
      ? sql`${dimension} in (select ${table}.${sql.identifier(parent.column)} from ${table} where ${matching}) and `
      : sql``
  return sql`${wider}${key} in (${ids})`
}

/** The value of a metric for a record without delivery. */
export const undelivered = (name: MetricName): 0 | null => (isKeyOf(measures, name) ? 0 : null)

/** A bound of a query on a metric (contract, `figureParameters`). */
export interface Bound {
  readonly name: MetricName
  readonly operator: 'min' | 'max'
  readonly value: string
}

/** The bounds that a query sets. */
export function boundsOf(resource: AnyResource, query: Query): Bound[] {
  return figureParameters(resource).flatMap(({ parameter, name, operator }) => {
    const value = query[parameter]
    return value === undefined ? [] : [{ name, operator, value }]
  })
}

/** The conditions of bounds on a row of delivery, and whether a record without delivery meets them. */
function conditionsOf(figures: ListFigures, bounds: readonly Bound[]) {
  const holds = bounds.map(({ name, operator, value }) => {
    const figure = figures.metric(name)
    return operator === 'min' ? sql`${figure} >= ${value}::numeric` : sql`${figure} <= ${value}::numeric`
  })
  const holdsWithout = bounds.every(({ name, operator, value }) => undelivered(name) === 0 && (operator === 'max' || Number(value) === 0))
  return { having: required(and(...holds), 'the conditions'), holdsWithout }
}

/**
 * Selects the delivery rows of the records whose metrics are within all bounds: `rows` as a condition, and `keys` as a statement
 * that selects the records' advertisers and ids, if they have an advertiser. Returns null if one row is not the whole delivery of
 * a record, or if records without delivery are within the bounds.
 */
export function rowsWithin(
  figures: ListFigures,
  bounds: readonly Bound[],
  { within }: KnownDelivery,
): { rows: SQL; keys: SQL | null } | null {
  const { having, holdsWithout } = conditionsOf(figures, bounds)
  if (!figures.single || holdsWithout) return null
  const { key, source } = figures
  const rows = within ? sql`${key} = any(${sql.param([...within])}::bigint[])` : having
  const { advertiser } = source.columns
  return { rows, keys: advertiser ? sql`select ${advertiser}, ${key} from ${source.from} where ${source.where} and ${rows}` : null }
}

/** The ids of records whose metrics are within all bounds; null if they are more than a limit, or if records without delivery are. */
export async function idsWithin(db: Database, figures: ListFigures, bounds: readonly Bound[], limit: number): Promise<number[] | null> {
  const { having, holdsWithout } = conditionsOf(figures, bounds)
  if (holdsWithout) return null
  const { rows } = await db.execute<{ key: number }>(sql`${groups(figures, { having })} limit ${limit + 1}`)
  return rows.length > limit ? null : rows.map(({ key }) => key)
}

/** The condition of the records whose metrics are within all bounds. */
export function withinBounds(figures: ListFigures, bounds: readonly Bound[], { within }: KnownDelivery): SQL {
  const { id } = figures.table
  if (within) return sql`${id} = any(${sql.param([...within])}::bigint[])`
  const { having, holdsWithout } = conditionsOf(figures, bounds)
  // Records without delivery are in no group.
  return holdsWithout
    ? sql`${id} not in (${groups(figures, { having: sql`(${having}) is not true` })})`
    : sql`${id} in (${groups(figures, { having })})`
}

/** Selects each record's metrics, to be joined by `key`; a record without delivery has no row. */
export function figureRows(figures: ListFigures, names: readonly MetricName[]): SQL {
  const selected = names.map((name) => sql`${figures.metric(name)} as ${sql.identifier(name)}`)
  return groups(figures, { selected: sql.join(selected, sql`, `) })
}

/** A metric of {@link figureRows}, joined as `figures` or `former`, where a record may have no row. */
export function joinedFigure(name: MetricName, joined: 'figures' | 'former' = 'figures'): SQL {
  const figure = sql.raw(`${joined}.${name}`)
  return undelivered(name) === 0 ? sql`case when ${sql.raw(joined)}.key is null then 0 else ${figure} end` : figure
}

const outputs = (metric: (name: MetricName) => SQL, names: readonly MetricName[]) =>
  sql.join(
    names.map((name) => sql`${metricJson(name, metric(name))} as ${sql.identifier(name)}`),
    sql`, `,
  )

export type FigureRow = { readonly [name in MetricName]?: FigureValue }

export const figuresFrom = (names: readonly MetricName[], valueOf: (name: MetricName) => FigureValue): Figures =>
  Object.fromEntries(names.map((name) => [name, valueOf(name) ?? null]))

/** The metrics of the given records, by id. */
export async function figuresOfRecords(
  db: Database,
  figures: ListFigures,
  names: readonly MetricName[],
  ids: readonly number[],
): Promise<(id: number) => Figures> {
  if (ids.length === 0) return () => ({})
  const within = ofRecords(
    figures,
    sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    ),
    inArray(figures.table.id, [...ids]),
  )
  const { rows } = await db.execute<FigureRow & { key: number }>(groups(figures, { selected: outputs(figures.metric, names), within }))
  const found = new Map(rows.map((row) => [row.key, row]))
  const nothing = (name: MetricName) => (undelivered(name) === null ? null : metrics[name].format === 'count' ? 0 : '0')
  return (id) => figuresFrom(names, (name) => (found.has(id) ? found.get(id)?.[name] : nothing(name)))
}

/** Records whose metrics are wanted together. */
export interface Together {
  readonly matching: SQL
  /** Whether these are within bounds of metrics, for which the whole period is summed. */
  readonly bounded: boolean
  /** The condition of their rows of delivery, where these tell which records match; null elsewhere. */
  readonly rows: SQL | null
  /** Where another table has their ids: selects them, and the condition of delivery of an advertiser's record. */
  readonly elsewhere: { readonly ids: SQL; readonly of: (advertiser: SQLWrapper, id: SQLWrapper) => SQL } | null
}

/** The condition of the delivery of these records. */
function deliveryTogether(figures: ListFigures, { matching, bounded, rows, elsewhere }: Together): SQL {
  const { source, key, table } = figures
  if (rows) return rows
  // An array is made once. In a join the planner may sum the period anew for every row.
  if (bounded) return sql`${key} = any(array(select ${table.id} from ${table} where ${matching}))`
  if (!elsewhere) return ofRecords(figures, sql`select ${table.id} from ${table} where ${matching}`, matching)
  const { advertiser } = source.columns
  // There are fewer sums than such ids.
  return recordsOfPeriods.has(source.table) && advertiser ? elsewhere.of(advertiser, key) : sql`${key} in (${elsewhere.ids})`
}

/** The metrics of some records together; null: of everything that the caller sees. */
export async function figuresTogether(
  db: Database,
  figures: ListFigures,
  names: readonly MetricName[],
  which: Together | null,
): Promise<Figures> {
  const source = which ? figures.source : figures.whole
  const metric = (name: MetricName) => metricOf(name, source)
  const within = which ? deliveryTogether(figures, which) : undefined
  const { rows } = await db.execute<FigureRow>(sql`select ${outputs(metric, names)} from ${source.from} where ${and(source.where, within)}`)
  return figuresFrom(names, (name) => required(rows[0], 'the totals')[name])
}
