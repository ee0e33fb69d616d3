import { searchWords, required, isKeyOf } from '@adsite/contract'
import { and, eq, getTableColumns, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import { accounts, creatives, users } from '../../db/schema.ts'
import { belowAdvertiserScope, isOpenAccount, userAccountScope, type Caller } from '../../db/scope.ts'
import { columnOf, mappingOf, type AuditedTable, type ResourceMapping } from '../mapping/resource-mapping.ts'

/** What a reference field points at (`target` of the contract's field). */
export interface Target {
  readonly table: AuditedTable
  readonly name: AnyPgColumn
  /** The column with the colour of a record, if it has one. */
  readonly colour?: AnyPgColumn | undefined
  /** The searchable form of the name, or more. */
  readonly searched: AnyPgColumn
  /** Which of them may be chosen; values chosen earlier keep their name. */
  readonly offered?: SQL
  /** Same as `referred.current` of a mapping. */
  readonly current?: SQL | undefined
  readonly scope: (caller: Caller) => SQL
}

/** The column of a table that holds the title of its records; undefined for titles that are worked out. */
const titleOf = ({ table, resource }: ResourceMapping) => getTableColumns(table)[resource.title]

/** The records of a resource as what references lead to. */
export function recordTarget(mapping: ResourceMapping): Target {
  const { table, resource, searched, scope, referred } = mapping
  return {
    table,
    name: columnOf(table, resource.title),
    colour: getTableColumns(table)['colour'],
    searched: searched ?? columnOf(table, 'name_norm'),
    scope: referred?.scope ?? scope,
    current: referred?.current,
  }
}

const accountTarget = {
  table: accounts,
  name: accounts.name,
  searched: accounts.name_norm,
  current: isOpenAccount,
  scope: userAccountScope,
}

/** What references lead to that is not the records of one resource. */
const views = {
  /** Accounts whose users the caller manages. */
  account: accountTarget,
  pg: { ...accountTarget, scope: (caller) => required(and(eq(accounts.kind, 'pg'), userAccountScope(caller)), 'the condition') },
  shown_creative: {
    table: creatives,
    name: creatives.name,
    searched: creatives.name_norm,
    offered: required(and(isNotNull(creatives.serving_revision), eq(creatives.user_status, 'ACTIVE')), 'the condition'),
    scope: (caller) => belowAdvertiserScope(caller, creatives.advertiser_account_id),
  },
} as const satisfies Readonly<Record<string, Target>>

export type ViewName = keyof typeof views
export const viewTarget = (name: ViewName): Target => views[name]

/**
 * What a reference leads to, by its `target`.
 * @throws if no mapping of that name is defined
 */
export function targetOf(name: string): Target {
  if (isKeyOf(views, name)) return views[name]
  const mapping = mappingOf(name)
  if (!mapping)
    throw new Error(`No mapping of a resource "${name}" to refer to: define one in api/src/${name.replaceAll('_', '-')}/mapping.ts`)
  return recordTarget(mapping)
}

/** The column with the names of what ids of `name` refer to; null if no column has them. */
export function nameColumnOf(name: string): AnyPgColumn | null {
  if (name === 'user') return users.name
  if (isKeyOf(views, name)) return views[name].name
  const mapping = mappingOf(name)
  return (mapping && titleOf(mapping)) ?? null
}

/** True if a searchable column contains all words of a search; `%`, `_` and `\\` are literal. */
export function containsWords(column: AnyPgColumn, search: string): SQL {
  const each = searchWords(search).map((word) => sql`${column} like ${`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`}`)
  return and(...each) ?? sql`true`
}

/** Parses a comma-separated list of ids that the contract's schema has validated. */
export function idList(text: string): number[] {
  return text.split(',').map(Number).filter(Number.isSafeInteger)
}

const selectLimit = 50

/** Lists names to choose from (`q`), or the names of known ids, within the caller's scope. */
export async function selectList(
  db: Database,
  caller: Caller,
  { table, name: title, searched, offered, current, scope }: Target,
  { q, ids, ended }: { q?: string | undefined; ids?: string | undefined; ended?: 'true' | 'false' | undefined },
): Promise<{ data: { id: number; name: string }[] }> {
  const chosen = ids ? undefined : and(offered, ended === 'true' ? undefined : current)
  const conditions = [scope(caller), chosen, isNull(table.deleted_at)]
  if (q) conditions.push(containsWords(searched, q))
  if (ids) conditions.push(inArray(table.id, idList(ids)))
  const query = db
    .select({ id: table.id, name: sql<string>`${title}` })
    .from(table)
    .where(and(...conditions))
    // Matches the order of the big tables' indexes (db/schema); names are never null.
    .orderBy(sql`${title} asc nulls first`, sql`${table.id} asc nulls first`)
  const rows = await (ids ? query : query.limit(selectLimit))
  return { data: rows }
}

/** Columns that say which tenant a row belongs to (db/schema): an advertiser, a media group, or both of an ad in a place. */
export const tenantColumns = ['advertiser_account_id', 'publisher_group_id'] as const

/** The tenants of a row; null where it has none of that kind. */
export type Tenants = Readonly<Record<(typeof tenantColumns)[number], number | null>>

/** A record that a reference may lead to. */
interface Referable {
  /** Whether it is in use. */
  readonly current: boolean
  readonly tenants: Tenants
}

/** The column of a target that holds a tenant; advertisers and media groups are tenants themselves. */
function tenantColumn(name: string, table: AuditedTable, column: keyof Tenants): SQL<number | null> {
  const isTenant = column === 'advertiser_account_id' ? name === 'advertiser' : name === 'publisher_group'
  return sql<number | null>`${isTenant ? table.id : (getTableColumns(table)[column] ?? sql`null`)}`
}

/**
 * Which of `ids` exist, are not deleted and may be referred to by the caller. They are held until the transaction ends,
 * so that none is deleted meanwhile.
 */
export async function existingIds(db: Database, caller: Caller, name: string, ids: readonly number[]): Promise<Map<number, Referable>> {
  const { table, current, scope } = targetOf(name)
  const rows = await db
    .select({
      id: table.id,
      current: current ? sql<boolean>`${current}` : sql<boolean>`true`,
      advertiser_account_id: tenantColumn(name, table, 'advertiser_account_id'),
      publisher_group_id: tenantColumn(name, table, 'publisher_group_id'),
    })
    .from(table)
    .where(and(inArray(table.id, [...ids]), scope(caller), isNull(table.deleted_at)))
    .for('key share')
  return new Map(rows.map(({ id, current: inUse, ...tenants }) => [id, { current: inUse, tenants }]))
}

/** Finds ids by exact name among those that the caller may refer to; a shared name returns all of them. */
export async function idsOfNames(db: Database, caller: Caller, name: string, names: readonly string[]): Promise<Map<string, number[]>> {
  const ids = new Map<string, number[]>()
  if (names.length === 0) return ids
  const { table, name: title, scope } = targetOf(name)
  const rows = await db
    .select({ id: table.id, name: sql<string>`${title}` })
    .from(table)
    .where(and(sql`${title} = any(${sql.param([...names])}::text[])`, scope(caller), isNull(table.deleted_at)))
  for (const row of rows) ids.set(row.name, [...(ids.get(row.name) ?? []), row.id])
  return ids
}
