import { label, labelEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

export default listScreen({
  resource: label,
  endpoints: labelEndpoints,
  detailRoute: 'label.detail',
  createRoute: 'label.create',
  emptyHint: {
    ja: 'ラベルを登録すると、キャンペーンと広告に付けて、一覧とレポートで使えます。ほかのアカウントには表示されません。',
    en: 'Create labels, put them on campaigns and ads, and use them in lists and reports. No other account sees them.',
  },
})
