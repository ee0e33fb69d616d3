import type { Field, Fields } from './field-type.ts'
import { halfWidth } from '../text/half-width.ts'
import { htmlText } from '../text/html.ts'
import { oneLine } from '../text/one-line.ts'
import { trimmed, withoutTurns } from '../text/trimmed.ts'
import { parseAmount } from '../value/parse-amount.ts'
import { parseDay, parseInstant } from '../value/parse-moment.ts'

/** An address up to the sign that ends its host, in either width. */
const origin = /^[^:：/／?？#＃]+[:：][/／]{2}[^/／?？#＃]*[/／?？#＃]?/u

/** The rest of an address is kept as typed: full-width signs there are characters of the path, and lead elsewhere as half-width ones. */
function withHalfWidthOrigin(url: string): string {
  return url.replace(origin, halfWidth)
}

/**
 * Normalises user input to its stored form:
 * - trims blanks and invisible characters, drops signs that turn the direction of a text, and joins the lines of a text that has
 *   one line;
 * - parses the various notations of amounts, days and times;
 * - converts full-width digits, signs and Latin letters to half-width where the field accepts nothing else, such as in the
 *   scheme and host of an address;
 * - maps empty input, rich text without any text, and empty lists of choices or references to null.
 *
 * Input that cannot be parsed is returned unchanged, so that the schema rejects it.
 */
export function normaliseValue({ kind, end, isCode }: Pick<Field, 'kind' | 'end' | 'isCode'>, value: unknown): unknown {
  if ((kind === 'choices' || kind === 'references') && Array.isArray(value) && value.length === 0) return null
  // Sorts ids so that the same set of records is the same value.
  if (kind === 'references' && Array.isArray(value)) return value.toSorted((a, b) => Number(a) - Number(b))
  if (typeof value !== 'string') return value
  const given = trimmed(kind === 'text' ? oneLine(value) : withoutTurns(value))
  if (given === '') return null
  const half = given.normalize('NFKC')
  switch (kind) {
    case 'html':
      return htmlText(given) === '' ? null : given
    case 'text':
    case 'multiline':
      return isCode ? half : given
    case 'digits':
      return half.replace(/[-‐-―−ー()\s]/gu, '')
    case 'zip':
      return half.replace(/[‐-―−ー]/gu, '-').replace(/^〒? ?(\d{3})-?(\d{4})$/u, '$1-$2')
    case 'money':
    case 'rate':
      return parseAmount(given, kind) ?? given
    case 'integer': {
      const amount = parseAmount(given, kind)
      return amount === null ? given : Number(amount)
    }
    case 'date':
      return parseDay(given) ?? given
    case 'datetime':
      return parseInstant(given, { end: end === true }) ?? given
    case 'url':
      return withHalfWidthOrigin(given)
    case 'choice':
      return half
    default:
      return given
  }
}

export function normaliseBody(fields: Fields, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return [name, field ? normaliseValue(field, value) : value]
    }),
  )
}
