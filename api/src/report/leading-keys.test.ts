import { reports } from '@adsite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../db/scope.ts'
import { Random } from '../demo/base/random.ts'
import { createAccount, handIn, rollUpDifferences } from '../delivery/testing/advertiser.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Asked } from './report-source.ts'
import { leadingKeysSql, reportSql, type ReportQuery, type SqlRow } from './report-sql.ts'

const random = new Random(34)
const dayOf = (offset: number) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10)
const campaignCount = 80

let database: TestDatabase
const advertisers: number[] = []

/** A campaign delivers for some weeks of a year, a few throughout the year. */
function linesOf(campaign: number): string[] {
  const first = random.whole(0, 300)
  const length = campaign % 9 === 0 ? 390 - first : random.whole(1, 60)
  return Array.from(
    { length: 12 },
    () =>
      `${dayOf(first + random.whole(0, length))},c${campaign},${random.whole(0, 900)},${random.whole(0, 9)},${random.whole(0, 4) * 1000}.5`,
  )
}

const handInLines = (lines: readonly string[], advertiser: number | undefined, replace = false) =>
  handIn(database.pool, `day,campaign,imps,clicks,gross\n${lines.join('\n')}\n`, { advertiser: String(advertiser), replace })

beforeAll(async () => {
  database = await createTestDatabase()
  for (const name of ['甲', '乙']) {
    const advertiser = await createAccount(database.pool, name)
    advertisers.push(advertiser)
    await handInLines(Array.from({ length: campaignCount }, (_, campaign) => linesOf(campaign)).flat(), advertiser)
  }
})
afterAll(() => database.drop())

const admin = { role: 'admin', account_id: 0 } as Caller
const reader = (role: 'admin' | 'advertiser'): Caller => (role === 'admin' ? admin : ({ role, account_id: advertisers[0]! } as Caller))

async function rowsOf(asked: Asked<ReportQuery>, limit: number, keys?: string[]): Promise<SqlRow[]> {
  return (await database.db.execute<SqlRow>(reportSql(asked, 'ja', { limit, ...(keys && { keys }) }))).rows
}

async function keysOf(asked: Asked<ReportQuery>, limit: number, atMost = 10_000): Promise<string[] | null> {
  const statement = leadingKeysSql(asked, limit, atMost)
  return statement && (await database.db.execute<{ key: string }>(statement)).rows.map(({ key }) => key)
}

const askFor = (caller: Caller, query: Omit<ReportQuery, 'group_by'>): Asked<ReportQuery> => ({
  report: reports.demand,
  caller,
  delivered: null,
  advertisers: null,
  byFrame: false,
  keptPeriod: null,
  query: { ...query, group_by: 'campaign' },
})

/** Counts the campaigns that were looked up over many periods, after checking that the rows equal those without the shortcut. */
async function lookedUp(caller: Caller): Promise<number[]> {
  const counts: number[] = []
  for (let run = 0; run < 60; run += 1) {
    const first = random.whole(-20, 300)
    const period = { from: dayOf(first), to: dayOf(first + random.whole(0, 380)) }
    const limit = [1, 4, 25, 300][run % 4]!
    const asked = askFor(caller, { ...period, sort: ['-gross', '-clicks', '-imps'][run % 3] })
    const keys = (await keysOf(asked, limit))!
    expect(await rowsOf(asked, limit, keys), JSON.stringify([period, limit])).toEqual(await rowsOf(asked, limit))
    counts.push(keys.length)
  }
  return counts
}

test.for(['admin', 'advertiser'] as const)('the first rows of %s are among those that are looked up, in any period', async (role) => {
  const counts = (await lookedUp(reader(role))).toSorted((one, other) => one - other)
  const all = role === 'admin' ? 2 * campaignCount : campaignCount
  expect(counts[20]).toBeLessThan(all / 2)
  expect(counts.at(-1)).toBeGreaterThan(all / 2)
})

test('a filter narrows them, and of very many the search ends', async () => {
  const year = { from: '2025-01-01', to: '2026-12-31' }
  const [first, second] = advertisers
  const own = await keysOf(askFor(admin, { ...year, advertiser_account_id: String(first) }), 1000)
  const both = await keysOf(askFor(admin, { ...year, advertiser_account_id: `${first},${second}` }), 1000)
  expect([own?.length, both?.length]).toEqual([campaignCount, 2 * campaignCount])
  expect(await keysOf(askFor(admin, year), 1000, 7)).toHaveLength(7)
})

test('what has no bound is not looked for: ratios, names, the smallest first, other filters', async () => {
  const year = { from: '2025-01-01', to: '2025-12-31' }
  for (const query of [{ sort: '-ctr' }, { sort: 'key' }, { sort: '-key' }, { sort: 'gross' }, { frame_id: '1' }])
    expect(await keysOf(askFor(admin, { ...year, ...query }), 5), JSON.stringify(query)).toBeNull()
  expect(leadingKeysSql({ ...askFor(admin, year), query: { ...year, group_by: 'day' } }, 5, 10)).toBeNull()
})

test('also after days were corrected', async () => {
  const { rows } = await database.pool.query<{ day: string }>(
    `select day::text from delivery_daily_advertiser where advertiser_account_id = $1 order by 1`,
    [advertisers[0]],
  )
  const corrected = rows.filter((_, at) => at < 3 || at > rows.length - 3 || at % 5 === 0)
  await handInLines(
    corrected.map(({ day }, at) => `${day},c${at % campaignCount},${random.whole(0, 900)},1,${random.whole(0, 9) * 1000}`),
    advertisers[0],
    true,
  )
  expect(await rollUpDifferences(database.pool)).toEqual([])
  await lookedUp(admin)
})
