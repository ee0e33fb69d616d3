import { defineArea } from '@adsite/remote'
import {
  mdiAccountTieOutline,
  mdiBriefcaseOutline,
  mdiBullhornOutline,
  mdiCogOutline,
  mdiDomain,
  mdiDomainPlus,
  mdiEmailFastOutline,
  mdiMessagePlusOutline,
  mdiStorefrontOutline,
  mdiSwapHorizontal,
} from '@mdi/js'
import { accountRoutes } from './account/routes.ts'
import { title as informationTitle } from './information/title.ts'
import { mediaRoutes } from './media-routes.ts'
import { publisherGroupRoutes } from './publisher-group/routes.ts'

/** 運用管理 (SPEC section 2, "Operations area"). */
export const area = defineArea({
  area: 'op',
  title: { ja: '運用管理', en: 'Operations' },
  icon: mdiCogOutline,
  routes: [
    {
      name: 'information.list',
      path: '/op/information',
      permission: 'information.list',
      title: informationTitle,
      screen: () => import('./information/InformationListScreen.tsx'),
      menu: { icon: mdiBullhornOutline },
    },
    {
      name: 'information.create',
      path: '/op/information/create',
      permission: 'information.create',
      title: { ja: 'お知らせ登録', en: 'New announcement' },
      screen: () => import('./information/InformationCreateScreen.tsx'),
      menu: { icon: mdiMessagePlusOutline, below: 'information.list' },
    },
    {
      name: 'information.detail',
      path: '/op/information/:id',
      permission: 'information.read',
      title: { ja: 'お知らせ詳細', en: 'Announcement' },
      screen: () => import('./information/InformationDetailScreen.tsx'),
    },
    {
      name: 'company.list',
      path: '/op/company',
      permission: 'company.list',
      title: { ja: '企業一覧', en: 'Companies' },
      screen: () => import('./company/CompanyListScreen.tsx'),
      menu: { icon: mdiDomain, dividerBefore: true },
    },
    {
      name: 'company.create',
      path: '/op/company/create',
      permission: 'company.create',
      title: { ja: '企業登録', en: 'New company' },
      screen: () => import('./company/CompanyCreateScreen.tsx'),
      menu: { icon: mdiDomainPlus, below: 'company.list' },
    },
    {
      name: 'company.import',
      path: '/op/company/import',
      permission: 'company.create',
      title: { ja: '企業の取り込み', en: 'Import companies' },
      screen: () => import('./company/CompanyImportScreen.tsx'),
    },
    {
      name: 'company.detail',
      path: '/op/company/:id',
      permission: 'company.read',
      title: { ja: '企業詳細', en: 'Company' },
      screen: () => import('./company/CompanyDetailScreen.tsx'),
    },
    ...accountRoutes('rep', mdiAccountTieOutline, 'Reps'),
    ...accountRoutes('agency', mdiBriefcaseOutline, 'Agencies'),
    ...accountRoutes('advertiser', mdiStorefrontOutline, 'Advertisers'),
    ...accountRoutes('ptd', mdiSwapHorizontal, 'PTDs'),
    ...publisherGroupRoutes,
    ...mediaRoutes,
    {
      name: 'invitation.list',
      path: '/op/invitation',
      permission: 'user.invite',
      title: { ja: '招待一覧', en: 'Invitations' },
      screen: () => import('./user/InvitationListScreen.tsx'),
      menu: { icon: mdiEmailFastOutline },
    },
    {
      name: 'invitation.detail',
      path: '/op/invitation/:id',
      permission: 'user.invite',
      title: { ja: '招待詳細', en: 'Invitation' },
      screen: () => import('./user/InvitationDetailScreen.tsx'),
    },
  ],
})
