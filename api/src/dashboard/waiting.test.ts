import { endpoints, waitingKinds, type Endpoint, type Role, type WaitingAnswer, type WaitingKindName } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ads, changeRequests, companies, creatives, invitations, orders, rejectRequests } from '../db/schema.ts'
import { settleAnew } from '../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { insertInvitation, type Tenant } from '../testing/fixtures.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(invitations)
  // Told with those who decide about them (change-request.test.ts).
  await api.db.delete(changeRequests)
  await api.db.update(companies).set({ credit_status: 'ACTIVE' })
  await api.db.update(creatives).set({ status: 'DRAFT' })
  await api.db.update(orders).set({ status: 'DRAFT' })
  await api.db.update(rejectRequests).set({ status: 'DECLINED' })
})

async function waiting(role: Role, tenant?: Tenant) {
  const response = await (await api.signIn(role, tenant)).call(endpoints.dashboard.waiting)
  expect(response.status).toBe(200)
  const { data, further } = (await response.json()) as WaitingAnswer
  return [...data, ...(further ?? [])]
}

const item = (kind: WaitingKindName, count: number) => ({ kind, count, route: waitingKinds[kind].route, query: waitingKinds[kind].query })

test('open invitations wait for whoever may invite, to their own accounts', async () => {
  const { a, b } = api.fixtures
  expect(await waiting('admin')).toEqual([])
  await insertInvitation(api.db, a.accounts.pg, 'x@test.example')
  await insertInvitation(api.db, a.accounts.ptd, 'y@test.example')
  await insertInvitation(api.db, b.accounts.pg, 'z@test.example')
  const { id: expired } = await insertInvitation(api.db, a.accounts.pg, 'expired@test.example')
  await api.db
    .update(invitations)
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where(eq(invitations.id, expired))
  const { id: revoked } = await insertInvitation(api.db, a.accounts.pg, 'revoked@test.example')
  await api.db.update(invitations).set({ status: 'REVOKED' }).where(eq(invitations.id, revoked))
  expect(await waiting('admin')).toEqual([item('invitation_open', 3)])
  expect(await waiting('pg')).toEqual([item('invitation_open', 1)])
  expect(await waiting('pg', 'b')).toEqual([item('invitation_open', 1)])
  expect(await waiting('ptd', 'b')).toEqual([])
  for (const role of ['advertiser', 'agency', 'rep'] as const) expect(await waiting(role)).toEqual([])
})

test('what has to be decided waits for the administrator alone, in the order of the contract', async () => {
  const { a } = api.fixtures
  await api.db.update(companies).set({ credit_status: 'APPLIED' }).where(eq(companies.id, a.company))
  await api.db.update(creatives).set({ status: 'APPLIED' })
  await api.db.update(orders).set({ status: 'PENDING_APPROVAL' }).where(eq(orders.id, a.order))
  await api.db.update(rejectRequests).set({ status: 'FILED' }).where(eq(rejectRequests.id, a.rejectRequest))
  expect(await waiting('admin')).toEqual([
    item('credit_review', 1),
    item('creative_review', 2),
    item('order_approval', 1),
    item('reject_request', 1),
  ])
  for (const role of ['advertiser', 'agency', 'rep', 'ptd', 'pg'] as const) expect(await waiting(role)).toEqual([])
})

test('a rejected creative waits for its own buyers, not for who has rejected it', async () => {
  const { a } = api.fixtures
  await api.db.update(creatives).set({ status: 'REJECTED' }).where(eq(creatives.id, a.creative))
  for (const role of ['advertiser', 'agency'] as const) expect(await waiting(role)).toEqual([item('creative_rejected', 1)])
  for (const role of ['admin', 'rep'] as const) expect(await waiting(role)).toEqual([])
  expect(await waiting('advertiser', 'b')).toEqual([])
})

test('an ad whose order is disapproved waits for its own buyers, until it has ended', async () => {
  const { a } = api.fixtures
  const [ad] = await api.db.select().from(ads).where(eq(ads.id, a.ad))
  await api.db.update(orders).set({ status: 'DISAPPROVED' }).where(eq(orders.id, a.order))
  await settleAnew(api)
  for (const role of ['advertiser', 'agency'] as const) expect(await waiting(role)).toEqual([item('ad_rejected', 1)])
  for (const role of ['admin', 'rep'] as const) expect(await waiting(role)).toEqual([])
  expect(await waiting('advertiser', 'b')).toEqual([])
  const answer = await (await api.signIn('advertiser')).call(endpoints.dashboard.waiting)
  // Pages of contract 1.2 show what is in `data`, and fail at kinds that they do not know.
  expect(((await answer.json()) as WaitingAnswer).data).toEqual([])
  await api.db
    .update(ads)
    .set({ start_at: new Date(Date.now() - 2000), end_at: new Date(Date.now() - 1000) })
    .where(eq(ads.id, a.ad))
  await settleAnew(api)
  expect(await waiting('advertiser')).toEqual([])
  await api.db.update(ads).set({ start_at: ad!.start_at, end_at: ad!.end_at }).where(eq(ads.id, a.ad))
})

test('the query of a kind is one that its list takes, and finds as many as were counted', async () => {
  const { a } = api.fixtures
  await api.db.update(companies).set({ credit_status: 'APPLIED' }).where(eq(companies.id, a.company))
  await api.db.update(orders).set({ status: 'PENDING_APPROVAL' })
  await api.db.update(rejectRequests).set({ status: 'FILED' })
  await api.db.update(creatives).set({ status: 'APPLIED' })
  await insertInvitation(api.db, a.accounts.pg, 'x@test.example')
  const lists = {
    credit_review: endpoints.company.list,
    creative_review: endpoints.creative.list,
    order_approval: endpoints.order.list,
    reject_request: endpoints.reject_request.list,
    invitation_open: endpoints.invitation.list,
  }
  const items = await waiting('admin')
  expect(items.map(({ kind }) => kind)).toEqual(Object.keys(lists))
  async function expectAsMany(role: Role, list: Endpoint, { kind, query, count }: (typeof items)[number]): Promise<void> {
    const found = await (await api.signIn(role)).call(list, { query })
    expect([kind, ((await found.json()) as { page: { total: number } }).page.total]).toEqual([kind, count])
  }
  for (const each of items) await expectAsMany('admin', lists[each.kind as keyof typeof lists], each)
  await api.db.update(orders).set({ status: 'DISAPPROVED' })
  await settleAnew(api)
  const [rejected] = await waiting('advertiser')
  await expectAsMany('advertiser', endpoints.ad.list, rejected!)
})
