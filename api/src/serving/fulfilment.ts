import { sql } from 'drizzle-orm'
import { adUsedUp, budgetSpent, campaignDelivered } from './serving.ts'

// Columns are qualified, because Drizzle omits table names when a query selects from one table.

/** The ads of the row's campaign. */
export const adsOfCampaign = sql`ads.advertiser_account_id = campaigns.advertiser_account_id and ads.campaign_id = campaigns.id and ads.deleted_at is null`

/** Every ad has received what was bought for it; the first that has not decides. A campaign without ads has nothing to fulfil. */
const quantityDelivered = sql`(not exists (select from ads where ${adsOfCampaign} and not ${adUsedUp}) and exists (select from ads where ${adsOfCampaign}))`

/**
 * Whether everything that was bought of the campaign of the row has been delivered (spec/domain "Campaign"). Budgets and
 * quantities are at least 1: without delivery nothing is fulfilled, so most campaigns are asked for that alone.
 */
export const isFulfilled = campaignDelivered(sql`(${budgetSpent} or ${quantityDelivered})`)
