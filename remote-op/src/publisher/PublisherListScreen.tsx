import { publisher, publisherEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '媒体社はメディアグループに属します。まずメディアグループを登録してください。',
  en: 'Publishers belong to a media group. Create one first.',
}

export default listScreen({
  resource: publisher,
  endpoints: publisherEndpoints,
  detailRoute: 'publisher.detail',
  createRoute: 'publisher.create',
  emptyHint,
})
