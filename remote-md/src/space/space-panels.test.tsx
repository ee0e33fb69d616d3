// @vitest-environment jsdom
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LastDaysSection } from './LastDaysSection.tsx'
import { TagsSection } from './TagsSection.tsx'

const routes = { 'frame.detail': '/op/frame/:id', 'frame.create': '/op/frame/create', supply_results: '/md/supply_results' }
const frame = { id: 3, name: '右上', code: 'f-3', status: 'RUNNING', width: 300, height: 250, tag: '<div data-frame="f-3"></div>' }

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T03:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function tags(frames: object[], known: Readonly<Record<string, string>> = routes) {
  api.on('GET /api/space/7/tag', { status: 200, body: { data: frames } })
  const opened = await openScreen({ '/': <TagsSection spaceId={7} /> }, '/', { api, routes: known })
  await waitFor(() => expect(screen.getByRole('region', { name: '配信枠とタグ' }).getAttribute('aria-busy')).not.toBe('true'))
  return opened
}

test('frames have their size where they have one, their tag, and a link for a new one in this space', async () => {
  await tags([
    frame,
    { ...frame, id: 4, name: '左', code: 'f-4', width: 0, height: 0 },
    { ...frame, id: 5, name: '帯', code: 'f-5', width: 320, height: 0 },
  ])
  expect(screen.getAllByRole('listitem').map((line) => /300 × 250|サイズ指定なし/u.exec(line.textContent)?.[0])).toEqual([
    '300 × 250',
    'サイズ指定なし',
    'サイズ指定なし',
  ])
  expect(screen.getByRole('link', { name: '左' }).getAttribute('href')).toBe('/op/frame/4')
  expect(screen.getByRole('link', { name: '配信枠を登録' }).getAttribute('href')).toBe('/op/frame/create?space_id=7')
})

test('without a form for new frames there is no link to one, and a missing ad server is told', async () => {
  await tags([{ ...frame, tag: null }], { 'frame.detail': routes['frame.detail'] })
  expect(screen.queryByRole('link', { name: '配信枠を登録' })).toBeNull()
  expect(screen.getByText(/配信サーバーが設定されていない/u)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '「右上」のタグをコピー' })).toBeNull()
})

test('a tag is copied; where the browser forbids it, that is said', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValueOnce().mockRejectedValueOnce(new Error('forbidden'))
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const { alerts } = await tags([frame])
  const copy = screen.getByRole('button', { name: '「右上」のタグをコピー' })
  fireEvent.click(copy)
  await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: ['タグをコピーしました'] }]))
  expect(writeText).toHaveBeenCalledWith(frame.tag)
  fireEvent.click(copy)
  await waitFor(() => expect(alerts[1]?.type).toBe('warn'))
})

test('the last thirty days of a space are those before today, as on the page of results that it leads to', async () => {
  const totals = { requests: 1000, imps: 500, fill: '50', viewability: null, revenue: '1234', revenue_ecpm: '2468' }
  api.on('GET /api/report/supply', { status: 200, body: { data: { rows: [], totals } } })
  await openScreen({ '/': <LastDaysSection spaceId={7} /> }, '/', { api, routes, role: 'pg' })
  const panel = within(screen.getByRole('region', { name: '過去30日間の実績' }))
  expect(await panel.findByText('¥1,234')).toBeTruthy()
  const days = { from: '2026-10-31', to: '2026-11-29', space_id: '7' }
  expect(Object.fromEntries(api.of('GET /api/report/supply')[0]!.query)).toEqual(days)
  const href = panel.getByRole('link', { name: '配信結果を開く' }).getAttribute('href')!
  expect(Object.fromEntries(new URLSearchParams(href.split('?')[1]))).toEqual(days)
})
