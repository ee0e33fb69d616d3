import { required, type Role } from '@adsite/contract'
import { and, eq, inArray, isNull, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import { jstToday } from './jst-today.ts'
import {
  accounts,
  ads,
  advertisements,
  articles,
  campaigns,
  information,
  invitations,
  labels,
  media,
  memberships,
  products,
  publisherGroups,
  spaces,
  users,
} from './schema.ts'
import { savedViews } from './schema/people/saved-view.ts'

/**
 * Defines which rows a caller sees (spec/domain "Row scope"). Every query of business rows combines one of these
 * predicates with its conditions by `and`, so that filters can only narrow the scope.
 */
export interface Caller {
  readonly account_id: number
  readonly role: Role
  /** The API key of the call; without one, the role alone decides. */
  readonly key?: CallerKey | null | undefined
}

export interface CallerKey {
  readonly id: number
  readonly name: string
  /** The first characters of the key. */
  readonly start: string
  /** Permissions that it was given; the role has to have them too. */
  readonly scopes: readonly string[]
}

const everything = sql`true`
const nothing = sql`false`
const build = new QueryBuilder()

/** Campaigns whose account column for the caller's kind is the current account. */
export function campaignScope({ account_id, role }: Caller): SQL {
  switch (role) {
    case 'admin':
      return everything
    case 'advertiser':
      return eq(campaigns.advertiser_account_id, account_id)
    case 'agency':
      return eq(campaigns.agency_account_id, account_id)
    case 'rep':
      return eq(campaigns.rep_account_id, account_id)
    default:
      return nothing
  }
}

interface BelowCampaign {
  readonly advertiser_account_id: PgColumn
  readonly campaign_id: PgColumn
}

/** Rows of those who see them by their advertiser, who is the tenant: found without joining campaigns. Null for all others. */
export function ownAdvertiserScope({ role, account_id }: Caller, advertiserId: SQLWrapper): SQL | null {
  if (role === 'admin') return everything
  return role === 'advertiser' ? eq(advertiserId, account_id) : null
}

/** Rows below campaigns (ads, delivery): the campaigns' predicate, applied to their advertiser or campaign ids. */
export function belowCampaignScope(caller: Caller, columns: BelowCampaign): SQL {
  const own = ownAdvertiserScope(caller, columns.advertiser_account_id)
  if (own) return own
  return inArray(columns.campaign_id, build.select({ id: campaigns.id }).from(campaigns).where(campaignScope(caller)))
}

/**
 * Rows of an advertiser that are not below a campaign (creatives): those of every advertiser with which the
 * caller shares a campaign, because any of its campaigns may use a creative.
 */
export function belowAdvertiserScope(caller: Caller, advertiserId: PgColumn): SQL {
  const own = ownAdvertiserScope(caller, advertiserId)
  if (own) return own
  return inArray(advertiserId, build.select({ id: campaigns.advertiser_account_id }).from(campaigns).where(campaignScope(caller)))
}

/** Publisher groups that the pg account owns, or the ptd account trades. */
export function publisherGroupScope({ account_id, role }: Caller): SQL {
  switch (role) {
    case 'admin':
      return everything
    case 'pg':
      return eq(publisherGroups.account_id, account_id)
    case 'ptd':
      return eq(publisherGroups.ptd_account_id, account_id)
    default:
      return nothing
  }
}

/** Rows below publisher groups (publishers, media, spaces, frames). */
export function belowPublisherGroupScope(caller: Caller, groupId: PgColumn): SQL {
  if (caller.role === 'admin') return everything
  const groups = build
    .select({ id: publisherGroups.id })
    .from(publisherGroups)
    .where(and(publisherGroupScope(caller), isNull(publisherGroups.deleted_at)))
  return inArray(groupId, groups)
}

/** Accounts that may be newly chosen; those that have ended keep their names. */
export const isOpenAccount = ne(accounts.status, 'ENDED')

/** Accounts of one demand kind: the caller's own, and those that share a campaign with it. */
export function demandAccountScope(caller: Caller, kind: 'advertiser' | 'agency' | 'rep'): SQL {
  if (caller.role === 'admin') return everything
  if (caller.role === kind) return eq(accounts.id, caller.account_id)
  const column = { advertiser: campaigns.advertiser_account_id, agency: campaigns.agency_account_id, rep: campaigns.rep_account_id }[kind]
  return inArray(accounts.id, build.select({ id: column }).from(campaigns).where(campaignScope(caller)))
}

/** Accounts whose users the caller manages: all for the administrator, their own for ptd and pg (spec/site "Operations area"). */
export function userAccountScope({ account_id, role }: Caller): SQL {
  if (role === 'admin') return everything
  return role === 'ptd' || role === 'pg' ? eq(accounts.id, account_id) : nothing
}

/** Users of the accounts of one kind that the caller manages. */
export function userScope(caller: Caller, kind: Role): SQL {
  const members = build
    .select({ user_id: memberships.user_id })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), eq(accounts.kind, kind), isNull(accounts.deleted_at)))
    .where(userAccountScope(caller))
  return inArray(users.id, members)
}

/** Invitations to accounts whose users the caller manages. */
export function invitationScope(caller: Caller): SQL {
  const own = build
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(userAccountScope(caller), isNull(accounts.deleted_at)))
  return inArray(invitations.account_id, own)
}

/** Account records are the administrator's (spec/site "Permission groups"). */
export function accountScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** Companies are the administrator's (spec/site "Permission groups"). */
export function companyScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** On sale today in Japan, so available for new ads. */
export const isOnSale = sql<boolean>`(${products.status} = 'ON_SALE' and ${jstToday}
  between ${products.sale_from} and coalesce(${products.sale_to}, 'infinity'))`

/** Ads in places (whitelist, articles): the demand side sees those of its ads, the supply side those in its groups. */
export function placementScope(
  caller: Caller,
  columns: { ad_id: PgColumn; advertiser_account_id: PgColumn; publisher_group_id: PgColumn },
): SQL {
  switch (caller.role) {
    case 'advertiser':
      return eq(columns.advertiser_account_id, caller.account_id)
    case 'agency':
    case 'rep':
      return inArray(columns.ad_id, build.select({ id: ads.id }).from(ads).where(belowCampaignScope(caller, ads)))
    default:
      return belowPublisherGroupScope(caller, columns.publisher_group_id)
  }
}

const isDemand = (role: Role) => role === 'advertiser' || role === 'agency' || role === 'rep'

// Columns are qualified, because Drizzle omits table names when a query selects from one table. What is sold is found once for
// a statement, whatever number of spaces it looks at.
const offeredSpace = sql`spaces.status = 'ACTIVE' and spaces.deleted_at is null and (
  exists (select from products where ${isOnSale} and products.deleted_at is null
    and not exists (select from product_spaces as sold where sold.product_id = products.id))
  or spaces.id in (select sold.space_id from product_spaces as sold join products on products.id = sold.product_id
    where ${isOnSale} and products.deleted_at is null))`

/** Spaces: the supply side sees its own; the demand side sees those of products on sale. */
export function spaceScope(caller: Caller): SQL {
  return isDemand(caller.role) ? offeredSpace : belowPublisherGroupScope(caller, spaces.publisher_group_id)
}

/** Media: the supply side sees its own; the demand side sees those with an offered space. */
export function mediumScope(caller: Caller): SQL {
  if (!isDemand(caller.role)) return belowPublisherGroupScope(caller, media.publisher_group_id)
  return sql`media.status = 'ACTIVE' and exists (select from spaces
    where spaces.publisher_group_id = media.publisher_group_id and spaces.medium_id = media.id and ${offeredSpace})`
}

/** Ads that may be referred to: those of the caller's campaigns, or those shown on the caller's media. */
export function adScope(caller: Caller): SQL {
  if (caller.role === 'admin' || isDemand(caller.role)) return belowCampaignScope(caller, ads)
  const shown = build.select({ id: advertisements.ad_id }).from(advertisements)
  return inArray(ads.id, shown.where(belowPublisherGroupScope(caller, advertisements.publisher_group_id)))
}

/** Articles are visible with their medium. */
export function articleScope(caller: Caller): SQL {
  if (!isDemand(caller.role)) return belowPublisherGroupScope(caller, articles.publisher_group_id)
  return sql`articles.medium_id in (select media.id from media where media.deleted_at is null and ${mediumScope(caller)})`
}

/** Products belong to the administrator; the demand side sees those on sale. */
export function productScope({ role }: Caller): SQL {
  if (role === 'admin') return everything
  return isDemand(role) ? isOnSale : nothing
}

/** Formats are visible to everybody: creatives comply with them and spaces accept them. */
export function formatScope(): SQL {
  return everything
}

/** Rates are visible to the administrator alone, who also writes them. */
export function revenueShareScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** Announcement records are the administrator's. */
export function informationScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** The announcement is not a draft, and its publication window is open now; no end means unlimited. */
export const isPublished = sql<boolean>`(${information.is_draft} is not true and ${information.publish_from} <= now() and (${information.publish_to} is null or ${information.publish_to} > now()))`

/** Announcements for the caller's role that are published now. */
export function publishedInformationScope({ role }: Caller): SQL {
  return sql`${isPublished} and ${role} = any(${information.target_roles})`
}

/** The labels of the caller's account; nobody sees those of another, not even the administrator (spec/domain "Label"). */
export const labelScope = ({ account_id }: Caller): SQL => sql`${labels}.account_id = ${account_id}::bigint`

/** Saved views: the user's own in the current account, and those that the account's users share. */
export function savedViewScope({ account_id }: Caller, user_id: number): SQL {
  return required(
    and(eq(savedViews.account_id, account_id), or(eq(savedViews.user_id, user_id), eq(savedViews.shared, true))),
    'the condition',
  )
}
