import { managingUsers, roleLabel, type AccountKind, type UserKind } from '@adsite/contract'
import type { AreaRoute } from '@adsite/remote'
import { inviteTitle } from '../account/invite-title.ts'
import { mdiAccountMultipleOutline, mdiAccountPlusOutline, mdiPlusCircleOutline } from '@mdi/js'

/** Routes for the users of a kind of account; `below` is the list of its accounts (spec/site "Operations area"). */
export function userRoutes(kind: UserKind, segment: string, below: string): AreaRoute[] {
  const permission = managingUsers[kind]
  const { ja, en } = roleLabel(kind)
  const path = `/op/${segment}/user` as const
  return [
    {
      name: `${kind}_user.list`,
      path,
      permission,
      title: { ja: `${ja}ユーザー一覧`, en: `${en} users` },
      screen: () => import('../user/UserListScreen.tsx'),
      menu: { icon: mdiAccountMultipleOutline, below },
    },
    {
      name: `${kind}_user.create`,
      path: `${path}/create`,
      permission,
      title: inviteTitle(kind),
      screen: () => import('../user/UserInviteScreen.tsx'),
      menu: { icon: mdiAccountPlusOutline, below },
    },
    {
      name: `${kind}_user.detail`,
      path: `${path}/:id`,
      permission,
      title: { ja: `${ja}ユーザー詳細`, en: `${en} user` },
      screen: () => import('../user/UserDetailScreen.tsx'),
    },
  ]
}

/** Routes for the accounts of a kind and their users; `plural` is their English name. */
export function accountRoutes(kind: AccountKind, icon: string, plural: string): AreaRoute[] {
  const { ja, en } = roleLabel(kind)
  const list = `${kind}.list`
  return [
    {
      name: list,
      path: `/op/${kind}`,
      permission: 'account.list',
      title: { ja: `${ja}一覧`, en: plural },
      screen: () => import('../account/AccountListScreen.tsx'),
      menu: { icon },
    },
    {
      name: `${kind}.create`,
      path: `/op/${kind}/create`,
      permission: 'account.create',
      title: { ja: `${ja}登録`, en: `New ${en === 'PTD' ? en : en.toLowerCase()}` },
      screen: () => import('../account/AccountCreateScreen.tsx'),
      menu: { icon: mdiPlusCircleOutline, below: list },
    },
    ...userRoutes(kind, kind, list),
    {
      name: `${kind}.detail`,
      path: `/op/${kind}/:id`,
      permission: 'account.read',
      title: { ja: `${ja}詳細`, en },
      screen: () => import('../account/AccountDetailScreen.tsx'),
    },
  ]
}
