import * as v from 'valibot'
import { defineChoices } from '../text/choices.ts'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { csvEncodingParameter, csvTypes, exportFormats, fileJob, linkParameters, xlsxType } from '../resource/export.ts'
import { checks } from '../field/checks.ts'
import { addDays, daysError } from '../metric/period.ts'
import { deliverySides } from '../metric/list-delivery.ts'
import { figureEntries, visibleMetrics, type Figures, type MetricName } from '../metric/metric.ts'
import type { Permission } from '../role/permission.ts'
import type { Role } from '../role/role.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/message.ts'
import { schemaOf } from '../value/keys.ts'

/** Dimensions that the rows of a report can be grouped by (spec/domain "Delivery facts"). */
export const reportGroupings = defineChoices('report_grouping', [
  { key: 'day', label: { ja: '日別', en: 'By day' } },
  { key: 'campaign', label: { ja: 'キャンペーン別', en: 'By campaign' } },
  { key: 'ad', label: { ja: '広告別', en: 'By ad' } },
  { key: 'campaign_label', label: { ja: 'キャンペーンのラベル別', en: 'By campaign label' } },
  { key: 'ad_label', label: { ja: '広告のラベル別', en: 'By ad label' } },
  { key: 'creative', label: { ja: 'クリエイティブ別', en: 'By creative' } },
  { key: 'medium', label: { ja: '媒体別', en: 'By medium' } },
  { key: 'space', label: { ja: '広告枠別', en: 'By ad space' } },
  { key: 'frame', label: { ja: '配信枠別', en: 'By frame' } },
  { key: 'device', label: { ja: 'デバイス別', en: 'By device' } },
  { key: 'prefecture', label: { ja: '都道府県別', en: 'By prefecture' } },
])
export type ReportGrouping = (typeof reportGroupings.keys)[number]

/**
 * Filters of a report; `ids` are comma-separated. Each row links to the same report filtered by that row, so
 * users can drill down from every total.
 */
export const reportFilters = {
  advertiser_account_id: { label: { ja: '広告主', en: 'Advertiser' }, target: 'advertiser' },
  campaign_id: { label: { ja: 'キャンペーン', en: 'Campaign' }, target: 'campaign', grouping: 'campaign' },
  ad_id: { label: { ja: '広告', en: 'Ad' }, target: 'ad', grouping: 'ad' },
  campaign_label_id: { label: { ja: 'キャンペーンのラベル', en: 'Campaign label' }, target: 'label', grouping: 'campaign_label' },
  ad_label_id: { label: { ja: '広告のラベル', en: 'Ad label' }, target: 'label', grouping: 'ad_label' },
  creative_id: { label: { ja: 'クリエイティブ', en: 'Creative' }, target: 'creative', grouping: 'creative' },
  publisher_group_id: { label: { ja: 'メディアグループ', en: 'Media group' }, target: 'publisher_group' },
  medium_id: { label: { ja: '媒体', en: 'Medium' }, target: 'medium', grouping: 'medium' },
  space_id: { label: { ja: '広告枠', en: 'Ad space' }, target: 'space', grouping: 'space' },
  frame_id: { label: { ja: '配信枠', en: 'Frame' }, target: 'frame', grouping: 'frame' },
} as const satisfies Record<string, { label: Text; target: string; grouping?: ReportGrouping }>
export type ReportFilter = keyof typeof reportFilters

/** A projection of the delivery facts (spec/domain "Delivery facts": demand, supply, conversion). */
export interface Report {
  readonly name: 'demand' | 'conversion' | 'supply'
  readonly label: Text
  readonly permission: Permission
  readonly groupings: readonly ReportGrouping[]
  readonly filters: readonly ReportFilter[]
  /** Columns in order; a role receives only those that it may see. */
  readonly metrics: readonly MetricName[]
  /** The one or two metrics charted by default. */
  readonly charted: readonly MetricName[]
  /** Default sort metric, descending, for rows other than days. */
  readonly leading: MetricName
}

export const reports = {
  demand: {
    name: 'demand',
    label: { ja: '配信結果', en: 'Delivery results' },
    ...deliverySides.demand,
    groupings: ['day', 'campaign', 'ad', 'campaign_label', 'ad_label', 'creative', 'space', 'device', 'prefecture'],
    filters: ['advertiser_account_id', 'campaign_id', 'ad_id', 'campaign_label_id', 'ad_label_id', 'creative_id', 'space_id'],
    charted: ['imps', 'clicks'],
    leading: 'gross',
  },
  conversion: {
    name: 'conversion',
    label: { ja: 'コンバージョン結果', en: 'Conversion results' },
    permission: 'report.demand',
    groupings: ['day', 'campaign', 'ad', 'campaign_label', 'ad_label', 'creative', 'space', 'device', 'prefecture'],
    filters: ['advertiser_account_id', 'campaign_id', 'ad_id', 'campaign_label_id', 'ad_label_id', 'creative_id', 'space_id'],
    metrics: ['imps', 'clicks', 'conversions', 'view_conversions', 'gross', 'cvr', 'cpa'],
    charted: ['conversions', 'cvr'],
    leading: 'conversions',
  },
  supply: {
    name: 'supply',
    label: { ja: '配信結果（媒体）', en: 'Delivery results (media)' },
    ...deliverySides.supply,
    groupings: ['day', 'medium', 'space', 'frame', 'device'],
    filters: ['publisher_group_id', 'medium_id', 'space_id', 'frame_id'],
    charted: ['revenue', 'imps'],
    leading: 'revenue',
  },
} as const satisfies Record<string, Report>

/** The metrics of a report that a role receives, in column order. */
export function reportMetrics(report: Report, role: Role): MetricName[] {
  return visibleMetrics(report.metrics, role)
}

/** Maximum number of rows on the screen; the exported file contains all. */
export const reportRowLimit = 1000
/**
 * Conversions count on the date of their click (spec/domain "Metrics") for this many days; until then a day is
 * preliminary (速報). docs/decisions/0006.
 */
export const conversionWindowDays = 7

/** The first day whose conversions may still change; `today` is `japanDay`. */
export const preliminaryFrom = (today: string): string => addDays(today, -conversionWindowDays)

const ids = v.pipe(v.string(), v.regex(/^\d{1,15}(,\d{1,15}){0,99}$/u, message('choice')))

const day = v.pipe(
  checks.date,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues) return
    const fault = daysError({ from: dataset.value, to: dataset.value })
    if (fault !== null) addIssue({ message: fault })
  }),
)

/** Days are in JST; both bounds are inclusive. */
function reportQuery({ groupings, filters, metrics: names }: Report) {
  const sorts = ['key', ...names].flatMap((name) => [name, `-${name}`])
  return {
    from: day,
    to: day,
    group_by: v.optional(v.picklist(groupings, message('choice'))),
    sort: v.optional(v.picklist(sorts, message('choice'))),
    // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.fromEntries does not keep the names
    ...(Object.fromEntries(filters.map((name) => [name, v.optional(ids)])) as Record<
      ReportFilter,
      v.OptionalSchema<typeof ids, undefined>
    >),
    /** Device as written in the delivery files. */
    device: v.optional(v.pipe(v.string(), v.maxLength(50, message('too_long')))),
    prefecture: v.optional(v.pipe(v.string(), v.regex(/^\d\d$/u, message('choice')))),
    compare: v.optional(v.picklist(['previous'], message('choice'))),
  }
}

/**
 * `key`: the day (YYYY-MM-DD), or the id or keyword of the row's subject, '' if the delivery file did not
 * specify it; `name`: its display name. `previous`: the figures of the previous period, null if it had no
 * delivery.
 */
export interface ReportRow extends Figures {
  readonly key: string
  readonly name: string
  readonly previous?: Figures | null | undefined
}

/**
 * Delivery in the period without a known frame (slot `#N/A`). It belongs to no publisher, so no row of the
 * supply report contains it; rows plus this equal the delivery files.
 */
export interface UnplacedDelivery {
  readonly imps: number
  /** Null means unknown. */
  readonly clicks: number | null
  readonly gross: string
}

/** Groupings by labels, of which a record may have several: its delivery is in the row of each, and once in the totals. */
export const labelGroupings = ['campaign_label', 'ad_label'] as const satisfies readonly ReportGrouping[]
export type LabelGrouping = (typeof labelGroupings)[number]

/** Said below such a report, on the screen and in files. */
export const labelsOverlapText = {
  ja: '複数のラベルが付いたものの配信は、それぞれのラベルの行に含まれます。合計では1回だけ数えるため、行の和と一致しないことがあります。',
  en: 'Delivery of anything with several labels is in the row of each. The total counts it once, so the rows may add up to more.',
} as const satisfies Text

/** Text about unplaced delivery in a report; the screen formats its figures. */
export const unplacedText = {
  ja: 'ほかに配信枠が不明な配信があります: 表示回数 {{imps}} / クリック数 {{clicks}} / 配信金額 {{gross}}',
  en: 'Not included: delivery without a known frame ({{imps}} impressions, {{clicks}} clicks, {{gross}} spend)',
} as const satisfies Text

/** The previous period: the same number of days, ending on the day before `from`. */
export interface PreviousPeriod {
  readonly from: string
  readonly to: string
  readonly totals: Figures
  /** For a report by day: each day of the previous period with delivery, even if the matching current day has none; otherwise null. */
  readonly days: readonly ReportRow[] | null
}

export interface ReportAnswer {
  readonly rows: ReportRow[]
  readonly totals: Figures
  /** Null unless requested. */
  readonly previous: PreviousPeriod | null
  /** Whether there are more rows than returned. */
  readonly truncated: boolean
  /** The number of rows; null for a truncated list unless `count=exact`. */
  readonly row_count: number | null
  /** For an unfiltered supply report requested by a role that submits delivery files; otherwise null, as when all delivery is placed. */
  readonly unplaced: UnplacedDelivery | null
  /** First preliminary day (速報), whether or not the period includes it. */
  readonly preliminary_from: string
}

function answerSchema(report: Report): v.GenericSchema<{ data: ReportAnswer }> {
  const entries = figureEntries(report.metrics)
  const figures = v.object(entries)
  const row = { key: v.string(), name: v.string(), ...entries }
  return schemaOf<{ data: ReportAnswer }>(
    v.object({
      data: v.object({
        rows: v.array(v.object({ ...row, previous: v.optional(v.nullable(figures)) })),
        totals: figures,
        previous: v.nullable(v.object({ from: v.string(), to: v.string(), totals: figures, days: v.nullable(v.array(v.object(row))) })),
        truncated: v.boolean(),
        row_count: v.nullable(v.number()),
        unplaced: v.nullable(v.object({ imps: v.number(), clicks: v.nullable(v.number()), gross: v.string() })),
        preliminary_from: v.string(),
      }),
    }),
  )
}

function reportEndpoint(report: Report) {
  return defineEndpoint({
    method: 'GET',
    path: `/api/report/${report.name}`,
    label: { ja: `レポート「${report.label.ja}」の表示`, en: `View report: ${report.label.en}` },
    kind: 'list',
    permission: report.permission,
    summary: `${report.label.en} (${report.name}): rows of one grouping and their totals, on request beside the period before`,
    query: v.strictObject({
      ...reportQuery(report),
      /** Maximum number of rows; fewer rows are faster. */
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
    label: { ja: `レポート「${report.label.ja}」のダウンロード`, en: `Download report: ${report.label.en}` },
    kind: 'list',
    permission: report.permission,
    summary: `The ${report.name} report as a file, every row, on request beside the period before, streamed: CSV (UTF-8 with BOM, Shift_JIS) or xlsx`,
    query: v.strictObject({
      ...reportQuery(report),
      /** Names of metrics in order; absent: all that the role receives. */
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
