import { isKeyOf, isObject, securityChanges, type SecurityEventKind } from '@adsite/contract'
import type { Change, LogAuthor } from './log-changes.ts'
import type { SecurityEvent } from './record-event.ts'

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** Splits a change into fields: a field change as it is, a whole record into its relevant fields. */
function fieldsOf({ field, before, after }: Change): readonly (readonly [string, unknown, unknown])[] {
  if (field !== null) return [[field, before, after]]
  const former = isObject(before) ? before : {}
  const present = isObject(after) ? after : {}
  return [...new Set([...Object.keys(former), ...Object.keys(present)])].map((name) => [name, former[name] ?? null, present[name] ?? null])
}

/** Derives the security events from the changes of a record: one per kind, naming the fields. */
export function eventsOfChanges(
  { user_id, account_id, source }: LogAuthor,
  entity: string,
  id: number,
  action: string,
  changes: readonly Change[],
): SecurityEvent[] {
  const kinds: Readonly<Record<string, SecurityEventKind>> | undefined = isKeyOf(securityChanges, entity)
    ? securityChanges[entity]
    : undefined
  if (!kinds) return []
  const said = new Map<SecurityEventKind, string[]>()
  for (const [field, before, after] of changes.flatMap(fieldsOf)) {
    const kind = kinds[field] ?? kinds['*']
    if (kind) said.set(kind, [...(said.get(kind) ?? []), before === after ? field : `${field}: ${shown(before)} → ${shown(after)}`])
  }
  const who = { ...(user_id === null ? {} : { user_id }), ...(account_id === null ? {} : { account_id }) }
  return [...said].map(([kind, parts]) => ({
    kind,
    ...who,
    target: `${entity} ${id}`,
    detail: `${action} (${source}) ${parts.join(', ')}`,
  }))
}
