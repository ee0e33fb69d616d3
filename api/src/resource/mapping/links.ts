import { eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import { qualified } from '../../db/qualified.ts'

/** A table of pairs: which records (`other`) a field of kind `references` holds for a record (`own`). */
export interface LinkTable {
  readonly table: PgTable
  readonly own: AnyPgColumn
  readonly other: AnyPgColumn
  /** A record without any stands for all of them: it matches whichever is asked for. */
  readonly noneIsAll?: true
}

/** The ids as a JSON array in ascending order; null where there is none. */
export function linkedIds({ table, own, other }: LinkTable, id: AnyPgColumn): SQL {
  const wanted = qualified(other)
  return sql`(select json_agg(${wanted} order by ${wanted}) from ${table} where ${qualified(own)} = ${qualified(id)})`
}

/** True for records that are linked with any of `ids`. */
export function linkedWithAny({ table, own, other, noneIsAll }: LinkTable, id: AnyPgColumn, ids: readonly number[]): SQL {
  const linked = sql`select from ${table} where ${qualified(own)} = ${qualified(id)}`
  const withAny = sql`exists (${linked} and ${qualified(other)} in ${ids})`
  return noneIsAll ? sql`(${withAny} or not exists (${linked}))` : withAny
}

/** The ids in the value of a field of kind `reference` or `references`. */
export function idsIn(value: unknown): number[] {
  return [value].flat().filter((id) => typeof id === 'number')
}

/** Makes `ids` the ones that record `id` is linked with. */
export async function writeLinks(
  transaction: Database,
  { table, own, other }: LinkTable,
  id: number,
  ids: readonly number[],
): Promise<void> {
  await transaction.delete(table).where(eq(own, id))
  if (ids.length > 0) await transaction.insert(table).values(ids.map((linked) => ({ [own.name]: id, [other.name]: linked })))
}
