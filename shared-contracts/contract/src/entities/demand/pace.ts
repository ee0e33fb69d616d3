import * as v from 'valibot'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { defineChoices } from '../../text/choices.ts'

const dayLength = 86_400_000
const jstOffset = 9 * 3_600_000

/** Days of delivery that the weekday curve and the forecast are derived from: four whole weeks. */
export const paceDays = 28
/** The curve needs every weekday twice, the forecast a week. */
export const [daysForCurve, daysForForecast] = [14, 7]
/** Spend within 10 % of the plan is on pace. */
export const paceTolerance = 0.1
/** The forecast's range holds the outcome in 8 of 10 cases, if days vary as they did: quantile of the normal distribution. */
const quantile = 1.2816

/** What was spent in yen on a day (`YYYY-MM-DD`, JST). */
export interface DaySpend {
  readonly day: string
  readonly gross: number
}

/** A budget in yen for a period (instants, `end` excluded), and what became of it up to and including the day `through`. */
export interface SpendPlan {
  readonly budget: number
  readonly start: Date
  readonly end: Date
  readonly through: string
  readonly spent: number
  /** Days of the period up to `through`, without gaps; at most the last `paceDays`. */
  readonly days: readonly DaySpend[]
}

const startOf = (day: string) => Date.parse(day) - jstOffset
const dayOf = (time: number) => new Date(time + jstOffset).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(day).getUTCDay()
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The part of a day (0 to 1) that is within a period. */
function partOf(day: string, { start, end }: Pick<SpendPlan, 'start' | 'end'>): number {
  const from = Math.max(startOf(day), start.getTime())
  const to = Math.min(startOf(day) + dayLength, end.getTime())
  return Math.max(0, to - from) / dayLength
}

/**
 * Days between two instants, each counted by the weight of its weekday (0: Sunday) and by its part between them. Whole
 * weeks weigh alike, so that the cost does not depend on the period.
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

/** How much of an average day each weekday (0: Sunday) takes; all alike until every one is known twice. */
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
  { key: 'ahead', label: { ja: '先行', en: 'Ahead' }, colour: 'warning' },
])

/** Expected spend at the end of the period, in yen: most likely, and the range of 8 in 10 cases. Never above the budget, where delivery stops. */
export interface SpendForecast {
  readonly low: number
  readonly likely: number
  readonly high: number
}

export interface Pace {
  /** What should have been spent by the end of `through`, in yen. */
  readonly planned: number
  /** Spent beyond the plan, in yen; negative: behind it. */
  readonly gap: number
  /** Spent divided by planned, to four decimals. */
  readonly ratio: number
  readonly state: (typeof paceStates.keys)[number]
  /** Null until there are enough days of delivery, and after the end. */
  readonly forecast: SpendForecast | null
  /** What a day has to spend from here on for the budget to be spent at the end, in yen; null after the end. */
  readonly daily_to_spend: number | null
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
  return {
    planned: Math.round(planned),
    gap: Math.round(spent - planned),
    ratio,
    state: ratio < 1 - paceTolerance ? 'behind' : ratio > 1 + paceTolerance ? 'ahead' : 'on_pace',
    forecast: forecastOf(plan, curve, remaining),
    daily_to_spend: daysLeft === 0 ? null : Math.ceil(Math.max(0, budget - spent) / Math.max(1, daysLeft)),
  }
}

function forecastOf(plan: SpendPlan, curve: readonly number[], remaining: number): SpendForecast | null {
  const { budget, spent, days } = plan
  const rates = days.flatMap(({ day, gross }) => {
    const weight = partOf(day, plan) * (curve[weekdayOf(day)] ?? 1)
    return weight > 0 ? [gross / weight] : []
  })
  if (rates.length < daysForForecast || remaining === 0) return null
  const rate = mean(rates)
  // A curve of seven weekdays follows the days that it is made of, which differ from it by less than later ones will.
  const fitted = rates.length < daysForCurve ? 1 : 7
  const variance = rates.reduce((total, value) => total + (value - rate) ** 2, 0) / (rates.length - fitted)
  // The days to come vary, and the average of the days so far is itself uncertain.
  const spread = quantile * Math.sqrt(variance * (remaining + remaining ** 2 / rates.length))
  const limit = Math.max(budget, spent)
  const within = (amount: number) => Math.round(Math.min(limit, Math.max(spent, amount)))
  const likely = spent + rate * remaining
  return { low: within(likely - spread), likely: within(likely), high: within(likely + spread) }
}

const amount = v.number()

/** Delivery of a record up to `through` (JST, included): counts as numbers, amounts as decimal strings; null means unknown. */
const delivered = {
  imps: v.nullable(v.number()),
  clicks: v.nullable(v.number()),
  conversions: v.nullable(v.number()),
  gross: v.string(),
}

export const campaignDeliveryEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/campaign/{id}/delivery',
  kind: 'get',
  permission: 'campaign.read',
  summary: 'What a campaign has delivered, its pace against the lifetime budget and the forecast at its end (whole yen)',
  response: v.object({
    data: v.object({
      /** The last day whose delivery is known, at most yesterday; null if nothing was ever delivered on this site. */
      through: v.nullable(v.string()),
      totals: v.object({ ...delivered, cpa: v.nullable(v.string()) }),
      /** The last 14 days up to `through`, days without delivery included. */
      days: v.array(v.object({ day: v.string(), ...delivered })),
      pace: v.nullable(
        v.object({
          planned: amount,
          gap: amount,
          ratio: v.number(),
          state: v.picklist(paceStates.keys),
          forecast: v.nullable(v.object({ low: amount, likely: amount, high: amount })),
          daily_to_spend: v.nullable(amount),
        }),
      ),
    }),
  }),
  success: 200,
})
