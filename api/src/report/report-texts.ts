import { campaign, metrics, space, type Locale, type MetricName, type Text, type reportGroupings } from '@adsite/contract'

export type Grouping = (typeof reportGroupings.keys)[number]

/** Head of the column that says what a row is about. */
export const keyLabels: Readonly<Record<Grouping, Text>> = {
  day: { ja: '日付', en: 'Day' },
  campaign: campaign.label,
  ad: { ja: '広告', en: 'Ad' },
  space: space.label,
}

/** Delivery whose file did not say which one it was (DOMAIN "Delivery input": slots like `#N/A`). */
export const unknownNames: Readonly<Record<Grouping, Text>> = {
  day: { ja: '(日付不明)', en: '(unknown)' },
  campaign: { ja: '(キャンペーン不明)', en: '(unknown)' },
  ad: { ja: '(広告不明)', en: '(unknown)' },
  space: { ja: '(枠不明)', en: '(unknown)' },
}

export const totalLabel: Text = { ja: '合計', en: 'Total' }

/** A metric's label with its unit where the number alone would not tell. */
export function metricHead(name: MetricName, locale: Locale): string {
  const { label, format } = metrics[name]
  if (format === 'percent') return `${label[locale]} (%)`
  return format === 'count' ? label[locale] : `${label[locale]} (${locale === 'ja' ? '円' : 'JPY'})`
}
