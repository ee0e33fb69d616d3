import { mayAct, notByOwnHand, type AnyResource, type Locale, type Permission, type Text } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import type { Author } from '../../call/author.ts'
import { auditLog } from '../../db/schema.ts'
import { RequestError } from '../../error/request-error.ts'
import { entityOf, type ResourceMapping, type StoredRecord } from '../mapping/resource-mapping.ts'
import { mayCall } from '../../call/may-call.ts'

type Stored = StoredRecord<AnyResource>

/**
 * True if the author submitted the record for the pending decision, or has edited it since. Read from the
 * append-only history, from the moment when the record entered one of the states in `waiting`, or from its
 * creation if it started there.
 */
async function isOwnHand(
  db: Database,
  { user_id }: Author,
  mapping: ResourceMapping,
  id: number,
  stateField: string,
  waiting: readonly string[],
) {
  const { entity, entity_id, field, after } = auditLog
  const ofRecord = sql`${entity} = ${entityOf(mapping)} and ${entity_id} = ${id}`
  const handedIn = sql`${field} = ${stateField} and ${after} = any(${sql.param(waiting.map((state) => JSON.stringify(state)))}::jsonb[])`
  const { rows } = await db.execute<{ own: boolean }>(sql`select exists (select 1 from ${auditLog}
    where ${ofRecord} and ${auditLog.user_id} = ${user_id}
      and ${auditLog.id} >= coalesce((select max(${auditLog.id}) from ${auditLog} where ${ofRecord} and ${handedIn}), 0)) as own`)
  return rows.some(({ own }) => own)
}

/** Why an action is blocked: the author would decide on their own work, or a guard of the resource objects. */
async function blockerOf(db: Database, author: Author, mapping: ResourceMapping, action: string, record: Stored): Promise<Text | null> {
  const { states } = mapping.resource
  const rule = states?.actions[action]
  if (states && rule?.byAnother && author.user_id !== null && (await isOwnHand(db, author, mapping, record.id, states.field, rule.from)))
    return notByOwnHand
  return (await mapping.guards?.[action]?.(db, author, record)) ?? null
}

/** Throws the reason if the action is blocked. What decides about it stays as it is until the transaction ends. */
export async function checkGuard(db: Database, author: Author, mapping: ResourceMapping, action: string, record: Stored): Promise<void> {
  await mapping.locks?.[action]?.(db, record)
  const words = await blockerOf(db, author, mapping, action, record)
  if (words) throw new RequestError('action_blocked', { message: words })
}

/** Actions that the role and the record's state allow but that are blocked (contract `RecordBase.blocked`). */
export async function blockedActions(
  db: Database,
  author: Author,
  mapping: ResourceMapping,
  record: Stored,
  locale: Locale,
): Promise<Record<string, string>> {
  const { states, permissions } = mapping.resource
  function isOffered(action: string): boolean {
    const rule = states?.actions[action]
    if (states && rule) return mayCall(author, rule.permission) && mayAct(states, action, String(record[states.field]))
    const permission: Permission | null = action === 'update' || action === 'delete' ? permissions[action] : null
    return permission !== null && mayCall(author, permission)
  }
  const decisions = Object.entries(states?.actions ?? {}).flatMap(([action, { byAnother }]) => (byAnother ? [action] : []))
  const blocked: Record<string, string> = {}
  for (const action of new Set([...decisions, ...Object.keys(mapping.guards ?? {})])) {
    const words = isOffered(action) ? await blockerOf(db, author, mapping, action, record) : null
    if (words) blocked[action] = words[locale]
  }
  return blocked
}
