import type { AreaRoute } from '@adsite/remote'
import { mdiKeyChainVariant, mdiShieldKeyOutline, mdiShieldSearch } from '@mdi/js'
import { auditTitle } from '../audit/title.ts'
import { requirementTitle } from '../factor-requirement/title.ts'

/** Routes for who comes in, and what they did. */
export const securityRoutes = [
  {
    name: 'security_event.list',
    path: '/op/audit',
    permission: 'security_event.list',
    title: auditTitle,
    screen: () => import('../audit/AuditScreen.tsx'),
    menu: { icon: mdiShieldSearch, dividerBefore: true },
  },
  {
    name: 'factor_requirement.list',
    path: '/op/factor_requirement',
    permission: 'factor.require',
    title: requirementTitle,
    screen: () => import('../factor-requirement/RequirementScreen.tsx'),
    menu: { icon: mdiShieldKeyOutline },
  },
  {
    name: 'single_sign_on.list',
    path: '/op/single_sign_on',
    permission: 'single_sign_on.manage',
    title: { ja: 'シングルサインオン一覧', en: 'Single sign-on' },
    screen: () => import('../single-sign-on/SingleSignOnListScreen.tsx'),
    menu: { icon: mdiKeyChainVariant },
  },
  {
    name: 'single_sign_on.create',
    path: '/op/single_sign_on/create',
    permission: 'single_sign_on.manage',
    title: { ja: 'シングルサインオン登録', en: 'New single sign-on' },
    screen: () => import('../single-sign-on/SingleSignOnCreateScreen.tsx'),
  },
  {
    name: 'single_sign_on.detail',
    path: '/op/single_sign_on/:id',
    permission: 'single_sign_on.manage',
    title: { ja: 'シングルサインオン詳細', en: 'Single sign-on' },
    screen: () => import('../single-sign-on/SingleSignOnDetailScreen.tsx'),
  },
] as const satisfies readonly AreaRoute[]
