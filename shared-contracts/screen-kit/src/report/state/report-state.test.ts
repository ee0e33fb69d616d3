import { reportEndpoints, reportMetrics, reports, type Report, type Role } from '@adsite/contract'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  changeState,
  insideRow,
  offeredFilters,
  readState,
  reportViewParameters,
  toQuery,
  unusedIn,
  writeState,
  type ReportState,
} from './report-state.ts'

const fallback = { from: '2026-07-01', to: '2026-07-30' }
const { demand, supply } = reports
const read = (search: string, role: Role = 'admin', report: Report = demand) =>
  readState(report, new URLSearchParams(search), role, fallback)

const everything: ReportState = {
  from: '2026-06-01',
  to: '2026-06-30',
  group_by: 'campaign',
  filters: { advertiser_account_id: [7], campaign_id: [3, 12] },
  device: 'SP',
  prefecture: '13',
  compare: true,
  sort: '-ctr',
  columns: ['margin', 'imps'],
  metric: ['gross', 'margin'],
  page: 2,
}

test('columns stand in the state only where they differ from those of the role', () => {
  const { columns } = read('columns=imps,margin')
  expect(columns).toEqual(['imps', 'margin'])
  const all = reportMetrics(demand, 'admin')
  expect(read(`columns=${all.join()}`).columns).toBeNull()
  expect(read(`columns=${all.toReversed().join()}`).columns).toEqual(all.toReversed())
})

test('what takes no part in the report is told, and nothing else', () => {
  const unused = (search: string, role: Role = 'admin') => unusedIn(demand, new URLSearchParams(search), role)
  expect(
    unused('group_by=nope&campaign_id=3,x&sort=nope&columns=imps,nope&metric=imps,clicks,ctr&page=0&compare=yes&publisher_group_id=1'),
  ).toEqual({
    group_by: 'nope',
    campaign_id: 'x',
    sort: 'nope',
    columns: 'nope',
    metric: 'ctr',
    page: '0',
    compare: 'yes',
  })
  expect(unused(writeState(demand, everything).toString())).toEqual({})
  expect(unused('from=2026-13-01&group_by=day&sort=key&page=1&campaign_id=&view=3&utm_source=mail')).toEqual({})
  // A link from an administrator.
  expect(unused('columns=imps,margin&sort=-margin&advertiser_account_id=7', 'advertiser')).toEqual({
    columns: 'margin',
    sort: '-margin',
    advertiser_account_id: '7',
  })
})

test('what is written is read back', () => {
  expect(read(writeState(demand, everything).toString())).toEqual(everything)
})

test('an empty address is the default report, and only its days are written out', () => {
  const state = read('')
  expect(state).toEqual({
    ...fallback,
    group_by: 'day',
    filters: {},
    device: null,
    prefecture: null,
    compare: false,
    sort: 'key',
    columns: null,
    metric: ['imps', 'clicks'],
    page: 1,
  })
  expect(writeState(demand, state).toString()).toBe('from=2026-07-01&to=2026-07-30')
})

test('what no report has falls back, a wrong day stays to be told', () => {
  const state = read('from=2026-99-01&group_by=moon&sort=-moon&metric=moon,clicks,clicks&campaign_id=x,5,5,0,-1&page=0')
  expect(state).toMatchObject({
    from: '2026-99-01',
    group_by: 'day',
    sort: 'key',
    metric: ['clicks'],
    filters: { campaign_id: [5] },
    page: 1,
  })
})

describe("an administrator's link in another role's hands", () => {
  const link = writeState(demand, { ...everything, sort: '-media_cost' }).toString()

  test('drops the figures that the role does not receive', () => {
    expect(read(link, 'agency')).toMatchObject({
      sort: '-gross',
      columns: ['imps'],
      metric: ['gross'],
      filters: { advertiser_account_id: [7] },
    })
  })

  test('drops the choice of advertisers for an advertiser', () => {
    expect(read(link, 'advertiser').filters).toEqual({ campaign_id: [3, 12] })
  })
})

describe('a change', () => {
  test('leads to the first page, except for the page itself and the chart', () => {
    expect(changeState(demand, everything, { filters: { campaign_id: [1] } }).page).toBe(1)
    expect(changeState(demand, everything, { page: 3 }).page).toBe(3)
    expect(changeState(demand, everything, { metric: ['cpa'] }).page).toBe(2)
  })

  test("takes another grouping's order", () => {
    expect(changeState(demand, everything, { group_by: 'day' }).sort).toBe('key')
    expect(changeState(demand, { ...everything, group_by: 'day', sort: '-key' }, { group_by: 'space' }).sort).toBe('-gross')
  })
})

describe('from a row to what it is made of', () => {
  const inside = (report: Report, change: Partial<ReportState>, key: string) =>
    insideRow(report, { ...read('', 'admin', report), page: 3, ...change }, key)

  test('a day is the period of its campaigns', () => {
    expect(inside(demand, { filters: { advertiser_account_id: [7] } }, '2026-07-05')).toMatchObject({
      from: '2026-07-05',
      to: '2026-07-05',
      group_by: 'campaign',
      sort: '-gross',
      filters: { advertiser_account_id: [7] },
      page: 1,
    })
  })

  test('a campaign is the filter of its ads, and replaces the former choice', () => {
    expect(inside(demand, { group_by: 'campaign', filters: { campaign_id: [1, 2] } }, '2')).toMatchObject({
      ...fallback,
      group_by: 'ad',
      filters: { campaign_id: [2] },
    })
    expect(inside(supply, { group_by: 'space' }, '9')).toMatchObject({ group_by: 'frame', filters: { space_id: [9] } })
    expect(inside(demand, { group_by: 'prefecture' }, '13')).toMatchObject({ group_by: 'campaign', prefecture: '13' })
  })

  test('what no file named leads nowhere', () => {
    expect(inside(demand, { group_by: 'space' }, '')).toBeNull()
  })

  test('every grouping of every report but the last leads on, to one of the same report', () => {
    for (const report of Object.values(reports))
      for (const group_by of report.groupings) {
        const key = group_by === 'day' ? '2026-07-05' : '1'
        expect(report.groupings, `${report.name} ${group_by}`).toContain(inside(report, { group_by }, key)!.group_by)
      }
  })
})

test('what a role can choose', () => {
  expect(offeredFilters(demand, 'advertiser')).not.toContain('advertiser_account_id')
  expect(offeredFilters(demand, 'agency')).toContain('advertiser_account_id')
  expect(offeredFilters(supply, 'pg')).not.toContain('publisher_group_id')
})

test('the query is one that the API takes', () => {
  expect(toQuery(everything)).toEqual({
    from: '2026-06-01',
    to: '2026-06-30',
    compare: 'previous',
    group_by: 'campaign',
    campaign_id: '3,12',
    advertiser_account_id: '7',
    device: 'SP',
    prefecture: '13',
    sort: '-ctr',
  })
  expect(v.is(reportEndpoints.demand.query!, toQuery(everything))).toBe(true)
  expect(v.is(reportEndpoints.supply.query!, toQuery(read('', 'pg', supply)))).toBe(true)
})

test.each(Object.values(reports))('what a view of $name keeps is what the API knows of it', (report) => {
  const { entries } = reportEndpoints[report.name].query as unknown as { entries: object }
  expect(Object.keys(entries)).toEqual(expect.arrayContaining(reportViewParameters(report).filter((name) => name !== 'columns')))
})
