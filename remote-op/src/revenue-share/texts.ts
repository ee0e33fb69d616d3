import { addTexts, useTranslation } from '@adsite/i18n'

const texts = {
  title: { ja: 'レベニューシェア', en: 'Revenue share' },
  missing: { ja: 'メディアグループが見つかりません', en: 'Media group not found' },
  missing_hint: { ja: '削除されたか、このアカウントでは表示できません。', en: 'It was deleted, or this account may not see it.' },
  groups: { ja: 'メディアグループ一覧', en: 'Media groups' },
  open: { ja: '分配率と期間、月別の支払額を見る', en: 'Shares, periods and amounts payable by month' },
  unselected: { ja: '選択してください', en: 'Select' },
  whole_group: { ja: 'メディアグループ全体', en: 'The whole media group' },
  monthly: { ja: '月別の支払額', en: 'Payable by month' },
  monthly_table: { ja: '月別の支払額の表', en: 'Table of amounts payable by month' },
  monthly_note: {
    ja: '配信ファイルの媒体費です。媒体費のない配信は、配信金額にその日の分配率を掛けた額とし、媒体の分配率をメディアグループの分配率より優先します。どちらもない配信を含む額は — と表示します。当月は速報です。',
    en: 'The media cost of the delivery files; where a file has none, spend × the share of the day, a medium’s own before that of its group. An amount that includes delivery with neither is shown as —. The current month is preliminary.',
  },
  month: { ja: '月', en: 'Month' },
  gross: { ja: '配信金額', en: 'Spend' },
  paid: { ja: '支払額', en: 'Payable' },
  kept: { ja: '差引額', en: 'Kept' },
  effective: { ja: '実効分配率', en: 'Effective share' },
  unrated: { ja: '支払額の不明な配信金額', en: 'Spend with payable unknown' },
  total: { ja: '合計', en: 'Total' },
  none: { ja: '配信がまだありません。', en: 'Nothing has been delivered yet.' },
  chart: {
    ja: '{{from}}から{{to}}までの支払額。合計 {{total}}、最も多い月は {{month}} の {{max}}。',
    en: 'Payable from {{from}} to {{to}}: {{total}} in all, most in {{month}} with {{max}}.',
  },
} as const

type TextKey = keyof typeof texts

export function useRevenueText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts('revenue-share', texts)
  const { t } = useTranslation('revenue-share')
  return (key, params) => t(key, params ?? {})
}
