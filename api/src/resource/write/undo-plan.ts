import { isDeepStrictEqual } from 'node:util'
import { mayAct, relatedEntry, visibleFields, type AnyResource, type UndoField, type UndoObstacle } from '@adsite/contract'
import type { Entry } from '../../audit/change-entries.ts'
import { mayCall } from '../../call/may-call.ts'
import type { Caller } from '../../db/scope.ts'

/** One field that a change has set: its values before and after, and the id of the last history entry. */
export interface ChangedField {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
  readonly entry: number
}

/** The effect of a change on one record, by field. */
export function changedFields(entries: readonly Entry[]): ChangedField[] {
  const fields = new Map<string, ChangedField>()
  for (const { id, field, before, after } of entries) {
    if (field !== null) fields.set(field, { field, before: fields.has(field) ? fields.get(field)?.before : before, after, entry: id })
  }
  return [...fields.values()]
}

/**
 * The last later entry of a field that still counts. Entries that were undone do not count, and neither do the entries of their
 * undo, so that changes can be undone one after another.
 */
export function lastLater(later: readonly Entry[]): Entry | undefined {
  const gone = new Set<number>()
  const known = new Set(later.map(({ id }) => id))
  return later
    .toSorted((one, other) => other.id - one.id)
    .find(({ id, undoes }) => {
      if (gone.has(id)) return false
      if (undoes === null || !known.has(undoes)) return true
      gone.add(undoes)
      return false
    })
}

/** An action of the caller that leads from one state to another. */
function actionBack({ states }: AnyResource, caller: Caller, now: unknown, back: unknown): string | null {
  const found = Object.entries(states?.actions ?? {}).find(
    ([name, { to, permission }]) => states && to === back && mayAct(states, name, String(now)) && mayCall(caller, permission),
  )
  return found?.[0] ?? null
}

/** The effect of an undo on each field of a record that the role receives. */
export function undoFields(
  resource: AnyResource,
  caller: Caller,
  record: Readonly<Record<string, unknown>>,
  changed: readonly ChangedField[],
  laterOf: (changed: ChangedField) => readonly Entry[],
  person: (id: unknown) => string | null,
): UndoField[] {
  const visible = visibleFields(resource, caller.role)
  return changed.flatMap((each) => {
    const { field, before: back, after } = each
    const own = resource.fields[field]
    if (!own)
      return relatedEntry(field, caller.role) ? [{ field, now: after, back, stays: 'fixed' as const, later: null, action: null }] : []
    if (!visible.includes(field)) return []
    const now = record[field]
    const last = lastLater(laterOf(each))
    const isState = field === resource.states?.field
    function obstacle(): UndoObstacle | null {
      if (isDeepStrictEqual(now, back)) return 'done'
      if (last || !isDeepStrictEqual(now, after)) return 'later'
      if (isState) return 'state'
      return own?.access === 'write' ? null : 'fixed'
    }
    const stays = obstacle()
    return [
      {
        field,
        now,
        back,
        stays,
        later: stays === 'later' && last ? { at: last.at.toISOString(), by: person(last.user_id) } : null,
        action: stays === 'state' ? actionBack(resource, caller, now, back) : null,
      },
    ]
  })
}
