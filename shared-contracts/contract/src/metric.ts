import type { Role } from './role.ts'
import { permissions } from './permission.ts'
import type { Text } from './text.ts'

/** How a figure is written: counts whole; money in yen; the ratios as DOMAIN "Metrics" says: yen_two always has two decimals. */
export type MetricFormat = 'count' | 'money' | 'percent' | 'yen_rate' | 'yen_two'

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
  imps: { label: { ja: '表示回数', en: 'Impressions' }, format: 'count' },
  clicks: { label: { ja: 'クリック数', en: 'Clicks' }, format: 'count' },
  conversions: { label: { ja: 'コンバージョン数', en: 'Conversions' }, format: 'count' },
  gross: { label: { ja: '配信金額', en: 'Spend' }, format: 'money' },
  media_cost: { label: { ja: '媒体費', en: 'Media cost' }, format: 'money', roles: costRoles },
} as const satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures

/** DOMAIN "Metrics". The API sends ratios as decimal strings with six places; screens round half up. */
export const ratios = {
  ctr: { label: { ja: 'CTR', en: 'CTR' }, numerator: ['clicks'], denominator: 'imps', times: 100, format: 'percent' },
  cvr: { label: { ja: 'CVR', en: 'CVR' }, numerator: ['conversions'], denominator: 'clicks', times: 100, format: 'percent' },
  ecpm: { label: { ja: 'eCPM', en: 'eCPM' }, numerator: ['gross'], denominator: 'imps', times: 1000, format: 'yen_two' },
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

/** The figures that a role receives, measures first, in the order of columns. */
export function visibleMetrics(role: Role): MetricName[] {
  return (Object.keys(metrics) as MetricName[]).filter((name) => metrics[name].roles?.includes(role) ?? true)
}
