import { searchForm } from '@adsite/contract'
import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import { accounts, campaigns, companies, information, media, publisherGroups, spaces } from '../db/schema.ts'
import {
  belowPublisherGroupScope,
  campaignScope,
  companyScope,
  demandAccountScope,
  informationScope,
  publisherGroupScope,
  type Caller,
} from '../db/scope.ts'
import type { AuditedTable } from './resource-table.ts'

type NamedTable = AuditedTable & { readonly name_norm: AnyPgColumn }

/** Something that a reference field points at (`target` of the contract's field). */
interface Target {
  readonly table: NamedTable
  readonly name: AnyPgColumn
  /** Which rows of the table are meant at all: accounts of one kind. */
  readonly only?: SQL
  readonly scope: (caller: Caller) => SQL
}

const accountTarget = (kind: 'advertiser' | 'agency' | 'rep'): Target => ({
  table: accounts,
  name: accounts.name,
  only: eq(accounts.kind, kind),
  scope: (caller) => demandAccountScope(caller, kind),
})

const targets = {
  advertiser: accountTarget('advertiser'),
  agency: accountTarget('agency'),
  rep: accountTarget('rep'),
  campaign: { table: campaigns, name: campaigns.name, scope: campaignScope },
  company: { table: companies, name: companies.name, scope: companyScope },
  information: { table: information, name: information.title, scope: informationScope },
  publisher_group: { table: publisherGroups, name: publisherGroups.name, scope: publisherGroupScope },
  medium: { table: media, name: media.name, scope: (caller) => belowPublisherGroupScope(caller, media.publisher_group_id) },
  space: { table: spaces, name: spaces.name, scope: (caller) => belowPublisherGroupScope(caller, spaces.publisher_group_id) },
} as const satisfies Record<string, Target>

export type TargetName = keyof typeof targets

export function targetOf(name: string): Target {
  const target = (targets as Record<string, Target | undefined>)[name]
  if (!target) throw new Error(`No resource "${name}" to refer to`)
  return target
}

/** `name_norm` contains the searched words; `%`, `_` and `\` mean themselves. */
export function nameContains(column: AnyPgColumn, words: string): SQL {
  const pattern = searchForm(words.trim()).replace(/[\\%_]/g, String.raw`\$&`)
  return sql`${column} like ${`%${pattern}%`}`
}

/** Ids of a comma-separated list that the contract's schema let pass. */
export function idList(text: string): number[] {
  return text.split(',').map(Number).filter(Number.isSafeInteger)
}

const selectLimit = 50

/** Names to choose from (`q`), or the names of known ids; never more than the caller may see. */
export async function selectList(
  db: Database,
  caller: Caller,
  name: TargetName,
  { q, ids }: { q?: string | undefined; ids?: string | undefined },
): Promise<{ data: { id: number; name: string }[] }> {
  const { table, name: title, only, scope } = targetOf(name)
  const conditions = [scope(caller), only, isNull(table.deleted_at)]
  if (q) conditions.push(nameContains(table.name_norm, q))
  if (ids) conditions.push(inArray(table.id, idList(ids)))
  const query = db
    .select({ id: table.id, name: title })
    .from(table)
    .where(and(...conditions))
    .orderBy(asc(title), asc(table.id))
  const rows = await (ids ? query : query.limit(selectLimit))
  return { data: rows as { id: number; name: string }[] }
}

/** Which of `ids` exist, are not deleted and may be referred to by the caller. */
export async function existingIds(db: Database, caller: Caller, name: string, ids: readonly number[]): Promise<Set<number>> {
  const { table, only, scope } = targetOf(name)
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, [...ids]), only, scope(caller), isNull(table.deleted_at)))
  return new Set(rows.map((row) => row.id as number))
}

/** Names of referenced rows: of deleted ones too, for the record that names them is still there. */
export async function namesOf(db: Database, name: string, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { table, name: title } = targetOf(name)
  const rows = await db
    .select({ id: table.id, name: title })
    .from(table)
    .where(inArray(table.id, [...ids]))
  return new Map(rows.map((row) => [row.id as number, row.name as string]))
}
