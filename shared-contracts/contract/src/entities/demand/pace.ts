import * as v from 'valibot'
import { choice, money, share } from '../../field/field.ts'
import { defineChoices } from '../../text/choices.ts'
import { japanDay, japanOffset } from '../../value/japan-offset.ts'

const dayLength = 86_400_000

/** Days of delivery that the weekday curve and the forecast are derived from: four whole weeks. */
export const paceDays = 28
/** The curve needs two of every weekday, the forecast one week. */
export const [daysForCurve, daysForForecast] = [14, 7]
/** Spend within 10 % of the plan is on pace. */
export const paceTolerance = 0.1
/** Quantile of the normal distribution for a range that contains the outcome in 8 of 10 cases, if days vary as before. */
const quantile = 1.2816

/** What was spent in yen on a day (`YYYY-MM-DD`, JST). */
export interface DaySpend {
  readonly day: string
  readonly gross: number
}

/**
 * A budget in yen for a period (instants, `end` excluded), and its spend up to and including the day `through`. Ordered
 * quantities are compared in the same way, with units instead of yen.
 */
export interface SpendPlan {
  readonly budget: number
  readonly start: Date
  readonly end: Date
  readonly through: string
  readonly spent: number
  /** Days of the period up to `through`, without gaps; at most the last `paceDays`. */
  readonly days: readonly DaySpend[]
}

const startOf = (day: string) => Date.parse(day) - japanOffset
const dayOf = (time: number) => japanDay(new Date(time))
const weekdayOf = (day: string) => new Date(day).getUTCDay()
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The part of a day (0 to 1) that is within a period. */
function partOf(day: string, { start, end }: Pick<SpendPlan, 'start' | 'end'>): number {
  const from = Math.max(startOf(day), start.getTime())
  const to = Math.min(startOf(day) + dayLength, end.getTime())
  return Math.max(0, to - from) / dayLength
}

/**
 * Sums the days between two instants, each weighted by its weekday (0: Sunday) and by the part of it in between. Whole weeks
 * are multiplied, so the cost does not depend on the length of the period.
 */
function weightBetween(from: number, to: number, curve: readonly number[]): number {
  if (to <= from) return 0
  const weeks = Math.floor((to - from) / (7 * dayLength))
  const rest = from + weeks * 7 * dayLength
  const first = startOf(dayOf(rest))
  const days = Array.from({ length: 8 }, (_, index) => dayOf(first + index * dayLength))
  const within = { start: new Date(rest), end: new Date(to) }
  return days.reduce(
    (sum, day) => sum + partOf(day, within) * (curve[weekdayOf(day)] ?? 1),
    weeks * curve.reduce((sum, weight) => sum + weight, 0),
  )
}

/** The spend of each weekday (0: Sunday) relative to an average day; all equal until every weekday is known twice. */
function curveOf(days: readonly DaySpend[], plan: SpendPlan): readonly number[] {
  const whole = days.filter(({ day }) => partOf(day, plan) === 1)
  const average = whole.length === 0 ? 0 : mean(whole.map(({ gross }) => gross))
  return Array.from({ length: 7 }, (_, weekday) => {
    const own = whole.filter(({ day }) => weekdayOf(day) === weekday).map(({ gross }) => gross)
    return whole.length < daysForCurve || average === 0 || own.length === 0 ? 1 : mean(own) / average
  })
}

/** Spend against plan. */
export const paceStates = defineChoices('pace_state', [
  { key: 'behind', label: { ja: '遅れ', en: 'Behind' }, colour: 'warning' },
  { key: 'on_pace', label: { ja: '予定どおり', en: 'On pace' }, colour: 'success' },
  { key: 'ahead', label: { ja: '超過', en: 'Ahead' }, colour: 'warning' },
])
export type PaceState = (typeof paceStates.keys)[number]

/** Reasons to check a pace, most urgent first: the budget will be spent by the end of today, or spend is off the plan. */
export const paceAlarms = defineChoices('pace_alarm', [
  { key: 'spent_today', label: { ja: '本日で消化', en: 'Spent today' }, colour: 'error' },
  { key: 'behind', label: { ja: '遅れ', en: 'Behind' }, colour: 'warning' },
  { key: 'ahead', label: { ja: '超過', en: 'Ahead' }, colour: 'warning' },
])
export type PaceAlarm = (typeof paceAlarms.keys)[number]

/** Expected spend at the end of the period, in yen: most likely, and the range of 8 in 10 cases. Never above the budget, where delivery stops. */
export interface SpendForecast {
  readonly low: number
  readonly likely: number
  readonly high: number
}

export interface Pace {
  /** Planned spend by the end of `through`, in yen. */
  readonly planned: number
  /** Spend above the plan, in yen; negative: below it. */
  readonly gap: number
  /** Spent divided by planned, to four decimals. */
  readonly ratio: number
  readonly state: (typeof paceStates.keys)[number]
  /** Null until there are enough days of delivery, and after the end. */
  readonly forecast: SpendForecast | null
  /** Daily spend that is needed from now on to spend the budget by the end, in yen; null after the end. */
  readonly daily_to_spend: number | null
  /**
   * The day (`YYYY-MM-DD`, JST) on which the budget will be spent if the days to come spend as those so far. Null if it lasts
   * until the end or is spent already, and until there is a forecast.
   */
  readonly runs_out_on: string | null
}

/** The alarm of a pace on a day (`YYYY-MM-DD`, JST); null if it is on plan. */
export function paceAlarm({ state, runs_out_on }: Pick<Pace, 'state' | 'runs_out_on'>, today: string): PaceAlarm | null {
  if (runs_out_on !== null && runs_out_on <= today) return 'spent_today'
  return state === 'on_pace' ? null : state
}

/**
 * Compares spend with the plan (spec/domain "Pace"): the budget spread over the period by the weekday curve of the last
 * four weeks. Null before the first whole or partial day of the period is over.
 */
export function paceOf(plan: SpendPlan): Pace | null {
  const { budget, spent } = plan
  const curve = curveOf(plan.days, plan)
  const [start, end] = [plan.start.getTime(), plan.end.getTime()]
  const now = Math.min(Math.max(startOf(plan.through) + dayLength, start), end)
  const [passed, remaining] = [weightBetween(start, now, curve), weightBetween(now, end, curve)]
  if (passed === 0) return null
  const planned = (budget * passed) / (passed + remaining)
  const ratio = Math.round((spent / planned) * 1e4) / 1e4
  const daysLeft = (end - now) / dayLength
  const rates = ratesOf(plan, curve)
  const known = rates.length >= daysForForecast && remaining > 0
  return {
    planned: Math.round(planned),
    gap: Math.round(spent - planned),
    ratio,
    state: ratio < 1 - paceTolerance ? 'behind' : ratio > 1 + paceTolerance ? 'ahead' : 'on_pace',
    forecast: known ? forecastOf(plan, rates, remaining) : null,
    daily_to_spend: daysLeft === 0 ? null : Math.ceil(Math.max(0, budget - spent) / Math.max(1, daysLeft)),
    runs_out_on: known ? lastDayOf(budget - spent, mean(rates), { now, remaining, curve }) : null,
  }
}

/** Spend of each day so far, normalised to an average weekday. */
function ratesOf(plan: SpendPlan, curve: readonly number[]): readonly number[] {
  return plan.days.flatMap(({ day, gross }) => {
    const weight = partOf(day, plan) * (curve[weekdayOf(day)] ?? 1)
    return weight > 0 ? [gross / weight] : []
  })
}

function forecastOf({ budget, spent }: SpendPlan, rates: readonly number[], remaining: number): SpendForecast {
  const rate = mean(rates)
  // A curve of seven weekdays is fitted to these very days, so they deviate from it less than later ones will.
  const fitted = rates.length < daysForCurve ? 1 : 7
  const variance = rates.reduce((total, value) => total + (value - rate) ** 2, 0) / (rates.length - fitted)
  // Future days vary, and the average of past days is itself uncertain.
  const spread = quantile * Math.sqrt(variance * (remaining + remaining ** 2 / rates.length))
  const limit = Math.max(budget, spent)
  const within = (amount: number) => Math.round(Math.min(limit, Math.max(spent, amount)))
  const likely = spent + rate * remaining
  return { low: within(likely - spread), likely: within(likely), high: within(likely + spread) }
}

/** The remaining days: from `now` to the end, `remaining` days of average weight. */
interface DaysAhead {
  readonly now: number
  readonly remaining: number
  readonly curve: readonly number[]
}

/** The day on which the amount `left` will be spent at a daily rate; null if not before the end. Skips whole weeks at once. */
function lastDayOf(left: number, rate: number, { now, remaining, curve }: DaysAhead): string | null {
  if (left <= 0 || rate * remaining <= left) return null
  const week = rate * curve.reduce((sum, weight) => sum + weight, 0)
  const weeks = Math.max(0, Math.ceil(left / week) - 1)
  let day = dayOf(now + weeks * 7 * dayLength)
  for (let rest = left - weeks * week; ; day = dayOf(startOf(day) + dayLength)) {
    rest -= rate * (curve[weekdayOf(day)] ?? 1)
    // Amounts have at most six decimals; the rest is rounding error.
    if (rest <= 1e-6) return day
  }
}

const amount = v.number()

/** `Pace` in a response. */
export const paceSchema = v.object({
  planned: amount,
  gap: amount,
  ratio: v.number(),
  state: v.picklist(paceStates.keys),
  forecast: v.nullable(v.object({ low: amount, likely: amount, high: amount })),
  daily_to_spend: v.nullable(amount),
  runs_out_on: v.nullable(v.string()),
})

/** The fields of a record whose spend is compared with a plan; `of` is the field of its budget. */
export const paceFields = <const B extends string>(of: B) => ({
  pace_state: choice({ label: { ja: 'ペースの状態', en: 'Pace status' }, choices: paceStates, access: 'read' }),
  pace_rate: share({
    label: { ja: 'ペース', en: 'Pace' },
    access: 'read',
    meter: { share: 'spent_rate', planned: 'planned_spend', of, state: 'pace_state' },
  }),
  spent_rate: share({ label: { ja: '消化率', en: 'Budget spent' }, access: 'read' }),
  planned_spend: money({ label: { ja: '現時点の計画', en: 'Planned by now' }, access: 'read' }),
  forecast: money({ label: { ja: '着地予想', en: 'Forecast' }, access: 'read' }),
})
