import { endpoints, type Role } from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaigns, companies, spaces, users } from '../../db/schema.ts'
import { named } from '../../db/schema/common.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { filesIn } from '../../testing/files.ts'
import { unzip } from '../../testing/unzip.ts'

const { campaign, company, space, publisher_group, pg_user } = endpoints

let api: TestApi
let admin: TestClient
const nasty = '=HYPERLINK("x"),改\n行 𠮷 髙'

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  const { a } = api.fixtures
  await api.db.insert(campaigns).values({
    advertiser_account_id: a.accounts.advertiser,
    agency_account_id: a.accounts.agency,
    goal: 'CONVERSION',
    ...named(nasty),
    lifetime_budget: '1234567.5',
    memo: '＋1',
    start_at: new Date('2026-03-31T15:00:00Z'),
    end_at: new Date('2099-04-30T14:59:59Z'),
  })
})
afterAll(() => api.close())

type Query = Record<string, string>

async function file(endpoint: (typeof endpoints)['campaign']['export'], query: Query, client = admin): Promise<Buffer> {
  const response = await client.call(endpoint, { query })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const lines = (text: string) => parse(text) as string[][]
const csv = async (endpoint: unknown, query: Query, client = admin) =>
  lines((await file(endpoint as (typeof endpoints)['campaign']['export'], query, client)).toString('utf8').replace('\uFEFF', ''))

describe('CSV', () => {
  const columns = 'name,goal,agency_account_id,start_at,lifetime_budget,daily_budget,memo,version,updated_by'

  test('has a BOM, labels, names, JST times, and no formula', async () => {
    const bytes = await file(campaign.export, { columns, q: 'HYPERLINK', locale: 'ja' })
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = bytes.toString('utf8')
    expect(text.endsWith('\r\n')).toBe(true)
    expect(lines(text.slice(1))).toEqual([
      ['ID', 'キャンペーン名', '目的', '代理店', '開始日時', '通期予算', '1日の予算', 'メモ', 'バージョン', '更新者'],
      [expect.stringMatching(/^\d+$/u), `'${nasty}`, 'コンバージョン', 'agency a', '2026-04-01 00:00:00', '1234567.5', '', "'＋1", '1', ''],
    ])
  })

  test('speaks English to who wants it', async () => {
    const [head, row] = await csv(campaign.export, { columns: 'goal', q: 'HYPERLINK', locale: 'en' })
    expect([head, row]).toEqual([
      ['ID', 'Goal'],
      [expect.any(String), 'Conversions'],
    ])
  })

  test('is Shift_JIS for who wants it, with 〓 for what that lacks', async () => {
    const response = await admin.call(campaign.export, { query: { columns: 'name', q: 'HYPERLINK', encoding: 'sjis' } })
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=Shift_JIS')
    const text = iconv.decode(Buffer.from(await response.arrayBuffer()), 'cp932')
    expect(lines(text)[1]![1]).toBe(`'${nasty.replace('𠮷', '〓')}`)
  })

  test('has the columns of the list when none are asked for', async () => {
    const [head] = await csv(space.export, { locale: 'ja' })
    expect(head).toEqual([
      'ID',
      '広告枠名',
      '状態',
      '媒体',
      '最低単価（CPM）',
      '表示回数',
      'フィル率 (%)',
      'CTR (%)',
      '収益 (円)',
      'eCPM (円)',
    ])
  })

  test('is saved under a name in the language of its reader', async () => {
    const response = await admin.call(company.export, { query: { locale: 'ja' } })
    await response.body!.cancel()
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="__\d{0}_[\d-]{10}_\d{6}\.csv"; filename\*=UTF-8''%E4%BC%81%E6%A5%AD_\d{4}-\d\d-\d\d_\d{6}\.csv$/u,
    )
  })

  test('says in its name that a search or filters have chosen its records', async () => {
    const nameOf = async (query: Record<string, string>) => {
      const response = await admin.call(company.export, { query: { locale: 'en', ...query } })
      await response.body!.cancel()
      return /filename="(.*)_\d{4}-\d\d-\d\d_\d{6}\.csv"/u.exec(response.headers.get('Content-Disposition')!)?.[1]
    }
    expect(await nameOf({ sort: 'name', columns: 'name' })).toBe('Company')
    expect(await nameOf({ q: 'x' })).toBe('Company_filtered')
    expect(await nameOf({ credit_status: 'ACTIVE', format: 'csv' })).toBe('Company_filtered')
  })
})

describe('rows', () => {
  test('all that the filter matches, in the order of the list, however many', async () => {
    const names = Array.from({ length: 2345 }, (_, index) => `大量 ${String(index).padStart(4, '0')}`)
    const base = { enterprise_type: 'GODO', zip: '1', prefecture: '13', city: 'c', street1: 's', phone: '1', payment_type: 'PREPAY' }
    await api.db.insert(companies).values(names.map((name) => ({ ...base, ...named(name), credit_limit: '3000' })))
    const found = await csv(company.export, { q: '大量', sort: '-name', columns: 'name' })
    expect(found.slice(1).map(([, name]) => name)).toEqual(names.toReversed())
    expect(await csv(company.export, { q: '大量', payment_type: 'INVOICE' })).toHaveLength(1)
  })

  test.for(['pg', 'ptd'] as const satisfies Role[])('of the own tenant alone: %s', async (role) => {
    const client = await api.signIn(role)
    const rows = await csv(space.export, { columns: 'name' }, client)
    expect(rows.slice(1).map(([, name]) => name)).toEqual(['枠 a'])
    const { publisherGroup } = api.fixtures.b
    expect(await csv(space.export, { publisher_group_id: String(publisherGroup) }, client)).toHaveLength(1)
  })
})

describe('what a link has for itself is no filter', () => {
  const ids = async (endpoint: unknown, query: Query) => (await csv(endpoint, query)).slice(1).map(([id]) => Number(id))

  test('the account that the page shows leaves media groups of all accounts in their file', async () => {
    const { a, b } = api.fixtures
    const shown = { account_id: String(a.accounts.admin) }
    expect(await ids(publisher_group.export, shown)).toEqual(expect.arrayContaining([a.publisherGroup, b.publisherGroup]))
    expect(await ids(publisher_group.export, { ...shown, filter_account_id: String(b.accounts.pg) })).toEqual([b.publisherGroup])
  })

  test('the language of the page leaves users of either language in their file', async () => {
    const { b } = api.fixtures
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, b.users.pg))
    const english = await ids(pg_user.export, { locale: 'ja', filter_locale: 'en' })
    expect(english).toEqual([b.users.pg])
    const all = await ids(pg_user.export, { locale: 'ja' })
    expect(all).toEqual(expect.arrayContaining(english))
    expect(all.length).toBeGreaterThan(1)
    expect((await ids(pg_user.export, { locale: 'en' })).toSorted()).toEqual(all.toSorted())
  })
})

test('a filter or a search leads nobody to campaigns of another advertiser', async () => {
  const foreign = await api.signIn('advertiser', 'b')
  expect(await csv(campaign.export, { q: 'HYPERLINK', columns: 'name' }, foreign)).toHaveLength(1)
  const own = await csv(campaign.export, { columns: 'name' }, foreign)
  expect(own.slice(1).map(([, name]) => name)).toEqual(['キャンペーン b'])
})

describe('xlsx', () => {
  test('has the same rows with numbers and times as such', async () => {
    const columns = 'name,start_at,lifetime_budget,memo'
    const response = await admin.call(campaign.export, { query: { columns, q: 'HYPERLINK', format: 'xlsx', locale: 'ja' } })
    expect(response.headers.get('Content-Disposition')).toContain('.xlsx')
    const sheet = unzip(new Uint8Array(await response.arrayBuffer()))['xl/worksheets/sheet1.xml']!
    expect(sheet).toContain('>キャンペーン名</t>')
    expect(sheet).toContain(`>'=HYPERLINK(&quot;x&quot;),改\n行 𠮷 髙</t>`)
    expect(sheet).toContain('<v>1234567.5</v>')
    expect(sheet).toContain('<c s="3"><v>46113</v></c>')
    expect(sheet).toContain(">'＋1</t>")
  })
})

describe('refusals', () => {
  async function refusal(query: Query, client = admin, endpoint: (typeof endpoints)['campaign']['export'] = campaign.export) {
    const response = await client.call(endpoint, { query })
    return { status: response.status, body: await response.json() }
  }

  test('columns that are none, filters that are none, and another account than the page shows', async () => {
    expect(await refusal({ columns: 'name,name_norm' })).toMatchObject({ status: 422, body: { errors: { columns: [expect.any(String)] } } })
    expect(await refusal({ columns: 'deleted_at' })).toMatchObject({ status: 422 })
    expect(await refusal({ goal: 'NONE' })).toMatchObject({ status: 422, body: { errors: { goal: [expect.any(String)] } } })
    expect(await refusal({ account_id: '1234567' })).toMatchObject({ status: 409, body: { code: 'account_changed' } })
  })

  test('who may not list may not export', async () => {
    expect(await refusal({}, await api.signIn('advertiser'), company.export as never)).toMatchObject({ status: 403 })
  })
})

test('fields that the role may not see are in no file', async () => {
  const { exportRecords } = await import('./export.ts')
  const { spaceMapping } = await import('../../space/mapping.ts')
  const { resource } = spaceMapping
  const hidden = { ...resource.fields['reserve_price']!, roles: ['admin' as const] }
  const mapping = { ...spaceMapping, resource: { ...resource, fields: { ...resource.fields, reserve_price: hidden } } }
  const { a } = api.fixtures
  const asked = (query: Query) =>
    exportRecords({ db: api.db, session: { account_id: a.accounts.pg, role: 'pg' }, locale: 'ja', query } as never, mapping)
  expect(await (await asked({})).text()).not.toMatch(/最低単価|120\.5/u)
  await expect(asked({ columns: 'name,reserve_price' })).rejects.toMatchObject({ code: 'validation_failed' })
  expect(await (await asked({ columns: 'name' })).text()).toContain('枠 a')
})

test('a reader who stands still holds no connection and no other account up; too many files of an account are told to come again', async () => {
  const { a } = api.fixtures
  const row = { publisher_group_id: a.publisherGroup, medium_id: a.medium, position: 'FOOTER' }
  for (let batch = 0; batch < 6; batch++) {
    await api.db.insert(spaces).values(Array.from({ length: 1000 }, (_, index) => ({ ...row, ...named(`多い枠 ${batch} ${index}`) })))
  }
  const open = await Promise.all(Array.from({ length: 4 }, () => admin.call(space.export, {})))
  expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
  const refused = await admin.call(space.export, {})
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5'])
  expect(((await refused.json()) as { message: string }).message).toContain('合計4GBまで')
  expect(await csv(space.export, {}, await api.signIn('pg', 'b'))).toHaveLength(2)
  const inTransaction = `select from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`
  await expect.poll(async () => (await api.pool.query(inTransaction)).rows).toEqual([])
  await Promise.all(open.map((response) => response.body!.cancel()))
  await expect.poll(() => filesIn(api.spool)).toEqual([])
  expect((await csv(space.export, { q: '多い枠' })).length).toBe(6001)
})
