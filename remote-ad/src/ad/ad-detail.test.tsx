// @vitest-environment jsdom
import { listQuerySchema, order } from '@adsite/contract'
import { buttonNamed, FakeApi, openScreen, stamps, stubDevice, type Answer } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import AdDetailScreen from './AdDetailScreen.tsx'

const record = {
  ...stamps,
  id: 9,
  name: '秋の広告',
  effective_status: 'SERVING',
  user_status: 'ACTIVE',
  campaign_id: 5,
  advertiser_account_id: 21,
  product_id: 8,
  billing: 'CPC',
  creative_group_id: null,
  quantity: 1000,
  unit_price: '50',
  budget: '50000',
  start_at: '2026-11-30T15:00:00.000Z',
  end_at: '2026-12-31T15:00:00.000Z',
  landing_url: 'https://aoba.example/',
  weight: 1,
  label_ids: [],
  targeting: null,
}
const list = (...data: object[]): Answer => ({
  status: 200,
  body: { data, page: { next: null, previous: null, total: data.length, capped: false } },
})

let api: FakeApi
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
  api.on('GET /api/ad/9', { status: 200, body: { data: record } })
  api.on('PATCH /api/ad/9', { status: 204 })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const edit = () =>
  openScreen({ '/ad/advertisement/:id': <AdDetailScreen /> }, '/ad/advertisement/9?edit=1', { api, role: 'agency', routes: {} })
const enter = async (field: RegExp, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: field }), { target: { value } })

const change = { id: 3, kind: 'CHANGE', status: 'PENDING_APPROVAL' }
const failure: Answer = { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }
test.each([
  [list(change), '承認済みの申込を超える変更を申請しました。承認されるまで、広告は承認済みの内容のままです'],
  [list(), '広告を更新しました'],
  [failure, '保存しました。承認待ちになった変更があるかどうかは確認できませんでした。申込の欄で確認してください'],
])('what is said after saving agrees with the changes that await approval', async (waiting, words) => {
  api.on('GET /api/order', ({ query }) => {
    // As the API does.
    if (!v.is(listQuerySchema(order), Object.fromEntries(query))) return { status: 422, body: { code: 'validation_failed' } }
    return query.get('kind') === 'CHANGE' ? waiting : list()
  })
  const { alerts } = await edit()
  await enter(/リンク先URL/u, 'https://aoba.example/winter')
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('保存する') }))
  await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: [words] }]))
})

test('a change that was waiting before is not announced with what no order covers', async () => {
  api.on('GET /api/order', list(change))
  const { alerts } = await edit()
  await enter(/広告名/u, '冬の広告')
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('保存する') }))
  await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: ['広告を更新しました'] }]))
})

test('an ad without a product has no price, and its form checks the minimum of the product that is chosen', async () => {
  const banner = {
    ...stamps,
    id: 8,
    name: 'バナー標準',
    billing: 'CPM',
    unit_price: '500',
    min_quantity: 1000,
    format_ids: [],
    space_ids: [],
  }
  const bare = { ...record, product_id: null, billing: null, unit_price: '0', quantity: null }
  api.on('GET /api/ad/9', { status: 200, body: { data: bare } })
  api.on('GET /api/order', list())
  api.on('GET /api/product', list(banner))
  api.on('GET /api/product/8', { status: 200, body: { data: banner } })
  const campaign = { ...record, id: 5, lifetime_budget: '60000', allotted_budget: '50000' }
  api.on('GET /api/campaign/5', { status: 200, body: { data: campaign } })
  await edit()
  expect(screen.queryByText('¥0')).toBeNull()
  fireEvent.click(await screen.findByRole('radio', { name: /バナー標準/u }))
  await enter(/購入数/u, '999')
  expect(await screen.findByText('入力・確認が必要な項目（1）')).toBeTruthy()
  await enter(/購入数/u, '1000')
  await waitFor(() => expect(screen.queryByText('入力・確認が必要な項目（1）')).toBeNull())
})

test('the form of an ad has the checks of its campaign and product', async () => {
  api.on('GET /api/order', list())
  api.on('GET /api/product/8', { status: 200, body: { data: { ...stamps, id: 8, name: 'バナー標準', min_quantity: 1000 } } })
  const campaign = {
    ...stamps,
    id: 5,
    start_at: record.start_at,
    end_at: record.end_at,
    lifetime_budget: '60000',
    allotted_budget: '50000',
  }
  api.on('GET /api/campaign/5', { status: 200, body: { data: campaign } })
  await edit()
  await enter(/購入数/u, '999')
  await enter(/予算/u, '60001')
  expect(await screen.findByText('入力・確認が必要な項目（2）')).toBeTruthy()
  await enter(/予算/u, '60000')
  await enter(/購入数/u, '')
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('保存する') }))
  expect(await screen.findByText('必須項目です。')).toBeTruthy()
  expect(api.of('PATCH /api/ad/9')).toEqual([])
})
