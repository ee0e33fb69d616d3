import { deliveryFigureNames, keysOf } from '@adsite/contract'
import { expect, test } from 'vitest'
import { readDecimal, roundedText } from './decimal.ts'
import { lineReader } from './delivery-line.ts'
import { fieldPlace } from './field-place.ts'
import { Fingerprint } from './fingerprint.ts'
import { parseRates } from './rates.ts'

type Given = Partial<Record<keyof typeof fieldPlace, string>>

const readLine = lineReader('YYYY-MM-DD', parseRates('USD=150'))

/** What is read of a line with these values. */
function read(given: Given) {
  const values: string[] = []
  const said = { day: '2026-01-01', campaign: 'a', imps: '1', gross: '1', ...given }
  for (const field of keysOf(said)) values[fieldPlace[field]] = said[field]!
  return readLine({ line: 2, raw: '', values, identity: new Fingerprint() })
}

/** What a line stores for a figure, or the reason why it is refused. */
function stored(figure: 'imps' | 'gross', given: Given): string | null {
  const line = read(given)
  return 'key' in line ? line.key : line.figures[deliveryFigureNames.indexOf(figure)]!
}

/** Every text of up to so many of these characters. */
function texts(characters: string, length: number): string[] {
  if (length === 0) return ['']
  const shorter = texts(characters, length - 1)
  return ['', ...shorter.flatMap((text) => [...characters].map((character) => character + text))]
}

const edges = ['9999999999', '9999999999.999999', '9999999999.9999999', '99999999999', '00000000001', '0.0000005', '0.00000049']
const forms = [...new Set([...texts('05.', 7), ...edges, '12.345678', '1,200.5', '１２.５'])].filter((text) => text !== '')

/** Refusals as they are, numbers without zeros that say nothing. */
const number = (text: string | null) => (text === null || /[a-z]/u.test(text) ? text : String(Number(text)))

test('a figure is stored as the number that it says, to a millionth, in whatever form it is written', () => {
  const found = forms.map((text) => [text, number(stored('gross', { gross: text })), number(stored('imps', { imps: text }))])
  const expected = forms.map((text) => {
    const decimal = readDecimal(text)
    if (!decimal) return [text, 'money', 'count']
    const isLong = decimal.whole.length > 10
    const rounded = number(roundedText(decimal, 6))
    const count = decimal.fraction === '' ? rounded : 'count'
    return [text, isLong ? 'too_large' : rounded, isLong && decimal.fraction === '' ? 'too_large' : count]
  })
  expect(found).toEqual(expected)
})

test('money of another currency is too large where its yen are', () => {
  const gross = (text: string) => stored('gross', { currency: 'USD', gross: text })
  expect(['66666666.66', '66666666.67', '9999999999'].map(gross)).toEqual(['9999999999', 'too_large', 'too_large'])
})

test('a line looks odd with more conversions than clicks, but not where nobody knows the clicks', () => {
  const isOdd = (given: Given) => read({ imps: '9', ...given })
  expect(isOdd({ clicks: '1', cv_click: '2' })).toMatchObject({ odd: true })
  expect(isOdd({ clicks: '2', cv_click: '2' })).toMatchObject({ odd: false })
  expect(isOdd({ clicks: '', cv_click: '2' })).toMatchObject({ odd: false })
  expect(isOdd({ cv_click: '2' })).toMatchObject({ odd: false })
})

test('a prefecture is said by its code, or by its name in either language', () => {
  for (const prefecture of ['01', '1', '北海道', 'Hokkaido', 'HOKKAIDO']) expect(read({ prefecture })).toMatchObject({ prefecture: '01' })
  for (const prefecture of ['東京', '東京都', 'tokyo']) expect(read({ prefecture })).toMatchObject({ prefecture: '13' })
  expect(read({ prefecture: '48' })).toMatchObject({ key: 'unknown_name' })
})
