import { campaign } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { startGuard } from '../ad/mapping.ts'
import { campaigns } from '../db/schema.ts'
import { campaignScope } from '../db/scope.ts'
import { campaignEvents } from '../notification/events.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { campaignChanged } from '../serving/changed-campaigns.ts'
import { itsAds } from '../serving/fulfilment.ts'
import { validateCampaign } from './rules.ts'
import { campaignServingStatus } from '../serving/serving-status.ts'

export const campaignMapping = defineMapping({
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
  validate: validateCampaign,
  afterWrite: (transaction, _, { id }) => campaignChanged(transaction, sql`campaigns.id = ${id}::bigint`),
  guards: { resume: startGuard },
})
