import { endpoints, type EndpointResponse, type Role } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaigns } from '../db/schema.ts'
import { handIn } from '../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { insertCampaign, type Tenant } from '../testing/fixtures.ts'
import { day, midnight } from '../testing/japan-days.ts'

type Delivery = EndpointResponse<typeof endpoints.campaign.delivery>['data']

let api: TestApi
let running: number
let waiting: number
beforeAll(async () => {
  api = await startTestApi()
  const { accounts } = api.fixtures.a
  running = await insertCampaign(api.db, accounts, '進行中')
  waiting = await insertCampaign(api.db, accounts, '開始前')
  // Twenty days, of which ten are over; 100,000 yen.
  await api.db
    .update(campaigns)
    .set({ start_at: midnight(10), end_at: midnight(-10) })
    .where(eq(campaigns.id, running))
  await api.db
    .update(campaigns)
    .set({ start_at: midnight(-1), end_at: midnight(-10) })
    .where(eq(campaigns.id, waiting))
  // Nothing of today counts, and conversions of one day are unknown.
  const lines = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((back) => `${day(back)},進行中,1000,10,${back === 4 ? '' : 2},4000`)
  const file = `day,campaign,imps,clicks,cv_click,gross\n${lines.join('\n')}\n${day(1)},キャンペーン a,1,1,1,1\n`
  await handIn(api.pool, file, { advertiser: String(accounts.advertiser), source: 's' })
})
afterAll(() => api.close())

async function read(id: number, role: Role = 'agency', tenant: Tenant = 'a') {
  const answer = await (await api.signIn(role, tenant)).call(endpoints.campaign.delivery, { params: { id } })
  return { status: answer.status, data: ((await answer.json()) as { data: Delivery }).data }
}

test('a campaign is compared with its plan up to the last day with delivery', async () => {
  const { status, data } = await read(running)
  expect(status).toBe(200)
  expect(data.through).toBe(day(1))
  expect(data.totals).toEqual({ imps: 9000, clicks: 90, conversions: null, gross: '36000', cpa: null })
  expect(data.days.map((row) => row.day)).toEqual(Array.from({ length: 14 }, (_, index) => day(14 - index)))
  expect(data.days.slice(-2)).toEqual([
    { day: day(2), imps: 1000, clicks: 10, conversions: 2, gross: '4000' },
    { day: day(1), imps: 0, clicks: 0, conversions: 0, gross: '0' },
  ])
  // Half of the period is over; 36,000 of 50,000 yen, and the days cost 3,600 yen on average.
  expect(data.pace).toMatchObject({ planned: 50_000, gap: -14_000, ratio: 0.72, state: 'behind', daily_to_spend: 6400 })
  expect(data.pace?.forecast?.likely).toBe(72_000)
})

test('one that has not begun has no pace yet', async () => {
  const { data } = await read(waiting)
  expect(data).toMatchObject({ totals: { imps: 0, gross: '0', cpa: null }, pace: null })
})

test('the campaign of others is not there', async () => {
  for (const role of ['advertiser', 'agency', 'rep'] as const) expect((await read(running, role, 'b')).status).toBe(404)
  expect((await read(running, 'pg')).status).toBe(403)
})
