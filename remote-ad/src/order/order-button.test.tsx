// @vitest-environment jsdom
import { useApiQuery } from '@adsite/api-client'
import { adEndpoints, order, orderEndpoints, orderTerms, type ad, type ResourceRecord } from '@adsite/contract'
import { RecordActions } from '@adsite/screen-kit'
import { FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { OrderButton } from './OrderButton.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const record = { ...stamps, id: 9, version: 4, name: '秋の広告', budget: '500', quantity: 1000, unit_price: '500' } as Partial<
  ResourceRecord<typeof ad>
> as ResourceRecord<typeof ad>
const figures = {
  amount: '500',
  credit_limit: '50000',
  used: '0',
  left: '49500',
  ads: [],
  creatives: { total: 0, serving: 0, waiting: 0 },
}

function AdPage(): ReactNode {
  const { data } = useApiQuery(adEndpoints.get, { params: { id: 9 } })
  return data ? <OrderButton record={data.data} /> : null
}

test('an ad is ordered as it is shown; if it is another one by now, nothing is submitted, and it is shown as it is', async () => {
  const api = new FakeApi()
  api.on('GET /api/ad/9/order_figures', { status: 200, body: { data: figures } })
  const message = '別の画面で更新されています。最新の内容を確認してください'
  api.on('POST /api/order', { status: 409, body: { code: 'conflict', message } })
  api.on('GET /api/ad/9', { status: 200, body: { data: record } })
  const { alerts } = await openScreen({ '/': <AdPage /> }, '/', { api })
  fireEvent.click(await screen.findByRole('button', { name: 'この広告を申し込む' }))
  api.on('GET /api/ad/9', { status: 200, body: { data: { ...record, version: 5, budget: '700' } } })
  const confirm = await screen.findByRole('button', { name: /¥500 を申し込む/u })
  await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(false))
  fireEvent.click(confirm)
  await waitFor(() => expect(alerts).toEqual([{ type: 'error', messages: [message] }]))
  expect(api.sent.filter(({ method }) => method === 'POST')).toMatchObject([{ path: '/api/order', body: { ad_id: 9, ad_version: 4 } }])
  fireEvent.click(screen.getByRole('button', { name: 'この広告を申し込む' }))
  expect(await screen.findByRole('button', { name: /¥700 を申し込む/u })).toBeTruthy()
})

const terms = orderTerms.map(({ order: name }) => order.fields[name].label.ja)
const shown = async () =>
  within(await screen.findByRole('dialog'))
    .getAllByRole('term')
    .map(({ textContent }) => textContent)

test('whoever orders an ad is shown everything that is ordered', async () => {
  const api = new FakeApi()
  api.on('GET /api/ad/9/order_figures', { status: 200, body: { data: figures } })
  await openScreen({ '/': <OrderButton record={record} /> }, '/', { api })
  fireEvent.click(await screen.findByRole('button', { name: 'この広告を申し込む' }))
  // Of the ad, the amount is its budget.
  expect(await shown()).toEqual(expect.arrayContaining(terms.map((label) => (label === '金額' ? '予算' : label))))
})

test.for([
  ['DRAFT', '申し込む'],
  ['PENDING_APPROVAL', '承認する'],
] as const)('whoever decides about an order that is %s is shown everything that a second person is shown', async ([status, button]) => {
  const given = { ...stamps, id: 5, ad_id: 9, kind: 'NEW', status, amount: '500' } as Partial<ResourceRecord<typeof order>>
  const actions = <RecordActions resource={order} endpoints={orderEndpoints} record={given as ResourceRecord<typeof order>} />
  await openScreen({ '/': actions }, '/')
  fireEvent.click(await screen.findByRole('button', { name: button }))
  expect(await shown()).toEqual(expect.arrayContaining(terms))
})
