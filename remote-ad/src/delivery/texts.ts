import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

const texts = {
  title: { ja: '予算の消化', en: 'Spend against budget' },
  through: { ja: '{{day}} までの実績', en: 'Delivery through {{day}}' },
  of_budget: { ja: '通期予算 {{budget}} の {{percent}}', en: '{{percent}} of the lifetime budget of {{budget}}' },
  planned: { ja: '予定', en: 'Plan' },
  pace: { ja: 'ペース', en: 'Pace' },
  gap_behind: { ja: '予定 {{planned}} より {{gap}} 少ない', en: '{{gap}} below the planned {{planned}}' },
  gap_ahead: { ja: '予定 {{planned}} より {{gap}} 多い', en: '{{gap}} above the planned {{planned}}' },
  forecast: { ja: '着地予想', en: 'Forecast at the end' },
  forecast_range: { ja: '{{low}}〜{{high}}（確率80%）', en: '{{low}} to {{high}} (8 in 10)' },
  forecast_unknown: { ja: '配信実績が7日分たまると表示します', en: 'Known after seven days of delivery' },
  daily_to_spend: { ja: '使い切るための1日の金額', en: 'Per day, to spend it all' },
  by_day: { ja: '直近{{count}}日間の配信金額', en: 'Spend of the last {{count}} days' },
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
