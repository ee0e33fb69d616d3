import { defineArea } from '@adsite/remote'
import {
  mdiAccountTieOutline,
  mdiBriefcaseOutline,
  mdiBullhornOutline,
  mdiCogOutline,
  mdiDatabaseImportOutline,
  mdiDomain,
  mdiDomainPlus,
  mdiEmailFastOutline,
  mdiMessagePlusOutline,
  mdiShieldSearch,
  mdiStorefrontOutline,
  mdiSwapHorizontal,
} from '@mdi/js'
import { auditTitle } from './audit/title.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { title as informationTitle } from './information/title.ts'
import { mediaRoutes } from './routes/media-routes.ts'
import { publisherGroupRoutes } from './routes/publisher-group-routes.ts'

/** 運用管理 (spec/site "Operations area"). */
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
      name: 'delivery_file.list',
      path: '/op/delivery_file',
      permission: 'delivery.import',
      title: { ja: '取込ファイル一覧', en: 'Delivery files' },
      screen: () => import('./delivery-file/DeliveryFileListScreen.tsx'),
      menu: { icon: mdiDatabaseImportOutline },
    },
    {
      name: 'delivery_file.hand_in',
      path: '/op/delivery_file/import',
      permission: 'delivery.import',
      title: { ja: '配信データの取り込み', en: 'Hand in a delivery file' },
      screen: () => import('./delivery-file/HandInScreen.tsx'),
    },
    {
      name: 'delivery_file.detail',
      path: '/op/delivery_file/:id',
      permission: 'delivery.import',
      title: { ja: '取込ファイル詳細', en: 'Delivery file' },
      screen: () => import('./delivery-file/DeliveryFileDetailScreen.tsx'),
    },
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
    {
      name: 'security_event.list',
      path: '/op/audit',
      permission: 'security_event.list',
      title: auditTitle,
      screen: () => import('./audit/AuditScreen.tsx'),
      menu: { icon: mdiShieldSearch, dividerBefore: true },
    },
  ],
})
