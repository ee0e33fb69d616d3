import { choiceLabel, reasonEntries, relatedEntry, visibleFields, type AnyResource, type RecordColumn, type Role } from '@adsite/contract'
import type { HistoryEntry } from './use-resource-record.ts'

/** What one person changed in one go. */
export interface HistoryGroup {
  readonly key: string
  readonly head: HistoryEntry
  readonly changes: readonly (HistoryEntry & { readonly field: string })[]
}

/** Joins the entries of one write: same instant, person, action and source. */
export function historyGroups(entries: readonly HistoryEntry[]): HistoryGroup[] {
  const groups = new Map<string, HistoryEntry[]>()
  for (const entry of entries) {
    const key = [entry.at, entry.by, entry.action, entry.source].join('|')
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups].map(([key, members]) => ({
    key,
    head: members[0]!,
    changes: members.filter((entry): entry is HistoryGroup['changes'][number] => entry.field !== null),
  }))
}

/** How an entry of the history reads: a field that the role receives, the reason of an action, or something beside the fields; null for anything else. */
export function historyColumn(resource: AnyResource, role: Role, name: string): RecordColumn | null {
  if ((visibleFields(resource, role) as readonly string[]).includes(name)) return resource.fields[name]!
  const related = relatedEntry(name, role)
  if (related) return related
  if (!Object.hasOwn(reasonEntries, name)) return null
  const { label } = reasonEntries[name as keyof typeof reasonEntries]
  if (name === 'reason') return { kind: 'text', label }
  const codes = Object.values(resource.states?.actions ?? {}).flatMap((rule) => rule.reason?.codes ?? [])
  return { kind: 'object', label, describe: (key, locale) => wordsOf(codes, String(key))?.[locale] ?? String(key) }
}

/** Actions have codes of their own: the first that knows the key names it. */
function wordsOf(codes: readonly NonNullable<RecordColumn['choices']>[], key: string) {
  return codes.map((choices) => choiceLabel(choices, key)).find((label) => label !== undefined)
}
