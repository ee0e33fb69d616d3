import { choiceLabel, htmlText, type Field } from '@adsite/contract'
import { formatCount, formatDate, formatDateTime, formatYen, type Language } from '@adsite/i18n'

/** Right-aligned with figures of equal width. */
export function isNumeric(field: Field): boolean {
  return field.kind === 'money' || field.kind === 'integer'
}

export const booleanTexts = { true: { ja: 'はい', en: 'Yes' }, false: { ja: 'いいえ', en: 'No' } } as const

/** Label of one key of a choice, or of a yes or no. */
export function keyText(field: Field, key: string, language: Language): string {
  if (field.kind === 'boolean') return booleanTexts[key === 'true' ? 'true' : 'false'][language]
  return (field.choices && choiceLabel(field.choices, key)?.[language]) ?? key
}

/** Digits in groups that readers know: 03-1234-5678 stays as stored, for it is copied into other systems. */
export function formatValue(field: Field, value: unknown, language: Language): string | null {
  if (value === null || value === undefined || value === '') return null
  switch (field.kind) {
    case 'money':
      return formatYen(value as string, language)
    case 'integer':
      return formatCount(value as number, language)
    case 'date':
      return formatDate(value as string, language)
    case 'datetime':
      return formatDateTime(value as string, language)
    case 'boolean':
    case 'choice':
      return keyText(field, String(value), language)
    case 'choices':
      return (value as string[]).map((key) => keyText(field, key, language)).join(language === 'ja' ? '、' : ', ')
    case 'html':
      return htmlText(String(value))
    default:
      return String(value)
  }
}
