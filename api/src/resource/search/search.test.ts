import { endpoints, searchForm } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaigns } from '../../db/schema.ts'
import { named } from '../../db/schema/common.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { asSuperuser } from '../../testing/database.ts'
import type { NextStep } from '../../db/upgrade/backfills.ts'
import { searchedNames } from '../../db/upgrade/searched-names.ts'
import { bigramsOf } from './search.ts'

interface Page {
  data: { id: number; name: string; goal: string }[]
  page: { next: string | null; previous: string | null; total: number; capped: boolean }
}

let api: TestApi
let admin: TestClient
const far = ['春の販促', 'ＡＢＣ Summer', '100%OFF_セール', '𠮷野家', '春', 'ﾊﾙｶｾﾞ', '遠い春の販促']

/** Names far from the top of the list, below 3,200 newer campaigns. */
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  const base = { advertiser_account_id: api.fixtures.a.accounts.advertiser, goal: 'TRAFFIC', lifetime_budget: '1000' }
  const period = { start_at: new Date('2026-01-01T00:00:00Z'), end_at: new Date('2099-01-01T00:00:00Z') }
  const old = new Date('2020-01-01T00:00:00Z')
  const rows = (names: readonly string[], updated_at: Date) => names.map((name) => ({ ...base, ...period, ...named(name), updated_at }))
  await api.db.insert(campaigns).values(rows(far, old))
  const newer = Array.from({ length: 3200 }, (_, index) => `夏の企画 ${index}`)
  for (let from = 0; from < newer.length; from += 800) {
    await api.db.insert(campaigns).values(rows(newer.slice(from, from + 800), new Date('2026-06-01T00:00:00Z')))
  }
})
afterAll(() => api.close())

async function search(q: string, query: Record<string, string> = {}): Promise<Page> {
  const response = await admin.call(endpoints.campaign.list, { query: { q, limit: '20', ...query } })
  expect(response.status).toBe(200)
  return (await response.json()) as Page
}
const names = async (q: string, query?: Record<string, string>) => (await search(q, query)).data.map(({ name }) => name).toSorted()

test('the database and the search make the same pairs', async () => {
  for (const text of ['', 'a', '春の販促', 'aaaa', '𠮷野家 abc']) {
    const { rows } = await api.db.execute<{ pairs: string[] }>(sql`select bigrams(${text}) as pairs`)
    expect(rows[0]!.pairs.toSorted()).toEqual(bigramsOf(text).toSorted())
  }
})

test('the database and the contract fold names alike', async () => {
  const every = Array.from({ length: 0x30ff - 0x2000 }, (_, index) => String.fromCodePoint(0x2000 + index)).join('')
  const texts = [
    '',
    'ＡＢＣ　あいう',
    'ｻｰﾊﾞｰ・サーバ',
    'ゔゞヴ',
    '𠮷野家',
    'É Ä ß',
    '03-1234－5678',
    'a\tb\nc',
    ...every.match(/.{1,50}/gsu)!,
  ]
  for (const text of texts) {
    const { rows } = await api.db.execute<{ folded: string }>(sql`select search_form(${text}) as folded`)
    expect(rows[0]!.folded, text).toBe(searchForm(text))
  }
})

test('names of before are made anew, a step at a time', async () => {
  await api.db.execute(sql`update campaigns set name_norm = lower(normalize(name, NFKC)) where name = 'ﾊﾙｶｾﾞ' or name like '夏の企画 %'`)
  let next: NextStep | null = null
  let steps = 0
  do {
    next = await searchedNames.step(api.db, next?.position ?? null)
    steps += 1
  } while (next)
  expect(steps).toBeGreaterThan(10)
  const { rows } = await api.db.execute<{ name: string; name_norm: string }>(sql`select name, name_norm from campaigns`)
  expect(rows.filter(({ name, name_norm }) => name_norm !== searchForm(name))).toEqual([])
})

describe('what lies far down is found', () => {
  test.for<[string, string[]]>([
    ['販促', ['春の販促', '遠い春の販促']],
    ['春の', ['春の販促', '遠い春の販促']],
    ['春', ['春', '春の販促', '遠い春の販促']],
    ['促', ['春の販促', '遠い春の販促']],
    ['ａｂｃ　ＳＵＭ', ['ＡＢＣ Summer']],
    ['SUMMER', ['ＡＢＣ Summer']],
    ['ハルカゼ', ['ﾊﾙｶｾﾞ']],
    ['はるかぜ', ['ﾊﾙｶｾﾞ']],
    ['販促　春', ['春の販促', '遠い春の販促']],
    ['の 遠い　販', ['遠い春の販促']],
    ['春の 象牙', []],
    ['%off_', ['100%OFF_セール']],
    ['0%o', ['100%OFF_セール']],
    ['吉野家', []],
    ['𠮷野', ['𠮷野家']],
    ['促春', []],
    [' 販促 ', ['春の販促', '遠い春の販促']],
  ])('%s', async ([q, expected]) => {
    const { data, page } = await search(q)
    expect(data.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
    expect(page).toEqual({ next: null, previous: null, total: expected.length, capped: false })
  })
})

test('together with filters, in every order, also when nothing is left', async () => {
  expect(await names('販促', { goal: 'CONVERSION' })).toEqual([])
  expect((await search('販促', { sort: 'name', goal: 'TRAFFIC' })).data.map(({ name }) => name)).toEqual(['春の販促', '遠い春の販促'])
  expect((await search('販促', { sort: '-name' })).data.map(({ name }) => name)).toEqual(['遠い春の販促', '春の販促'])
})

test('pages over the border between the near and the far hold every record once, either way', async () => {
  await api.db.execute(sql`update campaigns set name = name || ' 促', name_norm = name_norm || ' 促' where name like '夏の企画 %7'`)
  const [expected] = (await api.db.execute<{ count: number }>(sql`select count(*) from campaigns where name like '%促%'`)).rows
  const seen: number[] = []
  let after: string | null = null
  const backwards: string[] = []
  do {
    const found: Page = await search('促', after === null ? {} : { after })
    expect(found.page.total).toBe(expected!.count)
    seen.push(...found.data.map(({ id }) => id))
    after = found.page.next
    if (found.page.previous) backwards.push(found.page.previous)
  } while (after !== null)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(expected!.count)
  expect(backwards).not.toEqual([])
  const before = await search('促', { before: backwards.at(-1)! })
  const at = seen.indexOf(before.data[0]!.id)
  expect(before.data.map(({ id }) => id)).toEqual(seen.slice(at, at + before.data.length))
})

test('a common word fills its page, and is counted', async () => {
  const { data, page } = await search('企画')
  expect(data).toHaveLength(20)
  expect(page).toMatchObject({ total: 3200, capped: false, next: expect.any(String) })
})

test('statistics that expect a word everywhere change nothing about what is found', async () => {
  type Size = { reltuples: number; relpages: number }
  const { rows } = await api.db.execute<Size>(sql`select reltuples, relpages from pg_class where oid = 'campaigns'::regclass`)
  const believe = ({ reltuples, relpages }: Size) =>
    asSuperuser(api.url, `update pg_class set reltuples = ${reltuples}, relpages = ${relpages} where oid = 'campaigns'::regclass`)
  await believe({ reltuples: 1e9, relpages: 1 })
  try {
    expect(await names('遠い')).toEqual(['遠い春の販促'])
    expect((await search('遠い', { sort: '-name' })).page).toMatchObject({ total: 1, next: null })
    expect((await search('企画')).page).toMatchObject({ total: 3200, capped: false, next: expect.any(String) })
    expect((await search('象牙')).page.total).toBe(0)
  } finally {
    await believe(rows[0]!)
  }
})

test('another tenant finds its own alone', async () => {
  const foreign = await api.signIn('advertiser', 'b')
  for (const endpoint of [endpoints.campaign.select, endpoints.campaign.list]) {
    const response = await foreign.call(endpoint, { query: { q: '販促' } })
    expect(await response.json()).toMatchObject({ data: [] })
  }
})
