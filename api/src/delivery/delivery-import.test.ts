import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { endpoints, type EndpointResponse } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accounts, auditLog } from '../db/schema.ts'
import { insertKey, startTestApi, type TestApi } from '../testing/index.ts'
import { handIn, rollUpDifferences } from './testing/advertiser.ts'
import { dirtyFile, dirtyMap } from './testing/dirty-file.ts'

const { demand } = endpoints.report
const deliveryImport = endpoints.delivery.import

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const advertiserOf = (tenant: 'a' | 'b') => String(api.fixtures[tenant].accounts.advertiser)
const count = async () => (await api.pool.query<{ count: number }>('select count(*) from delivery_facts')).rows[0]!.count

describe('POST /api/delivery', () => {
  const csv = () => `day,campaign_id,campaign,imps,gross\n2026-01-01,${api.fixtures.b.campaign},,10,1.5\n2026-01-02,,nobody,10,1\n`
  const query = (source: string) => ({ source, advertiser_account_id: advertiserOf('b') })
  const headers = { 'Content-Type': 'text/csv' }

  test('takes a file from the administrator, once, and names the refused lines in the caller’s language', async () => {
    const browser = await api.signIn('admin')
    const response = await browser.call(deliveryImport, { query: query('http'), body: csv(), headers })
    expect(response.status).toBe(201)
    const { data } = (await response.json()) as EndpointResponse<typeof deliveryImport>
    expect(data).toMatchObject({ rows_read: 2, rows_taken: 1, rows_refused: 1, sums: { imps: 10, gross: '1.5' } })
    expect(data.refused).toEqual([{ line: 3, reason: 'キャンペーン名 [campaign]「nobody」は登録されていません。' }])
    const zipped = { 'Content-Type': 'application/gzip', 'Accept-Language': 'en' }
    const again = await browser.call(deliveryImport, { query: query('http'), body: gzipSync(csv()), headers: zipped })
    expect(await again.json()).toMatchObject({ data: { already_taken: true, rows_taken: 0 } })
  })

  test('every record that a file brings has a history that begins with it, and names the key that handed it in', async () => {
    const { id, key } = await insertKey(api, 'admin', ['delivery.import'])
    const body = `day,advertiser,campaign,ad,creative,frame,imps,gross\n2026-01-01,鍵の広告主,鍵の企画,鍵の広告,鍵の素材,鍵の枠,10,1.5\n`
    const program = api.client().withKey(key)
    expect((await program.call(deliveryImport, { query: { source: 'key', create_missing: 'true' }, body, headers })).status).toBe(201)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.api_key_id, id))
    const user_id = api.fixtures.a.users.admin
    for (const entry of entries) expect(entry).toMatchObject({ user_id, action: 'create', source: 'import', field: null })
    const ofAdvertiser = ['company', 'advertiser', 'campaign', 'ad', 'creative_group', 'creative']
    const ofSource = ['company', 'pg', 'publisher_group', 'publisher', 'medium', 'space', 'frame']
    expect(entries.map(({ entity }) => entity).toSorted()).toEqual([...ofAdvertiser, ...ofSource, 'delivery_file'].toSorted())
    const [made] = await api.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.name, '鍵の広告主'))
    expect(entries.find(({ entity }) => entity === 'advertiser')?.entity_id).toBe(made!.id)
  })

  test('refuses a bad file, a bad mapping and an unknown advertiser by name', async () => {
    const browser = await api.signIn('admin')
    const before = await count()
    for (const [change, body, field, text] of [
      [{}, '', 'file', 'ファイルが空です。'],
      [{}, 'day,campaign\n2026-01-01,a\n', 'file', 'ファイルの列: "day", "campaign"'],
      [{}, Buffer.from([0x93, 0xfa, 0x0a]), 'file', '1行目（先頭から1バイト目）がUTF-8ではなく、Shift_JISのようです。'],
      [{ map: 'impressions=x' }, csv(), 'map', '「impressions」という項目はありません。'],
      [
        { advertiser_account_id: String(api.fixtures.b.accounts.agency) },
        csv(),
        'advertiser_account_id',
        '指定された対象が見つかりません。',
      ],
    ] as const) {
      const response = await browser.call(deliveryImport, { query: { ...query('bad'), ...change }, body, headers })
      expect(response.status).toBe(422)
      const { errors } = (await response.json()) as { errors: Record<string, string[]> }
      expect(errors[field]![0]).toContain(text)
    }
    expect(await count()).toBe(before)
  })

  test('an id that nobody has is no name of another advertiser', async () => {
    const browser = await api.signIn('admin')
    const before = await count()
    const { db, fixtures } = api
    const ofAdvertiser = eq(accounts.id, fixtures.b.accounts.advertiser)
    const [{ name }] = (await db.select({ name: accounts.name }).from(accounts).where(ofAdvertiser)) as [{ name: string }]
    await db.update(accounts).set({ name: '987654' }).where(ofAdvertiser)
    const asked = { ...query('number'), advertiser_account_id: '987654' }
    expect((await browser.call(deliveryImport, { query: asked, body: csv(), headers })).status).toBe(422)
    await db.update(accounts).set({ name }).where(ofAdvertiser)
    expect(await count()).toBe(before)
  })

  test('replaces the days that the file holds where it is asked to', async () => {
    const browser = await api.signIn('admin')
    const day = (imps: number) => `day,campaign_id,imps,gross\n2026-02-01,${api.fixtures.b.campaign},${imps},1\n`
    const hand = async (imps: number, change = {}) => {
      const response = await browser.call(deliveryImport, { query: { ...query('again'), ...change }, body: day(imps), headers })
      return { status: response.status, ...((await response.json()) as Partial<EndpointResponse<typeof deliveryImport>>) }
    }
    const before = await count()
    expect(await hand(10)).toMatchObject({ status: 201, data: { rows_taken: 1, rows_replaced: 0 } })
    expect(await hand(7, { replace: 'days' })).toMatchObject({ status: 201, data: { rows_taken: 1, rows_replaced: 1 } })
    expect(await hand(7, { replace: 'lines' })).toMatchObject({ status: 422 })
    expect(await count()).toBe(before + 1)
  })

  test('takes a file again that was ended for the sake of a migration, which locks tables in another order', async () => {
    const browser = await api.signIn('admin')
    const migration = await api.pool.connect()
    try {
      await migration.query('begin')
      await migration.query('lock table delivery_files in share mode')
      const file = `day,campaign_id,imps,gross\n2026-03-01,${api.fixtures.b.campaign},3,1\n`
      const taking = browser.call(deliveryImport, { query: query('migrated'), body: file, headers })
      const waits = `select from pg_locks where relation = 'delivery_files'::regclass and not granted`
      await vi.waitUntil(async () => (await migration.query(waits)).rowCount, { timeout: 60_000 })
      // Only after the file has waited for longer, so that its transaction is the one that PostgreSQL ends.
      await migration.query('lock table delivery_facts in share mode')
      await migration.query('commit')
      expect((await taking).status).toBe(201)
    } finally {
      migration.release()
    }
  })

  test('takes nothing when the caller breaks off', async () => {
    const browser = await api.signIn('admin')
    const before = await count()
    let pieces = 0
    const body = new ReadableStream({
      pull(controller) {
        pieces += 1
        if (pieces === 1) controller.enqueue(Buffer.from(csv()))
        else controller.error(new Error('connection lost'))
      },
    })
    const token = { 'X-XSRF-TOKEN': browser.cookies.get('XSRF-TOKEN')!, Origin: 'http://site.test' }
    const path = `${deliveryImport.path}?${new URLSearchParams(query('lost')).toString()}`
    const init = { method: 'POST', headers: { ...headers, ...token }, body, duplex: 'half' } as RequestInit
    expect((await browser.request(path, init)).status).toBe(500)
    expect(await count()).toBe(before)
  })

  test.for(['advertiser', 'agency', 'rep', 'ptd', 'pg'] as const)('%s may not', async (role) => {
    const response = await (await api.signIn(role)).call(deliveryImport, { query: query('role'), body: csv(), headers })
    expect(response.status).toBe(403)
  })

  test('takes no other type of content', async () => {
    const response = await (
      await api.signIn('admin')
    ).call(deliveryImport, { query: query('type'), body: csv(), headers: { 'Content-Type': 'text/plain' } })
    expect(response.status).toBe(415)
  })
})

describe('a whole file, from the server to the report', () => {
  const realFile = new URL('../../../../shared/data/online-ads-2020.csv', import.meta.url)
  const quarter = { from: '2020-04-01', to: '2020-06-30' }
  const present = existsSync(realFile)
  // The real file has no licence, so it is read where it is; a generated one replaces it where it is absent.
  const made = dirtyFile(15_000)
  const content = present ? readFileSync(realFile) : made.content

  const known = {
    rows: 15_408,
    // 413 slots, 2 with more clicks than impressions, 329 with more conversions than clicks, 5 duplicates; some lines are
    // in two of these groups.
    odd: 746,
    sums: { imps: 239_017_725, clicks: 2_492_837, conversions: 651_768, gross: '276264.5621', media_cost: '175192.9957' },
    ratios: { ctr: 1.04295, cvr: 26.1456, ecpm: 1.155833, cpc: 0.110823 },
  }
  const decimal = (units: bigint) => `${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`.replace(/\.?0+$/u, '')
  const expected = present
    ? known
    : {
        rows: made.rows,
        odd: made.odd,
        sums: {
          imps: made.imps,
          clicks: made.clicks,
          conversions: made.conversions,
          gross: decimal(made.gross),
          media_cost: decimal(made.media_cost),
        },
        ratios: {
          ctr: (made.clicks / made.imps) * 100,
          cvr: (made.conversions / made.clicks) * 100,
          ecpm: Number(made.gross) / 10 / made.imps,
          cpc: Number(made.gross) / 10_000 / made.clicks,
        },
      }

  test(`${present ? 'the real' : 'a made'} one comes to its known sums and ratios, and a second run adds nothing`, async () => {
    const options = { advertiser: advertiserOf('a'), source: 'server', map: dirtyMap }
    const summary = await handIn(api.pool, content, options)
    expect(summary).toMatchObject({
      rows_read: expected.rows,
      rows_taken: expected.rows,
      rows_odd: expected.odd,
      rows_refused: 0,
      sums: expected.sums,
    })

    const totalsOf = async (role: 'admin' | 'advertiser', group_by: string) => {
      const query = { ...quarter, group_by, advertiser_account_id: advertiserOf('a') }
      const response = await (await api.signIn(role)).call(demand, { query })
      return ((await response.json()) as EndpointResponse<typeof demand>).data.totals
    }
    for (const group_by of ['day', 'campaign', 'ad', 'space']) {
      const totals = await totalsOf('admin', group_by)
      expect(totals).toMatchObject(expected.sums)
      for (const [name, value] of Object.entries(expected.ratios))
        expect(Number(totals[name as 'ctr'])).toBeCloseTo(value, name === 'cvr' ? 4 : 5)
    }
    const { media_cost: _cost, ...shown } = expected.sums
    expect(await totalsOf('advertiser', 'day')).toMatchObject(shown)

    expect(await handIn(api.pool, content, options)).toMatchObject({ already_taken: true, rows_taken: 0 })
    expect(await totalsOf('admin', 'day')).toMatchObject(expected.sums)
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })
})
