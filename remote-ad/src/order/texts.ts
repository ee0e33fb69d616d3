import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  title: { ja: '申込', en: 'Order' },
  none: { ja: 'まだ申し込まれていません。', en: 'It has not been ordered yet.' },
  hint: {
    ja: '申し込むと、管理者が与信枠を確認して承認します。',
    en: 'An administrator checks the credit limit and approves the order.',
  },
  hint_incomplete: {
    ja: '「編集」で広告商品と購入数を登録すると、申し込めます。',
    en: 'Edit the ad to choose a product and a quantity; then it can be ordered.',
  },
  order: { ja: 'この広告を申し込む', en: 'Order this ad' },
  submitted: { ja: '申込を送信しました', en: 'Order submitted.' },
  order_amount: { ja: '{{amount}} を申し込む', en: 'Order {{amount}}' },
  back: { ja: '戻る', en: 'Back' },
  becomes: { ja: 'から次へ変更', en: 'becomes' },
  changes: { ja: '変更の内容', en: 'What would change' },
  change_hint: {
    ja: '承認されるまで、広告は承認済みの内容のままです。',
    en: 'Until it is approved, the ad keeps its approved terms.',
  },
  last_pending: { ja: '変更申請が承認待ちです', en: 'A proposed change awaits approval' },
  last_disapproved: { ja: '前回の変更申請は否認されました', en: 'The last proposed change was disapproved' },
  last_kept: {
    ja: '広告は承認済みの内容のままです。広告を編集すると、もう一度申請できます。',
    en: 'The ad keeps its approved terms. Edit the ad to propose a change again.',
  },
  open_change: { ja: '変更申請の詳細', en: 'Details of the change' },
  change_proposed: {
    ja: '承認済みの申込を超える変更を申請しました。承認されるまで、広告は承認済みの内容のままです',
    en: 'A change that exceeds the approved order was submitted. Until it is approved, the ad keeps its approved terms.',
  },
  change_unknown: {
    ja: '保存しました。承認待ちになった変更があるかどうかは確認できませんでした。申込の欄で確認してください',
    en: 'Saved. Whether any of the changes await approval could not be checked; see the order of the ad.',
  },
  figures: { ja: '与信枠とクリエイティブ', en: 'Credit and creatives' },
  credit_limit: { ja: '与信枠', en: 'Credit limit' },
  credit_used: { ja: 'ほかの広告', en: 'Other ads' },
  this_order: { ja: 'この広告', en: 'This ad' },
  credit_left: { ja: '残り', en: 'Left' },
  exceeded_by: { ja: '{{amount}} 超過', en: 'exceeded by {{amount}}' },
  pauses: {
    ja: '企業の与信が保留中です。承認されると広告は停止中になり、保留の解除後に再開できます。',
    en: 'The company’s credit is on hold. Once approved, the ad is paused; it can be resumed when the hold ends.',
  },
  holders: { ja: '与信枠を使っている広告', en: 'Ads that hold the credit' },
  creatives: { ja: 'クリエイティブ', en: 'Creatives' },
  creatives_none: { ja: 'なし', en: 'None' },
  creatives_count: {
    ja: '{{total}}件（配信可 {{serving}}、審査中 {{waiting}}）',
    en: '{{total}} ({{serving}} can be served, {{waiting}} under review)',
  },
  loading: { ja: '読み込み中', en: 'Loading' },
  open: { ja: '申込の詳細', en: 'Details of the order' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `order-${contentHash(JSON.stringify(texts))}`

export function useScreenText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
