import { campaignServingStatuses, countCap, endpoints } from '@adsite/contract'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaigns, companies, spaces } from '../../db/schema.ts'
import { named } from '../../db/schema/common.ts'
import { settleAnew } from '../../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'

interface Page {
  data: { id: number; name: string; reserve_price?: string | null; refs: Record<string, string> }[]
  page: { next: string | null; previous: string | null; total: number; capped: boolean }
}

let api: TestApi
let admin: TestClient

const list = async (
  endpoint: (typeof endpoints)['campaign' | 'space' | 'company']['list'],
  query: Record<string, string | number> = {},
) => {
  const response = await admin.call(endpoint, { query })
  expect(response.status).toBe(200)
  return (await response.json()) as Page
}

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  const { a } = api.fixtures
  const base = { publisher_group_id: a.publisherGroup, medium_id: a.medium, position: 'FOOTER' }
  // Produces ties: few prices, many empty; times that differ in microseconds only, or not at all.
  await api.db.insert(spaces).values(
    Array.from({ length: 70 }, (_, index) => ({
      ...base,
      ...named(`広告枠 ${String(index % 7)}`),
      reserve_price: [null, '0.000001', '0.000002', '999999999999.999999'][index % 4]!,
      updated_at: sql`timestamptz '2026-01-01 00:00:00Z' + make_interval(secs => ${(index % 5) / 1_000_000})`,
    })),
  )
})
afterAll(() => api.close())

describe('keyset paging', () => {
  const sorts = ['updated_at', '-updated_at', 'name', '-name', 'reserve_price', '-reserve_price']

  test.for(sorts)('%s: every row exactly once, forward and back', async (sort) => {
    const query = { sort, limit: 20 }
    const pages: Page[] = []
    for (let after: string | null | undefined; after !== null; after = pages.at(-1)!.page.next) {
      pages.push(await list(endpoints.space.list, after ? { ...query, after } : query))
    }
    const forward = pages.map(({ data }) => data.map(({ id }) => id))
    expect(new Set(forward.flat()).size).toBe(72)
    expect(forward.flat()).toHaveLength(72)
    expect(pages[0]!.page.previous).toBeNull()

    const backward: number[][] = [forward.at(-1)!]
    for (let before = pages.at(-1)!.page.previous; before !== null;) {
      const { data, page } = await list(endpoints.space.list, { ...query, before })
      backward.unshift(data.map(({ id }) => id))
      before = page.previous
    }
    expect(backward.flat()).toEqual(forward.flat())
  })

  test('empty values come last in both directions', async () => {
    for (const sort of ['reserve_price', '-reserve_price']) {
      const { data } = await list(endpoints.space.list, { sort, limit: 100 })
      const empty = data.map(({ reserve_price }) => reserve_price === null)
      expect(empty.indexOf(true)).toBe(empty.length - empty.filter(Boolean).length)
    }
  })

  test('a cursor that is none, or of another order, is refused by its parameter', async () => {
    const { page } = await list(endpoints.space.list, { sort: 'name', limit: 20 })
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const bad: Record<string, string>[] = [
      { after: 'x' },
      { after: cursor(['-updated_at', '2026-99-99T00:00:00.000000Z', 1]) },
      { after: cursor(['-updated_at', "2026'; drop table spaces", 1]) },
      { after: cursor(['-updated_at', null, 1]) },
      { before: cursor(['name', 'a\0b', 1]), sort: 'name' },
      { before: cursor(['reserve_price', '1e5', 1]), sort: 'reserve_price' },
      { after: page.next!, sort: '-name' },
      { after: page.next!, before: page.next!, sort: 'name' },
    ]
    for (const query of bad) {
      const response = await admin.call(endpoints.space.list, { query })
      expect([response.status, await response.json()]).toMatchObject([
        422,
        { errors: { [query['before'] ? 'before' : 'after']: [expect.any(String)] } },
      ])
    }
  })
})

describe('filters', () => {
  const ids = async (query: Record<string, string | number>) => (await list(endpoints.space.list, { limit: 100, ...query })).data.length

  test('of spaces', async () => {
    const { a, b } = api.fixtures
    expect(await ids({ status: 'ACTIVE,INACTIVE' })).toBe(72)
    expect(await ids({ status: 'INACTIVE' })).toBe(0)
    expect(await ids({ position: 'FOOTER' })).toBe(70)
    expect(await ids({ publisher_group_id: b.publisherGroup })).toBe(1)
    expect(await ids({ medium_id: `${a.medium},${b.medium}` })).toBe(72)
    expect(await ids({ reserve_price_min: '0.000002' })).toBe(36)
    expect(await ids({ reserve_price_max: '0.000001' })).toBe(18)
    expect(await ids({ reserve_price_min: '0.000002', reserve_price_max: '120.500000' })).toBe(19)
    // Empty parameters are dropped (spec/api "Empty parameters").
    expect(await ids({ status: '', q: '' })).toBe(72)
  })

  test('of companies', async () => {
    expect((await list(endpoints.company.list, { prefecture: '13', payment_type: 'INVOICE', credit_status: 'ACTIVE' })).data).toHaveLength(
      2,
    )
    expect((await list(endpoints.company.list, { prefecture: '01' })).data).toHaveLength(0)
    expect((await list(endpoints.company.list, { credit_limit_min: '3001' })).data).toHaveLength(0)
  })

  test('of campaigns: accounts, goal, JST days with both ends, budget', async () => {
    const { a } = api.fixtures
    const count = async (query: Record<string, string | number>) => (await list(endpoints.campaign.list, query)).data.length
    expect(await count({ advertiser_account_id: a.accounts.advertiser })).toBe(1)
    expect(await count({ agency_account_id: a.accounts.agency, goal: 'TRAFFIC,AWARENESS' })).toBe(1)
    expect(await count({ goal: 'AWARENESS' })).toBe(0)
    expect(await count({ lifetime_budget_min: '100000', lifetime_budget_max: '100000' })).toBe(2)
    // They start at 2026-01-01T00:00Z, which is 09:00 of that day in Japan.
    await api.db
      .update(campaigns)
      .set({ start_at: new Date('2025-12-31T15:00:00Z') })
      .where(eq(campaigns.id, a.campaign))
    expect(await count({ start_at_from: '2026-01-01', start_at_to: '2026-01-01' })).toBe(2)
    expect(await count({ start_at_to: '2025-12-31' })).toBe(0)
    expect(await count({ start_at_from: '2026-01-02' })).toBe(0)
  })

  test('of campaigns: the derived status, in the order of its rules', async () => {
    const { a, b } = api.fixtures
    const hour = 3_600_000
    const at = (hours: number) => new Date(Date.now() + hours * hour)
    const cases = [
      [{ start_at: at(-48), end_at: at(-1), user_status: 'PAUSED' }, 'EXPIRED'],
      [{ start_at: at(1), end_at: at(48), user_status: 'PAUSED' }, 'PAUSED'],
      [{ start_at: at(1), end_at: at(48), user_status: 'ACTIVE' }, 'AWAITING'],
      [{ start_at: at(-1), end_at: at(48), user_status: 'PAUSED' }, 'PAUSED'],
      [{ start_at: at(-1), end_at: at(48), user_status: 'ACTIVE' }, 'SERVING'],
    ] as const
    await api.db
      .update(campaigns)
      .set({ end_at: at(-1), start_at: at(-99) })
      .where(eq(campaigns.id, b.campaign))
    for (const [values, status] of cases) {
      await api.db.update(campaigns).set(values).where(eq(campaigns.id, a.campaign))
      await settleAnew(api)
      const { data } = await list(endpoints.campaign.list, { serving_status: status })
      expect(data.map(({ id }) => id)).toContain(a.campaign)
      expect(data).toHaveLength(status === 'EXPIRED' ? 2 : 1)
      const others = campaignServingStatuses.keys.filter((key) => key !== status && key !== 'EXPIRED')
      expect((await list(endpoints.campaign.list, { serving_status: others.join(',') })).data).toEqual([])
    }
    // Several statuses are found in one order, page by page.
    await api.db.insert(campaigns).values(
      Array.from({ length: 28 }, (_, index) => ({
        ...named(`並び${index}`),
        advertiser_account_id: a.accounts.advertiser,
        goal: 'TRAFFIC',
        lifetime_budget: '1',
        start_at: at(-100 - index),
        end_at: at(index % 2 === 0 ? 48 + index : -1 - index),
      })),
    )
    await settleAnew(api)
    const query = { serving_status: 'SERVING,EXPIRED', sort: 'end_at', limit: 20 }
    const first = await list(endpoints.campaign.list, query)
    const second = await list(endpoints.campaign.list, { ...query, after: first.page.next! })
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    const sorted = await api.db.select({ id: campaigns.id }).from(campaigns).orderBy(campaigns.end_at, campaigns.id)
    expect(ids).toEqual(sorted.map(({ id }) => id))
    expect(first.page.total).toBe(30)
    await api.db.delete(campaigns).where(like(campaigns.name, '並び%'))
  })

  test('an unknown parameter, value or sort is refused by name', async () => {
    for (const [name, value] of [
      ['colour', 'red'],
      ['status', 'GREEN'],
      ['sort', 'memo'],
      ['limit', '7'],
      ['reserve_price_min', '1e3'],
      ['publisher_group_id', '1 or 1=1'],
    ] as const) {
      const response = await admin.call(endpoints.space.list, { query: { [name]: value } })
      expect([response.status, await response.json()]).toMatchObject([
        422,
        { code: 'validation_failed', errors: { [name]: [expect.any(String)] } },
      ])
    }
  })
})

describe('search', () => {
  beforeAll(async () => {
    const { a } = api.fixtures
    const base = { publisher_group_id: a.publisherGroup, medium_id: a.medium, position: 'OVERLAY' }
    await api.db
      .insert(spaces)
      .values(['ＡＢＣ％割引', 'abc_x', String.raw`back\slash`, 'ｶﾞｿﾘﾝ'].map((name) => ({ ...base, ...named(name) })))
  })
  const names = async (q: string) => (await list(endpoints.space.list, { q, limit: 100 })).data.map(({ name }) => name)

  test('folds width and case, and takes % _ \\ as themselves', async () => {
    expect((await names('ABC')).toSorted()).toEqual(['abc_x', 'ＡＢＣ％割引'].toSorted())
    expect(await names('%')).toEqual(['ＡＢＣ％割引'])
    expect(await names('_')).toEqual(['abc_x'])
    expect(await names('\\')).toEqual([String.raw`back\slash`])
    expect(await names('ガソ')).toEqual(['ｶﾞｿﾘﾝ'])
    expect(await names("' or true --")).toEqual([])
  })

  test('select lists search the same way, and name known ids', async () => {
    const select = async (query: Record<string, string>) =>
      (await (await admin.call(endpoints.space.select, { query })).json()) as { data: object[] }
    expect((await select({ q: '割引' })).data).toHaveLength(1)
    expect((await select({})).data).toHaveLength(50)
    expect((await select({ ids: `${api.fixtures.a.space},${api.fixtures.b.space}` })).data).toHaveLength(2)
  })
})

test('the rows of a list that is edited in place are asked for by their ids, in the scope of the caller alone', async () => {
  const own = await list(endpoints.campaign.list, { limit: 100 })
  const [first, second] = own.data.map(({ id }) => id) as [number, number]
  const advertiser = await api.signIn('advertiser')
  const foreign = (await (await (await api.signIn('advertiser', 'b')).call(endpoints.campaign.list, {})).json()) as Page
  const read = async (client: TestClient, ids: string) =>
    (await (await client.call(endpoints.campaign.list, { query: { ids } })).json()) as Page
  expect((await read(admin, `${second},999999999`)).data.map(({ id }) => id)).toEqual([second])
  expect((await read(admin, `${second},${first}`)).data.map(({ id }) => id)).toEqual([first, second])
  expect((await read(advertiser, foreign.data.map(({ id }) => id).join())).data).toEqual([])
  for (const ids of ['', '1,', 'x', '1;2'])
    expect((await admin.call(endpoints.campaign.list, { query: { ids } })).status).toBe(ids === '' ? 200 : 422)
  expect((await admin.call(endpoints.company.list, { query: { ids: '1' } })).status).toBe(422)
})

test('names of references and people come with the rows', async () => {
  const { a } = api.fixtures
  const { data } = await list(endpoints.campaign.list, { advertiser_account_id: a.accounts.advertiser })
  expect(data[0]!.refs).toEqual({ advertiser_account_id: 'advertiser a', agency_account_id: 'agency a', rep_account_id: 'rep a' })
})

test('counting stops at the cap unless asked to go on', async () => {
  await api.db.execute(sql`
    insert into companies (name, name_norm, enterprise_type, zip, prefecture, city, street1, phone, payment_type, credit_limit)
    select '会社 ' || n, '会社 ' || n, 'OTHER', '100-0001', '13', 'x', 'x', '0312345678', 'PREPAY', 3000 from generate_series(1, ${countCap + 5}) as n`)
  expect((await list(endpoints.company.list)).page).toMatchObject({ total: countCap, capped: true })
  expect((await list(endpoints.company.list, { count: 'exact' })).page).toMatchObject({ total: countCap + 7, capped: false })
  await api.db.update(companies).set({ deleted_at: new Date() }).where(eq(companies.payment_type, 'PREPAY'))
  expect((await list(endpoints.company.list)).page).toMatchObject({ total: 2, capped: false })
})
