// @vitest-environment jsdom
import { roleCode, type Role } from '@adsite/contract'
import { FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import UserDetailScreen from './UserDetailScreen.tsx'

const user = { id: 7, name: '林', name_kana: null, email: 'hayashi@example.test', locale: 'ja', status: 'ACTIVE', ...stamps }
const membershipOf = (account_id: number, name: string, role: Role = 'agency') => ({
  account_id,
  name,
  is_default: account_id === 21,
  role: roleCode(role),
  joined_at: stamps.created_at,
  record_id: account_id,
})

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/user/agency/7', { status: 200, body: { data: user } })
  api.on('GET /api/user/agency/7/history', { status: 200, body: { data: [], page: { next: null } } })
  api.on('GET /api/user/agency/7/account', { status: 200, body: { data: [membershipOf(21, '青葉'), membershipOf(22, '若葉')] } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (role: Role = 'admin') => openScreen({ '/op/agency/user/:id': <UserDetailScreen /> }, '/op/agency/user/7', { api, role })
const button = () => screen.findByRole('button', { name: 'この利用者として見る' })
const start = () => screen.getByRole('button', { name: '閲覧を始める' })

async function openDialog(): Promise<HTMLElement> {
  await open()
  await waitFor(async () => expect((await button()).getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(await button())
  return screen.findByRole('dialog', { name: '「林」さんとして見る' })
}

test('asks for account and reason, and starts', async () => {
  api.on('POST /api/viewing', { status: 200, body: { data: {} } })
  const dialog = await openDialog()
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: /青葉/u }).checked).toBe(true)
  fireEvent.click(within(dialog).getByRole('radio', { name: /若葉/u }))
  fireEvent.change(within(dialog).getByRole('textbox', { name: /理由/u }), { target: { value: '  お問い合わせの確認 ' } })
  fireEvent.click(start())
  await waitFor(() => expect(api.of('POST /api/viewing')[0]?.body).toEqual({ user_id: 7, account_id: 22, reason: 'お問い合わせの確認' }))
  // The page follows the session.
  await waitFor(() => expect(api.of('GET /api/account/me').length).toBeGreaterThan(1))
})

test('a short reason is refused at the field, as is one that the API refuses', async () => {
  const dialog = await openDialog()
  fireEvent.click(start())
  expect((await within(dialog).findByRole('alert')).textContent).toBe('5文字以上で入力してください。')
  const box = within(dialog).getByRole('textbox', { name: /理由/u })
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(api.of('POST /api/viewing')).toEqual([])
  api.on('POST /api/viewing', {
    status: 422,
    body: { code: 'validation_failed', message: '入力内容', errors: { reason: ['理由が不十分です。'] } },
  })
  fireEvent.change(box, { target: { value: 'お問い合わせの確認' } })
  fireEvent.click(start())
  expect((await within(dialog).findByRole('alert')).textContent).toBe('理由が不十分です。')
})

test.each([
  ['suspended', { status: 'SUSPENDED' }, [membershipOf(21, '青葉')], '利用中のユーザーだけを閲覧できます。'],
  ['an administrator too', {}, [membershipOf(21, '青葉'), membershipOf(30, '運営', 'admin')], '管理者を兼ねるユーザーは閲覧できません。'],
  ['in no account', {}, [], '所属アカウントがないため、閲覧できません。'],
])('a user who is %s cannot be viewed, and the button says why', async (_, change, memberships, why) => {
  api.on('GET /api/user/agency/7', { status: 200, body: { data: { ...user, ...change } } })
  api.on('GET /api/user/agency/7/account', { status: 200, body: { data: memberships } })
  await open()
  await waitFor(async () => {
    const id = (await button()).getAttribute('aria-describedby')!
    expect(document.getElementById(id)?.textContent).toBe(why)
  })
  expect((await button()).getAttribute('aria-disabled')).toBe('true')
})

test('is for administrators alone', async () => {
  await open('agency')
  await screen.findByRole('heading', { level: 1, name: /林/u })
  expect(screen.queryByRole('button', { name: 'この利用者として見る' })).toBeNull()
})
