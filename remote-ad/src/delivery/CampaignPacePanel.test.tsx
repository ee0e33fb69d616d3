// @vitest-environment jsdom
import type { campaignEndpoints, EndpointResponse } from '@adsite/contract'
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CampaignPacePanel } from './CampaignPacePanel.tsx'

type Delivery = EndpointResponse<typeof campaignEndpoints.delivery>['data']

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const record = { id: 5, lifetime_budget: '100000' }
const none = { imps: 0, clicks: 0, conversions: 0, gross: '0' }
const behind: Delivery = {
  through: '2026-11-22',
  totals: { imps: 9000, clicks: 90, conversions: null, gross: '36000', cpa: null },
  days: [
    { day: '2026-11-21', ...none },
    { ...none, day: '2026-11-22', gross: '4000' },
  ],
  pace: {
    planned: 50_000,
    gap: -14_000,
    ratio: 0.72,
    state: 'behind',
    forecast: { low: 60_000, likely: 72_000, high: 84_000 },
    daily_to_spend: 6400,
    runs_out_on: null,
  },
  purchases: [{ billing: 'CPM', bought: 20_000, delivered: 9000 }],
  changes: [
    {
      day: '2026-11-22',
      at: '2026-11-22T03:04:05.000Z',
      entity: 'campaign',
      id: 5,
      name: '春',
      action: 'update',
      fields: ['lifetime_budget', 'daily_budget'],
    },
    // An ad may have the number of its campaign.
    { day: '2026-11-21', at: '2026-11-21T03:04:05.000Z', entity: 'ad', id: 5, name: '広告A', action: 'create', fields: [] },
  ],
}

async function panel(delivery: Delivery | null, language: 'ja' | 'en' = 'ja') {
  const api = new FakeApi()
  const error = { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }
  api.on('GET /api/campaign/5/delivery', delivery ? { status: 200, body: { data: delivery } } : error)
  await openScreen({ '/': <CampaignPacePanel record={record} /> }, '/', { api, language })
  return within(await screen.findByRole('region', { name: language === 'ja' ? '配信の進み' : 'Delivery progress' }))
}

test('a campaign behind its plan: by how much, where it will end, what a day has to spend; what is not known is —', async () => {
  const shown = await panel(behind)
  expect(await shown.findByText('遅れ')).toBeTruthy()
  const facts = shown.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['配信済み', '9,000購入数 20,000回表示の 45.0%'],
    ['配信金額', '¥36,000予算 ¥100,000 の 36.0%'],
    ['ペース', '72.0%予定 ¥50,000 より ¥14,000 少ない'],
    ['着地予想', '¥72,000¥60,000〜¥84,000（確率80%）'],
    ['1日に必要な金額', '¥6,400'],
    ['表示回数', '9,000'],
    ['クリック数', '90'],
    ['コンバージョン数', '—'],
    ['CPA', '—'],
  ])
  expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '2026/11/21 ¥0 変更あり',
    '2026/11/22 ¥4,000 変更あり',
    '2026/11/22 12:04通期予算、1日の予算',
    '2026/11/21 12:04広告A 登録',
  ])
  expect(shown.getByText('2026/11/22 までの実績')).toBeTruthy()
})

test('too few days have no forecast, and one that is over has nothing to spend any more', async () => {
  const { pace } = behind
  const young = await panel({ ...behind, pace: { ...pace!, forecast: null } }, 'en')
  expect(await young.findByText('Known after seven days of delivery')).toBeTruthy()
  cleanup()
  const over = await panel({ ...behind, pace: { ...pace!, forecast: null, daily_to_spend: null } })
  expect(await over.findByText('ペース')).toBeTruthy()
  expect(over.queryByText('着地予想')).toBeNull()
})

test('a budget that will not last says on which day it is used up', async () => {
  const { pace } = behind
  const shown = await panel({ ...behind, pace: { ...pace!, state: 'ahead', gap: 14_000, runs_out_on: '2026-11-28' } })
  expect(await shown.findByText('2026/11/28 に使い切る見込み')).toBeTruthy()
})

test('before the first day there is no pace, and without delivery no bars', async () => {
  const shown = await panel({ through: null, totals: { ...none, cpa: null }, days: [], changes: [], pace: null, purchases: [] })
  expect(await shown.findByText('期間の1日目の実績がそろうと、ペースと着地予想を表示します。')).toBeTruthy()
  expect(shown.queryByRole('list')).toBeNull()
  expect(shown.queryByText('遅れ')).toBeNull()
})

test('a failure says so, and can be tried again', async () => {
  const shown = await panel(null)
  expect((await shown.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  expect(shown.getByRole('button', { name: '再試行' })).toBeTruthy()
})

test('changes that have no room beside the bars are shown in place', async () => {
  const [change] = behind.changes
  const changes = Array.from({ length: 6 }, (_, index) => ({ ...change!, id: 10 + index, entity: 'ad' as const, name: `広告${index}` }))
  const shown = await panel({ ...behind, changes })
  fireEvent.click(await shown.findByRole('button', { name: 'さらに表示' }))
  expect(shown.getByText(/広告5/u)).toBeTruthy()
  expect(shown.queryByRole('button', { name: /さらに表示/u })).toBeNull()
})
