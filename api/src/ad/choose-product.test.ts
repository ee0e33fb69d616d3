import { endpoints, type ErrorBody } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ads, companies, products } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd } from '../testing/fixtures.ts'

// An ad without a product, as a copy of a campaign has, is given one on its page.

let api: TestApi
let admin: TestClient
let agency: TestClient
/** On sale from 2,000, at ¥40 a click; and one that is not sold. */
let other: number
let ended: number
beforeAll(async () => {
  api = await startTestApi()
  ;[admin, agency] = await Promise.all([api.signIn('admin'), api.signIn('agency')])
  await api.db.update(companies).set({ credit_limit: '90000' })
  const terms = { billing: 'CPC', unit_price: '40', min_quantity: 2000, sale_from: '2026-01-01' }
  const insert = async (status: string) => {
    const [row] = await api.db
      .insert(products)
      .values({ ...named('商品'), ...terms, status })
      .returning({ id: products.id })
    return row!.id
  }
  ;[other, ended] = [await insert('ON_SALE'), await insert('SUSPENDED')]
})
afterAll(() => api.close())

let id: number
beforeEach(async () => {
  id = await insertAd(api.db, api.fixtures.a, { product_id: null, billing: null, unit_price: '0', quantity: null, budget: '100' })
})

const { ad, order } = endpoints
const row = async () => (await api.db.select().from(ads).where(eq(ads.id, id)))[0]!
async function patch(values: object, client = agency) {
  const { version } = await row()
  const response = await client.call(ad.update, { params: { id }, body: { version, ...values } })
  return response.status === 204 ? 204 : ((await response.json()) as ErrorBody).errors
}
const orders = async () => (await agency.call(order.create, { body: { ad_id: id } })).status

test('one that is sold, in a quantity from its minimum, at its price of today; then it can be ordered', async () => {
  expect(await orders()).toBe(422)
  expect(await patch({ product_id: ended, quantity: 5000 })).toEqual({ product_id: ['指定された対象が見つかりません。'] })
  expect(await patch({ product_id: ended, quantity: 5000 }, admin)).toEqual({
    product_id: ['この商品は現在販売していません。別の商品を選択してください。'],
  })
  expect(await patch({ product_id: other })).toEqual({ quantity: ['必須項目です。'] })
  expect(await patch({ product_id: other, quantity: 1999 })).toEqual({ quantity: ['最低購入数2,000に1足りません。'] })
  expect(await patch({ product_id: other, quantity: 2000 })).toBe(204)
  expect(await row()).toMatchObject({ product_id: other, billing: 'CPC', unit_price: '40.000000', quantity: 2000 })
  expect(await orders()).toBe(201)
})

test('once: neither another one nor none replaces it, and its price stays', async () => {
  await patch({ product_id: other, quantity: 2000 })
  for (const product_id of [api.fixtures.a.product, null]) {
    expect(await patch({ product_id })).toEqual({ product_id: ['登録後は変更できません。'] })
  }
  await api.db.update(products).set({ unit_price: '90', status: 'ENDED' }).where(eq(products.id, other))
  expect(await patch({ product_id: other, name: '同じ商品' })).toBe(204)
  expect(await row()).toMatchObject({ name: '同じ商品', product_id: other, unit_price: '40.000000' })
})
