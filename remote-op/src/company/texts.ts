import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

const texts = {
  title: { ja: '与信枠の利用状況', en: 'Use of the credit limit' },
  credit_limit: { ja: '与信枠', en: 'Credit limit' },
  used: { ja: '利用中', en: 'Held by ads' },
  left: { ja: '残り', en: 'Left' },
  exceeded_by: { ja: '{{amount}} 超過', en: 'exceeded by {{amount}}' },
  above: {
    ja: '与信枠を超えている広告が{{count}}件あります。枠に収まるまで、新しい申込と変更は承認できません。',
    en: '{{count}} ad(s) are above the limit. No order or change can be approved until they fit.',
  },
  none: { ja: '与信枠を使っている広告はありません。', en: 'No ad uses it.' },
  shown: { ja: '{{count}}件のうち{{shown}}件を表示しています。', en: '{{shown}} of {{count}} ads are shown.' },
  is_above: { ja: '枠を超過', en: 'Above the limit' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `company-${contentHash(JSON.stringify(texts))}`

export function useCompanyText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
