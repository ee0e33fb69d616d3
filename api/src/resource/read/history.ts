import { reasonEntries, relatedEntries, relatedEntry, visibleFields, required } from '@adsite/contract'
import { and, desc, eq, exists, isNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { entryColumns } from '../../audit/change-entries.ts'
import type { Database } from '../../db/connect.ts'
import { apiKeys, auditLog } from '../../db/schema.ts'
import type { Caller } from '../../db/scope.ts'
import { readUserNames } from './names.ts'
import { entityOf, type ResourceMapping } from '../mapping/resource-mapping.ts'

const historyLimit = 100

function only(value: unknown, fields: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.has(name)))
}

/**
 * The changes of a record, newest first, limited to fields that the role receives. A page is read from the log
 * before filtering, so `next` may follow a page with few entries.
 */
export async function historyOf(db: Database, caller: Caller, mapping: ResourceMapping, id: number, after?: string) {
  const { resource } = mapping
  const related = Object.keys(relatedEntries).filter((name) => relatedEntry(name, caller.role))
  const visible = new Set<string>([...visibleFields(resource, caller.role), ...Object.keys(reasonEntries), ...related])
  const { table, scope } = mapping
  const other = alias(auditLog, 'other')
  const undone = alias(auditLog, 'undone')
  const others = db
    .select({ id: other.id })
    .from(other)
    .innerJoin(table, eq(table.id, other.entity_id))
    .where(
      and(
        eq(other.request_id, auditLog.request_id),
        eq(other.entity, auditLog.entity),
        sql`${other.user_id} is not distinct from ${auditLog.user_id}`,
        ne(other.entity_id, id),
        scope(caller),
        isNull(table.deleted_at),
      ),
    )
  const found = await db
    .select({ ...entryColumns, others: exists(others), undone_at: undone.at, undone_by: undone.user_id, key: apiKeys.name })
    .from(auditLog)
    .leftJoin(undone, eq(undone.id, auditLog.undoes))
    .leftJoin(apiKeys, eq(apiKeys.id, auditLog.api_key_id))
    .where(and(eq(auditLog.entity, entityOf(mapping)), eq(auditLog.entity_id, id), after ? lt(auditLog.id, Number(after)) : undefined))
    .orderBy(desc(auditLog.id))
    .limit(historyLimit + 1)
  const rows = found.slice(0, historyLimit)
  const person = await readUserNames(
    db,
    rows.flatMap((row) => [row.user_id, row.undone_by]),
  )
  const data = rows
    .filter(({ field }) => field === null || visible.has(field))
    .map(({ id: entry, at, user_id, key, action, source, field, before, after: now, others: more, undone_at, undone_by }) => ({
      id: entry,
      at: at.toISOString(),
      by: person(user_id),
      key,
      action,
      source,
      field,
      before: field === null ? only(before, visible) : before,
      after: field === null ? only(now, visible) : now,
      others: Boolean(more),
      undoes: undone_at && { at: undone_at.toISOString(), by: person(undone_by) },
    }))
  return { data, page: { next: found.length > historyLimit ? String(required(rows.at(-1), 'the last of rows').id) : null } }
}
