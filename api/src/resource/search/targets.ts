import { searchWords, required, type EndpointGroup, type Endpoints, type UserKind } from '@adsite/contract'
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

/** Something that a reference field points at (`target` of the contract's field). */
interface Target {
  readonly table: NamedTable
  readonly name: AnyPgColumn
  /** What is searched, where that is more than the name. */
  readonly searched?: AnyPgColumn
  /** Which rows of the table are meant at all: accounts of one kind. */
  readonly only?: SQL
  /** Which of them may be chosen at all; what was chosen before keeps its name. */
  readonly offered?: SQL
  /** Which of them are in use: others are found by filters, and not chosen for anything new. */
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

/** Accounts of the supply side: those whose users the caller looks after. */
const supplyAccountTarget = (kind: 'ptd' | 'pg'): Target => ({
  table: accounts,
  name: accounts.name,
  only: eq(accounts.kind, kind),
  current: isOpenAccount,
  scope: userAccountScope,
})

type BelowGroup = NamedTable & { readonly name: AnyPgColumn; readonly publisher_group_id: AnyPgColumn }

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
  const target = (targets as Record<string, Target | undefined>)[name]
  if (!target) throw new Error(`No resource "${name}" to refer to`)
  return target
}

/** A column in the form that names are searched in contains all words of a search; `%`, `_` and `\` mean themselves. */
export function containsWords(column: AnyPgColumn, search: string): SQL {
  const each = searchWords(search).map((word) => sql`${column} like ${`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`}`)
  return and(...each) ?? sql`true`
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
    // As the indexes of big tables run (db/schema); no name is empty.
    .orderBy(sql`${title} asc nulls first`, sql`${table.id} asc nulls first`)
  const rows = await (ids ? query : query.limit(selectLimit))
  return { data: rows as { id: number; name: string }[] }
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
function tenantColumn(name: string, table: AuditedTable, column: keyof Tenants): AnyPgColumn | SQL {
  const isTenant = column === 'advertiser_account_id' ? name === 'advertiser' : name === 'publisher_group'
  return isTenant ? table.id : (getTableColumns(table)[column] ?? sql`null`)
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
  return new Map(rows.map(({ id, current: inUse, ...tenants }) => [id as number, { current: inUse, tenants: tenants as Tenants }]))
}

/** Ids by exact name, of those that the caller may refer to; a name that several have leads to all of them. */
export async function idsOfNames(db: Database, caller: Caller, name: string, names: readonly string[]): Promise<Map<string, number[]>> {
  const ids = new Map<string, number[]>()
  if (names.length === 0) return ids
  const { table, name: title, only, scope } = targetOf(name)
  const rows = await db
    .select({ id: table.id, name: title })
    .from(table)
    .where(and(sql`${title} = any(${sql.param([...names])}::text[])`, only, scope(caller), isNull(table.deleted_at)))
  for (const row of rows) ids.set(row.name as string, [...(ids.get(row.name as string) ?? []), row.id as number])
  return ids
}
