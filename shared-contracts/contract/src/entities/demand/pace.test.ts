import { describe, expect, test } from 'vitest'
import { paceAlarm, paceDays, paceOf, type SpendPlan } from './pace.ts'

const jst = (text: string) => new Date(`${text}+09:00`)
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** A plan of October 2026 (31 days), with what was spent on each of its days so far. */
function october(spends: readonly number[], more: Partial<SpendPlan> = {}): SpendPlan {
  const days = spends.map((gross, index) => ({ day: dayAfter('2026-10-01', index), gross }))
  return {
    budget: 310_000,
    start: jst('2026-10-01T00:00'),
    end: jst('2026-11-01T00:00'),
    through: days.at(-1)?.day ?? '2026-09-30',
    spent: spends.reduce((sum, gross) => sum + gross, 0),
    days: days.slice(-paceDays),
    ...more,
  }
}
const alike = (count: number, gross: number) => Array.from({ length: count }, () => gross)

test('a budget is spread evenly over the days until every weekday is known twice', () => {
  expect(paceOf(october(alike(10, 10_000)))).toMatchObject({ planned: 100_000, gap: 0, ratio: 1, state: 'on_pace', daily_to_spend: 10_000 })
  expect(paceOf(october(alike(10, 8000)))).toMatchObject({ planned: 100_000, gap: -20_000, ratio: 0.8, state: 'behind' })
  expect(paceOf(october(alike(10, 12_000)))).toMatchObject({ gap: 20_000, state: 'ahead' })
})

test('a tenth more or less is on pace', () => {
  const state = (gross: number) => paceOf(october(alike(10, gross)))?.state
  expect([state(8999), state(9000), state(11_000), state(11_001)]).toEqual(['behind', 'on_pace', 'on_pace', 'ahead'])
})

test('then the own weekdays decide: a campaign that rests at weekends is not behind on a Monday', () => {
  const weekday = (index: number) => new Date(dayAfter('2026-10-01', index)).getUTCDay()
  const resting = (count: number) => Array.from({ length: count }, (_, index) => (weekday(index) % 6 === 0 ? 0 : 14_000))
  // 22 weekdays in October; the 25th is a Sunday, and 17 of them are over.
  const pace = paceOf(october(resting(25)))
  expect(pace).toMatchObject({ planned: Math.round((310_000 * 17) / 22), state: 'on_pace' })
  // Five weekdays are left, and they spend alike: nothing is uncertain.
  expect(pace?.forecast).toEqual({ low: 308_000, likely: 308_000, high: 308_000 })
})

test('a period that begins and ends within a day counts its part of it', () => {
  const plan = october(alike(1, 5000), { start: jst('2026-10-01T12:00'), end: jst('2026-10-03T00:00'), budget: 15_000 })
  expect(paceOf(plan)).toMatchObject({ planned: 5000, ratio: 1, daily_to_spend: 10_000 })
  // The half day says nothing of its weekday.
  const known = october([5000, ...alike(14, 10_000)], { start: jst('2026-10-01T12:00'), budget: 305_000 })
  expect(paceOf(known)).toMatchObject({ planned: 145_000, gap: 0, forecast: { low: 305_000, likely: 305_000, high: 305_000 } })
  // In half a day nobody spends what a whole one would.
  expect(paceOf(october(alike(10, 10_000), { end: jst('2026-10-11T12:00'), budget: 105_000 }))).toMatchObject({ daily_to_spend: 5000 })
})

describe('the forecast', () => {
  test('is not known before a week', () => {
    expect(paceOf(october(alike(6, 8000)))?.forecast).toBeNull()
    expect(paceOf(october(alike(7, 8000)))?.forecast).toEqual({ low: 248_000, likely: 248_000, high: 248_000 })
  })

  test('has a range that grows with how much the days differ, and lies between what is spent and the budget', () => {
    const uneven = (by: number) => Array.from({ length: 12 }, (_, index) => 8000 + (index % 2 === 0 ? by : -by))
    const [little, much] = [paceOf(october(uneven(500)))?.forecast, paceOf(october(uneven(6000)))?.forecast]
    expect(little?.likely).toBe(248_000)
    expect(little!.low).toBeGreaterThan(much!.low)
    expect(little!.high).toBeLessThan(much!.high)
    const over = paceOf(october(alike(10, 30_000)))
    expect(over).toMatchObject({ forecast: { low: 310_000, likely: 310_000, high: 310_000 }, daily_to_spend: 477 })
    const overspent = paceOf(october(alike(10, 10_000), { budget: 90_000 }))
    expect(overspent).toMatchObject({ forecast: { low: 100_000, likely: 100_000, high: 100_000 }, daily_to_spend: 0 })
  })

  test('holds what happens in about 8 of 10 cases', () => {
    // A fixed sequence of pseudo-random numbers between 0 and 1, so that the test cannot fail by chance.
    let seed = 1
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const cases = Array.from({ length: 400 }, () => {
      const month = Array.from({ length: 31 }, () => 4000 + 6000 * random())
      const { forecast } = paceOf(october(month.slice(0, 20), { budget: 1_000_000 }))!
      const outcome = month.reduce((sum, gross) => sum + gross, 0)
      return forecast!.low <= outcome && outcome <= forecast!.high
    })
    const share = cases.filter(Boolean).length / cases.length
    expect(share).toBeGreaterThan(0.72)
    expect(share).toBeLessThan(0.9)
  })
})

describe('the day on which the budget is spent', () => {
  const runsOutOn = (spends: readonly number[], more?: Partial<SpendPlan>) => paceOf(october(spends, more))?.runs_out_on

  test('is that on which what is left is used up, if it is before the end', () => {
    // 210,000 yen are left after ten days: ten days of 20,000 and half an eleventh.
    expect(runsOutOn(alike(10, 20_000), { budget: 410_000 })).toBe('2026-10-21')
    expect(runsOutOn(alike(10, 20_000), { budget: 400_000 })).toBe('2026-10-20')
    expect(runsOutOn(alike(10, 20_000), { budget: 340_000 })).toBe('2026-10-17')
    expect(runsOutOn(alike(10, 20_000), { budget: 219_999 })).toBe('2026-10-11')
    // Spent on the last day: as planned. Spent already: nothing is left to warn of.
    expect(runsOutOn(alike(10, 10_000))).toBeNull()
    expect(runsOutOn(alike(10, 31_000))).toBeNull()
    expect(runsOutOn(alike(10, 0))).toBeNull()
  })

  test('is not known before a week, and found at once without an end in sight', () => {
    expect(runsOutOn(alike(6, 40_000))).toBeNull()
    expect(runsOutOn(alike(20, 1), { end: jst('9999-12-31T00:00'), budget: 700_020 })).toBe('3943-05-04')
  })

  test('goes by the own weekdays', () => {
    const weekday = (index: number) => new Date(dayAfter('2026-10-01', index)).getUTCDay()
    const resting = Array.from({ length: 15 }, (_, index) => (weekday(index) % 6 === 0 ? 0 : 14_000))
    // Thursday the 15th was the eleventh working day. One more is left: Friday the 16th; of two, the second is a Monday.
    expect(runsOutOn(resting, { budget: 12 * 14_000 })).toBe('2026-10-16')
    expect(runsOutOn(resting, { budget: 13 * 14_000 })).toBe('2026-10-19')
  })
})

test('an alarm is what has to be looked at: spent by tonight before anything else, and nothing on plan', () => {
  const today = '2026-10-11'
  expect(paceAlarm({ state: 'ahead', runs_out_on: today }, today)).toBe('spent_today')
  expect(paceAlarm({ state: 'on_pace', runs_out_on: '2026-10-10' }, today)).toBe('spent_today')
  expect(paceAlarm({ state: 'ahead', runs_out_on: '2026-10-12' }, today)).toBe('ahead')
  expect(paceAlarm({ state: 'behind', runs_out_on: null }, today)).toBe('behind')
  expect(paceAlarm({ state: 'on_pace', runs_out_on: null }, today)).toBeNull()
})

test('a campaign without an end in sight costs no more than a short one', () => {
  const pace = paceOf(october(alike(20, 10_000), { end: jst('9999-12-31T00:00') }))
  expect(pace).toMatchObject({ state: 'ahead', daily_to_spend: 1 })
})

test('a period that begins within a week is summed as its days are', () => {
  // Each weekday spends another amount: the plan of a whole month equals the sum of its days.
  const spends = Array.from({ length: 28 }, (_, index) => 1000 * (index % 7))
  const pace = paceOf(october(spends))
  const lastThree = spends.slice(0, 3).reduce((sum, gross) => sum + gross, 0)
  const all = spends.reduce((sum, gross) => sum + gross, 0)
  expect(pace?.planned).toBe(Math.round((310_000 * all) / (all + lastThree)))
})

test('before the first day is over there is no pace; after the last there is one, and nothing to expect', () => {
  expect(paceOf(october([]))).toBeNull()
  expect(paceOf(october(alike(31, 9000), { through: '2026-11-05' }))).toMatchObject({
    planned: 310_000,
    gap: -31_000,
    state: 'on_pace',
    forecast: null,
    daily_to_spend: null,
  })
})
