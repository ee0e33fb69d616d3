import { campaign, campaignEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'
import { emptyHint } from './empty-hint.ts'

export default listScreen({
  resource: campaign,
  endpoints: campaignEndpoints,
  detailRoute: 'campaign.detail',
  createRoute: 'campaign.create',
  emptyHint,
})
