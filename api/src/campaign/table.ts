import { campaign } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { adUsedUp, budgetSpent, campaignDelivered } from '../ad/serving.ts'
import { startGuard } from '../ad/table.ts'
import { campaigns } from '../db/schema.ts'
import { campaignScope } from '../db/scope.ts'
import { campaignEvents } from '../notification/events.ts'
import { computedStatus } from '../resource/computed-status.ts'
import type { ResourceTable } from '../resource/resource-table.ts'
import { campaignFaults } from './rules.ts'

const itsAds = sql`ads.advertiser_account_id = campaigns.advertiser_account_id and ads.campaign_id = campaigns.id and ads.deleted_at is null`

/** Every ad has been delivered what was bought for it (the first that has not settles it); a campaign without ads has nothing to fulfil. */
const quantityDelivered = sql`(not exists (select from ads where ${itsAds} and not ${adUsedUp}) and exists (select from ads where ${itsAds}))`

/**
 * In the order of the contract's `campaignServingStatuses`: dates first, then what was bought, then what the user set.
 * Budgets and quantities are at least 1: without delivery nothing is fulfilled, so most campaigns are asked for that alone.
 */
const campaignServingStatus = computedStatus(
  [
    { status: 'EXPIRED', when: sql`campaigns.end_at <= now()` },
    { status: 'FULFILLED', when: campaignDelivered(sql`(${budgetSpent} or ${quantityDelivered})`) },
    { status: 'AWAITING', when: sql`campaigns.start_at > now()` },
    { status: 'PAUSED', when: sql`campaigns.user_status = 'PAUSED'` },
  ],
  'SERVING',
)

export const campaignTable: ResourceTable = {
  resource: campaign,
  table: campaigns,
  scope: campaignScope,
  bigrams: true,
  events: campaignEvents,
  derived: {
    serving_status: campaignServingStatus,
    allotted_budget: sql`(select coalesce(sum(ads.budget), 0) from ads where ${itsAds})`,
    ad_count: sql`(select count(*) from ads where ${itsAds})`,
  },
  verify: campaignFaults,
  guards: { resume: startGuard },
}
