import { untargeted, validationText, type ad, type Targeting } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Author } from '../call/author.ts'
import { ads, campaigns, products } from '../db/schema.ts'
import type { StoredRecord } from '../resource/mapping/resource-mapping.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { jsonOf } from '../resource/write/write.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insertAd, insertCampaign, loadFixtures, type Fixtures } from '../testing/fixtures.ts'
import { validateAd } from './rules.ts'
import { storedAd } from './stored-ad.ts'

type Ad = StoredRecord<typeof ad>

let database: TestDatabase
let fixtures: Fixtures
let author: Author
/** An ad of a campaign of its own with 100,000 yen, whose product sells from 1,000. */
let stored: Ad
beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await loadFixtures(database.db)
  author = { account_id: fixtures.a.accounts.advertiser, role: 'advertiser', user_id: fixtures.a.users.advertiser, source: 'api' }
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.update(products).set({ status: 'ON_SALE', min_quantity: 1000 }).where(eq(products.id, fixtures.a.product))
  const campaign = await insertCampaign(database.db, fixtures.a.accounts, '規則')
  await database.db
    .update(campaigns)
    .set({ start_at: new Date('2026-04-01T00:00:00Z'), end_at: new Date('2026-04-30T15:00:00Z') })
    .where(eq(campaigns.id, campaign))
  stored = await inserted(campaign)
})

async function inserted(campaign: number, values: Partial<typeof ads.$inferInsert> = {}): Promise<Ad> {
  const dates = { start_at: new Date('2026-04-01T00:00:00Z'), end_at: new Date('2026-04-30T15:00:00Z') }
  const row = { product_id: fixtures.a.product, billing: 'CPM', ...dates, ...values }
  const id = await insertAd(database.db, { ...fixtures.a, campaign }, row)
  return { id, ...jsonOf(storedAd, await findOrRefuse(database.db, author, storedAd, id)) }
}

/** The faults by field, in words. */
async function faults(record: Partial<Ad>, before: Ad | null) {
  const { id, ...rest } = { ...(before ?? stored), ...record }
  const found = await database.db.transaction((transaction) => validateAd(transaction, author, before ? { id, ...rest } : rest, before))
  return Object.fromEntries(Object.entries(found).map(([field, messages]) => [field, messages.map((text) => validationText(text, 'ja'))]))
}
const ofNew = (record: Partial<Ad>) => faults({ budget: '1', ...record }, null)
const ofChanged = (record: Partial<Ad>, before: Ad = stored) => faults(record, before)

describe('what is bought', () => {
  test('is a product on sale, in a quantity from its minimum', async () => {
    expect(await ofNew({})).toEqual({})
    expect(await ofNew({ product_id: null })).toEqual({ product_id: ['商品が選択されていません。商品を選択してください。'] })
    expect(await ofNew({ quantity: 1000 })).toEqual({})
    expect(await ofNew({ quantity: 999 })).toEqual({ quantity: ['最低購入数1,000に1足りません。'] })
    expect(await ofNew({ quantity: null })).toEqual({ quantity: ['必須項目です。'] })
    await database.db.update(products).set({ status: 'STOPPED' }).where(eq(products.id, fixtures.a.product))
    expect(await ofNew({})).toEqual({ product_id: ['この商品は現在販売していません。別の商品を選択してください。'] })
  })

  test('stays, when the product is no longer on sale or its minimum is raised', async () => {
    await database.db.update(products).set({ status: 'STOPPED', min_quantity: 50_000 }).where(eq(products.id, fixtures.a.product))
    expect(await ofChanged({ name: '別名' })).toEqual({})
    expect(await ofChanged({ quantity: 60_000 })).toEqual({})
    expect(await ofChanged({ quantity: 49_999 })).toEqual({ quantity: ['最低購入数50,000に1足りません。'] })
  })

  test('may be nothing for an ad that was stored without a product', async () => {
    const before = await inserted(stored.campaign_id, { product_id: null })
    expect(await ofChanged({ quantity: 1 }, before)).toEqual({})
  })
})

describe('the budget', () => {
  test('is within what the other ads leave of the campaign’s', async () => {
    expect(await ofNew({ budget: '95000' })).toEqual({})
    expect(await ofNew({ budget: '95000.5' })).toEqual({ budget: ['キャンペーンの予算を0.5円超えています（残り95,000円）。'] })
    expect(await ofChanged({ budget: '100000' })).toEqual({})
    expect(await ofChanged({ budget: '100001' })).toEqual({ budget: ['キャンペーンの予算を1円超えています（残り100,000円）。'] })
    await database.db.update(ads).set({ deleted_at: new Date() }).where(eq(ads.id, stored.id))
    expect(await ofNew({ budget: '100000' })).toEqual({})
  })

  test('is checked where it changes', async () => {
    await database.db.update(campaigns).set({ lifetime_budget: '1' }).where(eq(campaigns.id, stored.campaign_id))
    expect(await ofChanged({ name: '別名' })).toEqual({})
    expect(await ofChanged({ budget: '4999' })).toEqual({ budget: ['キャンペーンの予算を4,998円超えています（残り1円）。'] })
  })
})

describe('the period', () => {
  const outside = 'キャンペーンの期間（2026/04/01 09:00〜2026/04/30）の中で指定してください。'
  test('is within the campaign’s, whose last day is written as that day', async () => {
    expect(await ofNew({ start_at: '2026-03-31T23:59:59.999Z' })).toEqual({ start_at: [outside] })
    expect(await ofNew({ end_at: '2026-04-30T15:00:00.001Z' })).toEqual({ end_at: [outside] })
    expect(await ofNew({ start_at: '2026-04-01T00:00:00.001Z', end_at: '2026-04-30T14:59:59.999Z' })).toEqual({})
  })

  test('is checked where it changes; an end within a day is written with its time', async () => {
    await database.db
      .update(campaigns)
      .set({ start_at: new Date('2026-04-10T00:00:00Z'), end_at: new Date('2026-04-20T03:30:00Z') })
      .where(eq(campaigns.id, stored.campaign_id))
    expect(await ofChanged({ name: '別名' })).toEqual({})
    expect(await ofChanged({ start_at: '2026-04-02T00:00:00.000Z' })).toEqual({
      start_at: ['キャンペーンの期間（2026/04/10 09:00〜2026/04/20 12:30）の中で指定してください。'],
    })
  })
})

test('the campaign is one that the author sees and that exists', async () => {
  const nobody = { campaign_id: ['指定された対象が見つかりません。'] }
  expect(await ofNew({ campaign_id: fixtures.b.campaign })).toEqual(nobody)
  await database.db.update(campaigns).set({ deleted_at: new Date() }).where(eq(campaigns.id, stored.campaign_id))
  expect(await ofNew({})).toEqual(nobody)
})

describe('targeting', () => {
  const of = (targeting: Partial<Targeting>) => ofNew({ targeting: { ...untargeted, ...targeting } })
  const unknown = (ids: string) => ({ targeting: [`配信先に選べない媒体または広告枠があります（ID ${ids}）。`] })

  test('names media and spaces that are offered, else the first five that are not', async () => {
    const { medium, space } = fixtures.a
    expect(await of({ media: [medium], spaces: [space] })).toEqual({})
    expect(await of({ media: [medium, 999_999], spaces: [space] })).toEqual(unknown('999999'))
    expect(await of({ spaces: [space, 888_888] })).toEqual(unknown('888888'))
    expect(await of({ media: [901, 902, 903, 904], spaces: [905, 906] })).toEqual(unknown('901, 902, 903, 904, 905'))
  })

  test('names cities that exist', async () => {
    expect(await of({ cities: ['13101'] })).toEqual({})
    expect(await of({ cities: ['13999'], spaces: [888_888] })).toEqual({
      targeting: ['市区町村コード13999はありません。', ...unknown('888888').targeting],
    })
  })
})
