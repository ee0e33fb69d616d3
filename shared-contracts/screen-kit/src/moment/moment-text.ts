import { lastDay, type Field } from '@adsite/contract'
import { formatDate, type Language } from '@adsite/i18n'

const japanOffset = 9 * 3_600_000

/** The clock in Japan at an instant: `HH:mm`, with seconds where there are some. */
function clockText(instant: string): string {
  return new Date(Date.parse(instant) + japanOffset).toISOString().slice(11, 19).replace(/:00$/u, '')
}

/** The day and the time (`24:00` where a period ends with the day) that an instant is in Japan. */
export function partsOf({ end }: Pick<Field, 'end'>, instant: string): { day: string; clock: string } {
  const last = end ? lastDay(instant) : null
  if (last !== null) return { day: last, clock: '24:00' }
  return { day: new Date(Date.parse(instant) + japanOffset).toISOString().slice(0, 10), clock: clockText(instant) }
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/u.test(value) && !Number.isNaN(Date.parse(value))
const isInstant = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value) && !Number.isNaN(Date.parse(value))

/** A day or an instant as its input shows it, so that it is read again as the same; what is neither stays as it was typed. */
export function momentText(field: Pick<Field, 'kind' | 'end'>, value: string | null, language: Language): string {
  if (value === null) return ''
  if (field.kind === 'date') return isDay(value) ? formatDate(value, language) : value
  if (!isInstant(value)) return value
  const { day, clock } = partsOf(field, value)
  return `${formatDate(day, language)} ${clock}`
}

/** The day that an input holds, for its calendar; null where it holds none. */
export function dayIn(field: Pick<Field, 'kind' | 'end'>, value: string | null): string | null {
  if (value === null) return null
  if (field.kind === 'date') return isDay(value) ? value : null
  return isInstant(value) ? partsOf(field, value).day : null
}
