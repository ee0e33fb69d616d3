import { endpoints, paceBounds, type EndpointResponse, type Role } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ads, campaigns, companies } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { handIn } from '../delivery/testing/advertiser.ts'
import { allSettled, pauseWorker, settleAnew } from '../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { insertAd, type Tenant } from '../testing/fixtures.ts'
import { day, midnight } from '../testing/japan-days.ts'

type Paces = EndpointResponse<typeof endpoints.dashboard.pace>['data']

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await api.db.update(companies).set({ credit_status: 'ACTIVE' })
})
afterAll(() => api.close())
beforeEach(async () => {
  // The worker reads these tables, too: emptied beside it, they may wait for each other.
  const resumeWorker = await pauseWorker(api)
  await api.pool.query(`truncate delivery_facts, delivery_daily, delivery_daily_campaign, delivery_totals_campaign, delivery_files,
    campaign_paces, ads cascade`)
  await api.db.delete(campaigns)
  await resumeWorker()
})

/** A campaign of ¥100,000 over twenty days, of which ten are over: ¥5,000 a day, and ¥50,000 by now. */
async function insert(name: string, values: Partial<typeof campaigns.$inferInsert> = {}, tenant: Tenant = 'a'): Promise<number> {
  const { advertiser, agency, rep } = api.fixtures[tenant].accounts
  const row = {
    advertiser_account_id: advertiser,
    agency_account_id: agency,
    rep_account_id: rep,
    goal: 'TRAFFIC',
    lifetime_budget: '100000',
    start_at: midnight(10),
    end_at: midnight(-10),
    ...named(name),
    ...values,
  }
  return (await api.db.insert(campaigns).values(row).returning({ id: campaigns.id }))[0]!.id
}

/** Hands in a file with the same spend on each of the ten days. */
async function deliver(grossOf: Readonly<Record<string, number>>, tenant: Tenant = 'a'): Promise<void> {
  const lines = Object.entries(grossOf).flatMap(([name, gross]) =>
    Array.from({ length: 10 }, (_, index) => `${day(index + 1)},${name},100,${gross}`),
  )
  const advertiser = String(api.fixtures[tenant].accounts.advertiser)
  await handIn(api.pool, `day,campaign,imps,gross\n${lines.join('\n')}\n`, { advertiser, source: `s-${tenant}` })
}

async function read(role: Role = 'admin', tenant: Tenant = 'a'): Promise<Paces> {
  const response = await (await api.signIn(role, tenant)).call(endpoints.dashboard.pace)
  expect(response.status, await response.clone().text()).toBe(200)
  return ((await response.json()) as { data: Paces }).data
}
async function paces(role?: Role, tenant?: Tenant): Promise<Paces> {
  await settleAnew(api)
  return read(role, tenant)
}
const none = { spent_today: 0, behind: 0, ahead: 0, on_pace: 0 }

test('what is off its plan, by how many yen, and what a day has to spend', async () => {
  const late = await insert('遅い')
  await insert('速い')
  await insert('順調')
  await insert('今日まで')
  await deliver({ 遅い: 3600, 速い: 6000, 順調: 5200, 今日まで: 9500 })
  const { counts, campaigns: rows } = await paces()
  expect(counts).toEqual({ spent_today: 1, behind: 1, ahead: 1, on_pace: 1 })
  // ¥95,000 of ¥100,000 are spent, at ¥9,500 a day.
  expect(rows.map(({ name, alarm, gap }) => [name, alarm, gap])).toEqual([
    ['今日まで', 'spent_today', 45_000],
    ['遅い', 'behind', -14_000],
    ['速い', 'ahead', 10_000],
  ])
  expect(rows[1]).toEqual({
    campaign_id: late,
    name: '遅い',
    alarm: 'behind',
    end_at: midnight(-10).toISOString(),
    budget: '100000',
    spent: '36000',
    planned: 50_000,
    gap: -14_000,
    ratio: 0.72,
    state: 'behind',
    daily_to_spend: 6400,
  })
  // The record says the same.
  const record = await (await api.signIn('admin')).call(endpoints.campaign.delivery, { params: { id: late } })
  const { pace } = ((await record.json()) as { data: EndpointResponse<typeof endpoints.campaign.delivery>['data'] }).data
  expect(pace).toMatchObject({ planned: 50_000, gap: -14_000, ratio: 0.72, state: 'behind', daily_to_spend: 6400, runs_out_on: null })
})

test('an ad that buys more takes its campaign back among what is behind, which a page then reads again', async () => {
  const late = await insert('遅い')
  const ad = await insertAd(api.db, { ...api.fixtures.a, campaign: late }, { ...named('使い切り'), budget: '36000' })
  await api.db
    .update(ads)
    .set({ start_at: midnight(10), end_at: midnight(-10) })
    .where(eq(ads.id, ad))
  const lines = Array.from({ length: 10 }, (_, index) => `${day(index + 1)},遅い,使い切り,100,3600`)
  await handIn(api.pool, `day,campaign,ad,imps,gross\n${lines.join('\n')}\n`, {
    advertiser: String(api.fixtures.a.accounts.advertiser),
    source: 's-a',
  })
  expect((await paces()).counts).toEqual(none)
  const client = await api.signIn('admin')
  const [before] = await api.db.select().from(ads).where(eq(ads.id, ad))
  const response = await client.call(endpoints.ad.update, { params: { id: ad }, body: { version: before!.version, budget: '50000' } })
  expect(response.status, await response.clone().text()).toBe(204)
  await allSettled(api)
  expect((await read()).counts).toEqual({ ...none, behind: 1 })
  expect(endpoints.ad.update.stale).toContain('/api/dashboard')
})

test('a list shows the paces that its reader sees, and is filtered by them', async () => {
  await insert('遅い')
  await insert('速い')
  await insert('順調')
  await insert('先', { start_at: midnight(-1) })
  await insert('遅い', {}, 'b')
  await deliver({ 遅い: 3600, 速い: 6000, 順調: 5200 })
  await deliver({ 遅い: 100 }, 'b')
  await settleAnew(api)
  async function listed(role: Role, query: { pace_state?: string }): Promise<unknown[]> {
    const response = await (await api.signIn(role)).call(endpoints.campaign.list, { query: { ...query, sort: 'name' } })
    const { data } = (await response.json()) as EndpointResponse<typeof endpoints.campaign.list>
    return data.map(({ name, pace_state }) => `${name} ${pace_state}`).toSorted()
  }
  expect(await listed('advertiser', {})).toEqual(['先 null', '速い ahead', '遅い behind', '順調 on_pace'].toSorted())
  expect(await listed('advertiser', { pace_state: 'behind' })).toEqual(['遅い behind'])
  expect(await listed('agency', { pace_state: 'behind,ahead' })).toEqual(['速い ahead', '遅い behind'].toSorted())
  expect(await listed('admin', { pace_state: 'behind' })).toEqual(['遅い behind', '遅い behind'])
})

test('a list is sorted and bounded by pace, spent part and forecast, and what is not known comes last', async () => {
  const late = await insert('遅い')
  await insert('速い')
  await insert('順調')
  await insert('先', { start_at: midnight(-1) })
  await insert('終了', { start_at: midnight(10), end_at: midnight(0) })
  await deliver({ 遅い: 3600, 速い: 6000, 順調: 5200, 終了: 2500 })
  await settleAnew(api)
  const client = await api.signIn('advertiser')
  async function listed(query: object) {
    const response = await client.call(endpoints.campaign.list, { query: { ...query } })
    expect(response.status, await response.clone().text()).toBe(200)
    return ((await response.json()) as EndpointResponse<typeof endpoints.campaign.list>).data
  }
  const shown = async (query: object) =>
    (await listed(query)).map((row) => [row.name, row.pace_rate, row.spent_rate, row.planned_spend, row.forecast])
  const rows = {
    fast: ['速い', '120', '60', '50000', '100000'],
    even: ['順調', '104', '52', '50000', '100000'],
    late: ['遅い', '72', '36', '50000', '72000'],
    over: ['終了', null, '25', null, null],
    ahead: ['先', null, '0', null, null],
  }
  const { fast, even, over, ahead } = rows
  expect((await shown({ sort: '-pace_rate' })).slice(0, 3)).toEqual([fast, even, rows.late])
  expect((await shown({ sort: 'pace_rate' })).map(([name]) => name).slice(0, 3)).toEqual(['遅い', '順調', '速い'])
  expect(await shown({ sort: '-spent_rate' })).toEqual([fast, even, rows.late, over, ahead])
  expect((await shown({ sort: 'forecast' }))[0]).toEqual(rows.late)
  expect(await shown({ pace_rate_max: '90' })).toEqual([rows.late])
  expect(await shown({ spent_rate_min: '50', sort: 'spent_rate' })).toEqual([even, fast])
  expect(await shown({ forecast_max: '80000' })).toEqual([rows.late])
  const whole = (await listed({ sort: '-forecast' })).map(({ id }) => id)
  expect(whole.at(2)).toBe(late)
  // The record has the same values.
  const record = await client.call(endpoints.campaign.get, { params: { id: late } })
  const { data } = (await record.json()) as EndpointResponse<typeof endpoints.campaign.get>
  expect([data.pace_rate, data.spent_rate, data.planned_spend, data.forecast]).toEqual(['72', '36', '50000', '72000'])
})

test('what nobody waits for is no alarm: paused, not begun, over, deleted, or without any delivery on the site', async () => {
  expect(await paces()).toEqual({ registered: false, counts: none, campaigns: [] })
  await insert('動かない')
  expect(await paces()).toEqual({ registered: true, counts: none, campaigns: [] })
  expect((await read('agency', 'b')).registered).toBe(false)
  await insert('停止', { user_status: 'PAUSED' })
  await insert('先', { start_at: midnight(-1) })
  await insert('終了', { end_at: midnight(0) })
  await insert('削除', { deleted_at: new Date() })
  await insert('別')
  await deliver({ 別: 5000 })
  // It never delivered anything, and is half of its budget behind.
  expect(await paces()).toMatchObject({ counts: { ...none, behind: 1, on_pace: 1 }, campaigns: [{ name: '動かない', gap: -50_000 }] })
})

test('a pause by its owner ends the alarm at once; a new budget counts as soon as it is settled', async () => {
  const id = await insert('遅い')
  await deliver({ 遅い: 3600 })
  expect((await paces()).campaigns).toHaveLength(1)
  const admin = await api.signIn('admin')
  expect((await admin.call(endpoints.campaign.pause, { params: { id }, body: { version: 1 } })).status).toBe(204)
  expect(await read()).toEqual({ registered: true, counts: none, campaigns: [] })
  expect((await admin.call(endpoints.campaign.resume, { params: { id }, body: { version: 2 } })).status).toBe(204)
  expect((await read()).campaigns).toHaveLength(1)
  const changed = await admin.call(endpoints.campaign.update, { params: { id }, body: { version: 3, lifetime_budget: '72000' } })
  expect(changed.status, await changed.clone().text()).toBe(204)
  await allSettled(api)
  expect(await read()).toEqual({ registered: true, counts: { ...none, on_pace: 1 }, campaigns: [] })
})

test('a further day of delivery changes every pace, also of campaigns that it does not have', async () => {
  await insert('昨日なし')
  await insert('他')
  const advertiser = String(api.fixtures.a.accounts.advertiser)
  const lines = (backs: readonly number[], names: readonly string[]) =>
    backs.flatMap((back) => names.map((name) => `${day(back)},${name},100,5000`)).join('\n')
  const file = (rows: string) => `day,campaign,imps,gross\n${rows}\n`
  await handIn(api.pool, file(lines([10, 9, 8, 7, 6, 5, 4, 3], ['昨日なし', '他'])), { advertiser, source: 'first' })
  expect((await paces()).counts).toEqual({ ...none, on_pace: 2 })
  await handIn(api.pool, file(lines([2, 1], ['他'])), { advertiser, source: 'second' })
  await allSettled(api)
  expect((await read()).campaigns).toMatchObject([{ name: '昨日なし', spent: '40000', planned: 50_000, gap: -10_000 }])
})

test('the widest gaps, at most five, and how many there are', async () => {
  const grosses = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`遅れ${index}`, 1000 + 100 * index]))
  for (const name of Object.keys(grosses)) await insert(name)
  await deliver(grosses)
  const { counts, campaigns: rows } = await paces()
  expect(counts).toEqual({ ...none, behind: 7 })
  expect(rows.map(({ name }) => name)).toEqual(['遅れ0', '遅れ1', '遅れ2', '遅れ3', '遅れ4'])
  expect(rows).toHaveLength(paceBounds.entries)
})

test('each role sees those of its account, and the supply side none', async () => {
  await insert('a1')
  await insert('b1', {}, 'b')
  await insert('代理店なし', { agency_account_id: null, rep_account_id: null })
  await deliver({ a1: 1000, 代理店なし: 2000 })
  await deliver({ b1: 1000 }, 'b')
  const told = async (role: Role, tenant?: Tenant) => {
    const { counts, campaigns: rows } = await read(role, tenant)
    expect(counts.behind).toBe(rows.length)
    return rows.map(({ name }) => name).toSorted()
  }
  await settleAnew(api)
  expect(await told('admin')).toEqual(['a1', 'b1', '代理店なし'])
  expect(await told('advertiser')).toEqual(['a1', '代理店なし'])
  for (const role of ['agency', 'rep'] as const) {
    expect(await told(role)).toEqual(['a1'])
    expect(await told(role, 'b')).toEqual(['b1'])
  }
  for (const role of ['ptd', 'pg'] as const) expect((await (await api.signIn(role)).call(endpoints.dashboard.pace)).status).toBe(403)
})

test('a campaign that is over keeps no pace, and one whose tenant changed it meanwhile is looked at again', async () => {
  const id = await insert('終わる')
  await deliver({ 終わる: 1000 })
  await settleAnew(api)
  const kept = async () => (await api.pool.query('select from campaign_paces where campaign_id = $1', [id])).rowCount
  expect(await kept()).toBe(1)
  await api.db
    .update(campaigns)
    .set({ end_at: midnight(0) })
    .where(eq(campaigns.id, id))
  await api.pool.query(`update campaign_paces set through = '-infinity'`)
  await allSettled(api)
  expect(await kept()).toBe(0)
})
