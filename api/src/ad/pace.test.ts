import { japanDay, paceDays, paceOf, required, type EndpointResponse, type Role } from '@adsite/contract'
import { endpoints } from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ads, campaigns, orders } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { handIn } from '../delivery/testing/advertiser.ts'
import { Random } from '../demo/base/random.ts'
import { statusesRule } from '../pace/paced-records.ts'
import { addDays } from '../report/days.ts'
import { allSettled, settleAnew } from '../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { insertAd, insertCampaign, insertOrder, type Tenant } from '../testing/fixtures.ts'
import { day, midnight } from '../testing/japan-days.ts'

type Row = EndpointResponse<typeof endpoints.ad.list>['data'][number]
type Totals = EndpointResponse<typeof endpoints.ad.totals>['data']
interface Query {
  readonly [name: string]: string
}

const random = new Random(29)
const made = new Map<string, number>()
const idOf = (name: string) => required(made.get(name), name)
const paced = 'spent_rate,pace_rate,forecast'

let api: TestApi

interface Made {
  readonly begins: number
  readonly ends: number
  readonly budget: number
  readonly status?: string
}

/** An ad of a tenant's campaign 「計画」, from `begins` days ago until `ends` days from today. */
async function insert(name: string, campaign_id: number, { begins, ends, budget, status = 'APPROVED' }: Made, tenant: Tenant = 'a') {
  const bought = { ...named(name), billing: 'CPM', quantity: 1000, budget: String(budget), product_id: api.fixtures[tenant].product }
  const period = { start_at: midnight(begins), end_at: midnight(-ends) }
  const id = await insertAd(api.db, api.fixtures[tenant], { campaign_id, ...period, ...bought })
  await insertOrder(api.db, id, { status })
  made.set(name, id)
}

beforeAll(async () => {
  api = await startTestApi()
  for (const tenant of ['a', 'b'] as const) {
    const { accounts } = api.fixtures[tenant]
    const campaign = await insertCampaign(api.db, accounts, '計画')
    await api.db
      .update(campaigns)
      .set({ start_at: midnight(90), end_at: midnight(-60), lifetime_budget: '100000000' })
      .where(eq(campaigns.id, campaign))
    const names = Array.from({ length: 14 }, (_, index) => `計測${tenant}${index}`)
    for (const name of names) {
      const budget = 1000 * random.whole(20, 900)
      await insert(name, campaign, { begins: random.whole(2, 60), ends: random.whole(1, 50), budget }, tenant)
    }
    const even = { begins: 10, ends: 10, budget: 100_000 }
    await insert(`未承認${tenant}`, campaign, { ...even, status: 'PENDING_APPROVAL' }, tenant)
    await insert(`先${tenant}`, campaign, { ...even, begins: -1 }, tenant)
    await insert(`終了${tenant}`, campaign, { ...even, ends: 0 }, tenant)
    await insert(`無配信${tenant}`, campaign, even, tenant)
    // Of the last seventy days, with today's, which is not over; several lines a day.
    const lines = [...names, `未承認${tenant}`, `終了${tenant}`].flatMap((name) =>
      Array.from({ length: 60 }, () => `${day(random.whole(0, 70))},計画,${name},${random.whole(1, 999)},${random.whole(0, 9000)}.25`),
    )
    // An ad that its file made has no budget.
    const unbought = `${day(3)},計画,予算なし${tenant},10,12345.5`
    const file = `day,campaign,ad,imps,gross\n${[...lines, unbought].join('\n')}\n`
    await handIn(api.pool, file, { advertiser: String(accounts.advertiser), source: `s-${tenant}` })
  }
  await settleAnew(api)
})
afterAll(() => api.close())

async function read<T>(
  endpoint: typeof endpoints.ad.list | typeof endpoints.ad.totals,
  query: Query,
  role: Role = 'advertiser',
): Promise<T> {
  const response = await (await api.signIn(role)).call(endpoint, { query })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as T
}
const listed = async (query: Query, role?: Role) =>
  (await read<{ data: Row[] }>(endpoints.ad.list, { limit: '100', q: '', ...query }, role)).data.filter(({ id }) =>
    [...made.values()].includes(id),
  )
const totals = async (query: Query, role?: Role) =>
  required((await read<{ data: Totals }>(endpoints.ad.totals, { paces: paced, ...query }, role)).data.paces, 'paces')
const valuesOf = ({ pace_state, pace_rate, spent_rate, planned_spend, forecast }: Row) => ({
  pace_state,
  pace_rate,
  spent_rate,
  planned_spend,
  forecast,
})

/** Spend by ad and day, straight from the facts. */
async function factsOf(id: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await api.pool.query<{ day: string; gross: string }>(
    'select day::text, sum(gross) as gross from delivery_facts where ad_id = $1 group by 1',
    [id],
  )
  return new Map(rows.map((row) => [row.day, Number(row.gross)]))
}
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** The input of `paceOf` from the facts, and what follows from it. */
async function expected(id: number) {
  const [ad] = await api.db.select().from(ads).where(eq(ads.id, id))
  const { start_at, end_at, budget } = required(ad, 'the ad')
  const grosses = await factsOf(id)
  const through = day(1)
  const days = Array.from({ length: paceDays }, (_, index) => addDays(through, index + 1 - paceDays))
  const spent = sum([...grosses].flatMap(([date, gross]) => (date <= through ? [gross] : [])))
  const own = days.filter((date) => date >= japanDay(start_at)).map((date) => ({ day: date, gross: grosses.get(date) ?? 0 }))
  const pace = end_at > midnight(0) ? paceOf({ budget: Number(budget), start: start_at, end: end_at, through, spent, days: own }) : null
  return { pace, spent, whole: sum(grosses.values()), budget: Number(budget) }
}
const number = (value: string | null | undefined) => (value === null || value === undefined ? null : Number(value))
const rounded = (value: number) => Math.round(value * 10) / 10

test('a list has the pace of every ordered ad by the rule of the contract, as its page has it', async () => {
  const rows = await listed({})
  expect(rows).toHaveLength(18)
  let forecasts = 0
  for (const row of rows) {
    const { pace, whole, budget } = await expected(row.id)
    const known = row.name.startsWith('未承認') ? null : pace
    expect([row.name, row.pace_state, number(row.pace_rate)]).toEqual([row.name, known?.state ?? null, known && rounded(known.ratio * 100)])
    expect([row.name, number(row.planned_spend)]).toEqual([row.name, known?.planned ?? null])
    expect([row.name, number(row.forecast)]).toEqual([row.name, known?.forecast?.likely ?? null])
    expect([row.name, number(row.spent_rate)]).toEqual([row.name, rounded((whole * 100) / budget)])
    if (known?.forecast) forecasts += 1
    const client = await api.signIn('advertiser')
    const page = await client.call(endpoints.ad.delivery, { params: { id: row.id } })
    const { data } = (await page.json()) as EndpointResponse<typeof endpoints.ad.delivery>
    // The page of one that has ended still has the pace of its last day.
    expect([row.name, row.name.startsWith('終了') ? null : data.pace]).toEqual([row.name, known])
    const record = await client.call(endpoints.ad.get, { params: { id: row.id } })
    expect(((await record.json()) as { data: Row }).data).toMatchObject(valuesOf(row))
  }
  expect(forecasts).toBeGreaterThan(5)
})

test('it is sorted and bounded by them, what is not known last', async () => {
  const all = await listed({})
  for (const name of ['pace_rate', 'spent_rate', 'forecast'] as const)
    for (const sort of [name, `-${name}`]) {
      const down = sort.startsWith('-') ? -1 : 1
      const sorted = all.toSorted((one, other) => {
        const [x, y] = [number(one[name]), number(other[name])]
        if (x === null || y === null) return x === y ? down * (one.id - other.id) : x === null ? 1 : -1
        return down * (x - y || one.id - other.id)
      })
      expect([sort, (await listed({ sort })).map(({ id }) => id)]).toEqual([sort, sorted.map(({ id }) => id)])
      const known = all.flatMap((row) => number(row[name]) ?? []).toSorted((x, y) => x - y)
      const middle = known[Math.floor(known.length / 2)]!
      const below = await listed({ [`${name}_max`]: String(middle), sort })
      expect(below.map((row) => row.id).toSorted()).toEqual(
        all
          .filter((row) => number(row[name]) !== null && Number(row[name]) <= middle)
          .map(({ id }) => id)
          .toSorted(),
      )
    }
  const behind = all.filter(({ pace_state }) => pace_state === 'behind').map(({ name }) => name)
  expect(behind.length).toBeGreaterThan(0)
  expect((await listed({ pace_state: 'behind', sort: 'name' })).map(({ name }) => name).toSorted()).toEqual(behind.toSorted())
})

/** The totals from the facts, over the ads that have each value. */
async function expectedTotals(rows: readonly Row[]) {
  const found = await Promise.all(
    rows.map(async ({ id, name }) => ({ ...(await expected(id)), ordered: made.has(name) && !name.startsWith('未承認') })),
  )
  const paces = found.flatMap(({ pace, spent, ordered }) => (pace && ordered ? [{ ...pace, spent }] : []))
  const forecasts = paces.flatMap(({ forecast }) => (forecast ? [forecast.likely] : []))
  const bought = found.filter(({ budget }) => budget > 0)
  const budgets = sum(bought.map(({ budget }) => budget))
  const planned = sum(paces.map((pace) => pace.planned))
  const ratio = (above: number, below: number) => (below === 0 ? null : rounded((above * 100) / below))
  return {
    spent_rate: [ratio(sum(bought.map(({ whole }) => whole)), budgets), bought.length],
    pace_rate: [ratio(sum(paces.map(({ spent }) => spent)), planned), paces.length],
    forecast: [forecasts.length === 0 ? null : sum(forecasts), forecasts.length],
  }
}

test.for(['admin', 'advertiser', 'agency', 'rep'] as const)('the totals are sums over all that matches, for %s', async (role) => {
  // The first narrows nothing.
  const queries: Query[] = [
    {},
    { q: '計測' },
    { q: '計測', pace_state: 'behind,ahead' },
    { q: '未承認' },
    { q: '先' },
    { q: '終了' },
    { q: '予算なし' },
    { q: '見知らぬ' },
  ]
  for (const query of queries) {
    const rows = (await read<{ data: Row[] }>(endpoints.ad.list, { limit: '100', ...query }, role)).data
    expect(rows.length > 0).toBe(query['q'] !== '見知らぬ')
    const answered = Object.fromEntries(
      Object.entries(await totals(query, role)).map(([name, total]) => [name, [number(total?.value), total?.records]]),
    )
    expect([query, answered]).toEqual([query, await expectedTotals(rows)])
  }
})

test('only what is asked for is in the totals, and nothing else can be asked for', async () => {
  const answer = await read<{ data: Totals }>(endpoints.ad.totals, { figures: 'gross', q: '計測' })
  expect(answer.data.paces).toBeUndefined()
  expect(Object.keys(await totals({ paces: 'forecast' }))).toEqual(['forecast'])
  const client = await api.signIn('advertiser')
  for (const [endpoint, paces] of [
    [endpoints.ad.totals, 'planned_spend'],
    [endpoints.creative.totals, 'forecast'],
  ] as const) {
    const refused = await client.call(endpoint, { query: { paces } })
    expect(refused.status).toBe(422)
    expect(Object.keys(((await refused.json()) as { errors: object }).errors)).toEqual(['paces'])
  }
})

test('a file has the same columns', async () => {
  const client = await api.signIn('advertiser')
  const response = await client.call(endpoints.ad.export, {
    query: { format: 'csv', columns: 'name,pace_state,pace_rate,forecast,spent_rate', sort: '-pace_rate' },
  })
  expect(response.status, await response.clone().text()).toBe(200)
  const [head, first] = parse(await response.text(), { bom: true }) as string[][]
  expect(head).toEqual(['ID', '広告名', 'ペースの状態', 'ペース', '着地予想', '消化率'])
  const [row] = await listed({ sort: '-pace_rate' })
  expect(first).toEqual([String(row!.id), row!.name, '超過', row!.pace_rate, row!.forecast ?? '', row!.spent_rate])
})

test('an order that is approved gives a pace, one that is cancelled takes it, and a new budget changes it', async () => {
  const [id, name] = [idOf('未承認a'), '未承認a']
  const stateOf = async () => (await listed({ q: name })).map((row) => [row.pace_rate !== null, row.planned_spend])
  expect(await stateOf()).toEqual([[false, null]])
  const set = async (status: 'APPROVED' | 'CANCELED') => {
    await api.db.update(orders).set({ status }).where(eq(orders.ad_id, id))
    await settleAnew(api)
  }
  await set('APPROVED')
  expect(await stateOf()).toEqual([[true, '50000']])
  const client = await api.signIn('admin')
  const [before] = await api.db.select().from(ads).where(eq(ads.id, id))
  const changed = await client.call(endpoints.ad.update, { params: { id }, body: { version: before!.version, budget: '80000' } })
  expect(changed.status, await changed.clone().text()).toBe(204)
  await allSettled(api)
  expect(await stateOf()).toEqual([[true, '40000']])
  await set('CANCELED')
  expect(await stateOf()).toEqual([[false, null]])
})

test('an ad whose end is moved into the past has no pace any more', async () => {
  const ids = [idOf('計測a0'), idOf('計測a1')]
  await api.db
    .update(ads)
    .set({ end_at: midnight(0) })
    .where(inArray(ads.id, ids))
  await settleAnew(api)
  for (const row of await listed({ q: '計測a0' }))
    expect([row.pace_rate, row.forecast, row.spent_rate === null]).toEqual([null, null, false])
})

test('by pace, forecast and spent rate every ad is on one page once, forward and back, those without a value last', async () => {
  const { accounts } = api.fixtures.a
  const campaign = await insertCampaign(api.db, accounts, '頁')
  for (let index = 0; index < 45; index++)
    await insert(`頁${index}`, campaign, { begins: 10, ends: 10, budget: index < 25 ? 100_000 : 0, status: 'PENDING_APPROVAL' })
  // Whether the stored spent rates count as complete.
  const count = (isComplete: boolean) =>
    api.db.execute(sql`insert into backfills (name, since, alone, finished_at)
      values (${statusesRule.name}, ${statusesRule.since}, ${isComplete}, now())
      on conflict (name) do update set since = excluded.since, alone = excluded.alone, finished_at = excluded.finished_at`)
  type Page = { data: Row[]; page: { next: string | null; previous: string | null } }
  const firstIds = async () => (await listed({ sort: '-spent_rate' })).map(({ id }) => id)
  for (const role of ['admin', 'advertiser', 'agency'] as const)
    for (const name of ['pace_rate', 'forecast', 'spent_rate'] as const)
      for (const sort of [name, `-${name}`])
        for (const isComplete of name === 'spent_rate' ? [false, true] : [true]) {
          await count(isComplete)
          const ask = (more: Query) => read<Page>(endpoints.ad.list, { sort, limit: '20', ...more }, role)
          const forward: Row[][] = []
          let page = await ask({})
          for (;;) {
            forward.push(page.data)
            if (page.page.next === null) break
            page = await ask({ after: page.page.next })
          }
          const rows = forward.flat()
          const all = await read<Page>(endpoints.ad.list, { sort: 'name', limit: '100' }, role)
          expect(rows.map(({ id }) => id).toSorted((x, y) => x - y)).toEqual(all.data.map(({ id }) => id).toSorted((x, y) => x - y))
          const down = sort.startsWith('-') ? -1 : 1
          const sorted = rows.toSorted((one, other) => {
            const [x, y] = [number(one[name]), number(other[name])]
            if (x === null || y === null) return x === y ? down * (one.id - other.id) : x === null ? 1 : -1
            return down * (x - y || one.id - other.id)
          })
          expect([role, sort, rows.map(({ id }) => id)]).toEqual([role, sort, sorted.map(({ id }) => id)])
          const backward = [page.data.map(({ id }) => id)]
          while (page.page.previous !== null) {
            page = await ask({ before: page.page.previous })
            backward.unshift(page.data.map(({ id }) => id))
          }
          expect([role, sort, backward]).toEqual([role, sort, forward.map((each) => each.map(({ id }) => id))])
        }
  // The order comes from what is stored, and only where all of it is.
  const before = await firstIds()
  await api.db.execute(sql`update delivery_totals_ad set spent_rate = null where ad_id = ${before[0]}`)
  expect((await firstIds())[0]).toBe(before[1])
  await count(false)
  expect(await firstIds()).toEqual(before)
})

test('a new budget and another file change the spent rate and its order', async () => {
  const name = '計測a5'
  const spent = async () => {
    const stored = await api.db.execute(sql`select spent_rate from delivery_totals_ad where ad_id = ${idOf(name)}`)
    const [row] = await listed({ q: name })
    return [Number(stored.rows[0]!['spent_rate']), number(row!.spent_rate)]
  }
  const [stored, shown] = await spent()
  expect(stored).toBe(shown)
  const client = await api.signIn('admin')
  const [before] = await api.db
    .select()
    .from(ads)
    .where(eq(ads.id, idOf(name)))
  const budget = String(Number(before!.budget) / 2)
  const changed = await client.call(endpoints.ad.update, { params: { id: idOf(name) }, body: { version: before!.version, budget } })
  expect(changed.status, await changed.clone().text()).toBe(204)
  const [doubled] = await spent()
  expect(doubled).toBeCloseTo(stored! * 2, 0)
  const file = `day,campaign,ad,imps,gross\n${day(0)},計画,${name},1,${budget}\n`
  await handIn(api.pool, file, { advertiser: String(api.fixtures.a.accounts.advertiser), source: 'more' })
  await allSettled(api)
  const [more, shownThen] = await spent()
  expect([more, Math.round(more! - doubled!)]).toEqual([shownThen, 100])
})
