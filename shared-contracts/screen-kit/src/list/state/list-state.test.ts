import { campaign, readListState, sortOf, unusedAt } from '@adsite/contract'
import { expect, test } from 'vitest'
import { changeListQuery, conditionsOf, narrowing, sortParameter } from './list-state.ts'

const read = (address: string) => readListState(campaign, new URLSearchParams(address))

test('reads what the endpoint takes', () => {
  expect(read('q=秋&serving_status=SERVING,PAUSED&start_at_from=2026-10-01&sort=-name&limit=20&after=abc')).toEqual({
    q: '秋',
    serving_status: 'SERVING,PAUSED',
    start_at_from: '2026-10-01',
    sort: '-name',
    limit: '20',
    after: 'abc',
  })
})

test('leaves out what the endpoint would refuse, what is empty, and what is foreign', () => {
  expect(read('serving_status=GONE&start_at_from=2026-13-01&sort=memo&limit=7&advertiser_account_id=x&q=&edit=1')).toEqual({})
})

test('what the list does not use is told: refused values, and metrics and columns that the role does not receive', () => {
  const unused = (address: string, role: 'admin' | 'rep' = 'admin') => unusedAt(campaign, role, new URLSearchParams(address))
  expect(unused('serving_status=GONE&cpa_min=abc&sort=memo&limit=7&columns=lifetime_budget,nope&q=a&q=&edit=1&figures=imps')).toEqual({
    serving_status: 'GONE',
    cpa_min: 'abc',
    sort: 'memo',
    limit: '7',
    columns: 'nope',
  })
  expect(
    unused('serving_status=SERVING&cpa_min=5&sort=-cpa&limit=20&after=x&columns=lifetime_budget,cpa&period=yesterday&compare=previous&q='),
  ).toEqual({})
  // The database cannot search for it.
  expect(unused('q=a%00')).toEqual({ q: 'a\0' })
  expect(unused('sort=-margin&margin_min=1&columns=margin')).toEqual({})
  expect(unused('sort=-margin&margin_min=1&columns=margin', 'rep')).toEqual({ sort: '-margin', margin_min: '1', columns: 'margin' })
  expect(unusedAt(campaign, null, new URLSearchParams('sort=memo'))).toEqual({})
})

test('a change starts at the first page and drops what is empty, foreign parameters stay', () => {
  const changed = changeListQuery(new URLSearchParams('q=a&after=x&lang=ja'), { q: '', goal: 'TRAFFIC', sort: null })
  expect(changed.toString()).toBe('lang=ja&goal=TRAFFIC')
})

test('only search and filters narrow', () => {
  expect(narrowing(campaign, read('q=a&goal=TRAFFIC&sort=name&limit=20&after=x'))).toEqual({ q: 'a', goal: 'TRAFFIC' })
})

test('the period is a condition where a figure is bounded', () => {
  expect(conditionsOf(campaign, read('q=a&period=yesterday&sort=-cpa'))).toEqual({ q: 'a' })
  expect(conditionsOf(campaign, read('cpa_max=500&period=yesterday'))).toEqual({ cpa_max: '500', period: 'yesterday' })
})

test("the resource's own order needs no parameter", () => {
  expect(sortOf(campaign, read(''))).toEqual({ field: 'updated_at', descending: true })
  expect(sortParameter(campaign, { field: 'updated_at', descending: true })).toBeNull()
  expect(sortParameter(campaign, { field: 'name', descending: true })).toBe('-name')
  expect(sortParameter(campaign, null)).toBeNull()
})
