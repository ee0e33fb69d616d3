import { sql } from 'drizzle-orm'
import { adUsedUp, budgetSpent, campaignDelivered } from './serving.ts'
import { isChanged } from './changed-campaigns.ts'

// Tables are named in full: Drizzle leaves table names out of a select from one table.

/** The ads of the campaign of the row. */
export const itsAds = sql`ads.advertiser_account_id = campaigns.advertiser_account_id and ads.campaign_id = campaigns.id and ads.deleted_at is null`

/** Every ad has been delivered what was bought for it (the first that has not settles it); a campaign without ads has nothing to fulfil. */
const quantityDelivered = sql`(not exists (select from ads where ${itsAds} and not ${adUsedUp}) and exists (select from ads where ${itsAds}))`

/** Budgets and quantities are at least 1: without delivery nothing is fulfilled, so most campaigns are asked for that alone. */
export const workedOut = campaignDelivered(sql`(${budgetSpent} or ${quantityDelivered})`)

/**
 * Whether all was delivered of the campaign of the row that was bought (expired by quantity, spec/domain "Campaign"): as it
 * was found, or worked out where something has changed since. So it is exact at all times, and lists that ask thousands
 * of campaigns read two small tables (docs/decisions/0013).
 */
export const isFulfilled = sql`(case when ${isChanged(sql`campaigns.id`)} then ${workedOut}
  else campaigns.id in (select campaign_id from fulfilled_campaigns) end)`

/** The campaigns of which that may be true, which are few. */
export const amongFulfilled = sql`campaigns.id = any(array(
  select campaign_id from fulfilled_campaigns union all select campaign_id from changed_campaigns))`
