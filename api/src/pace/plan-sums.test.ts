import { endpoints, type Role } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { named } from '../db/schema/common.ts'
import { runBackfills } from '../db/upgrade/backfills.ts'
import { createAccount, handIn } from '../delivery/testing/advertiser.ts'
import { pacedAds } from '../serving/paced-ads.ts'
import { settleAnew } from '../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { insertAd, insertCampaign, insertOrder } from '../testing/fixtures.ts'
import { day, midnight } from '../testing/japan-days.ts'
import { pacedCampaigns } from './paced-records.ts'
import { arePlanSumsComplete, mergePlanSums, planSums, sumsOfPlans } from './plan-sums.ts'

const kinds = [pacedCampaigns, pacedAds]
let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  await api.housekeeping.close()
  for (const tenant of ['a', 'b'] as const) {
    const { accounts, product } = api.fixtures[tenant]
    const campaign = await insertCampaign(api.db, accounts, '合計')
    for (const name of ['一', '二', '三', '四']) {
      const period = { start_at: midnight(20), end_at: midnight(-20) }
      const bought = { billing: 'CPM', quantity: 1000, budget: '123456.5', product_id: product }
      await insertOrder(
        api.db,
        await insertAd(api.db, api.fixtures[tenant], { ...named(name), campaign_id: campaign, ...period, ...bought }),
        {
          status: 'APPROVED',
        },
      )
    }
    // An ad that its file makes has no budget.
    const lines = ['一', '二', '五'].flatMap((name) => [1, 2, 3, 9].map((days) => `${day(days)},合計,${name},10,${days * 100}.25`))
    await handIn(api.pool, `day,campaign,ad,imps,gross\n${lines.join('\n')}\n`, {
      advertiser: String(accounts.advertiser),
      source: `s-${tenant}`,
    })
  }
  await settleAnew(api)
})
afterAll(() => api.close())

/** What the sums and the records do not have in common. */
async function differences(): Promise<unknown[]> {
  const now = kinds.map((paced) => sumsOfPlans(paced, sql`true`))
  const nothing = sql`row(budget, budgeted, gross, spent, planned, rated, forecast, forecasts) = row(0, 0, 0, 0, 0, 0, 0, 0)`
  const sums = (rows: ReturnType<typeof sql>) => sql`select * from (select records, advertiser_account_id, state, sum(budget) as budget,
    sum(budgeted) as budgeted, sum(gross) as gross, sum(spent) as spent, sum(planned) as planned, sum(rated) as rated,
    sum(forecast) as forecast, sum(forecasts) as forecasts from ${rows} as parts group by 1, 2, 3) as sums where not ${nothing}`
  const [kept, known] = [sums(sql`plan_sums`), sums(sql`(${sql.join(now, sql` union all `)})`)]
  const { rows } = await api.db.execute(sql`(${kept} except all ${known}) union all (${known} except all ${kept})`)
  return rows
}
const rowsOfSums = async () => (await api.db.execute(sql`select from plan_sums`)).rows.length

test('they follow every statement', async () => {
  expect(await differences()).toEqual([])
  expect(await rowsOfSums()).toBeGreaterThan(8)
  const changes = [
    sql`update ads set budget = budget * 2`,
    sql`update ads set budget = 0 where id % 2 = 0`,
    sql`update campaigns set lifetime_budget = 7.5 where id % 2 = 1`,
    sql`update ads set deleted_at = now() where id % 3 = 0`,
    sql`update ads set deleted_at = null`,
    sql`update ad_paces set state = 'ahead', ratio = null where ad_id % 2 = 0`,
    sql`update ad_paces set forecast = null, planned = 11 where ad_id % 2 = 1`,
    sql`update campaign_paces set state = null`,
    sql`delete from ad_paces where ad_id % 4 = 1`,
    sql`delete from campaign_paces`,
    sql`insert into campaign_paces (advertiser_account_id, campaign_id, state, ratio, spent, planned, forecast)
      select advertiser_account_id, id, 'behind', 0.5, 3, 6, 9 from campaigns`,
  ]
  for (const change of changes) {
    await api.db.execute(change)
    expect([change, await differences()]).toEqual([change, []])
  }
  await handIn(api.pool, `day,campaign,ad,imps,gross\n${day(2)},合計,三,10,77\n`, {
    advertiser: String(api.fixtures.a.accounts.advertiser),
    source: 'more',
  })
  await settleAnew(api)
  expect(await differences()).toEqual([])
})

test('a statement that changes none of them adds no row', async () => {
  const before = await rowsOfSums()
  await api.db.execute(sql`update ads set updated_at = now()`)
  await api.db.execute(sql`update delivery_totals_ad set spent_rate = 1`)
  expect(await rowsOfSums()).toBe(before)
})

test('merging leaves one row of each, and none of nothing', async () => {
  const { advertiser_account_id } = { advertiser_account_id: await createAccount(api.pool, '何もない広告主') }
  for (const budget of [5, -5])
    await api.db.execute(
      sql`insert into plan_sums (records, advertiser_account_id, budget) values ('ads', ${advertiser_account_id}, ${budget})`,
    )
  await mergePlanSums(api.db)
  expect(await differences()).toEqual([])
  const { rows } = await api.db.execute(sql`select from plan_sums group by records, advertiser_account_id, state having count(*) > 1`)
  expect(rows).toEqual([])
  expect((await api.db.execute(sql`select from plan_sums where advertiser_account_id = ${advertiser_account_id}`)).rows).toEqual([])
})

test('a pass adds what they lack, also of a change that another transaction has not ended', async () => {
  const wrong = [sql`delete from plan_sums where records = 'ads'`, sql`update plan_sums set budget = budget + 1, gross = -3`]
  for (const change of wrong) await api.db.execute(change)
  expect(await differences()).not.toEqual([])
  await api.db.execute(sql`delete from backfills where name = 'plan_sums'`)
  await api.db.transaction(async (other) => {
    await other.execute(sql`update ads set budget = budget + 10`)
    for (let steps = 0; !(await arePlanSumsComplete(api.db)); steps += 1) {
      await runBackfills(api.db, [planSums(kinds, 1)], () => undefined)
      expect(steps).toBeLessThan(20)
    }
  })
  expect(await differences()).toEqual([])
})

test('totals are the same from them as from the records, and are read from them where they are complete', async () => {
  const filters: Record<string, string>[] = [{}, { pace_state: 'behind' }, { pace_state: 'ahead,on_pace' }, { q: '一' }]
  async function seen() {
    const found: { role: Role; name: 'ad' | 'campaign'; filter: Record<string, string>; answer: unknown }[] = []
    for (const role of ['admin', 'advertiser', 'agency'] as const) {
      const client = await api.signIn(role)
      for (const filter of filters)
        for (const name of ['ad', 'campaign'] as const) {
          const response = await client.call(endpoints[name].totals, { query: { paces: 'spent_rate,pace_rate,forecast', ...filter } })
          expect(response.status, await response.clone().text()).toBe(200)
          found.push({ role, name, filter, answer: await response.json() })
        }
    }
    return found
  }
  const fromSums = await seen()
  await api.db.execute(sql`update backfills set alone = false where name = 'plan_sums'`)
  expect(await seen()).toEqual(fromSums)
  await api.db.execute(sql`update plan_sums set budget = budget * 2, spent = spent + 1000000, planned = planned + 1, rated = rated + 1`)
  expect(await seen()).toEqual(fromSums)
  await api.db.execute(sql`update backfills set alone = true where name = 'plan_sums'`)
  const changed = (await seen()).filter(({ answer }, index) => JSON.stringify(answer) !== JSON.stringify(fromSums[index]!.answer))
  // Records tell what agencies see, and what a search finds.
  const fromSumsAlone = fromSums.filter(({ role, filter }) => role !== 'agency' && !('q' in filter))
  const what = (seenBy: typeof fromSums) => seenBy.map(({ role, name, filter }) => ({ role, name, filter }))
  expect(what(changed)).toEqual(what(fromSumsAlone))
})
