import { defineArea } from '@adsite/remote'
import { mdiCogOutline, mdiDomain, mdiDomainPlus } from '@mdi/js'

/** 運用管理 (SPEC section 2, "Operations area"). */
export const area = defineArea({
  area: 'op',
  title: { ja: '運用管理', en: 'Operations' },
  icon: mdiCogOutline,
  routes: [
    {
      name: 'company.list',
      path: '/op/company',
      permission: 'company.list',
      title: { ja: '企業一覧', en: 'Companies' },
      screen: () => import('./company/CompanyListScreen.tsx'),
      menu: { icon: mdiDomain },
    },
    {
      name: 'company.create',
      path: '/op/company/create',
      permission: 'company.create',
      title: { ja: '企業登録', en: 'New company' },
      screen: () => import('./company/CompanyCreateScreen.tsx'),
      menu: { icon: mdiDomainPlus },
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
