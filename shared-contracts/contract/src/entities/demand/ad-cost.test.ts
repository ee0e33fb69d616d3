import { expect, test } from 'vitest'
import { fromMicros, micros } from '../../value/micros.ts'
import { adCost, priceUnits, pricedBy, quantityUnits } from './ad-cost.ts'
import { billingTypes } from './product.ts'

test.each([
  ['0', 0n],
  ['1', 1_000_000n],
  ['0.000001', 1n],
  ['0.1', 100_000n],
  ['1234.5', 1_234_500_000n],
  ['9007199254740993.000001', 9_007_199_254_740_993_000_001n],
  ['-1.5', -1_500_000n],
  ['-0.5', -500_000n],
])('%s yen are a whole number of millionths, and back', (amount, value) => {
  expect(micros(amount)).toBe(value)
  expect(fromMicros(value)).toBe(amount)
})

test('decimals beyond the sixth are left out, and needless zeros are not written', () => {
  expect(micros('1.0000019')).toBe(1_000_001n)
  expect(micros('2.500000')).toBe(2_500_000n)
  expect(fromMicros(-1_000_000n)).toBe('-1')
})

test.each([
  ['CPM', 1000, '500', '500'],
  ['CPM', 1001, '500', '501'],
  ['CPM', 999, '500', '500'],
  ['VCPM', 1, '0.001', '1'],
  ['CPC', 3, '33.3', '100'],
  ['CPC', 10, '33.3', '333'],
  ['CPA', 2, '1500', '3000'],
  ['TENANCY', 30, '10000', '300000'],
  ['CPC', 0, '10', '0'],
] as const)('by %s, %d at %s yen cost %s whole yen', (billing, quantity, price, cost) => {
  expect(adCost(billing, quantity, price)).toBe(cost)
})

test('every way of billing has its units, and the thousand of those that are priced by the thousand', () => {
  for (const billing of billingTypes.keys) {
    expect(quantityUnits[billing].en).not.toBe('')
    expect(priceUnits[billing].en.startsWith('1,000')).toBe(pricedBy[billing] === 1000)
  }
})
