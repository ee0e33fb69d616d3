import * as v from 'valibot'
import { defineChoices } from '../text/choices.ts'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { csvEncodingParameter, csvTypes, exportFormats, fileJob, linkParameters, xlsxType } from '../resource/export.ts'
import { checks } from '../field/field.ts'
import { metrics, visibleMetrics, type MetricName } from './metric.ts'
import type { Permission } from '../role/permission.ts'
import type { Role } from '../role/role.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/validation.ts'

/** What the rows of a report can be about: the dimensions of delivery (spec/domain "Delivery facts"). */
export const reportGroupings = defineChoices('report_grouping', [
  { key: 'day', label: { ja: '日別', en: 'By day' } },
  { key: 'campaign', label: { ja: 'キャンペーン別', en: 'By campaign' } },
  { key: 'ad', label: { ja: '広告別', en: 'By ad' } },
  { key: 'creative', label: { ja: 'クリエイティブ別', en: 'By creative' } },
  { key: 'medium', label: { ja: '媒体別', en: 'By medium' } },
  { key: 'space', label: { ja: '広告枠別', en: 'By ad space' } },
  { key: 'frame', label: { ja: '配信枠別', en: 'By frame' } },
  { key: 'device', label: { ja: 'デバイス別', en: 'By device' } },
  { key: 'prefecture', label: { ja: '都道府県別', en: 'By prefecture' } },
])
export type ReportGrouping = (typeof reportGroupings.keys)[number]

/**
 * What a report can be narrowed to; `ids` are comma-separated. A row of a report leads to the same report
 * narrowed to it: from every total to what it is made of.
 */
export const reportFilters = {
  advertiser_account_id: { label: { ja: '広告主', en: 'Advertiser' }, target: 'advertiser' },
  campaign_id: { label: { ja: 'キャンペーン', en: 'Campaign' }, target: 'campaign', grouping: 'campaign' },
  ad_id: { label: { ja: '広告', en: 'Ad' }, target: 'ad', grouping: 'ad' },
  creative_id: { label: { ja: 'クリエイティブ', en: 'Creative' }, target: 'creative', grouping: 'creative' },
  publisher_group_id: { label: { ja: 'メディアグループ', en: 'Media group' }, target: 'publisher_group' },
  medium_id: { label: { ja: '媒体', en: 'Medium' }, target: 'medium', grouping: 'medium' },
  space_id: { label: { ja: '広告枠', en: 'Ad space' }, target: 'space', grouping: 'space' },
  frame_id: { label: { ja: '配信枠', en: 'Frame' }, target: 'frame', grouping: 'frame' },
} as const satisfies Record<string, { label: Text; target: string; grouping?: ReportGrouping }>
export type ReportFilter = keyof typeof reportFilters

/** One projection of the delivery facts (spec/domain "Delivery facts": demand, supply, conversion). */
export interface Report {
  readonly name: 'demand' | 'conversion' | 'supply'
  readonly label: Text
  readonly permission: Permission
  readonly groupings: readonly ReportGrouping[]
  readonly filters: readonly ReportFilter[]
  /** Columns in order; a role receives those of them that it may see. */
  readonly metrics: readonly MetricName[]
  /** The chart's metrics before anybody chose, one or two. */
  readonly charted: readonly MetricName[]
  /** What rows other than days are ordered by at first, largest first. */
  readonly leading: MetricName
}

export const reports = {
  demand: {
    name: 'demand',
    label: { ja: '配信結果', en: 'Delivery results' },
    permission: 'report.demand',
    groupings: ['day', 'campaign', 'ad', 'creative', 'space', 'device', 'prefecture'],
    filters: ['advertiser_account_id', 'campaign_id', 'ad_id', 'creative_id', 'space_id'],
    metrics: ['imps', 'clicks', 'conversions', 'gross', 'media_cost', 'ctr', 'cvr', 'ecpm', 'cpc', 'cpa', 'margin'],
    charted: ['imps', 'clicks'],
    leading: 'gross',
  },
  conversion: {
    name: 'conversion',
    label: { ja: 'コンバージョン結果', en: 'Conversion results' },
    permission: 'report.demand',
    groupings: ['day', 'campaign', 'ad', 'creative', 'space', 'device', 'prefecture'],
    filters: ['advertiser_account_id', 'campaign_id', 'ad_id', 'creative_id', 'space_id'],
    metrics: ['imps', 'clicks', 'conversions', 'view_conversions', 'gross', 'cvr', 'cpa'],
    charted: ['conversions', 'cvr'],
    leading: 'conversions',
  },
  supply: {
    name: 'supply',
    label: { ja: '配信結果（媒体）', en: 'Delivery results (media)' },
    permission: 'report.supply',
    groupings: ['day', 'medium', 'space', 'frame', 'device'],
    filters: ['publisher_group_id', 'medium_id', 'space_id', 'frame_id'],
    metrics: ['requests', 'imps', 'fill', 'measured', 'viewable', 'viewability', 'clicks', 'ctr', 'revenue', 'revenue_ecpm'],
    charted: ['revenue', 'imps'],
    leading: 'revenue',
  },
} as const satisfies Record<string, Report>

/** The figures of a report that a role receives, in the order of columns. */
export function reportMetrics(report: Report, role: Role): MetricName[] {
  return visibleMetrics(report.metrics, role)
}

/** Longest range of one report in days: thirteen months. */
export const reportMaximumDays = 400
/** Rows on the screen; the file has all of them. */
export const reportRowLimit = 1000
/**
 * A conversion counts on its click's date (spec/domain "Metrics") for this many days: until they are over, a day is
 * 速報, preliminary. docs/decisions/0006.
 */
export const conversionWindowDays = 7

const ids = v.pipe(v.string(), v.regex(/^\d{1,15}(,\d{1,15}){0,99}$/u, message('choice')))

/** Days are JST, both ends included. */
function reportQuery({ groupings, filters, metrics: names }: Report) {
  const sorts = ['key', ...names].flatMap((name) => [name, `-${name}`])
  return {
    from: checks.date,
    to: checks.date,
    group_by: v.optional(v.picklist(groupings, message('choice'))),
    sort: v.optional(v.picklist(sorts, message('choice'))),
    ...(Object.fromEntries(filters.map((name) => [name, v.optional(ids)])) as Record<
      ReportFilter,
      v.OptionalSchema<typeof ids, undefined>
    >),
    /** As written in the delivery files. */
    device: v.optional(v.pipe(v.string(), v.maxLength(50, message('too_long')))),
    prefecture: v.optional(v.pipe(v.string(), v.regex(/^\d\d$/u, message('choice')))),
    compare: v.optional(v.picklist(['previous'], message('choice'))),
  }
}

/** Counts are numbers, money and ratios decimal strings; null is not known (`measures`), a figure that the role may not see is absent. */
export type ReportFigures = Partial<Record<MetricName, number | string | null>>

function figuresSchema({ metrics: names }: Report): v.GenericSchema<ReportFigures> {
  return v.object(
    Object.fromEntries(names.map((name) => [name, v.optional(v.nullable(metrics[name].format === 'count' ? v.number() : v.string()))])),
  )
}

/**
 * `key`: the day (YYYY-MM-DD), the id or the word of what the row is about, '' where the delivery file did not
 * say; `name`: what to show for it. `previous`: the same of the period before, null where it delivered nothing.
 */
export interface ReportRow extends ReportFigures {
  readonly key: string
  readonly name: string
  readonly previous?: ReportFigures | null | undefined
}

/**
 * Delivery of the period of which no frame is known (a slot `#N/A`): it is nobody's supply, so the supply report has it
 * in no row. With it, the report is what the delivery files say.
 */
export interface UnplacedDelivery {
  readonly imps: number
  /** null is not known. */
  readonly clicks: number | null
  readonly gross: string
}

/** Says it of a report; its figures are written where it is shown. */
export const unplacedText = {
  ja: 'ほかに配信枠が不明な配信があります: 表示回数 {{imps}} / クリック数 {{clicks}} / 配信金額 {{gross}}',
  en: 'Delivery without a known frame comes on top: {{imps}} impressions, {{clicks}} clicks, {{gross}} spend',
} as const satisfies Text

/** The period before: as many days, up to the day before `from`. */
export interface PreviousPeriod {
  readonly from: string
  readonly to: string
  readonly totals: ReportFigures
  /** Of a report by day: each day of then that delivered something, also where its day of now did not; null elsewhere. */
  readonly days: readonly ReportRow[] | null
}

export interface ReportAnswer {
  readonly rows: ReportRow[]
  readonly totals: ReportFigures
  /** null unless it was asked for. */
  readonly previous: PreviousPeriod | null
  /** There are more rows than these. */
  readonly truncated: boolean
  /** How many there are; null of a list that is cut, unless `count=exact` asks. */
  readonly row_count: number | null
  /** Of a report on supply that nothing narrows, for those who hand in delivery files; null elsewhere, and where all is placed. */
  readonly unplaced: UnplacedDelivery | null
  /** First day that is preliminary (速報), whether the period reaches it or not. */
  readonly preliminary_from: string
}

function answerSchema(report: Report): v.GenericSchema<{ data: ReportAnswer }> {
  const figures = figuresSchema(report)
  const entries = (figures as unknown as { entries: v.ObjectEntries }).entries
  const row = { key: v.string(), name: v.string(), ...entries }
  return v.object({
    data: v.object({
      rows: v.array(v.object({ ...row, previous: v.optional(v.nullable(figures)) })),
      totals: figures,
      previous: v.nullable(v.object({ from: v.string(), to: v.string(), totals: figures, days: v.nullable(v.array(v.object(row))) })),
      truncated: v.boolean(),
      row_count: v.nullable(v.number()),
      unplaced: v.nullable(v.object({ imps: v.number(), clicks: v.nullable(v.number()), gross: v.string() })),
      preliminary_from: v.string(),
    }),
  }) as unknown as v.GenericSchema<{ data: ReportAnswer }>
}

function reportEndpoint(report: Report) {
  return defineEndpoint({
    method: 'GET',
    path: `/api/report/${report.name}`,
    kind: 'list',
    permission: report.permission,
    summary: `${report.label.en} (${report.name}): rows of one grouping and their totals, on request beside the period before`,
    query: v.strictObject({
      ...reportQuery(report),
      /** The first so many rows; fewer come sooner. */
      limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d{0,2}|1000)$/u, message('choice'))), String(reportRowLimit)),
      count: v.optional(v.picklist(['exact'], message('choice'))),
    }),
    response: answerSchema(report),
    success: 200,
  })
}

function reportFile(report: Report) {
  return defineEndpoint({
    method: 'GET',
    path: `/api/report/${report.name}/export`,
    kind: 'list',
    permission: report.permission,
    summary: `The ${report.name} report as a file, every row, on request beside the period before, streamed: CSV (UTF-8 with BOM, Shift_JIS) or xlsx`,
    query: v.strictObject({
      ...reportQuery(report),
      /** Names of figures in order; all that the role receives without. */
      columns: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]+(,[a-z_]+)*$/u, message('invalid')))),
      format: v.optional(v.picklist(exportFormats, message('choice'))),
      encoding: csvEncodingParameter,
      ...linkParameters,
    }),
    event: 'export',
    download: [csvTypes.utf8, csvTypes.sjis, xlsxType],
    success: 200,
    job: fileJob,
  })
}

export const reportEndpoints = {
  demand: reportEndpoint(reports.demand),
  demand_export: reportFile(reports.demand),
  conversion: reportEndpoint(reports.conversion),
  conversion_export: reportFile(reports.conversion),
  supply: reportEndpoint(reports.supply),
  supply_export: reportFile(reports.supply),
}
