// @vitest-environment jsdom
import { roleCode } from '@adsite/contract'
import { buttonNamed, FakeApi, openScreen, stamps, testSuccesses, type Success } from '@adsite/screen-kit/testing'
import { fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
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

// Of the other kind of account, the user stays one of the users of this kind.
test.each([
  { account: 21, name: '青葉エージェンシー', leadsTo: '/op/agency/user' },
  { account: 23, name: '赤坂商事', leadsTo: screen.at },
])('after the removal from $name, the page is $leadsTo', async ({ account, name, leadsTo }) => {
  const api = new FakeApi()
  let own = [membershipOf(21, '青葉エージェンシー', true), { ...membershipOf(23, '赤坂商事', false), role: roleCode('advertiser') }]
  const whileOfKind = (data: () => unknown) => () =>
    own.some(({ role }) => role === roleCode('agency'))
      ? { status: 200, body: { data: data() } }
      : { status: 404, body: { code: 'not_found', message: '対象が見つかりません' } }
  api.on(
    'GET /api/user/agency/7',
    whileOfKind(() => user),
  )
  api.on(
    'GET /api/user/agency/7/account',
    whileOfKind(() => own),
  )
  api.on(`DELETE /api/user/agency/7/account/${account}`, () => {
    own = own.filter(({ account_id }) => account_id !== account)
    return { status: 204 }
  })
  const routes = Object.fromEntries(area.routes.map((route) => [route.name, route.path]))
  const { alerts, router } = await openScreen({ [screen.path]: screen.screen, '/op/agency/user': null }, screen.at, { api, routes })

  fireEvent.click(await page.findByRole('button', { name: `外す ${name}` }))
  fireEvent.click(within(await page.findByRole('dialog')).getByRole('button', { name: buttonNamed('外す') }))
  await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: [`「${name}」から外しました`] }]))
  await waitFor(() => expect(router.state.location.pathname).toBe(leadsTo))
})

test('each account leads to the page of its kind', async () => {
  const api = new FakeApi()
  const kinds = ['agency', 'advertiser', 'pg'] as const
  const data = kinds.map((kind, index) => ({ ...membershipOf(21 + index, kind, index === 0), role: roleCode(kind) }))
  api.on('GET /api/user/agency/7', { status: 200, body: { data: user } })
  api.on('GET /api/user/agency/7/account', { status: 200, body: { data } })
  const routes = Object.fromEntries(area.routes.map((route) => [route.name, route.path]))
  await openScreen({ [screen.path]: screen.screen }, screen.at, { api, routes })
  await page.findByRole('link', { name: 'pg' })
  expect(kinds.map((name) => page.getByRole('link', { name }).getAttribute('href'))).toEqual([
    '/op/agency/21',
    '/op/advertiser/22',
    '/op/publisher_group/23',
  ])
})

test('a removal that is refused because somebody else was faster leaves what is there now', async () => {
  const api = new FakeApi()
  let own = memberships
  api.on('GET /api/user/agency/7', { status: 200, body: { data: user } })
  api.on('GET /api/user/agency/7/account', () => ({ status: 200, body: { data: own } }))
  api.on('DELETE /api/user/agency/7/account/22', () => {
    own = memberships.slice(0, 1)
    return { status: 404, body: { code: 'not_found', message: '対象が見つかりません' } }
  })
  await openScreen({ [screen.path]: screen.screen }, screen.at, { api })
  fireEvent.click(await page.findByRole('button', { name: '外す 若葉エージェンシー' }))
  fireEvent.click(within(await page.findByRole('dialog')).getByRole('button', { name: buttonNamed('外す') }))
  await waitFor(() => expect(page.queryByText('若葉エージェンシー')).toBeNull())
  expect(page.getByText('青葉エージェンシー')).toBeTruthy()
})
