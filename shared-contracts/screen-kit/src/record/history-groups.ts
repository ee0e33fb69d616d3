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
