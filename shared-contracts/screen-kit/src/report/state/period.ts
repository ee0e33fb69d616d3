import { addDays, dayCount, japanDay, namedPeriods, type Period, type PeriodName } from '@adsite/contract'

export function daysOf(period: Period): string[] {
  return Array.from({ length: dayCount(period) }, (_, index) => addDays(period.from, index))
}

/** The periods that reports suggest. */
export const presetNames: readonly PeriodName[] = ['yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month']

/** The default period; whole days only. */
export const defaultPeriod = (today: string): Period => namedPeriods.last_30_days(today)

/** The given number of whole days, up to yesterday in Japan. */
export function lastDays(days: number): Period {
  const today = japanDay()
  return { from: addDays(today, -days), to: addDays(today, -1) }
}
