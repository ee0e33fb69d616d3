import {
  reportFilters,
  reportMetrics,
  type MetricName,
  type Period,
  type Report,
  type ReportFilter,
  type ReportGrouping,
  type Role,
} from '@adsite/contract'

/** The state of the screen, as stored in the URL. */
export interface ReportState extends Period {
  readonly group_by: ReportGrouping
  /** Ids by filter; unset filters are absent. */
  readonly filters: Readonly<Partial<Record<ReportFilter, readonly number[]>>>
  readonly device: string | null
  readonly prefecture: string | null
  /** Whether to compare with the previous period. */
  readonly compare: boolean
  /** A metric or `key`; prefix `-` for descending. */
  readonly sort: string
  /** The metrics of table and export, in order; null: all that the role receives. */
  readonly columns: readonly MetricName[] | null
  /** One or two metrics for the chart. */
  readonly metric: readonly MetricName[]
  readonly page: number
}

/** The filters in which a role has a choice; an advertiser has only itself, a media group only its own group. */
export function offeredFilters(report: Report, role: Role): ReportFilter[] {
  return report.filters.filter(
    (name) => !(name === 'advertiser_account_id' && role === 'advertiser') && !(name === 'publisher_group_id' && role === 'pg'),
  )
}

/** Days in chronological order; other groupings by the report's leading metric, descending. */
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
 * Reads the URL. A missing period becomes `fallback`; an invalid one stays, so that the screen can report it;
 * anything else that is invalid (another role's link, a typo) falls back to its default.
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

/**
 * Writes the URL: always the period (so that a copied link means the same days tomorrow), other values if they
 * differ from their defaults.
 */
export function writeState(report: Report, state: ReportState): URLSearchParams {
  const written: [string, string][] = [
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
  return new URLSearchParams(written.filter(([, value]) => value !== ''))
}

/** What stands in the URL without taking part in the report, by parameter: another role's link, or a typo. */
export function unusedIn(report: Report, search: URLSearchParams, role: Role): Readonly<Record<string, string>> {
  const state = readState(report, search, role, { from: '', to: '' })
  const used: Readonly<Record<string, string>> = {
    compare: state.compare ? 'previous' : '',
    group_by: state.group_by,
    ...Object.fromEntries(report.filters.map((name) => [name, state.filters[name]?.join(',') ?? ''])),
    device: state.device ?? '',
    prefecture: state.prefecture ?? '',
    sort: state.sort,
    columns: (state.columns ?? reportMetrics(report, role)).join(','),
    metric: state.metric.join(','),
    page: String(state.page),
  }
  const left = Object.entries(used).map(([name, text]) => {
    const parts = search.get(name)?.split(',') ?? []
    return [name, parts.filter((part) => part !== '' && !text.split(',').includes(part)).join()] as const
  })
  return Object.fromEntries(left.filter(([, value]) => value !== ''))
}

/** Applies a user's change: it returns to the first page, and a new grouping resets the sort order. */
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

/** A saved view does not include the period or the chart's metrics: they stay when a view opens. */
export const periodParameters = ['from', 'to', 'metric'] as const

/** The parameters of a saved view of a report. */
export function reportViewParameters({ filters }: Report): string[] {
  return ['compare', 'group_by', ...filters, 'device', 'prefecture', 'sort', 'columns']
}

/** Sets one filter; an empty list of ids removes it. */
export function withFilter(filters: ReportState['filters'], name: ReportFilter, chosen: readonly number[]): ReportState['filters'] {
  const { [name]: _, ...others } = filters
  return chosen.length > 0 ? { ...others, [name]: chosen } : others
}

/** The next finer grouping for drilling down. */
const finer: Readonly<Record<Report['name'], Readonly<Partial<Record<ReportGrouping, ReportGrouping>>>>> = {
  demand: {
    day: 'campaign',
    campaign: 'ad',
    ad: 'creative',
    campaign_label: 'campaign',
    ad_label: 'ad',
    creative: 'space',
    space: 'device',
    device: 'day',
    prefecture: 'campaign',
  },
  conversion: {
    day: 'campaign',
    campaign: 'ad',
    ad: 'creative',
    campaign_label: 'campaign',
    ad_label: 'ad',
    creative: 'space',
    space: 'device',
    device: 'day',
    prefecture: 'campaign',
  },
  supply: { day: 'medium', medium: 'space', space: 'frame', frame: 'day', device: 'day' },
}

/** Drills down from a row: the same report filtered by the row, in the next finer grouping; null if the row has no id to filter by. */
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

/** The report query, shared by the screen and its export. */
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
