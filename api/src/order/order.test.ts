import { endpoints, type NotificationKindName } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, ads, campaigns, companies, notifications, orders } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertOrder } from '../testing/fixtures.ts'
import { freshOrder, orderableAd } from '../testing/requests/order-requests.ts'

let api: TestApi
let admin: TestClient
let agency: TestClient
beforeAll(async () => {
  api = await startTestApi()
  ;[admin, agency] = await Promise.all([api.signIn('admin'), api.signIn('agency')])
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(orders).where(eq(orders.status, 'APPROVED'))
  await credit({ credit_limit: '3000', credit_status: 'ACTIVE' })
})

const { approve, bulk, cancel, create, disapprove, get, list, reopen, submit } = endpoints.order
const reason = { reason: '予算を確認してください' }

const credit = (values: Partial<typeof companies.$inferInsert>) =>
  api.db.update(companies).set(values).where(eq(companies.id, api.fixtures.a.company))

type Shown = Record<string, unknown> & { status: string; version: number; blocked: Record<string, string> }
async function read(id: number, client = admin): Promise<Shown> {
  return ((await (await client.call(get, { params: { id } })).json()) as { data: Shown }).data
}
interface Refused {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors?: Record<string, string[]>
}
const refusal = async (response: Response): Promise<Refused> => ({
  status: response.status,
  ...((await response.json()) as Omit<Refused, 'status'>),
})
const orderOf = async (budget: string, state: 'DRAFT' | 'PENDING_APPROVAL' | 'APPROVED' = 'PENDING_APPROVAL') =>
  freshOrder(api, admin, state, await orderableAd(api, { budget }))

describe('states', () => {
  test('disapproving and canceling say why; the reason goes when it is submitted again', async () => {
    const { params } = await freshOrder(api, admin, 'PENDING_APPROVAL')
    expect((await admin.call(disapprove, { params, body: { version: 2 } })).status).toBe(422)
    await admin.call(disapprove, { params, body: { version: 2, ...reason } })
    expect(await read(params.id, agency)).toMatchObject({ status: 'DISAPPROVED', reason: reason.reason })
    await agency.call(reopen, { params, body: { version: 3 } })
    await agency.call(submit, { params, body: { version: 4 } })
    expect(await read(params.id)).toMatchObject({ status: 'PENDING_APPROVAL', reason: null })
  })
})

describe('an order', () => {
  test('takes what the ad buys, again when it is submitted, and stays so from then on', async () => {
    const ad = await orderableAd(api, { budget: '500', quantity: 1000, ...named('麦茶') })
    const { params } = await freshOrder(api, admin, 'DRAFT', ad)
    const bought = {
      advertiser_account_id: api.fixtures.a.accounts.advertiser,
      campaign_id: api.fixtures.a.campaign,
      product_id: api.fixtures.a.product,
    }
    expect(await read(params.id)).toMatchObject({ name: '麦茶', quantity: 1000, amount: '500', status: 'DRAFT', ...bought })
    await api.db
      .update(ads)
      .set({ budget: '800', quantity: 1600, ...named('麦茶 夏') })
      .where(eq(ads.id, ad))
    await agency.call(submit, { params, body: { version: 1 } })
    expect(await read(params.id)).toMatchObject({ name: '麦茶 夏', quantity: 1600, amount: '800' })
    await api.db.update(ads).set({ budget: '9000' }).where(eq(ads.id, ad))
    expect(await read(params.id)).toMatchObject({ amount: '800' })
    const found = await admin.call(list, { query: { q: '麦茶 夏' } })
    expect(((await found.json()) as { data: unknown[] }).data).toHaveLength(1)
  })

  test('there is one for each ad and product, also of many at the same time; a canceled one makes room', async () => {
    const ad = await orderableAd(api)
    const answers = await Promise.all(Array.from({ length: 6 }, () => agency.call(create, { body: { ad_id: ad } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
    const again = await refusal(await agency.call(create, { body: { ad_id: ad } }))
    expect(again.errors).toEqual({ ad_id: ['すでに登録されています。'] })
    await api.db.update(orders).set({ status: 'CANCELED' }).where(eq(orders.ad_id, ad))
    expect((await agency.call(create, { body: { ad_id: ad } })).status).toBe(201)
  })

  test('needs a product, an ad that is not over, and credit that allows orders', async () => {
    const faultOf = async (ad_id: number) => (await refusal(await agency.call(create, { body: { ad_id } }))).errors?.['ad_id']?.[0]
    expect(await faultOf(await orderableAd(api, { product_id: null }))).toContain('広告商品または購入数がない')
    expect(await faultOf(await orderableAd(api, { start_at: new Date(0), end_at: new Date(1) }))).toContain('期間が終わっている')
    await credit({ credit_status: 'CREDIT_STOP' })
    expect(await faultOf(await orderableAd(api))).toContain('新しい申込はできません')
    await credit({ credit_status: 'ON_HOLD' })
    expect((await agency.call(create, { body: { ad_id: await orderableAd(api) } })).status).toBe(201)
    expect(await faultOf(api.fixtures.b.ad)).toBe('指定された対象が見つかりません。')
  })

  test('is submitted only while the credit allows it', async () => {
    const { params, body } = await freshOrder(api, admin, 'DRAFT')
    await credit({ credit_status: 'BLOCKED' })
    expect((await read(params.id, agency)).blocked['submit']).toContain('新しい申込はできません')
    expect((await refusal(await agency.call(submit, { params, body }))).code).toBe('action_blocked')
  })
})

describe('the credit limit', () => {
  test('is kept, and the refusal says by how much it would be exceeded', async () => {
    await orderOf('1800', 'APPROVED')
    const { params, body } = await orderOf('1500.5')
    const words = '与信枠を300.5円超えるため承認できません（与信枠 3,000円、ほかの広告 1,800円、この申込 1,500.5円）。'
    expect((await read(params.id)).blocked['approve']).toBe(words)
    expect(await refusal(await admin.call(approve, { params, body }))).toMatchObject({
      status: 409,
      code: 'action_blocked',
      message: words,
    })
    expect((await read(params.id)).status).toBe('PENDING_APPROVAL')
    const exact = await orderOf('1200')
    expect((await admin.call(approve, exact)).status).toBe(204)
  })

  test('counts all accounts of the company, and no order whose ad is over, that is canceled or another company’s', async () => {
    const [other] = await api.db
      .insert(accounts)
      .values({ kind: 'advertiser', company_id: api.fixtures.a.company, ...named('別の口座') })
      .returning({ id: accounts.id })
    const tenant = { ...api.fixtures.a, accounts: { ...api.fixtures.a.accounts, advertiser: other!.id } }
    const { goal, lifetime_budget, start_at, end_at } = (
      await api.db.select().from(campaigns).where(eq(campaigns.id, api.fixtures.a.campaign))
    )[0]!
    const [campaign] = await api.db
      .insert(campaigns)
      .values({ advertiser_account_id: other!.id, ...named('別'), goal, lifetime_budget, start_at, end_at })
      .returning({ id: campaigns.id })
    const insert = async (amount: string, status: string, ad: Partial<typeof ads.$inferInsert> = {}) => {
      const [row] = await api.db
        .insert(ads)
        .values({
          advertiser_account_id: tenant.accounts.advertiser,
          campaign_id: campaign!.id,
          ...named('別の広告'),
          unit_price: '1',
          budget: amount,
          start_at,
          end_at,
          landing_url: 'https://x.example/',
          ...ad,
        })
        .returning({ id: ads.id })
      await insertOrder(api.db, row!.id, { product_id: api.fixtures.a.product, quantity: 1, status })
    }
    await insert('1000', 'APPROVED')
    await insert('5000', 'CANCELED')
    await insert('5000', 'PENDING_APPROVAL')
    await insert('5000', 'APPROVED', { start_at: new Date(0), end_at: new Date(1) })
    const { params } = await orderOf('2100')
    expect((await read(params.id)).blocked['approve']).toContain('与信枠を100円超える')
  })

  test('is not exceeded by approvals at the same time, one by one or in bulk', async () => {
    const waiting = []
    for (let number = 0; number < 8; number += 1) waiting.push(await orderOf('1000'))
    const singly = waiting.slice(0, 4).map(({ params, body }) => admin.call(approve, { params, body }))
    const rest = waiting.slice(4)
    const counted = { ids: rest.map(({ params }) => params.id), versions: rest.map(({ body }) => body.version) }
    const together = admin.call(bulk, { body: { action: 'approve', ...counted } })
    await Promise.all([...singly, together])
    const approved = await api.db.select().from(orders).where(eq(orders.status, 'APPROVED'))
    expect(approved.map(({ amount }) => Number(amount))).toEqual([1000, 1000, 1000])
    const { data } = (await (await together).json()) as { data: { results: { ok: boolean; code: string | null }[] } }
    for (const { ok, code } of data.results) expect(code).toBe(ok ? null : 'action_blocked')
  })

  test('approval needs the credit itself, not only room', async () => {
    const { params, body } = await orderOf('1')
    await credit({ credit_status: 'CREDIT_STOP' })
    expect(await refusal(await admin.call(approve, { params, body }))).toMatchObject({
      code: 'action_blocked',
      message: '企業の与信またはアカウントの状態により承認できません（与信：与信停止）。',
    })
  })

  test('what is canceled makes room again', async () => {
    const { params } = await orderOf('3000', 'APPROVED')
    const next = await orderOf('2000')
    expect((await admin.call(approve, next)).status).toBe(409)
    await admin.call(cancel, { params, body: { version: 3, ...reason } })
    expect((await admin.call(approve, next)).status).toBe(204)
  })
})

test('administrators decide; advertiser, agency and rep read their own', async () => {
  const { params, body } = await freshOrder(api, admin, 'PENDING_APPROVAL')
  for (const action of [approve, disapprove, cancel])
    expect((await agency.call(action, { params, body: { ...body, ...reason } })).status).toBe(403)
  const status = async (role: 'advertiser' | 'rep' | 'pg', tenant?: 'b') =>
    (await (await api.signIn(role, tenant)).call(get, { params })).status
  expect([await status('advertiser'), await status('rep'), await status('advertiser', 'b'), await status('pg')]).toEqual([
    200, 200, 404, 403,
  ])
  const rep = await api.signIn('rep')
  expect((await rep.call(create, { body: { ad_id: await orderableAd(api) } })).status).toBe(403)
})

test('administrators hear of orders, advertiser and agency of what became of them', async () => {
  await api.db.delete(notifications)
  await freshOrder(api, admin, 'CANCELED')
  await freshOrder(api, admin, 'DISAPPROVED')
  const told = async (kind: NotificationKindName) =>
    new Set((await api.db.select().from(notifications).where(eq(notifications.kind, kind))).map(({ account_id }) => account_id))
  const { a, b } = api.fixtures
  expect(await told('order_submitted')).toEqual(new Set([a.accounts.admin, b.accounts.admin]))
  for (const kind of ['order_approved', 'order_disapproved', 'order_canceled'] as const) {
    expect(await told(kind), kind).toEqual(new Set([a.accounts.advertiser, a.accounts.agency]))
  }
})
