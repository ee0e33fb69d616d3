import { endpoints, type Endpoint } from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { lockAdvertisers } from './roll-up/delivery-locks.ts'
import { handIn, rollUpDifferences } from './testing/advertiser.ts'

let api: TestApi
let admin: TestClient
let advertiser: string
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  advertiser = String(api.fixtures.a.accounts.advertiser)
})
afterAll(() => api.close())

const { delivery_file: file } = endpoints
async function send(endpoint: Endpoint, options: object = {}) {
  const response = await admin.call(endpoint, options)
  const text = await response.text()
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as { data?: unknown; message?: string; total?: number } }
}
const imps = async (day: string) =>
  (await api.pool.query<{ imps: number }>('select coalesce(sum(imps), 0)::int as imps from delivery_facts where day = $1', [day])).rows[0]!
    .imps
const header = 'day,campaign,frame_code,imps,clicks,gross,media_cost'

describe('a delivery file', () => {
  test('is listed with what it brought, and its refused lines can be read and downloaded', async () => {
    const content = `${header}\n2026-05-01,一覧,f-a,10,1,5,3\n2026-05-01,一覧,f-a,x,1,5,3\n2026-05-01,"=1+1",nowhere,7,1,5,3\n`
    const summary = await handIn(api.pool, content, { advertiser, source: 'listed', name: '五月.csv' })
    const { data } = (await send(file.list, { query: { q: '五月' } })).body as { data: object[] }
    expect(data).toMatchObject([
      {
        id: summary.file_id,
        name: '五月.csv',
        source: 'listed',
        status: 'PARTLY',
        rows_read: 3,
        rows_taken: 1,
        rows_refused: 2,
        imps: 10,
        clicks: 1,
        conversions: null,
        gross: '5',
        media_cost: '3',
        size: Buffer.byteLength(content),
      },
    ])
    const refused = (await send(file.refused, { params: { id: summary.file_id! } })).body
    expect(refused).toEqual({
      total: 2,
      data: [
        { line: 3, reason: '表示回数 [imps]「x」は整数として読めません。', raw: '2026-05-01,一覧,f-a,x,1,5,3' },
        { line: 4, reason: '配信枠コード [frame_code]「nowhere」は登録されていません。', raw: '2026-05-01,"=1+1",nowhere,7,1,5,3' },
      ],
    })
    const download = await admin.call(file.refused_file, { params: { id: summary.file_id! }, query: { locale: 'en' } })
    const rows: string[][] = parse(Buffer.from(await download.arrayBuffer()), { bom: true })
    expect(rows.map(([line, reason]) => [line, reason])).toEqual([
      ['Line', 'Reason'],
      ['3', 'Impressions [imps] "x" is not a whole number.'],
      ['4', 'Frame (our code) [frame_code] "nowhere" is not registered.'],
    ])
  })

  test('of many refused lines and columns shows the first, downloads every line, and is of the account that the page shows', async () => {
    const columns = Array.from({ length: 300 }, (_, at) => `読まない列 ${at}`)
    const lines = Array.from({ length: 120 }, () => `2026-05-07,多い,f-a,x,1,5,3${','.repeat(columns.length)}\n`).join('')
    const { file_id } = await handIn(api.pool, `${header},${columns.join()}\n${lines}`, { advertiser, source: 'many' })
    const params = { id: file_id! }
    const { data, total } = (await send(file.refused, { params })).body
    expect([total, data]).toEqual([120, expect.objectContaining({ length: 100 })])
    const { ignored_columns } = (await send(file.get, { params })).body.data as { ignored_columns: string }
    expect([ignored_columns.length, ignored_columns.slice(0, 16)]).toEqual([2000, '読まない列 0, 読まない列 1'])
    const account_id = String(api.fixtures.a.accounts.advertiser)
    expect(await send(file.refused_file, { params, query: { account_id } })).toMatchObject({
      status: 409,
      body: { code: 'account_changed' },
    })
    const download = await admin.call(file.refused_file, { params })
    expect(parse(await download.text(), { bom: true })).toHaveLength(121)
  })

  test('is withdrawn with everything it delivered, and its history says by whom; it may come again', async () => {
    const content = `${header}\n2026-05-02,取消,f-a,100,1,50,30\n2026-05-02,取消,,11,1,5,3\n`
    const other = await handIn(api.pool, `${header}\n2026-05-02,取消,f-a,1000,1,50,30\n`, { advertiser, source: 'other' })
    const taken = await handIn(api.pool, content, { advertiser, source: 'withdrawn' })
    expect(await imps('2026-05-02')).toBe(1111)
    const id = taken.file_id!
    expect((await send(file.withdraw, { params: { id }, body: { version: 7 } })).status).toBe(409)
    expect((await send(file.withdraw, { params: { id }, body: { version: 1 } })).status).toBe(204)
    expect(await imps('2026-05-02')).toBe(1000)
    expect(await rollUpDifferences(api.pool)).toEqual([])
    expect((await send(file.get, { params: { id } })).body.data).toMatchObject({ status: 'WITHDRAWN', rows_gone: 2 })
    expect((await send(file.withdraw, { params: { id }, body: { version: 2 } })).status).toBe(409)
    const history = (await send(file.history, { params: { id } })).body.data
    expect(history).toMatchObject([{ action: 'update' }, { action: 'create' }])
    expect(await handIn(api.pool, content, { advertiser, source: 'withdrawn' })).toMatchObject({ rows_taken: 2, already_taken: false })
    expect(await imps('2026-05-02')).toBe(1111)
    expect((await send(file.get, { params: { id: other.file_id! } })).body.data).toMatchObject({ status: 'TAKEN', rows_gone: 0 })
  })

  test('that a correction of another file takes away from is not withdrawn before that one', async () => {
    const line = (count: number) => `${header}\n2026-05-03,訂正,f-a,${count},0,${count},0\n`
    const base = await handIn(api.pool, line(100), { advertiser, source: 'leaned' })
    // The same delivery of another source covers nothing.
    await handIn(api.pool, line(1000), { advertiser, source: 'beside' })
    const correction = await handIn(api.pool, line(-40), { advertiser, source: 'leaned' })
    const blocked = await send(file.withdraw, { params: { id: base.file_id! }, body: { version: 1 } })
    expect(blocked.status).toBe(409)
    expect(blocked.body.message).toContain(`取込ファイル ${correction.file_id}、2026-05-03、キャンペーン「訂正」`)
    expect(await imps('2026-05-03')).toBe(1060)
    for (const id of [correction.file_id!, base.file_id!])
      expect((await send(file.withdraw, { params: { id }, body: { version: 1 } })).status).toBe(204)
    expect(await imps('2026-05-03')).toBe(1000)
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })

  test('is withdrawn beside the calls, whose statements end after half a minute', async () => {
    const content = `${header}\n2026-05-06,長い,f-a,100,1,50,30\n`
    const { file_id } = await handIn(api.pool, content, { advertiser, source: 'beside calls' })
    const other = await api.pool.connect()
    try {
      await other.query('begin; set local idle_in_transaction_session_timeout = 0')
      await lockAdvertisers(other, [Number(advertiser)])
      const withdrawal = send(file.withdraw, { params: { id: file_id! }, body: { version: 1 } })
      const waiting = async () =>
        (
          await api.pool.query<{ limits: string }>(`select split_part(application_name, ' ', 2) as limits from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%delivery of advertiser%'`)
        ).rows.map(({ limits }) => limits)
      await expect.poll(waiting, { timeout: 20_000 }).toEqual(['job'])
      await other.query('commit')
      expect((await withdrawal).status).toBe(204)
    } finally {
      other.release(true)
    }
    expect(await imps('2026-05-06')).toBe(0)
  })

  test('withdrawn by two at once goes once', async () => {
    const content = `${header}\n2026-05-04,同時,f-a,100,1,50,30\n`
    const { file_id } = await handIn(api.pool, content, { advertiser, source: 'both' })
    const answers = await Promise.all([1, 2, 3].map(() => send(file.withdraw, { params: { id: file_id! }, body: { version: 1 } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
    expect(await imps('2026-05-04')).toBe(0)
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })

  test.for(['advertiser', 'agency', 'rep', 'ptd', 'pg'] as const)('is nothing that %s may see or withdraw', async (role) => {
    const content = `${header}\n2026-05-05,役割,f-a,100,1,50,30\n`
    const { file_id } = await handIn(api.pool, content, { advertiser, source: `role-${role}` })
    const client = await api.signIn(role)
    const params = { id: file_id! }
    for (const endpoint of [file.list, file.get, file.refused, file.refused_file, file.withdraw] as const)
      expect(
        (await client.call(endpoint as Endpoint, { params, ...(endpoint === file.withdraw ? { body: { version: 1 } } : {}) })).status,
      ).toBe(403)
  })
})
