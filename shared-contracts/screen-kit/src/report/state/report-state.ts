import {
  reportFilters,
  reportMetrics,
  type MetricName,
  type Report,
  type ReportFilter,
  type ReportGrouping,
  type Role,
} from '@adsite/contract'
import type { Period } from './period.ts'

/** Everything the screen shows, as its address says it. */
export interface ReportState extends Period {
  readonly group_by: ReportGrouping
  /** Ids by filter; a filter without any is absent. */
  readonly filters: Readonly<Partial<Record<ReportFilter, readonly number[]>>>
  readonly device: string | null
  readonly prefecture: string | null
  /** Beside the period before. */
  readonly compare: boolean
  /** A metric or `key`, `-` in front for descending. */
  readonly sort: string
  /** The figures that table and file have, in order; null: all that the role receives. */
  readonly columns: readonly MetricName[] | null
  /** One or two metrics of the chart. */
  readonly metric: readonly MetricName[]
  readonly page: number
}

/** The filters of a report that a role has something to choose in: an advertiser has only itself, a media group only its own. */
export function offeredFilters(report: Report, role: Role): ReportFilter[] {
  return report.filters.filter(
    (name) => !(name === 'advertiser_account_id' && role === 'advertiser') && !(name === 'publisher_group_id' && role === 'pg'),
  )
}

/** Days in their order; everything else with the largest of the report's leading figure first. */
export function defaultSort(report: Report, grouping: ReportGrouping): string {
  return grouping === 'day' ? 'key' : `-${report.leading}`
}

function ids(text: string | null): number[] {
  const numbers = (text ?? '').split(',').filter((part) => /^[1-9]\d{0,14}$/u.test(part))
  return [...new Set(numbers.map(Number))].slice(0, 100)
}

function filtersOf(search: URLSearchParams, names: readonly ReportFilter[]): ReportState['filters'] {
  return Object.fromEntries(names.map((name) => [name, ids(search.get(name))] as const).filter(([, chosen]) => chosen.length > 0))
}

/**
 * Reads the address. A period that is missing is `fallback`, one that is wrong stays, so that the screen can say so;
 * anything else that no such report has (another role's link, a typing error) falls back to its default.
 */
export function readState(report: Report, search: URLSearchParams, role: Role, fallback: Period): ReportState {
  const visible = reportMetrics(report, role)
  const group_by = report.groupings.find((key) => key === search.get('group_by')) ?? 'day'
  const sort = search.get('sort') ?? ''
  const sortable = ['key', ...visible].includes(sort.replace(/^-/u, ''))
  const named = (parameter: string) =>
    [...new Set((search.get(parameter) ?? '').split(','))].flatMap((name) => visible.find((known) => known === name) ?? [])
  const metric = named('metric').slice(0, 2)
  const columns = named('columns')
  const page = Number(search.get('page'))
  const word = (name: 'device' | 'prefecture') => (report.groupings.includes(name) ? search.get(name) || null : null)
  return {
    from: search.get('from') ?? fallback.from,
    to: search.get('to') ?? fallback.to,
    group_by,
    filters: filtersOf(search, offeredFilters(report, role)),
    device: word('device'),
    prefecture: word('prefecture'),
    compare: search.get('compare') === 'previous',
    sort: sortable ? sort : defaultSort(report, group_by),
    columns: columns.length > 0 && columns.join() !== visible.join() ? columns : null,
    metric: metric.length > 0 ? metric : report.charted,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Writes the address: the period always (a copied link means the same days tomorrow), the rest where it differs from its default. */
export function writeState(report: Report, state: ReportState): URLSearchParams {
  const entries: [string, string][] = [
    ['from', state.from],
    ['to', state.to],
    ['compare', state.compare ? 'previous' : ''],
    ['group_by', state.group_by === 'day' ? '' : state.group_by],
    ...report.filters.map((name): [string, string] => [name, state.filters[name]?.join(',') ?? '']),
    ['device', state.device ?? ''],
    ['prefecture', state.prefecture ?? ''],
    ['sort', state.sort === defaultSort(report, state.group_by) ? '' : state.sort],
    ['columns', state.columns?.join(',') ?? ''],
    ['metric', state.metric.join() === report.charted.join() ? '' : state.metric.join(',')],
    ['page', state.page === 1 ? '' : String(state.page)],
  ]
  return new URLSearchParams(entries.filter(([, value]) => value !== ''))
}

/** A change as the user makes it: it leads to the first page, and another grouping to that grouping's order. */
export function changeState(report: Report, state: ReportState, change: Partial<ReportState>): ReportState {
  const regrouped = change.group_by !== undefined && change.group_by !== state.group_by
  const repaged = Object.keys(change).every((name) => name === 'metric' || name === 'columns')
  return {
    ...state,
    ...(repaged ? {} : { page: 1 }),
    ...(regrouped ? { sort: defaultSort(report, change.group_by) } : {}),
    ...change,
  }
}

/** A saved view says what a report shows, not of which days: they stay, and so does the chart. */
export const periodParameters = ['from', 'to', 'metric'] as const

/** The parameters that make a saved view of a report. */
export function reportViewParameters({ filters }: Report): string[] {
  return ['compare', 'group_by', ...filters, 'device', 'prefecture', 'sort', 'columns']
}

/** The state with one filter chosen anew; without ids it is gone. */
export function withFilter(filters: ReportState['filters'], name: ReportFilter, chosen: readonly number[]): ReportState['filters'] {
  const { [name]: _, ...others } = filters
  return chosen.length > 0 ? { ...others, [name]: chosen } : others
}

/** What a row is made of: the finer grouping that explains it. */
const finer: Readonly<Record<Report['name'], Readonly<Partial<Record<ReportGrouping, ReportGrouping>>>>> = {
  demand: { day: 'campaign', campaign: 'ad', ad: 'creative', creative: 'space', space: 'device', device: 'day', prefecture: 'campaign' },
  conversion: {
    day: 'campaign',
    campaign: 'ad',
    ad: 'creative',
    creative: 'space',
    space: 'device',
    device: 'day',
    prefecture: 'campaign',
  },
  supply: { day: 'medium', medium: 'space', space: 'frame', frame: 'day', device: 'day' },
}

/** From a row to what it is made of: the same report narrowed to it, by the next finer grouping; null where the row cannot be named. */
export function insideRow(report: Report, state: ReportState, key: string): ReportState | null {
  const grouping = state.group_by
  const group_by = finer[report.name][grouping]
  if (!group_by || key === '') return null
  const base = changeState(report, state, { group_by })
  if (grouping === 'day') return { ...base, from: key, to: key }
  if (grouping === 'device' || grouping === 'prefecture') return { ...base, [grouping]: key }
  const filter = report.filters.find((name) => 'grouping' in reportFilters[name] && reportFilters[name].grouping === grouping)
  return filter ? { ...base, filters: withFilter(state.filters, filter, [Number(key)]) } : null
}

/** The query of the report: for the screen and, the same, for its file. */
export function toQuery(state: ReportState): Record<string, string> & { from: string; to: string; compare?: 'previous' } {
  const { from, to, group_by, sort, filters, device, prefecture } = state
  return {
    from,
    to,
    group_by,
    ...Object.fromEntries(Object.entries(filters).map(([name, chosen]) => [name, chosen.join(',')])),
    ...(device === null ? {} : { device }),
    ...(prefecture === null ? {} : { prefecture }),
    ...(state.compare ? { compare: 'previous' } : {}),
    sort,
  }
}
