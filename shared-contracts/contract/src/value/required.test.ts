import { expect, test } from 'vitest'
import { required } from './required.ts'

test('a value that is present is returned, whatever it is', () => {
  for (const value of [0, '', false, 'x']) expect(required(value, 'value')).toBe(value)
})

test('an absent value is an error that names it', () => {
  expect(() => required(undefined, 'the row of the product')).toThrow('the row of the product')
  expect(() => required(null, 'the row of the product')).toThrow('the row of the product')
})
