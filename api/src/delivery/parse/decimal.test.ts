import { describe, expect, test } from 'vitest'
import { product, readDecimal, roundedText } from './decimal.ts'

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

  test('is read without needless zeros, and 0 has no sign', () => {
    expect(readDecimal('00120.2500')).toEqual({ negative: false, whole: '120', fraction: '25' })
    for (const text of ['-0', '-0.00', '0', '-.0']) expect(readDecimal(text)).toEqual({ negative: false, whole: '', fraction: '' })
    expect(readDecimal('-0.001')).toEqual({ negative: true, whole: '', fraction: '001' })
  })

  test('rounds half up, away from zero', () => {
    expect(['1.4', '1.5', '2.5', '-1.5', '-0.4', '0.49'].map((text) => read(text, 0))).toEqual(['1', '2', '3', '-2', '0', '0'])
    expect(read('1999.995', 2)).toBe('2000')
  })
})

test.each([
  ['1.5', '2', '3'],
  ['0.1', '0.2', '0.02'],
  ['150.25', '1000', '150250'],
  ['0.05', '0.02', '0.001'],
  ['-1.5', '1.5', '-2.25'],
  ['-1.5', '-1.5', '2.25'],
  ['1.5', '-0', '0'],
  ['-1.5', '0', '0'],
  ['12345678901234567.123456', '163.333333', '2016460883086419663.086291'],
  ['100', '100', '10000'],
  ['1.01', '1.01', '1.0201'],
])('%s times %s is %s', (one, other, result) => {
  const found = product(readDecimal(one)!, readDecimal(other)!)
  expect(roundedText(found, 6)).toBe(result)
  expect(found.negative).toBe(result.startsWith('-'))
  expect(found).toEqual({ ...found, whole: found.whole.replace(/^0+/u, ''), fraction: found.fraction.replace(/0+$/u, '') })
})

test('a product keeps forty decimals of each number', () => {
  const long = readDecimal(`0.${'3'.repeat(60)}`)!
  const one = readDecimal('1')!
  for (const found of [product(long, one), product(one, long)]) expect(found.fraction).toBe('3'.repeat(40))
})
