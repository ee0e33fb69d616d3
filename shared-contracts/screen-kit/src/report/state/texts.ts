import { labelsOverlapText, unplacedText } from '@adsite/contract'
import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { kitTexts } from '../../base/texts.ts'
import { contentHash } from '../../base/content-hash.ts'
import { useCallback } from 'react'

const texts = {
  filters: { ja: '絞り込み', en: 'Filters' },
  filters_show: { ja: '絞り込みを開く', en: 'Show filters' },
  filters_hide: { ja: '絞り込みを閉じる', en: 'Hide filters' },
  filters_clear: { ja: '絞り込みを解除', en: 'Clear filters' },
  period: { ja: '期間', en: 'Period' },
  period_presets: { ja: '期間の候補', en: 'Suggested periods' },
  period_zone: { ja: '日付は日本時間です。', en: 'Days are Japan time.' },
  compare: { ja: '前の期間と比較', en: 'Compare with previous period' },
  compared: { ja: '前の期間: {{from}} – {{to}}', en: 'Previous period: {{from}} – {{to}}' },
  before: kitTexts.figure_before,
  previous: { ja: '前の期間', en: 'Previous period' },
  metric_before: { ja: '{{metric}}（前の期間）', en: '{{metric}} (previous period)' },
  filter_all: { ja: '{{what}}: すべて', en: '{{what}}: all' },
  filter_remove: { ja: '{{what}}の絞り込みを解除', en: 'Remove the filter {{what}}' },
  totals: { ja: '合計', en: 'Totals' },
  total: { ja: '合計', en: 'Total' },
  grouping: { ja: '集計単位', en: 'Group by' },
  chart: { ja: 'グラフ', en: 'Chart' },
  metric_first: { ja: 'グラフの指標1（棒）', en: 'First metric of the chart (bars)' },
  metric_second: { ja: 'グラフの指標2', en: 'Second metric of the chart' },
  metric_none: { ja: '指標2なし', en: 'No second metric' },
  top: { ja: '{{metric}}の上位{{count}}件', en: 'Top {{count}} by {{metric}}' },
  top_listed: { ja: '表示中の{{limit}}行のうち', en: 'Within the {{limit}} listed rows' },
  chart_days: { ja: '{{from}}から{{to}}までの日別の{{metrics}}。', en: '{{metrics}} by day from {{from}} to {{to}}.' },
  chart_range: {
    ja: '{{metric}}は最大{{max}}（{{maxDay}}）、最小{{min}}（{{minDay}}）。',
    en: '{{metric}}: highest {{max}} ({{maxDay}}), lowest {{min}} ({{minDay}}).',
  },
  chart_compared: { ja: '前の期間の値を重ねて表示しています。', en: 'The previous period is shown for comparison.' },
  chart_table: { ja: '数値は下の表で確認できます。', en: 'The table below has the figures.' },
  days_missing: {
    ja: '配信データのない日が{{days}}日あります（グラフでは空白）。',
    en: 'Days without delivery data, left blank in the chart: {{days}}.',
  },
  and: { ja: 'と', en: ' and ' },
  table: { ja: '配信結果の表', en: 'Table of delivery results' },
  day: { ja: '日付', en: 'Date' },
  campaign: { ja: 'キャンペーン', en: 'Campaign' },
  ad: { ja: '広告', en: 'Ad' },
  campaign_label: { ja: 'キャンペーンのラベル', en: 'Campaign label' },
  ad_label: { ja: '広告のラベル', en: 'Ad label' },
  labels_overlap: labelsOverlapText,
  creative: { ja: 'クリエイティブ', en: 'Creative' },
  medium: { ja: '媒体', en: 'Medium' },
  space: { ja: '広告枠', en: 'Ad space' },
  frame: { ja: '配信枠', en: 'Frame' },
  device: { ja: 'デバイス', en: 'Device' },
  prefecture: { ja: '都道府県', en: 'Prefecture' },
  inside: { ja: '{{name}}の内訳を見る', en: 'See what {{name}} is made of' },
  open: { ja: '{{name}}の詳細を開く', en: 'Open {{name}}' },
  preliminary: { ja: '{{day}}以降は速報', en: 'Preliminary from {{day}}' },
  preliminary_tag: { ja: '速報', en: 'prelim.' },
  rows: { ja: '{{rows}}行', en: 'Rows: {{rows}}' },
  rows_more: { ja: '{{rows}}行以上', en: 'Rows: more than {{rows}}' },
  unknown_sum: {
    ja: '取り込んだ配信データに値のない行が{{rows}}行あるため、合計は表示できません。',
    en: 'Not known: delivery files lack this figure for {{rows}} of the rows, so there is no total.',
  },
  unknown_sum_beyond: {
    ja: '取り込んだ配信データに値のない行があるため、合計は表示できません。',
    en: 'Not known: delivery files lack this figure for some rows, so there is no total.',
  },
  unplaced: unplacedText,
  unplaced_hint: {
    ja: '取込ファイルで配信枠が空欄や「#N/A」だった分で、どの媒体の結果にも含まれません。この表の合計と合わせると、この期間に取り込んだ配信のすべてになります。',
    en: 'Delivery files left the frame empty or said "#N/A": it is in no medium\'s results. Together with the totals above it is all delivery of the period.',
  },
  truncated: {
    ja: '先頭の{{limit}}行を表示しています。すべての行はファイルに出力できます。合計は全行の値です。',
    en: 'Only the first {{limit}} rows are listed. The file has every row; the totals cover all of them.',
  },
  file: { ja: 'ダウンロード', en: 'Download' },
  csv: { ja: 'CSV (UTF-8)', en: 'CSV (UTF-8)' },
  csv_sjis: { ja: 'CSV (Shift_JIS)', en: 'CSV (Shift_JIS)' },
  xlsx: { ja: 'Excel (.xlsx)', en: 'Excel (.xlsx)' },
  file_columns: { ja: '表示中の項目だけを出力します', en: 'Only the columns on show' },
  file_nothing: { ja: '出力するデータがありません', en: 'There is nothing to download.' },
  empty: { ja: 'この期間の配信実績はありません。', en: 'There were no deliveries in this period.' },
  empty_hint: {
    ja: '期間を広げるか、絞り込みを解除してください。',
    en: 'Choose a longer period or clear the filters.',
  },
  widen: { ja: '過去90日間を表示', en: 'Show the last 90 days' },
} as const satisfies Record<string, Text>

export type TextKey = keyof typeof texts
export type Translate = (key: TextKey, params?: Readonly<Record<string, string | number>>) => string

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `report-${contentHash(JSON.stringify(texts))}`

/** Reads the screen's own texts; the function keeps its identity until the language changes. */
export function useScreenText(): Translate {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return useCallback<Translate>((key, params) => t(key, params ?? {}), [t])
}
