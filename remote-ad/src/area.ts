import { defineArea } from '@adsite/remote'
import { mdiBullhorn, mdiChartLine, mdiFormatListBulleted, mdiPlusCircleOutline } from '@mdi/js'

/** 広告管理 (SPEC section 2, "Ad area"). */
export const area = defineArea({
  area: 'ad',
  title: { ja: '広告管理', en: 'Advertising' },
  icon: mdiBullhorn,
  routes: [
    {
      name: 'campaign.list',
      path: '/ad/campaign',
      permission: 'campaign.list',
      title: { ja: 'キャンペーン一覧', en: 'Campaigns' },
      screen: () => import('./campaign/CampaignListScreen.tsx'),
      menu: { icon: mdiFormatListBulleted },
    },
    {
      name: 'campaign.create',
      path: '/ad/campaign/create',
      permission: 'campaign.create',
      title: { ja: 'キャンペーン登録', en: 'New campaign' },
      screen: () => import('./campaign/CampaignCreateScreen.tsx'),
      menu: { icon: mdiPlusCircleOutline, below: 'campaign.list' },
    },
    {
      name: 'campaign.detail',
      path: '/ad/campaign/:id',
      permission: 'campaign.read',
      title: { ja: 'キャンペーン詳細', en: 'Campaign' },
      screen: () => import('./campaign/CampaignDetailScreen.tsx'),
    },
    {
      name: 'achievements',
      path: '/ad/achievements',
      permission: 'report.demand',
      title: { ja: '配信結果', en: 'Delivery results' },
      screen: () => import('./achievements/AchievementsScreen.tsx'),
      menu: { icon: mdiChartLine, dividerBefore: true },
    },
  ],
})
