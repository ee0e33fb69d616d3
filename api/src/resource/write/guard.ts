import { mayAct, notByOwnHand, type AnyResource, type Locale, type Permission } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import type { Author } from '../../call/author.ts'
import { auditLog } from '../../db/schema.ts'
import { RequestError } from '../../error/request-error.ts'
import { entityOf, type ResourceMapping, type StoredRecord, type Verdict } from '../mapping/resource-mapping.ts'
import { mayCall } from '../../call/may-call.ts'
import { mayWait } from './second-person.ts'

type Stored = StoredRecord<AnyResource>

/**
 * Those of some records that the author submitted for the pending decision, or has edited since. Read from the
 * append-only history, from the moment when a record entered its state, or from its creation if it started there.
 */
async function ownHands(
  db: Database,
  { user_id }: Author,
  mapping: ResourceMapping,
  ids: readonly number[],
  stateField: string,
): Promise<Set<number>> {
  const { entity, entity_id, field } = auditLog
  const ofRecord = sql`${entity} = ${entityOf(mapping)} and ${entity_id} = asked.id`
  const { rows } = await db.execute<{ id: number }>(sql`select asked.id from unnest(${sql.param(ids)}::bigint[]) as asked (id)
    where exists (select from ${auditLog} where ${ofRecord} and ${auditLog.user_id} = ${user_id}
      and ${auditLog.id} >= coalesce((select max(${auditLog.id}) from ${auditLog} where ${ofRecord} and ${field} = ${stateField}), 0))`)
  return new Set(rows.map(({ id }) => id))
}

/** Why an action is blocked on some records: the author would decide on their own work, or a guard of the resource objects. */
export async function blockers(
  db: Database,
  author: Author,
  mapping: ResourceMapping,
  action: string,
  records: readonly Stored[],
): Promise<Required<Verdict<Stored>>> {
  const { states } = mapping.resource
  const rule = states?.actions[action]
  const ids = records.map(({ id }) => id)
  const own = states && rule?.byAnother && (await ownHands(db, author, mapping, ids, states.field))
  const guard = await mapping.guards?.[action]?.(db, author, records)
  return {
    of: (record) => (own && own.has(record.id) ? notByOwnHand : (guard?.of(record) ?? null)),
    done: (record) => guard?.done?.(record),
  }
}

/** Whether anything beside a record's own state can block the action. */
export const mayBeBlocked = ({ resource, guards }: ResourceMapping, action: string): boolean =>
  resource.states?.actions[action]?.byAnother === true || mayWait(resource, action) || guards?.[action] !== undefined

/** Throws the reason if the action is blocked. */
export function throwBlocker<Needed>(verdict: Verdict<Needed>, record: Needed): void {
  const words = verdict.of(record)
  if (words) throw new RequestError('action_blocked', { message: words })
}

/** Throws the reason if the action is blocked. What decides about it stays as it is until the transaction ends. */
export async function checkGuard(db: Database, author: Author, mapping: ResourceMapping, action: string, record: Stored): Promise<void> {
  await mapping.locks?.[action]?.(db, record)
  throwBlocker(await blockers(db, author, mapping, action, [record]), record)
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
    const words = isOffered(action) ? (await blockers(db, author, mapping, action, [record])).of(record) : null
    if (words) blocked[action] = words[locale]
  }
  return blocked
}
