import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { company, rate, validationText } from './index.ts'

describe('a rate (SPEC section 5: 0.000 to 99.999, up to three decimals)', () => {
  const field = rate({ label: company.label, required: true })

  test.each(['0', '0.000', '12.5', '99.999'])('%s is one', (value) => {
    expect(v.is(field.schema, value)).toBe(true)
  })

  test.each(['100', '-1', '1.2345', '', '.5', '1,5'])('"%s" is none, and the message says what is', (value) => {
    const parsed = v.safeParse(field.schema, value)
    expect(validationText(parsed.issues![0].message, 'ja')).toBe('0.000から99.999までの数値を小数点以下3桁までで入力してください。')
  })
})
