import { advertisement, advertisementEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '媒体に広告が配信されると、ここに表示されます。',
  en: 'Ads appear here once they have been delivered on your media.',
}

export default listScreen({
  resource: advertisement,
  endpoints: advertisementEndpoints,
  detailRoute: 'advertisement.detail',
  createRoute: null,
  emptyHint,
})
