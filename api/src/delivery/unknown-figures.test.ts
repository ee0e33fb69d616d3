import { endpoints, type Endpoint, type EndpointResponse, type ReportAnswer, type Role } from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/index.ts'
import { handIn, rollUpDifferences } from './testing/advertiser.ts'

let api: TestApi
const back = (days: number) => new Date(Date.now() + 9 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
const period = { from: back(20), to: back(1) }

beforeAll(async () => {
  api = await startTestApi()
  const advertiser = String(api.fixtures.a.accounts.advertiser)
  const full = `day,campaign,frame_code,imps,clicks,cv_click,gross,media_cost\n${back(3)},全項目,f-a,1000,10,2,500,300\n`
  // Has no clicks, conversions or costs, and no share defines what is paid.
  const bare = `day,campaign,frame_code,imps,gross\n${back(4)},列なし,f-a,400,200\n`
  // Has the columns, with one empty cell.
  const gap = `day,campaign,frame_code,imps,clicks,cv_click,gross,media_cost\n${back(5)},空欄,f-a,70,7,,35,20\n${back(5)},空欄,f-a,30,3,1,15,10\n`
  await api.pool.query('delete from revenue_shares')
  for (const [source, content] of Object.entries({ full, bare, gap })) await handIn(api.pool, content, { advertiser, source })
})
afterAll(() => api.close())

async function report(name: 'demand' | 'supply', role: Role, query: Record<string, string> = {}): Promise<ReportAnswer> {
  const endpoint: Endpoint = endpoints.report[name]
  const response = await (await api.signIn(role)).call(endpoint, { query: { ...period, ...query } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: ReportAnswer }).data
}

const known = { clicks: 10, conversions: 2, media_cost: '300', ctr: '1.000000', cvr: '20.000000', margin: '40.000000' }
const unknown = { clicks: null, conversions: null, media_cost: null, ctr: null, cvr: null, cpc: null, cpa: null, margin: null }

describe('what a file does not say', () => {
  test.for(['campaign', 'day', 'space', 'device'] as const)(
    'is not known in any sum or ratio of a report by %s, and never 0',
    async (group_by) => {
      const { rows, totals } = await report('demand', 'admin', { group_by })
      expect(totals).toMatchObject({ imps: 1500, gross: '750', ...unknown })
      if (group_by !== 'campaign') return
      const row = (name: string) => rows.find((each) => each.name === name)
      expect(row('全項目')).toMatchObject(known)
      expect(row('列なし')).toMatchObject({ imps: 400, gross: '200', ecpm: '500.000000', ...unknown })
      expect(row('空欄')).toMatchObject({ clicks: 10, conversions: null, cvr: null, ctr: '10.000000', media_cost: '30' })
    },
  )

  test('orders last, whichever way, and is not lost where rows are chosen by it', async () => {
    for (const sort of ['-clicks', 'clicks', '-media_cost']) {
      const { rows } = await report('demand', 'admin', { group_by: 'campaign', sort, from: back(390) })
      expect([sort, rows.map(({ name }) => name).at(-1)]).toEqual([sort, '列なし'])
    }
  })

  test('is an empty cell of the file of a report', async () => {
    const query = { ...period, group_by: 'campaign', sort: '-imps', locale: 'ja' }
    const response = await (await api.signIn('admin')).call(endpoints.report.demand_export, { query })
    const rows: string[][] = parse(Buffer.from(await response.arrayBuffer()), { bom: true })
    const named = rows.slice(1).map(([, name, , clicks, cv, , cost, ctr]) => [name, clicks, cv, cost, ctr])
    expect(named).toEqual([
      ['全項目', '10', '2', '300', '1.000000'],
      ['列なし', '', '', '', ''],
      ['空欄', '10', '', '30', '10.000000'],
      ['合計', '', '', '', ''],
    ])
  })

  test('is not known on the dashboard, in the supply report and in what a group is paid', async () => {
    const dashboard = await (await api.signIn('admin')).call(endpoints.dashboard.delivery, { query: { days: '30' } })
    const { data } = (await dashboard.json()) as { data: { current: { totals: object; days: { day: string }[] } } }
    expect(data.current.totals).toMatchObject({ imps: 1500, clicks: null, conversions: null, media_cost: null, margin: null })
    expect(data.current.days.find(({ day }) => day === back(3))).toMatchObject({ clicks: 10, margin: '40.000000' })
    expect(data.current.days.find(({ day }) => day === back(2))).toMatchObject({ imps: 0, clicks: 0, media_cost: '0' })
    const pg = await report('supply', 'pg')
    expect(pg.totals).toMatchObject({ imps: 1500, revenue: null, revenue_ecpm: null, requests: null, fill: null })
  })

  test('is known again once a share says it for those days, the same everywhere', async () => {
    const admin = await api.signIn('admin')
    const body = { publisher_group_id: api.fixtures.a.publisherGroup, rate: '45.5', valid_from: back(6), valid_to: back(4) }
    expect((await admin.call(endpoints.revenue_share.create, { body })).status).toBe(201)
    expect(await rollUpDifferences(api.pool)).toEqual([])
    const demand = await report('demand', 'admin', { group_by: 'campaign' })
    const supply = await report('supply', 'pg')
    expect([demand.totals.media_cost, supply.totals.revenue]).toEqual(['421', '421'])
    // The file contains what is paid for the others, so a share for those days changes nothing there.
    expect(demand.rows.find(({ name }) => name === '空欄')).toMatchObject({ media_cost: '30' })
  })
})

describe('a name that looks like our id', () => {
  test('never means our record: it has to be said by the column', async () => {
    const advertiser = String(api.fixtures.a.accounts.advertiser)
    const { frame } = api.fixtures.b
    const day = back(10)
    const bad = `day,campaign,frame,imps,gross\n${day},全項目,${frame},11,1\n`
    const refused = await handIn(api.pool, bad, { advertiser, source: 'foreign', createMissing: false, locale: 'ja' })
    expect(refused).toMatchObject({ rows_taken: 0, rows_refused: 1 })
    expect(refused.refused[0]!.reason).toContain('この取込元の名称として登録されていません')
    // A name that looks like a record of ours, of any kind, or like our code.
    for (const line of [`${api.fixtures.a.campaign},,`, `全項目,f-b,`, `全項目,,${frame}x`]) {
      const content = `day,campaign,frame,frame_id,imps,gross\n${day},${line},11,1\n`
      expect(await handIn(api.pool, content, { advertiser, source: 'foreign', createMissing: false })).toMatchObject({ rows_taken: 0 })
    }
    // When created, it becomes a frame of the source.
    await handIn(api.pool, bad, { advertiser, source: 'foreign' })
    const said = `day,campaign,frame_id,imps,gross\n${day},全項目,${frame},13,1\n`
    await handIn(api.pool, said, { advertiser, source: 'foreign', createMissing: false })
    const { rows } = await api.pool.query<{ imps: number; frame_id: number }>(
      'select imps, frame_id from delivery_facts where day = $1 order by imps',
      [day],
    )
    expect(rows).toEqual([
      { imps: 11, frame_id: expect.any(Number) as number },
      { imps: 13, frame_id: frame },
    ])
    expect(rows[0]!.frame_id).not.toBe(frame)
  })
})

test('in a list an unknown sum comes after what has no delivery, also where those with one would fill the page', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `${back(60)},不明${index},f-a,${index},9`)
  await handIn(api.pool, `day,campaign,frame_code,imps,gross\n${lines.join('\n')}\n`, {
    advertiser: String(api.fixtures.a.accounts.advertiser),
    source: 'unknown',
  })
  const query = { figures: 'clicks', sort: '-clicks', limit: '20', period: `${back(60)}..${back(59)}` }
  const response = await (await api.signIn('admin')).call(endpoints.campaign.list, { query })
  const { data } = (await response.json()) as EndpointResponse<typeof endpoints.campaign.list>
  const clicks = data.map(({ figures }) => figures?.clicks)
  const none = clicks.filter((value) => value === 0)
  expect(none.length).toBeGreaterThan(0)
  expect(clicks).toEqual([...none, ...clicks.filter((value) => value === null)])
})
