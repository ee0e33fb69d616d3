import { campaignServingStatuses, endpoints } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaigns } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { handIn } from '../delivery/testing/advertiser.ts'
import { Random } from '../demo/base/random.ts'
import { sweep } from '../app/housekeeping.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd } from '../testing/fixtures.ts'
import { whileWorking } from '../testing/while-working.ts'
import { campaignServingStatus } from './campaign-serving-status.ts'
import { campaignsChanged, settleChangedCampaigns } from './settle-changed-campaigns.ts'
import { allSettled } from './testing/all-settled.ts'

let api: TestApi
let admin: TestClient
let made = 0
const { ad, campaign } = endpoints

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

async function insertCampaign(lifetime_budget: number) {
  made += 1
  const { advertiser, agency } = api.fixtures.a.accounts
  const period = { start_at: new Date('2026-01-01T00:00:00Z'), end_at: new Date('2099-01-01T00:00:00Z') }
  const accounts = { advertiser_account_id: advertiser, agency_account_id: agency }
  const values = { ...accounts, ...named(`購入${made}`), goal: 'TRAFFIC', lifetime_budget: String(lifetime_budget), ...period }
  const [row] = await api.db.insert(campaigns).values(values).returning({ id: campaigns.id, name: campaigns.name })
  return row!
}

/** Delivers lines of `day,campaign,ad,imps,clicks,gross`, as a delivery server hands them in. */
async function deliver(lines: readonly string[], options: { source?: string; replace?: boolean } = {}): Promise<void> {
  made += 1
  const advertiser = String(api.fixtures.a.accounts.advertiser)
  const content = `day,campaign,ad,imps,clicks,gross\n${lines.join('\n')}\n`
  await handIn(api.pool, content, { advertiser, source: `server${made}`, ...options })
}

/** What the record says, where the list finds the campaign under this status alone. */
async function statusOf(id: number): Promise<string> {
  const { data } = (await (await admin.call(campaign.get, { params: { id } })).json()) as { data: { serving_status: string } }
  const found = campaignServingStatuses.keys.map(async (serving_status) => {
    const page = (await (await admin.call(campaign.list, { query: { serving_status } })).json()) as { data: { id: number }[] }
    return page.data.some((row) => row.id === id) ? [serving_status] : []
  })
  expect((await Promise.all(found)).flat()).toEqual([data.serving_status])
  return data.serving_status
}

const changes = async () => (await api.pool.query<{ count: number }>('select count(*) from changed_campaigns')).rows[0]!.count

async function settledStatusOf(id: number): Promise<string> {
  await allSettled(api)
  return statusOf(id)
}

async function change(endpoint: typeof ad.update | typeof campaign.update, id: number, body: object): Promise<void> {
  const read = endpoint === ad.update ? ad.get : campaign.get
  const { data } = (await (await admin.call(read, { params: { id } })).json()) as { data: { version: number } }
  const answer = await admin.call(endpoint, { params: { id }, body: { version: data.version, ...body } })
  expect(answer.status, await answer.clone().text()).toBe(204)
}

describe('a campaign is fulfilled', () => {
  test('when its budget is spent, until it has more, or less was delivered', async () => {
    const { id, name } = await insertCampaign(100_000)
    expect(await settledStatusOf(id)).toBe('SERVING')
    await deliver([`2026-05-01,${name},,1,0,60000`], { source: 'first' })
    expect(await settledStatusOf(id)).toBe('SERVING')
    await deliver([`2026-05-02,${name},,1,0,40000`])
    expect(await settledStatusOf(id)).toBe('FULFILLED')
    await change(campaign.update, id, { lifetime_budget: '150000' })
    expect(await statusOf(id)).toBe('SERVING')
    await change(campaign.update, id, { lifetime_budget: '100000' })
    expect(await statusOf(id)).toBe('FULFILLED')
    await deliver([`2026-05-01,${name},,1,0,59999`], { source: 'first', replace: true })
    expect(await settledStatusOf(id)).toBe('SERVING')
  })

  test('when every ad that is left has been delivered what was bought', async () => {
    const { id, name } = await insertCampaign(1_000_000)
    const tenant = { ...api.fixtures.a, campaign: id }
    const terms = { product_id: api.fixtures.a.product, unit_price: '500' }
    await insertAd(api.db, tenant, { ...terms, ...named('一'), billing: 'CPM', quantity: 1000 })
    const second = await insertAd(api.db, tenant, { ...terms, ...named('二'), billing: 'CPC', quantity: 10 })
    await insertAd(api.db, tenant, { ...named('三'), billing: 'CPC', quantity: 10, deleted_at: new Date() })
    await deliver([`2026-05-01,${name},一,1000,0,1`])
    expect(await settledStatusOf(id)).toBe('SERVING')
    await deliver([`2026-05-01,${name},二,500,10,1`])
    expect(await settledStatusOf(id)).toBe('FULFILLED')
    await change(ad.update, second, { quantity: 11_000 })
    expect(await statusOf(id)).toBe('SERVING')
  })

  test('no longer when it has ended, and again when it goes on', async () => {
    const { id, name } = await insertCampaign(100)
    await deliver([`2026-05-01,${name},,1,0,100`])
    expect(await settledStatusOf(id)).toBe('FULFILLED')
    await change(campaign.update, id, { end_at: '2026-02-01T00:00:00.000Z' })
    expect(await statusOf(id)).toBe('EXPIRED')
    await sweep(api.db)
    await change(campaign.update, id, { end_at: '2099-01-01T00:00:00.000Z' })
    expect(await statusOf(id)).toBe('FULFILLED')
  })
})

test('what is not committed yet is not settled, and what is, is not written over by what was found before', async () => {
  const { id, name } = await insertCampaign(100)
  await deliver([`2026-05-01,${name},,1,0,100`])
  expect(await settledStatusOf(id)).toBe('FULFILLED')
  await api.db.transaction(async (transaction) => {
    await transaction.update(campaigns).set({ lifetime_budget: '200' }).where(eq(campaigns.id, id))
    await campaignsChanged(transaction, sql`campaigns.id = ${id}`)
    await settleChangedCampaigns(api.db)
    expect(await statusOf(id)).toBe('FULFILLED')
  })
  expect(await settledStatusOf(id)).toBe('SERVING')
})

test('one process at a time looks at what has changed', async () => {
  const { name } = await insertCampaign(100)
  await deliver([`2026-05-01,${name},,1,0,100`])
  const other = await api.pool.connect()
  try {
    // The site of this test settles every second; earlier runs already hold the lock.
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(hashtext('adsite changed campaigns'))`)
    await deliver([`2026-05-02,${name},,1,0,100`])
    await settleChangedCampaigns(api.db)
    expect(await changes()).toBeGreaterThan(0)
    await other.query('commit')
  } finally {
    other.release()
  }
  await allSettled(api)
})

/** Campaigns of which another status is stored than what works it out, in one statement. */
async function differences(): Promise<number> {
  const { rows } = await api.db.execute<{ count: number }>(
    sql`select count(*) as count from campaigns where serving_status <> ${campaignServingStatus.status}`,
  )
  return rows[0]!.count
}

test('what is stored is what works it out once everything is settled, however campaigns were delivered, corrected and changed at the same time', async () => {
  const random = new Random(35)
  const all = await Promise.all(Array.from({ length: 12 }, () => insertCampaign(random.whole(1, 9) * 100)))
  const pick = () => all[random.whole(0, all.length - 1)]!
  const works: (() => Promise<void>)[] = [
    () => deliver(Array.from({ length: 4 }, () => `2026-06-0${random.whole(1, 9)},${pick().name},,1,0,${random.whole(1, 90)}`)),
    () => deliver([`2026-06-0${random.whole(1, 9)},${pick().name},,1,0,${random.whole(1, 500)}`], { source: 'corrected', replace: true }),
    () =>
      api.db.transaction(async (transaction) => {
        const { id } = pick()
        await transaction
          .update(campaigns)
          .set({ lifetime_budget: String(random.whole(1, 9) * 100) })
          .where(eq(campaigns.id, id))
        await campaignsChanged(transaction, sql`campaigns.id = ${id}`)
      }),
  ]
  const settle = () => settleChangedCampaigns(api.db)
  await whileWorking(works, 25, [settle, settle])
  await allSettled(api)
  expect(await differences()).toBe(0)
  const { rows } = await api.pool.query<{ count: number }>(`select count(*) from campaigns where serving_status = 'FULFILLED'`)
  expect(rows[0]!.count).toBeGreaterThan(0)
})
