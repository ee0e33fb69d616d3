// @vitest-environment jsdom
import { campaign, campaignEndpoints } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { campaignRecord, listAnswer } from '../testing/samples.ts'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { ResourceList } from './ResourceList.tsx'

const screens = {
  '/ad/campaign': (
    <ResourceList
      resource={campaign}
      endpoints={campaignEndpoints}
      detailRoute="campaign.detail"
      createRoute={null}
      emptyHint={{ ja: '—', en: '—' }}
    />
  ),
}

const figures = { imps: 1_234_567, clicks: 2469, conversions: null, gross: '98765.4', ctr: '0.199989', cpa: null }
const former = { imps: 1_000_000, clicks: 2469, conversions: 10, gross: '100000', ctr: '0.246900', cpa: '10000.000000' }
const answer = (answered: object, before: object | null) => ({
  status: 200,
  body: { data: { period: {}, figures: answered, former: before } },
})

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/campaign', ({ query }) =>
    listAnswer([{ ...campaignRecord, figures, ...(query.has('compare') ? { former_figures: former } : {}) }]),
  )
  api.on('GET /api/campaign/totals', ({ query }) =>
    answer({ ...figures, gross: '1000000', ctr: null, clicks: 0, imps: 0 }, query.has('compare') ? { ...former, figures: {} } : null),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (at = '/ad/campaign', narrow = false) => openScreen(screens, at, { api, narrow })
const asked = (call = 'GET /api/campaign') => Object.fromEntries(api.of(call).at(-1)!.query)
/** Of the metrics in the columns, and of what they consist of. */
const shown = 'imps,clicks,conversions,gross,ctr,cpa'
/** The columns with them, in the address. */
const columns = 'columns=name,gross,imps,ctr,conversions,cpa'

test('shows the delivery of every record and of all that match; what is not known is a dash that says why', async () => {
  await open(`/ad/campaign?${columns}&q=秋&period=last_week`)
  const row = (await screen.findByRole('link', { name: '秋の新商品' })).closest('tr')!
  expect(asked()).toEqual({ q: '秋', period: 'last_week', figures: shown })
  for (const text of ['1,234,567', '¥98,765']) expect(within(row).getByText(text)).toBeTruthy()
  expect(within(row).getByText('0.20%').closest('[title]')?.getAttribute('title')).toBe('0.199989%')
  const unknown = within(row).getAllByTitle(/配信データに値がない/u)
  expect(unknown.map(({ textContent }) => textContent?.[0])).toEqual(['—', '—'])

  const totals = (await screen.findByText('¥1,000,000')).closest('tr')!
  expect(within(totals).getByRole('rowheader', { name: '合計' })).toBeTruthy()
  expect(within(totals).getByTitle('表示回数が0のため、計算できません。')).toBeTruthy()
  // Of all that match: no order, no page.
  expect(asked('GET /api/campaign/totals')).toEqual({ q: '秋', period: 'last_week', figures: shown })
})

test('with another period the selection ends where a bound on a figure makes it other rows, and stays where it does not', async () => {
  const { router } = await open(`/ad/campaign?${columns}`)
  const choose = async () => {
    fireEvent.click(await screen.findByRole('checkbox', { name: '秋の新商品を選択' }))
    return screen.findByRole('region', { name: '一括操作' })
  }
  await choose()
  await router.navigate(`/ad/campaign?${columns}&period=last_week`)
  await waitFor(() => expect(asked()['period']).toBe('last_week'))
  expect((await screen.findByRole('region', { name: '一括操作' })).textContent).toContain('1 件を選択中')
  await router.navigate(`/ad/campaign?${columns}&period=last_week&imps_min=1000`)
  await waitFor(() => expect(screen.queryByRole('region', { name: '一括操作' })).toBeNull())
  await choose()
  await router.navigate(`/ad/campaign?${columns}&period=yesterday&imps_min=1000`)
  await waitFor(() => expect(screen.queryByRole('region', { name: '一括操作' })).toBeNull())
})

test('the period is chosen by name, and compared on request', async () => {
  const { router } = await open(`/ad/campaign?${columns}`)
  await screen.findByText('¥98,765')
  fireEvent.click(screen.getByRole('button', { name: /過去30日間/u }))
  const panel = await screen.findByRole('region', { name: '期間' })
  fireEvent.click(await within(panel).findByRole('button', { name: '先週' }))
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('period')).toBe('last_week'))
  fireEvent.click(await screen.findByRole('button', { name: /先週/u }))
  const again = await screen.findByRole('region', { name: '期間' })
  fireEvent.click(await within(again).findByRole('checkbox', { name: '前の期間と比較' }))
  await waitFor(() => expect(asked()).toEqual({ period: 'last_week', compare: 'previous', figures: shown }))
  const change = await screen.findByText('+23.5%')
  expect(change.title).toBe('前の期間: 1,000,000')
  // CTR is a percentage: its change is in points.
  expect(await screen.findByText('-0.05pt')).toBeTruthy()
  expect(asked('GET /api/campaign/totals')).toMatchObject({ compare: 'previous' })
})

test('the usual period stands in no address; one that reaches into the days of preliminary conversions says so', async () => {
  const { router } = await open(`/ad/campaign?${columns}&period=2026-01-01..2026-01-31`)
  const panel = async () => within(await screen.findByRole('region', { name: '期間' }))
  fireEvent.click(await screen.findByRole('button', { name: /2026\/01\/01 – 2026\/01\/31/u }))
  const usual = await (await panel()).findByRole('button', { name: '過去30日間' })
  expect((await panel()).queryByText(/速報値です/u)).toBeNull()
  fireEvent.click(usual)
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).has('period')).toBe(false))
  fireEvent.click(await screen.findByRole('button', { name: /過去30日間/u }))
  expect(await (await panel()).findByText(/以降のコンバージョンは速報値です。/u)).toBeTruthy()
})

test('the row of totals has a cell below each column, that of the checkboxes too', async () => {
  await open(`/ad/campaign?${columns}`)
  await screen.findByText('¥1,000,000')
  const widths = screen.getAllByRole<HTMLTableRowElement>('row').map((row) => [...row.cells].reduce((sum, { colSpan }) => sum + colSpan, 0))
  expect(new Set(widths)).toEqual(new Set([7]))
})

test('a file has the period and the comparison that are on the screen', async () => {
  await open(`/ad/campaign?${columns}&period=last_week&compare=previous`)
  fireEvent.click(await screen.findByRole('button', { name: 'ダウンロード' }))
  const link: HTMLAnchorElement = await screen.findByRole('link', { name: 'CSV（UTF-8）' })
  expect(Object.fromEntries(new URL(link.href).searchParams)).toMatchObject({ period: 'last_week', compare: 'previous' })
})

test.for([
  ['ja', 'ペース、着地予想は、期間によらず配信開始からの状況を示すため、前の期間とは比較しません。'],
  ['en', 'No comparison for Pace, Forecast: shown since the start of delivery, whatever the period.'],
] as const)('a comparison says which columns do not depend on the period and have none, in %s', async ([language, sentence]) => {
  const paced = 'columns=name,pace_rate,gross,forecast'
  const { router } = await openScreen(screens, `/ad/campaign?${paced}`, { api, language })
  await screen.findByText('¥98,765')
  expect(screen.queryByText(sentence)).toBeNull()
  void router.navigate(`/ad/campaign?${paced}&compare=previous`)
  expect(await screen.findByText(sentence)).toBeTruthy()
  void router.navigate('/ad/campaign?columns=name,gross&compare=previous')
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
})

test('the largest come first, then the smallest, then the order of the list', async () => {
  const { router } = await open()
  const head = await screen.findByRole('columnheader', { name: 'CPA' })
  const click = () => fireEvent.click(within(head).getByRole('button'))
  click()
  await waitFor(() => expect(router.state.location.search).toBe('?sort=-cpa'))
  await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('descending'))
  click()
  await waitFor(() => expect(router.state.location.search).toBe('?sort=cpa'))
  click()
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('bounds of the metrics on show filter, and are removed like any other', async () => {
  const { router } = await open('/ad/campaign?cvr_max=2')
  await screen.findByText('¥98,765')
  fireEvent.click(screen.getByRole('button', { name: /絞り込み/u }))
  const box = await screen.findByRole('textbox', { name: 'CPA（下限）' })
  fireEvent.change(box, { target: { value: '12,000' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('cpa_min')).toBe('12000'))
  expect(asked('GET /api/campaign/totals')).toMatchObject({ cpa_min: '12000', cvr_max: '2' })
  // CVR is in no column, yet its bound is there to be seen.
  expect(screen.getByRole('textbox', { name: 'CVR（上限）' })).toHaveProperty('value', '2')
  expect(screen.queryByRole('textbox', { name: 'eCPM（下限）' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'CPA: ¥12,000 以上 の条件を解除' }))
  await waitFor(() => expect(router.state.location.search).toBe('?cvr_max=2'))
})

test('without a metric among the columns there is neither period nor total, and none is asked for', async () => {
  await open('/ad/campaign?columns=name,end_at')
  await screen.findByRole('link', { name: '秋の新商品' })
  expect(asked()).toEqual({})
  expect(api.of('GET /api/campaign/totals')).toEqual([])
  expect(screen.queryByRole('button', { name: /過去30日間/u })).toBeNull()
  expect(screen.queryByRole('rowheader', { name: '合計' })).toBeNull()
})

test.for([
  ['ja', '98.1%', '35件分', '52.3%', '¥1,234,567', '12件分'],
  ['en', '98.1%', '35 records', '52.3%', '¥1,234,567', '12 records'],
] as const)('the totals have the paces of all records, and say how many these are where not all have one, in %s', async (expected) => {
  const [language, ...texts] = expected
  api.on('GET /api/campaign/totals', () => ({
    status: 200,
    body: {
      data: {
        period: {},
        figures: {},
        paces: {
          pace_rate: { value: '98.1', records: 35 },
          // The list has one record.
          spent_rate: { value: '52.3', records: 1 },
          forecast: { value: '1234567', records: 12 },
        },
        former: null,
      },
    },
  }))
  await openScreen(screens, '/ad/campaign?columns=name,pace_rate,spent_rate,forecast&q=秋', { api, language })
  const row = (await screen.findByText('52.3%')).closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([`${texts[0]}${texts[1]}`, texts[2], `${texts[3]}${texts[4]}`])
  expect(asked('GET /api/campaign/totals')).toEqual({ q: '秋', paces: 'spent_rate,pace_rate,forecast' })
})

test('a total of paces that is not known is a dash with the reason, and never 0', async () => {
  api.on('GET /api/campaign/totals', () => ({
    status: 200,
    body: { data: { period: {}, figures, paces: { pace_rate: { value: null, records: 0 } }, former: null } },
  }))
  await openScreen(screens, '/ad/campaign?columns=name,pace_rate,gross', { api })
  const row = (await screen.findByTitle('まだ算出できません')).closest('tr')!
  expect(within(row).getAllByRole('cell')[0]?.textContent).toBe('—')
})

test('totals that cannot be worked out say so beside the rows, and are tried again', async () => {
  api.on('GET /api/campaign/totals', { status: 500, body: { code: 'internal', message: 'x' } })
  await open()
  await screen.findByText('¥98,765')
  expect((await screen.findByRole('alert')).textContent).toContain('合計を計算できませんでした')
  api.on('GET /api/campaign/totals', answer({ ...figures, gross: '7' }, null))
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(await screen.findByText('¥7')).toBeTruthy()
})

test('on a phone the total is the first card', async () => {
  await open('/ad/campaign', true)
  const card = (await screen.findByText('¥1,000,000')).closest('section')!
  expect(within(card).getByText('合計')).toBeTruthy()
  expect(screen.getByText('¥98,765')).toBeTruthy()
})

test('a link of a role that sees more leaves out what this one may not see', async () => {
  await openScreen(screens, '/ad/campaign?columns=name,margin,imps&sort=-margin&margin_min=3&imps_min=5', { api, role: 'advertiser' })
  await screen.findByText('1,234,567')
  expect(asked()).toEqual({ imps_min: '5', figures: 'imps' })
})
