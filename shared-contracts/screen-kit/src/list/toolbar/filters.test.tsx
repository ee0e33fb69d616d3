// @vitest-environment jsdom
import { campaign, campaignEndpoints, revenueShare, revenueShareEndpoints } from '@adsite/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { campaignRecord, listAnswer } from '../../testing/samples.ts'
import { FakeApi, openScreen } from '../../testing/screen.tsx'
import { ResourceList } from '../ResourceList.tsx'

const shared = { createRoute: null, emptyHint: { ja: '—', en: '—' }, detailRoute: 'campaign.detail' } as const
const screens = {
  '/ad/campaign': <ResourceList {...shared} resource={campaign} endpoints={{ list: campaignEndpoints.list }} />,
  '/op/revenueshare': <ResourceList {...shared} resource={revenueShare} endpoints={{ list: revenueShareEndpoints.list }} />,
}

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/campaign', listAnswer([campaignRecord], { next: 'n1', total: 120 }))
  api.on('GET /api/revenue-share', listAnswer([]))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (at = '/ad/campaign') => openScreen(screens, at, { api })
const chips = () => screen.getAllByRole('button', { name: /の条件を解除$/u }).map((chip) => chip.getAttribute('aria-label'))

async function openFilters(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: /^絞り込み/u }))
  return screen.findByRole('region', { name: '絞り込み' })
}

test('chips write amounts, shares and days as the rows do', async () => {
  await open('/op/revenueshare?rate_min=12.5&valid_from_from=2026-11-01')
  await screen.findByText(/条件に一致する.*ありません/u)
  expect(chips()).toEqual(['媒体への分配率: 12.5% 以上 の条件を解除', '適用開始日: 2026/11/01 以降 の条件を解除'])
  cleanup()
  await open('/ad/campaign?lifetime_budget_max=1200000')
  await screen.findByRole('link', { name: '秋の新商品' })
  expect(chips()).toEqual(['通期予算: ¥1,200,000 以下 の条件を解除'])
})

test('what is no day is told beside its box, and filters nothing', async () => {
  const { router } = await open()
  const panel = await openFilters()
  const from = within(panel).getByRole('textbox', { name: '開始日時（開始）' })
  fireEvent.change(from, { target: { value: 'いつか' } })
  expect(within(panel).queryByRole('alert')).toBeNull()
  fireEvent.blur(from)
  expect((await within(panel).findByRole('alert')).id).toBe(from.getAttribute('aria-describedby'))
  expect(router.state.location.search).toBe('')
})

test('records that have ended can be filtered by, too', async () => {
  api.on('GET /api/account/advertiser/select_list', { status: 200, body: { data: [{ id: 21, name: '青葉食品' }] } })
  await open()
  fireEvent.mouseDown(within(await openFilters()).getByRole('combobox', { name: '広告主' }))
  expect(await screen.findByTitle('青葉食品')).toBeTruthy()
  expect(api.sent.filter(({ path }) => path.startsWith('/api/account/')).map(({ query }) => query.get('ended'))).toContain('true')
})

test('one search is one step back; the next one after the box was left is another', async () => {
  const { router } = await open()
  const searched = () => new URLSearchParams(router.state.location.search).get('q')
  const box = screen.getByRole('searchbox')
  async function search(words: string): Promise<void> {
    fireEvent.change(box, { target: { value: words } })
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(searched()).toBe(words))
  }
  await search('秋')
  await search('秋の')
  fireEvent.blur(box)
  await search('冬')
  await router.navigate(-1)
  await waitFor(() => expect(searched()).toBe('秋の'))
  await router.navigate(-1)
  await waitFor(() => expect(searched()).toBeNull())
})

test('the next page is that of the order on show: its cursor is not followed into another, nor twice', async () => {
  const { router } = await open()
  const next = () => screen.getByRole('button', { name: '次へ' })
  await screen.findByRole('link', { name: '秋の新商品' })
  const sort = within(screen.getByRole('columnheader', { name: '通期予算' })).getByRole('button')
  act(() => {
    sort.click()
    next().click()
  })
  await waitFor(() => expect(router.state.location.search).toBe('?sort=lifetime_budget'))
  await waitFor(() => expect(next()).toHaveProperty('disabled', false))
  let come = () => {}
  api.on('GET /api/campaign', () => new Promise((resolve) => (come = () => resolve(listAnswer([], { previous: 'p1', next: 'n2' })))))
  fireEvent.click(next())
  await waitFor(() => expect(router.state.location.search).toBe('?sort=lifetime_budget&after=n1'))
  await waitFor(() => expect(next()).toHaveProperty('disabled', true))
  await waitFor(() => come())
  await waitFor(() => expect(next()).toHaveProperty('disabled', false))
})
