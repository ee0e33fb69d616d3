import { campaign } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { startGuard } from '../ad/mapping.ts'
import { campaigns } from '../db/schema.ts'
import { campaignScope } from '../db/scope.ts'
import { labelLinks } from '../db/label-links.ts'
import { campaignEvents } from '../notification/events.ts'
import { pacesTogether } from '../pace/pace-totals.ts'
import { inPaceStates, pacedCampaigns, paceFields, rankedPaces } from '../pace/paced-records.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { adsOfCampaign } from '../serving/fulfilment.ts'
import { validateCampaign } from './rules.ts'
import { campaignServingStatus } from '../serving/campaign-serving-status.ts'
import { campaignsChanged } from '../serving/settle-changed-campaigns.ts'

export const campaignMapping = defineMapping({
  resource: campaign,
  table: campaigns,
  scope: campaignScope,
  bigrams: true,
  events: campaignEvents,
  derived: {
    allotted_budget: sql`(select coalesce(sum(ads.budget), 0) from ads where ${adsOfCampaign})`,
    ...paceFields(pacedCampaigns),
    ad_count: sql`(select count(*) from ads where ${adsOfCampaign})`,
  },
  filtered: { pace_state: inPaceStates(pacedCampaigns) },
  ranked: rankedPaces(pacedCampaigns),
  pacesTogether: pacesTogether(pacedCampaigns),
  links: { label_ids: labelLinks.campaign },
  workedOut: { serving_status: campaignServingStatus.status },
  validate: validateCampaign,
  afterWrite: (transaction, _, { id }) => campaignsChanged(transaction, sql`campaigns.id = ${id}::bigint`),
  guards: { resume: startGuard },
})
