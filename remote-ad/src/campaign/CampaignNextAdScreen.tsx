import { campaign, campaignEndpoints } from '@adsite/contract'
import { ResourceList } from '@adsite/screen-kit'
import { useParams } from 'react-router-dom'
import { emptyHint } from './empty-hint.ts'
import { NextPanel } from './NextPanel.tsx'

/** The campaign list as far as the role may see it, opened at what is to be done next (spec/domain "Route gaps"). */
export default function CampaignNextAdScreen() {
  const { campaign_id = '' } = useParams()
  return (
    <ResourceList
      resource={campaign}
      endpoints={campaignEndpoints}
      detailRoute="campaign.detail"
      createRoute="campaign.create"
      emptyHint={emptyHint}
    >
      <NextPanel campaignId={campaign_id} />
    </ResourceList>
  )
}
