import { isDeepStrictEqual } from 'node:util'
import { ad, campaign, countCap, endpoints, listMetrics, required, type Endpoint, type MetricName } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyAds } from '../../ad/testing/copied-ads.ts'
import { ads, campaigns } from '../../db/schema.ts'
import { longPeriod } from '../../db/schema/delivery/delivery-periods.ts'
import { isLong, isPeriodKept } from '../../db/upgrade/kept-periods.ts'
import { figurePage } from '../../report/figure-page.ts'
import { listFigures, nothingKnown } from '../../report/list-figures.ts'
import { readPage, type PageRead } from '../../resource/read/keyset.ts'
import { metricOrder } from '../../resource/read/list-delivery.ts'
import { rollUpDifferences, startTestApi, type TestApi } from '../../testing/index.ts'
import { inTransaction, remove, store } from '../testing/changed-facts.ts'
import { deliverForTwo, sumPeriods } from '../testing/periods.ts'
import { periodRollUps, updateRollUps, type Queries } from './roll-ups.ts'

let api: TestApi

/** 32 days of delivery: lines without an ad, a creative or a frame, figures that are unknown or nothing, and more than two pages of ads and campaigns with the same ones. */
const content = `day,campaign,ad,creative,frame_code,imps,clicks,gross
2026-03-10,春,麦茶,縦,f-a,1000,1,3
2026-03-11,春,麦茶,縦,f-b,5,1,3
2026-03-31,春,麦茶,横,f-a,7,,4
2026-04-01,春,緑茶,,f-b,11,0,5
2026-04-02,春,煎茶,縦,f-a,900,0,5
2026-04-09,夏,紅茶,横,,13,3,6
2026-04-10,夏,,横,f-a,17,4,7
${Array.from({ length: 50 }, (_, index) => `2026-03-15,冬${index % 25},茶${index},縦,f-a,${10 + (index % 7)},${['', 0, 1, 2][index % 4]},${index % 3}`).join('\n')}
`
const days = { from: '2026-03-10', to: '2026-04-10' }
const period = `${days.from}..${days.to}`
/** The tenth of May in Japan. */
const now = new Date('2026-05-10T03:00:00Z')

beforeAll(async () => {
  api = await startTestApi()
  // Passes are run here.
  await api.housekeeping.close()
  await deliverForTwo(api, content)
  await api.db.execute(sql`insert into backfills (name, since) values (${`delivery_period ${period}`}, -1)`)
})
afterAll(() => api.close())

const pass = () => sumPeriods(api, now)
beforeEach(() => pass())
const isKept = () => isPeriodKept(api.db, days)
const setComplete = (alone: boolean) => api.db.execute(sql`update backfills set alone = ${alone} where name like ${`%${period}`}`)

const lists = [
  { of: endpoints.campaign, roles: ['admin', 'advertiser', 'agency', 'rep'], metrics: ['imps', '-clicks', 'ctr', '-cpc'] },
  { of: endpoints.ad, roles: ['admin', 'advertiser', 'agency', 'rep'], metrics: ['imps', '-clicks', 'ctr', '-cpc'] },
  { of: endpoints.creative, roles: ['admin', 'advertiser'], metrics: ['-imps', 'ctr'] },
  { of: endpoints.space, roles: ['admin', 'pg', 'ptd'], metrics: ['-imps', 'clicks', '-ctr'] },
] as const

interface Answer {
  readonly data: unknown
  readonly page?: { readonly next: string | null }
}

/** What everybody sees of the period: each list by its metrics, page by page, its totals, and what a bound leaves. */
async function seen(): Promise<{ name: string; data: unknown }[]> {
  const found: { name: string; data: unknown }[] = []
  for (const { of, roles, metrics } of lists)
    for (const role of roles) {
      const client = await api.signIn(role)
      const read = async (endpoint: Endpoint, query: Record<string, string>): Promise<Answer> => {
        const response = await client.call(endpoint, { query: { figures: 'imps,clicks,ctr', period, ...query } })
        expect(response.status, await response.clone().text()).toBe(200)
        const answer = (await response.json()) as Answer
        found.push({ name: `${role} ${endpoint.path} ${JSON.stringify(query)}`, data: answer.data })
        return answer
      }
      for (const sort of metrics) {
        let next: string | null | undefined
        do {
          next = (await read(of.list, { sort, limit: '20', ...(next ? { after: next } : {}) })).page?.next
        } while (next)
      }
      await read(of.totals, {})
      await read(of.list, { imps_min: '10' })
      await read(of.totals, { imps_min: '10' })
    }
  return found
}

test('every list says the same from the sums as from the facts, and reads the sums where they are complete', async () => {
  const fromSums = await seen()
  await setComplete(false)
  expect(await seen()).toEqual(fromSums)
  expect(fromSums.filter(({ name }) => name.includes('after')).length).toBeGreaterThan(20)
  for (const { table } of periodRollUps) await api.pool.query(`update ${table} set imps = imps + 10000000 where ${longPeriod}`)
  expect(await seen()).toEqual(fromSums)
  await setComplete(true)
  const fromWrong = await seen()
  // All that read delivery of some records read the sums; the totals of everything come from other ones.
  const same = fromWrong.filter(
    ({ name, data }) => !name.includes('{}') && isDeepStrictEqual(data, fromSums.find((answer) => answer.name === name)?.data),
  )
  expect(same.map(({ name }) => name)).toEqual([])
  await setComplete(false)
})

test('files add to all sums of the period, and what is taken away leaves none behind', async () => {
  expect(await rollUpDifferences(api.pool)).toEqual([])
  for (const { table } of periodRollUps)
    expect((await api.pool.query(`select from ${table} where ${longPeriod}`)).rowCount).toBeGreaterThan(0)
  await inTransaction(api.pool, (client) => store(client, '2026-03-31').then(() => updateRollUps(client)))
  expect(await isKept()).toBe(true)
  expect(await rollUpDifferences(api.pool)).toEqual([])
  await inTransaction(api.pool, (client) => remove(client, '2026-03-31'))
  expect(await rollUpDifferences(api.pool)).toEqual([])
  for (const { table } of periodRollUps) expect((await api.pool.query(`select from ${table} where facts = 0`)).rows).toEqual([])
})

test('a file of the release that keeps only the sums by ad and creative makes them incomplete, until a pass', async () => {
  const former = (client: Queries): Queries => ({
    query: async (text) =>
      /into delivery_period_(?:campaigns|spaces)|from delivery_period_(?:campaigns|spaces)/u.test(text)
        ? { rows: [] }
        : client.query(text.replace(`delivery_periods = 'all'`, `delivery_periods = 'kept'`)),
  })
  await inTransaction(api.pool, (client) => store(client, '2026-03-31').then(() => updateRollUps(former(client))))
  expect(await isKept()).toBe(false)
  await pass()
  expect(await isKept()).toBe(true)
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('a pass of that release is none of this one', async () => {
  await api.db.execute(sql`update backfills set since = 28 where name like ${`%${period}`}`)
  await api.pool.query(`delete from delivery_period_campaigns where ${longPeriod}`)
  expect(await isKept()).toBe(false)
  await pass()
  expect(await isKept()).toBe(true)
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('only long periods have sums by space, and so it is said in SQL', async () => {
  for (const [from, to] of [
    ['2026-03-01', '2026-03-31'],
    ['2026-03-01', '2026-04-01'],
    ['2026-02-01', '2026-03-03'],
    ['2026-02-01', '2026-03-04'],
  ] as const) {
    const { rows } = await api.pool.query<{ long: boolean }>(
      `select ${longPeriod} as long from (select $1::date as first_day, $2::date as last_day) as period`,
      [from, to],
    )
    expect([from, to, rows[0]?.long]).toEqual([from, to, isLong({ from, to })])
  }
  const { rows } = await api.pool.query<{ days: string }>(
    `select distinct first_day || '..' || last_day as days from delivery_period_spaces`,
  )
  expect(rows.map((row) => row.days)).toEqual([period])
})

test('bounds that leave more records than are counted, in orders by metrics and others, and their totals', async () => {
  const { rows: models } = await api.pool.query<{ id: number }>(`select id from ads where name = '麦茶'`)
  const model = required(models[0], 'the ad').id
  await copyAds(api.db, model, 1.2 * countCap)
  await api.pool.query(
    `insert into delivery_period_ads (first_day, last_day, ad_id, campaign_id, advertiser_account_id, facts, imps, clicks, gross)
     select $1, $2, id, campaign_id, advertiser_account_id, 1, 5000 + id % 9, 3, id % 11 from ads where name ~ '^麦茶\\d'`,
    [days.from, days.to],
  )
  await api.db.execute(sql`analyze ads, delivery_period_ads`)
  const { rows: expected } = await api.pool.query<{ id: number; value: number; imps: number }>(
    `select ad_id as id, gross::float as value, imps from delivery_period_ads where first_day = $1 and last_day = $2 and imps >= 5001 order by gross, ad_id`,
    [days.from, days.to],
  )
  expect(expected.length).toBeGreaterThan(countCap)
  const few = expected.filter(({ imps }) => imps >= 5008)
  for (const role of ['admin', 'advertiser'] as const) {
    const client = await api.signIn(role)
    const read = async (endpoint: Endpoint, query: Record<string, string>) => {
      const response = await client.call(endpoint, { query: { period, figures: 'imps', ...query } })
      expect(response.status, await response.clone().text()).toBe(200)
      return (await response.json()) as { data: { id: number }[] & { figures: { imps: number } }; page: { total: number; capped: boolean } }
    }
    for (const [imps_min, left] of [
      ['5001', expected],
      ['5008', few],
    ] as const) {
      const sum = left.reduce((total, { imps }) => total + imps, 0)
      expect((await read(endpoints.ad.totals, { imps_min, paces: 'pace_rate' })).data.figures.imps).toBe(sum)
      const counted = left.length > countCap ? { total: countCap, capped: true } : { total: left.length, capped: false }
      const pages = {
        gross: left.slice(0, 20),
        '-gross': left.toReversed().slice(0, 20),
        '-updated_at': left.toSorted((one, other) => one.id - other.id).slice(0, 20),
      }
      for (const [sort, page] of Object.entries(pages)) {
        const answer = await read(endpoints.ad.list, { imps_min, sort, limit: '20' })
        expect([sort, answer.data.map(({ id }) => id)]).toEqual([sort, page.map(({ id }) => id)])
        expect(answer.page).toMatchObject(counted)
        expect((await read(endpoints.ad.list, { imps_min, sort, count: 'exact' })).page).toMatchObject({
          total: left.length,
          capped: false,
        })
      }
    }
  }
  await api.pool.query(`delete from delivery_period_ads where imps >= 5000`)
})

/** The statement of an administrator's first page in an order, or of the last one, as it is planned for many rows. */
async function planOf(resource: typeof ad | typeof campaign, name: MetricName, sort: string, reversed: boolean): Promise<string> {
  const table = resource === ad ? ads : campaigns
  const caller = { role: 'admin', account_id: 1, user_id: 1 } as const
  const figures = required(listFigures(resource, table, caller as never, days, { ...nothingKnown, keptPeriod: days }), 'the figures')
  let found: PageRead | undefined
  const cursor = Buffer.from(JSON.stringify([sort, '1', 1])).toString('base64url')
  await readPage(
    metricOrder(sort, name),
    { limit: 50, ...(reversed ? { before: cursor } : {}) },
    () => ({ value: null, id: 1 }),
    async (page) => {
      found = page
      return []
    },
  )
  const page = required(found, 'the page')
  const whole = { ids: null }
  return api.db.transaction(async (transaction) => {
    await transaction.execute(sql`set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off`)
    const statement = figurePage(figures, name, { ...page, matching: sql`true`, whole, undeliveredLast: false })
    const { rows } = await transaction.execute<Record<string, string>>(sql`explain ${statement}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

test('the orders of ads and campaigns by each metric are read from an index', async () => {
  for (const resource of [ad, campaign])
    for (const name of listMetrics(resource))
      for (const sort of [name, `-${name}`])
        for (const reversed of [false, true]) {
          const plan = await planOf(resource, name, sort, reversed)
          const known = plan.slice(plan.indexOf('CTE known'), plan.indexOf('CTE delivered'))
          expect([sort, known]).toEqual([sort, expect.stringContaining(`using delivery_period_${resource.name}s_by_${name} on`)])
          expect([sort, known]).toEqual([sort, expect.not.stringContaining('Sort')])
        }
})
