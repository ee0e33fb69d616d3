import { campaign, campaignEndpoints } from '@adsite/contract'
import { ResourceList } from '@adsite/screen-kit'

const emptyHint = {
  ja: '広告主、期間、予算を決めて、最初のキャンペーンを登録してください。',
  en: 'Choose an advertiser, a period and a budget, and create the first one.',
}

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
