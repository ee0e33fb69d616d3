// @vitest-environment jsdom
import { queryClient } from '@adsite/api-client'
import { FakeApi, openScreen, stamps, stubDevice } from '@adsite/screen-kit/testing'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import AdCreateScreen from './AdCreateScreen.tsx'

const campaign = {
  id: 5,
  name: '冬の麦茶',
  advertiser_account_id: 21,
  start_at: '2026-11-30T15:00:00.000Z',
  end_at: '2026-12-31T15:00:00.000Z',
  lifetime_budget: '1000000',
  allotted_budget: '0',
  ...stamps,
}
const product = {
  id: 8,
  name: 'バナー標準',
  billing: 'CPC',
  unit_price: '50',
  min_quantity: 1000,
  format_ids: [],
  space_ids: [],
  ...stamps,
}
const list = (...data: object[]) => ({
  status: 200,
  body: { data, page: { next: null, previous: null, total: data.length, capped: false } },
})

let api: FakeApi
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
  api.on('GET /api/campaign/5', { status: 200, body: { data: campaign } })
  api.on('GET /api/ad', list())
  api.on('GET /api/product', list(product))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a chosen product that cannot be read says so in place of the cost, and is read again', async () => {
  api.on('GET /api/product/8', { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
  const routes = { 'ad.create': '/ad/ad/create', 'campaign.detail': '/ad/campaign/:id' }
  await openScreen({ '/ad/ad/create/:campaign_id': <AdCreateScreen /> }, '/ad/ad/create/5', { api, role: 'agency', routes })
  fireEvent.click(await screen.findByRole('radio', { name: /バナー標準/u }))
  const cost = within(screen.getByRole('region', { name: '費用と予算' }))
  expect((await cost.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  api.on('GET /api/product/8', { status: 200, body: { data: product } })
  fireEvent.click(cost.getByRole('button', { name: /再試行/u }))
  await waitFor(() => expect(cost.getAllByText('¥50,000').length).toBeGreaterThan(0))
})

test('what would be left of the budget is told with its name', async () => {
  const routes = { 'ad.create': '/ad/ad/create', 'campaign.detail': '/ad/campaign/:id' }
  await openScreen({ '/ad/ad/create/:campaign_id': <AdCreateScreen /> }, '/ad/ad/create/5', { api, role: 'agency', routes })
  fireEvent.change(await screen.findByRole('textbox', { name: /^予算/u }), { target: { value: '50000' } })
  const left = within(screen.getByRole('region', { name: '費用と予算' })).getByText('¥950,000')
  const told = left.closest('[aria-live]')!
  expect([told.getAttribute('aria-atomic'), told.textContent]).toEqual(['true', '登録後の残り¥950,000'])
})

test('a creative group of no visible name is not created', async () => {
  const routes = { 'ad.create': '/ad/ad/create', 'campaign.detail': '/ad/campaign/:id' }
  await openScreen({ '/ad/ad/create/:campaign_id': <AdCreateScreen /> }, '/ad/ad/create/5', { api, role: 'agency', routes })
  fireEvent.click(await screen.findByRole('button', { name: 'グループを新規作成' }))
  const name = screen.getByRole('textbox', { name: 'グループ名' })
  const create = name.parentElement!.querySelector('button')!
  expect(create).toHaveProperty('disabled', false)
  fireEvent.change(name, { target: { value: ' \u200b\u3164' } })
  expect(create).toHaveProperty('disabled', true)
})

test('what was typed stays when the campaign cannot be read again', async () => {
  const routes = { 'ad.create': '/ad/ad/create', 'campaign.detail': '/ad/campaign/:id' }
  await openScreen({ '/ad/ad/create/:campaign_id': <AdCreateScreen /> }, '/ad/ad/create/5', { api, role: 'agency', routes })
  fireEvent.change(await screen.findByRole('textbox', { name: /広告名/u }), { target: { value: '麦茶 冬' } })
  const failure = { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }
  api.on('GET /api/campaign/5', failure)
  api.on('GET /api/ad', failure)
  await act(() => queryClient.refetchQueries())
  expect(screen.getByRole('textbox', { name: /広告名/u })).toHaveProperty('value', '麦茶 冬')
})

test('the form begins with what the newest ad has; beside it stands what the ad costs and what it leaves of the budget', async () => {
  const newest = { id: 3, name: '秋の麦茶', landing_url: 'https://tea.example/', creative_group_id: null, ...stamps }
  api.on('GET /api/ad', list(newest))
  api.on('GET /api/campaign/5', { status: 200, body: { data: { ...campaign, allotted_budget: '300000' } } })
  api.on('GET /api/product/8', { status: 200, body: { data: { ...product, billing: 'CPM', unit_price: '500', min_quantity: 400_000 } } })
  const routes = { 'ad.create': '/ad/ad/create', 'campaign.detail': '/ad/campaign/:id' }
  await openScreen({ '/ad/ad/create/:campaign_id': <AdCreateScreen /> }, '/ad/ad/create/5', { api, role: 'agency', routes })
  expect(await screen.findByRole('textbox', { name: /^リンク先URL|^遷移先/u })).toHaveProperty('value', 'https://tea.example/')
  fireEvent.click(await screen.findByRole('radio', { name: /バナー標準/u }))
  const cost = within(screen.getByRole('region', { name: '費用と予算' }))
  await waitFor(() =>
    expect(cost.getAllByRole('term').map((term) => term.nextElementSibling?.textContent)).toEqual([
      '¥1,000,000',
      '¥300,000',
      '¥700,000',
      '¥200,000',
      '¥500,000',
    ]),
  )
  expect(cost.getByText(/400,000.*1,000.*¥500/u)).toBeTruthy()
})
