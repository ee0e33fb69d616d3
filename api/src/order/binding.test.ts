import { endpoints, exceededTerms, message, orderTerms, validationText } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { settleAnew } from '../serving/testing/all-settled.ts'
import { ads, campaigns, companies, creatives, frames, notifications, orders, products } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd, insertCreativeGroup, insertOrder } from '../testing/fixtures.ts'
import { exceedsOrder } from '../serving/terms.ts'

let api: TestApi
let admin: TestClient
let agency: TestClient
let advertiser: TestClient
beforeAll(async () => {
  api = await startTestApi()
  ;[admin, agency, advertiser] = await Promise.all([api.signIn('admin'), api.signIn('agency'), api.signIn('advertiser')])
  await api.db.update(frames).set({ status: 'RUNNING' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.update(orders).set({ status: 'CANCELED' })
  await api.db.update(ads).set({ deleted_at: new Date() })
  await api.db.update(companies).set({ credit_limit: '90000', credit_status: 'ACTIVE' })
  await api.db.update(campaigns).set({ lifetime_budget: '100000' })
})

const { ad, campaign, company, creative, order } = endpoints
const start = new Date('2026-02-01T00:00:00Z')
const end = new Date('2099-06-30T00:00:00Z')

const groupWithCreative = () => insertCreativeGroup(api.db, api.fixtures.a.accounts.advertiser, '夏')

/** Inserts an ad with this budget that can be ordered. */
const insertOrderable = (budget: string) => insertAd(api.db, api.fixtures.a, { product_id: api.fixtures.a.product, billing: 'CPM', budget })

/** Inserts an ad that is served as ordered: ¥27,361 for 54,722 impressions. */
async function servedAd(values: Partial<typeof ads.$inferInsert> = {}): Promise<number> {
  const id = await insertAd(api.db, api.fixtures.a, {
    product_id: api.fixtures.a.product,
    billing: 'CPM',
    quantity: 54_722,
    budget: '27361',
    start_at: start,
    end_at: end,
    creative_group_id: await groupWithCreative(),
    landing_url: 'https://lp.example/summer',
    ...values,
  })
  await insertOrder(api.db, id, { status: 'APPROVED' })
  await settleAnew(api)
  return id
}

type Shown = Record<string, unknown> & { id: number; version: number; status: string; blocked: Record<string, string> }
const read = async (endpoint: typeof ad.get | typeof order.get, id: number, client = admin) =>
  ((await (await client.call(endpoint as typeof ad.get, { params: { id } })).json()) as unknown as { data: Shown }).data
const adRow = (id: number) => read(ad.get, id)
async function patch(client: TestClient, id: number, values: object, headers = {}): Promise<Response> {
  const { version } = await adRow(id)
  return client.call(ad.update, { params: { id }, body: { version, ...values }, headers })
}
async function change(id: number) {
  const [found] = await api.db
    .select()
    .from(orders)
    .where(and(eq(orders.ad_id, id), eq(orders.kind, 'CHANGE'), eq(orders.status, 'PENDING_APPROVAL')))
  return found
}
const ordered = async (id: number) =>
  (
    await api.db
      .select()
      .from(orders)
      .where(and(eq(orders.ad_id, id), eq(orders.kind, 'NEW')))
  )[0]!
async function waitingForLocks(): Promise<number> {
  const { rows } = await api.db.execute(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  return rows.length
}
async function act(client: TestClient, action: 'approve' | 'disapprove' | 'withdraw' | 'cancel' | 'submit' | 'reopen', id: number) {
  const { version } = await read(order.get, id)
  const reason = action === 'disapprove' || action === 'cancel' ? { reason: '内容を確認してください' } : {}
  return client.call(order[action] as typeof order.cancel, { params: { id }, body: { version, ...reason } as never })
}
const refusal = async (response: Response) =>
  ({ status: response.status, ...((await response.json()) as object) }) as {
    status: number
    code: string
    message: string
    errors: Record<string, string[]>
  }
const status = async (id: number) => (await adRow(id))['effective_status']

describe('what goes beyond an approved order is proposed, and the ad serves on as approved', () => {
  const beyond: readonly (readonly [string, () => object | Promise<object>])[] = [
    ['the budget a hundredfold', () => ({ budget: '90000', quantity: 180_000 })],
    ['the quantity a hundredfold', () => ({ quantity: 5_472_200 })],
    ['another landing page', () => ({ landing_url: 'https://elsewhere.example/' })],
    ['a later end', () => ({ end_at: '2099-07-01T00:00:00.000Z' })],
    ['an earlier start', () => ({ start_at: '2026-01-31T23:59:00.000Z' })],
    ['other creatives', async () => ({ creative_group_id: await groupWithCreative() })],
  ]
  for (const role of ['advertiser', 'agency', 'admin'] as const) {
    test.each(beyond)(`${role}: %s`, async (_, values) => {
      const id = await servedAd()
      const before = await adRow(id)
      const wanted = await values()
      const client = role === 'admin' ? await anotherAdmin(api) : await api.signIn(role)
      expect((await patch(client, id, { ...wanted, name: '新しい名前' })).status).toBe(204)
      const after = await adRow(id)
      expect(after).toEqual({ ...before, name: '新しい名前', version: 2, updated_at: after['updated_at'], updated_by: after['updated_by'] })
      expect(after['effective_status']).toBe('SERVING')
      const proposed = await read(order.get, (await change(id))!.id)
      const terms = Object.fromEntries(
        Object.entries(wanted).map(([field, value]) => [orderTerms.find((term) => term.ad === field)!.order, value]),
      )
      expect(proposed).toMatchObject({ kind: 'CHANGE', status: 'PENDING_APPROVAL', ...terms })

      expect((await act(admin, 'approve', proposed.id)).status).toBe(204)
      expect(await adRow(id)).toMatchObject(wanted)
      expect(await read(order.get, (await ordered(id)).id)).toMatchObject({ status: 'APPROVED', ...terms })
      expect(await status(id)).toBe('SERVING')
    })
  }

  test('raising the campaign first opens nothing', async () => {
    const id = await servedAd()
    const { version } = await read(campaign.get as unknown as typeof ad.get, api.fixtures.a.campaign)
    const params = { id: api.fixtures.a.campaign }
    expect((await admin.call(campaign.update, { params, body: { version, lifetime_budget: '1900000000' } })).status).toBe(204)
    expect((await patch(agency, id, { budget: '3470517', quantity: 5_472_200 })).status).toBe(204)
    expect(await adRow(id)).toMatchObject({ budget: '27361', quantity: 54_722, effective_status: 'SERVING' })
    const waiting = (await change(id))!
    const refused = await refusal(await act(admin, 'approve', waiting.id))
    expect([refused.status, refused.message]).toEqual([
      409,
      '与信枠を3,380,517円超えるため承認できません（与信枠 90,000円、ほかの広告 0円、この申込 3,470,517円）。',
    ])
    expect(await adRow(id)).toMatchObject({ budget: '27361' })
    expect((await change(id))!.status).toBe('PENDING_APPROVAL')
  })

  test('of two changes at once one waits, and the other is told', async () => {
    const id = await servedAd()
    const answers = await Promise.all([
      patch(agency, id, { budget: '30000' }),
      patch(advertiser, id, { landing_url: 'https://b.example/' }),
    ])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 422])
    expect(await api.db.$count(orders, and(eq(orders.ad_id, id), eq(orders.kind, 'CHANGE')))).toBe(1)
  })

  test('the same request again proposes it once', async () => {
    const id = await servedAd()
    const send = () => agency.call(ad.update, { params: { id }, body: { version: 1, quantity: 60_000 } })
    expect([(await send()).status, (await send()).status]).toEqual([204, 204])
    expect(await api.db.$count(orders, and(eq(orders.ad_id, id), eq(orders.kind, 'CHANGE')))).toBe(1)
  })

  test.for(['SUSPENDED', 'ENDED'])('also when its product is %s since, and with other creatives', async (sold, { onTestFinished }) => {
    const id = await servedAd()
    const product = eq(products.id, api.fixtures.a.product)
    await api.db.update(products).set({ status: sold }).where(product)
    onTestFinished(async () => void (await api.db.update(products).set({ status: 'ON_SALE' }).where(product)))
    const wanted = { budget: '30000', creative_group_id: await groupWithCreative() }
    expect((await patch(agency, id, wanted)).status).toBe(204)
    expect(await adRow(id)).toMatchObject({ budget: '27361' })
    expect((await act(admin, 'approve', (await change(id))!.id)).status).toBe(204)
    expect(await adRow(id)).toMatchObject({ ...wanted, product_id: api.fixtures.a.product, effective_status: 'SERVING' })
  })

  test.each([
    ['the budget alone', { budget: '30000' }],
    ['an end that is over too', { end_at: '2026-03-02T00:00:00.000Z' }],
  ])('an ad that has ended needs a later end: refused is %s', async (_, values) => {
    const id = await servedAd({ end_at: new Date('2026-03-01T00:00:00Z') })
    const words = '広告の期間が終わっています。この変更には、これからの終了日時が必要です。'
    const { status: code, errors } = await refusal(await patch(agency, id, values))
    expect([code, errors]).toEqual([422, { end_at: [words] }])
    expect(await change(id)).toBeUndefined()
    const { version } = await adRow(id)
    const rows = [{ id, version, values }]
    const edited = (await (await agency.call(ad.edit, { body: { rows, dry_run: true } })).json()) as { data: { results: object[] } }
    expect(edited.data.results).toMatchObject([{ ok: false, errors: { end_at: [words] } }])

    expect((await patch(agency, id, { ...values, end_at: '2099-06-30T00:00:00.000Z' })).status).toBe(204)
    expect((await act(admin, 'approve', (await change(id))!.id)).status).toBe(204)
    expect(await status(id)).toBe('SERVING')
  })

  test('a copied campaign has ordered nothing', async () => {
    const id = await servedAd()
    const body = { name: '写し', start_at: '2026-02-01T00:00:00.000Z', end_at: null }
    const copied = await admin.call(campaign.duplicate, { params: { id: api.fixtures.a.campaign }, body })
    const { data } = (await copied.json()) as { data: { id: number } }
    const [copy] = await api.db.select().from(ads).where(eq(ads.campaign_id, data.id))
    expect(copy!.id).not.toBe(id)
    const serving = (await (await admin.call(ad.serving, { params: { id: copy!.id } })).json()) as {
      data: { blockers: { kind: string }[] }
    }
    expect(serving.data.blockers.map(({ kind }) => kind)).toContain('order_missing')
  })

  test('no import and no bulk call edits ads', () => {
    expect(Object.keys(ad)).not.toContain('import')
    expect(Object.keys(campaign)).not.toContain('import')
    expect(Object.keys(order)).not.toContain('update')
  })
})

describe('what stays inside the order works at once', () => {
  test.each([
    ['a lower budget', { budget: '27360' }],
    ['a smaller quantity', { quantity: 2000 }],
    ['dates within', { start_at: '2026-02-02T00:00:00.000Z', end_at: '2099-06-29T00:00:00.000Z' }],
    ['the weight', { weight: 9 }],
    ['no creatives', { creative_group_id: null }],
    ['and back up to what was ordered', { budget: '27361', quantity: 54_722 }],
  ])('%s', async (_, values) => {
    const id = await servedAd()
    expect((await patch(agency, id, values)).status).toBe(204)
    expect(await adRow(id)).toMatchObject(values)
    expect(await change(id)).toBeUndefined()
  })

  test('a lowered budget keeps its credit, for it may be raised again', async () => {
    await api.db.update(companies).set({ credit_limit: '30000' })
    const id = await servedAd()
    await patch(agency, id, { budget: '1000', end_at: '2026-03-01T00:00:00.000Z' })
    const other = await insertOrderable('5000')
    const waiting = await insertOrder(api.db, other, { status: 'PENDING_APPROVAL' })
    expect((await refusal(await act(admin, 'approve', waiting))).message).toContain('与信枠を2,361円超える')
  })
})

describe('while something waits for approval', () => {
  test('the ad does not drift from an order that was handed in', async () => {
    const id = await insertOrderable('5000')
    const made = await agency.call(order.create, { body: { ad_id: id } })
    const { data } = (await made.json()) as { data: { id: number } }
    await act(agency, 'submit', data.id)
    const words = ['申込の承認待ちです。変更するには、先に申込を取り下げてください。']
    for (const values of [{ budget: '4000' }, { landing_url: 'https://b.example/' }, { end_at: '2050-01-01T00:00:00.000Z' }]) {
      const refused = await refusal(await patch(agency, id, values))
      expect(refused.errors).toEqual({ [Object.keys(values)[0]!]: words })
    }
    expect((await patch(agency, id, { name: '名前', weight: 3 })).status).toBe(204)
    expect((await act(agency, 'withdraw', data.id)).status).toBe(204)
    expect((await patch(agency, id, { budget: '4000' })).status).toBe(204)
    expect((await agency.call(order.create, { body: { ad_id: id } })).status).toBe(201)
  })

  test('a draft is of what the ad is, and whoever was shown something else is told', async () => {
    const id = await insertOrderable('500')
    const draft = await insertOrder(api.db, id)
    const { version } = await read(order.get, draft)
    await patch(advertiser, id, { budget: '700' })
    expect(await read(order.get, draft)).toMatchObject({ amount: '700', status: 'DRAFT' })
    expect((await agency.call(order.submit, { params: { id: draft }, body: { version } })).status).toBe(409)
  })

  test('so is one that was disapproved and is a draft again', async () => {
    const id = await insertOrderable('500')
    const again = await insertOrder(api.db, id, { status: 'DISAPPROVED' })
    await patch(advertiser, id, { budget: '700', landing_url: 'https://b.example/' })
    expect((await act(agency, 'reopen', again)).status).toBe(204)
    const shown = await read(order.get, again)
    expect(shown).toMatchObject({ status: 'DRAFT', amount: '700', landing_url: 'https://b.example/' })
    await act(agency, 'submit', again)
    expect(await read(order.get, again)).toMatchObject({ status: 'PENDING_APPROVAL', amount: '700' })
  })

  test('whoever orders an ad that is another one by now is told, and orders what they see then', async () => {
    const id = await insertOrderable('500')
    const { version: ad_version } = await adRow(id)
    await patch(advertiser, id, { budget: '700' })
    const create = (version?: number) => agency.call(order.create, { body: { ad_id: id, ad_version: version } })
    const refused = (await (await create(ad_version)).json()) as { code: string; current: object }
    expect(refused).toMatchObject({ code: 'conflict', current: { id, version: ad_version + 1, budget: '700' } })
    expect(await ordered(id)).toBeUndefined()
    expect((await create(ad_version + 1)).status).toBe(201)
    expect(await ordered(id)).toMatchObject({ amount: '700.000000', status: 'DRAFT' })
  })

  test('the ad of another advertiser is not found, whatever its version', async () => {
    const { ad: foreign } = api.fixtures.b
    for (const ad_version of [1, 99]) {
      const refused = await refusal(await agency.call(order.create, { body: { ad_id: foreign, ad_version } }))
      expect([refused.status, refused.errors]).toEqual([422, { ad_id: ['指定された対象が見つかりません。'] }])
    }
  })

  test('submitting and editing at once: the order is of what the ad is', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const id = await insertOrderable('500')
      const draft = await insertOrder(api.db, id)
      await Promise.all([act(agency, 'submit', draft), patch(advertiser, id, { budget: '700' })])
      expect((await ordered(id)).amount).toBe((await api.db.select().from(ads).where(eq(ads.id, id)))[0]!.budget)
    }
  })

  test('an order whose ad has become another one by whichever way is not approved', async () => {
    const id = await insertOrderable('5000')
    const waiting = await insertOrder(api.db, id, { status: 'PENDING_APPROVAL' })
    await api.db.update(ads).set({ budget: '5001' }).where(eq(ads.id, id))
    expect((await read(order.get, waiting)).blocked['approve']).toContain('申込の後に変わっています')
    expect((await act(admin, 'approve', waiting)).status).toBe(409)
  })

  test('whoever proposed a change, of either side, withdraws it; nobody approves their own', async () => {
    const id = await servedAd()
    const proposer = await anotherAdmin(api)
    await patch(proposer, id, { budget: '30000' })
    const own = (await change(id))!
    expect((await read(order.get, own.id, proposer)).blocked['approve']).toContain('自分が申請した')
    expect((await act(proposer, 'approve', own.id)).status).toBe(409)
    for (const client of [agency, advertiser]) {
      expect((await refusal(await patch(client, id, { budget: '32000' }))).errors['budget']![0]).toContain('先に変更申請を取り下げて')
      expect((await act(client, 'withdraw', (await change(id))!.id)).status).toBe(204)
      expect(await change(id)).toBeUndefined()
      expect((await patch(client, id, { budget: '31000' })).status).toBe(204)
    }
    expect((await act(await api.signIn('advertiser', 'b'), 'withdraw', (await change(id))!.id)).status).toBe(404)
    expect((await act(await api.signIn('rep'), 'withdraw', (await change(id))!.id)).status).toBe(403)
    expect(await adRow(id)).toMatchObject({ budget: '27361', effective_status: 'SERVING' })
  })

  test('a change that is refused leaves the ad as approved, and is proposed anew by editing', async () => {
    const id = await servedAd()
    await patch(agency, id, { budget: '30000' })
    const refused = (await change(id))!
    expect((await act(admin, 'disapprove', refused.id)).status).toBe(204)
    expect(await adRow(id)).toMatchObject({ budget: '27361', effective_status: 'SERVING' })
    expect((await act(agency, 'reopen', refused.id)).status).toBe(409)
    expect((await patch(agency, id, { budget: '29000' })).status).toBe(204)
  })

  test('with a canceled order goes the change of it; an approved change is not canceled by itself', async () => {
    const id = await servedAd()
    await patch(agency, id, { budget: '28000' })
    const first = (await change(id))!.id
    await act(admin, 'approve', first)
    expect((await act(admin, 'cancel', first)).status).toBe(409)
    await patch(agency, id, { budget: '30000' })
    const waiting = (await change(id))!
    expect((await act(admin, 'cancel', (await ordered(id)).id)).status).toBe(204)
    expect((await read(order.get, waiting.id)).status).toBe('WITHDRAWN')
    expect(await adRow(id)).toMatchObject({ budget: '28000', effective_status: 'PREPARING' })
  })

  test('an order that is canceled while its change is decided, or proposed, leaves no change that waits', async () => {
    const id = await servedAd()
    await patch(agency, id, { budget: '30000' })
    const waiting = (await change(id))!
    const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // A decision that fails in the end.
    const decided = api.db
      .transaction(async (transaction) => {
        await transaction.select().from(orders).where(eq(orders.id, waiting.id)).for('update')
        held.resolve()
        await end.promise
        transaction.rollback()
      })
      .catch(() => undefined)
    await held.promise
    const canceled = act(admin, 'cancel', (await ordered(id)).id)
    // It waits; a cancel that did not would have been answered by then.
    await Promise.race([canceled, vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), 60_000)])
    end.resolve()
    await decided
    expect((await canceled).status).toBe(204)
    expect((await read(order.get, waiting.id)).status).toBe('WITHDRAWN')

    const left: [status: string, waits: boolean][] = []
    for (let round = 0; round < 4; round++) {
      const other = await servedAd()
      const first = (await ordered(other)).id
      if (round % 2 === 0) await patch(agency, other, { budget: '30000' })
      const proposed = await change(other)
      await Promise.all([
        proposed ? act(admin, 'approve', proposed.id) : patch(agency, other, { budget: '30000' }),
        act(admin, 'cancel', first),
      ])
      left.push([(await ordered(other)).status, (await change(other)) !== undefined])
    }
    expect(left).not.toContainEqual(['CANCELED', true])
  })

  test('a change is not approved when its order has gone', async () => {
    const id = await servedAd()
    await patch(agency, id, { budget: '30000' })
    await api.db
      .update(orders)
      .set({ status: 'CANCELED' })
      .where(eq(orders.id, (await ordered(id)).id))
    const refused = await refusal(await act(admin, 'approve', (await change(id))!.id))
    expect(refused.message).toContain('元の申込が承認済みではない')
  })

  test('a change is checked again when it is approved: the campaign may have shrunk', async () => {
    const id = await servedAd()
    await patch(agency, id, { budget: '80000' })
    await api.db.update(campaigns).set({ lifetime_budget: '70000' }).where(eq(campaigns.id, api.fixtures.a.campaign))
    const refused = await refusal(await act(admin, 'approve', (await change(id))!.id))
    expect([refused.status, refused.message]).toEqual([409, 'キャンペーンの予算を10,000円超えています（残り70,000円）。'])
  })

  test('and its terms against each other', async () => {
    const id = await servedAd()
    await patch(agency, id, { budget: '80000' })
    const { id: proposed } = (await change(id))!
    await api.db.update(orders).set({ start_at: end }).where(eq(orders.id, proposed))
    const refused = await refusal(await act(admin, 'approve', proposed))
    expect([refused.status, refused.message]).toEqual([409, validationText(message('period_order'), 'ja')])
  })

  test('each side is told', async () => {
    const id = await servedAd()
    await api.db.delete(notifications)
    await patch(agency, id, { budget: '30000' })
    await act(agency, 'withdraw', (await change(id))!.id)
    await patch(agency, id, { budget: '30000' })
    await act(admin, 'approve', (await change(id))!.id)
    const told = await api.db.select().from(notifications).orderBy(notifications.id)
    const { a, b } = api.fixtures
    const to = (kind: string) => new Set(told.filter((row) => row.kind === kind).map(({ account_id }) => account_id))
    expect(to('order_change_submitted')).toEqual(new Set([a.accounts.admin, b.accounts.admin]))
    expect(to('order_change_withdrawn')).toEqual(new Set([a.accounts.admin, b.accounts.admin]))
    expect(to('order_change_approved')).toEqual(new Set([a.accounts.advertiser, a.accounts.agency]))
  })
})

describe('a row that goes beyond its order by whichever way', () => {
  const rows: readonly (readonly [string, Partial<typeof ads.$inferInsert>])[] = [
    ['quantity', { quantity: 54_723 }],
    ['no quantity', { quantity: null }],
    ['budget', { budget: '27361.000001' }],
    ['no budget', { budget: '0' }],
    ['unit price', { unit_price: '499' }],
    ['billing', { billing: 'CPC' }],
    ['start', { start_at: new Date(start.getTime() - 1) }],
    ['end', { end_at: new Date(end.getTime() + 1) }],
    ['landing page', { landing_url: 'https://lp.example/Summer' }],
    ['no product', { product_id: null }],
  ]
  test.each(rows)('%s: it is not served, and says why', async (_, values) => {
    const id = await servedAd()
    await api.db.update(ads).set(values).where(eq(ads.id, id))
    await settleAnew(api)
    const { data } = (await (await agency.call(ad.serving, { params: { id } })).json()) as {
      data: { status: string; blockers: { kind: string; target: number }[] }
    }
    expect(data).toEqual({ status: 'PENDING_REVIEW', blockers: [{ kind: 'order_exceeded', value: null, target: (await ordered(id)).id }] })
  })

  test('the database and the contract agree on what goes beyond', async () => {
    const id = await servedAd()
    const { id: _, ...base } = (await api.db.select().from(ads).where(eq(ads.id, id)))[0]!
    const within = [
      {},
      { quantity: 1 },
      { budget: '1' },
      { creative_group_id: null },
      { end_at: new Date(end.getTime() - 1) },
      { name: 'x' },
    ]
    for (const values of [...rows.map(([, row]) => row), ...within]) {
      await api.db
        .update(ads)
        .set({ ...base, ...values })
        .where(eq(ads.id, id))
      const { rows: found } = await api.db.execute<{ beyond: boolean }>(
        sql`select ${exceedsOrder} as beyond from ads join orders on orders.ad_id = ads.id where ads.id = ${id}`,
      )
      expect(exceededTerms(await adRow(id), await read(order.get, (await ordered(id)).id)).length > 0, JSON.stringify(values)).toBe(
        found[0]!.beyond,
      )
    }
  })

  test('never holds less credit than it could spend', async () => {
    const held = async () => {
      const answer = await admin.call(company.creditRoom, { params: { id: api.fixtures.a.company } })
      return ((await answer.json()) as { data: { used: string } }).data.used
    }
    const id = await servedAd()
    const set = (values: Partial<typeof ads.$inferInsert>) => api.db.update(ads).set(values).where(eq(ads.id, id))
    expect(await held()).toBe('27361')
    await set({ budget: '80000' })
    expect(await held()).toBe('80000')
    await set({ budget: '0', quantity: 100_000 })
    expect(await held()).toBe('50000')
    await set({ quantity: null })
    expect(await held()).toBe('100000')
    await set({ budget: '1' })
    expect(await held()).toBe('27361')
  })
})

describe('a creative that was approved elsewhere', () => {
  async function move(into: number) {
    const advertiser_account_id = api.fixtures.a.accounts.advertiser
    const [made] = await api.db
      .insert(creatives)
      .values({
        advertiser_account_id,
        ...named('別'),
        creative_group_id: await groupWithCreative(),
        status: 'APPROVED',
        serving_revision: 1,
      })
      .returning()
    const moved = await agency.call(creative.settings, { params: { id: made!.id }, body: { version: 1, creative_group_id: into } })
    expect(moved.status).toBe(204)
    return (await api.db.select().from(creatives).where(eq(creatives.id, made!.id)))[0]!
  }

  test('is reviewed again before it is shown by an ordered ad', async () => {
    const id = await servedAd()
    const { creative_group_id } = await ordered(id)
    expect(await move(creative_group_id!)).toMatchObject({ status: 'DRAFT', revision: 2, serving_revision: null })
    expect(await status(id)).toBe('SERVING')
  })

  test('is missed at once by the ads of the group that it leaves', async () => {
    const creative_group_id = await groupWithCreative()
    const id = await servedAd({ creative_group_id })
    const [only] = await api.db.select().from(creatives).where(eq(creatives.creative_group_id, creative_group_id))
    const body = { version: only!.version, creative_group_id: await groupWithCreative() }
    expect((await agency.call(creative.settings, { params: { id: only!.id }, body })).status).toBe(204)
    const [stored] = await api.db.select().from(ads).where(eq(ads.id, id))
    expect(stored!.effective_status).not.toBe('SERVING')
  })

  test('stays approved in a group whose only order is over', async () => {
    const { id, creative_group_id } = await ordered(await servedAd())
    await api.db
      .update(orders)
      .set({ start_at: sql`now() - interval '2 days'`, end_at: sql`now() - interval '1 day'` })
      .where(eq(orders.id, id))
    expect(await move(creative_group_id!)).toMatchObject({ status: 'APPROVED', serving_revision: 1 })
  })

  test('stays approved in a group that nobody has ordered', async () => {
    expect(await move(await groupWithCreative())).toMatchObject({ status: 'APPROVED', serving_revision: 1 })
  })
})

describe('a lowered credit limit', () => {
  test('stops approvals, of changes too, and names the ads above it', async () => {
    const first = await servedAd()
    const second = await servedAd({ budget: '20000' })
    await patch(agency, second, { landing_url: 'https://b.example/' })
    await api.db.update(companies).set({ credit_limit: '30000' })
    const answer = await admin.call(company.creditRoom, { params: { id: api.fixtures.a.company } })
    const { data } = (await answer.json()) as { data: { ads: object[] } & Record<string, unknown> }
    expect(data).toMatchObject({ credit_limit: '30000', used: '47361', left: '-17361', ad_count: 2, above_count: 1 })
    expect(data.ads).toMatchObject([
      { id: second, amount: '20000', above: true },
      { id: first, amount: '27361', above: false },
    ])
    expect((await act(admin, 'approve', (await change(second))!.id)).status).toBe(409)
  })

  test('two approvals at once never exceed it, of orders and changes', async () => {
    await api.db.update(companies).set({ credit_limit: '60000' })
    const id = await servedAd()
    await patch(agency, id, { budget: '50000' })
    const other = await insertOrderable('30000')
    const waiting = await insertOrder(api.db, other, { status: 'PENDING_APPROVAL' })
    const answers = await Promise.all([act(admin, 'approve', (await change(id))!.id), act(await anotherAdmin(api), 'approve', waiting)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 409])
  })

  test('the figures of an order are for those who order; which ads hold the credit, for those who decide', async () => {
    const holder = await servedAd()
    const id = await servedAd({ budget: '2000', quantity: 4000 })
    const figures = async (client: TestClient) => {
      const answer = await client.call(ad.orderFigures, { params: { id } })
      return { status: answer.status, data: ((await answer.json()) as { data?: object }).data }
    }
    const shown = { amount: '2000', credit_limit: '90000', used: '27361', left: '60639', creatives: { total: 1, serving: 1, waiting: 0 } }
    expect((await figures(admin)).data).toMatchObject({ ...shown, ads: [{ id: holder, amount: '27361' }] })
    expect((await figures(agency)).data).toEqual({ ...shown, pauses: false, refused: null, ads: [] })
    await patch(agency, id, { budget: '70000', creative_group_id: null })
    expect((await figures(admin)).data).toMatchObject({ amount: '70000', left: '-7361', creatives: { total: 0 } })
    expect((await figures(await api.signIn('rep'))).status).toBe(403)
    expect((await figures(await api.signIn('agency', 'b'))).status).toBe(404)
  })
})
