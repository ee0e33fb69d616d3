import { format, formatEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '広告商品とクリエイティブは、フォーマットを選んで登録します。',
  en: 'Products and creatives are made for a format.',
}

export default listScreen({
  resource: format,
  endpoints: formatEndpoints,
  detailRoute: 'format.detail',
  createRoute: 'format.create',
  emptyHint,
})
