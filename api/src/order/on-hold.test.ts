import { endpoints, type CreditStatus } from '@adsite/contract'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ads, auditLog, companies, fourEyes, notifications, orders } from '../db/schema.ts'
import { settleAnew } from '../serving/testing/all-settled.ts'
import { newUser } from '../testing/factor-users.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { freshOrder, orderableAd } from '../testing/requests/order-requests.ts'

// spec/domain "Credit": while a company is on hold, orders are taken and nothing is started.

let api: TestApi
let admin: TestClient
let agency: TestClient
beforeAll(async () => {
  api = await startTestApi()
  ;[admin, agency] = await Promise.all([api.signIn('admin'), api.signIn('agency')])
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.update(orders).set({ status: 'CANCELED' })
  await credit('ON_HOLD')
})

const { ad, change_request, order } = endpoints
const credit = (credit_status: CreditStatus) =>
  api.db.update(companies).set({ credit_status, credit_limit: '90000' }).where(eq(companies.id, api.fixtures.a.company))

/** An order that waits for approval, with its ad. */
async function waiting(values: Parameters<typeof orderableAd>[1] = {}) {
  const id = await orderableAd(api, { billing: 'CPM', ...values })
  return { ad: id, ...(await freshOrder(api, admin, 'PENDING_APPROVAL', id)) }
}
const rowOf = async (id: number) => (await api.db.select().from(ads).where(eq(ads.id, id)))[0]!
const approve = async ({ params, body }: Awaited<ReturnType<typeof waiting>>, client = admin) =>
  (await client.call(order.approve, { params, body })).status
const resume = async (id: number) => {
  const { version } = await rowOf(id)
  return (await agency.call(ad.resume, { params: { id }, body: { version } })).status
}
const pausing = async (id: number) =>
  (await (await agency.call(ad.orderFigures, { params: { id } })).json()) as { data: { pauses: boolean } }

test('what ordering would be refused for is told before', async () => {
  const id = await orderableAd(api, { billing: 'CPM' })
  const refused = async () =>
    ((await (await agency.call(ad.orderFigures, { params: { id } })).json()) as { data: { refused: unknown } }).data.refused
  expect(await refused()).toBeNull()
  const credit = (credit_status: string) => api.db.update(companies).set({ credit_status }).where(eq(companies.id, api.fixtures.a.company))
  await credit('CREDIT_STOP')
  expect(await refused()).toBe('order_credit')
  await credit('ON_HOLD')
  await api.db
    .update(ads)
    .set({ start_at: new Date(Date.now() - 2000), end_at: new Date(Date.now() - 1000) })
    .where(eq(ads.id, id))
  expect(await refused()).toBe('order_ended')
})

test('an approved order pauses its ad as whoever approved it, and who buys it is told', async () => {
  const ordered = await waiting()
  expect((await pausing(ordered.ad)).data.pauses).toBe(true)
  expect(await approve(ordered)).toBe(204)
  expect(await rowOf(ordered.ad)).toMatchObject({ user_status: 'PAUSED', version: 2, updated_by: api.fixtures.a.users.admin })
  const written = and(eq(auditLog.entity, 'ad'), eq(auditLog.entity_id, ordered.ad), eq(auditLog.field, 'user_status'))
  expect(await api.db.select().from(auditLog).where(written)).toMatchObject([{ before: 'ACTIVE', after: 'PAUSED' }])
  const told = and(eq(notifications.kind, 'ad_paused'), eq(notifications.entity_id, ordered.ad))
  const accounts = (await api.db.select().from(notifications).where(told)).map(({ account_id }) => account_id)
  const { advertiser, agency: buying, rep } = api.fixtures.a.accounts
  expect(new Set(accounts)).toEqual(new Set([advertiser, buying, rep]))
  await settleAnew(api)
  const { data } = (await (await agency.call(ad.serving, { params: { id: ordered.ad } })).json()) as { data: { blockers: object[] } }
  expect(data.blockers).toContainEqual(expect.objectContaining({ kind: 'paused' }))

  expect(await resume(ordered.ad)).toBe(409)
  await credit('ACTIVE')
  expect(await resume(ordered.ad)).toBe(204)
})

test('so does one of many that are approved at once, and one that a second person approves', async () => {
  const [one, other] = [await waiting(), await waiting()]
  const [ids, versions] = [
    [one.params.id, other.params.id],
    [one.body.version, other.body.version],
  ]
  await admin.call(order.bulk, { body: { action: 'approve', ids, versions } })
  expect([(await rowOf(one.ad)).user_status, (await rowOf(other.ad)).user_status]).toEqual(['PAUSED', 'PAUSED'])

  await api.db.insert(fourEyes).values({ account_id: api.fixtures.a.accounts.advertiser, areas: ['order'], order_above: '500' })
  const large = await waiting({ budget: '501' })
  expect(await approve(large)).toBe(409)
  expect((await rowOf(large.ad)).user_status).toBe('ACTIVE')
  const second = (await newUser(api, 'admin')).client
  const { data } = (await (await second.call(change_request.list, { query: { state: 'waiting' } })).json()) as {
    data: { id: number; entity_id: number | null; entity: string }[]
  }
  const { id } = data.find(({ entity, entity_id }) => entity === 'order' && entity_id === large.params.id)!
  expect((await second.call(change_request.approve, { params: { id }, body: { reason: '確認済み' } })).status).toBe(204)
  expect((await rowOf(large.ad)).user_status).toBe('PAUSED')
  await api.db.delete(fourEyes)
})

test('an ad that its owner has paused stays as it is', async () => {
  const ordered = await waiting({ user_status: 'PAUSED' })
  expect(await approve(ordered)).toBe(204)
  expect(await rowOf(ordered.ad)).toMatchObject({ user_status: 'PAUSED', version: 1 })
})

test('what runs goes on: a change of it that is approved pauses nothing', async () => {
  await credit('ACTIVE')
  const ordered = await waiting({ budget: '100' })
  expect((await pausing(ordered.ad)).data.pauses).toBe(false)
  await approve(ordered)
  await credit('ON_HOLD')
  expect((await agency.call(ad.update, { params: { id: ordered.ad }, body: { version: 1, budget: '200' } })).status).toBe(204)
  expect((await pausing(ordered.ad)).data.pauses).toBe(false)
  const [change] = await api.db
    .select()
    .from(orders)
    .where(and(eq(orders.ad_id, ordered.ad), eq(orders.kind, 'CHANGE')))
  expect((await admin.call(order.approve, { params: { id: change!.id }, body: { version: change!.version } })).status).toBe(204)
  expect(await rowOf(ordered.ad)).toMatchObject({ user_status: 'ACTIVE', budget: '200.000000' })
})

test('with credit, an approved order starts its ad', async () => {
  await credit('ACTIVE')
  const ordered = await waiting()
  await approve(ordered)
  expect(await rowOf(ordered.ad)).toMatchObject({ user_status: 'ACTIVE', version: 1 })
})
