import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { accounts, ads, campaigns, companies, creativeGroups, creativeRevisions, creatives, orders, products } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insertAd, insertCampaign, insertCreative, insertOrder, loadFixtures, type Fixtures } from '../testing/fixtures.ts'
import { creditErrors, creditRoom, holdersBeside, lockCompany, roomFor } from './credit-room.ts'
import { orderFigures } from './order-figures.ts'

let database: TestDatabase
let fixtures: Fixtures
beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await loadFixtures(database.db)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.delete(orders)
  await database.db.update(companies).set({ credit_limit: '90000', credit_status: 'ACTIVE' })
})

const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
const begun = { start_at: new Date('2026-01-01') }
type AdValues = Partial<typeof ads.$inferInsert>
type OrderValues = Partial<typeof orders.$inferInsert>
interface Place {
  readonly campaign: number
  readonly accounts: Fixtures['a']['accounts']
}

/** An ad of 500 yen that was ordered; approved unless the order says something else. */
async function orderedAd(row: AdValues = {}, ordered: OrderValues = {}, place: Place = fixtures.a): Promise<number> {
  const id = await insertAd(database.db, place, { product_id: fixtures.a.product, billing: 'CPM', budget: '500', ...row })
  await insertOrder(database.db, id, { status: 'APPROVED', ...ordered })
  return id
}
const room = () => creditRoom(database.db, fixtures.a.company)
const used = async () => (await room()).used

describe('an ad holds', () => {
  test.each<[string, AdValues, OrderValues, string]>([
    ['what was approved', { budget: '500' }, {}, '500'],
    ['what was approved, where its budget is lower now', { budget: '499' }, { amount: '500' }, '500'],
    ['its budget, where that is higher', { budget: '700.5' }, { amount: '500' }, '700.5'],
    ['what its quantity costs, where it has no budget', { budget: '0', quantity: 10_000, unit_price: '250' }, { amount: '1' }, '2500'],
    ['what its clicks cost', { budget: '0', quantity: 30, unit_price: '250', billing: 'CPC' }, { amount: '1' }, '7500'],
    ['all that its campaign has, where it has neither', { budget: '0', quantity: null }, { amount: '1', quantity: 1 }, '100000'],
    ['all that its campaign has, for a quantity of 0', { budget: '0', quantity: 0 }, { amount: '1' }, '100000'],
  ])('%s', async (_, row, ordered, held) => {
    await insertCampaign(database.db, fixtures.a.accounts, 'another of the advertiser')
    await orderedAd(row, ordered)
    expect(await used()).toBe(held)
  })

  test.each<[string, AdValues, OrderValues, string]>([
    ['an order that waits', {}, { status: 'PENDING_APPROVAL' }, '0'],
    ['a canceled order', {}, { status: 'CANCELED' }, '0'],
    ['an approved change', {}, { kind: 'CHANGE' }, '0'],
    ['a deleted order', {}, { deleted_at: past }, '0'],
    ['an approved period that is over', { ...begun, end_at: past }, { end_at: past }, '0'],
    ['an ad that was shortened', { ...begun, end_at: past }, { end_at: future }, '500'],
    ['an ad that was prolonged', { ...begun, end_at: future }, { end_at: past }, '500'],
  ])('for %s: %o %o: %s', async (_, row, ordered, held) => {
    await orderedAd(row, ordered)
    expect(await used()).toBe(held)
  })
})

test('a company’s room is what all of its accounts hold, and nobody else', async () => {
  const { a, b } = fixtures
  const [other] = await database.db
    .insert(accounts)
    .values({ kind: 'advertiser', company_id: a.company, ...named('second') })
    .returning({ id: accounts.id })
  const own = { ...a.accounts, advertiser: other!.id }
  const campaign = await insertCampaign(database.db, own, 'second')
  await orderedAd({ budget: '100' })
  await orderedAd({ budget: '200' }, {}, { campaign, accounts: own })
  await orderedAd({ budget: '400' }, {}, b)
  expect(await room()).toMatchObject({ credit_limit: '90000', used: '300', left: '89700', ad_count: 2, above_count: 0 })
  expect(await creditRoom(database.db, b.company)).toMatchObject({ used: '400', left: '89600', ad_count: 1 })
  expect((await room()).ads.map(({ account, amount, above }) => [account, amount, above])).toEqual([
    ['second', '200', false],
    ['advertiser a', '100', false],
  ])
})

test('a company without orders has all of its limit', async () => {
  expect(await room()).toEqual({ credit_limit: '90000', used: '0', left: '90000', ad_count: 0, above_count: 0, ads: [] })
})

test('ads that were ordered first are inside the limit; those above it come first, the largest of each before the others', async () => {
  await database.db.update(companies).set({ credit_limit: '600' })
  const inside = await orderedAd({ budget: '200' })
  const toTheLimit = await orderedAd({ budget: '400' })
  const beyond = await orderedAd({ budget: '100' })
  const further = await orderedAd({ budget: '300' })
  const found = await room()
  expect(found).toMatchObject({ used: '1000', left: '-400', ad_count: 4, above_count: 2 })
  expect(found.ads.map(({ id, above }) => [id, above])).toEqual([
    [further, true],
    [beyond, true],
    [toTheLimit, false],
    [inside, false],
  ])
})

describe('the room for an order', () => {
  const asking = (ad_id: number, amount: string) =>
    roomFor(database.db, { ad_id, amount, advertiser_account_id: fixtures.a.accounts.advertiser })

  test('is beside what the company’s other ads hold', async () => {
    const own = await orderedAd({ budget: '500' })
    const other = await orderedAd({ budget: '400' })
    const further = await orderedAd({ budget: '300' })
    await orderedAd({ budget: '9000' }, {}, fixtures.b)
    const found = await asking(own, '89300')
    expect(found).toEqual({
      company: fixtures.a.company,
      credit_status: 'ACTIVE',
      allowed: true,
      credit_limit: '90000',
      used: '700',
      left: '0',
    })
    expect(await asking(own, '89300.5')).toMatchObject({ left: '-0.5' })
    expect((await holdersBeside(database.db, found)).map(({ id }) => id)).toEqual([own, other, further])
  })

  test('is that of the advertiser’s own company', async () => {
    const own = await orderedAd({ budget: '500' }, {}, fixtures.b)
    const found = await roomFor(database.db, { ad_id: own, amount: '1', advertiser_account_id: fixtures.b.accounts.advertiser })
    expect(found).toMatchObject({ company: fixtures.b.company, used: '0', left: '89999' })
  })

  test('refuses an order by how much it exceeds the limit, or because the company may not order', async () => {
    const own = await orderedAd({ budget: '500' })
    await orderedAd({ budget: '700' })
    async function error(amount: string) {
      const asked = { id: 1, ad_id: own, amount, advertiser_account_id: fixtures.a.accounts.advertiser }
      return (await creditErrors(database.db, [asked])).of(asked)
    }
    expect(await error('89300')).toBeNull()
    expect(await error('91300.5')).toEqual({
      ja: '与信枠を2,000.5円超えるため承認できません（与信枠 90,000円、ほかの広告 700円、この申込 91,300.5円）。',
      en: 'This exceeds the credit limit by ¥2,000.5 (limit ¥90,000, other ads ¥700, this order ¥91,300.5).',
    })
    await database.db.update(companies).set({ credit_status: 'BLOCKED' })
    expect(await error('1')).toEqual({
      ja: '企業の与信またはアカウントの状態により承認できません（与信：利用停止）。',
      en: 'The credit or the account of the advertiser does not allow orders (credit: Blocked).',
    })
  })

  test('says whether the credit allows orders', async () => {
    const own = await orderedAd()
    await database.db.update(companies).set({ credit_status: 'BLOCKED' }).where(eq(companies.id, fixtures.a.company))
    expect(await asking(own, '1')).toMatchObject({ allowed: false, credit_status: 'BLOCKED' })
  })

  test('is asked for by one approval of the company at a time', async () => {
    const locked = async (advertiser: number) => {
      const { rows } = await database.db.transaction(async (transaction) => {
        await lockCompany(transaction, { advertiser_account_id: fixtures.a.accounts.advertiser })
        return database.db.execute<{ free: boolean }>(sql`select count(*) > 0 as free from (
          select c.id from companies c join accounts a on a.company_id = c.id where a.id = ${advertiser} for no key update of c skip locked) as free`)
      })
      return !rows[0]!.free
    }
    expect([await locked(fixtures.a.accounts.advertiser), await locked(fixtures.b.accounts.advertiser)]).toEqual([true, false])
  })
})

describe('the figures of an order', () => {
  const caller = { account_id: 0, role: 'admin' } as const

  async function group(states: readonly (typeof creatives.$inferInsert)['status'][]): Promise<number> {
    const advertiser_account_id = fixtures.a.accounts.advertiser
    const [made] = await database.db
      .insert(creativeGroups)
      .values({ advertiser_account_id, ...named('夏') })
      .returning()
    for (const status of states)
      await insertCreative(database.db, {
        advertiser_account_id,
        creative_group_id: made!.id,
        ...named('夏'),
        status,
        serving_revision: status === 'DRAFT' ? null : 1,
      })
    return made!.id
  }
  const withCreatives = (creative_group_id: number, values: Partial<typeof creatives.$inferInsert>) =>
    database.db.update(creatives).set(values).where(eq(creatives.creative_group_id, creative_group_id))

  test('are of the ad, and of what waits for approval once something does', async () => {
    const [now, waiting] = [await group(['APPROVED']), await group(['APPLIED', 'DRAFT'])]
    const id = await orderedAd({ budget: '500', creative_group_id: now })
    const figures = () => orderFigures(database.db, caller, id)
    expect(await figures()).toEqual({
      amount: '500',
      credit_limit: '90000',
      used: '0',
      left: '89500',
      pauses: false,
      refused: null,
      ads: [],
      creatives: { total: 1, serving: 1, waiting: 0 },
    })
    await insertOrder(database.db, id, { kind: 'CHANGE', status: 'PENDING_APPROVAL', amount: '800', creative_group_id: waiting })
    expect(await figures()).toMatchObject({ amount: '800', left: '89200', creatives: { total: 2, serving: 1, waiting: 1 } })
    await database.db.update(orders).set({ deleted_at: past }).where(eq(orders.kind, 'CHANGE'))
    expect(await figures()).toMatchObject({ amount: '500' })
  })

  test('count the creatives that may be shown, those that wait, and none that is deleted', async () => {
    const of = async (values: Partial<typeof creatives.$inferInsert>) => {
      const creative_group_id = await group(['APPROVED'])
      await withCreatives(creative_group_id, values)
      return (await orderFigures(database.db, caller, await orderedAd({ creative_group_id }))).creatives
    }
    expect(await of({ user_status: 'PAUSED' })).toEqual({ total: 1, serving: 0, waiting: 0 })
    expect(await of({ status: 'POST_REJECTED' })).toEqual({ total: 1, serving: 0, waiting: 0 })
    expect(await of({ serving_revision: null })).toEqual({ total: 1, serving: 0, waiting: 0 })
    expect(await of({ status: 'APPLIED' })).toEqual({ total: 1, serving: 1, waiting: 1 })
    expect(await of({ deleted_at: past })).toEqual({ total: 0, serving: 0, waiting: 0 })
  })

  test('count no creative as servable in a format that the product does not have', async () => {
    const id = await orderedAd({ creative_group_id: await group(['APPROVED']) })
    const serving = async () => (await orderFigures(database.db, caller, id)).creatives.serving
    await insertOrder(database.db, id, { kind: 'CHANGE', status: 'PENDING_APPROVAL', creative_group_id: await group(['APPROVED']) })
    expect(await serving()).toBe(1)
    await database.db.update(creativeRevisions).set({ content: sql`content || '{"format_id": 999}'` })
    expect(await serving()).toBe(0)
    await database.db.update(creativeRevisions).set({ content: sql`content || ${{ format_id: fixtures.format }}::jsonb` })
    expect(await serving()).toBe(1)
    // That of the order which waits.
    const [other] = await database.db
      .insert(products)
      .values({
        ...named('別の広告商品'),
        billing: 'CPM',
        unit_price: '500',
        min_quantity: 1000,
        sale_from: '2026-01-01',
        status: 'ON_SALE',
      })
      .returning()
    await database.db.update(orders).set({ product_id: other!.id }).where(eq(orders.kind, 'CHANGE'))
    expect(await serving()).toBe(0)
  })

  test('say that ordering pauses the ad, where its advertiser may order and not start it', async () => {
    const pauses = async (id: number) => (await orderFigures(database.db, caller, id)).pauses
    const credit = (credit_status: string) => database.db.update(companies).set({ credit_status })
    const [unordered, ordered] = [await orderedAd({}, { status: 'DRAFT' }), await orderedAd()]
    expect(await pauses(unordered)).toBe(false)
    await credit('ON_HOLD')
    expect([await pauses(unordered), await pauses(ordered)]).toEqual([true, false])
    await credit('BLOCKED')
    expect(await pauses(unordered)).toBe(false)
  })

  test('name the other ads that hold the credit to those who decide, and to nobody else', async () => {
    const [id, other] = [await orderedAd(), await orderedAd({ budget: '700' })]
    expect((await orderFigures(database.db, caller, id)).ads.map((ad) => ad.id)).toEqual([other])
    expect((await orderFigures(database.db, { account_id: 0, role: 'agency' }, id)).ads).toEqual([])
  })
})

test('the budget of the campaign counts only where an ad has no limit of its own', async () => {
  await orderedAd({ budget: '500' })
  await database.db.update(campaigns).set({ lifetime_budget: '7' })
  expect(await used()).toBe('500')
  await database.db.update(campaigns).set({ lifetime_budget: '100000' })
})
