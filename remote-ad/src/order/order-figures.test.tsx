// @vitest-environment jsdom
import { DecisionHold, useDecisionHold } from '@adsite/screen-kit'
import { FakeApi, openScreen, type Answer } from '@adsite/screen-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { OrderFigures } from './OrderFigures.tsx'

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
