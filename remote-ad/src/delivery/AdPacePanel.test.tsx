// @vitest-environment jsdom
import type { adEndpoints, EndpointResponse } from '@adsite/contract'
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AdPacePanel } from './AdPacePanel.tsx'

type Delivery = EndpointResponse<typeof adEndpoints.delivery>['data']

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pace = {
  planned: 10_000,
  gap: 2000,
  ratio: 1.2,
  state: 'ahead',
  forecast: { low: 18_000, likely: 20_000, high: 20_000 },
  daily_to_spend: 800,
  runs_out_on: '2026-11-30',
} as const
const delivery: Delivery = {
  through: '2026-11-22',
  totals: { imps: 12_000, clicks: 400, conversions: 10, gross: '40000', cpa: '4000.000000' },
  days: [{ day: '2026-11-22', imps: 1200, clicks: 40, conversions: 1, gross: '4000' }],
  changes: [],
  pace: { ...pace, planned: 50_000, gap: -10_000, ratio: 0.8, state: 'behind' },
  purchase: { billing: 'CPM', bought: 20_000, delivered: 12_000, pace },
}

async function panel(data: Delivery, language: 'ja' | 'en' = 'ja', orders: readonly object[] = []) {
  const api = new FakeApi()
  api.on('GET /api/order', { status: 200, body: { data: orders, page: { next: null } } })
  api.on('GET /api/ad/9/delivery', { status: 200, body: { data } })
  await openScreen({ '/': <AdPacePanel record={{ id: 9, budget: '100000' }} /> }, '/', { api, language })
  const shown = within(await screen.findByRole('region', { name: language === 'ja' ? '配信の進み' : 'Delivery progress' }))
  await shown.findByText(language === 'ja' ? '表示回数' : 'Impressions')
  const facts = shown.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  return { shown, facts }
}

test('an ad that has bought a quantity is measured against it, in its unit', async () => {
  const { facts, shown } = await panel(delivery, 'en')
  expect(facts.slice(0, 5)).toEqual([
    ['Delivered', '12,00060.0% of 20,000 impressions bought'],
    ['Spend', '¥40,00040.0% of the budget of ¥100,000'],
    ['Pace', '120.0%2,000 above the planned 10,000'],
    ['Forecast at the end', '20,000Used up on 11/30/2026'],
    ['Per day, to deliver it all', '800'],
  ])
  expect(shown.getByText('Ahead')).toBeTruthy()
})

test('one without a quantity is measured against its budget', async () => {
  const { facts, shown } = await panel({ ...delivery, purchase: null })
  expect(facts.slice(0, 2)).toEqual([
    ['配信金額', '¥40,000予算 ¥100,000 の 40.0%'],
    ['ペース', '80.0%予定 ¥50,000 より ¥10,000 少ない'],
  ])
  expect(shown.getByText('遅れ')).toBeTruthy()
})

test('what is not known is —, and without an approved order it says what is missing', async () => {
  const unknown = await panel({ ...delivery, purchase: { billing: 'CPA', bought: 50, delivered: null, pace: null } })
  expect(unknown.facts[0]).toEqual(['配信済み', '—購入数 50件の —'])
  expect(unknown.shown.getByText('配信ファイルに購入数の実績がないため、ペースと着地予想を表示できません。')).toBeTruthy()
  cleanup()
  const { shown } = await panel({ ...delivery, pace: null, purchase: null })
  expect(await shown.findByText('申込が承認され、期間の1日目の実績がそろうと、ペースと着地予想を表示します。')).toBeTruthy()
  expect(shown.queryByText('ペース')).toBeNull()
})

test('an ad whose order is approved is not told to wait for the approval', async () => {
  const order = { id: 3, kind: 'NEW', status: 'APPROVED' }
  const { shown } = await panel({ ...delivery, pace: null, purchase: null }, 'ja', [order])
  expect(await shown.findByText('期間の1日目の実績がそろうと、ペースと着地予想を表示します。')).toBeTruthy()
})
