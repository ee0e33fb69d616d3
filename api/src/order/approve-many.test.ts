import { endpoints, type BulkResult } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, auditLog, companies, notifications, orders } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd, insertCampaign, insertOrder } from '../testing/fixtures.ts'
import { freshOrder } from '../testing/requests/order-requests.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(orders)
  await api.db.update(companies).set({ credit_limit: '3000', credit_status: 'ACTIVE' })
})

const { bulk } = endpoints.order

interface Answer {
  readonly total: number
  readonly done: number
  readonly results: BulkResult[]
}
async function send(body: object, client = admin): Promise<Answer> {
  return ((await (await client.call(bulk, { body: { action: 'approve', ...body } })).json()) as { data: Answer }).data
}
const count = (ids: readonly number[], client = admin) => send({ ids, dry_run: true }, client)
const approve = (ids: readonly number[], client = admin) => send({ ids, versions: ids.map(() => 1) }, client)
const yes = ({ results }: Answer) => results.filter(({ ok }) => ok).map(({ id }) => id)
const approved = async () =>
  (await api.db.select({ id: orders.id }).from(orders).where(eq(orders.status, 'APPROVED'))).map(({ id }) => id).toSorted((a, b) => a - b)

type Place = Parameters<typeof insertAd>[1]
/** An order that waits, of an ad of its own; of tenant a unless a place is given. */
async function waiting(budget: string, place: Place = api.fixtures.a): Promise<number> {
  const ad = await insertAd(api.db, place, { product_id: api.fixtures.a.product, billing: 'CPM', budget })
  return insertOrder(api.db, ad, { status: 'PENDING_APPROVAL' })
}
async function eachOf(budgets: readonly string[], place?: Place): Promise<number[]> {
  const ids: number[] = []
  for (const budget of budgets) ids.push(await waiting(budget, place))
  return ids
}
/** Another advertiser of the company of tenant a. */
async function secondAdvertiser(): Promise<Place> {
  const row = { kind: 'advertiser' as const, company_id: api.fixtures.a.company, ...named('second') }
  const [made] = await api.db.insert(accounts).values(row).returning({ id: accounts.id })
  const own = { ...api.fixtures.a.accounts, advertiser: made!.id }
  return { campaign: await insertCampaign(api.db, own, 'second'), accounts: own }
}

describe('orders of one credit limit', () => {
  test.for([
    ['first to last', (ids: readonly number[]) => ids, [0, 1, 2, 4]],
    ['last to first', (ids: readonly number[]) => ids.toReversed(), [5, 4, 3, 2]],
  ] as const)('are decided in the order in which they are named, %s, as the count before says', async ([, chosen, places]) => {
    const ids = await eachOf(['900', '900', '900', '900', '300', '300'])
    const counted = await count(chosen(ids))
    expect(yes(counted)).toEqual(places.map((place) => ids[place]))
    expect(counted).toMatchObject({ total: 6, done: 4 })
    expect(await approved()).toEqual([])
    expect(yes(await approve(chosen(ids)))).toEqual(yes(counted))
    expect(await approved()).toEqual(yes(counted).toSorted((a, b) => a - b))
  })

  test('that do not fit together say so before, with those that come before them', async () => {
    const [, second] = await eachOf(['2000', '1500'])
    const { results } = await send({ filter: { status: 'PENDING_APPROVAL' }, dry_run: true })
    expect(results).toMatchObject([
      { ok: true },
      {
        id: second,
        ok: false,
        code: 'action_blocked',
        message: '与信枠を500円超えるため承認できません（与信枠 3,000円、ほかの広告 2,000円、この申込 1,500円）。',
      },
    ])
  })

  test('are those of all advertisers of a company, and of no other one', async () => {
    const own = await eachOf(['2000', '1000'])
    const second = await eachOf(['500'], await secondAdvertiser())
    const others = await eachOf(['2000', '2000'], api.fixtures.b)
    const ids = [own[0]!, others[0]!, second[0]!, others[1]!, own[1]!]
    const expected = [own[0]!, others[0]!, second[0]!]
    expect(yes(await count(ids))).toEqual(expected)
    expect(yes(await approve(ids))).toEqual(expected)
  })

  test('are decided in that order also where a later one is of another advertiser of the company', async () => {
    const own = await eachOf(['1000', '1000', '1000'])
    const second = await eachOf(['500'], await secondAdvertiser())
    const ids = [...own, ...second]
    expect(yes(await count(ids))).toEqual(own)
    expect(yes(await approve(ids))).toEqual(own)
  })

  test('of a change that lowers an ad make room for what comes after it', async () => {
    const ad = await insertAd(api.db, api.fixtures.a, { product_id: api.fixtures.a.product, billing: 'CPM', budget: '2500' })
    await insertOrder(api.db, ad, { status: 'APPROVED' })
    const lower = await insertOrder(api.db, ad, { status: 'PENDING_APPROVAL', kind: 'CHANGE', amount: '1000' })
    const other = await waiting('2000')
    expect(yes(await count([other, lower]))).toEqual([lower])
    expect(yes(await count([lower, other]))).toEqual([lower, other])
    expect(yes(await approve([lower, other]))).toEqual([lower, other])
  })

  test('of two users at once never exceed it together, and nobody waits for the other for good', async () => {
    const reviewer = await anotherAdmin(api)
    const ids = await eachOf(Array.from({ length: 10 }, () => '500'))
    const [mine, theirs, counted] = await Promise.all([
      approve(ids),
      approve(ids.toReversed(), reviewer),
      count(ids, reviewer),
      count(ids.toReversed()),
    ])
    expect(await approved()).toHaveLength(6)
    expect([...yes(mine), ...yes(theirs)].toSorted((a, b) => a - b)).toEqual(await approved())
    for (const { code } of [mine, theirs, counted].flatMap(({ results }) => results))
      expect([null, 'action_blocked', 'conflict', 'state_not_allowed']).toContain(code)
  })
})

test('the count refuses what the reviewer has handed in, also where there is room for everything', async () => {
  const submitter = await anotherAdmin(api)
  const { params } = await freshOrder(api, admin, 'PENDING_APPROVAL')
  const other = await waiting('500')
  expect(await count([params.id, other], submitter)).toMatchObject({
    done: 1,
    results: [{ ok: false, code: 'action_blocked' }, { ok: true }],
  })
  expect(await count([params.id, other])).toMatchObject({ done: 2 })
})

test('the count leaves nothing: no history, no notification, no other status', async () => {
  const ids = await eachOf(['2500', '600'])
  const left = () => Promise.all([api.db.$count(auditLog), api.db.$count(notifications), approved()])
  const before = await left()
  expect(await count([...ids, 999_999_999])).toMatchObject({
    total: 3,
    done: 1,
    results: [{ ok: true }, { code: 'action_blocked' }, { code: 'not_found' }],
  })
  expect(await left()).toEqual(before)
  const versions = [1, 2]
  expect(await send({ ids, versions, dry_run: true })).toMatchObject({ done: 1, results: [{ ok: true }, { ok: false, code: 'conflict' }] })
})
