import { searchWords, required, type EndpointGroup, type Endpoints, type UserKind, isKeyOf } from '@adsite/contract'
import { and, eq, getTableColumns, inArray, isNotNull, isNull, ne, notInArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import {
  accounts,
  ads,
  advertisements,
  rejectRequests,
  articles,
  campaigns,
  companies,
  creativeGroups,
  creatives,
  information,
  invitations,
  media,
  orders,
  publisherGroups,
  formats,
  frames,
  products,
  publishers,
  spaces,
  users,
} from '../../db/schema.ts'
import {
  adScope,
  articleScope,
  belowAdvertiserScope,
  belowCampaignScope,
  belowPublisherGroupScope,
  campaignScope,
  companyScope,
  demandAccountScope,
  formatScope,
  informationScope,
  mediumScope,
  productScope,
  invitationScope,
  publisherGroupScope,
  spaceScope,
  userAccountScope,
  userScope,
  type Caller,
} from '../../db/scope.ts'
import type { AuditedTable } from '../mapping/resource-mapping.ts'

type NamedTable = AuditedTable & { readonly name_norm: AnyPgColumn }

/** What a reference field points at (`target` of the contract's field). */
interface Target {
  readonly table: NamedTable
  readonly name: AnyPgColumn<{ data: string; notNull: true }>
  /** The searched column, if it is more than the name. */
  readonly searched?: AnyPgColumn
  /** Restricts the table, such as to accounts of one kind. */
  readonly only?: SQL
  /** Which of them may be chosen; values chosen earlier keep their name. */
  readonly offered?: SQL
  /** Which of them are in use; others can be filtered by but not newly chosen. */
  readonly current?: SQL
  readonly scope: (caller: Caller) => SQL
}

const isOpenAccount = ne(accounts.status, 'ENDED')

const demandAccountTarget = (kind: 'advertiser' | 'agency' | 'rep'): Target => ({
  table: accounts,
  name: accounts.name,
  only: eq(accounts.kind, kind),
  current: isOpenAccount,
  scope: (caller) => demandAccountScope(caller, kind),
})

/** Accounts of the supply side whose users the caller manages. */
const supplyAccountTarget = (kind: 'ptd' | 'pg'): Target => ({
  table: accounts,
  name: accounts.name,
  only: eq(accounts.kind, kind),
  current: isOpenAccount,
  scope: userAccountScope,
})

type BelowGroup = NamedTable & { readonly name: Target['name']; readonly publisher_group_id: AnyPgColumn }

const belowGroupTarget = (table: BelowGroup): Target => ({
  table,
  name: table.name,
  scope: (caller) => belowPublisherGroupScope(caller, table.publisher_group_id),
})
/** Users of one kind of account. */
const userTarget = (kind: UserKind): Target => ({ table: users, name: users.name, scope: (caller) => userScope(caller, kind) })
const userTargets = {
  advertiser_user: userTarget('advertiser'),
  agency_user: userTarget('agency'),
  rep_user: userTarget('rep'),
  ptd_user: userTarget('ptd'),
  pg_user: userTarget('pg'),
} as const satisfies Record<`${UserKind}_user`, Target>

const creativeTarget: Target = {
  table: creatives,
  name: creatives.name,
  scope: (caller) => belowAdvertiserScope(caller, creatives.advertiser_account_id),
}

/** Groups of endpoints with a select list: without a target of the same name they do not compile. */
type Selectable = { [G in EndpointGroup]: 'select' extends keyof Endpoints[G] ? G : never }[EndpointGroup]

const targets = {
  advertiser: demandAccountTarget('advertiser'),
  agency: demandAccountTarget('agency'),
  rep: demandAccountTarget('rep'),
  ptd: supplyAccountTarget('ptd'),
  pg: supplyAccountTarget('pg'),
  ad: { table: ads, name: ads.name, scope: adScope },
  account: { table: accounts, name: accounts.name, current: isOpenAccount, scope: userAccountScope },
  invitation: { table: invitations, name: invitations.email, scope: invitationScope },
  ...userTargets,
  campaign: { table: campaigns, name: campaigns.name, scope: campaignScope },
  company: {
    table: companies,
    name: companies.name,
    searched: companies.search_text,
    current: notInArray(companies.credit_status, ['INACTIVE', 'BLOCKED']),
    scope: companyScope,
  },
  creative_group: {
    table: creativeGroups,
    name: creativeGroups.name,
    scope: (caller) => belowAdvertiserScope(caller, creativeGroups.advertiser_account_id),
  },
  order: { table: orders, name: orders.name, scope: (caller) => belowCampaignScope(caller, orders) },
  creative: creativeTarget,
  shown_creative: {
    ...creativeTarget,
    offered: required(and(isNotNull(creatives.serving_revision), eq(creatives.user_status, 'ACTIVE')), 'the condition'),
  },
  information: { table: information, name: information.title, scope: informationScope },
  publisher_group: { table: publisherGroups, name: publisherGroups.name, scope: publisherGroupScope },
  publisher: belowGroupTarget(publishers),
  medium: { table: media, name: media.name, current: ne(media.status, 'ARCHIVED'), scope: mediumScope },
  space: { table: spaces, name: spaces.name, scope: spaceScope },
  advertisement: {
    table: advertisements,
    name: advertisements.name,
    scope: (caller) => belowPublisherGroupScope(caller, advertisements.publisher_group_id),
  },
  reject_request: belowGroupTarget(rejectRequests),
  article: { table: articles, name: articles.title, scope: articleScope },
  frame: { ...belowGroupTarget(frames), current: ne(frames.status, 'ARCHIVED') },
  format: { table: formats, name: formats.name, current: ne(formats.status, 'ARCHIVED'), scope: formatScope },
  product: { table: products, name: products.name, current: ne(products.status, 'ENDED'), scope: productScope },
} as const satisfies Readonly<Record<string, Target>> & Readonly<Record<Selectable, Target>>

export type TargetName = keyof typeof targets

export function targetOf(name: string): Target {
  if (!isKeyOf(targets, name)) throw new Error(`No resource "${name}" to refer to`)
  return targets[name]
}

/** The column with the names of what ids of `name` refer to; null if no column has them. */
export function nameColumnOf(name: string): AnyPgColumn | null {
  if (name === 'user') return users.name
  return isKeyOf(targets, name) ? targets[name].name : null
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
  name: string,
  { q, ids, ended }: { q?: string | undefined; ids?: string | undefined; ended?: 'true' | 'false' | undefined },
): Promise<{ data: { id: number; name: string }[] }> {
  const { table, name: title, searched, only, offered, current, scope } = targetOf(name)
  const chosen = ids ? undefined : and(offered, ended === 'true' ? undefined : current)
  const conditions = [scope(caller), only, chosen, isNull(table.deleted_at)]
  if (q) conditions.push(containsWords(searched ?? table.name_norm, q))
  if (ids) conditions.push(inArray(table.id, idList(ids)))
  const query = db
    .select({ id: table.id, name: title })
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
  const { table, only, current, scope } = targetOf(name)
  const rows = await db
    .select({
      id: table.id,
      current: current ? sql<boolean>`${current}` : sql<boolean>`true`,
      advertiser_account_id: tenantColumn(name, table, 'advertiser_account_id'),
      publisher_group_id: tenantColumn(name, table, 'publisher_group_id'),
    })
    .from(table)
    .where(and(inArray(table.id, [...ids]), only, scope(caller), isNull(table.deleted_at)))
    .for('key share')
  return new Map(rows.map(({ id, current: inUse, ...tenants }) => [id, { current: inUse, tenants }]))
}

/** Finds ids by exact name among those that the caller may refer to; a shared name returns all of them. */
export async function idsOfNames(db: Database, caller: Caller, name: string, names: readonly string[]): Promise<Map<string, number[]>> {
  const ids = new Map<string, number[]>()
  if (names.length === 0) return ids
  const { table, name: title, only, scope } = targetOf(name)
  const rows = await db
    .select({ id: table.id, name: title })
    .from(table)
    .where(and(sql`${title} = any(${sql.param([...names])}::text[])`, only, scope(caller), isNull(table.deleted_at)))
  for (const row of rows) ids.set(row.name, [...(ids.get(row.name) ?? []), row.id])
  return ids
}
