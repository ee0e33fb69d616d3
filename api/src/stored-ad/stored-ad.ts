import { ad } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { ads } from '../db/schema.ts'
import { adScope, belowCampaignScope } from '../db/scope.ts'
import { labelLinks } from '../db/label-links.ts'
import { adEvents } from '../notification/events.ts'
import { pacesTogether } from '../pace/pace-totals.ts'
import { inPaceStates, paceFields, rankedPaces } from '../pace/paced-records.ts'
import { pacedAds } from '../serving/paced-ads.ts'
import { draftFollows } from '../serving/terms.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { validateAd } from './rules.ts'
import { adEffectiveStatus } from '../serving/serving.ts'
import { adsChanged } from '../serving/settle-changed-campaigns.ts'

/** How ads are stored and validated, for approvals, which change their ads. All other writes use `adMapping`. */
export const storedAd = defineMapping({
  resource: ad,
  table: ads,
  scope: (caller) => belowCampaignScope(caller, ads),
  referred: { scope: adScope },
  bigrams: true,
  derived: paceFields(pacedAds),
  filtered: { pace_state: inPaceStates(pacedAds) },
  ranked: rankedPaces(pacedAds),
  pacesTogether: pacesTogether(pacedAds),
  links: { label_ids: labelLinks.ad },
  events: adEvents,
  workedOut: { effective_status: adEffectiveStatus.status },
  validate: validateAd,
  async afterWrite(transaction, _, { id }, done) {
    if (done === 'update') await draftFollows(transaction, id)
    await adsChanged(transaction, sql`ads.id = ${id}::bigint`)
  },
})
