import { endpoints, recordChanges, type EndpointResponse, type Role } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ads, campaigns } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { handIn } from '../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { insertAd, insertCampaign, insertOrder, type Tenant } from '../testing/fixtures.ts'
import { day, midnight } from '../testing/japan-days.ts'

type AdDelivery = EndpointResponse<typeof endpoints.ad.delivery>['data']
type CampaignDelivery = EndpointResponse<typeof endpoints.campaign.delivery>['data']

let api: TestApi
let campaign: number
/** Of one campaign, over the twenty days of which ten are over. */
const made = new Map<string, number>()
const idOf = (name: string) => made.get(name)!

async function insert(name: string, billing: string, quantity: number, status: string): Promise<void> {
  const period = { start_at: midnight(10), end_at: midnight(-10) }
  const bought = { ...named(name), billing, quantity, budget: '100000', product_id: api.fixtures.a.product }
  const id = await insertAd(api.db, api.fixtures.a, { campaign_id: campaign, ...period, ...bought })
  await insertOrder(api.db, id, { status })
  made.set(name, id)
}

beforeAll(async () => {
  api = await startTestApi()
  const { accounts } = api.fixtures.a
  campaign = await insertCampaign(api.db, accounts, '購入')
  await api.db
    .update(campaigns)
    .set({ start_at: midnight(10), end_at: midnight(-10) })
    .where(eq(campaigns.id, campaign))
  await insert('表示', 'CPM', 20_000, 'APPROVED')
  await insert('表示2', 'CPM', 30_000, 'APPROVED')
  await insert('クリック', 'CPC', 1000, 'APPROVED')
  await insert('成果', 'CPA', 50, 'APPROVED')
  await insert('期間', 'TENANCY', 20, 'APPROVED')
  await insert('未承認', 'CPM', 5000, 'PENDING_APPROVAL')
  await insert('削除', 'CPM', 40_000, 'APPROVED')
  await api.db
    .update(ads)
    .set({ deleted_at: new Date() })
    .where(eq(ads.id, idOf('削除')))
  // Each of the ten days; of today, which is not over, nothing counts. One line does not say how many conversions there were.
  const line = (back: number, ad: string, conversions: string) => `${day(back)},購入,${ad},1200,40,${conversions},4000`
  const lines = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((back) => [
    line(back, '表示', '1'),
    line(back, 'クリック', '2'),
    line(back, '成果', back === 3 ? '' : '3'),
    line(back, '期間', '1'),
  ])
  const file = `day,campaign,ad,imps,clicks,cv_click,gross\n${lines.join('\n')}\n`
  await handIn(api.pool, file, { advertiser: String(accounts.advertiser), source: 's' })
})
afterAll(() => api.close())

async function read(name: string, role: Role = 'agency', tenant: Tenant = 'a') {
  const answer = await (await api.signIn(role, tenant)).call(endpoints.ad.delivery, { params: { id: idOf(name) } })
  return { status: answer.status, data: ((await answer.json()) as { data: AdDelivery }).data }
}
async function ofCampaign(): Promise<CampaignDelivery> {
  const answer = await (await api.signIn('rep')).call(endpoints.campaign.delivery, { params: { id: campaign } })
  return ((await answer.json()) as { data: CampaignDelivery }).data
}

test('what an ad has delivered of its quantity and of its budget, and whether both are on pace', async () => {
  const { status, data } = await read('表示')
  expect(status).toBe(200)
  expect(data.through).toBe(day(1))
  expect(data.totals).toEqual({ imps: 12_000, clicks: 400, conversions: 10, gross: '40000', cpa: '4000.000000' })
  expect(data.days).toHaveLength(14)
  expect(data.days.at(-1)).toEqual({ day: day(1), imps: 1200, clicks: 40, conversions: 1, gross: '4000' })
  expect(data.days[0]).toEqual({ day: day(14), imps: 0, clicks: 0, conversions: 0, gross: '0' })
  // Half of the period is over: 10,000 of 20,000 impressions and 50,000 of 100,000 yen are planned.
  expect(data.pace).toMatchObject({ planned: 50_000, gap: -10_000, ratio: 0.8, state: 'behind', daily_to_spend: 6000 })
  expect(data.purchase).toMatchObject({ billing: 'CPM', bought: 20_000, delivered: 12_000 })
  // 8,000 impressions are left at 1,200 a day: six days and two thirds.
  expect(data.purchase?.pace).toMatchObject({
    planned: 10_000,
    gap: 2000,
    ratio: 1.2,
    state: 'ahead',
    daily_to_spend: 800,
    runs_out_on: day(-6),
  })
})

test('each billing counts its own figure; what is unknown has no pace, and a tenancy is not counted', async () => {
  expect((await read('クリック')).data.purchase).toMatchObject({ billing: 'CPC', bought: 1000, delivered: 400, pace: { ratio: 0.8 } })
  expect((await read('成果')).data.purchase).toEqual({ billing: 'CPA', bought: 50, delivered: null, pace: null })
  const tenancy = (await read('期間')).data
  expect([tenancy.purchase, tenancy.pace?.ratio]).toEqual([null, 0.8])
})

test('without an approved order nothing was bought, and there is no plan to be behind', async () => {
  expect((await read('未承認')).data).toMatchObject({ totals: { imps: 0, gross: '0' }, pace: null, purchase: null })
})

test('a campaign adds up what was bought for its ads, by what is counted', async () => {
  const { purchases, totals } = await ofCampaign()
  expect(purchases).toEqual([
    { billing: 'CPM', bought: 50_000, delivered: 12_000 },
    { billing: 'CPC', bought: 1000, delivered: 400 },
    { billing: 'CPA', bought: 50, delivered: null },
  ])
  expect(totals).toMatchObject({ imps: 48_000, gross: '160000' })
})

test('the days have what was changed on them, in the record and in the ads of a campaign, by field', async () => {
  expect((await ofCampaign()).changes).toEqual([])
  const admin = await api.signIn('admin')
  const changed = await admin.call(endpoints.campaign.update, {
    params: { id: campaign },
    body: { version: 1, lifetime_budget: '2000000', daily_budget: '9000' },
  })
  expect(changed.status, await changed.clone().text()).toBe(204)
  const ad = { params: { id: idOf('表示') } }
  expect((await admin.call(endpoints.ad.update, { ...ad, body: { version: 1, weight: 7 } })).status).toBe(204)
  // The days end with the last one that has delivery: yesterday.
  expect((await ofCampaign()).changes).toEqual([])
  async function changedAt(entity: 'ad' | 'campaign', id: number, at: Date): Promise<void> {
    await api.pool.query(`alter table audit_log disable trigger user`)
    await api.pool.query(`update audit_log set at = $3 where entity = $1 and entity_id = $2`, [entity, id, at])
    await api.pool.query(`alter table audit_log enable trigger user`)
  }
  await changedAt('campaign', campaign, new Date(midnight(0).getTime() - 2))
  await changedAt('ad', idOf('表示'), new Date(midnight(0).getTime() - 1))
  const ofAd = { day: day(1), entity: 'ad', id: idOf('表示'), name: '表示', action: 'update', fields: ['weight'] }
  const { changes } = await ofCampaign()
  expect(changes).toMatchObject([
    ofAd,
    { day: day(1), entity: 'campaign', id: campaign, name: '購入', action: 'update', fields: ['lifetime_budget', 'daily_budget'] },
  ])
  expect((await read('表示')).data.changes).toMatchObject([ofAd])
  expect((await read('クリック')).data.changes).toEqual([])
  // What lies before the first of the days shown is in the history alone.
  await changedAt('ad', idOf('表示'), midnight(14))
  expect((await read('表示')).data.changes).toMatchObject([{ ...ofAd, day: day(14) }])
  await changedAt('ad', idOf('表示'), new Date(midnight(14).getTime() - 1))
  expect((await read('表示')).data.changes).toEqual([])
  // Of many the last ones.
  await api.pool.query(
    `insert into audit_log (entity, entity_id, action, source, field, at)
     select 'ad', $1, 'update', 'screen', 'weight', $2::timestamptz - number * interval '1 minute' from generate_series(1, 30) as number`,
    [idOf('表示'), midnight(0)],
  )
  const many = (await read('表示')).data.changes
  expect([many.length, many[0]?.at]).toEqual([recordChanges, new Date(midnight(0).getTime() - 60_000).toISOString()])
})

test('the ad of others is not there', async () => {
  for (const role of ['advertiser', 'agency', 'rep'] as const) expect((await read('表示', role, 'b')).status).toBe(404)
  for (const role of ['ptd', 'pg'] as const) expect((await read('表示', role)).status).toBe(403)
})
