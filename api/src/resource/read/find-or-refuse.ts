import type { AnyResource } from '@adsite/contract'
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import type { Caller } from '../../db/scope.ts'
import { RequestError } from '../../error/request-error.ts'
import { recordSelectionOf, type ResourceMapping, type StoredRow } from '../mapping/resource-mapping.ts'
import type { Row } from './present.ts'

function recordsWhere(db: Database, caller: Caller, mapping: ResourceMapping, which: SQL) {
  const { table, scope } = mapping
  return db
    .select(recordSelectionOf(mapping, caller))
    .from(table)
    .where(and(which, scope(caller), isNull(table.deleted_at)))
}

/** Reads those of some records that are in the caller's scope. */
export function findRows(
  db: Database,
  caller: Caller,
  mapping: ResourceMapping,
  ids: readonly number[],
): Promise<StoredRow<AnyResource>[]> {
  return recordsWhere(db, caller, mapping, inArray(mapping.table.id, [...ids]))
}

/**
 * Reads a record in the caller's scope. `lock` locks its row until the transaction ends.
 *
 * @throws RequestError `not_found` when the record does not exist, is deleted or is out of scope.
 */
export function findOrRefuse<R extends AnyResource>(
  db: Database,
  caller: Caller,
  mapping: ResourceMapping<R>,
  id: number,
  lock?: boolean,
): Promise<StoredRow<R>>
// Typed by the resource above; the query is the same for all of them.
export async function findOrRefuse(db: Database, caller: Caller, mapping: ResourceMapping, id: number, lock = false): Promise<Row> {
  const query = recordsWhere(db, caller, mapping, eq(mapping.table.id, id))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) throw new RequestError('not_found')
  return row
}
