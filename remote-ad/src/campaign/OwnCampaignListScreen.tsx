import { campaign, campaignEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'
import { CampaignLabelTool } from '../label/LabelTool.tsx'
import { ownTitle } from './own-title.ts'

/** The campaigns of an advertiser, agency or rep: the administrator's list, within the account (spec/domain "Row scope"). */
export default listScreen({
  resource: campaign,
  endpoints: campaignEndpoints,
  bulkTool: CampaignLabelTool,
  title: ownTitle,
  detailRoute: 'campaign.detail',
  createRoute: null,
  emptyHint: {
    ja: '管理者がこのアカウントのキャンペーンを登録すると、ここに表示されます。',
    en: 'Campaigns appear here once an administrator creates them for this account.',
  },
})
