import { campaign, campaignEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'
import { CampaignLabelTool } from '../label/LabelTool.tsx'
import { emptyHint } from './empty-hint.ts'

export default listScreen({
  resource: campaign,
  endpoints: campaignEndpoints,
  bulkTool: CampaignLabelTool,
  detailRoute: 'campaign.detail',
  createRoute: 'campaign.create',
  emptyHint,
})
