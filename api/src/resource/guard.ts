import { may, mayAct, type Locale, type Permission } from '@adsite/contract'
import type { Database } from '../db/connect.ts'
import type { Author } from '../db/audit.ts'
import { Refusal } from '../http/refusal.ts'
import type { ResourceTable } from './resource-table.ts'

type Values = Readonly<Record<string, unknown>>

/** Refuses what a guard of the resource stands in the way of, in its words. */
export async function checkGuard(db: Database, author: Author, { guards }: ResourceTable, action: string, record: Values): Promise<void> {
  const words = await guards?.[action]?.(db, author, record)
  if (words) throw new Refusal('action_blocked', { message: words })
}

/** Actions that the role has and the record's state allows, and that a guard stands in the way of (contract `RecordBase.blocked`). */
export async function blockedActions(
  db: Database,
  author: Author,
  { resource, guards = {} }: ResourceTable,
  record: Values,
  locale: Locale,
): Promise<Record<string, string>> {
  const { states, permissions } = resource
  function isOffered(action: string): boolean {
    const rule = states?.actions[action]
    if (rule) return may(author.role, rule.permission) && mayAct(states!, action, String(record[states!.field]))
    const permission: Permission | null = permissions[action as 'update' | 'delete']
    return permission !== null && may(author.role, permission)
  }
  const blocked: Record<string, string> = {}
  for (const [action, guard] of Object.entries(guards)) {
    const words = isOffered(action) ? await guard(db, author, record) : null
    if (words) blocked[action] = words[locale]
  }
  return blocked
}
