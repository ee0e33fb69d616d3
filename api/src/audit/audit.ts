import type { Database } from '../db/connect.ts'
import { auditLog } from '../db/schema.ts'
import type { Author } from '../call/author.ts'
import { eventsOfChanges } from './changes.ts'
import { recordEvent } from './record-event.ts'

export interface Change {
  /** null: the record as a whole. */
  readonly field: string | null
  readonly before: unknown
  readonly after: unknown
}

/** Who is named in the log; somebody with a mailed link uses no account. */
export interface LogAuthor extends Pick<Author, 'user_id' | 'source'> {
  readonly account_id: number | null
}

/** Writes what was changed in a record, in the transaction that changes it (spec/domain "Every row"), and the events of security that it is. */
export async function logChanges(
  transaction: Database,
  author: LogAuthor,
  entity: string,
  id: number,
  action: 'create' | 'update' | 'delete',
  changes: readonly Change[],
): Promise<void> {
  const { user_id, account_id, source } = author
  await transaction
    .insert(auditLog)
    .values(changes.map((change) => ({ entity, entity_id: id, user_id, account_id, action, source, ...change })))
  for (const event of eventsOfChanges(author, entity, id, action, changes)) await recordEvent(transaction, event)
}
