import { exceededTerms, orderTerms, type OrderTerm } from '@adsite/contract'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ads, orders } from '../db/schema.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insertAd, insertOrder, loadFixtures } from '../testing/fixtures.ts'
import { draftFollows, exceedsOrder } from './terms.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Neighbouring values of every column that an order covers, as rows have them in JSON. */
const values: Readonly<Record<OrderTerm['ad'], readonly unknown[]>> = {
  product_id: [7, 8],
  billing: ['CPM', 'CPC'],
  quantity: [0, 1, 999, 1000, 1001, 1_000_000_000_000],
  unit_price: ['0', '499.999999', '500', '500.000001'],
  budget: ['0', '0.000001', '500', '500.000001', '999999999999.999999'],
  start_at: ['2026-03-31T23:59:59.999Z', '2026-04-01T00:00:00.000Z', '2026-04-01T00:00:00.001Z'],
  end_at: ['2026-04-30T23:59:59.999Z', '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.001Z'],
  landing_url: ['https://lp.example/', 'https://lp.example/A', 'https://lp.example/a'],
  creative_group_id: [3, 4],
}
/** A column that the database lets be null may be without a value. */
const of = (term: OrderTerm, side: 'ad' | 'order') => {
  const column = side === 'ad' ? ads[term.ad] : orders[term.order]
  return column.notNull ? values[term.ad] : [...values[term.ad], null]
}

interface Pair {
  readonly ad: Readonly<Record<string, unknown>>
  readonly order: Readonly<Record<string, unknown>>
}
/** Every value of a term beside every other, while the ad is within its order in all other terms. */
const pairs: Pair[] = orderTerms.flatMap((term) => {
  const base = orderTerms.map((other) => [other, values[other.ad][1]] as const)
  const [ad, order] = [base.map(([{ ad: name }, value]) => [name, value]), base.map(([{ order: name }, value]) => [name, value])]
  return of(term, 'ad').flatMap((value) =>
    of(term, 'order').map((ordered) => ({
      ad: { ...Object.fromEntries(ad), [term.ad]: value },
      order: { ...Object.fromEntries(order), [term.order]: ordered },
    })),
  )
})

test('the database and the contract agree on which ads exceed their order', async () => {
  const { rows } = await database.db.execute<{ exceeds: boolean | null }>(sql`select ${exceedsOrder} as exceeds
    from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) with ordinality as pair (rows, rank),
      jsonb_populate_record(null::ads, pair.rows->'ad') as ads, jsonb_populate_record(null::orders, pair.rows->'order') as orders
    order by rank`)
  const found = pairs.map((pair, index) => ({ ...pair, exceeds: rows[index]?.exceeds }))
  expect(found.filter(({ ad, order, exceeds }) => exceeds !== exceededTerms(ad, order).length > 0)).toEqual([])
  expect(new Set(rows.map(({ exceeds }) => exceeds))).toEqual(new Set([true, false]))
})

test('the draft of an order follows its ad, and nothing else does', async () => {
  const { db } = database
  const { a } = await loadFixtures(db)
  const terms = { product_id: a.product, billing: 'CPM' }
  const [ad, handedIn] = [await insertAd(db, a, terms), await insertAd(db, a, terms)]
  const draft = await insertOrder(db, ad)
  const others = [
    await insertOrder(db, await insertAd(db, a, terms)),
    await insertOrder(db, ad, { deleted_at: new Date() }),
    await insertOrder(db, ad, { kind: 'CHANGE' }),
    await insertOrder(db, handedIn, { status: 'PENDING_APPROVAL' }),
  ]
  const stored = () => db.select().from(orders).where(inArray(orders.id, others)).orderBy(orders.id)
  const before = await stored()
  const changed = { name: '改めた広告', name_norm: '改めた広告', quantity: 20_000, budget: '9000' }
  for (const id of [ad, handedIn]) {
    await db.update(ads).set(changed).where(eq(ads.id, id))
    await draftFollows(db, id)
  }
  const [followed] = await db.select().from(orders).where(eq(orders.id, draft))
  expect(followed).toMatchObject({ name: '改めた広告', quantity: 20_000, amount: '9000.000000', version: 2 })
  expect(await stored()).toEqual(before)
  await db.update(ads).set({ quantity: null }).where(eq(ads.id, ad))
  await draftFollows(db, ad)
  expect(await db.select({ quantity: orders.quantity }).from(orders).where(eq(orders.id, draft))).toEqual([{ quantity: 0 }])
})
