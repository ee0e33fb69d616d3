import { dayCount, japanDay } from '@adsite/contract'
import { expect, test } from 'vitest'
import { daysOf, defaultPeriod } from './period.ts'

test('the default is the thirty days up to yesterday', () => {
  const period = defaultPeriod(japanDay(new Date('2026-03-01T15:00:00Z')))
  expect(period).toEqual({ from: '2026-01-31', to: '2026-03-01' })
  expect(dayCount(period)).toBe(30)
})

test('days are listed over a change to summer time', () => {
  expect(daysOf({ from: '2026-03-07', to: '2026-03-10' })).toEqual(['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'])
})
