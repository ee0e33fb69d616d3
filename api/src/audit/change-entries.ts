import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
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
 * The entries of a change, of which `change` is one: what the same user did to records of an entity in the same request or,
 * outside of requests, to the record in the same transaction. `ids` are the records that are meant; without them all.
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

/** The last entry that the current request made for records of an entity; null if it made none. */
export async function ownChange(db: Database, entity: string): Promise<number | null> {
  const request = requestContext.getStore()?.requestId
  if (request === undefined) return null
  const [last] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.request_id, request), eq(auditLog.entity, entity)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return last?.id ?? null
}
