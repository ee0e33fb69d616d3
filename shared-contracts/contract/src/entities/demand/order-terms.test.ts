import { describe, expect, it } from 'vitest'
import { differingTerms, exceededTerms, orderTerms } from './order-terms.ts'

const ad = {
  product_id: 1,
  billing: 'CPM',
  quantity: 1000,
  unit_price: '500',
  budget: '500',
  creative_group_id: 7,
  start_at: '2026-04-01T00:00:00.000Z',
  end_at: '2026-05-01T00:00:00.000Z',
  landing_url: 'https://lp.example/',
}
const { budget: amount, ...rest } = ad
const order = { ...rest, amount }
const exceeded = (change: object, ordered: Readonly<Record<string, unknown>> = order) =>
  exceededTerms({ ...ad, ...change }, ordered).map((term) => term.ad)

describe('an ad', () => {
  it('is within the order of what it is, however its values are written', () => {
    expect(exceeded({})).toEqual([])
    expect(exceeded({ unit_price: '500.000000', budget: '500.0', start_at: '2026-04-01T09:00:00+09:00' })).toEqual([])
  })

  it.each([
    ['another product', { product_id: 2 }, ['product_id']],
    ['no product', { product_id: null }, ['product_id']],
    ['another way of billing', { billing: 'CPC' }, ['billing']],
    ['a lower quantity', { quantity: 999 }, []],
    ['a higher quantity', { quantity: 1001 }, ['quantity']],
    ['no limit by quantity', { quantity: null }, ['quantity']],
    ['a quantity of 0, which is no limit', { quantity: 0 }, ['quantity']],
    ['a lower price', { unit_price: '499.999999' }, ['unit_price']],
    ['a lower budget', { budget: '499.999999' }, []],
    ['a higher budget', { budget: '500.000001' }, ['budget']],
    ['a budget of 0, which is no limit', { budget: '0' }, ['budget']],
    ['no budget', { budget: undefined }, ['budget']],
    ['a later start', { start_at: '2026-04-01T00:00:00.001Z' }, []],
    ['an earlier start', { start_at: '2026-03-31T23:59:59.999Z' }, ['start_at']],
    ['an earlier start, written in the time of Japan', { start_at: '2026-04-01T08:59:59+09:00' }, ['start_at']],
    ['no start', { start_at: null }, ['start_at']],
    ['an earlier end', { end_at: '2026-04-30T23:59:59.999Z' }, []],
    ['a later end', { end_at: '2026-05-01T00:00:00.001Z' }, ['end_at']],
    ['no end', { end_at: null }, ['end_at']],
    ['another landing page', { landing_url: 'https://lp.example/a' }, ['landing_url']],
    ['other creatives', { creative_group_id: 8 }, ['creative_group_id']],
    ['no creatives', { creative_group_id: null }, []],
    ['several of these', { quantity: 2000, budget: '1000' }, ['quantity', 'budget']],
  ])('with %s', (_, change, terms) => expect(exceeded(change)).toEqual(terms))

  it('is never within what an order does not say', () => {
    const limits = ['quantity', 'budget', 'start_at', 'end_at']
    expect(exceeded({}, { ...order, quantity: null, amount: null, start_at: null, end_at: null })).toEqual(limits)
  })
})

describe('two orders', () => {
  it('differ in values, not in how they are written', () => {
    expect(differingTerms(order, { ...order, amount: '500.00', unit_price: '500.0' })).toEqual([])
    expect(differingTerms(order, { ...order, amount: '501', creative_group_id: null }).map((term) => term.order)).toEqual([
      'amount',
      'creative_group_id',
    ])
    expect(differingTerms({}, {})).toEqual([])
    expect(differingTerms(order, {})).toHaveLength(orderTerms.length)
  })
})
