import type { Text } from '@adsite/i18n'
import { textReader } from '../base/text-reader.ts'

export const dashboardTexts = {
  delivery: { ja: '配信状況', en: 'Delivery' },
  days: { ja: '期間', en: 'Period' },
  days_7: { ja: '過去7日間', en: 'Last 7 days' },
  days_30: { ja: '過去30日間', en: 'Last 30 days' },
  compared: {
    ja: '{{from}}〜{{to}}（前の期間：{{before_from}}〜{{before_to}}）',
    en: '{{from}} – {{to}} (before: {{before_from}} – {{before_to}})',
  },
  figures: { ja: '指標（選ぶとグラフに表示します）', en: 'Metrics (choose one for the chart)' },
  change: { ja: '前の期間比', en: 'Compared with the previous period' },
  change_none: { ja: '比較できません', en: 'cannot be compared' },
  current: { ja: 'この期間', en: 'This period' },
  previous: { ja: '前の期間', en: 'Previous period' },
  no_delivery: { ja: 'この期間と前の期間に配信実績はありません。', en: 'Nothing was delivered in this period and the one before.' },
  chart: {
    ja: '{{metric}}の日別のグラフ。{{from}}から{{to}}まで。合計 {{total}}、前の期間 {{before}}。',
    en: '{{metric}} by day, from {{from}} to {{to}}. Total {{total}}, previous period {{before}}.',
  },
  chart_extremes: {
    ja: '最大 {{max}}（{{max_day}}）、最小 {{min}}（{{min_day}}）。',
    en: 'Highest {{max}} ({{max_day}}), lowest {{min}} ({{min_day}}).',
  },
  chart_failed: {
    ja: 'グラフを表示できません。数値はそのまま確認できます。',
    en: 'The chart cannot be shown. The figures above are still valid.',
  },
  chart_missing: {
    ja: 'グラフの読み込みに失敗しました。自動的に再試行します。数値はそのまま確認できます。',
    en: 'The chart could not be loaded. The site keeps trying. The figures above are still valid.',
  },
  pace: { ja: '配信ペース', en: 'Pace' },
  pace_behind: { ja: '予定より {{gap}} 少ない', en: '{{gap}} below plan' },
  pace_ahead: { ja: '予定より {{gap}} 多い', en: '{{gap}} above plan' },
  pace_left: { ja: '残り {{left}}', en: '{{left}} left' },
  pace_spend_all: { ja: '使い切るには1日 {{daily}}', en: '{{daily}} a day to spend it all' },
  pace_last: { ja: '最終日まで配信するには1日 {{daily}}', en: '{{daily}} a day to last until the end' },
  pace_edit: { ja: '1日の予算を変更', en: 'Edit daily budget' },
  pace_edit_of: { ja: '{{name}}の1日の予算を変更', en: 'Edit daily budget of {{name}}' },
  pace_others: { ja: 'ほか{{count}}件（{{list}}）', en: '{{count}} more: {{list}}' },
  pace_others_or_more: { ja: 'ほか{{count}}件以上（{{list}}）', en: '{{count}} or more others: {{list}}' },
  pace_list_off: { ja: '予定から外れたキャンペーンを表示', en: 'show campaigns that are off their plan' },
  pace_list_serving: { ja: '配信中のキャンペーンを消化率の高い順に表示', en: 'show serving campaigns, those that have spent most first' },
  pace_on_plan: { ja: '配信中のキャンペーンはすべて予定どおりです。', en: 'All serving campaigns are on plan.' },
  no_campaigns: { ja: 'キャンペーンが登録されていません。', en: 'No campaign is registered.' },
  pace_none: {
    ja: 'ペースを算出できる配信中のキャンペーンはありません。',
    en: 'No campaign is serving whose pace is known yet.',
  },
  waiting: { ja: '対応待ち', en: 'Waiting for you' },
  waiting_empty: { ja: '対応待ちはありません。', en: 'Nothing is waiting for you.' },
  attention: { ja: '確認が必要なキャンペーン', en: 'Campaigns that need attention' },
  attention_empty: { ja: '確認が必要なキャンペーンはありません。', en: 'No campaign needs attention.' },
} as const satisfies Record<string, Text>

export const useDashboardText = textReader('shell-dashboard', dashboardTexts)
export type DashboardText = ReturnType<typeof useDashboardText>
