import { campaign, campaignEndpoints } from '@adsite/contract'
import { useRouteParams } from '@adsite/remote'
import { ResourceList } from '@adsite/screen-kit'
import { emptyHint } from './empty-hint.ts'
import { NextPanel } from './NextPanel.tsx'

/** The campaign list, as far as the role may see it, opened at the next ad to work on (spec/domain "Route gaps"). */
export default function CampaignNextAdScreen() {
  const { campaign_id = '' } = useRouteParams<'campaign.next_ad'>()
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
