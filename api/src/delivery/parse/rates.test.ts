import { describe, expect, test } from 'vitest'
import { roundedText } from './decimal.ts'
import { currencyCode, parseRates } from './rates.ts'

const read = (text: string) => Object.fromEntries([...parseRates(text)].map(([currency, rate]) => [currency, roundedText(rate, 10)]))

describe('rates', () => {
  test.each([
    ['', {}],
    [' , ', {}],
    ['USD=150.25', { USD: '150.25' }],
    [' USD = 150.25 ,EUR=163,', { USD: '150.25', EUR: '163' }],
    ['IDR=0.0098', { IDR: '0.0098' }],
    ['USD=999999999', { USD: '999999999' }],
    ['USD=1.123456789012345678', { USD: '1.123456789' }],
  ])('"%s" are read', (text, rates) => expect(read(text)).toEqual(rates))

  test.each([
    'USD',
    'USD=',
    '=150',
    'usd=150',
    'US=150',
    'USDT=150',
    'JPY=1',
    'USD=0',
    'USD=0.000',
    'USD=-150',
    'USD=1e3',
    'USD=1.2.3',
    'USD=1000000000',
    'USD=1.1234567890123456789',
    'USD=150 EUR=163',
    'x USD=150',
    'USD=150x',
    '1USD=150',
  ])('"%s" are none, and the part is named', (text) => {
    expect(() => parseRates(text)).toThrow(expect.objectContaining({ message: expect.stringContaining(text) }))
  })

  test('name a currency once', () => {
    expect(() => parseRates('USD=150,EUR=163,USD=151')).toThrow('USD')
  })
})

test('a currency is written in three capital letters', () => {
  const words = ['USD', 'US', 'USDT', 'usd', 'U1D', 'xUSD', 'USDx', '']
  expect(words.filter((word) => currencyCode.test(word))).toEqual(['USD'])
})

test('rates typed full-width, or with what nobody sees around them, are read', () => {
  expect(read('ＵＳＤ＝１５０．２５，\u200BEUR=163\u200B , ')).toEqual(read('USD=150.25,EUR=163'))
})
