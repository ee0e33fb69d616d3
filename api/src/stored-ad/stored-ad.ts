import { ad } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { campaignChanged } from '../serving/changed-campaigns.ts'
import { ads } from '../db/schema.ts'
import { belowCampaignScope } from '../db/scope.ts'
import { draftFollows } from '../serving/terms.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { validateAd } from './rules.ts'
import { adEffectiveStatus } from '../serving/serving.ts'

/** How ads are stored, and what is checked of them; for an approval that writes what was approved. Everybody else writes through `adTable`. */
export const storedAd = defineMapping({
  resource: ad,
  table: ads,
  scope: (caller) => belowCampaignScope(caller, ads),
  bigrams: true,
  derived: { effective_status: adEffectiveStatus },
  validate: validateAd,
  async afterWrite(transaction, _, { id, campaign_id }, done) {
    await campaignChanged(transaction, sql`campaigns.id = ${campaign_id}::bigint`)
    if (done === 'update') await draftFollows(transaction, id)
  },
})
