import { required, type Role } from '@adsite/contract'
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
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
  media,
  memberships,
  products,
  publisherGroups,
  spaces,
  users,
} from './schema.ts'
import { savedViews } from './schema/people/saved-view.ts'

/**
 * Which rows a caller sees (spec/domain "Row scope"): the one place that says so. Every query of
 * business rows is joined with one of these predicates by `and`, so a filter can only narrow it.
 */
export interface Caller {
  readonly account_id: number
  readonly role: Role
}

const everything = sql`true`
const nothing = sql`false`
const build = new QueryBuilder()

/** Campaigns: those whose account column of the caller's kind is the current account. */
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

/** What lies below campaigns (ads, delivery): the campaigns' predicate, on their advertiser or their ids. */
export function belowCampaignScope(caller: Caller, columns: BelowCampaign): SQL {
  if (caller.role === 'admin') return everything
  // The advertiser is the tenant: its rows are found without the campaigns.
  if (caller.role === 'advertiser') return eq(columns.advertiser_account_id, caller.account_id)
  return inArray(columns.campaign_id, build.select({ id: campaigns.id }).from(campaigns).where(campaignScope(caller)))
}

/**
 * What belongs to an advertiser and lies below no campaign (creatives): all of the advertisers that the caller
 * shares a campaign with, for a creative is used by whichever of them.
 */
export function belowAdvertiserScope(caller: Caller, advertiserId: PgColumn): SQL {
  if (caller.role === 'admin') return everything
  if (caller.role === 'advertiser') return eq(advertiserId, caller.account_id)
  return inArray(advertiserId, build.select({ id: campaigns.advertiser_account_id }).from(campaigns).where(campaignScope(caller)))
}

/** Publisher groups: those that the pg account owns, or the ptd account trades. */
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

/** What lies below publisher groups (publishers, media, spaces, frames). */
export function belowPublisherGroupScope(caller: Caller, groupId: PgColumn): SQL {
  if (caller.role === 'admin') return everything
  const groups = build
    .select({ id: publisherGroups.id })
    .from(publisherGroups)
    .where(and(publisherGroupScope(caller), isNull(publisherGroups.deleted_at)))
  return inArray(groupId, groups)
}

/** Accounts of one demand kind: the caller's own, and those that share a campaign with it. */
export function demandAccountScope(caller: Caller, kind: 'advertiser' | 'agency' | 'rep'): SQL {
  if (caller.role === 'admin') return everything
  if (caller.role === kind) return eq(accounts.id, caller.account_id)
  const column = { advertiser: campaigns.advertiser_account_id, agency: campaigns.agency_account_id, rep: campaigns.rep_account_id }[kind]
  return inArray(accounts.id, build.select({ id: column }).from(campaigns).where(campaignScope(caller)))
}

/** Accounts whose users the caller looks after: the administrator all, ptd and pg their own (spec/site "Operations area"). */
export function userAccountScope({ account_id, role }: Caller): SQL {
  if (role === 'admin') return everything
  return role === 'ptd' || role === 'pg' ? eq(accounts.id, account_id) : nothing
}

/** Users of the accounts of one kind that the caller looks after. */
export function userScope(caller: Caller, kind: Role): SQL {
  const members = build
    .select({ user_id: memberships.user_id })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), eq(accounts.kind, kind), isNull(accounts.deleted_at)))
    .where(userAccountScope(caller))
  return inArray(users.id, members)
}

/** Invitations to the accounts whose users the caller looks after. */
export function invitationScope(caller: Caller): SQL {
  const own = build
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(userAccountScope(caller), isNull(accounts.deleted_at)))
  return inArray(invitations.account_id, own)
}

/** Accounts as records belong to the administrator (spec/site "Permission groups"). */
export function accountScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** Companies belong to the administrator (spec/site "Permission groups"). */
export function companyScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** On sale today in Japan: what a new ad may choose. */
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

// Named in full: Drizzle leaves table names out of a select from one table.
const offeredSpace = sql`spaces.status = 'ACTIVE' and spaces.deleted_at is null and exists (select from products
  where ${isOnSale} and products.deleted_at is null and (not exists (select from product_spaces as sold where sold.product_id = products.id)
    or exists (select from product_spaces as sold where sold.product_id = products.id and sold.space_id = spaces.id)))`

/** Spaces: the supply side's own; to the demand side those that a product on sale delivers in. */
export function spaceScope(caller: Caller): SQL {
  return isDemand(caller.role) ? offeredSpace : belowPublisherGroupScope(caller, spaces.publisher_group_id)
}

/** Media: the supply side's own; to the demand side those with a space that is offered. */
export function mediumScope(caller: Caller): SQL {
  if (!isDemand(caller.role)) return belowPublisherGroupScope(caller, media.publisher_group_id)
  return sql`media.status = 'ACTIVE' and exists (select from spaces
    where spaces.publisher_group_id = media.publisher_group_id and spaces.medium_id = media.id and ${offeredSpace})`
}

/** Ads to refer to: those of the caller's campaigns, or those that are shown on the caller's media. */
export function adScope(caller: Caller): SQL {
  if (caller.role === 'admin' || isDemand(caller.role)) return belowCampaignScope(caller, ads)
  const shown = build.select({ id: advertisements.ad_id }).from(advertisements)
  return inArray(ads.id, shown.where(belowPublisherGroupScope(caller, advertisements.publisher_group_id)))
}

/** Articles are seen by whoever sees their medium. */
export function articleScope(caller: Caller): SQL {
  if (!isDemand(caller.role)) return belowPublisherGroupScope(caller, articles.publisher_group_id)
  return sql`articles.medium_id in (select media.id from media where media.deleted_at is null and ${mediumScope(caller)})`
}

/** Products belong to the administrator; the demand side sees what is on sale. */
export function productScope({ role }: Caller): SQL {
  if (role === 'admin') return everything
  return isDemand(role) ? isOnSale : nothing
}

/** Formats are known to everybody: creatives are made to them, spaces take them. */
export function formatScope(): SQL {
  return everything
}

/** What a group is paid is between it and the administrator, who alone writes and reads the rates. */
export function revenueShareScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** Announcements as records belong to the administrator, who writes them. */
export function informationScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** No draft, and within its window right now; an end that is not set never comes. */
export const isPublished = sql<boolean>`(${information.is_draft} is not true and ${information.publish_from} <= now() and (${information.publish_to} is null or ${information.publish_to} > now()))`

/** Announcements that the caller's role reads: published now, and meant for it. */
export function publishedInformationScope({ role }: Caller): SQL {
  return sql`${isPublished} and ${role} = any(${information.target_roles})`
}

/** Saved views: the user's own in the current account, and those that the account's users share. */
export function savedViewScope({ account_id }: Caller, user_id: number): SQL {
  return required(
    and(eq(savedViews.account_id, account_id), or(eq(savedViews.user_id, user_id), eq(savedViews.shared, true))),
    'the condition',
  )
}
