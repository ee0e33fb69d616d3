// @vitest-environment jsdom
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NextPanel } from './NextPanel.tsx'

const routes = {
  'campaign.detail': '/ad/campaign/:id',
  'campaign.ad': '/ad/campaign/:id/ad/:ad_id',
  'ad.create_for': '/ad/ad/create/:campaign_id',
}
const campaign = { id: 5, name: '冬の麦茶' }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function panel(answer: object) {
  const api = new FakeApi()
  api.on('GET /api/campaign/5/next_ad', { status: 200, body: { data: { campaign, errors: [], next: null, ...answer } } })
  await openScreen({ '/': <NextPanel campaignId="5" /> }, '/', { api, routes })
  return within(await screen.findByRole('region', { name: '「冬の麦茶」の次の作業' }))
}
const next = (rest: object) => ({ next: { campaign, other_advertiser: null, ad: null, blocker: null, ...rest } })

test('the next ad is opened in its campaign, with what keeps it from being served', async () => {
  const shown = await panel(next({ ad: { id: 9, name: '麦茶A' }, blocker: 'no_creative' }))
  expect(shown.getByText(/麦茶A/u).parentElement?.textContent).toContain('クリエイティブグループが選ばれていません')
  expect(shown.getByRole('link', { name: '広告を開く' }).getAttribute('href')).toBe('/ad/campaign/5/ad/9')
})

test('a campaign without an ad gets its first one, where it is another campaign, too', async () => {
  const shown = await panel(next({ campaign: { id: 6, name: '春の緑茶' } }))
  expect(shown.getByText('このキャンペーンにはまだ広告がありません。', { exact: false })).toBeTruthy()
  expect(shown.getByRole('link', { name: '最初の広告を登録' }).getAttribute('href')).toBe('/ad/ad/create/6')
})

test('what stands in the way comes first, each with the form that puts it right', async () => {
  const errors = [
    { error: 'quantity_min', ad: { id: 9, name: '麦茶A' }, message: '購入数が足りません。' },
    { error: 'budget_exceeded', ad: null, message: '予算を超えています。' },
  ]
  const shown = await panel({ errors, ...next({ ad: { id: 9, name: '麦茶A' } }) })
  const lines = shown.getAllByRole('listitem')
  expect(lines.map((line) => [line.textContent, within(line).getByRole('link').getAttribute('href')])).toEqual([
    ['麦茶A: 購入数が足りません。修正する', '/ad/campaign/5/ad/9?edit=1'],
    ['予算を超えています。修正する', '/ad/campaign/5?edit=1'],
  ])
  expect(shown.queryByRole('link', { name: '広告を開く' })).toBeNull()
})
