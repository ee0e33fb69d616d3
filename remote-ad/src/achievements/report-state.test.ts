import { endpoints } from '@adsite/contract'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { changeState, readState, toQuery, writeState, type ReportState } from './report-state.ts'

const fallback = { from: '2026-07-01', to: '2026-07-30' }
const read = (search: string, role: Parameters<typeof readState>[1] = 'admin') => readState(new URLSearchParams(search), role, fallback)

const everything: ReportState = {
  from: '2026-06-01',
  to: '2026-06-30',
  group_by: 'campaign',
  campaign_id: [3, 12],
  advertiser_account_id: [7],
  sort: '-ctr',
  metric: ['gross', 'margin'],
  page: 2,
}

test('what is written is read back', () => {
  expect(read(writeState(everything).toString())).toEqual(everything)
})

test('an empty address is the default report, and only its days are written out', () => {
  const state = read('')
  expect(state).toEqual({
    ...fallback,
    group_by: 'day',
    campaign_id: [],
    advertiser_account_id: [],
    sort: 'key',
    metric: ['imps', 'clicks'],
    page: 1,
  })
  expect(writeState(state).toString()).toBe('from=2026-07-01&to=2026-07-30')
})

test('what no report has falls back, a wrong day stays to be told', () => {
  const state = read('from=2026-99-01&group_by=moon&sort=-moon&metric=moon,clicks,clicks&campaign_id=x,5,5,0,-1&page=0')
  expect(state).toMatchObject({ from: '2026-99-01', group_by: 'day', sort: 'key', metric: ['clicks'], campaign_id: [5], page: 1 })
})

describe("an administrator's link in another role's hands", () => {
  const link = writeState({ ...everything, sort: '-media_cost' }).toString()

  test('drops the figures that the role does not receive', () => {
    expect(read(link, 'agency')).toMatchObject({ sort: '-gross', metric: ['gross'], advertiser_account_id: [7] })
  })

  test('drops the choice of advertisers for an advertiser', () => {
    expect(read(link, 'advertiser').advertiser_account_id).toEqual([])
  })
})

describe('a change', () => {
  test('leads to the first page, except for the page itself and the chart', () => {
    expect(changeState(everything, { campaign_id: [1] }).page).toBe(1)
    expect(changeState(everything, { page: 3 }).page).toBe(3)
    expect(changeState(everything, { metric: ['cpa'] }).page).toBe(2)
  })

  test("takes another grouping's order", () => {
    expect(changeState(everything, { group_by: 'day' }).sort).toBe('key')
    expect(changeState({ ...everything, group_by: 'day', sort: '-key' }, { group_by: 'space' }).sort).toBe('-gross')
  })
})

test('the query is one that the API takes', () => {
  expect(toQuery(everything)).toEqual({
    from: '2026-06-01',
    to: '2026-06-30',
    group_by: 'campaign',
    campaign_id: '3,12',
    advertiser_account_id: '7',
    sort: '-ctr',
  })
  expect(v.is(endpoints.report.demand.query!, toQuery(everything))).toBe(true)
  expect(v.is(endpoints.report.demand.query!, toQuery(read('')))).toBe(true)
})
