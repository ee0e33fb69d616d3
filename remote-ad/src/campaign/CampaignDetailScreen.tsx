import { campaign, campaignEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

export default function CampaignDetailScreen() {
  return <ResourceDetail resource={campaign} endpoints={campaignEndpoints} listRoute="campaign.list" />
}
