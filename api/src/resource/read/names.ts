import { required } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import { qualified } from '../../db/sql/qualified.ts'
import { keptRendered } from '../../db/sql/rendered.ts'
import { users } from '../../db/schema.ts'
import { columnOf } from '../mapping/resource-mapping.ts'

const isId = (value: unknown): value is number => typeof value === 'number'

/** Ids to resolve, by the column with the names; values that are not ids have none. */
export type Unnamed = Iterable<readonly [AnyPgColumn, Iterable<unknown>]>

/** The name in this column of the row with this id; null if it is not an id or does not exist. */
export type NameOf = (column: AnyPgColumn, id: unknown) => string | null

const lookups = keptRendered<AnyPgColumn>()

/** Selects ids and names from the table of a column, up to the ids. */
const lookupOf = (column: AnyPgColumn): SQL =>
  lookups(column, () => {
    const id = qualified(columnOf(column.table, 'id'))
    return sql`${id} as id, ${qualified(column)}::text as name from ${column.table} where ${id}`
  })

/**
 * Resolves ids to names, over any number of tables in one statement, because lists wait for it. Includes deleted
 * rows, because records may still refer to them.
 */
export async function readNames(db: Database, unnamed: Unnamed): Promise<NameOf> {
  const known = new Map<AnyPgColumn, Map<number, string>>()
  const each: SQL[] = []
  const places: Map<number, string>[] = []
  for (const [column, values] of unnamed) {
    const ids = new Set<number>()
    for (const value of values) if (isId(value)) ids.add(value)
    if (ids.size === 0) continue
    const names = known.get(column) ?? new Map<number, string>()
    known.set(column, names)
    const place = sql.raw(String(places.push(names) - 1))
    each.push(sql`select ${place} as place, ${lookupOf(column)} = any(${sql.param([...ids])}::bigint[])`)
  }
  if (each.length > 0) {
    const { rows } = await db.execute<{ place: number; id: number; name: string }>(sql.join(each, sql` union all `))
    for (const { place, id, name } of rows) required(places[place], 'an entry of places').set(id, name)
  }
  return (column, id) => (isId(id) ? (known.get(column)?.get(id) ?? null) : null)
}

/** Resolves user ids to names. */
export async function readUserNames(db: Database, ids: readonly unknown[]): Promise<(id: unknown) => string | null> {
  const nameOf = await readNames(db, [[users.name, ids]])
  return (id) => nameOf(users.name, id)
}
