import type { Text } from '@adsite/contract'

/** What a yes-or-no field says, by its value as a query writes it. */
export const booleanTexts: Readonly<Record<'true' | 'false', Text>> = {
  true: { ja: 'はい', en: 'Yes' },
  false: { ja: 'いいえ', en: 'No' },
}
