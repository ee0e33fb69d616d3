import { japanToday, message, reportMaximumDays } from '@adsite/contract'

/** Days `YYYY-MM-DD` in JST, both inclusive (spec/domain "Days"). */
export interface Period {
  readonly from: string
  readonly to: string
}

const dayLength = 86_400_000
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
}

/** Number of days in a period, both ends included; 0 or less if the end precedes the start. */
export function dayCount({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayLength) + 1
}

export function daysOf(period: Period): string[] {
  return Array.from({ length: dayCount(period) }, (_, index) => addDays(period.from, index))
}

function monthStart(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** Preset periods by name; `today` is `japanToday`. */
export const presets = {
  yesterday: (today: string) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  last7: (today: string) => ({ from: addDays(today, -7), to: addDays(today, -1) }),
  last30: (today: string) => ({ from: addDays(today, -30), to: addDays(today, -1) }),
  thisMonth: (today: string) => ({ from: monthStart(today), to: today }),
  lastMonth: (today: string) => {
    const to = addDays(monthStart(today), -1)
    return { from: monthStart(to), to }
  },
} as const satisfies Record<string, (today: string) => Period>

export type PresetName = keyof typeof presets
// oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a constant object
export const presetNames = Object.keys(presets) as PresetName[]

/** The default period; whole days only. */
export function defaultPeriod(today: string): Period {
  return presets.last30(today)
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}

/** Validates a period. Returns a message for `validationText`, or null. */
export function periodError(period: Period): string | null {
  if (!isDay(period.from) || !isDay(period.to)) return message('date')
  const days = dayCount(period)
  if (days < 1) return message('period_order')
  return days > reportMaximumDays ? message('period_too_long', reportMaximumDays) : null
}

/** The given number of whole days, up to yesterday in Japan. */
export function lastDays(days: number): Period {
  const today = japanToday()
  return { from: addDays(today, -days), to: addDays(today, -1) }
}
