import type { Field } from '@adsite/contract'
import { and, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import type { AuditedTable, RankedValues } from '../mapping/resource-mapping.ts'
import { beyond, orderBy, type Order, type PageRead, type Position } from './keyset.ts'

interface RankedRow extends Record<string, unknown> {
  readonly id: number
  readonly position: string | null
}

/** Which records match. */
interface RankedMatching {
  readonly rows: SQL
  /** The same where the table of the values is at hand. */
  readonly joined: SQL
  /**
   * True if so many records match that a walk along the values soon fills a page. The planner does not see that: it takes the two columns of
   * the join for independent, expects a few rows, and sorts all of them.
   */
  readonly walks: boolean
}

/** The order by a value of another table; a cursor may stand among the records that have none. */
export const rankedOrder = (sort: string, kind: Field['kind'], { id, value }: RankedValues): Order => ({
  sort,
  expression: value,
  kind,
  nullable: true,
  id,
})

/**
 * Reads the ids of one page of records in the order of a value that another table has for some of them. They come from the index
 * of that table and, only if the page reaches them, from the records without a value, by id. A subquery per record would compute
 * the value of all records before the first one is known.
 */
export async function rankedPage(
  db: Database,
  table: AuditedTable,
  { from, own, id, value, known, isZero }: RankedValues,
  order: Order,
  { position, reversed, limit, orderSame }: PageRead,
  { joined, rows: matching, walks }: RankedMatching,
): Promise<readonly RankedRow[]> {
  const among: Order = { ...order, nullable: false }
  const hasNone = sql`not exists (select from ${from} where ${own} and ${known})`

  async function ranked(after: Position | null, count: number): Promise<RankedRow[]> {
    const found = walks ? sql`${from}` : sql`${from} join ${table} on ${own}`
    const matches = walks ? sql`(select true from ${table} where ${own} and ${joined})` : joined
    const { rows } = await db.execute<RankedRow>(sql`select ${id} as id, ${value}::text as position
      from ${found} where ${and(known, matches, after ? beyond(among, after, reversed) : undefined)}
      order by ${sql.join(orderBy(among, reversed), sql`, `)} limit ${count}`)
    return rows
  }
  const same = (which: SQL | undefined, shown: '0' | null) => async (after: Position | null, count: number) => {
    const tie = after ? beyond({ ...order, expression: sql`null::text`, id: table.id }, { value: null, id: after.id }, reversed) : undefined
    const { rows } = await db.execute<RankedRow>(sql`select ${table.id} as id, ${shown}::text as position
      from ${table} where ${and(matching, hasNone, which, tie)} order by ${orderSame(table.id)} limit ${count}`)
    return rows
  }
  const values = { name: 'ranked', read: ranked }
  const zeros = isZero ? [{ name: 'zero', read: same(isZero, '0') }] : []
  const empty = { name: 'empty', read: same(isZero && sql`(${isZero}) is not true`, null) }
  const groups = order.sort.startsWith('-') ? [values, ...zeros, empty] : [...zeros, values, empty]
  if (reversed) groups.reverse()
  const reached = position?.value === null ? 'empty' : isZero && Number(position?.value) === 0 ? 'zero' : 'ranked'
  const first = position ? groups.findIndex(({ name }) => name === reached) : 0
  const found: RankedRow[] = []
  for (const [index, { read }] of groups.entries())
    if (index >= first && found.length < limit)
      found.push(...(await read(position && index === first ? position : null, limit - found.length)))
  return found
}
