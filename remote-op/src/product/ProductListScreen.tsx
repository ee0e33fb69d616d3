import { product, productEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '広告商品はフォーマットと広告枠を組み合わせて販売します。まずフォーマットを登録してください。',
  en: 'A product sells formats in ad spaces. Create a format first.',
}

export default listScreen({
  resource: product,
  endpoints: productEndpoints,
  detailRoute: 'product.detail',
  createRoute: 'product.create',
  importRoute: 'product.import',
  emptyHint,
})
