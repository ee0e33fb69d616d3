// @vitest-environment jsdom
import { FakeApi, openScreen, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { MonthlyRevenue } from './MonthlyRevenue.tsx'

// jsdom draws nothing.
vi.mock('@adsite/screen-kit/chart', async (original) => ({ ...(await original<object>()), useChart: () => () => {} }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sums = { gross: '400000', revenue: '250000', unrated_gross: '0' }
const months = [
  { month: '2026-09', gross: '100000', revenue: '90000', unrated_gross: '0' },
  { month: '2026-10', gross: '200000', revenue: '120000', unrated_gross: '0' },
  { month: '2026-11', gross: '100000', revenue: null, unrated_gross: '30000' },
]

async function open(data: object[], total: object) {
  const api = new FakeApi()
  api.on('GET /api/revenue-share/monthly', { status: 200, body: { data, total } })
  stubDevice()
  await openScreen({ '/': <MonthlyRevenue publisherGroupId={4} /> }, '/', { api })
  return api
}

test('the newest month comes first; each has its spend, what is paid of it, and what that is unknown of', async () => {
  const api = await open(months, { ...sums, unrated_gross: '30000' })
  const table = await screen.findByRole('table')
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['月', '配信金額', '支払額', '実効分配率', '支払額の不明な配信金額'],
    ['2026/11', '¥100,000', '—', '—', '¥30,000'],
    ['2026/10', '¥200,000', '¥120,000', '60.000%', '¥0'],
    ['2026/09', '¥100,000', '¥90,000', '90.000%', '¥0'],
    ['合計', '¥400,000', '¥250,000', '62.500%', '¥30,000'],
  ])
  expect(Object.fromEntries(api.of('GET /api/revenue-share/monthly')[0]!.query)).toEqual({ publisher_group_id: '4' })
  expect((await screen.findByRole('img')).getAttribute('aria-label')).toBe(
    '2026/09から2026/11までの支払額。合計 ¥250,000、最も多い月は 2026/10 の ¥120,000。',
  )
})

test('without any delivery there is neither a chart nor a table', async () => {
  await open([], { gross: '0', revenue: '0', unrated_gross: '0' })
  expect(await screen.findByText('配信がまだありません。')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('img')).toBeNull()
})
