import { expect, test } from 'vitest'
import { validationText } from '../../text/validation.ts'
import { periodError } from './period-error.ts'

const month = { start_at: '2026-04-01T00:00:00.000Z', end_at: '2026-04-30T15:00:00.000Z' }
const outside = 'キャンペーンの期間（2026/04/01 09:00〜2026/04/30）の中で指定してください。'

test.each([
  ['start_at', '2026-04-01T00:00:00.000Z', null],
  ['start_at', '2026-04-01T00:00:00.001Z', null],
  ['start_at', '2026-03-31T23:59:59.999Z', outside],
  ['end_at', '2026-04-30T15:00:00.000Z', null],
  ['end_at', '2026-04-30T14:59:59.999Z', null],
  ['end_at', '2026-04-30T15:00:00.001Z', outside],
] as const)('%s at %s: %s', (side, moment, words) => {
  const error = periodError(side, moment, month)
  expect(error && validationText(error, 'ja')).toBe(words)
})

test('a period that ends within a day is written with its time', () => {
  const error = periodError('start_at', '2026-04-02T00:00:00.000Z', {
    start_at: '2026-04-10T00:00:00.000Z',
    end_at: '2026-04-20T03:30:00.000Z',
  })
  expect(error && validationText(error, 'ja')).toBe('キャンペーンの期間（2026/04/10 09:00〜2026/04/20 12:30）の中で指定してください。')
})
