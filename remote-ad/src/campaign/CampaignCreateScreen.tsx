import { campaign, campaignEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function CampaignCreateScreen() {
  return <ResourceCreate resource={campaign} endpoints={campaignEndpoints} detailRoute="campaign.detail" listRoute="campaign.list" />
}
