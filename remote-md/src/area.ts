import { defineArea } from '@adsite/remote'
import { mdiMonitor, mdiViewDashboardOutline } from '@mdi/js'

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
      name: 'space.detail',
      path: '/md/ad_space/:id',
      permission: 'space.read',
      title: { ja: '広告枠詳細', en: 'Ad space' },
      screen: () => import('./space/SpaceDetailScreen.tsx'),
    },
  ],
})
