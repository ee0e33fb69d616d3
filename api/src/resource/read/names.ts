import { required } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import { qualified } from '../../db/qualified.ts'
import { users } from '../../db/schema.ts'
import { columnOf } from '../mapping/resource-mapping.ts'

const isId = (value: unknown): value is number => typeof value === 'number'

/** Ids to resolve, by the column with the names; values that are not ids have none. */
export type Unnamed = readonly (readonly [AnyPgColumn, readonly unknown[]])[]

/** The name in this column of the row with this id; null if it is not an id or does not exist. */
export type NameOf = (column: AnyPgColumn, id: unknown) => string | null

/**
 * Resolves ids to names, over any number of tables in one statement, because lists wait for it. Includes deleted
 * rows, because records may still refer to them.
 */
export async function readNames(db: Database, unnamed: Unnamed): Promise<NameOf> {
  const wanted = new Map<AnyPgColumn, Set<number>>()
  for (const [column, ids] of unnamed) wanted.set(column, new Set([...(wanted.get(column) ?? []), ...ids.filter(isId)]))
  const columns = [...wanted].flatMap(([column, ids]) =>
    ids.size > 0 ? [{ column, ids: [...ids], names: new Map<number, string>() }] : [],
  )
  if (columns.length > 0) {
    const each = columns.map(({ column, ids }, place) => {
      const id = columnOf(column.table, 'id')
      const chosen = sql`${sql.raw(String(place))} as place, ${qualified(id)} as id, ${qualified(column)}::text as name`
      return sql`select ${chosen} from ${column.table} where ${qualified(id)} = any(${sql.param(ids)}::bigint[])`
    })
    const { rows } = await db.execute<{ place: number; id: number; name: string }>(sql.join(each, sql` union all `))
    for (const { place, id, name } of rows) required(columns[place], 'an entry of columns').names.set(id, name)
  }
  const known = new Map(columns.map(({ column, names }) => [column, names]))
  return (column, id) => (isId(id) ? (known.get(column)?.get(id) ?? null) : null)
}

/** Resolves user ids to names. */
export async function readUserNames(db: Database, ids: readonly unknown[]): Promise<(id: unknown) => string | null> {
  const nameOf = await readNames(db, [[users.name, ids]])
  return (id) => nameOf(users.name, id)
}
