import type { Field, Fields } from './field.ts'
import { htmlText } from '../text/html.ts'
import { parseAmount } from '../value/parse-amount.ts'
import { parseDay, parseInstant } from '../value/parse-moment.ts'

/**
 * What people type, as it is stored: spaces at the ends dropped; amounts, days and times read from whatever form they
 * are written in; full-width digits, signs and Latin letters made half-width where the field takes only those; an
 * emptied field is null, not '', and so is rich text without any text, and no choice or reference at all. What cannot
 * be read stays as it was typed, for the schema to refuse.
 */
export function normaliseValue({ kind, end }: Pick<Field, 'kind' | 'end'>, value: unknown): unknown {
  if ((kind === 'choices' || kind === 'references') && Array.isArray(value) && value.length === 0) return null
  // Ids in one order: the same records are the same value.
  if (kind === 'references' && Array.isArray(value)) return value.toSorted((a, b) => Number(a) - Number(b))
  if (typeof value !== 'string') return value
  const trimmed = value.trim()
  if (trimmed === '') return null
  const half = trimmed.normalize('NFKC')
  switch (kind) {
    case 'html':
      return htmlText(trimmed) === '' ? null : trimmed
    case 'text':
    case 'multiline':
      return trimmed
    case 'digits':
      return half.replace(/[-‐-―−ー()\s]/gu, '')
    case 'zip':
      return half.replace(/[‐-―−ー]/gu, '-').replace(/^〒? ?(\d{3})-?(\d{4})$/u, '$1-$2')
    case 'money':
    case 'rate':
      return parseAmount(trimmed, kind) ?? trimmed
    case 'integer': {
      const amount = parseAmount(trimmed, kind)
      return amount === null ? trimmed : Number(amount)
    }
    case 'date':
      return parseDay(trimmed) ?? trimmed
    case 'datetime':
      return parseInstant(trimmed, { end: end === true }) ?? trimmed
    default:
      return half
  }
}

export function normaliseBody(fields: Fields, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Object.hasOwn(fields, name) ? normaliseValue(fields[name]!, value) : value]),
  )
}
