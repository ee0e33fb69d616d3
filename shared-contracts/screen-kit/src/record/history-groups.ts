import { choiceLabel, reasonEntries, relatedEntry, visibleFields, type AnyResource, type RecordColumn, type Role } from '@adsite/contract'
import type { HistoryEntry } from './use-resource-record.ts'
import { fieldOf } from '../base/field-of.ts'

/** The changes that one user made in one write. */
export interface HistoryGroup {
  readonly key: string
  readonly head: HistoryEntry
  readonly changes: readonly (HistoryEntry & { readonly field: string })[]
}

/** Groups the entries of one write: same instant, user, action and source. */
export function historyGroups(entries: readonly HistoryEntry[]): HistoryGroup[] {
  const groups = new Map<string, { head: HistoryEntry; members: HistoryEntry[] }>()
  for (const entry of entries) {
    const key = [entry.at, entry.by, entry.action, entry.source].join('|')
    const group = groups.get(key)
    if (group) group.members.push(entry)
    else groups.set(key, { head: entry, members: [entry] })
  }
  return [...groups].map(([key, { head, members }]) => ({
    key,
    head,
    changes: members.filter((entry): entry is HistoryGroup['changes'][number] => entry.field !== null),
  }))
}

/**
 * The column that describes a history entry: a field that the role receives, the reason of an action, or a
 * related entry; null for anything else.
 */
export function historyColumn(resource: AnyResource, role: Role, name: string): RecordColumn | null {
  if (visibleFields(resource, role).includes(name)) return fieldOf(resource, name)
  const related = relatedEntry(name, role)
  if (related) return related
  if (name === 'reason') return { kind: 'text', label: reasonEntries.reason.label }
  if (name !== 'reason_code') return null
  const codes = Object.values(resource.states?.actions ?? {}).flatMap((rule) => rule.reason?.codes ?? [])
  return {
    kind: 'object',
    label: reasonEntries.reason_code.label,
    describe: (key, locale) => wordsOf(codes, String(key))?.[locale] ?? String(key),
  }
}

/** Actions have their own reason codes; the first list with the key provides the label. */
function wordsOf(codes: readonly NonNullable<RecordColumn['choices']>[], key: string) {
  return codes.map((choices) => choiceLabel(choices, key)).find((label) => label !== undefined)
}
