import { campaign } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { startGuard } from '../ad/mapping.ts'
import { campaigns } from '../db/schema.ts'
import { campaignScope } from '../db/scope.ts'
import { labelLinks } from '../db/label-links.ts'
import { campaignEvents } from '../notification/events.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { adsOfCampaign } from '../serving/fulfilment.ts'
import { validateCampaign } from './rules.ts'
import { campaignServingStatus } from '../serving/campaign-serving-status.ts'
import { campaignsChanged } from '../serving/settle-changed-campaigns.ts'

const paceOfCampaign = sql`campaign_paces.advertiser_account_id = campaigns.advertiser_account_id and campaign_paces.campaign_id = campaigns.id`

export const campaignMapping = defineMapping({
  resource: campaign,
  table: campaigns,
  scope: campaignScope,
  bigrams: true,
  events: campaignEvents,
  derived: {
    allotted_budget: sql`(select coalesce(sum(ads.budget), 0) from ads where ${adsOfCampaign})`,
    pace_state: sql`(select campaign_paces.state from campaign_paces where ${paceOfCampaign})`,
    pace_rate: sql`(select round(campaign_paces.ratio::numeric * 100, 1) from campaign_paces where ${paceOfCampaign})`,
    planned_spend: sql`(select campaign_paces.planned from campaign_paces where ${paceOfCampaign})`,
    forecast: sql`(select campaign_paces.forecast from campaign_paces where ${paceOfCampaign})`,
    // Everything that was delivered, with today's, also of campaigns that have ended and no longer have a pace.
    spent_rate: sql`round(coalesce((select delivery_totals_campaign.gross from delivery_totals_campaign
      where delivery_totals_campaign.advertiser_account_id = campaigns.advertiser_account_id
        and delivery_totals_campaign.campaign_id = campaigns.id), 0) * 100 / nullif(campaigns.lifetime_budget, 0), 1)`,
    ad_count: sql`(select count(*) from ads where ${adsOfCampaign})`,
  },
  filtered: {
    pace_state: (states) => sql`(campaigns.advertiser_account_id, campaigns.id) in (
      select campaign_paces.advertiser_account_id, campaign_paces.campaign_id from campaign_paces where campaign_paces.state in ${states})`,
  },
  links: { label_ids: labelLinks.campaign },
  workedOut: { serving_status: campaignServingStatus.status },
  validate: validateCampaign,
  afterWrite: (transaction, _, { id }) => campaignsChanged(transaction, sql`campaigns.id = ${id}::bigint`),
  guards: { resume: startGuard },
})
