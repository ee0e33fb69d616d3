import { endpoints, untargeted, type EndpointResponse } from '@adsite/contract'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accounts,
  adArticles,
  ads,
  adWhitelist,
  auditLog,
  campaigns,
  companies,
  creativeGroups,
  creatives,
  productFormats,
  products,
  productSpaces,
} from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd, insertOrder, insertPlaces } from '../testing/fixtures.ts'

let api: TestApi
let admin: TestClient
const { campaign } = endpoints
const day = 86_400_000

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  await api.db.update(companies).set({ credit_status: 'ACTIVE' })
})
afterAll(() => api.close())

async function insertCampaign(values: Partial<typeof campaigns.$inferInsert> = {}) {
  const { advertiser, agency } = api.fixtures.a.accounts
  const accounts = { advertiser_account_id: advertiser, agency_account_id: agency }
  const period = { start_at: new Date('2027-01-01T00:00:00Z'), end_at: new Date('2027-02-01T00:00:00Z') }
  const [row] = await api.db
    .insert(campaigns)
    .values({ ...accounts, ...named('冬'), goal: 'TRAFFIC', lifetime_budget: '100000', ...period, ...values })
    .returning()
  return row!
}

test('a copy has the ads, whitelists and articles, moved to the new dates, everything paused', async () => {
  const original = await insertCampaign({ memo: '覚え書き', frequency_level: 'AD', frequency_unit: 'DAY', frequency_count: 3 })
  const tenant = { ...api.fixtures.a, campaign: original.id }
  const terms = {
    product_id: api.fixtures.a.product,
    billing: 'CPM',
    unit_price: '400',
    targeting: { ...untargeted, devices: ['SP' as const] },
  }
  const first = await insertAd(api.db, tenant, {
    ...terms,
    start_at: new Date('2027-01-05T00:00:00Z'),
    end_at: new Date('2027-01-20T00:00:00Z'),
  })
  await insertAd(api.db, tenant, { start_at: original.start_at, end_at: original.end_at, ...named('全期間') })
  await insertAd(api.db, tenant, { deleted_at: new Date(), ...named('削除済み') })
  const { adArticle, adWhitelist: listed } = await insertPlaces(api.db, tenant, true, first)
  const [article] = await api.db.select().from(adArticles).where(eq(adArticles.id, adArticle))
  const [place] = await api.db.select().from(adWhitelist).where(eq(adWhitelist.id, listed))
  const deleted = { id: undefined, status: 'LISTED', deleted_at: new Date() }
  await api.db.insert(adArticles).values({ ...article!, ...deleted, status: 'TARGET' })
  await api.db.insert(adWhitelist).values({ ...place!, ...deleted })

  const body = { name: '春', start_at: '2027-03-01T00:00:00.000Z', end_at: '2027-03-16T00:00:00.000Z' }
  const answer = await admin.call(campaign.duplicate, { params: { id: original.id }, body })
  const { id } = ((await answer.json()) as { data: { id: number } }).data
  const [copy] = await api.db.select().from(campaigns).where(eq(campaigns.id, id))
  expect(copy).toMatchObject({ name: '春', user_status: 'PAUSED', memo: '覚え書き', frequency_count: 3, lifetime_budget: '100000.000000' })
  const copied = await api.db.select().from(ads).where(eq(ads.campaign_id, id)).orderBy(ads.id)
  expect(copied.map(({ name, user_status }) => [name, user_status])).toEqual([
    ['広告', 'PAUSED'],
    ['全期間', 'PAUSED'],
  ])
  // Starts four days after the campaign, as the original does, is cut off where the copy ends, and is bought at today's
  // price; what buys nothing has none.
  expect(copied[0]).toMatchObject({
    start_at: new Date('2027-03-05T00:00:00Z'),
    end_at: new Date(body.end_at),
    unit_price: '500.000000',
    targeting: terms.targeting,
  })
  expect(copied[1]).toMatchObject({ start_at: new Date(body.start_at), end_at: new Date(body.end_at), unit_price: '0.000000' })
  // Everything else is copied, including fields that are added in future.
  const rest = (row: object, anew: readonly string[]) => Object.fromEntries(Object.entries(row).filter(([name]) => !anew.includes(name)))
  const audit = ['id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'version']
  const [before] = await api.db.select().from(ads).where(eq(ads.id, first))
  const movedAd = [...audit, 'campaign_id', 'start_at', 'end_at', 'unit_price', 'user_status', 'effective_status', 'status_until']
  expect(rest(copied[0]!, movedAd)).toEqual(rest(before!, movedAd))
  const movedCampaign = [...audit, 'name', 'name_norm', 'start_at', 'end_at', 'user_status', 'serving_status', 'status_until']
  expect(rest(copy!, movedCampaign)).toEqual(rest(original, movedCampaign))
  const places = await api.db.select().from(adWhitelist).where(eq(adWhitelist.ad_id, copied[0]!.id))
  expect(places).toMatchObject([{ status: 'EXCLUDED', space_id: api.fixtures.a.space, is_named: false, deleted_at: null }])
  const articles = await api.db.select().from(adArticles).where(eq(adArticles.ad_id, copied[0]!.id))
  expect(articles).toMatchObject([{ status: 'EXCLUDED', article_id: api.fixtures.a.article, deleted_at: null }])
  const log = await api.db.select().from(auditLog).where(eq(auditLog.entity_id, copied[1]!.id))
  expect(log.filter(({ entity }) => entity === 'ad')).toHaveLength(1)
})

test('a copy buys only what is sold: ads lose the rest, and the answer names them', async () => {
  const { format, space } = api.fixtures.a
  const sell = async (values: Partial<typeof products.$inferInsert>) => {
    const terms = { billing: 'CPM', unit_price: '400', min_quantity: 1000, sale_from: '2026-01-01', status: 'ON_SALE' }
    const [row] = await api.db
      .insert(products)
      .values({ ...named('商品'), ...terms, ...values })
      .returning({ id: products.id })
    await api.db.insert(productFormats).values({ product_id: row!.id, format_id: format })
    await api.db.insert(productSpaces).values({ product_id: row!.id, space_id: space })
    return row!.id
  }
  const original = await insertCampaign()
  const tenant = { ...api.fixtures.a, campaign: original.id }
  const { start_at, end_at } = original
  const bought = { billing: 'CPM', unit_price: '300', quantity: 2000, budget: '800', start_at, end_at }
  const none = { product_id: null, billing: null, unit_price: '0.000000', quantity: null }
  const cases = [
    ['販売中', await sell({}), { billing: 'CPM', unit_price: '400.000000', quantity: 2000 }, null],
    ['停止', await sell({ status: 'SUSPENDED' }), none, 'product_required'],
    ['終了', await sell({ status: 'ENDED' }), none, 'product_required'],
    ['販売期間外', await sell({ sale_to: '2026-01-02' }), none, 'product_required'],
    ['少ない', await sell({ min_quantity: 2001 }), { billing: 'CPM', unit_price: '400.000000', quantity: null }, 'quantity_min'],
    ['別の課金', await sell({ billing: 'CPC' }), { billing: 'CPC', unit_price: '400.000000', quantity: null }, 'quantity_min'],
  ] as const
  for (const [name, product_id] of cases) await insertAd(api.db, tenant, { ...bought, product_id, ...named(name) })

  const body = { name: '写し', start_at: '2027-03-01T00:00:00.000Z', end_at: null }
  const answer = await admin.call(campaign.duplicate, { params: { id: original.id }, body })
  const { data } = (await answer.json()) as EndpointResponse<typeof campaign.duplicate>
  const copied = await api.db.select().from(ads).where(eq(ads.campaign_id, data.id)).orderBy(ads.id)
  expect(copied).toMatchObject(cases.map(([name, product_id, terms]) => ({ name, budget: '800.000000', product_id, ...terms })))
  expect(data.errors?.map(({ ad, error }) => [ad?.name, error])).toEqual(
    cases.flatMap(([name, , , error]) => (error ? [[name, error]] : [])),
  )
})

test('a copy goes on without an agency or a rep that has ended, and there is none of an advertiser that has', async ({
  onTestFinished,
}) => {
  const { advertiser, agency, rep } = api.fixtures.a.accounts
  const original = await insertCampaign({ rep_account_id: rep })
  const copy = () =>
    admin.call(campaign.duplicate, { params: { id: original.id }, body: { name: '写し', start_at: '2028-01-01T00:00:00.000Z' } })
  const end = (id: number) => api.db.update(accounts).set({ status: 'ENDED' }).where(eq(accounts.id, id))
  onTestFinished(
    async () =>
      void (await api.db
        .update(accounts)
        .set({ status: 'SERVING' })
        .where(inArray(accounts.id, [advertiser, agency, rep]))),
  )
  const copied = async () => {
    const { data } = (await (await copy()).json()) as { data: { id: number } }
    return (await api.db.select().from(campaigns).where(eq(campaigns.id, data.id)))[0]
  }
  expect(await copied()).toMatchObject({ agency_account_id: agency, rep_account_id: rep })
  await end(agency)
  expect(await copied()).toMatchObject({ advertiser_account_id: advertiser, agency_account_id: null, rep_account_id: rep })
  await end(rep)
  expect(await copied()).toMatchObject({ agency_account_id: null, rep_account_id: null })
  await end(advertiser)
  const refused = await copy()
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'action_blocked', message: '広告主のアカウントが終了しているため、複製できません。' },
  ])
})

test('a copy without an end runs as long; a period that is too short is refused', async () => {
  const original = await insertCampaign()
  const copy = (body: object) => admin.call(campaign.duplicate, { params: { id: original.id }, body: { name: '写し', ...body } })
  const { data } = (await (await copy({ start_at: '2028-01-01T00:00:00.000Z' })).json()) as { data: { id: number } }
  const [row] = await api.db.select().from(campaigns).where(eq(campaigns.id, data.id))
  expect(row!.end_at.getTime() - row!.start_at.getTime()).toBe(31 * day)
  expect((await copy({ start_at: '2028-01-01T00:00:00.000Z', end_at: '2028-01-01T12:00:00.000Z' })).status).toBe(422)
  const late = await copy({ start_at: '9999-12-30T00:00:00.000Z' })
  expect([late.status, await late.json()]).toMatchObject([422, { errors: { end_at: ['正しい日付を入力してください。'] } }])
})

test('a frequency cap is given whole or not at all', async () => {
  const { id } = await insertCampaign()
  const change = (body: object) => admin.call(campaign.update, { params: { id }, body: { version: 1, ...body } })
  const refused = (await (await change({ frequency_count: 3 })).json()) as { errors: object }
  expect(refused.errors).toEqual({ frequency_level: ['フリークエンシーキャップは単位、期間、回数をすべて指定してください。'] })
  expect((await change({ frequency_count: 3, frequency_level: 'CAMPAIGN', frequency_unit: 'WEEK' })).status).toBe(204)
})

test('the panel of a campaign counts its ads and what holds them up', async () => {
  const open = { start_at: new Date('2026-01-01T00:00:00Z'), end_at: new Date('2099-01-01T00:00:00Z') }
  const { id } = await insertCampaign({ ...open, user_status: 'PAUSED' })
  const tenant = { ...api.fixtures.a, campaign: id }
  await insertAd(api.db, tenant)
  await insertAd(api.db, tenant, { user_status: 'PAUSED', creative_group_id: api.fixtures.a.creativeGroup })
  const { data } = (await (await admin.call(campaign.serving, { params: { id } })).json()) as EndpointResponse<typeof campaign.serving>
  expect(data.status).toBe('PAUSED')
  expect(data.ads).toEqual({ PREPARING: 2 })
  expect(data.blockers).toMatchObject([
    { kind: 'no_creative', decisive: 1, count: 1 },
    { kind: 'creative_draft', decisive: 1, count: 1, target: api.fixtures.a.creativeGroup },
    { kind: 'order_missing', decisive: 0, count: 2 },
    { kind: 'paused', decisive: 0, count: 1 },
    { kind: 'campaign_paused', decisive: 0, count: 2, target: id },
    { kind: 'no_open_frame', decisive: 0, count: 2, target: null },
  ])
})

test('the way to the next ad stops at what is wrong, says by how much, and leads on', async () => {
  const agency = await api.signIn('agency')
  const open = { start_at: new Date('2026-01-01T00:00:00Z'), end_at: new Date('2099-01-01T00:00:00Z') }
  const { id } = await insertCampaign({ ...open, lifetime_budget: '6000', ...named('今') })
  const nextOf = async () => {
    const answer = await agency.call(campaign.nextAd, { params: { id } })
    return ((await answer.json()) as EndpointResponse<typeof campaign.nextAd>).data
  }
  expect(await nextOf()).toEqual({
    campaign: { id, name: '今' },
    errors: [],
    next: { campaign: { id, name: '今' }, other_advertiser: null, ad: null, blocker: null },
  })
  const tenant = { ...api.fixtures.a, campaign: id }
  const small = await insertAd(api.db, tenant, { ...named('少ない'), product_id: api.fixtures.a.product, quantity: 400 })
  const without = await insertAd(api.db, tenant, named('商品なし'))
  await insertAd(api.db, tenant, { product_id: api.fixtures.a.product, budget: '0' })
  // Neither is anything that could be put right.
  await insertAd(api.db, tenant, { ...named('削除済み'), deleted_at: new Date() })
  await insertAd(api.db, tenant, { ...named('終了'), budget: '0', end_at: new Date(Date.now() - 1000) })
  expect(await nextOf()).toEqual({
    campaign: { id, name: '今' },
    errors: [
      { error: 'budget_exceeded', ad: null, message: 'キャンペーンの予算を4,000円超えています（残り0円）。' },
      { error: 'quantity_min', ad: { id: small, name: '少ない' }, message: '最低購入数1,000に600足りません。' },
      { error: 'product_required', ad: { id: without, name: '商品なし' }, message: '商品が選択されていません。商品を選択してください。' },
    ],
    next: { campaign: { id, name: '今' }, other_advertiser: null, ad: { id: small, name: '少ない' }, blocker: 'no_creative' },
  })
  await api.db.update(products).set({ min_quantity: 1000 })
})

test('the next ad is in this campaign while one of its ads waits, and whose campaign comes then is said', async () => {
  const open = { start_at: new Date('2026-01-01T00:00:00Z'), end_at: new Date('2099-01-01T00:00:00Z'), lifetime_budget: '90000' }
  await api.db.update(campaigns).set({ end_at: new Date('2026-01-02T00:00:00Z'), start_at: new Date('2026-01-01T00:00:00Z') })
  const { id } = await insertCampaign({ ...open, ...named('ここ') })
  const foreign = { advertiser_account_id: api.fixtures.b.accounts.advertiser }
  const { id: elsewhere } = await insertCampaign({ ...open, ...foreign, ...named('よそ') })
  const group = { advertiser_account_id: api.fixtures.a.accounts.advertiser }
  const [made] = await api.db
    .insert(creativeGroups)
    .values({ ...group, ...named('組') })
    .returning()
  const groupId = made!.id
  const values = { ...group, ...named('審査待ち'), creative_group_id: groupId, status: 'APPLIED' }
  const [waiting] = await api.db.insert(creatives).values(values).returning()
  const bought = { product_id: api.fixtures.a.product, quantity: 1000, creative_group_id: groupId }
  const adId = await insertAd(api.db, { ...api.fixtures.a, campaign: id }, { ...bought, ...named('待つ') })
  await insertOrder(api.db, adId, { status: 'APPROVED' })
  const next = async (client = admin) => {
    const answer = await client.call(campaign.nextAd, { params: { id } })
    return ((await answer.json()) as EndpointResponse<typeof campaign.nextAd>).data.next
  }
  expect(await next()).toMatchObject({ campaign: { id }, other_advertiser: null, ad: { id: adId }, blocker: 'creative_pending' })
  await api.db.update(creatives).set({ status: 'APPROVED', serving_revision: 1 }).where(eq(creatives.id, waiting!.id))
  expect(await next()).toMatchObject({ campaign: { id: elsewhere }, other_advertiser: 'advertiser b', ad: null })
  // The agency runs that campaign too; the advertiser is not led to one of another advertiser, even when nothing else is left.
  expect(await next(await api.signIn('agency'))).toMatchObject({ campaign: { id: elsewhere } })
  expect(await next(await api.signIn('advertiser'))).toBeNull()
})
