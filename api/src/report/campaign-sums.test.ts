import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../demo/base/random.ts'
import { createAccount, handIn } from '../delivery/testing/advertiser.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { campaignPeriod, deliveredDays } from './campaign-period.ts'
import type { Period } from './days.ts'

let database: TestDatabase
const random = new Random(29)
const dayOf = (offset: number) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10)

async function deliver(days: readonly string[]): Promise<void> {
  const lines = days.map((day) => `${day},c${random.whole(0, 30)},${random.whole(0, 900)},${random.whole(0, 9_999_999)}.000001`)
  const advertiser = String(await createAccount(database.pool, `広告主${days[0]}`))
  await handIn(database.pool, `day,campaign,imps,gross\n${lines.join('\n')}\n`, { advertiser })
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function sums(from: SQL, where: SQL): Promise<unknown[]> {
  const { rows } = await database.db.execute(sql`select campaign_id, sum(imps)::bigint as imps, trim_scale(sum(gross)) as gross
    from ${from} where ${where} group by 1 having sum(facts) > 0 order by 1`)
  return rows
}

/** Sums of all campaigns and of the first one alone, from the facts and from the pieces of a period. */
async function bothSums(period: Period, delivered: Period | null) {
  const day = sql`day between ${period.from}::date and ${period.to}::date`
  const all = await sums(sql`(select campaign_id, imps, gross, 1 as facts, day from delivery_facts) facts`, day)
  const campaign = (all[0] as { campaign_id: number } | undefined)?.campaign_id ?? 0
  const together = await sums(sql`(${campaignPeriod(period, delivered)}) sums`, sql`true`)
  const alone = await sums(sql`(${campaignPeriod(period, delivered, sql`${campaign}`)}) sums`, sql`true`)
  return { found: [together, alone], expected: [all, all.slice(0, 1)] }
}

async function expectSumsOfFacts(period: Period, delivered: Period | null): Promise<void> {
  const { found, expected } = await bothSums(period, delivered)
  expect(found, `${period.from} to ${period.to}`).toEqual(expected)
}

test('campaigns add up to their facts over any period, also when more came in since the days were asked for', async () => {
  expect(await deliveredDays(database.db)).toBeNull()
  await deliver(Array.from({ length: 600 }, () => dayOf(random.whole(40, 360))))
  const delivered = (await deliveredDays(database.db))!
  expect(delivered.from <= '2025-02-20' && delivered.to >= '2025-12-10').toBe(true)
  const periods = Array.from({ length: 25 }, () => {
    const first = random.whole(0, 150)
    return { from: dayOf(first), to: dayOf(first + random.whole(0, 390 - first)) }
  })
  const whole = { from: '2025-01-01', to: '2025-12-31' }
  for (const period of [...periods, whole]) {
    await expectSumsOfFacts(period, null)
    await expectSumsOfFacts(period, delivered)
  }
  await deliver(Array.from({ length: 200 }, () => dayOf(random.whole(-60, 460))))
  for (const period of [...periods, whole]) await expectSumsOfFacts(period, delivered)
})
