import { message, type Field } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { RequestError } from '../../error/request-error.ts'

/** Order of a list: by one expression, then by id in the same direction. Empty values come last. */
export interface Order {
  /** The order as in the query (`-updated_at`). It is part of a cursor, so that a cursor of another order is refused. */
  readonly sort: string
  readonly expression: SQL | AnyPgColumn
  readonly kind: Field['kind']
  readonly nullable: boolean
  readonly id: SQL | AnyPgColumn
}

/** A position in a list: the sort value as exact text (microseconds, decimals) and the id. */
export interface Position {
  readonly value: string | null
  readonly id: number
}

const descending = ({ sort }: Order) => sort.startsWith('-')

const types: Readonly<Partial<Record<Field['kind'], { type: SQL; pattern: RegExp }>>> = {
  money: { type: sql.raw('numeric'), pattern: /^\d{1,12}(\.\d{1,6})?$/u },
  integer: { type: sql.raw('bigint'), pattern: /^-?\d{1,18}$/u },
  rate: { type: sql.raw('numeric'), pattern: /^-?\d{1,18}(\.\d{1,6})?$/u },
  reference: { type: sql.raw('bigint'), pattern: /^\d{1,18}$/u },
  date: { type: sql.raw('date'), pattern: /^\d{4}-\d\d-\d\d$/u },
  datetime: { type: sql.raw('timestamptz'), pattern: /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}Z$/u },
}

/** Selects the sort value as lossless text. */
export function positionText({ expression, kind }: Order): SQL<string | null> {
  if (kind === 'datetime') return sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  return sql`(${expression})::text`
}

export function orderBy(order: Order, reversed: boolean): SQL[] {
  const down = descending(order) !== reversed
  // For non-null columns, one index (desc nulls last) serves both directions.
  const emptyFirst = order.nullable ? reversed : !down
  const words = sql.raw(`${down ? 'desc' : 'asc'} nulls ${emptyFirst ? 'first' : 'last'}`)
  return [sql`${order.expression} ${words}`, sql`${order.id} ${words}`]
}

/** Selects rows after the position, or before it when `reversed`. */
export function beyond(order: Order, { value, id }: Position, reversed: boolean): SQL {
  const { expression: x, nullable, id: idColumn } = order
  const sign = sql.raw(descending(order) === reversed ? '>' : '<')
  if (value === null) {
    // Empty values come last: after one follow other empty ones; before it comes everything else too.
    const tie = sql`(${x} is null and ${idColumn} ${sign} ${id})`
    return reversed ? sql`(${x} is not null or ${tie})` : tie
  }
  const type = types[order.kind]?.type ?? sql.raw('text')
  const further = sql`(${x}, ${idColumn}) ${sign} (${value}::${type}, ${id}::bigint)`
  return nullable && !reversed ? sql`(${further} or ${x} is null)` : further
}

/** Like {@link beyond}, for rows that all have the sort value `same`. */
function beyondSame(order: Order, { value, id }: Position, reversed: boolean, same: 0 | null): SQL {
  const tie = sql`${order.id} ${sql.raw(descending(order) === reversed ? '>' : '<')} ${id}::bigint`
  if (same === null || value === null) return same === value ? tie : sql.raw(String((same === null) !== reversed))
  if (Number(value) === same) return tie
  return sql.raw(String(same > Number(value) === (descending(order) === reversed)))
}

function encodeCursor(order: Order, { value, id }: Position): string {
  return Buffer.from(JSON.stringify([order.sort, value, id])).toString('base64url')
}

const cursorSchema = v.strictTuple([v.string(), v.nullable(v.string()), v.pipe(v.number(), v.safeInteger(), v.minValue(1))])

/** Decodes a cursor; refuses invalid ones and those of another order. */
function decodeCursor(order: Order, parameter: 'after' | 'before', cursor: string): Position {
  const refusal = new RequestError('validation_failed', { errors: { [parameter]: [message('invalid')] } })
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw refusal
  }
  const parsed = v.safeParse(cursorSchema, read)
  if (!parsed.success) throw refusal
  const [sort, value, id] = parsed.output
  const pattern = types[order.kind]?.pattern
  const possible = value === null ? order.nullable : (pattern?.test(value) ?? !value.includes('\0'))
  if (sort !== order.sort || !possible) throw refusal
  if (order.kind === 'datetime' && value !== null && Number.isNaN(Date.parse(value))) throw refusal
  return { value, id }
}

interface PageQuery {
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** Reads one page: rows that meet the condition, in this order, up to a limit. */
export interface PageRead {
  readonly from: SQL | undefined
  /** The condition for rows that all have the same sort value. */
  readonly fromSame: (value: 0 | null) => SQL | undefined
  readonly orderBy: SQL[]
  readonly limit: number
  /** Where the page begins, or with `reversed` ends; null: with the first row. */
  readonly position: Position | null
  readonly reversed: boolean
  /** The order of rows that all have the same sort value. Ids are never null, and with `nulls last` no index of them would serve it. */
  readonly orderSame: (id: SQL | AnyPgColumn) => SQL
  /** The order of rows that have a sort value, for an index that has those without one at the other end. */
  readonly orderKnown: SQL
}

/** Reads one page by cursor in either direction, with the cursors of its neighbours; null if there is none. */
export async function readPage<Row>(
  order: Order,
  { after, before, limit }: PageQuery,
  positionOf: (row: Row) => Position,
  read: (page: PageRead) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: string | null; previous: string | null }> {
  if (after !== undefined && before !== undefined) throw new RequestError('validation_failed', { errors: { before: [message('invalid')] } })
  const reversed = before !== undefined
  const cursor = after ?? before
  const position = cursor === undefined ? null : decodeCursor(order, reversed ? 'before' : 'after', cursor)
  const from = position ? beyond(order, position, reversed) : undefined
  const fromSame = (value: 0 | null) => (position ? beyondSame(order, position, reversed, value) : undefined)
  const direction = sql.raw(descending(order) === reversed ? 'asc' : 'desc')
  const orderSame = (id: SQL | AnyPgColumn) => sql`${id} ${direction}`
  const orderKnown = sql`${order.expression} ${direction}, ${order.id} ${direction}`
  const orders = { orderBy: orderBy(order, reversed), orderSame, orderKnown }
  const found = await read({ from, fromSame, limit: limit + 1, position, reversed, ...orders })
  const more = found.length > limit
  const rows = found.slice(0, limit)
  if (reversed) rows.reverse()
  const at = (row: Row | undefined) => (row === undefined ? null : encodeCursor(order, positionOf(row)))
  return {
    rows,
    next: more || reversed ? at(rows.at(-1)) : null,
    previous: (reversed ? more : from !== undefined) ? at(rows[0]) : null,
  }
}
