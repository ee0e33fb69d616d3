import * as v from 'valibot'
import type { Role } from '../role/role.ts'
import { permissions } from '../role/permission.ts'
import type { Text } from '../text/text.ts'
import type { DeliveryFigureName } from './delivery-field.ts'
import { isKeyOf, schemaOf } from '../value/keys.ts'

/**
 * How to format a metric: counts as integers; money in yen; ratios as in spec/domain "Metrics": percent with two
 * decimals, percent_one with one, yen_two always with two.
 */
export type MetricFormat = 'count' | 'money' | 'percent' | 'percent_one' | 'yen_rate' | 'yen_two'

/** How a metric is called, written and judged. Counts are JSON numbers, money and ratios decimal strings. */
export interface Metric {
  readonly label: Text
  readonly format: MetricFormat
  /** Whether more or less is better; absent: neither, such as for money spent as planned. */
  readonly better?: 'more' | 'less'
  readonly roles?: readonly Role[]
}

/** A figure that is summed over delivery facts. */
export interface Measure extends Metric {
  /** The figure of delivery files that it sums. */
  readonly figure: DeliveryFigureName
}

/** numerator ÷ denominator × times: sums first, divides last; a zero denominator gives null, shown as —. */
export interface Ratio extends Metric {
  readonly numerator: readonly MeasureName[]
  /** Subtracted from the sum of the numerators (margin: gross − media cost). */
  readonly minus?: readonly MeasureName[]
  readonly denominator: MeasureName
  readonly times: number
}

const costRoles = permissions['report.media_cost']

/**
 * The summed metrics. **If part of a sum is unknown, the sum is unknown**: null in every response, — on every
 * screen, '' in every file; the same holds for ratios of it. Delivery files may omit some figures
 * (`optionalDeliveryFigures`), and a partial sum would be mistaken for the total. No delivery at all is 0.
 *
 * **Payments to publishers are one metric**, `media_cost`, which the supply side reads as its `revenue`: the
 * value in the delivery file, or else gross × the share of the media group (or the medium's own) valid on that
 * day, rounded to a millionth of a yen per line; without either it is unknown. docs/decisions/0021.
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

/** spec/domain "Metrics". The API sends ratios as decimal strings with six decimals; screens round half up. */
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

/** Filters metrics by what a role receives, keeping their order. */
export function visibleMetrics(names: readonly MetricName[], role: Role): MetricName[] {
  return names.filter((name) => metrics[name].roles?.includes(role) ?? true)
}

/** The measures needed for some metrics: the metrics themselves and the parts of their ratios. */
export function measuresOf(names: readonly MetricName[]): MeasureName[] {
  const needed = names.flatMap((name): readonly MeasureName[] => {
    if (isKeyOf(measures, name)) return [name]
    const { numerator, minus = [], denominator }: Ratio = ratios[name]
    return [...numerator, ...minus, denominator]
  })
  return [...new Set(needed)]
}

/** The kind of field whose values are written like those of a metric. */
export function metricKind(name: MetricName): 'integer' | 'money' | 'rate' {
  const { format } = metrics[name]
  return format === 'count' ? 'integer' : isPercentage(name) ? 'rate' : 'money'
}

/** Number of decimals of the ratios that the API sends. */
export const ratioDigits = 6

export function isPercentage(name: MetricName): boolean {
  return metrics[name].format === 'percent' || metrics[name].format === 'percent_one'
}

/** A metric value in a response: null means unknown, undefined means absent. */
export type FigureValue = number | string | null | undefined

/** Values of metrics in a response: counts are numbers, money and ratios decimal strings; absent where they were not asked for. */
export type Figures = Readonly<Partial<Record<MetricName, number | string | null>>>

export function figureEntries(names: readonly MetricName[]) {
  return Object.fromEntries(names.map((name) => [name, v.optional(v.nullable(metrics[name].format === 'count' ? v.number() : v.string()))]))
}

/** Schema of {@link Figures}. */
export const figuresSchema = (names: readonly MetricName[]): v.GenericSchema<Figures> => schemaOf<Figures>(v.object(figureEntries(names)))

/** Converts a metric value to a number; null if there is none. */
export function numberOf(value: FigureValue): number | null {
  return value === null || value === undefined ? null : Number(value)
}

/** The change of a metric: in percent of the previous value, or in points if the metric is a percentage. */
export interface FigureChange {
  readonly amount: number
  readonly unit: '%' | 'pt'
}

/** The unit in which changes of a metric are expressed. */
export function changeUnit(name: MetricName): FigureChange['unit'] {
  return isPercentage(name) ? 'pt' : '%'
}

/** The change between two periods; null if there is nothing to compare with. */
export function changeOf(name: MetricName, current: FigureValue, previous: FigureValue): FigureChange | null {
  const [now, before, unit] = [numberOf(current), numberOf(previous), changeUnit(name)]
  if (now === null || before === null) return null
  if (unit === 'pt') return { amount: now - before, unit }
  return before === 0 ? null : { amount: ((now - before) / before) * 100, unit }
}
