import { revenueShare, revenueShareEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: 'メディアグループごとに、媒体への分配率と期間を登録します。',
  en: 'The share of spend that each media group is paid, by period.',
}

export default listScreen({
  resource: revenueShare,
  endpoints: revenueShareEndpoints,
  detailRoute: 'revenue_share.detail',
  createRoute: 'revenue_share.create',
  emptyHint,
})
