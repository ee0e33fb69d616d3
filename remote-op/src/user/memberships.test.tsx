// @vitest-environment jsdom
import { roleCode } from '@adsite/contract'
import { stamps, testSuccesses, type Success } from '@adsite/screen-kit/testing'
import { area } from '../area.ts'
import UserDetailScreen from './UserDetailScreen.tsx'

const user = { id: 7, name: '林', name_kana: null, email: 'hayashi@example.test', locale: 'ja', status: 'ACTIVE', ...stamps }
const membershipOf = (account_id: number, name: string, is_default: boolean) => ({
  account_id,
  name,
  is_default,
  role: roleCode('agency'),
  joined_at: stamps.created_at,
  record_id: account_id,
})
const memberships = [membershipOf(21, '青葉エージェンシー', true), membershipOf(22, '若葉エージェンシー', false)]

const screen = {
  path: '/op/agency/user/:id',
  at: '/op/agency/user/7',
  screen: <UserDetailScreen />,
  reads: { '/api/user/agency/7': { data: user }, '/api/user/agency/7/account': { data: memberships } },
}

const cases: Readonly<Record<string, Success>> = {
  'another account made the default one': {
    ...screen,
    says: { ja: '「若葉エージェンシー」を既定のアカウントにしました', en: '“若葉エージェンシー” is the default account now.' },
    write: ['POST /api/user/agency/7/default_account', 204],
    act: ({ press }) => press({ ja: '既定にする 若葉エージェンシー', en: 'Make default 若葉エージェンシー' }),
  },
  'a user removed from an account': {
    ...screen,
    says: { ja: '「若葉エージェンシー」から外しました', en: 'Removed from “若葉エージェンシー”.' },
    write: ['DELETE /api/user/agency/7/account/22', 204],
    async act({ press }) {
      await press({ ja: '外す 若葉エージェンシー', en: 'Remove 若葉エージェンシー' })
      await press({ ja: '外す', en: 'Remove' }, 'dialog')
    },
  },
}

testSuccesses(area, cases, 'admin')
