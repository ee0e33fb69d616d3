import { addTexts, useTranslation } from '@adsite/i18n'

const texts = {
  title: { ja: 'レベニューシェア', en: 'Revenue share' },
  missing: { ja: 'メディアグループが見つかりません', en: 'Media group not found' },
  missing_hint: { ja: '削除されたか、このアカウントでは表示できません。', en: 'It was deleted, or this account may not see it.' },
  groups: { ja: 'メディアグループ一覧', en: 'Media groups' },
  open: { ja: '料率と期間、月別の支払額を見る', en: 'Rates, periods and what is paid by month' },
  whole_group: { ja: 'メディアグループ全体', en: 'The whole media group' },
  monthly: { ja: '月別の支払額', en: 'Paid by month' },
  monthly_table: { ja: '月別の支払額の表', en: 'Table of what was paid by month' },
  monthly_note: {
    ja: 'グロスに、その日の料率を掛けた額です。媒体に料率があれば、メディアグループの料率より優先します。当月は速報です。',
    en: 'Gross × the rate of each day. A rate of a medium comes before that of the group. This month is preliminary.',
  },
  month: { ja: '月', en: 'Month' },
  gross: { ja: 'グロス', en: 'Gross' },
  paid: { ja: '支払額', en: 'Paid' },
  kept: { ja: '差引額', en: 'Kept' },
  effective: { ja: '実効料率', en: 'Effective rate' },
  unrated: { ja: '料率のないグロス', en: 'Gross without a rate' },
  total: { ja: '合計', en: 'Total' },
  none: { ja: '配信がまだありません。', en: 'Nothing has been delivered yet.' },
  chart: {
    ja: '{{from}}から{{to}}までの支払額。合計 {{total}}、最も多い月は {{month}} の {{max}}。',
    en: 'Paid from {{from}} to {{to}}: {{total}} in all, most in {{month}} with {{max}}.',
  },
} as const

type TextKey = keyof typeof texts

/** Reads this screen's texts. */
export function useRevenueText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts('revenue-share', texts)
  const { t } = useTranslation('revenue-share')
  return (key, params) => t(key, params ?? {})
}
