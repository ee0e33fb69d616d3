// @vitest-environment jsdom
import type { ad, ResourceRecord } from '@adsite/contract'
import { FakeApi, openScreen, stamps, type Answer } from '@adsite/screen-kit/testing'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AdLead } from './AdLead.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const record = { ...stamps, id: 9, name: '秋の広告', budget: '500', product_id: 3, quantity: 1000 } as Partial<
  ResourceRecord<typeof ad>
> as ResourceRecord<typeof ad>
const delivery = {
  through: null,
  totals: { imps: 0, clicks: 0, conversions: 0, gross: '0', cpa: null },
  days: [],
  changes: [],
  pace: null,
  purchase: null,
}
const failure: Answer = { status: 403, body: { code: 'forbidden', message: 'この操作を行う権限がありません' } }

test.for([
  ['read', { status: 200, body: { data: { status: 'NOT_APPLIED', blockers: [] } } }],
  ['refused', failure],
] as const)('the button to order comes when nothing above it can move it: serving is %s', async ([, answer]) => {
  const api = new FakeApi()
  const serving = Promise.withResolvers<Answer>()
  api.on('GET /api/order', { status: 200, body: { data: [], page: { next: null } } })
  api.on('GET /api/ad/9/delivery', { status: 200, body: { data: delivery } })
  api.on('GET /api/ad/9/serving', () => serving.promise)
  await openScreen({ '/': <AdLead record={record} /> }, '/', { api, routes: {} })
  await screen.findByText('表示回数')
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(api.of('GET /api/order')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'この広告を申し込む' })).toBeNull()
  serving.resolve(answer)
  expect(await screen.findByRole('button', { name: 'この広告を申し込む' })).toBeTruthy()
})

test('an order that one may not approve oneself is not offered for it on the page of its ad', async () => {
  const api = new FakeApi()
  const order = { ...stamps, id: 5, version: 2, ad_id: 9, kind: 'NEW', status: 'PENDING_APPROVAL', amount: '500', reason: null }
  const reason = '自分が申請したものは承認できません。'
  api.on('GET /api/order', { status: 200, body: { data: [order], page: { next: null } } })
  api.on('GET /api/order/5', { status: 200, body: { data: { ...order, blocked: { approve: reason } } } })
  api.on('GET /api/ad/9/delivery', { status: 200, body: { data: delivery } })
  api.on('GET /api/ad/9/serving', { status: 200, body: { data: { status: 'PENDING_REVIEW', blockers: [] } } })
  await openScreen({ '/': <AdLead record={record} /> }, '/', { api, routes: {} })
  // What cannot be done is behind what can, in the menu.
  expect(await screen.findByRole('button', { name: '否認する' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '承認する' })).toBeNull()
})

test.each([{ product_id: null }, { quantity: null }])('an ad that does not say what is bought cannot be ordered: %j', async (lacking) => {
  const api = new FakeApi()
  api.on('GET /api/order', { status: 200, body: { data: [], page: { next: null } } })
  api.on('GET /api/ad/9/delivery', { status: 200, body: { data: delivery } })
  api.on('GET /api/ad/9/serving', { status: 200, body: { data: { status: 'NOT_APPLIED', blockers: [] } } })
  await openScreen({ '/': <AdLead record={{ ...record, ...lacking }} /> }, '/', { api, routes: {} })
  const button = await screen.findByRole('button', { name: 'この広告を申し込む' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/広告商品と購入数を登録すると/u)).toBeTruthy()
})
