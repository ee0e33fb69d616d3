import { endpoints, type BulkResult } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { campaigns, changeRequests, companies, fourEyes, orders } from '../db/schema.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd, insertCampaign, insertOrder, type Fixtures } from '../testing/fixtures.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(changeRequests)
  await api.db.delete(fourEyes)
  await api.db.delete(orders)
  await api.db.update(companies).set({ credit_limit: '9000000', credit_status: 'ACTIVE' })
  await api.db.update(companies).set({ credit_limit: '3000' }).where(eq(companies.id, api.fixtures.a.company))
})

const { bulk } = endpoints.order

async function resultsOf(body: object, client = admin): Promise<BulkResult[]> {
  const response = await client.call(bulk, { body: { action: 'approve', ...body } })
  return ((await response.json()) as { data: { results: BulkResult[] } }).data.results
}
const count = (ids: readonly number[]) => resultsOf({ ids, dry_run: true })
const approve = (ids: readonly number[], client?: TestClient) => resultsOf({ ids, versions: ids.map(() => 1) }, client)

type Place = Fixtures['a']
type Values = Parameters<typeof insertAd>[2]
const inserted = (budget: string, place: Pick<Place, 'campaign' | 'accounts'>, values: Values) =>
  insertAd(api.db, place, { product_id: api.fixtures.a.product, billing: 'CPM', budget, ...values })

/** An order that waits, of an ad of its own. */
async function waiting(budget: string, place: Place = api.fixtures.a): Promise<number> {
  return insertOrder(api.db, await inserted(budget, place, {}), { status: 'PENDING_APPROVAL' })
}
/** A change that waits, of an approved ad. */
async function change(budget: string, amount: string, campaign = api.fixtures.a.campaign): Promise<number> {
  const ad = await inserted(budget, { ...api.fixtures.a, campaign }, {})
  await insertOrder(api.db, ad, { status: 'APPROVED' })
  return insertOrder(api.db, ad, { status: 'PENDING_APPROVAL', kind: 'CHANGE', amount })
}
/** A campaign whose budget its ads do not exceed together. */
async function campaignOf(lifetime_budget: string): Promise<number> {
  const id = await insertCampaign(api.db, api.fixtures.a.accounts, 'narrow')
  await api.db.update(campaigns).set({ lifetime_budget }).where(eq(campaigns.id, id))
  return id
}

/** Which orders pass, by their place: the count has to say so as the approval then does, in its words. */
async function agreed(ids: readonly number[], client?: TestClient): Promise<number[]> {
  const counted = await count(ids)
  const done = await approve(ids, client)
  // The action asks a second person; the count says that it would.
  const isAsked = ({ message }: BulkResult) => message?.startsWith('この変更にはほかの担当者の承認が必要です') === true
  const asked = done.map((result) => (isAsked(result) ? { ...result, ok: true, code: null, message: null } : result))
  expect(asked).toEqual(counted)
  return counted.flatMap(({ ok }, place) => (ok ? [place] : []))
}

describe('the count says what the approval does', () => {
  test('of several companies: smaller orders after one that does not fit, and one with room for everything', async () => {
    const { a, b } = api.fixtures
    const ids = []
    for (const [budget, place] of [
      ['1000', a],
      ['8000000', b],
      ['2500', a],
      ['1999.5', a],
      ['0.6', a],
      ['900000', b],
      ['0.5', a],
      ['1', a],
    ] as const)
      ids.push(await waiting(budget, place))
    expect(await agreed([...ids, 999_999_999])).toEqual([0, 1, 3, 5, 6])
  })

  test.for([
    ['lower first', (ids: readonly number[]) => ids, [0, 1]],
    ['raise first', (ids: readonly number[]) => ids.toReversed(), [0, 1, 4]],
  ] as const)('of changes, which give credit back or take more of it: %s', async ([, chosen, passing]) => {
    const lower = await change('1500', '200')
    const order = await waiting('2300')
    const another = await waiting('400')
    const raise = await change('500', '1300')
    const small = await waiting('0.5')
    expect(await agreed(chosen([lower, order, another, raise, small]))).toEqual(passing)
  })

  test.for([
    ['the lower one first', (ids: readonly number[]) => ids, [0, 1]],
    ['the higher one first', (ids: readonly number[]) => ids.toReversed(), [1]],
  ] as const)('of changes that share the budget of a campaign: %s', async ([, chosen, passing]) => {
    const campaign = await campaignOf('1000')
    const lower = await change('500', '300', campaign)
    const higher = await change('400', '700', campaign)
    expect(await agreed(chosen([lower, higher]))).toEqual(passing)
  })

  test('of a change of an ad that no longer fits its campaign, whose credit nobody takes', async () => {
    const campaign = await campaignOf('1000')
    const over = await change('500', '1001', campaign)
    const order = await waiting('2500')
    expect(await agreed([over, order])).toEqual([1])
  })

  test.for(['advertiser', 'agency'] as const)(
    'of orders that wait for a second person of the %s: these take no credit yet, and are not asked about twice',
    async (role) => {
      const { accounts } = api.fixtures.a
      await api.db.insert(fourEyes).values({ account_id: accounts[role], areas: ['order'], order_above: '1500' })
      const [large, larger, small] = [await waiting('2000'), await waiting('2500'), await waiting('1500')]
      await approve([larger], await anotherAdmin(api))
      expect(await agreed([large, larger])).toEqual([0])
      // The same person asks again for the same.
      expect(await agreed([large, larger, small])).toEqual([0, 2])
    },
  )

  test('of orders that have another version or state by now', async () => {
    const ids = [await waiting('1000'), await waiting('1000'), await waiting('1000'), await waiting('1000')]
    await api.db.update(orders).set({ status: 'WITHDRAWN', version: 2 }).where(eq(orders.id, ids[0]!))
    const body = { ids, versions: [1, 2, 1, 1] }
    const counted = await resultsOf({ ...body, dry_run: true })
    expect(counted.map(({ code }) => code)).toEqual(['conflict', 'conflict', null, null])
    expect(await resultsOf(body)).toEqual(counted)
  })
})
