import type { Role } from './role.ts'
import { permissions } from './permission.ts'
import type { Text } from './text.ts'

/** How a figure is written: counts whole; money in yen; the ratios as DOMAIN "Metrics" says: percent has two decimals, percent_one one, yen_two always two. */
export type MetricFormat = 'count' | 'money' | 'percent' | 'percent_one' | 'yen_rate' | 'yen_two'

/** A figure that is summed over delivery facts. Counts are JSON numbers, money decimal strings. */
export interface Measure {
  readonly label: Text
  readonly format: MetricFormat
  readonly roles?: readonly Role[]
}

/** numerator ÷ denominator × times: sum first, divide last; a zero denominator is null and shows —. */
export interface Ratio extends Measure {
  readonly numerator: readonly MeasureName[]
  /** Taken from the sum of the numerators (margin: gross − media cost). */
  readonly minus?: readonly MeasureName[]
  readonly denominator: MeasureName
  readonly times: number
}

const costRoles = permissions['report.media_cost']

export const measures = {
  requests: { label: { ja: 'リクエスト数', en: 'Requests' }, format: 'count' },
  imps: { label: { ja: '表示回数', en: 'Impressions' }, format: 'count' },
  measured: { label: { ja: '計測対象', en: 'Measured' }, format: 'count' },
  viewable: { label: { ja: '視認', en: 'Viewable' }, format: 'count' },
  clicks: { label: { ja: 'クリック数', en: 'Clicks' }, format: 'count' },
  conversions: { label: { ja: 'コンバージョン数', en: 'Conversions' }, format: 'count' },
  view_conversions: { label: { ja: 'ビュースルーCV', en: 'View-through conversions' }, format: 'count' },
  gross: { label: { ja: '配信金額', en: 'Spend' }, format: 'money' },
  media_cost: { label: { ja: '媒体費', en: 'Media cost' }, format: 'money', roles: costRoles },
  /** Gross × the share of the media group that is valid on the day. */
  revenue: { label: { ja: '収益', en: 'Revenue' }, format: 'money' },
} as const satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures

/** DOMAIN "Metrics". The API sends ratios as decimal strings with six places; screens round half up. */
export const ratios = {
  fill: { label: { ja: 'フィル率', en: 'Fill rate' }, numerator: ['imps'], denominator: 'requests', times: 100, format: 'percent' },
  viewability: {
    label: { ja: 'ビューアビリティ', en: 'Viewability' },
    numerator: ['viewable'],
    denominator: 'measured',
    times: 100,
    format: 'percent_one',
  },
  ctr: { label: { ja: 'CTR', en: 'CTR' }, numerator: ['clicks'], denominator: 'imps', times: 100, format: 'percent' },
  cvr: { label: { ja: 'CVR', en: 'CVR' }, numerator: ['conversions'], denominator: 'clicks', times: 100, format: 'percent' },
  ecpm: { label: { ja: 'eCPM', en: 'eCPM' }, numerator: ['gross'], denominator: 'imps', times: 1000, format: 'yen_two' },
  revenue_ecpm: { label: { ja: 'eCPM', en: 'eCPM' }, numerator: ['revenue'], denominator: 'imps', times: 1000, format: 'yen_two' },
  cpc: { label: { ja: 'CPC', en: 'CPC' }, numerator: ['gross'], denominator: 'clicks', times: 1, format: 'yen_rate' },
  cpa: { label: { ja: 'CPA', en: 'CPA' }, numerator: ['gross'], denominator: 'conversions', times: 1, format: 'yen_rate' },
  margin: {
    label: { ja: '粗利率', en: 'Margin' },
    numerator: ['gross'],
    minus: ['media_cost'],
    denominator: 'gross',
    times: 100,
    format: 'percent',
    roles: costRoles,
  },
} as const satisfies Record<string, Ratio>

export type RatioName = keyof typeof ratios
export type MetricName = MeasureName | RatioName

export const metrics: Readonly<Record<MetricName, Measure>> = { ...measures, ...ratios }

/** Those of some figures that a role receives, in their order. */
export function visibleMetrics(names: readonly MetricName[], role: Role): MetricName[] {
  return names.filter((name) => metrics[name].roles?.includes(role) ?? true)
}
