import { required, type bulkEndpoint, type EditEndpoint, type UndoEndpoint, type UndoRecord } from '@adsite/contract'
import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { Call } from '../../call/handler.ts'
import type { Database } from '../../db/connect.ts'
import type { ResourceMapping } from '../mapping/resource-mapping.ts'
import { eachOf } from './each-of.ts'

type ManyCall = Call<EditEndpoint> | Call<UndoEndpoint> | Call<ReturnType<typeof bulkEndpoint>>
type Result = Pick<UndoRecord, 'id' | 'ok' | 'code'>

/** Thrown to roll back the transaction of a preview. */
class Previewed extends Error {}

/** What each record has in common with others (`ResourceMapping.sharedLimit`), of those in the caller's scope. */
async function sharedBy(
  { db, session }: ManyCall,
  { table, scope, sharedLimit }: ResourceMapping,
  ids: readonly number[],
): Promise<Map<number, unknown>> {
  if (!sharedLimit) return new Map()
  const rows = await db
    .select({ id: table.id, shared: sharedLimit.by })
    .from(table)
    .where(and(inArray(table.id, ids), scope(session), isNull(table.deleted_at)))
  return new Map(rows.map(({ id, shared }) => [id, shared]))
}

/** Attempts records one after the other, and those that were refused once more. */
async function inTurn<T, R extends Result>(group: readonly T[], attempt: (record: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const record of group) results.push(await attempt(record))
  if (!results.some(({ ok }) => ok)) return results
  for (const [index, record] of group.entries()) {
    if (results[index]?.code === 'validation_failed') results[index] = await attempt(record)
  }
  return results
}

/**
 * Writes many records by `attempt`, which returns a refusal as a result: each in its own transaction, with results in the order
 * of the records. A preview (`dry_run`) does the same and rolls it back.
 *
 * Records with a limit in common (`ResourceMapping.sharedLimit`) are written one after the other, and their preview is
 * one transaction, so that it adds them up. One that is refused is tried again after the others of its group, because these may
 * have made room for it.
 */
export async function writeMany<T extends { readonly id: number }, R extends Result>(
  call: ManyCall,
  mapping: ResourceMapping,
  records: readonly T[],
  attempt: (database: Database, record: T) => Promise<R>,
): Promise<R[]> {
  const { db, body } = call
  const { table, sharedLimit } = mapping
  const shared = await sharedBy(
    call,
    mapping,
    records.map(({ id }) => id),
  )

  async function preview(group: readonly T[]): Promise<R[]> {
    let results: R[] = []
    await db
      .transaction(async (transaction) => {
        const ids = group.flatMap(({ id }) => (shared.has(id) ? [id] : []))
        // All at once and by id, so that nobody who holds one of them waits for this transaction and it for them.
        if (ids.length > 1)
          await transaction.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(asc(table.id)).for('update')
        results = await inTurn(group, (record) => attempt(transaction, record))
        throw new Previewed()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Previewed)) throw error
      })
    return results
  }

  const groups = [...Map.groupBy(records, ({ id }) => (sharedLimit ? shared.get(id) : id)).values()]
  const done = await eachOf(groups, (group) => (body.dry_run ? preview(group) : inTurn(group, (record) => attempt(db, record))))
  const byId = new Map(done.flat().map((result) => [result.id, result]))
  return records.map(({ id }) => required(byId.get(id), 'the result of a record'))
}
