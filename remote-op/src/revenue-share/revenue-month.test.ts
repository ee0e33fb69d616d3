import { expect, test } from 'vitest'
import { effectiveRate, monthLabel, wholeYen } from './revenue-month.ts'

const sums = (gross: string, revenue: string | null) => ({ gross, revenue, unrated_gross: '0' })

test('the effective rate is of the sums, and none without gross', () => {
  expect(effectiveRate(sums('300', '190'), 'ja')).toBe('63.333%')
  expect(effectiveRate(sums('0', '0'), 'ja')).toBe('—')
  expect(effectiveRate(sums('300', null), 'ja')).toBe('—')
})

test('yen are rounded half up for display', () => {
  expect(wholeYen('1234.5', 'ja')).toBe('¥1,235')
  expect(wholeYen('1234.4999999', 'en')).toBe('¥1,234')
})

test('months by their language', () => {
  expect([monthLabel('2026-04', 'ja'), monthLabel('2026-04', 'en')]).toEqual(['2026/04', 'Apr 2026'])
})
