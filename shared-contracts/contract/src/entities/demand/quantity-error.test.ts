import { expect, test } from 'vitest'
import { validationText } from '../../text/validation.ts'
import { quantityError } from './quantity-error.ts'

test.each([
  [1000, 1000, null],
  [1001, 1000, null],
  [999, 1000, '最低購入数1,000に1足りません。'],
  [0, 1000, '最低購入数1,000に1,000足りません。'],
  [0, 0, null],
  [null, 1000, '必須項目です。'],
])('a quantity of %s where %s are the minimum: %s', (quantity, minimum, words) => {
  const error = quantityError(quantity, minimum)
  expect(error && validationText(error, 'ja')).toBe(words)
})
