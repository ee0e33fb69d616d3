// @vitest-environment jsdom
import { DecisionHold, useDecisionHold } from '@adsite/screen-kit'
import { FakeApi, openScreen, type Answer } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { OrderFacts, OrderFigures } from './OrderFigures.tsx'
import { approvedOrder, changeOrder } from './testing/sample-orders.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Decision(): ReactNode {
  const { held, hold } = useDecisionHold()
  return (
    <DecisionHold value={hold}>
      <OrderFigures adId={9} />
      <button type="button" disabled={held}>
        申し込む
      </button>
    </DecisionHold>
  )
}

const figures = {
  amount: '10000',
  credit_limit: '50000',
  used: '30000',
  left: '10000',
  ads: [],
  creatives: { total: 0, serving: 0, waiting: 0 },
}
const enabled = () => screen.findByRole('button', { name: '申し込む' }).then((button) => !button.hasAttribute('disabled'))

test.for<[string, Answer, RegExp]>([
  ['are shown', { status: 200, body: { data: figures } }, /与信枠/u],
  ['could not be read', { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }, /エラー/u],
])('the button of an order waits until its figures %s', async ([, answer, shown]) => {
  const api = new FakeApi()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  api.on('GET /api/ad/9/order_figures', () => promise)
  await openScreen({ '/': <Decision /> }, '/', { api })
  expect(await screen.findByText('読み込み中')).toBeTruthy()
  expect(await enabled()).toBe(false)
  resolve(answer)
  expect(await screen.findByText(shown)).toBeTruthy()
  expect(await enabled()).toBe(true)
})

test('what would be refused says why, and its button stays disabled', async () => {
  const api = new FakeApi()
  api.on('GET /api/ad/9/order_figures', { status: 200, body: { data: { ...figures, refused: 'order_credit' } } })
  await openScreen({ '/': <Decision /> }, '/', { api })
  // The texts of such messages are loaded when one is shown.
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('企業の与信またはアカウントの状態により、新しい申込はできません。'),
  )
  expect(await enabled()).toBe(false)
})

const failure: Answer = { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }

test('figures that could not be read are read again', async () => {
  const api = new FakeApi()
  api.on('GET /api/ad/9/order_figures', () =>
    api.of('GET /api/ad/9/order_figures').length > 1 ? { status: 200, body: { data: figures } } : failure,
  )
  await openScreen({ '/': <OrderFigures adId={9} /> }, '/', { api })
  fireEvent.click(await screen.findByRole('button', { name: '再試行' }))
  expect(await screen.findByText(/与信枠/u)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.for([true, false, undefined])('says whether approval pauses the ad: %s', async (pauses) => {
  const api = new FakeApi()
  api.on('GET /api/ad/9/order_figures', { status: 200, body: { data: { ...figures, pauses } } })
  await openScreen({ '/': <OrderFigures adId={9} /> }, '/', { api })
  await screen.findByText(/与信枠/u)
  expect(screen.queryByText(/承認されると広告は停止中になり/u) !== null).toBe(pauses === true)
})

test('who decides about changed terms is told that the former ones could not be read', async () => {
  const api = new FakeApi()
  api.on('GET /api/ad/9/order_figures', () => ({ status: 200, body: { data: figures } }))
  api.on('GET /api/order', () =>
    api.of('GET /api/order').length > 1
      ? { status: 200, body: { data: [changeOrder, approvedOrder], page: { next: null, previous: null, total: 2, capped: false } } }
      : failure,
  )
  await openScreen({ '/': <OrderFacts record={changeOrder} /> }, '/', { api })
  expect((await screen.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect((await screen.findAllByText('→')).length).toBe(2)
})
