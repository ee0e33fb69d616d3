import type { Role } from '../role/role.ts'
import { permissions } from '../role/permission.ts'
import type { Text } from '../text/text.ts'
import type { DeliveryFigureName } from './delivery-field.ts'

/** How a figure is written: counts whole; money in yen; the ratios as spec/domain "Metrics" says: percent has two decimals, percent_one one, yen_two always two. */
export type MetricFormat = 'count' | 'money' | 'percent' | 'percent_one' | 'yen_rate' | 'yen_two'

/** How a metric is called, written and judged. Counts are JSON numbers, money and ratios decimal strings. */
export interface Metric {
  readonly label: Text
  readonly format: MetricFormat
  /** Which way is good; absent: neither, as of money that is spent as planned. */
  readonly better?: 'more' | 'less'
  readonly roles?: readonly Role[]
}

/** A figure that is summed over delivery facts. */
export interface Measure extends Metric {
  /** The figure of delivery files that it sums. */
  readonly figure: DeliveryFigureName
}

/** numerator ÷ denominator × times: sum first, divide last; a zero denominator is null and shows —. */
export interface Ratio extends Metric {
  readonly numerator: readonly MeasureName[]
  /** Taken from the sum of the numerators (margin: gross − media cost). */
  readonly minus?: readonly MeasureName[]
  readonly denominator: MeasureName
  readonly times: number
}

const costRoles = permissions['report.media_cost']

/**
 * What is summed. **A sum of which a part is not known is not known**: null in every answer, — on every screen and ''
 * in every file, and so is each ratio of it. Delivery files need not say all figures (`optionalDeliveryFigures`), and
 * the sum of the parts that are known would pass for the whole. No delivery at all is 0.
 *
 * **What publishers are paid is one figure**, `media_cost`, which the supply side reads as its `revenue`: what the
 * delivery file says, else gross × the share of the media group (or the medium's own) that is valid on the day, rounded
 * to a millionth of a yen for each line; without either it is not known. docs/decisions/0021.
 */
export const measures = {
  requests: { label: { ja: 'リクエスト数', en: 'Requests' }, figure: 'requests', format: 'count' },
  imps: { label: { ja: '表示回数', en: 'Impressions' }, figure: 'imps', format: 'count', better: 'more' },
  measured: { label: { ja: '計測対象', en: 'Measured' }, figure: 'measured', format: 'count' },
  viewable: { label: { ja: '視認', en: 'Viewable' }, figure: 'viewable', format: 'count', better: 'more' },
  clicks: { label: { ja: 'クリック数', en: 'Clicks' }, figure: 'clicks', format: 'count', better: 'more' },
  conversions: { label: { ja: 'コンバージョン数', en: 'Conversions' }, figure: 'cv_click', format: 'count', better: 'more' },
  view_conversions: { label: { ja: 'ビュースルーCV', en: 'View-through conversions' }, figure: 'cv_view', format: 'count', better: 'more' },
  gross: { label: { ja: '配信金額', en: 'Spend' }, figure: 'gross', format: 'money' },
  media_cost: { label: { ja: '媒体費', en: 'Media cost' }, figure: 'media_cost', format: 'money', roles: costRoles },
  revenue: { label: { ja: '収益', en: 'Revenue' }, figure: 'media_cost', format: 'money', better: 'more' },
} as const satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures

/** spec/domain "Metrics". The API sends ratios as decimal strings with six places; screens round half up. */
export const ratios = {
  fill: {
    label: { ja: 'フィル率', en: 'Fill rate' },
    numerator: ['imps'],
    denominator: 'requests',
    times: 100,
    format: 'percent',
    better: 'more',
  },
  viewability: {
    label: { ja: 'ビューアビリティ', en: 'Viewability' },
    numerator: ['viewable'],
    denominator: 'measured',
    times: 100,
    format: 'percent_one',
    better: 'more',
  },
  ctr: { label: { ja: 'CTR', en: 'CTR' }, numerator: ['clicks'], denominator: 'imps', times: 100, format: 'percent', better: 'more' },
  cvr: {
    label: { ja: 'CVR', en: 'CVR' },
    numerator: ['conversions'],
    denominator: 'clicks',
    times: 100,
    format: 'percent',
    better: 'more',
  },
  ecpm: { label: { ja: 'eCPM', en: 'eCPM' }, numerator: ['gross'], denominator: 'imps', times: 1000, format: 'yen_two', better: 'less' },
  revenue_ecpm: {
    label: { ja: 'eCPM', en: 'eCPM' },
    numerator: ['revenue'],
    denominator: 'imps',
    times: 1000,
    format: 'yen_two',
    better: 'more',
  },
  cpc: { label: { ja: 'CPC', en: 'CPC' }, numerator: ['gross'], denominator: 'clicks', times: 1, format: 'yen_rate', better: 'less' },
  cpa: { label: { ja: 'CPA', en: 'CPA' }, numerator: ['gross'], denominator: 'conversions', times: 1, format: 'yen_rate', better: 'less' },
  margin: {
    label: { ja: '粗利率', en: 'Margin' },
    numerator: ['gross'],
    minus: ['media_cost'],
    denominator: 'gross',
    times: 100,
    format: 'percent',
    better: 'more',
    roles: costRoles,
  },
} as const satisfies Record<string, Ratio>

export type RatioName = keyof typeof ratios
export type MetricName = MeasureName | RatioName

export const metrics: Readonly<Record<MetricName, Metric>> = { ...measures, ...ratios }

/** Those of some figures that a role receives, in their order. */
export function visibleMetrics(names: readonly MetricName[], role: Role): MetricName[] {
  return names.filter((name) => metrics[name].roles?.includes(role) ?? true)
}

/** What has to be summed for some metrics: themselves, and what their ratios are made of. */
export function measuresOf(names: readonly MetricName[]): MeasureName[] {
  const needed = names.flatMap((name): readonly MeasureName[] => {
    if (!Object.hasOwn(ratios, name)) return [name as MeasureName]
    const { numerator, minus = [], denominator }: Ratio = ratios[name as RatioName]
    return [...numerator, ...minus, denominator]
  })
  return [...new Set(needed)]
}

/** The API sends ratios with this many decimals. */
export const ratioDigits = 6

export function isPercentage(name: MetricName): boolean {
  return metrics[name].format === 'percent' || metrics[name].format === 'percent_one'
}

/** A figure as answers carry it: null is not known, undefined is not there. */
export type FigureValue = number | string | null | undefined

/** A figure as a number; null where there is none. */
export function numberOf(value: FigureValue): number | null {
  return value === null || value === undefined ? null : Number(value)
}

/** How a figure has changed: in percent of what it was; a percentage itself in points. */
export interface FigureChange {
  readonly amount: number
  readonly unit: '%' | 'pt'
}

/** What changes of a metric are counted in. */
export function changeUnit(name: MetricName): FigureChange['unit'] {
  return isPercentage(name) ? 'pt' : '%'
}

/** The change from one period to the next; null where there is nothing to compare with. */
export function changeOf(name: MetricName, current: FigureValue, previous: FigureValue): FigureChange | null {
  const [now, before, unit] = [numberOf(current), numberOf(previous), changeUnit(name)]
  if (now === null || before === null) return null
  if (unit === 'pt') return { amount: now - before, unit }
  return before === 0 ? null : { amount: ((now - before) / before) * 100, unit }
}
