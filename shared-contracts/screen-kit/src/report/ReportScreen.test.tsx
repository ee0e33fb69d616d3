// @vitest-environment jsdom
import { queryClient } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { reportMetrics, reports, roles, type MetricName, type Figures, type ReportRow, type Role, type SavedView } from '@adsite/contract'
import { startI18n } from '@adsite/i18n'
import { ShellProvider } from '@adsite/remote'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportScreen } from './ReportScreen.tsx'

// Screens are slow in jsdom, even more so while other suites run.
configure({ asyncUtilTimeout: 60_000 })

// jsdom does not render charts; chart-option.test.ts tests the chart's options.
vi.mock('./chart/ResultChart.tsx', () => ({ default: ({ names }: { names: string[] }) => <p>chart of {names.join()}</p> }))

type Answer = { status: number; body: unknown }

const figures: Figures = {
  imps: 200_000,
  clicks: 2010,
  conversions: 0,
  gross: '276264.56',
  media_cost: '175193',
  ctr: '1.005000',
  cvr: '0.000000',
  ecpm: '1381.322800',
  cpc: '137.445055',
  cpa: null,
  margin: '36.585200',
}

let report: () => Answer
/** Mock response to requests for the number of rows. */
let count: () => Promise<Answer>
let asked: URL[]
let views: SavedView[]

function answered(role: Role, rows: Pick<ReportRow, 'key' | 'name'>[], truncated = false): Answer {
  const own = Object.fromEntries(reportMetrics(reports.demand, role).map((name: MetricName) => [name, figures[name]])) as Figures
  const data = {
    rows: rows.map((row) => ({ ...row, ...own })),
    totals: own,
    previous: null,
    truncated,
    row_count: truncated ? null : rows.length,
    unplaced: null,
    preliminary_from: '2026-07-25',
  }
  return { status: 200, body: { data } }
}

const DemandReport = reportScreen(reports.demand)

async function show(role: Role, address = '/ad/achievements'): Promise<ReturnType<typeof createMemoryRouter>> {
  const code = roles.find(({ key }) => key === role)!.code
  const session = {
    user: { id: 1, name: '山田', email: 'a@demo.example', locale: 'ja' },
    accounts: [{ account_id: 10, name: '広告主A', role: code, is_default: true }],
    using_account_id: 10,
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://site.example')
    if (url.pathname === '/api/account/me') return new Response(JSON.stringify({ data: session }), { status: 200 })
    if (url.pathname === '/api/saved-view') return new Response(JSON.stringify({ data: views }), { status: 200 })
    if (url.pathname.endsWith('/select_list')) return new Response(JSON.stringify({ data: [{ id: 3, name: '夏の旅' }] }), { status: 200 })
    asked.push(url)
    const { status, body } = url.searchParams.has('count') ? await count() : report()
    return new Response(JSON.stringify(body), { status })
  })
  await refreshSession()
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>start</p> },
      { path: '/ad/achievements', element: <DemandReport /> },
    ],
    { initialEntries: ['/', address] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <ShellProvider
        api={{
          alert: () => {},
          run: () => Promise.reject(new Error('this screen runs no action')),
          href: (name, params?: Readonly<Record<string, string | number>>) =>
            name === 'campaign.detail' ? `/ad/campaign/${params!['id']}` : null,
          nameTab: () => () => {},
        }}
      >
        <RouterProvider router={router} />
      </ShellProvider>
    </QueryClientProvider>,
  )
  return router
}

beforeEach(() => {
  startI18n('ja')
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-31T15:30:00Z') })
  asked = []
  views = []
  report = () => answered('admin', [{ key: '2026-07-30', name: '2026-07-30' }])
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const table = async () => (await screen.findAllByRole('rowheader'))[0]!.closest('table')!
const heads = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map((head) => head.textContent)

test('opens on the thirty days to yesterday in Japan, and leaves the address to the reader', async () => {
  const router = await show('admin')
  const moved = vi.fn<(search: string) => void>()
  router.subscribe(({ location }) => moved(location.search))
  await table()
  expect(moved).not.toHaveBeenCalled()
  expect(router.state.location.search).toBe('')
  expect(asked.map((url) => url.search)).toEqual(['?from=2026-07-02&to=2026-07-31&group_by=day&sort=key'])
  await router.navigate(-1)
  expect(router.state.location.pathname).toBe('/')
})

test('shows totals rounded half up, with the exact value beside, and — where nothing can be divided', async () => {
  await show('admin')
  await table()
  const totals = screen.getByRole('region', { name: '合計' })
  const ctr = within(totals).getByText('1.01%').parentElement!
  expect(ctr.title).toBe('1.005000%')
  expect(ctr.textContent).toContain('1.005000%')
  const cpa = within(totals).getByText('CPA').nextSibling as HTMLElement
  expect(cpa.textContent).toBe('—コンバージョン数が0のため、計算できません。')
  expect(within(totals).getByText('eCPM').nextSibling?.textContent).toContain('¥1,381.32')
})

test('a sum that is not known says so, and of how many rows its part is not', async () => {
  const { body } = answered('admin', [
    { key: '1', name: 'A' },
    { key: '2', name: 'B' },
  ]) as { body: { data: { rows: ReportRow[]; totals: Figures } } }
  const unknown = { clicks: null, ctr: null, cvr: null, cpc: null }
  const data = {
    ...body.data,
    rows: [body.data.rows[0]!, { ...body.data.rows[1]!, ...unknown }],
    totals: { ...body.data.totals, ...unknown },
  }
  report = () => ({ status: 200, body: { data } })
  await show('admin', '/ad/achievements?from=2026-07-01&to=2026-07-02&group_by=campaign')
  await table()
  const totals = within(screen.getByRole('region', { name: '合計' }))
  const said = '取り込んだ配信データに値のない行が1行あるため、合計は表示できません。'
  for (const label of ['クリック数', 'CTR', 'CPC']) expect(totals.getByText(label).nextSibling?.textContent).toBe(`—${said}`)
  const row = within(await table()).getByRole('row', { name: /^B/u })
  expect(within(row).getAllByTitle('取り込んだ配信データに値がないため、表示できません。')).toHaveLength(4)
  expect(within(within(await table()).getByRole('row', { name: /^合計/u })).getAllByTitle(said)).toHaveLength(4)
  // For a truncated list the number of such rows is unknown.
  cleanup()
  queryClient.clear()
  report = () => ({ status: 200, body: { data: { ...data, truncated: true } } })
  await show('admin', '/ad/achievements?from=2026-07-01&to=2026-07-02&group_by=campaign')
  await table()
  expect(screen.getAllByTitle('取り込んだ配信データに値のない行があるため、合計は表示できません。').length).toBeGreaterThan(0)
})

test('media cost and margin are there for the administrator alone', async () => {
  await show('admin')
  expect(await heads()).toEqual(expect.arrayContaining(['媒体費', '粗利率']))
  cleanup()
  queryClient.clear()
  report = () => answered('advertiser', [{ key: '2026-07-30', name: '2026-07-30' }])
  await show('advertiser')
  expect(await heads()).toEqual(['日付', '表示回数', 'クリック数', 'コンバージョン数', '配信金額', 'CTR', 'CVR', 'eCPM', 'CPC', 'CPA'])
  expect(screen.queryByText('媒体費')).toBeNull()
  expect(screen.queryByText('粗利率')).toBeNull()
  expect(screen.queryByLabelText('広告主')).toBeNull()
})

test('a sorted column says so, and its head asks the server for the other way', async () => {
  const router = await show('admin', '/ad/achievements?from=2026-07-01&to=2026-07-02&group_by=campaign')
  await table()
  expect(screen.getByRole('columnheader', { name: '配信金額' }).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(within(await table()).getByRole('button', { name: '配信金額' }))
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('sort')).toBe('gross'))
  expect(router.state.location.search).toContain('sort=gross')
})

test('a row leads to what it is made of, and beside it to its record', async () => {
  report = () => answered('admin', [{ key: '12', name: '夏の旅' }])
  const router = await show('admin', '/ad/achievements?from=2026-07-01&to=2026-07-02&group_by=campaign')
  expect((await screen.findByRole('link', { name: '夏の旅の詳細を開く' })).getAttribute('href')).toBe('/ad/campaign/12')
  fireEvent.click(screen.getByRole('link', { name: '夏の旅' }))
  await waitFor(() => expect(asked.at(-1)?.search).toBe('?from=2026-07-01&to=2026-07-02&group_by=ad&campaign_id=12&sort=-gross'))
  expect(router.state.location.search).toBe('?from=2026-07-01&to=2026-07-02&group_by=ad&campaign_id=12')
})

test('compared with the period before, figures say how they changed', async () => {
  const { body } = answered('admin', [{ key: '12', name: '夏の旅' }]) as { body: { data: Record<string, unknown> } }
  const rows = [{ key: '12', name: '夏の旅', ...figures, previous: { ...figures, imps: 100_000, clicks: 0 } }]
  const previous = { from: '2026-06-01', to: '2026-06-30', totals: { ...figures, imps: 400_000 }, days: null }
  report = () => ({ status: 200, body: { data: { ...body.data, rows, previous } } })
  await show('admin', '/ad/achievements?from=2026-07-01&to=2026-07-30&group_by=campaign')
  fireEvent.click(await screen.findByRole('checkbox', { name: '前の期間と比較' }))
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('compare')).toBe('previous'))
  const totals = screen.getByRole('region', { name: '合計' })
  expect(within(totals).getByText('-50.0%').title).toBe('前の期間: 400,000')
  expect(within(await table()).getByText('+100.0%')).toBeTruthy()
  expect(within(within(await table()).getByRole('row', { name: /^合計/u })).getByText('-50.0%').title).toBe('前の期間: 400,000')
  expect(screen.getByText(/前の期間: 2026\/06\/01/u)).toBeTruthy()
})

test('days whose conversions may still change are marked', async () => {
  report = () =>
    answered('admin', [
      { key: '2026-07-24', name: '2026-07-24' },
      { key: '2026-07-25', name: '2026-07-25' },
    ])
  await show('admin')
  const marked = within(await table())
    .getAllByRole('rowheader')
    .map((head) => head.textContent)
  expect(marked).toEqual(['2026/07/24', '2026/07/25速報', '合計'])
  expect(screen.getByText('2026/07/25以降は速報')).toBeTruthy()
})

test('the files are the report that is shown', async () => {
  await show(
    'admin',
    '/ad/achievements?from=2026-07-01&to=2026-07-02&group_by=campaign&campaign_id=3&advertiser_account_id=7&sort=-ctr&compare=previous',
  )
  await table()
  fireEvent.click(screen.getByRole('button', { name: 'ダウンロード' }))
  const addresses = (await screen.findAllByRole('link', { name: /CSV|Excel/u })).map(
    (link) => new URL(link.getAttribute('href')!, 'http://site.example'),
  )
  expect(addresses.map(({ pathname }) => pathname)).toEqual(Array(3).fill('/api/report/demand/export'))
  const shown = asked.at(-1)!.search
  expect(addresses.map(({ search }) => search)).toEqual([
    `${shown}&format=csv&encoding=utf8&locale=ja&account_id=10`,
    `${shown}&format=csv&encoding=sjis&locale=ja&account_id=10`,
    `${shown}&format=xlsx&locale=ja&account_id=10`,
  ])
})

test('figures are left out and put in another order, on the page and in the file; the address says so', async () => {
  const router = await show('admin', '/ad/achievements?from=2026-07-01&to=2026-07-02')
  await table()
  fireEvent.click(screen.getByRole('button', { name: '表示項目' }))
  for (const name of ['媒体費', '粗利率']) fireEvent.click(await screen.findByRole('checkbox', { name }))
  fireEvent.click(screen.getByRole('button', { name: 'CPAを前へ' }))
  const shown = ['表示回数', 'クリック数', 'コンバージョン数', '配信金額', 'CTR', 'CVR', 'eCPM', 'CPA', 'CPC']
  await waitFor(async () => expect(await heads()).toEqual(['日付', ...shown]))
  const totals = within(screen.getByRole('region', { name: '合計' }))
  expect(totals.getAllByRole('term').map((term) => term.textContent)).toEqual(shown)
  const columns = 'imps,clicks,conversions,gross,ctr,cvr,ecpm,cpa,cpc'
  expect(new URLSearchParams(router.state.location.search).get('columns')).toBe(columns)
  expect(asked).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'ダウンロード' }))
  const links = await screen.findAllByRole('link', { name: /CSV|Excel/u })
  for (const link of links) expect(new URL(link.getAttribute('href')!, 'http://site.example').searchParams.get('columns')).toBe(columns)
  fireEvent.click(screen.getByRole('button', { name: '初期設定に戻す' }))
  await waitFor(() => expect(router.state.location.search).toBe('?from=2026-07-01&to=2026-07-02'))
})

test('a saved view changes what is shown and keeps the period', async () => {
  views = [
    {
      id: 4,
      resource: 'report.demand',
      name: '顧客向け',
      query: 'group_by=campaign&columns=imps,gross',
      shared: false,
      is_default: false,
      own: true,
      created_by: null,
    },
  ]
  const router = await show('admin', '/ad/achievements?from=2026-07-01&to=2026-07-02&metric=gross')
  await table()
  fireEvent.click(await screen.findByRole('button', { name: '標準の表示' }))
  fireEvent.click(await screen.findByRole('button', { name: '顧客向け' }))
  await waitFor(async () => expect(await heads()).toEqual(['キャンペーン', '表示回数', '配信金額']))
  const search = new URLSearchParams(router.state.location.search)
  expect(Object.fromEntries(search)).toEqual({
    group_by: 'campaign',
    columns: 'imps,gross',
    from: '2026-07-01',
    to: '2026-07-02',
    metric: 'gross',
    view: '4',
  })
  // Later changes apply to that view.
  fireEvent.click(screen.getByRole('checkbox', { name: '前の期間と比較' }))
  await waitFor(() => expect(router.state.location.search).toContain('view=4'))
})

test('says when the list was cut, and how many rows there are once they are counted', async () => {
  let counting: () => void = () => {}
  const counted = new Promise<void>((resolve) => {
    counting = resolve
  })
  report = () => answered('admin', [{ key: '1', name: 'A' }], true)
  count = async () => {
    await counted
    const { status, body } = answered('admin', [{ key: '1', name: 'A' }], true) as { status: number; body: { data: object } }
    return { status, body: { data: { ...body.data, row_count: 12_345 } } }
  }
  await show('admin', '/ad/achievements?from=2026-07-01&to=2026-07-02&group_by=campaign&compare=previous')
  expect(await screen.findByText(/先頭の1,000行/u)).toBeTruthy()
  expect(screen.getByText('1行以上')).toBeTruthy()
  counting()
  expect(await screen.findByText('12,345行')).toBeTruthy()
  expect(asked.at(-1)!.search).toBe('?from=2026-07-01&to=2026-07-02&group_by=campaign&sort=-gross&limit=1&count=exact')
})

describe('without deliveries', () => {
  test('says what delivery is in none of its rows', async () => {
    const { status, body } = answered('admin', [{ key: '2026-07-30', name: '2026-07-30' }])
    report = () =>
      ({ status, body: { data: { ...(body as { data: object }).data, unplaced: { imps: 3169, clicks: null, gross: '70.5' } } } }) as Answer
    await show('admin')
    expect(await screen.findByText(/表示回数 3,169 \/ クリック数 — \/ 配信金額/u)).toBeTruthy()
  })

  test('says what is missing and how to see more; there is nothing to download', async () => {
    report = () => answered('admin', [])
    const router = await show('admin', '/ad/achievements?from=2026-07-01&to=2026-07-02&campaign_id=3')
    expect(await screen.findByText('この期間の配信実績はありません。')).toBeTruthy()
    expect((screen.getByRole('button', { name: 'ダウンロード' }) as HTMLButtonElement).disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: '過去90日間を表示' }))
    expect(router.state.location.search).toBe('?from=2026-05-03&to=2026-07-31&campaign_id=3')
  })
})

describe('when the API refuses', () => {
  test('tells why, and tries again on request', async () => {
    report = () => ({ status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
    await show('admin')
    expect(await screen.findByText('サーバーでエラーが発生しました')).toBeTruthy()
    report = () => answered('admin', [{ key: '2026-07-30', name: '2026-07-30' }])
    fireEvent.click(screen.getByRole('button', { name: /再\s*試行/u }))
    expect(await table()).toBeTruthy()
  })
})

test('a report that is shown stays when it cannot be read again', async () => {
  await show('admin')
  await table()
  report = () => ({ status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
  await queryClient.refetchQueries()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(await table()).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a period that is too long is told, and not asked for', async () => {
  await show('admin', '/ad/achievements?from=2025-01-01&to=2026-07-02')
  expect((await screen.findByRole('alert')).textContent).toBe('期間は400日以内で指定してください。')
  expect(asked).toEqual([])
})

test('a preset takes effect at once and can be undone with the back button', async () => {
  const router = await show('admin')
  await table()
  fireEvent.click(screen.getByRole('button', { name: /先\s*月/u }))
  await waitFor(() => expect(asked.at(-1)?.search).toContain('from=2026-07-01&to=2026-07-31'))
  await waitFor(() => expect(screen.getByRole('button', { name: /先\s*月/u }).getAttribute('aria-pressed')).toBe('true'))
  await router.navigate(-1)
  expect(router.state.location.search).toBe('')
  await waitFor(() => expect(screen.getByRole('button', { name: /先\s*月/u }).getAttribute('aria-pressed')).toBe('false'))
})

test('what was asked for ahead is on show at once, and not asked for again', async () => {
  await show('admin', '/')
  const search = '?from=2026-07-01&to=2026-07-31&group_by=ad'
  await DemandReport.preload!({ pathname: '/ad/achievements', search, role: 'admin' })
  await DemandReport.preload!({ pathname: '/ad/achievements', search: '', role: 'admin' })
  expect(asked).toHaveLength(2)
  cleanup()
  await show('admin', `/ad/achievements${search}`)
  await table()
  cleanup()
  await show('admin', '/ad/achievements')
  await table()
  expect(asked).toHaveLength(2)
})
