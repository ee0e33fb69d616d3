import type { Role } from '@adsite/contract'
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import { accounts, campaigns, information, publisherGroups } from './schema.ts'

/**
 * Which rows a caller sees (DOMAIN "Who sees which rows"): the one place that says so. Every query of
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

/** Accounts whose users the caller looks after: the administrator all, ptd and pg their own (SPEC section 2, user screens). */
export function userAccountScope({ account_id, role }: Caller): SQL {
  if (role === 'admin') return everything
  return role === 'ptd' || role === 'pg' ? eq(accounts.id, account_id) : nothing
}

/** Companies belong to the administrator (SPEC section 6). */
export function companyScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** Announcements as records belong to the administrator, who writes them. */
export function informationScope({ role }: Caller): SQL {
  return role === 'admin' ? everything : nothing
}

/** Within its window right now; an end that is not set never comes. */
export const isPublished = sql<boolean>`(${information.publish_from} <= now() and (${information.publish_to} is null or ${information.publish_to} > now()))`

/** Announcements that the caller's role reads: published now, and meant for it. */
export function publishedInformationScope({ role }: Caller): SQL {
  return sql`${isPublished} and ${role} = any(${information.target_roles})`
}
