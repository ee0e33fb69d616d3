import { message } from '@adsite/contract'
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Author } from '../call/author.ts'
import { requestContext } from '../call/request-context.ts'
import type { Database } from '../db/connect.ts'
import { auditLog } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'

/** Values as they were written: the driver has parsed them already, and the column would parse the text `500` again. */
export const entryColumns = {
  ...getTableColumns(auditLog),
  before: sql<unknown>`${auditLog.before}`,
  after: sql<unknown>`${auditLog.after}`,
}

export type Entry = typeof auditLog.$inferSelect

/**
 * Reads all entries of the change to which the entry `change` belongs: what the same user did to records of the entity in the
 * same request or, outside of requests, to the same record in the same transaction.
 * @param ids reads only the entries of these records
 */
export async function changeEntries(db: Database, entity: string, change: number, ids?: readonly number[]): Promise<Entry[]> {
  const [head] = await db
    .select(entryColumns)
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.id, change)))
  if (!head) throw new RequestError('not_found')
  const atOnce = and(
    eq(auditLog.entity_id, head.entity_id),
    eq(auditLog.at, sql`(select head.at from ${auditLog} as head where head.id = ${change})`),
  )
  return db
    .select(entryColumns)
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, entity),
        sql`${auditLog.user_id} is not distinct from ${head.user_id}::bigint`,
        head.request_id === null ? atOnce : eq(auditLog.request_id, head.request_id),
        ids && inArray(auditLog.entity_id, [...ids]),
      ),
    )
    .orderBy(asc(auditLog.id))
}

/** How long somebody may go on with a change. */
const continuable = sql`interval '1 hour'`

/** The request of a change that its author goes on with: their own, of the same entity and account, and not long ago. */
export async function continuedRequest(db: Database, entity: string, change: number, author: Author): Promise<string> {
  const [head] = await db
    .select({ request_id: auditLog.request_id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.id, change),
        eq(auditLog.entity, entity),
        sql`${auditLog.user_id} is not distinct from ${author.user_id}::bigint`,
        eq(auditLog.account_id, author.account_id),
        sql`${auditLog.api_key_id} is not distinct from ${author.key?.id ?? null}::bigint`,
        sql`${auditLog.at} > now() - ${continuable}`,
      ),
    )
  if (!head?.request_id) throw new RequestError('validation_failed', { errors: { change: [message('choice')] } })
  return head.request_id
}

/** The last entry of a request (the current one) for records of an entity; null if it made none. */
export async function ownChange(
  db: Database,
  entity: string,
  request: string | undefined = requestContext.getStore()?.requestId,
): Promise<number | null> {
  if (request === undefined) return null
  const [last] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.request_id, request), eq(auditLog.entity, entity)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return last?.id ?? null
}
