import { isDeepStrictEqual } from 'node:util'
import { endpoints, required, type Endpoint, type EndpointResponse } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPeriodKept } from '../../db/upgrade/kept-periods.ts'
import { rollUpDifferences, startTestApi, type TestApi } from '../../testing/index.ts'
import { inTransaction, remove, store, withoutSums } from '../testing/changed-facts.ts'
import { deliverForTwo, sumPeriods } from '../testing/periods.ts'
import { duePeriods } from './period-sums.ts'
import { periodRollUps, updateRollUps, type Queries } from './roll-ups.ts'

let api: TestApi

/** Ads of two campaigns, a line without an ad, one without a creative, and figures that are unknown. */
const content = `day,campaign,ad,creative,imps,clicks,gross
2026-03-10,春,麦茶,縦,1000,1,3
2026-03-11,春,麦茶,縦,5,1,3
2026-03-11,春,麦茶,横,7,,4
2026-03-31,春,緑茶,,11,2,5
2026-04-01,夏,紅茶,横,13,3,6
2026-04-09,夏,,横,17,4,7
2026-04-10,夏,紅茶,横,2000,4,7
`

/** The tenth of April in Japan. */
const now = new Date('2026-04-10T03:00:00Z')
const month = { from: '2026-03-11', to: '2026-04-09' }
const period = `${month.from}..${month.to}`

beforeAll(async () => {
  api = await startTestApi()
  // Passes are run here.
  await api.housekeeping.close()
  await deliverForTwo(api, content)
})
afterAll(() => api.close())

const tables = periodRollUps.map(({ table }) => table)

const isKept = () => isPeriodKept(api.db, month)
const pass = (factsAtOnce?: number, at = now) => sumPeriods(api, at, factsAtOnce)
const anew = () => api.db.execute(sql`delete from backfills where starts_with(name, 'delivery_period ')`)
const incomplete = () => api.db.execute(sql`update backfills set alone = false where starts_with(name, 'delivery_period ')`)
beforeEach(() => pass())

const former = (client: Queries) => withoutSums(client, /delivery_period/u)

const lists = [
  { figures: 'imps,clicks,gross,ctr' },
  { figures: 'imps', sort: '-imps' },
  { figures: 'clicks,ctr', sort: 'ctr' },
  { figures: 'gross', gross_min: '6', compare: 'previous' },
] as const

/** What everybody sees of the period in the lists of campaigns, ads and creatives, their totals and their reports. */
async function seen(): Promise<unknown[]> {
  const answers = (['admin', 'advertiser', 'agency', 'rep'] as const).map(async (role) => {
    const client = await api.signIn(role)
    const found: unknown[] = []
    // One after the other: a busy API turns calls away.
    async function read(endpoint: Endpoint, query: Record<string, string>): Promise<void> {
      const response = await client.call(endpoint, { query })
      expect(response.status, await response.clone().text()).toBe(200)
      found.push(((await response.json()) as { data: unknown }).data)
    }
    for (const { figures, ...query } of lists) {
      const { sort: _, ...matching } = { sort: '', ...query }
      for (const { list, totals } of [endpoints.campaign, endpoints.ad, endpoints.creative]) {
        await read(list, { figures, period, ...query })
        await read(totals, { figures, period, ...matching })
      }
    }
    for (const group_by of ['ad', 'creative'])
      for (const query of [month, { ...month, compare: 'previous' }]) await read(endpoints.report.demand, { ...query, group_by })
    return found
  })
  return (await Promise.all(answers)).flat()
}

test('lists and reports say the same from the sums as from the facts, and read the sums where they are complete', async () => {
  const fromSums = await seen()
  expect(JSON.stringify(fromSums)).toContain('紅茶')
  await incomplete()
  expect(await seen()).toEqual(fromSums)
  for (const table of tables) await api.pool.query(`update ${table} set imps = imps + 1000, clicks = clicks + 1, gross = gross + 1`)
  expect(await seen()).toEqual(fromSums)
  await api.db.execute(sql`update backfills set alone = true where starts_with(name, 'delivery_period ')`)
  const fromWrong = await seen()
  // Every list and report reads them; of the totals, only those of a part do.
  const hasRows = (answer: unknown) => Array.isArray(answer) || Object.hasOwn(answer as object, 'rows')
  const unchanged = fromWrong.filter((answer, index) => hasRows(answer) && isDeepStrictEqual(answer, fromSums[index]))
  expect(unchanged).toEqual([])
  expect(fromWrong.filter(hasRows)).toHaveLength(64)
  await incomplete()
})

test('what a former release stores makes them incomplete, until a pass has summed it', async () => {
  await inTransaction(api.pool, async (client) => {
    await store(former(client), '2026-04-01')
    await updateRollUps(former(client))
    expect(await isKept()).toBe(true)
  })
  expect(await isKept()).toBe(false)
  const before = await seen()
  await pass()
  expect(await isKept()).toBe(true)
  expect(await rollUpDifferences(api.pool)).toEqual([])
  expect(await seen()).toEqual(before)
})

test('a file of this release leaves them complete, and what is taken away leaves no sums behind', async () => {
  await inTransaction(api.pool, (client) => store(client, '2026-03-31').then(() => updateRollUps(client)))
  expect(await isKept()).toBe(true)
  expect(await rollUpDifferences(api.pool)).toEqual([])
  await inTransaction(api.pool, (client) => remove(client, '2026-03-31'))
  expect(await isKept()).toBe(true)
  expect(await rollUpDifferences(api.pool)).toEqual([])
  for (const table of tables) expect((await api.pool.query(`select from ${table} where facts = 0`)).rows).toEqual([])
})

test('a pass goes from advertiser to advertiser', async () => {
  await anew()
  expect(await pass()).toBe(2)
  for (const table of tables) await api.pool.query(`update ${table} set imps = imps + 1000`)
  await anew()
  expect(await pass(1)).toBe(3)
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('a file whose facts are stored but not summed yet is summed once', async () => {
  await inTransaction(api.pool, async (client) => {
    await store(client, '2026-04-01')
    await anew()
    await pass()
    await updateRollUps(client)
  })
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

/** Begins a pass, and returns once it waits for a file. `ended` is what it comes to. */
async function passThatWaits(): Promise<{ ended: Promise<unknown> }> {
  const ended = pass()
  const waiting = sql`select from pg_locks where relation = 'delivery_period_ads'::regclass and not granted`
  await vi.waitFor(async () => expect((await api.db.execute(waiting)).rows).toHaveLength(1), 60_000)
  return { ended }
}

test('a file that was summed before its period is named is waited for', async () => {
  await anew()
  let waiting: { ended: Promise<unknown> } | undefined
  await inTransaction(api.pool, async (client) => {
    await store(client, '2026-04-01')
    await updateRollUps(client)
    waiting = await passThatWaits()
  })
  await waiting?.ended
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('a file that knows the kept periods and has added to none of them yet is waited for', async () => {
  await anew()
  let waiting: { ended: Promise<unknown> } | undefined
  await inTransaction(api.pool, async (client) => {
    const halfway: Queries = {
      query: async (text) => {
        const result = await client.query(text)
        if (text.startsWith('create temp table delivery_period_changes')) waiting = await passThatWaits()
        return result
      },
    }
    await store(client, '2026-04-01')
    await updateRollUps(halfway)
  })
  expect(waiting).toBeDefined()
  await waiting?.ended
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('the periods of tomorrow are filled an hour before, and those of yesterday go an hour after midnight', async () => {
  const daysOf = async () =>
    (await api.db.execute<{ days: string }>(sql`select distinct first_day || '..' || last_day as days from delivery_period_ads`)).rows.map(
      ({ days }) => days,
    )
  const at = (time: string) => pass(undefined, new Date(`${time}+09:00`))
  const [today, tomorrow] = ['2026-03-12..2026-04-10', '2026-03-13..2026-04-11']
  const longAgo = sql`update backfills set finished_at = '2026-04-01' where starts_with(name, 'delivery_period ')`
  for (const [time, kept] of [
    ['2026-04-11T22:59:00', [today]],
    ['2026-04-11T23:01:00', [today, tomorrow]],
    ['2026-04-12T00:59:00', [today, tomorrow]],
    ['2026-04-12T01:01:00', [tomorrow]],
  ] as const) {
    await api.db.execute(longAgo)
    await at(time)
    const days = await daysOf()
    expect([time, [today, tomorrow].filter((each) => days.includes(each))]).toEqual([time, kept])
    expect(await rollUpDifferences(api.pool)).toEqual([])
  }
  const { rows } = await api.db.execute<{ names: number }>(
    sql`select count(*)::int as names from backfills where starts_with(name, 'delivery_period ')`,
  )
  expect(required(rows[0], 'the count').names).toBe(6)
})

describe('a period that somebody chooses', () => {
  const chosen = { from: '2026-03-30', to: '2026-04-09' }
  const query = { figures: 'imps,gross', period: `${chosen.from}..${chosen.to}`, sort: '-imps' }
  const list = async (role: 'admin' | 'advertiser', of: Record<string, string>) => {
    const response = await (await api.signIn(role)).call(endpoints.ad.list, { query: of })
    expect(response.status).toBe(200)
    return ((await response.json()) as EndpointResponse<typeof endpoints.ad.list>).data
  }
  const asked = async () => {
    const { rows } = await api.db.execute<{ name: string }>(
      sql`select name from backfills where starts_with(name, 'delivery_period ') and since < 0 order by name`,
    )
    return rows.map(({ name }) => name.split(' ')[1])
  }

  /** As if everybody, or every advertiser, had 40,000 facts on the first of April. */
  const withMany = async (table: 'delivery_daily' | 'delivery_daily_advertiser', work: () => Promise<void>) => {
    const add = (facts: number) => api.pool.query(`update ${table} set facts = facts + $1 where day = '2026-04-01'`, [facts])
    await add(40_000)
    await work()
    await add(-40_000)
  }

  test('is summed for later calls where a list by a metric would read many facts, and for an hour', async () => {
    await list('admin', query)
    await list('advertiser', query)
    expect(await asked()).toEqual([])
    const fromFacts = await list('admin', query)
    await withMany('delivery_daily', async () => {
      await list('advertiser', query)
      await list('admin', { ...query, sort: 'name' })
      await list('admin', { ...query, period: '2026-04-07..2026-04-09' })
      expect(await asked()).toEqual([])
      await list('admin', query)
      expect(await asked()).toEqual([query.period])
      await api.db.execute(sql`delete from backfills where since < 0`)
    })
    await withMany('delivery_daily_advertiser', async () => {
      await list('admin', query)
      expect(await asked()).toEqual([])
      await list('advertiser', query)
      expect(await asked()).toEqual([query.period])
    })
    await pass()
    expect(await isPeriodKept(api.db, chosen)).toBe(true)
    expect(await list('admin', query)).toEqual(fromFacts)
    expect(await rollUpDifferences(api.pool)).toEqual([])
    await api.db.execute(sql`update delivery_period_ads set imps = 0`)
    expect(await list('admin', query)).not.toEqual(fromFacts)
    await duePeriods(api.db, now)
    expect(await isPeriodKept(api.db, chosen)).toBe(true)
    await api.db.execute(
      sql`update backfills set finished_at = ${now}::timestamptz - interval '61 minutes' where name like ${`%${query.period}`}`,
    )
    await duePeriods(api.db, now)
    expect(await isPeriodKept(api.db, chosen)).toBe(false)
    expect(
      (await api.db.execute(sql`select from delivery_period_ads where first_day = ${chosen.from} and last_day = ${chosen.to}`)).rows,
    ).toEqual([])
  })

  test('is not, where many are already: those of tenants leave some to administrators', async () => {
    await anew()
    await pass()
    const periods = Array.from({ length: 20 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}..2026-04-09`)
    await withMany('delivery_daily_advertiser', async () => {
      for (const each of periods) await list('advertiser', { ...query, period: each })
    })
    expect(await asked()).toHaveLength(9)
    await withMany('delivery_daily', async () => {
      for (const each of periods) await list('admin', { ...query, period: each })
    })
    expect(await asked()).toHaveLength(14)
    await api.db.execute(sql`delete from backfills where since < 0`)
  })
})
