import { visibleFields } from '@adsite/contract'
import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { auditLog } from '../db/schema.ts'
import type { Caller } from '../db/scope.ts'
import { userNames } from './present.ts'
import type { ResourceTable } from './resource-table.ts'

const historyLimit = 200

function only(value: unknown, fields: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.has(name)))
}

/** What was changed in a record, newest first; of fields that the role receives, and no others. */
export async function historyOf(db: Database, caller: Caller, { resource }: ResourceTable, id: number) {
  const visible = new Set<string>(visibleFields(resource, caller.role))
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, resource.name), eq(auditLog.entity_id, id)))
    .orderBy(desc(auditLog.id))
    .limit(historyLimit)
  const people = await userNames(
    db,
    rows.map((row) => row.user_id),
  )
  return rows
    .filter(({ field }) => field === null || visible.has(field))
    .map(({ at, user_id, action, source, field, before, after }) => ({
      at: at.toISOString(),
      by: user_id === null ? null : (people.get(user_id) ?? null),
      action,
      source,
      field,
      before: field === null ? only(before, visible) : before,
      after: field === null ? only(after, visible) : after,
    }))
}
