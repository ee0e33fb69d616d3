import { deliveryFile, deliveryFileEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '配信サーバーから受け取ったCSVやNDJSONを「配信データの取り込み」から登録します。',
  en: 'Hand in the CSV or NDJSON of a delivery server under "Hand in a file".',
}

export default listScreen({
  resource: deliveryFile,
  endpoints: deliveryFileEndpoints,
  detailRoute: 'delivery_file.detail',
  createRoute: null,
  importRoute: 'delivery_file.hand_in',
  emptyHint,
})
