import { choiceLabel, type Field } from '@adsite/contract'
import { formatCount, formatDate, formatDateTime, formatYen, type Language } from '@adsite/i18n'

/** Right-aligned with figures of equal width. */
export function isNumeric(field: Field): boolean {
  return field.kind === 'money' || field.kind === 'integer'
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
    case 'choice':
      return (field.choices && choiceLabel(field.choices, String(value))?.[language]) ?? String(value)
    default:
      return String(value)
  }
}
