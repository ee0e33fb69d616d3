import {
  devices,
  metrics,
  prefectures,
  reportFilters,
  type Choices,
  type Locale,
  type MetricName,
  type ReportGrouping,
  type Text,
} from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'

/** Head of the column that says what a row is about. */
export const keyLabels: Readonly<Record<ReportGrouping, Text>> = {
  day: { ja: '日付', en: 'Day' },
  campaign: reportFilters.campaign_id.label,
  ad: reportFilters.ad_id.label,
  creative: reportFilters.creative_id.label,
  medium: reportFilters.medium_id.label,
  space: reportFilters.space_id.label,
  frame: reportFilters.frame_id.label,
  device: { ja: 'デバイス', en: 'Device' },
  prefecture: { ja: '都道府県', en: 'Prefecture' },
}

/** Delivery whose file did not say which one it was (spec/domain "Delivery files": slots like `#N/A`). */
export const unknownNames: Readonly<Partial<Record<ReportGrouping, Text>>> = {
  campaign: { ja: '(キャンペーン不明)', en: '(unknown)' },
  ad: { ja: '(広告不明)', en: '(unknown)' },
  creative: { ja: '(クリエイティブ不明)', en: '(unknown)' },
  medium: { ja: '(媒体不明)', en: '(unknown)' },
  space: { ja: '(枠不明)', en: '(unknown)' },
  frame: { ja: '(配信枠不明)', en: '(unknown)' },
  device: { ja: '(デバイス不明)', en: '(unknown)' },
  prefecture: { ja: '(都道府県不明)', en: '(unknown)' },
}

export const totalLabel: Text = { ja: '合計', en: 'Total' }

/** Groupings whose keys are words of ours. */
const words: Readonly<Partial<Record<ReportGrouping, Choices>>> = { device: devices, prefecture: prefectures }

/** What is shown for a key that no record names: the word's label, or the key as it is. */
export function nameOfKey(grouping: ReportGrouping, locale: Locale): SQL {
  if (grouping === 'day') return sql`key::text`
  const cases = (words[grouping]?.items ?? []).map(({ key, label }) => sql`when ${key} then ${label[locale]}`)
  const known = cases.length === 0 ? sql`key` : sql`case key ${sql.join(cases, sql` `)} else key end`
  return sql`coalesce(${known}, ${unknownNames[grouping]![locale]})`
}

/** A metric's label with its unit where the number alone would not tell. */
export function metricHead(name: MetricName, locale: Locale): string {
  const { label, format } = metrics[name]
  if (format === 'percent' || format === 'percent_one') return `${label[locale]} (%)`
  return format === 'count' ? label[locale] : `${label[locale]} (${locale === 'ja' ? '円' : 'JPY'})`
}
