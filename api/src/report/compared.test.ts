import { endpoints, type ReportAnswer } from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handIn } from '../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'

type Query = Record<string, string>

let api: TestApi
let admin: TestClient
/** Five days; the former period is 28 March to 1 April. */
const period = { from: '2026-04-02', to: '2026-04-06', compare: 'previous' }

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  const content = `day,campaign,imps,clicks,cv_click,gross,media_cost
2026-03-29,春,400,8,1,200,100
2026-03-30,去年,50,1,0,10,5
2026-04-01,春,100,2,1,50,25
2026-04-03,春,1000,10,2,500,300
2026-04-05,新,300,3,0,30,15
`
  await handIn(api.pool, content, { advertiser: String(api.fixtures.a.accounts.advertiser), source: 'a' })
})
afterAll(() => api.close())

async function report(query: Query): Promise<ReportAnswer> {
  const response = await admin.call(endpoints.report.demand, { query: { ...period, ...query } })
  expect(response.status, await response.clone().text()).toBe(200)
  return ((await response.json()) as { data: ReportAnswer }).data
}

async function csv(query: Query): Promise<string[][]> {
  const response = await admin.call(endpoints.report.demand_export, { query: { ...period, locale: 'ja', ...query } })
  expect(response.status, await response.clone().text()).toBe(200)
  return parse(Buffer.from(await response.arrayBuffer()), { bom: true })
}

/** Columns of a file by their headings. */
function columns(rows: string[][], heads: readonly string[]): string[][] {
  return rows.slice(1).map((row) => heads.map((head) => row[rows[0]!.indexOf(head)]!))
}

describe('on the screen', () => {
  test('days of the period before are there, also where their day of now delivered nothing', async () => {
    const { rows, previous } = await report({})
    expect(rows.map(({ key, previous: before }) => [key, before?.imps])).toEqual([
      ['2026-04-03', 400],
      ['2026-04-05', undefined],
    ])
    expect(previous).toMatchObject({ from: '2026-03-28', to: '2026-04-01', totals: { imps: 550 } })
    expect(previous!.days!.map(({ key, imps }) => [key, imps])).toEqual([
      ['2026-03-29', 400],
      ['2026-03-30', 50],
      ['2026-04-01', 100],
    ])
    expect((await report({ group_by: 'campaign' })).previous!.days).toBeNull()
  })

  test('rows are counted where the list is cut, when asked', async () => {
    expect(await report({ group_by: 'campaign', limit: '1' })).toMatchObject({ truncated: true, row_count: null })
    for (const group_by of ['day', 'campaign', 'device']) {
      const whole = (await report({ group_by })).rows.length
      expect([group_by, (await report({ group_by, limit: '1', count: 'exact' })).row_count]).toEqual([group_by, whole])
    }
    expect(await report({ group_by: 'campaign' })).toMatchObject({ truncated: false, row_count: 2 })
  })
})

describe('in the file', () => {
  test('each figure stands beside the former one and the change, of the totals too', async () => {
    const rows = await csv({ group_by: 'campaign' })
    expect(rows[0]!.slice(0, 5)).toEqual(['ID', 'キャンペーン', '表示回数', '前の期間の表示回数', '表示回数の増減 (%)'])
    const heads = ['キャンペーン', '表示回数', '前の期間の表示回数', '表示回数の増減 (%)', 'CTR (%)', '前の期間のCTR (%)', 'CTRの増減 (pt)']
    expect(columns(rows, heads)).toEqual([
      ['春', '1000', '500', '100.000000', '1.000000', '2.000000', '-1.000000'],
      // Without former delivery there is no change to report.
      ['新', '300', '0', '', '1.000000', '', ''],
      ['去年', '0', '50', '-100.000000', '', '2.000000', ''],
      ['合計', '1300', '550', '136.363636', '1.000000', '2.000000', '-1.000000'],
      ['前の期間: 2026-03-28 – 2026-04-01', '', '', '', '', '', ''],
    ])
  })

  test.for([
    ['key', ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06']],
    ['-key', ['2026-04-06', '2026-04-05', '2026-04-04', '2026-04-03']],
    ['-imps', ['2026-04-03', '2026-04-05', '2026-04-06', '2026-04-04']],
  ] as const)('days are ordered by %s, and each stands beside the day as many days earlier', async ([sort, days]) => {
    const rows = columns(await csv({ sort }), ['日付', '表示回数', '前の期間の表示回数'])
    expect(rows.slice(0, -2).map(([day]) => day)).toEqual(days)
    expect(Object.fromEntries(rows.map(([day, ...imps]) => [day, imps.join()]))).toMatchObject({
      '2026-04-03': '1000,400',
      '2026-04-04': '0,50',
      '2026-04-05': '300,0',
      '2026-04-06': '0,100',
      合計: '1300,550',
    })
  })

  test('without a comparison nothing is beside the figures', async () => {
    const response = await admin.call(endpoints.report.demand_export, { query: { from: period.from, to: period.to, locale: 'ja' } })
    expect(await response.text()).not.toContain('前の期間')
  })

  test('comes as xlsx and Shift_JIS too', async () => {
    for (const [query, type] of [
      [{ format: 'xlsx' }, 'spreadsheetml'],
      [{ encoding: 'sjis' }, 'Shift_JIS'],
    ] as const) {
      const response = await admin.call(endpoints.report.demand_export, { query: { ...period, ...query } })
      expect(response.headers.get('Content-Type')).toContain(type)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(500)
    }
  })
})
