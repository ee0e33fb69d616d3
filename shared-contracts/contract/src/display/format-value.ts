import type { RecordColumn } from '../resource/record-column.ts'
import { choiceLabel } from '../text/choices.ts'
import { htmlText } from '../text/html.ts'
import type { Locale } from '../text/text.ts'
import { formatCount, formatDate, formatDateTime, formatEnd, formatPercent, formatPrice, formatYen } from './format.ts'

/** The ids that a field of the kind `references` holds; none where it is empty or the role may not see it. */
export function idsIn(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []
}

export const booleanTexts = { true: { ja: 'はい', en: 'Yes' }, false: { ja: 'いいえ', en: 'No' } } as const

const untilTexts = { ja: '{{end}}まで', en: 'through {{end}}' } as const

/** The separator of list items in running text. */
export const listSeparator = (language: Locale): string => (language === 'ja' ? '、' : ', ')

/** Label of a key of a choice or boolean. */
export function keyText(field: Pick<RecordColumn, 'kind' | 'choices'>, key: string, language: Locale): string {
  if (field.kind === 'boolean') return booleanTexts[key === 'true' ? 'true' : 'false'][language]
  return (field.choices && choiceLabel(field.choices, key)?.[language]) ?? key
}

/** Text for an empty value: its meaning, if the field defines one. */
export function emptyText({ empty }: RecordColumn, language: Locale): string {
  return empty?.[language] ?? '—'
}

/** Formats a value for display. Phone numbers such as 03-1234-5678 stay as stored, because users copy them into other systems. */
export function formatValue(field: RecordColumn, value: unknown, language: Locale): string | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  switch (field.kind) {
    case 'money':
      return (field.decimals ? formatPrice : formatYen)(String(value), language)
    case 'rate':
      return formatPercent(String(value), language, field.decimals ?? 3)
    case 'integer':
      return formatCount(Number(value), language)
    case 'date':
      return formatDate(String(value), language)
    case 'datetime':
      return field.end
        ? untilTexts[language].replace('{{end}}', formatEnd(String(value), language))
        : formatDateTime(String(value), language)
    case 'boolean':
    case 'choice':
      return keyText(field, String(value), language)
    case 'choices':
      return [value]
        .flat()
        .map((key) => keyText(field, String(key), language))
        .join(listSeparator(language))
    case 'references':
      return idsIn(value)
        .map((id) => `#${id}`)
        .join(listSeparator(language))
    case 'html':
      return htmlText(String(value))
    case 'object':
      return field.describe?.(value, language) ?? String(value)
    default:
      return String(value)
  }
}
