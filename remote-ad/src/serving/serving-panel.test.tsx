// @vitest-environment jsdom
import { FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AdServingPanel, CampaignServingPanel } from './ServingPanel.tsx'

const routes = {
  achievements: '/ad/achievements',
  'ad.detail': '/ad/ad/:id',
  'campaign.detail': '/ad/campaign/:id',
  'company.detail': '/op/company/:id',
  'creative_group.detail': '/ad/ad_creative_group/:id',
}
const record = { ...stamps, id: 5 }

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const answer = (data: object) => ({ status: 200, body: { data } })
/** What stands on each line, and where its link leads. */
const lines = () =>
  screen.getAllByRole('listitem').map((line) => {
    const link = within(line).queryByRole('link')
    return [line.textContent, link?.getAttribute('href') ?? null]
  })
const results = (name: string) => new URLSearchParams(screen.getByRole('link', { name }).getAttribute('href')!.split('?')[1])

test('an ad says all that keeps it from being served, each with the way to where it is put right, and leads to its own results', async () => {
  const blockers = [
    { kind: 'credit', value: 'BLOCKED', target: 3 },
    { kind: 'no_creative', value: null, target: null },
    { kind: 'paused', value: null, target: null },
    { kind: 'excluded', value: null, target: null },
    { kind: 'not_started', value: '2026-12-01T00:00:00.000Z', target: null },
  ].map((blocker) => ({ ...blocker, target: blocker.target ?? record.id }))
  api.on('GET /api/ad/5/serving', answer({ status: 'PENDING_CREDIT', blockers }))
  await openScreen({ '/': <AdServingPanel record={record} /> }, '/', { api, routes, role: 'agency' })
  expect(await screen.findByText('配信されない理由（3）')).toBeTruthy()
  expect(screen.getByText('配信先がない原因（1）')).toBeTruthy()
  expect(lines()).toEqual([
    ['企業の与信が配信を許可していません（利用停止）企業を開く', '/op/company/3'],
    ['クリエイティブグループが選ばれていません編集する', '/?edit=1'],
    // Buttons of the page do that, its form does not.
    ['広告が停止されています', null],
    ['ホワイトリストと除外の設定により、配信先が残っていません', null],
    ['開始前です（2026/12/01 09:00）編集する', '/?edit=1'],
  ])
  expect(results('直近7日間の配信結果').get('ad_id')).toBe('5')
})

test('who may not edit the ad is not led to its form', async () => {
  api.on('GET /api/ad/5/serving', answer({ status: 'PREPARING', blockers: [{ kind: 'no_creative', value: null, target: 5 }] }))
  await openScreen({ '/': <AdServingPanel record={record} /> }, '/', { api, routes, role: 'rep' })
  await screen.findByText('配信されない理由（1）')
  expect(lines()).toEqual([['クリエイティブグループが選ばれていません', null]])
})

test('a campaign says how many of its ads have each status and leads to them, and how many ads each reason decides', async () => {
  const blockers = [
    { kind: 'order_pending', value: null, target: null, decisive: 2, count: 5 },
    { kind: 'campaign_budget_spent', value: '1000000', target: 5, decisive: 0, count: 3 },
    { kind: 'daily_budget_spent', value: null, target: 5, decisive: 0, count: 4 },
  ]
  api.on('GET /api/campaign/5/serving', answer({ status: 'PREPARING', ads: { PENDING_REVIEW: 2, SERVING: 1, PAUSED: 0 }, blockers }))
  await openScreen({ '/': <CampaignServingPanel record={record} /> }, '/', { api, routes, role: 'agency' })
  await screen.findByText('配信されない理由（2）')
  expect(screen.getAllByRole('link', { name: /件の広告$/u }).map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    expect.arrayContaining([
      ['2 件の広告', '/?ads.effective_status=PENDING_REVIEW#ads'],
      ['1 件の広告', '/?ads.effective_status=SERVING#ads'],
    ]),
  )
  expect(lines().map(([text]) => text)).toEqual([
    '申込が承認待ちです2 件の広告ほか 3 件は別の理由が先です',
    'キャンペーンの通期予算を使い切りました（¥1,000,000）該当する 3 件は、すべて別の理由が先です編集する',
    'キャンペーンの1日の予算を今日は使い切りました4 件の広告編集する',
  ])
  expect(results('直近7日間の配信結果').get('campaign_id')).toBe('5')
})

test('what nothing keeps from being served says so, and a campaign without ads that it has none', async () => {
  api.on('GET /api/ad/5/serving', answer({ status: 'SERVING', blockers: [] }))
  await openScreen({ '/': <AdServingPanel record={record} /> }, '/', { api, routes })
  expect(await screen.findByText('配信を妨げるものはありません。')).toBeTruthy()
  cleanup()
  api.on('GET /api/campaign/5/serving', answer({ status: 'PREPARING', ads: {}, blockers: [] }))
  await openScreen({ '/': <CampaignServingPanel record={record} /> }, '/', { api, routes })
  expect(await screen.findByText('広告がまだありません。')).toBeTruthy()
  expect(screen.queryByText('配信を妨げるものはありません。')).toBeNull()
})
