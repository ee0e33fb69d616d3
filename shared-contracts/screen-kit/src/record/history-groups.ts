import type { HistoryEntry } from './use-resource-record.ts'

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
    const key = [entry.at, entry.by, entry.key, entry.action, entry.source].join('|')
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
