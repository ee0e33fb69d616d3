import { afterEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { validationText } from '../text/validation.ts'
import { japanDay } from '../value/japan-offset.ts'
import { addDays, dayCount, daysOfPeriod, namedPeriods, periodBefore, periodParameter, periodText, reportMaximumDays } from './period.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe.each(['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC'])('in a browser in %s', (name) => {
  test('days are those of Japan, and summer time adds none', () => {
    process.env['TZ'] = name
    expect(daysOfPeriod(undefined, japanDay(new Date('2026-03-01T15:00:00Z')))).toEqual({ from: '2026-01-31', to: '2026-03-01' })
    expect(dayCount({ from: '2026-03-07', to: '2026-03-10' })).toBe(4)
    expect(namedPeriods.last_week('2026-03-10')).toEqual({ from: '2026-03-02', to: '2026-03-08' })
  })
})

test('named periods on the first of a month, in a leap year and at the turn of the year', () => {
  expect(namedPeriods.today('2026-08-01')).toEqual({ from: '2026-08-01', to: '2026-08-01' })
  expect(namedPeriods.yesterday('2026-08-01')).toEqual({ from: '2026-07-31', to: '2026-07-31' })
  expect(namedPeriods.last_7_days('2026-08-01')).toEqual({ from: '2026-07-25', to: '2026-07-31' })
  expect(namedPeriods.last_30_days('2026-08-01')).toEqual({ from: '2026-07-02', to: '2026-07-31' })
  expect(namedPeriods.this_month('2026-08-01')).toEqual({ from: '2026-08-01', to: '2026-08-01' })
  expect(namedPeriods.last_month('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(namedPeriods.last_month('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('weeks begin on Monday', () => {
  // The 23rd of November 2026 is a Monday.
  expect(namedPeriods.this_week('2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-23' })
  expect(namedPeriods.this_week('2026-11-29')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(namedPeriods.last_week('2026-11-29')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
})

test('the period before is as long', () => {
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-03' })).toEqual({ from: '2026-02-26', to: '2026-02-28' })
})

describe('a period in an address', () => {
  const said = (text: string) => {
    const { issues } = v.safeParse(periodParameter, text)
    return issues ? validationText(issues[0].message, 'ja') : null
  }

  test('is a name or days', () => {
    for (const text of [
      'last_week',
      '2026-03-01..2026-03-01',
      periodText({ from: '2026-01-01', to: addDays('2026-01-01', reportMaximumDays - 1) }),
    ])
      expect(said(text)).toBeNull()
    expect(daysOfPeriod('2026-03-01..2026-03-02')).toEqual({ from: '2026-03-01', to: '2026-03-02' })
  })

  test('is of the years of delivery', () => {
    for (const text of ['2000-01-01..2000-01-31', '2099-12-31..2099-12-31']) expect(said(text)).toBeNull()
    for (const text of ['9999-12-31..9999-12-31', '2099-12-31..2100-01-01', '1999-12-31..2000-01-01', '0000-01-01..0000-01-01'])
      expect([text, said(text)]).toEqual([text, '2000年から2099年までの日付を指定してください。'])
  })

  test('says what is wrong', () => {
    expect(said('2026-02-30..2026-03-01')).toBe('正しい日付を入力してください。')
    expect(said('2026-02-01')).toBe('正しい日付を入力してください。')
    expect(said('constructor')).toBe('正しい日付を入力してください。')
    expect(said('2026-03-02..2026-03-01')).toBe('終了日は開始日以降の日付を指定してください。')
    expect(said(periodText({ from: '2026-01-01', to: addDays('2026-01-01', reportMaximumDays) }))).toBe(
      '期間は400日以内で指定してください。',
    )
  })
})
