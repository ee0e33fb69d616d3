import { endpoints } from '@adsite/contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ads, campaigns, companies, orders } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd, insertCampaign, insertOrder } from '../testing/fixtures.ts'

let api: TestApi
let admin: TestClient
let agency: TestClient
let advertiser: TestClient
beforeAll(async () => {
  api = await startTestApi()
  ;[admin, agency, advertiser] = await Promise.all([api.signIn('admin'), api.signIn('agency'), api.signIn('advertiser')])
  await api.db.update(companies).set({ credit_limit: '9000000' })
})
afterAll(() => api.close())

const { ad, campaign, order } = endpoints
const rounds = Array.from({ length: 8 }, (_, round) => round)

/** A campaign of 1,000 yen with ads of these budgets. */
async function campaignWith(budgets: readonly string[]) {
  const id = await insertCampaign(api.db, api.fixtures.a.accounts, 'at once')
  await api.db.update(campaigns).set({ lifetime_budget: '1000' }).where(eq(campaigns.id, id))
  const place = { ...api.fixtures.a, campaign: id }
  const own = await Promise.all(
    budgets.map((budget) => insertAd(api.db, place, { product_id: api.fixtures.a.product, billing: 'CPM', budget })),
  )
  return { id, ads: own }
}
/** What the ads of a campaign have together, and what it has. */
async function budgetsOf(id: number): Promise<{ together: number; whole: number }> {
  const [whole] = await api.db.select({ of: campaigns.lifetime_budget }).from(campaigns).where(eq(campaigns.id, id))
  const [together] = await api.db
    .select({ of: sql<string>`sum(${ads.budget})` })
    .from(ads)
    .where(and(eq(ads.campaign_id, id), isNull(ads.deleted_at)))
  return { together: Number(together!.of), whole: Number(whole!.of) }
}
const shrink = (id: number, lifetime_budget: string) =>
  admin.call(campaign.update, { params: { id }, body: { version: 1, lifetime_budget } })

test.for(rounds)('a campaign that shrinks while its ads grow has room for them (%i)', async () => {
  const { id, ads: own } = await campaignWith(['300', '300'])
  const [one, other] = own as [number, number]
  const grow = (client: TestClient, ofAd: number) => client.call(ad.update, { params: { id: ofAd }, body: { version: 1, budget: '500' } })
  const rows = [{ id: other, version: 1, values: { budget: '600' } }]
  await Promise.all([grow(agency, one), shrink(id, '800'), advertiser.call(ad.edit, { body: { rows } })])
  const { together, whole } = await budgetsOf(id)
  expect(together).toBeLessThanOrEqual(whole)
})

test.for(rounds)('a campaign that shrinks while a change of its ad is approved has room for it (%i)', async (round) => {
  const { id, ads: own } = await campaignWith(['300'])
  await insertOrder(api.db, own[0]!, { status: 'APPROVED' })
  const change = await insertOrder(api.db, own[0]!, { status: 'PENDING_APPROVAL', kind: 'CHANGE', amount: '900' })
  const approve = () => admin.call(order.approve, { params: { id: change }, body: { version: 1 } })
  const both = [approve, () => shrink(id, '500')]
  const answers = await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((send) => send()))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  const { together, whole } = await budgetsOf(id)
  expect(together).toBeLessThanOrEqual(whole)
})

test('what a change has lowered is proposed when it is taken back, not written', async () => {
  const { ads: own } = await campaignWith(['500'])
  const [id] = own as [number]
  await insertOrder(api.db, id, { status: 'APPROVED' })
  const given = { version: 1, budget: '300', landing_url: 'https://other.example/' }
  expect((await agency.call(ad.update, { params: { id }, body: given })).status).toBe(204)
  const waiting = () =>
    api.db
      .select()
      .from(orders)
      .where(and(eq(orders.ad_id, id), inArray(orders.status, ['PENDING_APPROVAL'])))
  const [change] = await waiting()
  expect((await admin.call(order.approve, { params: { id: change!.id }, body: { version: change!.version } })).status).toBe(204)
  const history = await agency.call(ad.history, { params: { id } })
  const { data } = (await history.json()) as { data: { id: number }[] }
  const body = { change: data[0]!.id, ids: [id], versions: [2], fields: ['budget'] }
  const back = await agency.call(ad.undo, { body })
  expect(await back.json()).toMatchObject({ data: { records: [{ ok: true, held: ['budget'] }] } })
  expect(await api.db.select({ budget: ads.budget }).from(ads).where(eq(ads.id, id))).toEqual([{ budget: '300.000000' }])
  expect(await waiting()).toMatchObject([{ kind: 'CHANGE', amount: '500.000000' }])
})
