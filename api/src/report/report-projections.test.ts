import { endpoints, reports, type Endpoint, type ReportAnswer, type Role } from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handIn } from '../delivery/testing/advertiser.ts'
import { revenueShares } from '../db/schema.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'

type Query = Record<string, string>
type Name = keyof typeof reports

let api: TestApi
const browsers = new Map<string, TestClient>()
const april = { from: '2026-04-01', to: '2026-04-30' }

/** The fixtures' frames are `f-a` and `f-b`; whole days of two months, so that rates change in between. */
const content = `day,campaign,ad,creative,frame_code,device,prefecture,requests,imps,measured,viewable,clicks,cv_click,cv_view,gross,media_cost
2026-03-31,春,見出し,b1,f-a,SP,13,150,100,90,45,10,2,1,1000,600
2026-04-01,春,見出し,b1,f-a,SP,13,300,200,180,90,20,5,3,999.999999,
2026-04-02,春,見出し,b2,f-b,PC,01,500,400,300,100,0,0,2,500,
2026-04-02,夏,見出し,b1,#N/A,PC,,90,80,0,0,4,1,0,70,0
`

beforeAll(async () => {
  api = await startTestApi()
  const { a, b } = api.fixtures
  const shares = [
    { publisher_group_id: a.publisherGroup, rate: '60.000', valid_from: '2026-01-01', valid_to: '2026-03-31' },
    { publisher_group_id: a.publisherGroup, rate: '70.125', valid_from: '2026-04-01' },
    { publisher_group_id: b.publisherGroup, rate: '50.000', valid_from: '2026-01-01' },
    // A medium's own rate takes precedence over its group's.
    { publisher_group_id: b.publisherGroup, medium_id: b.medium, rate: '33.333', valid_from: '2026-01-01' },
  ]
  await api.db.delete(revenueShares)
  await api.db.insert(revenueShares).values(shares)
  await handIn(api.pool, content, { advertiser: String(a.accounts.advertiser), source: 'supply' })
})
afterAll(() => api.close())

async function browser(role: Role, tenant: 'a' | 'b'): Promise<TestClient> {
  const key = `${role} ${tenant}`
  const known = browsers.get(key) ?? (await api.signIn(role, tenant))
  browsers.set(key, known)
  return known
}

async function ask(name: Name, role: Role, query: Query = {}, tenant: 'a' | 'b' = 'a'): Promise<ReportAnswer> {
  const endpoint: Endpoint = endpoints.report[name]
  const response = await (await browser(role, tenant)).call(endpoint, { query: { ...april, ...query } })
  expect(response.status, await response.clone().text()).toBe(200)
  return ((await response.json()) as { data: ReportAnswer }).data
}

/** `name: figure` of every row, sorted by name. */
const figures = ({ rows }: ReportAnswer, figure: keyof ReportAnswer['totals']) => rows.map((row) => `${row.name} ${row[figure]}`).toSorted()

describe('supply', () => {
  test('says what is placed nowhere to whoever hands files in: with it the report is what the files say', async () => {
    const supply = await ask('supply', 'admin', { from: '2026-03-01' })
    expect(supply.unplaced).toEqual({ imps: 80, clicks: 4, gross: '70' })
    const files = await ask('demand', 'admin', { from: '2026-03-01' })
    for (const name of ['imps', 'clicks'] as const) expect(Number(supply.totals[name]) + supply.unplaced![name]!).toBe(files.totals[name])
    // No note where everything is placed, where the report is filtered, on the demand side, and for media groups.
    expect((await ask('supply', 'admin', { from: '2026-03-31', to: '2026-03-31' })).unplaced).toBeNull()
    expect((await ask('supply', 'admin', { medium_id: String(api.fixtures.a.medium) })).unplaced).toBeNull()
    expect((await ask('supply', 'admin', { device: 'PC' })).unplaced).toBeNull()
    expect(files.unplaced).toBeNull()
    for (const role of ['pg', 'ptd'] as const) expect((await ask('supply', role, { from: '2026-03-01' })).unplaced).toBeNull()
  })

  test('revenue is what the file says, else the gross times the rate of the day and the medium, to a millionth of a yen', async () => {
    const march = await ask('supply', 'pg', { from: '2026-03-01' })
    expect(march.rows.map(({ key, revenue }) => [key, revenue])).toEqual([
      ['2026-03-31', '600'],
      ['2026-04-01', '701.249999'],
    ])
    expect(march.totals).toEqual({
      requests: 450,
      imps: 300,
      fill: '66.666667',
      measured: 270,
      viewable: 135,
      viewability: '50.000000',
      clicks: 30,
      ctr: '10.000000',
      revenue: '1301.249999',
      revenue_ecpm: '4337.499997',
    })
    expect((await ask('supply', 'pg', {}, 'b')).totals).toMatchObject({ imps: 400, revenue: '166.665' })
  })

  test('is the same by day, medium, space, frame and device, and equals a sum over the facts', async () => {
    const totals = new Set<string>()
    for (const group_by of reports.supply.groupings) {
      const answer = await ask('supply', 'admin', { group_by, from: '2026-03-01' })
      totals.add(String(answer.totals.revenue))
      expect(
        answer.rows.reduce((sum, { imps }) => sum + Number(imps), 0),
        group_by,
      ).toBe(700)
    }
    const { rows } = await api.pool.query<{ sum: string }>(`
      with f as materialized (select * from delivery_facts)
      select trim_scale(sum(case when f.cost_by_share then round(f.gross * share.rate / 100, 6) else f.media_cost end))::text as sum from f
        join spaces s on s.id = f.space_id
        cross join lateral (select rate from revenue_shares r where r.publisher_group_id = f.publisher_group_id
          and (r.medium_id = s.medium_id or r.medium_id is null) and f.day >= r.valid_from and (r.valid_to is null or f.day <= r.valid_to)
          order by r.medium_id is null limit 1) share`)
    expect([...totals]).toEqual([rows[0]!.sum])
  })

  test('groups see their own media, trading desks those of their groups, and nobody what advertisers pay', async () => {
    for (const role of ['pg', 'ptd'] as const)
      for (const group_by of reports.supply.groupings) {
        const answer = await ask('supply', role, { group_by })
        expect(answer.totals.imps).toBe(200)
        expect(JSON.stringify(answer)).not.toMatch(/gross|media_cost|margin|999\.99/u)
      }
    expect(figures(await ask('supply', 'pg', { group_by: 'medium' }), 'imps')).toEqual(['媒体 a 200'])
    expect(figures(await ask('supply', 'pg', { group_by: 'frame' }, 'b'), 'imps')).toEqual(['配信枠 b 400'])
    const { b } = api.fixtures
    expect((await ask('supply', 'pg', { space_id: String(b.space) })).totals.imps).toBe(0)
    expect((await ask('supply', 'ptd', { publisher_group_id: String(b.publisherGroup) })).totals.imps).toBe(0)
  })

  test.for(['advertiser', 'agency', 'rep'] as const)('%s is refused', async (role) => {
    for (const endpoint of [endpoints.report.supply, endpoints.report.supply_export])
      expect((await (await browser(role, 'a')).call(endpoint, { query: april })).status).toBe(403)
  })
})

describe('conversion', () => {
  test('tells conversions after a click from those after a view', async () => {
    const { rows, totals } = await ask('conversion', 'advertiser', { group_by: 'creative' })
    expect(rows.map(({ name }) => name)).toEqual(['b1', 'b2'])
    expect(totals).toEqual({
      imps: 680,
      clicks: 24,
      conversions: 6,
      view_conversions: 5,
      gross: '1569.999999',
      cvr: '25.000000',
      cpa: '261.666667',
    })
  })
})

describe('every grouping of the demand side', () => {
  test('adds up to the same totals', async () => {
    const day = await ask('demand', 'admin')
    for (const group_by of reports.demand.groupings)
      expect((await ask('demand', 'admin', { group_by })).totals, group_by).toEqual(day.totals)
  })

  test('names devices and prefectures in words, and what no file said', async () => {
    expect(figures(await ask('demand', 'advertiser', { group_by: 'device' }), 'imps')).toEqual(['スマートフォン 200', 'パソコン 480'])
    expect(figures(await ask('demand', 'advertiser', { group_by: 'prefecture' }), 'imps')).toEqual([
      '(都道府県不明) 80',
      '北海道 400',
      '東京都 200',
    ])
  })

  test('narrows by what it groups', async () => {
    expect(figures(await ask('demand', 'advertiser', { device: 'PC', group_by: 'campaign' }), 'imps')).toEqual(['夏 80', '春 400'])
    expect((await ask('demand', 'advertiser', { prefecture: '13' })).totals.imps).toBe(200)
    const creatives = await ask('demand', 'advertiser', { group_by: 'creative' })
    const b2 = creatives.rows.find(({ name }) => name === 'b2')!.key
    expect(figures(await ask('demand', 'advertiser', { creative_id: b2, group_by: 'campaign' }), 'imps')).toEqual(['春 400'])
  })
})

test('as many rows as are asked for, with the totals of all, and whether there are more', async () => {
  const top = await ask('demand', 'admin', { group_by: 'campaign', limit: '1' })
  const all = await ask('demand', 'admin', { group_by: 'campaign' })
  expect(all.rows.length).toBeGreaterThan(1)
  expect(top).toEqual({ ...all, rows: all.rows.slice(0, 1), truncated: true, row_count: null })
  const byName = await ask('demand', 'admin', { group_by: 'campaign', sort: 'key', limit: '1' })
  expect([byName.totals, byName.truncated]).toEqual([all.totals, true])
  for (const limit of ['0', '1001', 'x']) {
    const response = await (await browser('admin', 'a')).call(endpoints.report.demand, { query: { ...april, limit } })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: { limit: [expect.any(String)] } })
  }
})

describe('beside the period before', () => {
  test('days stand beside the days of then, totals beside totals', async () => {
    const answer = await ask('demand', 'advertiser', { from: '2026-04-01', to: '2026-04-01', compare: 'previous' })
    expect(answer.previous).toMatchObject({ from: '2026-03-31', to: '2026-03-31', totals: { imps: 100, gross: '1000' } })
    expect(answer.rows).toMatchObject([{ key: '2026-04-01', imps: 200, previous: { imps: 100, conversions: 2 } }])
  })

  test('records stand beside themselves; what did not deliver then has nothing', async () => {
    const query = { from: '2026-04-01', to: '2026-04-02', group_by: 'campaign', sort: 'key', compare: 'previous' }
    const { rows, previous } = await ask('demand', 'advertiser', query)
    expect(rows).toMatchObject([
      { name: '夏', previous: null },
      { name: '春', previous: { imps: 100 } },
    ])
    expect(previous!.totals.imps).toBe(100)
    expect((await ask('demand', 'advertiser')).previous).toBeNull()
  })
})

test('days are preliminary for a week', async () => {
  const { preliminary_from } = await ask('demand', 'advertiser')
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
  expect((Date.parse(today) - Date.parse(preliminary_from)) / 86_400_000).toBe(7)
})

describe('files', () => {
  const file = async (query: Query, role: Role = 'pg') =>
    Buffer.from(
      await (await (await browser(role, 'a')).call(endpoints.report.supply_export, { query: { ...april, ...query } })).arrayBuffer(),
    )

  test('say what is placed nowhere, below the totals, where the screen does', async () => {
    const march = { from: '2026-03-01', locale: 'ja', group_by: 'medium' }
    const rows: string[][] = parse(await file(march, 'admin'), { bom: true })
    expect(rows.at(-2)![1]).toBe('合計')
    expect(rows.at(-1)!.filter(Boolean)).toEqual(['ほかに配信枠が不明な配信があります: 表示回数 80 / クリック数 4 / 配信金額 70円'])
    expect((await file({ ...march, locale: 'en' }, 'admin')).toString()).toContain('80 impressions, 4 clicks, JPY 70 spend')
    expect((await file({ ...march, compare: 'previous' }, 'admin')).toString()).toContain('配信枠が不明')
    for (const [query, role] of [
      [march, 'pg'],
      [{ ...march, medium_id: String(api.fixtures.a.medium) }, 'admin'],
    ] as const)
      expect((await file(query, role)).toString()).not.toContain('配信枠が不明')
  })

  test('have the labels and names of the language that was asked for', async () => {
    const rows: string[][] = parse(await file({ group_by: 'device', locale: 'en' }), { bom: true })
    expect(rows[0]!.slice(0, 4)).toEqual(['Device', 'Requests', 'Impressions', 'Fill rate (%)'])
    expect(rows[1]!.slice(0, 3)).toEqual(['Smartphone', '300', '200'])
    expect(rows.at(-1)![0]).toBe('Total')
  })

  test('come in Shift_JIS and as xlsx too', async () => {
    expect(new TextDecoder('shift_jis', { fatal: true }).decode(await file({ group_by: 'device', encoding: 'sjis' }))).toContain(
      'スマートフォン',
    )
    expect((await file({ format: 'xlsx' })).subarray(0, 2).toString()).toBe('PK')
  })
})
