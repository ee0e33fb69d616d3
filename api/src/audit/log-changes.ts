import type { Database } from '../db/connect.ts'
import { auditLog } from '../db/schema.ts'
import type { Author } from '../call/author.ts'
import { requestContext } from '../call/request-context.ts'
import { eventsOfChanges } from './events-of-changes.ts'
import { recordEvent } from './record-event.ts'

export interface Change {
  /** null for the record as a whole. */
  readonly field: string | null
  readonly before: unknown
  readonly after: unknown
  /** The entry that it takes back. */
  readonly undoes?: number | undefined
}

/** The author of a log entry. Callers with a mailed link use no account. */
export interface LogAuthor extends Pick<Author, 'user_id' | 'source' | 'continues'> {
  readonly account_id: number | null
}

/**
 * Records the changes of a record, and the security events that they are, in the transaction that makes them
 * (spec/domain "Every row").
 */
export async function logChanges(
  transaction: Database,
  author: LogAuthor,
  entity: string,
  id: number,
  action: 'create' | 'update' | 'delete',
  changes: readonly Change[],
): Promise<void> {
  const { user_id, account_id, source, continues } = author
  const context = requestContext.getStore()
  const { requestId, session } = context ?? {}
  const api_key_id = session?.key?.id ?? null
  const request_id = continues ?? requestId
  await transaction
    .insert(auditLog)
    .values(changes.map((change) => ({ entity, entity_id: id, user_id, account_id, api_key_id, action, source, request_id, ...change })))
  for (const event of eventsOfChanges(author, entity, id, action, changes)) {
    await recordEvent(transaction, event)
    if (context) context.recorded = new Set([...(context.recorded ?? []), event.kind])
  }
}
