import { reasonEntries, relatedEntries, relatedEntry, visibleFields, required } from '@adsite/contract'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { auditLog } from '../../db/schema.ts'
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
  const found = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, entityOf(mapping)), eq(auditLog.entity_id, id), after ? lt(auditLog.id, Number(after)) : undefined))
    .orderBy(desc(auditLog.id))
    .limit(historyLimit + 1)
  const rows = found.slice(0, historyLimit)
  const person = await readUserNames(
    db,
    rows.map((row) => row.user_id),
  )
  const data = rows
    .filter(({ field }) => field === null || visible.has(field))
    .map(({ id: entry, at, user_id, action, source, field, before, after: now }) => ({
      id: entry,
      at: at.toISOString(),
      by: person(user_id),
      action,
      source,
      field,
      before: field === null ? only(before, visible) : before,
      after: field === null ? only(now, visible) : now,
    }))
  return { data, page: { next: found.length > historyLimit ? String(required(rows.at(-1), 'the last of rows').id) : null } }
}
