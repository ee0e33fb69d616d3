import { describe, expect, test } from 'vitest'
import { readDecimal, roundedText } from './decimal.ts'

const read = (text: string, decimals = 6) => {
  const decimal = readDecimal(text)
  return decimal && roundedText(decimal, decimals)
}

describe('a number', () => {
  test.for([
    ['4e-04', '0.0004'],
    ['1E3', '1000'],
    ['1.5e+2', '150'],
    ['2.5E-6', '0.000003'],
    ['12345678901234567.123456', '12345678901234567.123456'],
    ['0.1', '0.1'],
    ['.5', '0.5'],
    ['7.', '7'],
    ['007', '7'],
    ['1,200', '1200'],
    ['1,234,567.89', '1234567.89'],
    ['1 234 567', '1234567'],
    ['1\u00A0234', '1234'],
    ['1\u202F234.5', '1234.5'],
    ['１，２００', '1200'],
    ['１２．５', '12.5'],
    ['　42　', '42'],
    ['+3', '3'],
    ['-3.25', '-3.25'],
    ['−3', '-3'],
    ['－１２', '-12'],
    ['-0', '0'],
    ['0.0000004', '0'],
    ['-0.0000005', '-0.000001'],
    ['0.9999995', '1'],
    ['1e-400', '0'],
  ])('%s is read as %s', ([text, expected]) => {
    expect(read(text!)).toBe(expected)
  })

  test.for([
    '',
    '.',
    '-',
    'e5',
    '1,20',
    '1,2345',
    '1,234 567',
    '12 34',
    '1.2.3',
    '1e',
    '1e2.5',
    '0x10',
    'NaN',
    'Infinity',
    '1_000',
    '--1',
    '1.234,56',
  ])('%s is none', (text) => {
    expect(readDecimal(text)).toBeNull()
  })

  test('of many digits stays what it is, and a huge one stays huge', () => {
    expect(read('1e39')).toBe(`1${'0'.repeat(39)}`)
    expect(readDecimal('9e9999')!.whole.length).toBeGreaterThan(30)
    expect(readDecimal('12.30')).toEqual({ negative: false, whole: '12', fraction: '3' })
  })
})
