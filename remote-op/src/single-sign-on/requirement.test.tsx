// @vitest-environment jsdom
import type { SingleSignOnRequirement } from '@adsite/contract'
import { FakeApi, openScreen, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { area } from '../area.ts'
import { provider } from './testing/provider.ts'
import SingleSignOnDetailScreen from './SingleSignOnDetailScreen.tsx'

const path = 'POST /api/single-sign-on/7/requirement'

let api: FakeApi
let state: SingleSignOnRequirement
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
  state = { required: false, obstacle: null, people: 12, without: 3 }
  api.on('GET /api/single-sign-on/7', () => ({ status: 200, body: { data: provider } }))
  api.on('GET /api/single-sign-on/7/domain', () => ({ status: 200, body: { data: [] } }))
  api.on('GET /api/single-sign-on/7/group', () => ({ status: 200, body: { data: { groups: [], accounts: [] } } }))
  api.on('GET /api/single-sign-on/7/requirement', () => ({ status: 200, body: { data: state } }))
  api.on(path, () => ({ status: 204 }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const routes = Object.fromEntries(area.routes.map(({ name, path: to }) => [name, to]))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function open(): Promise<HTMLElement> {
  await openScreen({ '/op/single_sign_on/:id': <SingleSignOnDetailScreen /> }, '/op/single_sign_on/7', { api, routes })
  const panel = await screen.findByRole('region', { name: 'シングルサインオンの必須化' })
  await waitFor(() => expect(panel.textContent).toContain('対象'))
  return panel
}
const button = (panel: HTMLElement, name: string) => within(panel).getByRole('button', { name })

test('a provider is required after a question that says whom it reaches, and no longer after another', async () => {
  const panel = await open()
  expect(panel.textContent).toContain('任意対象 12人 ・ この設定で未ログイン 3人')
  press('必須にする')
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('ただちにログアウトされます。')
  expect(question.textContent).toContain('対象の12人のうち3人は、この設定でまだログインしたことがありません。')
  state = { required: true, obstacle: null, people: 12, without: 3 }
  fireEvent.click(button(question, '必須にする'))
  await waitFor(() => expect(panel.textContent).toContain('必須対象 12人'))
  press('必須をやめる')
  const other = await screen.findByRole('dialog', { name: 'シングルサインオンの必須をやめますか？' })
  state = { ...state, required: false }
  fireEvent.click(button(other, '必須をやめる'))
  await waitFor(() => expect(panel.textContent).toContain('任意対象 12人'))
  expect(api.of(path).map(({ body }) => body)).toEqual([{ required: true }, { required: false }])
})

test('where everybody has signed in with it, the question does not speak of others', async () => {
  state = { ...state, without: 0 }
  await open()
  press('必須にする')
  expect((await screen.findByRole('dialog')).textContent).not.toContain('まだログインしたことがありません')
})

test.each([
  ['inactive', /利用していないため、必須にできません/u],
  ['no_proof', /確認済みのドメインがないため/u],
  ['no_sign_in', /直近24時間にこの設定でログインした人がいない/u],
] as const)('it cannot be required where it may not work: %s', async (obstacle, words) => {
  state = { ...state, obstacle }
  const panel = await open()
  const { id } = within(panel).getByText(words)
  expect(button(panel, '必須にする')).toHaveProperty('disabled', true)
  expect(button(panel, '必須にする').getAttribute('aria-describedby')).toBe(id)
})

test.each([
  ['inactive', /必須化は働いていません/u],
  ['no_proof', /ドメインの確認が失効しているため、対象の利用者はログインできません/u],
] as const)('one that is in force says what is wrong with it, and can be ended: %s', async (obstacle, words) => {
  state = { ...state, required: true, obstacle }
  const panel = await open()
  expect(within(panel).getByText(words)).toBeTruthy()
  expect(button(panel, '必須をやめる')).toHaveProperty('disabled', false)
})

test('that nobody has signed in today is no matter for one that is in force', async () => {
  state = { ...state, required: true, obstacle: 'no_sign_in' }
  expect((await open()).textContent).not.toContain('直近')
})

test('a setting that cannot be read is said, and read again', async () => {
  api.on('GET /api/single-sign-on/7/requirement', () => ({ status: 404, body: { code: 'not_found', message: '対象が見つかりません' } }))
  await openScreen({ '/op/single_sign_on/:id': <SingleSignOnDetailScreen /> }, '/op/single_sign_on/7', { api, routes })
  const panel = await screen.findByRole('region', { name: 'シングルサインオンの必須化' })
  await waitFor(() => expect(panel.textContent).toContain('対象が見つかりません'))
  api.on('GET /api/single-sign-on/7/requirement', () => ({ status: 200, body: { data: state } }))
  fireEvent.click(button(panel, '再試行'))
  await waitFor(() => expect(panel.textContent).toContain('対象 12人'))
})
