import * as v from 'valibot'
import { halfWidth } from '../text/half-width.ts'
import { message } from '../text/message.ts'
import { oneLine } from '../text/one-line.ts'
import { isStorable } from '../text/storable.ts'
import { trimmed, withoutTurns } from '../text/trimmed.ts'
import { grouped } from '../value/grouped.ts'
import { hasTime, parseInstant } from '../value/parse-moment.ts'

const wholeDigits = 12

/** Validates the format of an amount. With `yen`, the message mentions yen. */
export function amountError(text: string, { decimals, min, yen = false }: { decimals: number; min: number; yen?: boolean }): string {
  if (!/^-?\d+(\.\d+)?$/u.test(text)) return message('number')
  if (text.startsWith('-')) return message(yen ? 'min_yen' : 'min', min)
  const [whole = '', fraction = ''] = text.split('.')
  if (whole.length > wholeDigits) return message(yen ? 'max_yen' : 'max', grouped('9'.repeat(wholeDigits)))
  if (fraction.length > decimals && decimals > 0) return message('decimals', decimals)
  return message('whole_yen')
}

/** What somebody writes to others, as `normaliseValue` stores it. */
export const writing = v.pipe(
  v.string(message('required')),
  v.transform((text) => trimmed(withoutTurns(text))),
)

/** A writing of at most `max` characters, such as a reason. */
export const writtenText = <M extends number>(max: M) =>
  v.pipe(writing, v.regex(/\S/u, message('required')), v.maxLength(max, message('too_long')))

/** A name of at most `max` characters that is no field of a resource; it is put on one line, as `normaliseValue` does. */
export const nameOf = <M extends number>(max: M) => v.pipe(v.string(message('required')), v.transform(oneLine), writtenText(max))

/** An instant on a day in Japan, or at its end. */
const moment = (end: boolean) =>
  v.pipe(
    v.string(message('date')),
    v.isoTimestamp(message('date')),
    v.check((instant) => !v.ISO_TIMESTAMP_REGEX.test(instant) || parseInstant(instant, { end }) !== null, message('date')),
  )

/** Validators for single values, used by fields and by calls without a resource (login, invitation …). */
export const checks = {
  url: v.pipe(
    v.string(message('url')),
    v.regex(/^https?:\/\/[^\s/?#]+\.?[^\s]*$/iu, message('url')),
    v.maxLength(2048, message('too_long')),
  ),
  /** What names are searched for. */
  search: v.pipe(v.string(), v.maxLength(255, message('too_long')), v.check(isStorable, message('characters'))),
  zip: v.pipe(v.string(message('zip')), v.regex(/^\d{3}-\d{4}$/u, message('zip'))),
  email: v.pipe(
    v.string(message('required')),
    v.transform((address) => halfWidth(trimmed(address))),
    v.minLength(1, message('required')),
    v.maxLength(254, message('too_long')),
    v.email(message('email')),
  ),
  /** An amount as a decimal string: up to 12 integer digits and 6 decimals. */
  amount: v.pipe(
    v.string(message('number')),
    v.regex(/^\d{1,12}(\.\d{1,6})?$/u, ({ input }) => amountError(input, { decimals: 6, min: 0 })),
  ),
  share: v.pipe(v.string(message('number')), v.regex(/^\d{1,9}(\.\d{1,3})?$/u, message('number'))),
  rate: v.pipe(v.string(message('rate')), v.regex(/^\d{1,2}(\.\d{1,3})?$/u, message('rate'))),
  date: v.pipe(
    v.string(message('date')),
    v.isoDate(({ input }) => message(hasTime(input) ? 'date_only' : 'date')),
    v.check((day) => !v.ISO_DATE_REGEX.test(day) || new Date(day).toISOString().startsWith(day), message('date')),
  ),
  datetime: moment(false),
  /** Ends a period. */
  end: moment(true),
  id: v.pipe(v.number(message('number')), v.safeInteger(message('number')), v.minValue(1, message('number'))),
  /** Optimistic-locking version of a record, limited to the range of its column. */
  version: v.pipe(
    v.number(message('number')),
    v.safeInteger(message('number')),
    v.minValue(1, message('number')),
    v.maxValue(2 ** 31 - 1, message('number')),
  ),
} as const
