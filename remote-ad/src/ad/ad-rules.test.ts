import { campaign, product, validationText } from '@adsite/contract'
import { expect, test } from 'vitest'
import { budgetLeft, type CampaignRecord } from './ad-campaign.ts'
import { adChecks, costOf, type AdRecord, type ProductRecord } from './ad-rules.ts'

const base = {
  id: 1,
  version: 1,
  created_by: null,
  created_at: '',
  updated_by: null,
  updated_at: null,
  deleted_by: null,
  deleted_at: null,
  refs: {},
}
const of = (given: object) =>
  ({
    ...base,
    ...Object.fromEntries(Object.keys(campaign.fields).map((name) => [name, null])),
    start_at: '2026-04-01T00:00:00.000Z',
    end_at: '2026-05-01T00:00:00.000Z',
    lifetime_budget: '100000',
    allotted_budget: '40000',
    ...given,
  }) as CampaignRecord
const cpm = {
  ...base,
  ...Object.fromEntries(Object.keys(product.fields).map((name) => [name, null])),
  billing: 'CPM',
  unit_price: '500',
  min_quantity: 10_000,
} as unknown as ProductRecord

const good = { product_id: 7, quantity: 10_000, budget: '5000', start_at: '2026-04-01T00:00:00.000Z', end_at: '2026-05-01T00:00:00.000Z' }
const said = (values: object, given: object = {}, before: AdRecord | null = null) =>
  adChecks({ campaign: of(given), product: cpm, before })
    .map((check) => check({ ...good, ...values }))
    .flatMap((fault) => (fault ? [`${fault.field}: ${validationText(fault.message, 'ja')}`] : []))

test.each([
  [{}, {}, []],
  [{ product_id: null }, {}, ['product_id: 商品が選択されていません。商品を選択してください。']],
  [{ quantity: 9000 }, {}, ['quantity: 最低購入数10,000に1,000足りません。']],
  [{ quantity: null }, {}, ['quantity: 必須項目です。']],
  [{ budget: '60000' }, {}, []],
  [{ budget: '60000.5' }, {}, ['budget: キャンペーンの予算を0.5円超えています（残り60,000円）。']],
  [{ budget: '1' }, { allotted_budget: '120000' }, ['budget: キャンペーンの予算を1円超えています（残り0円）。']],
  [
    { start_at: '2026-03-31T23:59:00.000Z' },
    {},
    ['start_at: キャンペーンの期間（2026/04/01 09:00〜2026/05/01 09:00）の中で指定してください。'],
  ],
])('%j says what is wrong and by how much', (values, given, faults) => {
  expect(said(values, given)).toEqual(faults)
})

test('a new ad needs a quantity before its product is known', () => {
  const faults = adChecks({ campaign: of({}), product: undefined, before: null }).map((check) => check({ ...good, quantity: null }))
  expect(faults.filter(Boolean)).toEqual([{ field: 'quantity', message: 'required' }])
})

test.each([
  // What was stored stays, even where the product's minimum or the campaign's period has changed since.
  [{}, []],
  [{ budget: '65000' }, []],
  [{ budget: '65001' }, ['budget: キャンペーンの予算を1円超えています（残り65,000円）。']],
  [{ quantity: 8000 }, ['quantity: 最低購入数10,000に2,000足りません。']],
  [{ quantity: null }, ['quantity: 必須項目です。']],
  [{ end_at: '2026-06-02T00:00:00.000Z' }, ['end_at: キャンペーンの期間（2026/04/01 09:00〜2026/05/01 09:00）の中で指定してください。']],
])('an edited ad is checked where it is changed: %j', (values, faults) => {
  const before = { ...good, quantity: 9000, budget: '5000.000000', end_at: '2026-06-01T00:00:00.000Z' }
  expect(said({ ...before, ...values }, {}, before as AdRecord)).toEqual(faults)
})

test('what a quantity costs is whole yen, rounded up, however it was typed; what is left is exact', () => {
  expect(costOf(cpm, '12345')).toBe('6173')
  expect(costOf(cpm, '12,345')).toBe('6173')
  expect(costOf(cpm, '１.２万回')).toBe('6000')
  expect(costOf(cpm, '')).toBeNull()
  expect(costOf(cpm, '-5')).toBeNull()
  expect(costOf(undefined, '12345')).toBeNull()
  expect(budgetLeft(of({ allotted_budget: '99999.999999' }))).toBe('0.000001')
  expect(budgetLeft(of({ allotted_budget: '100001' }))).toBe('-1')
})
