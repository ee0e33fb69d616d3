import { adCost, adEffectiveStatuses, describeTargeting, endpoints, untargeted, type ErrorBody } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  accounts,
  ads,
  campaigns,
  companies,
  creatives,
  deliveryDailyCampaign,
  deliveryTotalsAd,
  deliveryTotalsCampaign,
  frames,
  orders,
  products,
} from '../db/schema.ts'
import { settleAnew } from '../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd, insertCreativeGroup, insertOrder } from '../testing/fixtures.ts'
import { adBody } from '../testing/requests/requests.ts'

let api: TestApi
let agency: TestClient
const { ad, campaign } = endpoints
const day = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * day)

beforeAll(async () => {
  api = await startTestApi()
  agency = await api.signIn('agency')
})
afterEach(async () => {
  const others = and(eq(ads.campaign_id, api.fixtures.a.campaign), sql`${ads.id} <> ${api.fixtures.a.ad}`)
  await api.db.update(ads).set({ deleted_at: new Date() }).where(others)
  await api.db.update(campaigns).set({ lifetime_budget: '100000', user_status: 'ACTIVE' }).where(eq(campaigns.id, api.fixtures.a.campaign))
  await api.db.update(companies).set({ credit_status: 'ACTIVE' })
})
afterAll(() => api.close())

const create = (client: TestClient, values: object = {}) => client.call(ad.create, { body: { ...adBody(api), ...values } })
const faults = async (response: Response) => ((await response.json()) as ErrorBody).errors
const idOf = async (response: Response) => ((await response.json()) as { data: { id: number } }).data.id
async function rowOf(id: number) {
  return (await api.db.select().from(ads).where(eq(ads.id, id)))[0]!
}

describe('a new ad', () => {
  test('takes tenant, billing and price from campaign and product, and keeps that price', async () => {
    const id = await idOf(await create(agency))
    expect(await rowOf(id)).toMatchObject({
      advertiser_account_id: api.fixtures.a.accounts.advertiser,
      billing: 'CPM',
      unit_price: '500.000000',
    })
    await api.db.update(products).set({ unit_price: '900' }).where(eq(products.id, api.fixtures.a.product))
    expect(await rowOf(id)).toMatchObject({ unit_price: '500.000000' })
    await api.db.update(products).set({ unit_price: '500' }).where(eq(products.id, api.fixtures.a.product))
  })

  test('needs a product, in words', async () => {
    expect(await faults(await create(agency, { product_id: null }))).toEqual({
      product_id: ['商品が選択されていません。商品を選択してください。'],
    })
  })

  test('is told by how much its quantity is too small', async () => {
    expect(await faults(await create(agency, { quantity: 400 }))).toEqual({ quantity: ['最低購入数1,000に600足りません。'] })
  })

  test('takes no product that is not on sale', async () => {
    const admin = await api.signIn('admin')
    expect(await faults(await create(admin, { product_id: api.fixtures.b.product }))).toEqual({
      product_id: ['この商品は現在販売していません。別の商品を選択してください。'],
    })
    expect((await create(agency, { product_id: api.fixtures.b.product })).status).toBe(422)
  })

  test('is told by how much it exceeds the budget, and what is left', async () => {
    // The fixtures' ad already uses 5,000 of 100,000.
    expect(await faults(await create(agency, { budget: '95001' }))).toEqual({
      budget: ['キャンペーンの予算を1円超えています（残り95,000円）。'],
    })
    expect((await create(agency, { budget: '95000' })).status).toBe(201)
    expect(await faults(await create(agency, { budget: '1' }))).toEqual({ budget: ['キャンペーンの予算を1円超えています（残り0円）。'] })
  })

  test('stays inside the period of its campaign', async () => {
    const errors = await faults(await create(agency, { start_at: '2025-12-31T23:59:00.000Z', end_at: '2100-01-01T00:00:00.000Z' }))
    expect(errors).toEqual({
      start_at: ['キャンペーンの期間（2026/01/01 09:00〜2099/12/31）の中で指定してください。'],
      end_at: ['キャンペーンの期間（2026/01/01 09:00〜2099/12/31）の中で指定してください。'],
    })
  })

  test.each(['advertiser', 'agency'] as const)('is not made by %s for a campaign of somebody else', async (role) => {
    const client = await api.signIn(role)
    expect(await faults(await create(client, { campaign_id: api.fixtures.b.campaign }))).toEqual({
      campaign_id: ['指定された対象が見つかりません。'],
    })
  })

  test('takes creatives of its own advertiser alone, for the administrator too', async () => {
    const admin = await api.signIn('admin')
    const errors = await faults(await create(admin, { creative_group_id: api.fixtures.b.creativeGroup }))
    expect(errors).toEqual({ creative_group_id: ['指定された対象が見つかりません。'] })
  })

  test('many at once never exceed the budget together', async () => {
    // Leaves room for exactly three ads.
    await api.db.update(campaigns).set({ lifetime_budget: '35000' }).where(eq(campaigns.id, api.fixtures.a.campaign))
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await create(agency, { budget: '10000' })).status))
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 422)).toHaveLength(9)
  })
})

describe('a change', () => {
  test('is checked where it changes something: what was sold keeps its quantity', async () => {
    const id = await insertAd(api.db, api.fixtures.a, { product_id: api.fixtures.a.product, quantity: 10, budget: '10' })
    const change = (version: number, values: object) => agency.call(ad.update, { params: { id }, body: { version, ...values } })
    expect((await change(1, { name: '新しい名前' })).status).toBe(204)
    expect(await faults(await change(2, { quantity: 20 }))).toEqual({ quantity: ['最低購入数1,000に980足りません。'] })
    expect((await change(2, { quantity: 1000, budget: '95000' })).status).toBe(204)
    expect(await faults(await change(3, { budget: '95001' }))).toEqual({
      budget: ['キャンペーンの予算を1円超えています（残り95,000円）。'],
    })
  })

  test('of a campaign keeps room and time for its ads', async () => {
    const admin = await api.signIn('admin')
    const { id, version } = ((await (await admin.call(campaign.get, { params: { id: api.fixtures.a.campaign } })).json()) as never)[
      'data'
    ] as {
      id: number
      version: number
    }
    const change = (values: object) => admin.call(campaign.update, { params: { id }, body: { version, ...values } })
    expect(await faults(await change({ lifetime_budget: '4000' }))).toEqual({
      lifetime_budget: ['広告の予算の合計5,000円を1,000円下回っています。'],
    })
    expect(await faults(await change({ end_at: '2030-01-01T00:00:00.000Z' }))).toEqual({
      end_at: ['期間からはみ出る広告が1件あります。先に広告の期間を変更してください。'],
    })
  })
})

describe('targeting', () => {
  const refused: readonly (readonly [string, object, string])[] = [
    ['a city that does not exist', { cities: ['13999'] }, '市区町村コード13999はありません。'],
    [
      'a city of a prefecture that is chosen whole',
      { prefectures: ['13'], cities: ['13101'] },
      '都道府県全体を選んでいるときは、その市区町村を指定できません。',
    ],
    ['devices without their systems', { devices: ['PC'], systems: ['IOS'] }, '選んだデバイスとOSの組み合わせでは配信できません。'],
    ['a medium that is not offered', { media: [999_999] }, '配信先に選べない媒体または広告枠があります（ID 999999）。'],
  ]
  test.each(refused)('refuses %s', async (_, targeting, words) => {
    expect(await faults(await create(agency, { targeting: { ...untargeted, ...targeting } }))).toEqual({ targeting: [words] })
  })

  test.each([
    ['no hour at all', { hours: { MON: [] } }],
    ['an hour of 24', { hours: { MON: [24] } }],
    ['a day twice', { devices: ['PC', 'PC'] }],
    ['a part it does not know', { moon: [] }],
    ['a medium of the other tenant', { media: [-1] }],
  ])('refuses %s', async (_, targeting) => {
    expect((await create(agency, { targeting: { ...untargeted, ...targeting } })).status).toBe(422)
  })

  test('keeps what was chosen, and says it in one line', async () => {
    const targeting = { ...untargeted, prefectures: ['27'], cities: ['13101'], hours: { MON: [9, 10] }, spaces: [api.fixtures.a.space] }
    const id = await idOf(await create(agency, { targeting }))
    expect((await rowOf(id)).targeting).toEqual(targeting)
    expect(describeTargeting((await rowOf(id)).targeting!, 'ja')).toBe('大阪府・市区町村1件、月 9〜11時、広告枠1件')
  })

  test('does not offer the places of products that are not on sale', async () => {
    expect((await create(agency, { targeting: { ...untargeted, spaces: [api.fixtures.b.space] } })).status).toBe(422)
  })
})

describe('effective status and the panel', () => {
  async function servingOf(id: number) {
    const { data } = (await (await agency.call(ad.serving, { params: { id } })).json()) as {
      data: { status: string; blockers: { kind: string; value: string | null; target: number | null }[] }
    }
    const record = (await (await agency.call(ad.get, { params: { id } })).json()) as { data: { effective_status: string } }
    expect(record.data.effective_status).toBe(data.status)
    // The list finds it under this status and under no other, once it is settled: this test writes to the tables itself.
    await settleAnew(api)
    const filtered = adEffectiveStatuses.keys.map(async (effective_status) => {
      const page = (await (await agency.call(ad.list, { query: { effective_status } })).json()) as { data: { id: number }[] }
      return page.data.some((found) => found.id === id) ? [effective_status] : []
    })
    expect((await Promise.all(filtered)).flat()).toEqual([data.status])
    return [data.status, data.blockers.map(({ kind }) => kind)]
  }

  /** Creates an ad that is served: approved creative, running frame, credit. */
  async function served(
    values: Partial<typeof ads.$inferInsert> = {},
    creative: Partial<typeof creatives.$inferInsert> = {},
    order: Partial<typeof orders.$inferInsert> = {},
  ): Promise<number> {
    const creative_group_id = await insertCreativeGroup(api.db, api.fixtures.a.accounts.advertiser, '夏', creative)
    const product = { product_id: api.fixtures.a.product, billing: 'CPM' }
    const id = await insertAd(api.db, api.fixtures.a, { ...product, creative_group_id, ...values })
    await insertOrder(api.db, id, { status: 'APPROVED', ...order })
    return id
  }

  beforeAll(async () => {
    await api.db.update(frames).set({ status: 'RUNNING' })
  })

  test('nothing keeps it from being served', async () => {
    expect(await servingOf(await served())).toEqual(['SERVING', []])
  })

  test.each([
    ['ended', { start_at: soon(-9), end_at: soon(-1) }, 'ENDED'],
    ['not_started', { start_at: soon(3) }, 'AWAITING'],
    ['paused', { user_status: 'PAUSED' }, 'PAUSED'],
    ['no_creative', { creative_group_id: null }, 'PREPARING'],
    [
      'outside_hours',
      {
        targeting: {
          ...untargeted,
          hours: { [['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][(new Date(Date.now() + 9 * 3_600_000).getUTCDay() + 3) % 7]!]: [3] },
        },
      },
      'SERVING',
    ],
    ['no_open_frame', { targeting: { ...untargeted, spaces: [999_999] } }, 'SERVING'],
  ])('%s', async (kind, values, status) => {
    expect(await servingOf(await served(values))).toEqual([status, [kind]])
  })

  test.each([
    ['creative_draft', { status: 'DRAFT', serving_revision: null }, 'PREPARING'],
    ['creative_pending', { status: 'APPLIED', serving_revision: null }, 'PENDING_REVIEW'],
    ['creative_rejected', { status: 'REJECTED', serving_revision: null }, 'REJECTED'],
    ['creative_rejected', { status: 'POST_REJECTED' }, 'REJECTED'],
    ['creative_paused', { user_status: 'PAUSED' }, 'PAUSED'],
  ])('%s', async (kind, creative, status) => {
    expect(await servingOf(await served({}, creative))).toEqual([status, [kind]])
  })

  test.each([
    ['order_draft', 'DRAFT', 'PREPARING'],
    ['order_pending', 'PENDING_APPROVAL', 'PENDING_REVIEW'],
    ['order_disapproved', 'DISAPPROVED', 'REJECTED'],
    ['order_missing', 'CANCELED', 'PREPARING'],
  ])('%s: the order is %s', async (kind, order, status) => {
    expect(await servingOf(await served({}, {}, { status: order }))).toEqual([status, [kind]])
  })

  test('a revision under review does not stop the one that is approved', async () => {
    expect(await servingOf(await served({}, { status: 'APPLIED' }))).toEqual(['SERVING', []])
  })

  test.each([
    ['budget_spent', { gross: '5000' }],
    ['quantity_delivered', { imps: 10_000 }],
  ])('%s', async (kind, figures) => {
    const id = await served()
    await api.db.insert(deliveryTotalsAd).values({ advertiser_account_id: api.fixtures.a.accounts.advertiser, ad_id: id, ...figures })
    expect(await servingOf(id)).toEqual(['ENDED', [kind]])
  })

  test('creative_missing: the group is empty', async () => {
    expect(await servingOf(await served({}, { deleted_at: new Date() }))).toEqual(['PREPARING', ['creative_missing']])
  })

  test('account: the advertiser’s is suspended', async () => {
    const id = await served()
    const own = eq(accounts.id, api.fixtures.a.accounts.advertiser)
    const [{ status }] = (await api.db.select().from(accounts).where(own)) as [typeof accounts.$inferSelect]
    await api.db.update(accounts).set({ status: 'SUSPENDED' }).where(own)
    const found = await servingOf(id)
    await api.db.update(accounts).set({ status }).where(own)
    expect(found).toEqual(['PENDING_CREDIT', ['account']])
  })

  test('campaign_budget_spent and daily_budget_spent: by what was delivered until now, and today', async () => {
    const id = await served()
    const spent = async (of: string, gross: string) => {
      const key = { advertiser_account_id: api.fixtures.a.accounts.advertiser, campaign_id: api.fixtures.a.campaign }
      await api.db.insert(deliveryDailyCampaign).values({ ...key, day: of, gross })
      await api.db
        .insert(deliveryTotalsCampaign)
        .values({ ...key, first_day: of, last_day: of, gross })
        .onConflictDoUpdate({
          target: [deliveryTotalsCampaign.advertiser_account_id, deliveryTotalsCampaign.campaign_id],
          set: { gross: sql`${deliveryTotalsCampaign.gross} + excluded.gross` },
        })
    }
    const [today, before] = [0, 1].map((back) => new Date(Date.now() + 9 * 3_600_000 - back * day).toISOString().slice(0, 10))
    await api.db.update(campaigns).set({ daily_budget: '3000' }).where(eq(campaigns.id, api.fixtures.a.campaign))
    await spent(before!, '96000')
    expect(await servingOf(id)).toEqual(['SERVING', []])
    await spent(today!, '3000')
    expect(await servingOf(id)).toEqual(['SERVING', ['daily_budget_spent']])
    await api.db.update(campaigns).set({ lifetime_budget: '99000' }).where(eq(campaigns.id, api.fixtures.a.campaign))
    expect(await servingOf(id)).toEqual(['ENDED', ['campaign_budget_spent', 'daily_budget_spent']])
    await api.db.delete(deliveryDailyCampaign).where(eq(deliveryDailyCampaign.campaign_id, api.fixtures.a.campaign))
    await api.db.delete(deliveryTotalsCampaign).where(eq(deliveryTotalsCampaign.campaign_id, api.fixtures.a.campaign))
    await api.db.update(campaigns).set({ daily_budget: null }).where(eq(campaigns.id, api.fixtures.a.campaign))
  })

  test('the most decisive comes first, and each says what it is about', async () => {
    const id = await served({ user_status: 'PAUSED', start_at: soon(2) }, { status: 'APPLIED', serving_revision: null })
    await api.db.update(campaigns).set({ user_status: 'PAUSED' }).where(eq(campaigns.id, api.fixtures.a.campaign))
    await api.db.update(companies).set({ credit_status: 'BLOCKED' }).where(eq(companies.id, api.fixtures.a.company))
    expect(await servingOf(id)).toEqual(['PENDING_REVIEW', ['creative_pending', 'credit', 'paused', 'campaign_paused', 'not_started']])
    const { data } = (await (await agency.call(ad.serving, { params: { id } })).json()) as {
      data: { blockers: { value: string; target: number }[] }
    }
    expect(data.blockers[0]).toMatchObject({ value: '夏' })
    expect(data.blockers[1]).toMatchObject({ value: 'BLOCKED', target: api.fixtures.a.company })
    expect(data.blockers[3]).toMatchObject({ value: null, target: api.fixtures.a.campaign })
  })

  test.each([
    ['ON_HOLD', 'SERVING', 409],
    ['BLOCKED', 'PENDING_CREDIT', 409],
    ['ACTIVE', 'SERVING', 204],
  ])('credit %s: what runs is %s, a start answers %i', async (credit_status, status, answer) => {
    const [running, paused] = [await served(), await served({ user_status: 'PAUSED' })]
    await api.db.update(companies).set({ credit_status }).where(eq(companies.id, api.fixtures.a.company))
    expect((await servingOf(running))[0]).toBe(status)
    expect((await agency.call(ad.resume, { params: { id: paused }, body: { version: 1 } })).status).toBe(answer)
  })

  test('an exclusion beats the whitelist', async () => {
    const id = await served()
    const { medium, space } = api.fixtures.a
    const add = (body: object) => agency.call(endpoints.ad_whitelist.create, { body: { ad_id: id, ...body } })
    expect((await add({ space_id: space, status: 'LISTED' })).status).toBe(201)
    expect(await servingOf(id)).toEqual(['SERVING', []])
    const excluded = await idOf(await add({ medium_id: medium, status: 'EXCLUDED' }))
    expect(await servingOf(id)).toEqual(['SERVING', ['excluded']])
    await agency.call(endpoints.ad_whitelist.restore, { params: { id: excluded }, body: { version: 1 } })
    expect(await servingOf(id)).toEqual(['SERVING', []])
    expect(await faults(await add({ space_id: space, status: 'EXCLUDED' }))).toEqual({ space_id: ['すでに登録されています。'] })
    expect((await add({ space_id: space, medium_id: medium, status: 'LISTED' })).status).toBe(422)
  })

  test('an excluded article keeps the ad from nothing but itself', async () => {
    const id = await served()
    const add = async (status: string) =>
      idOf(await agency.call(endpoints.ad_article.create, { body: { ad_id: id, article_id: api.fixtures.a.article, status } }))
    const shown = await add('TARGET')
    expect(await servingOf(id)).toEqual(['SERVING', []])
    await agency.call(endpoints.ad_article.exclude, { params: { id: shown }, body: { version: 1 } })
    expect(await servingOf(id)).toEqual(['SERVING', []])
  })
})

test.each([
  ['CPM', 1500, '333.333333', '500'],
  ['CPM', 10_001, '500', '5001'],
  ['VCPM', 1, '0.000001', '1'],
  ['CPC', 3, '40.5', '122'],
  ['CPC', 2, '40.5', '81'],
  ['TENANCY', 30, '10000', '300000'],
  ['CPM', 1_000_000_000_000, '999999', '999999000000000'],
] as const)('%s of %d at ¥%s costs ¥%s', (billing, quantity, price, cost) => {
  expect(adCost(billing, quantity, price)).toBe(cost)
})
