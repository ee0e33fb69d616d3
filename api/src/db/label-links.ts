import { sql } from 'drizzle-orm'
import { adLabels, campaignLabels, labels } from './schema.ts'
import { labelScope, type Caller } from './scope.ts'

const ownIn = (table: typeof campaignLabels | typeof adLabels) => (caller: Caller) =>
  sql`(${table}.account_id, ${table}.label_id) in (select ${labels}.account_id, ${labels}.id from ${labels}
    where ${labelScope(caller)} and ${labels}.deleted_at is null)`

/** Where the labels of campaigns and ads are stored, and which of them a caller sees. */
export const labelLinks = {
  campaign: { table: campaignLabels, own: campaignLabels.campaign_id, other: campaignLabels.label_id, seenBy: ownIn(campaignLabels) },
  ad: { table: adLabels, own: adLabels.ad_id, other: adLabels.label_id, seenBy: ownIn(adLabels) },
} as const
