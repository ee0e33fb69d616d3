import { publisherGroup, publisherGroupEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: 'メディアグループは企業に属し、媒体をまとめます。登録すると、ユーザーを招待できるアカウントも作成されます。',
  en: 'A media group belongs to a company and holds its media. Creating one also creates the account that its users are invited to.',
}

export default listScreen({
  resource: publisherGroup,
  endpoints: publisherGroupEndpoints,
  detailRoute: 'publisher_group.detail',
  createRoute: 'publisher_group.create',
  emptyHint,
})
