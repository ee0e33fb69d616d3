import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import type { Caller } from '../../db/scope.ts'
import { qualified } from '../../db/sql/qualified.ts'

/** A join table: the records (`other`) that a `references` field holds for a record (`own`). */
export interface LinkTable {
  readonly table: PgTable
  readonly own: AnyPgColumn
  readonly other: AnyPgColumn
  /** Which entries a caller sees, where that differs from who sees the record: they are left out of its value and of filters. */
  readonly seenBy?: (caller: Caller) => SQL
  /** A record without entries stands for all, so it matches any filter. */
  readonly noneIsAll?: true
}

/** The ids as a JSON array in ascending order; null if there are none. */
export function linkedIds({ table, own, other, seenBy }: LinkTable, id: AnyPgColumn, caller: Caller): SQL {
  const wanted = qualified(other)
  return sql`(select json_agg(${wanted} order by ${wanted}) from ${table} where ${and(sql`${qualified(own)} = ${qualified(id)}`, seenBy?.(caller))})`
}

/** True for records that are linked with any of `ids`. */
export function linkedWithAny(
  { table, own, other, seenBy, noneIsAll }: LinkTable,
  id: AnyPgColumn,
  ids: readonly number[],
  caller: Caller,
): SQL {
  const linked = sql`select from ${table} where ${and(sql`${qualified(own)} = ${qualified(id)}`, seenBy?.(caller))}`
  const withAny = sql`exists (${linked} and ${qualified(other)} in ${ids})`
  return noneIsAll ? sql`(${withAny} or not exists (${linked}))` : withAny
}

/** The ids in the value of a field of kind `reference` or `references`. */
export function idsIn(value: unknown): number[] {
  return [value].flat().filter((id) => typeof id === 'number')
}

/** Replaces the links of record `id` with `ids`. */
export async function writeLinks(
  transaction: Database,
  { table, own, other }: LinkTable,
  id: number,
  ids: readonly number[],
): Promise<void> {
  await transaction.delete(table).where(eq(own, id))
  if (ids.length > 0) await transaction.insert(table).values(ids.map((linked) => ({ [own.name]: id, [other.name]: linked })))
}
