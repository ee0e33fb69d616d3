import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

const texts = {
  title: { ja: '配信の進み', en: 'Delivery progress' },
  through: { ja: '{{day}} までの実績', en: 'Delivery through {{day}}' },
  delivered: { ja: '配信済み', en: 'Delivered' },
  of_bought: { ja: '購入数 {{bought}}{{unit}}の {{percent}}', en: '{{percent}} of {{bought}} {{unit}} bought' },
  of_budget: { ja: '予算 {{budget}} の {{percent}}', en: '{{percent}} of the budget of {{budget}}' },
  pace: { ja: 'ペース', en: 'Pace' },
  gap_behind: { ja: '予定 {{planned}} より {{gap}} 少ない', en: '{{gap}} below the planned {{planned}}' },
  gap_ahead: { ja: '予定 {{planned}} より {{gap}} 多い', en: '{{gap}} above the planned {{planned}}' },
  forecast: { ja: '着地予想', en: 'Forecast at the end' },
  forecast_range: { ja: '{{low}}〜{{high}}（確率80%）', en: '{{low}} to {{high}} (8 in 10)' },
  forecast_unknown: { ja: '配信実績が7日分たまると表示します', en: 'Known after seven days of delivery' },
  runs_out: { ja: '{{day}} に使い切る見込み', en: 'Used up on {{day}}' },
  daily_to_deliver: { ja: '1日に必要な数', en: 'Per day, to deliver it all' },
  daily_to_spend: { ja: '1日に必要な金額', en: 'Per day, to spend it all' },
  by_day_one: { ja: '直近{{count}}日間の配信金額', en: 'Spend of the last day' },
  by_day: { ja: '直近{{count}}日間の配信金額', en: 'Spend of the last {{count}} days' },
  changed: { ja: '変更あり', en: 'changed' },
  changes: { ja: 'この間の変更', en: 'Changes on these days' },
  was_create: { ja: '登録', en: 'created' },
  was_update: { ja: '更新', en: 'changed' },
  was_delete: { ja: '削除', en: 'deleted' },
  ad_not_yet: {
    ja: '申込が承認され、期間の1日目の実績がそろうと、ペースと着地予想を表示します。',
    en: 'Pace and forecast appear once the order is approved and the first day of the period is over.',
  },
  quantity_unknown: {
    ja: '配信ファイルに購入数の実績がないため、ペースと着地予想を表示できません。',
    en: 'The delivery files do not tell how much of the quantity was delivered, so pace and forecast are unknown.',
  },
  not_yet: {
    ja: '期間の1日目の実績がそろうと、ペースと着地予想を表示します。',
    en: 'Pace and forecast appear once the first day of the period is over.',
  },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `delivery-${contentHash(JSON.stringify(texts))}`

export function useScreenText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
