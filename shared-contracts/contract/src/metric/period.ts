import * as v from 'valibot'
import { defineChoices } from '../text/choices.ts'
import { message } from '../text/message.ts'
import { isKeyOf } from '../value/keys.ts'
import { japanDay } from '../value/japan-offset.ts'

/** Days `YYYY-MM-DD` in JST, both inclusive (spec/domain "Days"). */
export interface Period {
  readonly from: string
  readonly to: string
}

/** Maximum range of a period of delivery in days: thirteen months. */
export const reportMaximumDays = 400

/** The years of delivery: its files, periods and reports are of no other days. */
export const deliveryYears = { first: 2000, last: 2099 } as const

const dayLength = 86_400_000

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
}

/** Number of days in a period, both ends included; 0 or less if the end precedes the start. */
export function dayCount({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayLength) + 1
}

/** The period as long as another one that ends on the day before it. */
export function periodBefore(period: Period): Period {
  return { from: addDays(period.from, -dayCount(period)), to: addDays(period.from, -1) }
}

/** Periods that move with the day. A week begins on Monday. */
export const periods = defineChoices('period', [
  { key: 'today', label: { ja: '今日', en: 'Today' } },
  { key: 'yesterday', label: { ja: '昨日', en: 'Yesterday' } },
  { key: 'this_week', label: { ja: '今週', en: 'This week' } },
  { key: 'last_week', label: { ja: '先週', en: 'Last week' } },
  { key: 'last_7_days', label: { ja: '過去7日間', en: 'Last 7 days' } },
  { key: 'last_30_days', label: { ja: '過去30日間', en: 'Last 30 days' } },
  { key: 'this_month', label: { ja: '今月', en: 'This month' } },
  { key: 'last_month', label: { ja: '先月', en: 'Last month' } },
])
export type PeriodName = (typeof periods.keys)[number]

const monthStart = (day: string) => `${day.slice(0, 7)}-01`
const weekStart = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** The days of each named period; `today` is `japanDay`. */
export const namedPeriods: Readonly<Record<PeriodName, (today: string) => Period>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  this_week: (today) => ({ from: weekStart(today), to: today }),
  last_week: (today) => ({ from: addDays(weekStart(today), -7), to: addDays(weekStart(today), -1) }),
  last_7_days: (today) => ({ from: addDays(today, -7), to: addDays(today, -1) }),
  last_30_days: (today) => ({ from: addDays(today, -30), to: addDays(today, -1) }),
  this_month: (today) => ({ from: monthStart(today), to: today }),
  last_month: (today) => {
    const to = addDays(monthStart(today), -1)
    return { from: monthStart(to), to }
  },
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

function isInYears(day: string): boolean {
  const year = Number(day.slice(0, 4))
  return year >= deliveryYears.first && year <= deliveryYears.last
}

/** Validates a period. Returns a message for `validationText`, or null. */
export function daysError(period: Period): string | null {
  if (!isDay(period.from) || !isDay(period.to)) return message('date')
  if (!isInYears(period.from) || !isInYears(period.to)) return message('day_years', String(deliveryYears.first), String(deliveryYears.last))
  const days = dayCount(period)
  if (days < 1) return message('days_order')
  return days > reportMaximumDays ? message('period_too_long', reportMaximumDays) : null
}

function rangeOf(text: string): Period {
  const [from = '', to = ''] = text.split('..')
  return { from, to }
}

/** A period in an address: a name, which moves with the day, or days (`2026-11-01..2026-11-20`). */
export const periodParameter = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || isKeyOf(namedPeriods, dataset.value)) return
    const fault = daysError(rangeOf(dataset.value))
    if (fault !== null) addIssue({ message: fault })
  }),
)

/** The period that is meant where none is given. */
export const defaultPeriod: PeriodName = 'last_30_days'

/** The days of a valid {@link periodParameter}. */
export function daysOfPeriod(parameter: string = defaultPeriod, today: string = japanDay()): Period {
  return isKeyOf(namedPeriods, parameter) ? namedPeriods[parameter](today) : rangeOf(parameter)
}

/** Days as a {@link periodParameter}. */
export const periodText = ({ from, to }: Period): string => `${from}..${to}`
