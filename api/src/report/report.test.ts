import { endpoints, reportRowLimit, type ReportAnswer, type Role } from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handIn } from '../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'

type Report = ReportAnswer
type Query = Record<string, string>

let api: TestApi
const browsers = new Map<string, TestClient>()
const april = { from: '2026-04-01', to: '2026-04-30' }

const content = `day,campaign,ad,creative,frame,imps,clicks,cv_click,gross,media_cost
2026-04-02,春,見出し,b1,右上,1000,10,2,500.5,300.25
2026-04-02,春,=SUM(A1),b1,左下,3000,5,0,100,50
2026-04-01,夏,,b2,#N/A,700,0,0,0.000001,0
2026-05-01,春,見出し,b1,右上,9999,99,9,999,999
`

beforeAll(async () => {
  api = await startTestApi()
  const { a, b } = api.fixtures
  await handIn(api.pool, content, { advertiser: String(a.accounts.advertiser), source: 'a' })
  await handIn(api.pool, 'day,campaign,imps,clicks,cv_click,gross,media_cost\n2026-04-03,他社,5,0,0,7,0\n', {
    advertiser: String(b.accounts.advertiser),
    source: 'b',
  })
  // Tenant a's agency and rep work for the first campaign only.
  await api.pool.query(`update campaigns set agency_account_id = $1, rep_account_id = $2 where name = '春'`, [
    a.accounts.agency,
    a.accounts.rep,
  ])
})
afterAll(() => api.close())

async function browser(role: Role, tenant: 'a' | 'b' = 'a'): Promise<TestClient> {
  const key = `${role} ${tenant}`
  const known = browsers.get(key) ?? (await api.signIn(role, tenant))
  browsers.set(key, known)
  return known
}

async function report(role: Role, query: Query = {}, tenant: 'a' | 'b' = 'a'): Promise<Report> {
  const response = await (await browser(role, tenant)).call(endpoints.report.demand, { query: { ...april, ...query } })
  expect(response.status, await response.clone().text()).toBe(200)
  return ((await response.json()) as { data: Report }).data
}

async function csv(role: Role, query: Query = {}, language = 'ja'): Promise<{ response: Response; bytes: Buffer }> {
  const headers = { 'Accept-Language': language }
  const response = await (await browser(role)).call(endpoints.report.demand_export, { query: { ...april, ...query }, headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const keys = ({ rows }: Report) => rows.map(({ key }) => key)
const names = ({ rows }: Report) => rows.map(({ name }) => name)

describe('figures', () => {
  test('are summed first and divided last, in exact decimals', async () => {
    const { rows, totals, truncated } = await report('admin', { advertiser_account_id: String(api.fixtures.a.accounts.advertiser) })
    expect(truncated).toBe(false)
    expect(rows).toEqual([
      {
        key: '2026-04-01',
        name: '2026-04-01',
        imps: 700,
        clicks: 0,
        conversions: 0,
        gross: '0.000001',
        media_cost: '0',
        ctr: '0.000000',
        cvr: null,
        ecpm: '0.000001',
        cpc: null,
        cpa: null,
        margin: '100.000000',
      },
      {
        key: '2026-04-02',
        name: '2026-04-02',
        imps: 4000,
        clicks: 15,
        conversions: 2,
        gross: '600.5',
        media_cost: '350.25',
        ctr: '0.375000',
        cvr: '13.333333',
        ecpm: '150.125000',
        cpc: '40.033333',
        cpa: '300.250000',
        margin: '41.673605',
      },
    ])
    expect(totals).toEqual({
      imps: 4700,
      clicks: 15,
      conversions: 2,
      gross: '600.500001',
      media_cost: '350.25',
      ctr: '0.319149',
      cvr: '13.333333',
      ecpm: '127.765958',
      cpc: '40.033333',
      cpa: '300.250001',
      margin: '41.673605',
    })
  })

  test('of a period without delivery are zeros, ratios null', async () => {
    const { rows, totals } = await report('advertiser', { from: '2025-01-01', to: '2025-01-31' })
    expect(rows).toEqual([])
    expect(totals).toEqual({ imps: 0, clicks: 0, conversions: 0, gross: '0', ctr: null, cvr: null, ecpm: null, cpc: null, cpa: null })
  })

  test.for(['campaign', 'ad', 'space'])('by %s add up to the totals by day', async (group_by) => {
    const { totals, rows } = await report('admin', { group_by })
    expect(totals).toEqual((await report('admin')).totals)
    expect(rows.reduce((sum, row) => sum + Number(row.imps), 0)).toBe(totals.imps)
  })

  test.for([
    ['2026-04-02', '2026-04-30', ['春', '他社'], 4005],
    ['2026-04-01', '2026-04-01', ['夏'], 700],
    ['2026-04-03', '2026-05-31', ['春', '他社'], 10_004],
    ['2026-03-20', '2026-05-01', ['春', '他社', '夏'], 14_704],
    ['2026-05-02', '2026-05-31', [], 0],
  ] as const)('from %s to %s campaigns are those of the days, whatever their months have', async ([from, to, expected, imps]) => {
    const { totals, ...found } = await report('admin', { group_by: 'campaign', from, to })
    expect(names({ totals, ...found })).toEqual(expected)
    expect(totals.imps).toBe(imps)
  })

  test('name what they are about, also what the file did not say', async () => {
    expect(names(await report('advertiser', { group_by: 'campaign' }))).toEqual(['春', '夏'])
    expect(names(await report('advertiser', { group_by: 'ad' }))).toEqual(['見出し', '=SUM(A1)', '(広告不明)'])
    const spaces = await report('advertiser', { group_by: 'space' })
    expect(names(spaces)).toEqual(['右上', '左下', '(枠不明)'])
    expect(keys(spaces)[2]).toBe('')
  })
})

describe('order', () => {
  test.for([
    ['day', '', ['2026-04-01', '2026-04-02']],
    ['day', '-key', ['2026-04-02', '2026-04-01']],
    ['campaign', 'imps', ['夏', '春']],
    ['campaign', '-gross', ['春', '夏']],
    ['campaign', 'cvr', ['春', '夏']],
    ['campaign', '-cvr', ['春', '夏']],
    ['ad', 'key', ['(広告不明)', '=SUM(A1)', '見出し']],
  ] as const)('by %s, sort %s', async ([group_by, sort, expected]) => {
    expect(names(await report('advertiser', { group_by, ...(sort ? { sort } : {}) }))).toEqual(expected)
  })

  test('of money is by number, not by text', async () => {
    const found = await report('admin', { group_by: 'campaign', sort: '-gross' })
    expect(found.rows.map(({ gross }) => gross)).toEqual(['600.5', '7', '0.000001'])
  })
})

describe('scope', () => {
  test.for([
    ['admin', ['春', '夏', '他社']],
    ['advertiser', ['春', '夏']],
    ['agency', ['春']],
    ['rep', ['春']],
  ] as const)('%s sees its campaigns', async ([role, expected]) => {
    for (const group_by of ['campaign', 'ad', 'space', 'day']) {
      const { totals } = await report(role, { group_by })
      expect(totals.imps, group_by).toBe({ admin: 4705, advertiser: 4700, agency: 4000, rep: 4000 }[role])
    }
    expect(names(await report(role, { group_by: 'campaign' })).toSorted()).toEqual(expected.toSorted())
  })

  test('the other tenant sees its own', async () => {
    expect(names(await report('advertiser', { group_by: 'campaign' }, 'b'))).toEqual(['他社'])
    expect((await report('agency', {}, 'b')).rows).toEqual([])
  })

  test('filters narrow and never widen it', async () => {
    const { rows } = await api.pool.query<{ id: number; name: string }>(`select id, name from campaigns`)
    const idOf = (name: string) => String(rows.find((row) => row.name === name)!.id)
    expect(names(await report('advertiser', { group_by: 'campaign', campaign_id: `${idOf('夏')},${idOf('他社')},999999` }))).toEqual(['夏'])
    expect((await report('advertiser', { campaign_id: idOf('他社') })).totals.imps).toBe(0)
    expect((await report('agency', { campaign_id: idOf('夏') })).totals.imps).toBe(0)
    expect((await report('advertiser', { advertiser_account_id: String(api.fixtures.b.accounts.advertiser) })).totals.imps).toBe(0)
    expect((await report('agency', { advertiser_account_id: String(api.fixtures.a.accounts.advertiser) })).totals.imps).toBe(4000)
  })

  test.for(['advertiser', 'agency', 'rep'] as const)('%s receives no media cost and no margin', async (role) => {
    const { rows, totals } = await report(role, { group_by: 'campaign' })
    for (const figures of [...rows, totals]) {
      expect(figures).not.toHaveProperty('media_cost')
      expect(figures).not.toHaveProperty('margin')
    }
    expect((await csv(role)).bytes.toString()).not.toMatch(/媒体費|粗利率/u)
  })

  test.for(['ptd', 'pg'] as const)('%s is refused', async (role) => {
    for (const endpoint of [endpoints.report.demand, endpoints.report.demand_export])
      expect((await (await browser(role)).call(endpoint, { query: april })).status).toBe(403)
  })

  test('nobody is refused', async () => {
    for (const endpoint of [endpoints.report.demand, endpoints.report.demand_export])
      expect((await api.client().call(endpoint, { query: april })).status).toBe(401)
  })
})

describe('refusals', () => {
  test.for([
    ['advertiser', { from: '2026-04-30', to: '2026-04-01' }, 'to', '終了日は開始日以降の日付を指定してください。'],
    ['advertiser', { from: '2025-01-01', to: '2026-02-05' }, 'to', '期間は400日以内で指定してください。'],
    ['advertiser', { from: '2026-04-31' }, 'from', '正しい日付を入力してください。'],
    ['advertiser', { sort: '-media_cost' }, 'sort', '選択肢から選んでください。'],
    ['agency', { sort: 'margin' }, 'sort', '選択肢から選んでください。'],
    ['admin', { sort: 'name' }, 'sort', '選択肢から選んでください。'],
    ['admin', { group_by: 'frame' }, 'group_by', '選択肢から選んでください。'],
    ['admin', { medium_id: '1' }, 'medium_id', '指定できない項目です。'],
    ['admin', { campaign_id: '1;2' }, 'campaign_id', '選択肢から選んでください。'],
  ] as const)('%s %o', async ([role, query, field, text]) => {
    for (const endpoint of [endpoints.report.demand, endpoints.report.demand_export]) {
      const response = await (await browser(role)).call(endpoint, { query: { ...april, ...query } })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ code: 'validation_failed', errors: { [field]: [text] } })
    }
  })

  test('a file of another account than the page shows', async () => {
    const client = await browser('advertiser')
    const query = (tenant: 'a' | 'b') => ({ ...april, account_id: String(api.fixtures[tenant].accounts.advertiser) })
    const refused = await client.call(endpoints.report.demand_export, { query: query('b') })
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'account_changed' }])
    expect((await client.call(endpoints.report.demand_export, { query: query('a') })).status).toBe(200)
  })

  test('400 days are allowed, and the administrator may sort by margin', async () => {
    expect((await report('admin', { from: '2025-01-01', to: '2026-02-04', sort: '-margin' })).rows).toEqual([])
  })
})

describe('CSV', () => {
  test('has the columns that were asked for, in that order', async () => {
    const heads = async (query: Query) => {
      const [head, ...rows]: string[][] = parse((await csv('advertiser', { columns: 'gross,imps', ...query })).bytes, { bom: true })
      return { head, total: rows.find(([name]) => name === '合計') }
    }
    expect(await heads({})).toEqual({ head: ['日付', '配信金額 (円)', '表示回数'], total: ['合計', '600.500001', '4700'] })
    expect((await heads({ compare: 'previous' })).head).toEqual([
      '日付',
      '配信金額 (円)',
      '前の期間の配信金額 (円)',
      '配信金額の増減 (%)',
      '表示回数',
      '前の期間の表示回数',
      '表示回数の増減 (%)',
    ])
    expect((await csv('admin', { columns: 'imps,clicks' })).bytes.toString()).not.toMatch(/媒体費|粗利率/u)
  })

  test.for([
    ['advertiser', 'imps,media_cost'],
    ['agency', 'margin'],
    ['admin', 'imps,revenue'],
  ] as const)('%s gets no file with %s', async ([role, columns]) => {
    const { response, bytes } = await csv(role, { columns })
    expect(response.status).toBe(422)
    expect(JSON.parse(bytes.toString())).toMatchObject({ errors: { columns: ['選択肢から選んでください。'] } })
  })

  test('starts with a BOM, has the labels of the language, every row and the totals', async () => {
    const { response, bytes } = await csv('admin', { group_by: 'campaign' })
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('配信結果_キャンペーン_2026-04-01_2026-04-30.csv')}`,
    )
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows: string[][] = parse(bytes, { bom: true })
    expect(rows[0]).toEqual([
      'ID',
      'キャンペーン',
      '表示回数',
      'クリック数',
      'コンバージョン数',
      '配信金額 (円)',
      '媒体費 (円)',
      'CTR (%)',
      'CVR (%)',
      'eCPM (円)',
      'CPC (円)',
      'CPA (円)',
      '粗利率 (%)',
    ])
    expect(rows.slice(1).map((row) => row.slice(1, 3))).toEqual([
      ['春', '4000'],
      ['他社', '5'],
      ['夏', '700'],
      ['合計', '4705'],
    ])
    expect(rows.at(-1)).toEqual([
      '',
      '合計',
      '4705',
      '15',
      '2',
      '607.500001',
      '350.25',
      '0.318810',
      '13.333333',
      '129.117960',
      '40.500000',
      '303.750001',
      '42.345679',
    ])
    expect((await csv('advertiser', {}, 'en')).bytes.toString()).toContain('Day,Impressions,Clicks,Conversions,Spend (JPY),CTR (%)')
  })

  test('defuses what a spreadsheet would take for a formula, and nothing else', async () => {
    const rows: string[][] = parse((await csv('advertiser', { group_by: 'ad' })).bytes, { bom: true })
    expect(rows.map((row) => row[1])).toEqual(['広告', '見出し', "'=SUM(A1)", '(広告不明)', '合計'])
  })

  test('has every row where the screen stops at its limit; a reader that leaves gives the connection back', async () => {
    const id = api.fixtures.b.accounts.advertiser
    const many = Array.from({ length: reportRowLimit + 1 }, (_, index) => `2026-06-01,c${index},1,1`)
    await handIn(api.pool, `day,campaign,imps,gross\n${many.join('\n')}\n`, { advertiser: String(id), source: 'many' })
    const june = { from: '2026-06-01', to: '2026-06-30', group_by: 'campaign' }
    const { rows, truncated, totals } = await report('admin', june)
    expect(rows).toHaveLength(reportRowLimit)
    expect(truncated).toBe(true)
    expect(totals.imps).toBe(reportRowLimit + 1)
    expect(parse((await csv('admin', june)).bytes, { bom: true })).toHaveLength(reportRowLimit + 3)

    const response = await (await browser('admin')).call(endpoints.report.demand_export, { query: june })
    await response.body!.cancel()
    await expect.poll(() => api.pool.totalCount - api.pool.idleCount).toBe(0)
  })
})
