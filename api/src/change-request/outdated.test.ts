import { randomUUID } from 'node:crypto'
import { endpoints, orderTerms, type ChangeRequest, type FourEyesArea, type Notification } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ads, changeRequests, companies, fourEyes, orders, revenueShares } from '../db/schema.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { newUser } from '../testing/factor-users.ts'
import { insertCreativeGroup } from '../testing/fixtures.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { freshOrder, orderableAd } from '../testing/requests/order-requests.ts'

const { change_request, company, order, revenue_share } = endpoints

let api: TestApi
/** Three administrators; `second` submits the orders. */
let first: TestClient
let second: TestClient
let third: TestClient
let company_id = 0
beforeAll(async () => {
  api = await startTestApi()
  first = await api.signIn('admin')
  second = await anotherAdmin(api)
  third = (await newUser(api, 'admin')).client
  const [account] = (await api.pool.query('select company_id from accounts where id = $1', [ids().accounts.advertiser])).rows
  company_id = Number(account.company_id)
})
afterAll(() => api.close())

const ids = () => api.fixtures.a
const set = (account_id: number, areas: FourEyesArea[]) => api.db.insert(fourEyes).values({ account_id, areas, order_above: '500' })
beforeEach(async () => {
  await api.db.delete(changeRequests)
  await api.db.delete(fourEyes)
  await api.db.update(companies).set({ credit_limit: '100000', credit_status: 'ACTIVE' }).where(eq(companies.id, company_id))
})

const reason = '内容を確認'
const codeOf = async (response: Response) => [response.status, response.ok ? '' : ((await response.json()) as { code: string }).code]
const waits = [409, 'second_person']
const blocked = [409, 'action_blocked']
const over = [409, 'state_not_allowed']
const done = [204, '']

async function listed(state: 'waiting' | 'ended' = 'waiting'): Promise<ChangeRequest[]> {
  return ((await (await second.call(change_request.list, { query: { state } })).json()) as { data: ChangeRequest[] }).data
}
async function only(): Promise<ChangeRequest> {
  const rows = await listed()
  expect(rows).toHaveLength(1)
  return rows[0]!
}
const approve = async (id: number, client = third) =>
  codeOf(await client.call(change_request.approve, { params: { id }, body: { reason } }))
const noticesOf = async (client: TestClient) => {
  const { data } = (await (await client.call(endpoints.notification.list, { query: { unconfirmed: 'true' } })).json()) as {
    data: Notification[]
  }
  return data.filter(({ page }) => page === '/op/change_request?state=ended').map(({ params }) => params['text'])
}

describe('a large order', () => {
  beforeEach(() => set(ids().accounts.advertiser, ['order']))

  async function act(client: TestClient, action: 'approve' | 'disapprove' | 'reopen' | 'submit' | 'withdraw', id: number) {
    const [{ version }] = (await api.pool.query('select version from orders where id = $1', [id])).rows
    const body = { version: Number(version), ...(action === 'disapprove' ? { reason } : {}) }
    return codeOf(await client.call(order[action], { params: { id }, body }))
  }
  async function asked() {
    const ad = await orderableAd(api, { budget: '501', landing_url: 'https://lp.example/spring' })
    const { params } = await freshOrder(api, first, 'PENDING_APPROVAL', ad)
    expect(await act(first, 'approve', params.id)).toEqual(waits)
    return { ad, id: params.id, request: await only() }
  }
  const again = async (id: number) => {
    for (const action of ['reopen', 'submit'] as const) expect(await act(second, action, id)).toEqual(done)
  }
  const stored = async (id: number) => (await api.db.select().from(orders).where(eq(orders.id, id)))[0]!

  test('that is refused and submitted with another landing page and creatives is not approved by the former request', async () => {
    const { ad, id, request } = await asked()
    expect(request.before).toMatchObject({ status: 'PENDING_APPROVAL', landing_url: 'https://lp.example/spring', amount: '501' })
    expect(await act(second, 'disapprove', id)).toEqual(done)
    expect(await listed()).toEqual([])
    expect((await listed('ended'))[0]).toMatchObject({
      id: request.id,
      outcome: 'OUTDATED',
      decided_by: expect.any(String),
      decision: null,
    })
    expect((await noticesOf(first))[0]).toContain('状態または内容が変わったため失効しました')
    const creative_group_id = await insertCreativeGroup(api.db, ids().accounts.advertiser, '夏')
    await api.db.update(ads).set({ landing_url: 'https://elsewhere.example/', creative_group_id }).where(eq(ads.id, ad))
    await again(id)
    expect(await approve(request.id)).toEqual(over)
    expect(await stored(id)).toMatchObject({ status: 'PENDING_APPROVAL', landing_url: 'https://elsewhere.example/' })
    expect(await act(first, 'approve', id)).toEqual(waits)
    const anew = await only()
    expect(anew.id).not.toBe(request.id)
    expect(Object.keys(anew.before).toSorted()).toEqual(['status', ...orderTerms.map((term) => term.order)].toSorted())
    expect(anew.before).toMatchObject({ landing_url: 'https://elsewhere.example/', creative_group_id })
    expect(await approve(anew.id)).toEqual(done)
    expect(await stored(id)).toMatchObject({ status: 'APPROVED' })
  })

  test('that is submitted again with the same values is asked for again', async () => {
    const { id, request } = await asked()
    // Who ends their own request knows.
    const before = (await noticesOf(first)).length
    expect(await act(first, 'disapprove', id)).toEqual(done)
    expect(await noticesOf(first)).toHaveLength(before)
    await again(id)
    expect(await approve(request.id)).toEqual(over)
    expect((await stored(id)).status).toBe('PENDING_APPROVAL')
  })

  test('that is withdrawn asks nobody any more', async () => {
    const { id, request } = await asked()
    expect(await act(second, 'withdraw', id)).toEqual(done)
    expect([await listed(), await approve(request.id)]).toEqual([[], over])
  })

  test('that has other terms by whichever way is not approved by a request that names the former ones', async () => {
    for (const changed of [
      { landing_url: 'https://elsewhere.example/' },
      { creative_group_id: await insertCreativeGroup(api.db, ids().accounts.advertiser, '秋') },
    ]) {
      await api.db.delete(changeRequests)
      const { ad, id, request } = await asked()
      await api.db.update(ads).set(changed).where(eq(ads.id, ad))
      await api.db.update(orders).set(changed).where(eq(orders.id, id))
      expect(await approve(request.id)).toEqual(blocked)
      expect((await stored(id)).status).toBe('PENDING_APPROVAL')
    }
  })

  test('is locked before its request, so that an approval and a refusal at once do not wait for each other', async () => {
    const { id, request } = await asked()
    let approving: Promise<unknown> | undefined
    await api.db.transaction(async (transaction) => {
      await transaction.execute(sql`select from orders where id = ${id} for update`)
      approving = approve(request.id)
      await expect
        .poll(
          async () =>
            (await api.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).rowCount,
        )
        .toBe(1)
      await transaction.execute(sql`select from change_requests where id = ${request.id} for update nowait`)
    })
    expect(await approving).toEqual(done)
  })
})

describe('a request that is made again', () => {
  const patch = async (client: TestClient, credit_limit: string) => {
    const [found] = await api.db.select().from(companies).where(eq(companies.id, company_id))
    return codeOf(await client.call(company.update, { params: { id: company_id }, body: { version: found!.version, credit_limit } }))
  }
  const meanwhile = (credit_limit: string) => api.db.update(companies).set({ credit_limit }).where(eq(companies.id, company_id))
  beforeEach(() => set(ids().accounts.advertiser, ['credit']))

  test('after its record has changed replaces the own one, with the values as they are now', async () => {
    await patch(first, '90000')
    const former = await only()
    await meanwhile('95000')
    expect(await approve(former.id)).toEqual(blocked)
    expect(await patch(first, '90000')).toEqual(done)
    const anew = await only()
    expect(anew).toMatchObject({ before: { credit_limit: '95000' }, after: { credit_limit: '90000' } })
    expect((await listed('ended'))[0]).toMatchObject({ id: former.id, outcome: 'OUTDATED' })
    await meanwhile('93000')
    // Also to another value.
    expect(await patch(first, '80000')).toEqual(done)
    expect(await approve((await only()).id)).toEqual(done)
    const [{ credit_limit }] = (await api.pool.query('select credit_limit::int from companies where id = $1', [company_id])).rows
    expect(credit_limit).toBe(80_000)
  })

  test('does not replace that of another person, nor an own one that can be approved still', async () => {
    await patch(first, '90000')
    const { id } = await only()
    expect(await patch(first, '80000')).toEqual(blocked)
    await meanwhile('95000')
    expect(await patch(second, '90000')).toEqual(blocked)
    expect((await only()).id).toBe(id)
  })

  test('is over once the credit is put on hold, and who asked is told', async () => {
    await patch(first, '90000')
    const { id } = await only()
    const [found] = await api.db.select().from(companies).where(eq(companies.id, company_id))
    const body = { version: found!.version, reason }
    expect(await codeOf(await second.call(company.hold_credit, { params: { id: company_id }, body }))).toEqual(done)
    expect([await listed(), await approve(id)]).toEqual([[], over])
    expect((await noticesOf(first))[0]).toContain('状態または内容が変わったため失効しました')
  })
})

test('a request about a record that is deleted is over', async () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  await api.db.delete(revenueShares).where(eq(revenueShares.medium_id, ids().medium))
  const body = { publisher_group_id: ids().publisherGroup, medium_id: ids().medium, rate: '40', valid_from: day(500), valid_to: day(505) }
  const made = await first.call(revenue_share.create, { body, headers: { 'Idempotency-Key': randomUUID() } })
  const params = { id: ((await made.json()) as { data: { id: number } }).data.id }
  await set(ids().accounts.pg, ['share'])
  expect(await codeOf(await first.call(revenue_share.update, { params, body: { version: 1, rate: '55' } }))).toEqual(done)
  const { id } = await only()
  await api.db.delete(fourEyes)
  expect(await codeOf(await second.call(revenue_share.delete, { params }))).toEqual(done)
  expect([await listed(), await approve(id)]).toEqual([[], over])
})
