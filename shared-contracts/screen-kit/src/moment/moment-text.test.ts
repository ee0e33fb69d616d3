import { parseDay, parseInstant } from '@adsite/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { dayIn, momentText } from './moment-text.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

const time = { kind: 'datetime' } as const
const end = { kind: 'datetime', end: true } as const
const day = { kind: 'date' } as const

describe.each(['Asia/Tokyo', 'UTC', 'America/New_York', 'Pacific/Kiritimati'])('in a browser in %s', (browser) => {
  test('inputs show the time of Japan', () => {
    process.env.TZ = browser
    expect(momentText(time, '2026-09-30T15:00:00.000Z', 'ja')).toBe('2026/10/01 00:00')
    expect(momentText(time, '2026-09-30T15:00:30.000Z', 'en')).toBe('10/01/2026 00:00:30')
    expect(momentText(end, '2026-12-20T15:00:00.000Z', 'ja')).toBe('2026/12/20 24:00')
    expect(momentText(end, '2026-12-20T09:00:00.000Z', 'ja')).toBe('2026/12/20 18:00')
    expect(momentText(day, '2026-10-01', 'ja')).toBe('2026/10/01')
    expect(dayIn(end, '2026-12-20T15:00:00.000Z')).toBe('2026-12-20')
    expect(dayIn(day, '2026-10-01')).toBe('2026-10-01')
  })
})

test('what is shown is read as what it was', () => {
  for (const language of ['ja', 'en'] as const) {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += 31 * 3_600_000 + 61_000) {
      const instant = new Date(at).toISOString()
      expect(parseInstant(momentText(time, instant, language))).toBe(instant)
      expect(parseInstant(momentText(end, instant, language), { end: true })).toBe(instant)
      expect(parseDay(momentText(day, instant.slice(0, 10), language))).toBe(instant.slice(0, 10))
    }
  }
})

test('what is no day stays as it was typed', () => {
  expect(momentText(day, '2026/13/45', 'ja')).toBe('2026/13/45')
  expect(momentText(time, 'いつか', 'ja')).toBe('いつか')
  expect([momentText(day, null, 'ja'), dayIn(day, 'abc'), dayIn(time, null)]).toEqual(['', null, null])
})
