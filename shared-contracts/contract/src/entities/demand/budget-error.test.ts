import { expect, test } from 'vitest'
import { validationText } from '../../text/validation.ts'
import { budgetError } from './budget-error.ts'

test.each([
  ['59999', '60000', null],
  ['60000', '60000', null],
  ['60000.5', '60000', 'キャンペーンの予算を0.5円超えています（残り60,000円）。'],
  ['1.000001', '1', 'キャンペーンの予算を0.000001円超えています（残り1円）。'],
  ['1', '0', 'キャンペーンの予算を1円超えています（残り0円）。'],
  ['1', '-20000', 'キャンペーンの予算を1円超えています（残り0円）。'],
  ['0', '-20000', null],
])('a budget of %s where %s is left: %s', (budget, left, words) => {
  const error = budgetError(budget, left)
  expect(error && validationText(error, 'ja')).toBe(words)
})
