import { countCap, defaultPageSize, filterParameters, message, visibleFields, type FilterOperator } from '@adsite/contract'
import { and, isNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import type { Caller } from '../db/scope.ts'
import { Refusal } from '../http/refusal.ts'
import { beyond, decodeCursor, encodeCursor, orderBy, positionText, type Order } from './keyset.ts'
import { presentRecords, type JsonRecord } from './present.ts'
import { columnOf, expressionOf, kindOf, selectionOf, type ResourceTable } from './resource-table.ts'
import { idList, nameContains } from './targets.ts'

export type ListQuery = Readonly<Record<string, string | undefined>>

export interface ListPage {
  data: JsonRecord[]
  page: { next: string | null; previous: string | null; total: number; capped: boolean }
}

/** Where a row stands in the order; no field can have this name. */
const positionKey = '@position'

type Expression = SQL | AnyPgColumn

const jst = sql.raw(`'Asia/Tokyo'`)
const dayStart = (day: string, later = 0) => sql`((${day}::date + ${later}::int)::timestamp at time zone ${jst})`

/** One filter parameter as a condition; both ends of a range of days are included. */
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

function conditionsOf(mapping: ResourceTable, caller: Caller, query: ListQuery): (SQL | undefined)[] {
  const { resource, table, scope } = mapping
  const filters = filterParameters(resource).flatMap(({ parameter, field, operator }) => {
    const value = query[parameter]
    return value === undefined ? [] : [filterCondition(operator, kindOf(resource, field), expressionOf(mapping, field), value)]
  })
  const words = query['q']?.trim()
  return [
    scope(caller),
    isNull(table.deleted_at),
    ...filters,
    words && resource.list.search ? nameContains(columnOf(table, 'name_norm'), words) : undefined,
  ]
}

function orderOf(mapping: ResourceTable, sort: string): Order {
  const field = sort.replace(/^-/u, '')
  const expression = expressionOf(mapping, field)
  const nullable = 'notNull' in expression ? !expression.notNull : true
  return { sort, expression, kind: kindOf(mapping.resource, field), nullable, id: mapping.table.id }
}

async function countRows(db: Database, { table }: ResourceTable, where: SQL | undefined, exact: boolean) {
  const limit = exact ? sql`` : sql`limit ${countCap + 1}`
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*) as total from (select 1 from ${table}${where ? sql` where ${where}` : sql``} ${limit}) as matching`,
  )
  const total = rows[0]!.total
  return exact || total <= countCap ? { total, capped: false } : { total: countCap, capped: true }
}

/** One page of a list (contract `listParameters`): keyset paging, so that the millionth row costs what the first does. */
export async function listRecords(db: Database, caller: Caller, mapping: ResourceTable, query: ListQuery): Promise<ListPage> {
  const { resource, table } = mapping
  const { after, before, count } = query
  if (after !== undefined && before !== undefined) throw new Refusal('validation_failed', { errors: { before: [message('invalid')] } })
  const order = orderOf(mapping, query['sort'] ?? resource.list.defaultSort)
  const limit = Number(query['limit'] ?? defaultPageSize)
  const reversed = before !== undefined
  const cursor = after ?? before
  const from = cursor === undefined ? undefined : decodeCursor(order, reversed ? 'before' : 'after', cursor)
  const matching = and(...conditionsOf(mapping, caller, query))

  const [found, counted] = await Promise.all([
    db
      .select({ ...selectionOf(mapping, visibleFields(resource, caller.role)), [positionKey]: positionText(order) })
      .from(table)
      .where(and(matching, from ? beyond(order, from, reversed) : undefined))
      .orderBy(...orderBy(order, reversed))
      .limit(limit + 1),
    countRows(db, mapping, matching, count === 'exact'),
  ])
  const more = found.length > limit
  const rows = found.slice(0, limit) as Record<string, unknown>[]
  if (reversed) rows.reverse()
  const at = (row: Record<string, unknown> | undefined) =>
    row ? encodeCursor(order, { value: row[positionKey] as string | null, id: row['id'] as number }) : null
  return {
    data: await presentRecords(db, caller, mapping, rows),
    page: {
      next: more || reversed ? at(rows.at(-1)) : null,
      previous: reversed ? (more ? at(rows[0]) : null) : from ? at(rows[0]) : null,
      ...counted,
    },
  }
}
