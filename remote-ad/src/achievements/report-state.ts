import { endpoints, reportGroupings, visibleMetrics, type EndpointQuery, type MetricName, type Role } from '@adsite/contract'
import type { Period } from './period.ts'

export type Grouping = (typeof reportGroupings.keys)[number]
export type ReportQuery = EndpointQuery<typeof endpoints.report.demand>

/** Everything the screen shows, as its address says it. */
export interface ReportState extends Period {
  readonly group_by: Grouping
  readonly campaign_id: readonly number[]
  readonly advertiser_account_id: readonly number[]
  /** A metric or `key`, `-` in front for descending. */
  readonly sort: string
  /** One or two metrics of the chart. */
  readonly metric: readonly MetricName[]
  readonly page: number
}

/** An advertiser has only itself to choose. */
const advertiserFilterRoles: readonly Role[] = ['admin', 'agency', 'rep']

export function seesAdvertisers(role: Role): boolean {
  return advertiserFilterRoles.includes(role)
}

const defaultMetrics: readonly MetricName[] = ['imps', 'clicks']

/** Days in their order; campaigns, ads and spaces with the most spend first. */
export function defaultSort(grouping: Grouping): string {
  return grouping === 'day' ? 'key' : '-gross'
}

function ids(text: string | null): number[] {
  const numbers = (text ?? '').split(',').filter((part) => /^[1-9]\d{0,14}$/u.test(part))
  return [...new Set(numbers.map(Number))].slice(0, 100)
}

/**
 * Reads the address. A period that is missing is `fallback`, one that is wrong stays, so that the screen can say so;
 * anything else that no such report has (another role's link, a typing error) falls back to its default.
 */
export function readState(search: URLSearchParams, role: Role, fallback: Period): ReportState {
  const visible = visibleMetrics(role)
  const group_by = reportGroupings.keys.find((key) => key === search.get('group_by')) ?? 'day'
  const sort = search.get('sort') ?? ''
  const sortable = ['key', ...visible].includes(sort.replace(/^-/u, ''))
  const metric = [...new Set((search.get('metric') ?? '').split(','))]
    .flatMap((name) => visible.find((known) => known === name) ?? [])
    .slice(0, 2)
  const page = Number(search.get('page'))
  return {
    from: search.get('from') ?? fallback.from,
    to: search.get('to') ?? fallback.to,
    group_by,
    campaign_id: ids(search.get('campaign_id')),
    advertiser_account_id: seesAdvertisers(role) ? ids(search.get('advertiser_account_id')) : [],
    sort: sortable ? sort : defaultSort(group_by),
    metric: metric.length > 0 ? metric : defaultMetrics,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Writes the address: the period always (a copied link means the same days tomorrow), the rest where it differs from its default. */
export function writeState(state: ReportState): URLSearchParams {
  const entries: [string, string][] = [
    ['from', state.from],
    ['to', state.to],
    ['group_by', state.group_by === 'day' ? '' : state.group_by],
    ['campaign_id', state.campaign_id.join(',')],
    ['advertiser_account_id', state.advertiser_account_id.join(',')],
    ['sort', state.sort === defaultSort(state.group_by) ? '' : state.sort],
    ['metric', state.metric.join() === defaultMetrics.join() ? '' : state.metric.join(',')],
    ['page', state.page === 1 ? '' : String(state.page)],
  ]
  return new URLSearchParams(entries.filter(([, value]) => value !== ''))
}

/** A change as the user makes it: it leads to the first page, and another grouping to that grouping's order. */
export function changeState(state: ReportState, change: Partial<ReportState>): ReportState {
  const regrouped = change.group_by !== undefined && change.group_by !== state.group_by
  const repaged = Object.keys(change).every((name) => name === 'metric')
  return {
    ...state,
    ...(repaged ? {} : { page: 1 }),
    ...(regrouped ? { sort: defaultSort(change.group_by) } : {}),
    ...change,
  }
}

/** The query of the report: for the screen and, the same, for its CSV. */
export function toQuery({ from, to, group_by, campaign_id, advertiser_account_id, sort }: ReportState): ReportQuery {
  return {
    from,
    to,
    group_by,
    ...(campaign_id.length > 0 ? { campaign_id: campaign_id.join(',') } : {}),
    ...(advertiser_account_id.length > 0 ? { advertiser_account_id: advertiser_account_id.join(',') } : {}),
    sort,
  }
}
