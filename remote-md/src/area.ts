import { defineArea } from '@adsite/remote'
import { mdiCancel, mdiChartLine, mdiImageMultipleOutline, mdiMonitor, mdiViewDashboardOutline, mdiViewGridPlusOutline } from '@mdi/js'

/** 媒体管理 (SPEC section 2, "Media area"). */
export const area = defineArea({
  area: 'md',
  title: { ja: '媒体管理', en: 'Media' },
  icon: mdiMonitor,
  routes: [
    {
      name: 'space.list',
      path: '/md/ad_space',
      permission: 'space.list',
      title: { ja: '広告枠一覧', en: 'Ad spaces' },
      screen: () => import('./space/SpaceListScreen.tsx'),
      menu: { icon: mdiViewDashboardOutline },
    },
    {
      name: 'space.create',
      path: '/md/ad_space/create',
      permission: 'space.create',
      title: { ja: '広告枠登録', en: 'New ad space' },
      screen: () => import('./space/SpaceCreateScreen.tsx'),
      menu: { icon: mdiViewGridPlusOutline, below: 'space.list' },
    },
    {
      name: 'space.detail',
      path: '/md/ad_space/:id',
      permission: 'space.read',
      title: { ja: '広告枠詳細', en: 'Ad space' },
      screen: () => import('./space/SpaceDetailScreen.tsx'),
    },
    {
      name: 'advertisement.list',
      path: '/md/advertisement',
      permission: 'advertisement.read',
      title: { ja: '掲載広告一覧', en: 'Advertisements' },
      screen: () => import('./advertisement/AdvertisementListScreen.tsx'),
      menu: { icon: mdiImageMultipleOutline },
    },
    {
      name: 'advertisement.detail',
      path: '/md/advertisement/:id',
      permission: 'advertisement.read',
      title: { ja: '掲載広告詳細', en: 'Advertisement' },
      screen: () => import('./advertisement/AdvertisementDetailScreen.tsx'),
    },
    {
      name: 'reject_request.list',
      path: '/md/reject_request',
      permission: 'reject_request.read',
      title: { ja: '掲載拒否申請一覧', en: 'Reject requests' },
      screen: () => import('./reject-request/RejectRequestListScreen.tsx'),
      menu: { icon: mdiCancel, below: 'advertisement.list' },
    },
    {
      name: 'reject_request.create',
      path: '/md/reject_request/create',
      permission: 'reject_request.create',
      title: { ja: '掲載拒否の申請', en: 'File a reject request' },
      screen: () => import('./reject-request/RejectRequestCreateScreen.tsx'),
    },
    {
      name: 'reject_request.detail',
      path: '/md/reject_request/:id',
      permission: 'reject_request.read',
      title: { ja: '掲載拒否申請詳細', en: 'Reject request' },
      screen: () => import('./reject-request/RejectRequestDetailScreen.tsx'),
    },
    {
      name: 'supply_results',
      path: '/md/delivery_advertisement',
      permission: 'report.supply',
      title: { ja: '配信結果', en: 'Delivery results' },
      screen: () => import('./report/SupplyResultsScreen.tsx'),
      menu: { icon: mdiChartLine, dividerBefore: true },
    },
  ],
})
