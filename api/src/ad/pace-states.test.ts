import { countCap, endpoints, required, type EndpointResponse, type Role } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { named } from '../db/schema/common.ts'
import { handIn } from '../delivery/testing/advertiser.ts'
import { Random } from '../demo/base/random.ts'
import { pauseWorker, settleAnew } from '../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { insertAd, insertCampaign, insertOrder } from '../testing/fixtures.ts'
import { day, midnight } from '../testing/japan-days.ts'
import { copyAds } from './testing/copied-ads.ts'

type Page = EndpointResponse<typeof endpoints.ad.list>
type Row = Page['data'][number]
type Totals = EndpointResponse<typeof endpoints.ad.totals>['data']
interface Query {
  readonly [name: string]: string
}

const states = ['behind', 'ahead', 'on_pace'] as const
const roles = ['admin', 'advertiser', 'agency'] as const
const sorts = ['-updated_at', 'name', 'pace_rate', '-pace_rate', '-forecast', 'gross', '-gross', 'cpa', '-spent_rate'] as const
const figures = 'gross,imps'
const random = new Random(19)

let api: TestApi
const clients: Partial<Record<Role, ReturnType<TestApi['signIn']>>> = {}
let resumeWorker: () => Promise<void>

beforeAll(async () => {
  api = await startTestApi()
  for (const tenant of ['a', 'b'] as const) {
    const { accounts } = api.fixtures[tenant]
    const campaign = await insertCampaign(api.db, accounts, '状態')
    const names = Array.from({ length: 45 }, (_, index) => `状態${tenant}${index}`)
    for (const name of names) {
      const id = await insertAd(api.db, api.fixtures[tenant], {
        ...named(name),
        campaign_id: campaign,
        billing: 'CPM',
        quantity: 1000,
        budget: String(1000 * random.whole(20, 900)),
        start_at: midnight(20),
        end_at: midnight(-20),
        product_id: api.fixtures[tenant].product,
      })
      await insertOrder(api.db, id, { status: 'APPROVED' })
    }
    // A third of the ads has no delivery.
    const lines = names
      .slice(15)
      .flatMap((name) =>
        Array.from({ length: 20 }, (_, days) => `${day(days + 1)},状態,${name},${random.whole(1, 999)},${random.whole(0, 9000)}`),
      )
    await handIn(api.pool, `day,campaign,ad,imps,gross\n${lines.join('\n')}\n`, {
      advertiser: String(accounts.advertiser),
      source: `s-${tenant}`,
    })
  }
  await settleAnew(api)
  resumeWorker = await pauseWorker(api)
  await api.db.execute(sql`update ads set user_status = 'PAUSED' where id % 4 = 0`)
  await api.db.execute(sql`update ad_paces set state = (${sql.param([...states])}::text[])[1 + ad_id % 3]`)
})
afterAll(async () => {
  await resumeWorker()
  await api.close()
})

async function read<T>(endpoint: typeof endpoints.ad.list | typeof endpoints.ad.totals, query: Query, role: Role): Promise<T> {
  const client = await (clients[role] ??= api.signIn(role))
  const response = await client.call(endpoint, { query })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as T
}
const page = (query: Query, role: Role) => read<Page>(endpoints.ad.list, { limit: '20', figures, ...query }, role)

/** All rows of a list, page by page; or those of its first `count` pages. */
async function pages(query: Query, role: Role, count = Infinity): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null = '', read = 0; after !== null && read < count; read++) {
    const { data, page: turned } = await page({ ...query, ...(after ? { after } : {}) }, role)
    rows.push(...data)
    after = turned.next
  }
  return rows
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
interface Filter {
  readonly pace_state: string
  readonly user_status?: 'ACTIVE'
}
const among = (rows: readonly Row[], { pace_state, user_status: setting }: Filter) =>
  rows.filter((row) => row.pace_state && pace_state.includes(row.pace_state) && (!setting || row.user_status === setting))
/** Each state alone, and with another filter. */
const filters = (...states: string[]): Filter[] =>
  states.flatMap((state): Filter[] => [{ pace_state: state }, { pace_state: state, user_status: 'ACTIVE' }])

test.for(roles)('a filter by states leaves the order of the list, and counts what it leaves, for %s', async (role) => {
  for (const sort of sorts) {
    const all = await pages({ sort }, role)
    for (const filter of filters('behind', 'ahead,on_pace')) {
      const expected = among(all, filter)
      expect(expected.length).toBeGreaterThan(5)
      expect([sort, filter, idsOf(await pages({ sort, ...filter }, role))]).toEqual([sort, filter, idsOf(expected)])
      for (const count of ['', 'exact'])
        expect((await page({ sort, ...filter, ...(count && { count }) }, role)).page).toMatchObject({
          total: expected.length,
          capped: false,
        })
    }
  }
})

test.for(roles)('totals of some states are sums of their rows, for %s', async (role) => {
  const all = await pages({}, role)
  for (const filter of filters('behind', 'ahead,on_pace', 'behind,ahead,on_pace')) {
    const rows = among(all, filter)
    const { data } = await read<{ data: Totals }>(endpoints.ad.totals, { figures, paces: 'forecast,spent_rate', ...filter }, role)
    const sum = (of: (row: Row) => unknown) => rows.reduce((total, row) => total + Number(of(row) ?? 0), 0)
    expect([Number(data.figures.gross), Number(data.figures.imps)]).toEqual([
      sum(({ figures: of }) => of?.gross),
      sum(({ figures: of }) => of?.imps),
    ])
    expect(data.figures.gross).not.toBe('0')
    const { forecast, spent_rate } = required(data.paces, 'the paces')
    expect([Number(forecast?.value), forecast?.records]).toEqual([sum((row) => row.forecast), rows.filter((row) => row.forecast).length])
    expect(spent_rate?.records).toBe(rows.length)
  }
})

test('states of more records than are counted leave the order of the list too', async () => {
  const { accounts } = api.fixtures.a
  const campaign = await insertCampaign(api.db, accounts, '多い')
  const model = await insertAd(api.db, api.fixtures.a, { ...named('多い'), campaign_id: campaign })
  await copyAds(api.db, model, countCap)
  await api.db.execute(sql`update ads set user_status = 'PAUSED' where name like '多い_%' and id % 3 = 0`)
  await api.db.execute(sql`insert into ad_paces (advertiser_account_id, ad_id, through, state, ratio, forecast)
    select advertiser_account_id, id, (select max(through) from ad_paces), 'behind', 0.1 + id % 7, id % 11 from ads where name like '多い_%'`)
  // As autovacuum does soon after.
  await api.db.execute(sql`analyze ads, ad_paces`)
  for (const role of ['admin', 'advertiser'] as const)
    for (const sort of sorts) {
      const rows = await pages({ sort }, role, 25)
      for (const filter of filters('behind')) {
        const all = idsOf(among(rows, filter))
        const found = await page({ sort, ...filter }, role)
        expect(found.page).toMatchObject(filter.user_status ? { capped: false } : { total: countCap, capped: true })
        expect(all.length).toBeGreaterThan(20)
        expect([sort, filter, idsOf(found.data)]).toEqual([sort, filter, all.slice(0, 20)])
        const second = await page({ sort, ...filter, after: required(found.page.next, 'a second page') }, role)
        expect(idsOf(second.data)).toEqual(all.slice(20, 20 + second.data.length))
        expect(second.data.length).toBeGreaterThan(0)
        const back = await page({ sort, ...filter, before: required(second.page.previous, 'the first page') }, role)
        expect(idsOf(back.data)).toEqual(idsOf(found.data))
      }
    }
})
