import { campaign, campaignEndpoints } from '@adsite/contract'
import { ResourceList } from '@adsite/screen-kit'
import { emptyHint } from './empty-hint.ts'

export default function CampaignListScreen() {
  return (
    <ResourceList
      resource={campaign}
      endpoints={campaignEndpoints}
      detailRoute="campaign.detail"
      createRoute="campaign.create"
      emptyHint={emptyHint}
    />
  )
}
