import { advertisement, advertisementEndpoints } from '@adsite/contract'
import { ResourceList } from '@adsite/screen-kit'

const emptyHint = {
  ja: '媒体に広告が配信されると、ここに表示されます。',
  en: 'Ads appear here once they were delivered on your media.',
}

export default function AdvertisementListScreen() {
  return (
    <ResourceList
      resource={advertisement}
      endpoints={advertisementEndpoints}
      detailRoute="advertisement.detail"
      createRoute={null}
      emptyHint={emptyHint}
    />
  )
}
