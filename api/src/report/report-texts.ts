import {
  changeUnit,
  devices,
  isPercentage,
  metrics,
  prefectures,
  reportFilters,
  unplacedText,
  required,
  type Choices,
  type Locale,
  type MetricName,
  type ReportGrouping,
  type Text,
  type UnplacedDelivery,
} from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Period } from './days.ts'

/** Heading of the key column. */
export const keyLabels: Readonly<Record<ReportGrouping, Text>> = {
  day: { ja: '日付', en: 'Day' },
  campaign: reportFilters.campaign_id.label,
  ad: reportFilters.ad_id.label,
  campaign_label: reportFilters.campaign_label_id.label,
  ad_label: reportFilters.ad_label_id.label,
  creative: reportFilters.creative_id.label,
  medium: reportFilters.medium_id.label,
  space: reportFilters.space_id.label,
  frame: reportFilters.frame_id.label,
  device: { ja: 'デバイス', en: 'Device' },
  prefecture: { ja: '都道府県', en: 'Prefecture' },
}

/** Delivery whose file did not name the record (spec/domain "Delivery files": slots like `#N/A`), or whose record has no label. */
export const unknownNames: Readonly<Partial<Record<ReportGrouping, Text>>> = {
  campaign: { ja: '(キャンペーン不明)', en: '(unknown)' },
  ad: { ja: '(広告不明)', en: '(unknown)' },
  campaign_label: { ja: '(ラベルなし)', en: '(no label)' },
  ad_label: { ja: '(ラベルなし)', en: '(no label)' },
  creative: { ja: '(クリエイティブ不明)', en: '(unknown)' },
  medium: { ja: '(媒体不明)', en: '(unknown)' },
  space: { ja: '(枠不明)', en: '(unknown)' },
  frame: { ja: '(配信枠不明)', en: '(unknown)' },
  device: { ja: '(デバイス不明)', en: '(unknown)' },
  prefecture: { ja: '(都道府県不明)', en: '(unknown)' },
}

export const totalLabel: Text = { ja: '合計', en: 'Total' }

/** Groupings whose keys are enumerations. */
const words: Readonly<Partial<Record<ReportGrouping, Choices>>> = { device: devices, prefecture: prefectures }

/** The label of a key without a record: the enumeration's, or the key itself. */
export function nameOfKey(grouping: ReportGrouping, locale: Locale): SQL {
  if (grouping === 'day') return sql`key::text`
  const cases = (words[grouping]?.items ?? []).map(({ key, label }) => sql`when ${key} then ${label[locale]}`)
  const known = cases.length === 0 ? sql`key` : sql`case key ${sql.join(cases, sql` `)} else key end`
  return sql`coalesce(${known}, ${required(unknownNames[grouping], 'an entry of unknown names')[locale]})`
}

/** A label with the metric's unit, where the number alone would be ambiguous. */
function withUnit(label: string, name: MetricName, locale: Locale): string {
  if (isPercentage(name)) return `${label} (%)`
  return metrics[name].format === 'count' ? label : `${label} (${locale === 'ja' ? '円' : 'JPY'})`
}

export function metricHead(name: MetricName, locale: Locale): string {
  return withUnit(metrics[name].label[locale], name, locale)
}

/** Headings of a metric of the former period, and of the change from it. */
export function comparedHeads(name: MetricName): Readonly<Record<'former' | 'change', Text>> {
  const { ja, en } = metrics[name].label
  const unit = changeUnit(name)
  return {
    former: { ja: withUnit(`前の期間の${ja}`, name, 'ja'), en: withUnit(`${en}, previous period`, name, 'en') },
    change: { ja: `${ja}の増減 (${unit})`, en: `${en}, change (${unit})` },
  }
}

/** Describes the delivery of the period that no row of a file contains, as the screen does. */
export function unplacedNote({ imps, clicks, gross }: UnplacedDelivery, locale: Locale): string {
  const figures = { imps: String(imps), clicks: String(clicks ?? '—'), gross: locale === 'ja' ? `${gross}円` : `JPY ${gross}` }
  return Object.entries(figures).reduce<string>((text, [name, figure]) => text.replace(`{{${name}}}`, figure), unplacedText[locale])
}

/** States the days of a file's former figures. */
export function previousNote({ from, to }: Period, locale: Locale): string {
  return locale === 'ja' ? `前の期間: ${from} – ${to}` : `Previous period: ${from} – ${to}`
}
