import { revenueShare, revenueShareEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: 'メディアグループごとに、媒体への分配率と期間を登録します。',
  en: 'Says what share of the spend each media group is paid, and when.',
}

export default listScreen({
  resource: revenueShare,
  endpoints: revenueShareEndpoints,
  detailRoute: 'revenue_share.detail',
  createRoute: 'revenue_share.create',
  emptyHint,
})
