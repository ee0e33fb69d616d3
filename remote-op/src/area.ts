import { defineArea } from '@adsite/remote'
import { mdiBullhornOutline, mdiCogOutline, mdiDomain, mdiDomainPlus, mdiMessagePlusOutline } from '@mdi/js'

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
      title: { ja: 'お知らせ管理', en: 'Announcements' },
      screen: () => import('./information/InformationListScreen.tsx'),
      menu: { icon: mdiBullhornOutline },
    },
    {
      name: 'information.create',
      path: '/op/information/create',
      permission: 'information.create',
      title: { ja: 'お知らせ登録', en: 'New announcement' },
      screen: () => import('./information/InformationCreateScreen.tsx'),
      menu: { icon: mdiMessagePlusOutline },
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
      name: 'company.detail',
      path: '/op/company/:id',
      permission: 'company.read',
      title: { ja: '企業詳細', en: 'Company' },
      screen: () => import('./company/CompanyDetailScreen.tsx'),
    },
  ],
})
