import { japanToday } from '@adsite/contract'
import { reportMaximumDays, validationText } from '@adsite/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { addDays, dayCount, daysOf, defaultPeriod, periodError, presets } from './period.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe.each(['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC'])('in a browser in %s', (name) => {
  test('the day changes at midnight in Japan', () => {
    process.env['TZ'] = name
    expect(japanToday(new Date('2026-07-31T14:59:59.999Z'))).toBe('2026-07-31')
    expect(japanToday(new Date('2026-07-31T15:00:00Z'))).toBe('2026-08-01')
  })

  test('the default is the thirty days up to yesterday', () => {
    process.env['TZ'] = name
    const period = defaultPeriod(japanToday(new Date('2026-03-01T15:00:00Z')))
    expect(period).toEqual({ from: '2026-01-31', to: '2026-03-01' })
    expect(dayCount(period)).toBe(30)
  })

  test('days are counted over a change to summer time', () => {
    process.env['TZ'] = name
    expect(daysOf({ from: '2026-03-07', to: '2026-03-10' })).toEqual(['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'])
  })
})

test('presets on the first of a month, in a leap year and at the turn of the year', () => {
  expect(presets.yesterday('2026-08-01')).toEqual({ from: '2026-07-31', to: '2026-07-31' })
  expect(presets.last7('2026-08-01')).toEqual({ from: '2026-07-25', to: '2026-07-31' })
  expect(presets.thisMonth('2026-08-01')).toEqual({ from: '2026-08-01', to: '2026-08-01' })
  expect(presets.lastMonth('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(presets.lastMonth('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

describe('a period that cannot be asked for', () => {
  const said = (from: string, to: string) => {
    const fault = periodError({ from, to })
    return fault === null ? null : validationText(fault, 'ja')
  }

  test('says what is wrong', () => {
    expect(said('2026-02-30', '2026-03-01')).toBe('正しい日付を入力してください。')
    expect(said('2026-02-01', '')).toBe('正しい日付を入力してください。')
    expect(said('2026-03-02', '2026-03-01')).toBe('終了は開始より後の日時を指定してください。')
    expect(said('2026-01-01', addDays('2026-01-01', reportMaximumDays))).toBe('期間は400日以内で指定してください。')
  })

  test('but one day and the longest range are fine', () => {
    expect(said('2026-03-01', '2026-03-01')).toBeNull()
    expect(said('2026-01-01', addDays('2026-01-01', reportMaximumDays - 1))).toBeNull()
  })
})
