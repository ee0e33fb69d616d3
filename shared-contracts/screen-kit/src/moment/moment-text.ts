import { japanDay, japanOffset, lastDay, type Field } from '@adsite/contract'
import { formatDate, type Language } from '@adsite/i18n'

/** Time of day in Japan: `HH:mm`, with seconds if not zero. */
function clockText(instant: string): string {
  return new Date(Date.parse(instant) + japanOffset).toISOString().slice(11, 19).replace(/:00$/u, '')
}

/** The day and time of an instant in Japan (`24:00` if the instant ends a period at the end of a day). */
export function partsOf({ end }: Pick<Field, 'end'>, instant: string): { day: string; clock: string } {
  const last = end ? lastDay(instant) : null
  if (last !== null) return { day: last, clock: '24:00' }
  return { day: japanDay(new Date(instant)), clock: clockText(instant) }
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/u.test(value) && !Number.isNaN(Date.parse(value))
const isInstant = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value) && !Number.isNaN(Date.parse(value))

/** Formats a day or an instant so that parsing returns the same value; anything else stays as typed. */
export function momentText(field: Pick<Field, 'kind' | 'end'>, value: string | null, language: Language): string {
  if (value === null) return ''
  if (field.kind === 'date') return isDay(value) ? formatDate(value, language) : value
  if (!isInstant(value)) return value
  const { day, clock } = partsOf(field, value)
  return `${formatDate(day, language)} ${clock}`
}

/** The day an input contains, for its calendar; null if none. */
export function dayIn(field: Pick<Field, 'kind' | 'end'>, value: string | null): string | null {
  if (value === null) return null
  if (field.kind === 'date') return isDay(value) ? value : null
  return isInstant(value) ? partsOf(field, value).day : null
}
