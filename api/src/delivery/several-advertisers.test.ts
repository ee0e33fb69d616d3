import { endpoints, type Endpoint, type EndpointResponse } from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { createAccount, handIn, rollUpDifferences } from './testing/advertiser.ts'

const { delivery_file: file, delivery } = endpoints

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

let made = 0
/** Two advertisers, each with a campaign 春, and a source of their own. */
async function two() {
  made += 1
  const source = `several-${made}`
  const names = [`株式会社東${made}`, `株式会社西${made}`] as const
  const ids = [await createAccount(api.pool, names[0]), await createAccount(api.pool, names[1])] as const
  for (const id of ids)
    await handIn(api.pool, `day,campaign,imps,gross\n2026-01-01,春,1,1\n`, { advertiser: String(id), source: `before-${id}` })
  return { source, names, ids }
}

const header = 'advertiser,day,campaign,imps,clicks,gross,media_cost'
const several = (content: string, options: object) => handIn(api.pool, `${header}\n${content}`, { advertiser: null, ...options })

async function imps(ids: readonly number[], month = '2026-02') {
  const { rows } = await api.pool.query<{ id: number; imps: number }>(
    `select advertiser_account_id as id, sum(imps)::int as imps from delivery_facts
     where advertiser_account_id = any ($1) and to_char(day, 'YYYY-MM') = $2 group by 1`,
    [ids, month],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.imps ?? 0)
}
async function get<E extends Endpoint>(endpoint: E, options: object) {
  return (await (await admin.call(endpoint, options as never)).json()) as EndpointResponse<E>
}

describe('a file of several advertisers', () => {
  test('gives each its own lines: campaigns of one name are told apart, sums are kept by advertiser', async () => {
    const { source, names, ids } = await two()
    const content = `${names[0]},2026-02-01,春,10,1,5,3\n${names[1]},2026-02-01,春,100,,70,40\n${names[0]},2026-02-02,春,7,1,2.5,1\n`
    const summary = await several(content, { source, createMissing: false })
    expect(summary).toMatchObject({ rows_taken: 3, rows_refused: 0, sums: { imps: 117, clicks: null, gross: '77.5' } })
    const sums = [
      {
        advertiser_account_id: ids[1],
        name: names[1],
        rows_taken: 1,
        imps: 100,
        clicks: null,
        conversions: null,
        gross: '70',
        media_cost: '40',
      },
      {
        advertiser_account_id: ids[0],
        name: names[0],
        rows_taken: 2,
        imps: 17,
        clicks: 2,
        conversions: null,
        gross: '7.5',
        media_cost: '4',
      },
    ]
    expect(summary.advertisers).toEqual(sums)
    expect(await get(file.advertisers, { params: { id: summary.file_id! } })).toEqual({ data: sums })
    expect(await imps(ids)).toEqual([17, 100])
    const { rows } = await api.pool.query<{ odd: number }>(
      `select count(*)::int as odd from delivery_facts f join campaigns c on c.id = f.campaign_id
       where f.delivery_file_id = $1 and c.advertiser_account_id <> f.advertiser_account_id`,
      [summary.file_id],
    )
    expect(rows).toEqual([{ odd: 0 }])
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })

  test('is found in the list under each of them, and under neither as the only one', async () => {
    const { source, names, ids } = await two()
    const { file_id } = await several(`${names[0]},2026-02-01,春,10,1,5,3\n${names[1]},2026-02-01,春,9,1,5,3\n`, {
      source,
      name: `${source}.csv`,
    })
    for (const id of ids) {
      const { data } = await get(file.list, { query: { q: source, advertiser_account_ids: String(id) } })
      expect(data).toMatchObject([{ id: file_id, advertiser_account_id: null, advertiser_account_ids: [...ids].toSorted((a, b) => a - b) }])
    }
    const other = String(api.fixtures.a.accounts.advertiser)
    expect((await get(file.list, { query: { q: source, advertiser_account_ids: other } })).data).toEqual([])
  })

  test('may call them by our id, which is never a name', async () => {
    const { source, ids } = await two()
    const content = `advertiser_id,day,campaign,imps,gross\n${ids[0]},2026-02-01,春,10,5\n${ids[1]},2026-02-01,春,20,5\n`
    expect(await handIn(api.pool, content, { advertiser: null, source, createMissing: false })).toMatchObject({ rows_taken: 2 })
    expect(await imps(ids)).toEqual([10, 20])
    const asName = await several(`${ids[0]},2026-02-03,春,10,1,5,3\n`, { source, createMissing: false })
    expect(asName.refused).toEqual([{ line: 2, reason: `Advertiser (name) [advertiser] "${ids[0]}" is not registered.` }])
  })

  test('refuses the lines of whoever is not registered, or is not said; they can be downloaded', async () => {
    const { source, names, ids } = await two()
    const agency = await createAccount(api.pool, `代理店${made}`, 'agency')
    const summary = await several(
      `誰か,2026-02-01,春,10,1,5,3\n${names[0]},2026-02-01,春,11,1,5,3\n,2026-02-01,春,12,1,5,3\n代理店${made},2026-02-01,春,13,1,5,3\n`,
      { source, createMissing: false },
    )
    expect(summary).toMatchObject({ rows_taken: 1, rows_refused: 3 })
    expect(summary.refused).toEqual([
      { line: 2, reason: 'Advertiser (name) [advertiser] "誰か" is not registered.' },
      { line: 4, reason: 'Advertiser (name) [advertiser] is empty.' },
      { line: 5, reason: `Advertiser (name) [advertiser] "代理店${made}" is not registered.` },
    ])
    expect(await imps([...ids, agency])).toEqual([11, 0, 0])
    const download = await admin.call(file.refused_file, { params: { id: summary.file_id! }, query: { locale: 'ja' } })
    const rows: string[][] = parse(Buffer.from(await download.arrayBuffer()), { bom: true, from_line: 2 })
    expect(rows[0]).toEqual(['2', '広告主名 [advertiser]「誰か」は登録されていません。', '誰か,2026-02-01,春,10,1,5,3'])
    // After the missing advertiser is registered, the same file completes.
    const late = await createAccount(api.pool, '誰か')
    await handIn(api.pool, `day,campaign,imps,gross\n2026-01-01,春,1,1\n`, { advertiser: String(late), source: 'before-late' })
    const again = await several(
      `誰か,2026-02-01,春,10,1,5,3\n${names[0]},2026-02-01,春,11,1,5,3\n,2026-02-01,春,12,1,5,3\n代理店${made},2026-02-01,春,13,1,5,3\n`,
      { source, createMissing: false },
    )
    expect(again).toMatchObject({ rows_taken: 2, rows_refused: 2, rows_completed: 1, rows_replaced: 0 })
    expect(await imps([...ids, late])).toEqual([11, 0, 10])
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })

  test('creates the missing ones where it may, once though several files bring them at a time', async () => {
    made += 1
    const [east, west] = [`新規東${made}`, `新規西${made}`]
    const lines = (order: readonly string[], at: number) => order.map((name) => `${name},2026-02-0${at},夏,${at},1,5,3\n`).join('')
    const summaries = await Promise.all([
      several(lines([east, west], 1), { source: `new-${made}-1` }),
      several(lines([west, east], 2), { source: `new-${made}-2` }),
      handIn(api.pool, 'day,campaign,imps,gross\n2026-02-03,夏,3,1\n', { advertiser: east, source: `new-${made}-3` }),
    ])
    expect(summaries.map(({ rows_taken }) => rows_taken)).toEqual([2, 2, 1])
    const { rows } = await api.pool.query<{ name: string; campaigns: number; imps: number }>(
      `select a.name, (select count(*)::int from campaigns c where c.advertiser_account_id = a.id) as campaigns,
         (select sum(imps)::int from delivery_daily_advertiser d where d.advertiser_account_id = a.id) as imps
       from accounts a where a.name = any ($1) order by imps`,
      [[east, west]],
    )
    expect(rows).toEqual([
      { name: west, campaigns: 1, imps: 3 },
      { name: east, campaigns: 1, imps: 6 },
    ])
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })

  test('replaces of each the days that it has lines of, and no others', async () => {
    const { source, names, ids } = await two()
    const first = await several(
      `${names[0]},2026-02-01,春,10,1,5,3\n${names[0]},2026-02-02,春,20,1,5,3\n${names[1]},2026-02-01,春,100,1,5,3\n${names[1]},2026-02-02,春,200,1,5,3\n`,
      { source },
    )
    const second = await several(`${names[0]},2026-02-01,春,11,1,5,3\n${names[1]},2026-02-02,春,222,1,5,3\n`, { source, replace: true })
    expect(second).toMatchObject({ rows_taken: 2, rows_replaced: 2 })
    expect(await imps(ids)).toEqual([31, 322])
    expect((await get(file.get, { params: { id: first.file_id! } })).data).toMatchObject({ status: 'TAKEN', rows_gone: 2 })
    // A file of one advertiser replaces only its own days.
    const one = `day,campaign,imps,gross\n2026-02-01,春,1,1\n2026-02-02,春,2,1\n`
    expect(await handIn(api.pool, one, { advertiser: String(ids[0]), source, replace: true })).toMatchObject({ rows_replaced: 2 })
    expect(await imps(ids)).toEqual([3, 322])
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })

  test('is withdrawn for all of them', async () => {
    const { source, names, ids } = await two()
    const content = `${names[0]},2026-02-01,春,10,1,5,3\n${names[1]},2026-02-01,春,100,1,5,3\n`
    const { file_id } = await several(content, { source })
    expect((await admin.call(file.withdraw, { params: { id: file_id! }, body: { version: 1 } })).status).toBe(204)
    expect(await imps(ids)).toEqual([0, 0])
    expect(await rollUpDifferences(api.pool)).toEqual([])
    expect(await several(content, { source })).toMatchObject({ rows_taken: 2, already_taken: false })
  })

  test('takes a correction where the same advertiser has delivered as much, and holds back the withdrawal of what it corrects', async () => {
    const { source, names, ids } = await two()
    const base = await several(`${names[0]},2026-02-01,春,10,1,5,3\n${names[1]},2026-02-01,春,100,1,5,3\n`, { source })
    const correction = await several(`${names[0]},2026-02-01,春,-20,0,0,0\n${names[1]},2026-02-01,春,-20,0,0,0\n`, { source })
    expect(correction).toMatchObject({ rows_taken: 1, refused: [{ line: 2 }] })
    expect(await imps(ids)).toEqual([10, 80])
    expect((await admin.call(file.withdraw, { params: { id: base.file_id! }, body: { version: 1 } })).status).toBe(409)
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })

  test('is not also the file of one advertiser, and says so', async () => {
    const { source, names, ids } = await two()
    const content = `${names[0]},2026-02-01,春,10,1,5,3\n`
    await expect(several(content, { source, advertiser: String(ids[0]) })).rejects.toThrow('Leave one of them out')
    await expect(handIn(api.pool, 'day,campaign,imps,gross\n2026-02-01,春,1,1\n', { advertiser: null, source })).rejects.toThrow(
      'No advertiser is given',
    )
    const unmapped = 'day=day,campaign=campaign,imps=imps,gross=gross'
    expect(await several(content, { source, advertiser: String(ids[0]), map: unmapped })).toMatchObject({ rows_taken: 1 })
    // Read by its column this time, it would also count for others.
    const again = await several(content, { source })
    expect(again).toMatchObject({ already_taken: false, nothing_added: expect.stringContaining('another advertiser') as string })
  })

  test('is handed in over the API without an advertiser; without a column it is asked for', async () => {
    const { source, names, ids } = await two()
    const headers = { 'Content-Type': 'text/csv' }
    const body = `${header}\n${names[0]},2026-02-01,春,10,1,5,3\n${names[1]},2026-02-01,春,100,1,5,3\n`
    const response = await admin.call(delivery.import, { query: { source }, body, headers })
    expect(response.status).toBe(201)
    expect(((await response.json()) as EndpointResponse<typeof delivery.import>).data.advertisers).toHaveLength(2)
    expect(await imps(ids)).toEqual([10, 100])
    const none = await admin.call(delivery.import, { query: { source }, body: 'day,campaign,imps,gross\n2026-02-01,春,1,1\n', headers })
    expect(none.status).toBe(422)
    expect(await none.json()).toMatchObject({ errors: { advertiser_account_id: [expect.stringContaining('広告主が指定されていません')] } })
  })

  test.for(['advertiser', 'agency', 'rep', 'ptd', 'pg'] as const)('its sums are nothing that %s may see', async (role) => {
    const { source, names } = await two()
    const { file_id } = await several(`${names[0]},2026-02-01,春,10,1,5,3\n`, { source })
    expect((await (await api.signIn(role)).call(file.advertisers, { params: { id: file_id! } })).status).toBe(403)
  })
})

test('files of several advertisers that share some come at once, beside files of one and withdrawals', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, (_, at) => createAccount(api.pool, `同時${at}`)))
  const line = (at: number, imps: number) => `同時${at},2026-03-01,春,${imps},1,5,3\n`
  const before = await several(ids.map((_, at) => line(at, 1)).join(''), { source: 'at-once' })
  const work = [
    ...[0, 1, 2].map((at) => several(line(at, 10) + line(3 - at, 100), { source: 'at-once', replace: true, createMissing: false })),
    ...[3, 2].map((at) => several(line(at, 1000) + line(0, 7), { source: `at-once-${at}`, createMissing: at === 3 })),
    ...ids.map((id) => handIn(api.pool, 'day,campaign,imps,gross\n2026-03-02,春,1,1\n', { advertiser: String(id), source: 'single' })),
    admin.call(file.withdraw, { params: { id: before.file_id! }, body: { version: 1 } }),
  ]
  await Promise.all(work)
  expect(await rollUpDifferences(api.pool)).toEqual([])
})
