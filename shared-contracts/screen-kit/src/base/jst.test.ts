import dayjs from 'dayjs'
import { afterEach, describe, expect, test } from 'vitest'
import { dayFromPicker, dayToPicker, fromPicker, toPicker, wallClock } from './jst.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

describe.each(['Asia/Tokyo', 'UTC', 'America/New_York', 'Pacific/Kiritimati'])('in a browser in %s', (browser) => {
  test('pickers show and take the time of Japan', () => {
    process.env.TZ = browser
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(browser)
    expect(toPicker('2026-09-30T15:00:00.000Z')!.format('YYYY-MM-DD HH:mm')).toBe('2026-10-01 00:00')
    expect(fromPicker(dayjs('2026-10-01T09:30'))).toBe('2026-10-01T00:30:00.000Z')
    expect(fromPicker(toPicker('2026-12-31T14:59:00.000Z'))).toBe('2026-12-31T14:59:00.000Z')
  })

  test('a day stays the same day', () => {
    process.env.TZ = browser
    expect(dayFromPicker(dayToPicker('2026-10-01'))).toBe('2026-10-01')
  })
})

test('empty stays empty', () => {
  expect([toPicker(null), fromPicker(null), dayToPicker(null), dayFromPicker(null)]).toEqual([null, null, null, null])
  expect(wallClock('2026-02-28T15:00:00Z')).toBe('2026-03-01T00:00:00')
})
