import type { AnyResource } from '@adsite/contract'
import type { Author } from '../../call/author.ts'
import type { Database } from '../../db/connect.ts'
import { RequestError } from '../../error/request-error.ts'
import type { ResourceMapping, StoredRecord } from '../mapping/resource-mapping.ts'
import { findRows } from '../read/find-or-refuse.ts'
import { eachOf } from './each-of.ts'
import { blockers, throwBlocker } from './guard.ts'
import { waitingActions } from './second-person.ts'
import { jsonOf } from './write.ts'

/** Records that are read at once. */
const batchSize = 1000

async function readMany(db: Database, author: Author, mapping: ResourceMapping, ids: readonly number[]) {
  const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, index) =>
    ids.slice(index * batchSize, (index + 1) * batchSize),
  )
  const rows = (await eachOf(batches, (batch) => findRows(db, author, mapping, batch))).flat()
  return rows.map((row): StoredRecord<AnyResource> => ({ ...jsonOf(mapping, row), id: row.id }))
}

/**
 * Reads some records as they are at this moment, and what blocks the action on each. Returns what checks one of them as if the action
 * had been done to those that were checked before and passed.
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
  const records = await readMany(db, author, mapping, ids)
  const verdict = await blockers(db, author, mapping, action, records)
  const waiting = await waitingActions(db, author, mapping, action, records)
  const byId = new Map(records.map((record) => [record.id, record]))
  return (id) => {
    const record = byId.get(id)
    if (!record) throw new RequestError('not_found')
    throwBlocker(verdict, record)
    if (waiting.has(id)) throwBlocker({ of: () => waiting.get(id) ?? null }, record)
    else verdict.done(record)
  }
}
