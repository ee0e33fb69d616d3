import { deliveryFigureNames } from '@adsite/contract'
import { expect, test } from 'vitest'
import { readDecimal, roundedText } from './decimal.ts'
import { lineReader } from './delivery-line.ts'
import { fieldPlace } from './field-place.ts'
import { Fingerprint } from './fingerprint.ts'

const readLine = lineReader('YYYY-MM-DD', new Map())

/** What a line stores for a figure, or the reason why it is refused. */
function stored(figure: 'imps' | 'gross', text: string): string | null {
  const values: string[] = []
  values[fieldPlace.day] = '2026-01-01'
  values[fieldPlace.campaign] = 'a'
  values[fieldPlace.imps] = '1'
  values[fieldPlace.gross] = '1'
  values[fieldPlace[figure]] = text
  const line = readLine({ line: 2, raw: '', values, identity: new Fingerprint() })
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
  const found = forms.map((text) => [text, number(stored('gross', text)), number(stored('imps', text))])
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
