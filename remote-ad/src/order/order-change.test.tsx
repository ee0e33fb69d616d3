// @vitest-environment jsdom
import { FakeApi, openScreen, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import OrderDetailScreen from './OrderDetailScreen.tsx'
import { approvedOrder, changeOrder } from './testing/sample-orders.ts'

const change = { ...changeOrder, status: 'DISAPPROVED', reason: '在庫が足りません' }

let api: FakeApi
let record: object
let changes: object[]
beforeEach(() => {
  stubDevice()
  record = approvedOrder
  changes = [change]
  api = new FakeApi()
  api.on('GET /api/order/5', () => ({ status: 200, body: { data: record } }))
  api.on('GET /api/order/5/history', { status: 200, body: { data: [], page: { next: null } } })
  api.on('GET /api/order', () => ({
    status: 200,
    body: { data: changes, page: { next: null, previous: null, total: changes.length, capped: false } },
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () =>
  openScreen({ '/ad/order/:id': <OrderDetailScreen /> }, '/ad/order/5', {
    api,
    role: 'advertiser',
    routes: { 'order.detail': '/ad/order/:id' },
  })

test('the page of an order tells of the change that was disapproved last: what it was, why, and that the ad stays as it is', async () => {
  await open()
  const panel = within(await screen.findByRole('region', { name: '前回の変更申請は否認されました' }))
  expect(panel.getByText('在庫が足りません')).toBeTruthy()
  expect(panel.getAllByText('→')).toHaveLength(2)
  expect(panel.getByText('広告は承認済みの内容のままです。広告を編集すると、もう一度申請できます。')).toBeTruthy()
  expect(panel.getByRole('link', { name: '変更申請の詳細' }).getAttribute('href')).toContain('/7')
  expect(api.of('GET /api/order').map(({ query }) => [query.get('ad_id'), query.get('kind')])).toEqual([['9', 'CHANGE']])
})

test('of one that waits it says so', async () => {
  changes = [changeOrder, change]
  await open()
  const panel = within(await screen.findByRole('region', { name: '変更申請が承認待ちです' }))
  expect(panel.getByText('承認されるまで、広告は承認済みの内容のままです。')).toBeTruthy()
  expect(screen.queryByText('在庫が足りません')).toBeNull()
})

test.for([
  ['the last one was approved', [{ ...change, id: 8, status: 'APPROVED', reason: null }, change]],
  ['the last one was withdrawn', [{ ...change, id: 8, status: 'WITHDRAWN', reason: null }, change]],
  ['it was proposed to an order that the ad had before', [{ ...change, id: 4 }]],
  ['nothing was proposed', []],
] as const)('says nothing where %s', async ([, found]) => {
  changes = [...found]
  await open()
  await waitFor(() => expect(api.of('GET /api/order')).toHaveLength(1))
  expect(await screen.findByRole('heading', { name: '申込内容' })).toBeTruthy()
  expect(screen.queryByText('在庫が足りません')).toBeNull()
})

test('an order that is not approved is asked nothing', async () => {
  record = { ...approvedOrder, status: 'CANCELED' }
  await open()
  expect(await screen.findByRole('heading', { name: '申込内容' })).toBeTruthy()
  expect(api.of('GET /api/order')).toEqual([])
})

test('what could not be read is said, and read again', async () => {
  api.on('GET /api/order', { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
  await open()
  expect(within(await screen.findByRole('region', { name: '変更の内容' })).getByRole('button', { name: '再試行' })).toBeTruthy()
})
