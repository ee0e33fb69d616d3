// @vitest-environment jsdom
import { japanDay } from '@adsite/contract'
import { FakeApi, openScreen, stamps, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { area } from '../area.ts'
import AccountDetailScreen from '../account/AccountDetailScreen.tsx'
import RequirementScreen from './RequirementScreen.tsx'

const path = '/op/factor_requirement'
const roles = [1, 2, 3, 4, 5, 6].map((role) => ({ role, required_from: role === 4 ? '2026-01-05' : null, users: 12, without_factor: 5 }))
const accounts = [{ account_id: 21, name: '青葉', role: 1, record_id: 21, required_from: '2999-01-05', users: 3, without_factor: 0 }]
const user = { id: 5, name: '林', email: 'hayashi@example.test' }
const resets = [{ id: 8, user, asked_at: '2026-11-24T03:00:00.000Z', due_at: '2026-11-27T03:00:00.000Z' }]
const tomorrow = japanDay(new Date(Date.now() + 86_400_000))

let api: FakeApi
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
  api.on('GET /api/factor-reset', () => ({ status: 200, body: { data: resets } }))
  api.on('GET /api/factor-requirement', () => ({ status: 200, body: { data: { roles, accounts } } }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const routes = Object.fromEntries(area.routes.map(({ name, path: to }) => [name, to]))
const open = () => openScreen({ [path]: <RequirementScreen /> }, path, { api, routes })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = () => screen.findByRole('dialog')

test('names every role and every account with a setting of its own, from when, and how many people it concerns', async () => {
  await open()
  await screen.findByText('代理店')
  await screen.findByText('林')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '広告主必須にしていません対象 12人 ・ 未登録 5人変更する',
    'PTD必須にしていません対象 12人 ・ 未登録 5人変更する',
    'メディアグループ必須にしていません対象 12人 ・ 未登録 5人変更する',
    '代理店2026/01/05から必須（適用中）対象 12人 ・ 未登録 5人変更する',
    'レップ必須にしていません対象 12人 ・ 未登録 5人変更する',
    '管理者必須にしていません対象 12人 ・ 未登録 5人変更する',
    '青葉2999/01/05から必須対象 3人 ・ 未登録 0人変更する',
    '林hayashi@example.test依頼 2026/11/24 12:00 ・ 自動で解除 2026/11/27 12:00承認する却下する',
  ])
})

test('while it is read, each of its panels shows that', async () => {
  const held = new Promise<never>(() => {})
  api.on('GET /api/factor-reset', () => held)
  api.on('GET /api/factor-requirement', () => held)
  await open()
  const panels = await screen.findAllByRole('region')
  expect(panels.map((panel) => [panel.getAttribute('aria-busy'), panel.querySelectorAll('[aria-hidden="true"] > span').length])).toEqual(
    panels.map(() => ['true', 2]),
  )
  expect(panels).toHaveLength(3)
})

test('says whom it reaches, refuses a day that is missing, wrong or over, and requires it from the day that is set', async () => {
  api.on('POST /api/factor-requirement/role', () => ({ status: 204 }))
  await open()
  await screen.findByText('代理店')
  press('広告主の設定を変更する')
  expect((await dialog()).textContent).toContain('対象の12人のうち5人が未登録です。')
  const day = screen.getByLabelText('必須にする日', { selector: 'input' })
  const attempt = async (typed: string, words: string) => {
    fireEvent.change(day, { target: { value: typed } })
    press('必須にする')
    expect((await within(await dialog()).findByRole('alert')).textContent).toBe(words)
    expect(day.getAttribute('aria-invalid')).toBe('true')
  }
  press('必須にする')
  expect((await within(await dialog()).findByRole('alert')).textContent).toBe('必須項目です。')
  await attempt('あした', '正しい日付を入力してください。')
  await attempt('2020-01-01', `${japanDay().replaceAll('-', '/')}以降の日付を指定してください。`)
  expect(api.of('POST /api/factor-requirement/role')).toEqual([])
  fireEvent.change(day, { target: { value: tomorrow } })
  press('必須にする')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.of('POST /api/factor-requirement/role').map(({ body }) => body)).toEqual([{ role: 1, required_from: tomorrow }])
})

test('an account’s page names its role’s day as well, and stops requiring it', async () => {
  const account = { ...stamps, id: 21, name: '青葉', status: 'SERVING', company_id: 5, agency_account_id: null, rep_account_id: null }
  const requirement = { required_from: '2999-01-05', users: 1, without_factor: 0, role_required_from: '2999-02-01' }
  api.on('GET /api/account/advertiser/21', () => ({ status: 200, body: { data: account } }))
  api.on('GET /api/factor-requirement/account/21', () => ({ status: 200, body: { data: requirement } }))
  api.on('POST /api/factor-requirement/account/21', () => ({ status: 204 }))
  await openScreen({ '/op/advertiser/:id': <AccountDetailScreen /> }, '/op/advertiser/21', { api, routes })
  const panel = await screen.findByRole('region', { name: '二段階認証' })
  await waitFor(() => expect(panel.textContent).toContain('権限「広告主」の設定により、2999/02/01から必須です。'))
  press('二段階認証の設定を変更する')
  await screen.findByRole('button', { name: '必須をやめる' })
  press('必須をやめる')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.of('POST /api/factor-requirement/account/21').map(({ body }) => body)).toEqual([{ required_from: null }])
})

test.each([
  ['承認する', 'confirm', '林さんの二段階認証を解除しました'],
  ['却下する', 'refuse', '林さんの依頼を却下しました'],
] as const)('a reset that waits: %s, after a question', async (action, call, done) => {
  api.on(`POST /api/factor-reset/8/${call}`, () => ({ status: 204 }))
  const { alerts } = await open()
  await screen.findByText('hayashi@example.test')
  press(`林の依頼を${action}`)
  const asked = await dialog()
  expect(api.of(`POST /api/factor-reset/8/${call}`)).toEqual([])
  fireEvent.click(within(asked).getByRole('button', { name: action }))
  await waitFor(() => expect(alerts.flatMap(({ messages }) => messages)).toEqual([done]))
  expect(api.of(`POST /api/factor-reset/8/${call}`)).toHaveLength(1)
})
