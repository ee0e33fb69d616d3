import { countCap, defaultPageSize, filterParameters, required, type FilterOperator, type MetricName } from '@adsite/contract'
import { and, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import type { Caller } from '../../db/scope.ts'
import { orderBy, positionText, readPage, type Order, type PageRead } from './keyset.ts'
import { linkedWithAny } from '../mapping/links.ts'
import { refuseHidden } from '../mapping/refuse-hidden.ts'
import { presentRecords, type JsonRecord } from './present.ts'
import { columnOf, expressionOf, kindOf, type ResourceMapping } from '../mapping/resource-mapping.ts'
import { figurePage } from '../../report/figure-page.ts'
import { boundsOf, listPeriod, undelivered, withinBounds, type KnownDelivery } from '../../report/list-figures.ts'
import {
  askedMetrics,
  boundsAlone,
  deliveryOf,
  isWhole,
  knownDelivery,
  metricOrder,
  filteredElsewhere,
  ownsAll,
  sortedMetric,
  withFigures,
} from './list-delivery.ts'
import { rankedOrder, rankedPage } from './ranked-page.ts'
import { positionKey, selectRows, type ListRow } from './selected-rows.ts'
import { nearOf, nearRows, rareMatches } from '../search/search.ts'
import { containsWords, idList } from '../search/targets.ts'

export type ListQuery = Readonly<Record<string, string | undefined>>

export interface ListPage {
  data: JsonRecord[]
  page: { next: string | null; previous: string | null; total: number; capped: boolean }
}

type Expression = SQL | AnyPgColumn

const jst = sql.raw(`'Asia/Tokyo'`)
const dayStart = (day: string, later = 0) => sql`((${day}::date + ${later}::int)::timestamp at time zone ${jst})`

/** Builds the condition of one filter parameter; ranges of days include both ends. */
function filterCondition(operator: FilterOperator, kind: string, expression: Expression, value: string): SQL {
  switch (operator) {
    case 'in':
      if (kind === 'choices') return sql`${expression} && ${sql.param(value.split(','))}::text[]`
      return sql`${expression} in ${kind === 'reference' ? idList(value) : value.split(',')}`
    case 'from':
      return kind === 'date' ? sql`${expression} >= ${value}::date` : sql`${expression} >= ${dayStart(value)}`
    case 'to':
      return kind === 'date' ? sql`${expression} <= ${value}::date` : sql`${expression} < ${dayStart(value, 1)}`
    case 'min':
      return sql`${expression} >= ${value}::numeric`
    case 'max':
      return sql`${expression} <= ${value}::numeric`
  }
}

/**
 * The condition on the rows of a list: visible to the caller, not deleted, and matching the search and filters of a query.
 * @param known what is known of the delivery that the query reads (`knownDelivery`)
 * @param found replaces the filter whose values are in another table
 */
export function matchingRows(mapping: ResourceMapping, caller: Caller, query: ListQuery, known: KnownDelivery, found?: SQL): SQL {
  const { resource, table, scope } = mapping
  const used = filterParameters(resource).filter(({ parameter }) => query[parameter] !== undefined)
  const bounds = boundsOf(resource, query)
  refuseHidden(resource, caller, [
    ...used.map(({ field }) => field),
    ...bounds.map(({ name }) => name),
    (query['sort'] ?? '').replace(/^-/u, ''),
  ])
  const filters = used.map(({ parameter, field, operator }) => {
    const value = required(query[parameter], 'an entry of query')
    const link = mapping.links?.[field]
    if (link) return linkedWithAny(link, table.id, idList(value), caller)
    const elsewhere = operator === 'in' ? mapping.filtered?.[field] : undefined
    if (elsewhere) return found ?? elsewhere.condition(value.split(','))
    return filterCondition(operator, kindOf(resource, field), expressionOf(mapping, field), value)
  })
  const words = query['q']?.trim()
  const searched = words && resource.list.search ? containsWords(mapping.searched ?? columnOf(table, 'name_norm'), words) : undefined
  const delivered = bounds.length > 0 ? withinBounds(deliveryOf(mapping, caller, listPeriod(query), known), bounds, known) : undefined
  const named = query['ids'] === undefined ? undefined : inArray(table.id, idList(query['ids']))
  return required(and(scope(caller), isNull(table.deleted_at), named, searched, ...filters, delivered), 'the condition')
}

/**
 * Splits a query that filters a stored field by several values into one query per value; returns other queries unchanged. An
 * index has the rows of each value in the order of the list. For several values at once, the planner would scan the whole table
 * in that order until it meets the first match.
 */
function byStoredValue({ resource }: ResourceMapping, query: ListQuery): readonly ListQuery[] {
  const filter = filterParameters(resource).find(
    ({ parameter, field }) => resource.fields[field]?.stored && query[parameter]?.includes(','),
  )
  if (!filter) return [query]
  const values = new Set(required(query[filter.parameter], 'an entry of query').split(','))
  return [...values].map((value) => ({ ...query, [filter.parameter]: value }))
}

export function orderOf(mapping: ResourceMapping, sort: string): Order {
  const field = sort.replace(/^-/u, '')
  const expression = expressionOf(mapping, field)
  const nullable = 'notNull' in expression ? !expression.notNull : true
  return { sort, expression, kind: kindOf(mapping.resource, field), nullable, id: mapping.table.id }
}

async function countRows(db: Database, matching: SQL, exact: boolean): Promise<number> {
  const limit = exact ? sql`` : sql`limit ${countCap + 1}`
  const { rows } = await db.execute<{ total: number }>(sql`select count(*) as total from (${matching} ${limit}) as matching`)
  return required(rows[0], 'a row of the answer').total
}

/** This many ids are read directly, however large their part of all records is. */
const fewIds = 1000

/**
 * Plans how a page finds records by a filter whose values are in another table; null without such a filter. For callers who see
 * records by their advertiser, the number of matching ids decides. Few ids are read directly. If they are many, or a large part
 * of all records, a walk in the order of the list soon fills a page. `ids` and `total` are those of the page if no other
 * condition narrows it.
 */
async function foundElsewhere(db: Database, caller: Caller, mapping: ResourceMapping, query: ListQuery, exact: boolean) {
  const filter = filteredElsewhere(mapping, query)
  if (!filter) return null
  const { from, field, values, alone } = filter
  const rows = filter.rows(values)
  const ids = filter.ids(values, caller)
  const none = { from, rows, condition: undefined, ids: null, total: undefined }
  if (!ids) return none
  const total = await countRows(db, ids, exact && alone)
  // In another order, such as by the end of the period, these records may come last.
  const isDefault = (query['sort'] ?? mapping.resource.list.defaultSort) === mapping.resource.list.defaultSort
  const isLargePart = isDefault && total > fewIds && total ** 2 > defaultPageSize * (await filter.records(db, caller))
  const walks = total > countCap || isLargePart
  const condition = walks ? sql`${expressionOf(mapping, field)} in ${values}` : sql`${mapping.table.id} = any(array(${ids}))`
  return alone ? { from, rows, condition, ids, total } : { ...none, condition }
}

/** Reads one page of a list (contract `listParameters`) with keyset paging, so that the millionth row costs as much as the first. */
export async function listRecords(db: Database, caller: Caller, mapping: ResourceMapping, query: ListQuery): Promise<ListPage> {
  const { resource, table } = mapping
  const { after, before, count } = query
  const exact = count === 'exact'
  const sort = query['sort'] ?? resource.list.defaultSort
  const metric = sortedMetric(mapping, sort)
  const words = mapping.bigrams ? query['q']?.trim() : undefined
  // Few records have a word: they are found first, and then sorted.
  const field = sort.replace(/^-/u, '')
  const stored = metric || query['q'] ? undefined : mapping.ranked?.[field]
  const ranked = stored?.isComplete && !(await stored.isComplete(db)) ? undefined : stored
  const order = metric ? metricOrder(sort, metric) : ranked ? rankedOrder(sort, kindOf(resource, field), ranked) : orderOf(mapping, sort)
  const limit = Number(query['limit'] ?? defaultPageSize)
  const known = await knownDelivery(db, mapping, caller, query, [metric, ...askedMetrics(mapping, caller, query)])
  const elsewhere = await foundElsewhere(db, caller, mapping, query, exact)
  const conditionOf = (part: ListQuery, found = elsewhere?.condition) => matchingRows(mapping, caller, part, known, found)
  const matching = conditionOf(query)
  const bounded = boundsAlone(mapping, caller, query, known)
  let asked: ReturnType<typeof rareMatches> | undefined
  const listed = and(mapping.scope(caller), isNull(table.deleted_at))
  function rare(searched: string): NonNullable<typeof asked> {
    const near = nearOf(mapping, listed, orderBy(order, false))
    return (asked ??= rareMatches(db, mapping, { words: searched, matching, listed, near }))
  }

  async function ofMetric(name: MetricName, page: PageRead) {
    const figures = deliveryOf(mapping, caller, listPeriod(query), known)
    const ofAll = ownsAll(caller) && isWhole(mapping, query) ? { ids: null } : null
    const whole = bounded ? { ids: null, rows: bounded.rows } : elsewhere?.ids ? { ids: elsewhere.ids } : ofAll
    const undeliveredLast = !page.reversed && (undelivered(name) === null || sort.startsWith('-'))
    const selected = figurePage(figures, name, { ...page, matching, whole, undeliveredLast })
    return (await db.execute<{ id: number; position: string | null }>(selected)).rows
  }
  async function withFields(rows: readonly { id: number; position: string | null }[]): Promise<ListRow[]> {
    const ids = rows.map(({ id }) => id)
    const found = rows.length === 0 ? [] : await selectRows(db, caller, mapping, sql`where ${inArray(table.id, ids)}`)
    const byId = new Map(found.map((row) => [row.id, row]))
    return rows.map(({ id, position }) => ({ ...required(byId.get(id), 'the record'), [positionKey]: position }))
  }
  const positionOf = (row: ListRow) => ({ value: row[positionKey], id: row.id })
  async function readRows(page: PageRead): Promise<ListRow[]> {
    if (metric) return withFields(await ofMetric(metric, page))
    if (ranked) {
      const joined = elsewhere?.from === ranked.from ? conditionOf(query, elsewhere.rows) : matching
      const walks = isWhole(mapping, query) || (await totals).total >= countCap
      return withFields(await rankedPage(db, table, ranked, order, page, { rows: matching, joined, walks }))
    }
    const select = (where: SQL) =>
      selectRows(
        db,
        caller,
        mapping,
        sql`where ${and(where, page.from)} order by ${sql.join(page.orderBy, sql`, `)} limit ${page.limit}`,
        positionText(order),
      )
    const parts = byStoredValue(mapping, query)
    /** The first rows of each part; the first rows of the whole are among them. */
    const firstOf = (part: ListQuery) =>
      sql`(${db
        .select({ id: table.id })
        .from(table)
        .where(and(conditionOf(part), page.from))
        .orderBy(...page.orderBy)
        .limit(page.limit)})`
    const inParts = parts.length > 1 ? sql`${table.id} in (${sql.join(parts.map(firstOf), sql` union all `)})` : matching
    const searched = words ? await rare(words) : undefined
    if (!words || (searched && searched.total <= nearRows)) return select(searched?.condition ?? inParts)
    const nearby = nearOf(mapping, and(listed, page.from), page.orderBy)
    const first = sql`select ${table.id} from ${nearby} where ${matching} order by ${sql.join(page.orderBy, sql`, `)} limit ${page.limit}`
    const near = await select(sql`${table.id} in (${first})`)
    return near.length === page.limit ? near : select(searched?.condition ?? matching)
  }
  async function counted() {
    const searched = words ? await rare(words) : undefined
    // All that are within, and no more if these are many.
    const within = bounded && !exact ? (known.within?.length ?? countCap + 1) : undefined
    const total =
      searched?.total ?? elsewhere?.total ?? within ?? (await countRows(db, sql`select 1 from ${table} where ${matching}`, exact))
    return exact || total <= countCap ? { total, capped: false } : { total: countCap, capped: true }
  }
  const totals = counted()
  const [{ rows, next, previous }, counts] = await Promise.all([
    readPage<ListRow>(order, { after, before, limit }, positionOf, readRows),
    totals,
  ])
  const [records, figuresOf] = await Promise.all([
    presentRecords(db, caller, mapping, rows),
    withFigures(
      db,
      caller,
      mapping,
      query,
      rows.map(({ id }) => id),
      known,
    ),
  ])
  return { data: records.map((record) => Object.assign(record, figuresOf(record.id))), page: { next, previous, ...counts } }
}
