import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  title: { ja: '申込', en: 'Order' },
  none: { ja: 'まだ申し込まれていません。', en: 'It was not ordered yet.' },
  hint: {
    ja: '申し込むと、管理者が与信枠を確認して承認します。',
    en: 'An administrator checks the credit limit and approves the order.',
  },
  order: { ja: 'この広告を申し込む', en: 'Order this ad' },
  submitted: { ja: '申込を送信しました', en: 'Order submitted.' },
  loading: { ja: '読み込み中', en: 'Loading' },
  open: { ja: '申込の詳細', en: 'Details of the order' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** By content: two builds of the area may live in one page, each with its own texts. */
const namespace = `order-${contentHash(JSON.stringify(texts))}`

export function useScreenText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
