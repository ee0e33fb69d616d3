import type { AnyResource } from '@adsite/contract'
import type { Author } from '../../call/author.ts'
import type { Database } from '../../db/connect.ts'
import { RequestError } from '../../error/request-error.ts'
import type { ResourceMapping, StoredRecord } from '../mapping/resource-mapping.ts'
import { findRows } from '../read/find-or-refuse.ts'
import { eachOf } from './each-of.ts'
import { blockers, throwBlocker } from './guard.ts'
import { jsonOf } from './write.ts'

/** Records that are read at once, with what blocks the action on them. */
const batchSize = 1000

/**
 * Reads some records as they are at this moment, and what blocks the action on each, in batches. Returns what checks one of them.
 *
 * @throws RequestError (the check) `not_found` for a record that does not exist, is deleted or is out of scope, `action_blocked`
 * for one that is blocked.
 */
export async function checkMany(
  db: Database,
  author: Author,
  mapping: ResourceMapping,
  action: string,
  ids: readonly number[],
): Promise<(id: number) => void> {
  const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, index) => ids.slice(index * batchSize).slice(0, batchSize))
  const read = await eachOf(batches, async (batch) => {
    const rows = await findRows(db, author, mapping, batch)
    const records = rows.map((row): StoredRecord<AnyResource> => ({ ...jsonOf(mapping, row), id: row.id }))
    const verdict = await blockers(db, author, mapping, action, records)
    return records.map((record) => [record.id, () => throwBlocker(verdict, record)] as const)
  })
  const checks = new Map(read.flat())
  return (id) => {
    const check = checks.get(id)
    if (!check) throw new RequestError('not_found')
    check()
  }
}
