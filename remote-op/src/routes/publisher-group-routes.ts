import type { AreaRoute } from '@adsite/remote'
import { mdiNewspaperVariantMultipleOutline, mdiPlusCircleOutline } from '@mdi/js'
import { userRoutes } from './account-routes.ts'

/** Routes for media groups and the users of their accounts. */
export const publisherGroupRoutes: AreaRoute[] = [
  {
    name: 'publisher_group.list',
    path: '/op/publisher_group',
    permission: 'publisher_group.list',
    title: { ja: 'メディアグループ一覧', en: 'Media groups' },
    screen: () => import('../publisher-group/PublisherGroupListScreen.tsx'),
    menu: { icon: mdiNewspaperVariantMultipleOutline },
  },
  {
    name: 'publisher_group.create',
    path: '/op/publisher_group/create',
    permission: 'publisher_group.create',
    title: { ja: 'メディアグループ登録', en: 'New media group' },
    screen: () => import('../publisher-group/PublisherGroupCreateScreen.tsx'),
    menu: { icon: mdiPlusCircleOutline, below: 'publisher_group.list' },
  },
  ...userRoutes('pg', 'publisher_group', 'publisher_group.list'),
  {
    name: 'publisher_group.detail',
    path: '/op/publisher_group/:id',
    permission: 'publisher_group.read',
    title: { ja: 'メディアグループ詳細', en: 'Media group' },
    screen: () => import('../publisher-group/PublisherGroupDetailScreen.tsx'),
  },
]
