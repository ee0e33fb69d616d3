import type { Language } from '@adsite/i18n'
import dayjs, { type Dayjs } from 'dayjs'

const offset = '+09:00'
const offsetMilliseconds = 9 * 3_600_000

/** The wall clock in Japan at an instant, `YYYY-MM-DDTHH:mm:ss`. Japan has no daylight saving time. */
export function wallClock(instant: string): string {
  return new Date(Date.parse(instant) + offsetMilliseconds).toISOString().slice(0, 19)
}

/** The instant (ISO, UTC) at which clocks in Japan show `wall`, `YYYY-MM-DDTHH:mm:ss`. */
export function instantOf(wall: string): string {
  return new Date(`${wall}${offset}`).toISOString()
}

/**
 * antd's pickers show and take the browser's own time. To have everybody enter Japanese time, a picker
 * is given a local time whose wall clock reads as Japan's, and its answer is read back the same way.
 */
export function toPicker(instant: string | null): Dayjs | null {
  return instant ? dayjs(wallClock(instant)) : null
}

export function fromPicker(value: Dayjs | null): string | null {
  return value?.isValid() ? instantOf(value.format('YYYY-MM-DDTHH:mm:00')) : null
}

/** How pickers write a day: as `formatDate` does. */
export function dayFormat(language: Language): string {
  return language === 'ja' ? 'YYYY/MM/DD' : 'MM/DD/YYYY'
}

/** Days (`YYYY-MM-DD`) have no zone. */
export function dayToPicker(day: string | null): Dayjs | null {
  return day ? dayjs(day) : null
}

export function dayFromPicker(value: Dayjs | null): string | null {
  return value?.isValid() ? value.format('YYYY-MM-DD') : null
}
