import { describe, expect, test } from 'vitest'
import { grouped } from './grouped.ts'
import { parseAmount } from './parse-amount.ts'
import { randomFrom } from '../testing/random.ts'

describe('an amount of money', () => {
  test.each([
    ['1200000', '1200000'],
    ['1,200,000円', '1200000'],
    ['1，200，000 円', '1200000'],
    ['１２０万', '1200000'],
    ['120 万円', '1200000'],
    ['1.5万', '15000'],
    ['1億2,000万', '120000000'],
    ['1億2000万5千円', '120005000'],
    ['2千万', '20000000'],
    ['2千万3', '20000003'],
    ['3百万円', '3000000'],
    ['¥3,000', '3000'],
    ['￥３，０００', '3000'],
    ['\\3,000', '3000'],
    ['+3000', '3000'],
    ['1 200 000', '1200000'],
    ['1、200、000', '1200000'],
    ['1000.000000', '1000'],
    ['0.125', '0.125'],
    ['.5', '0.5'],
    ['007', '7'],
    ['-5', '-5'],
    ['▲5,000', '-5000'],
    ['¥-5', '-5'],
    ['-0', '0'],
    ['\t1,200,000\r\n', '1200000'],
    ['1  200', '1200'],
    ['1,200 ,000', '1200000'],
    ['0.12345678901234567891', '0.12345678901234567891'],
    ['1億0000万', '100000000'],
    ['1万0999', '10999'],
    ['9'.repeat(60), '9'.repeat(60)],
  ])('%s is read', (typed, amount) => {
    expect(parseAmount(typed, 'money')).toBe(amount)
  })

  test.each([
    '',
    '円',
    '¥',
    '-',
    '1,2',
    '1,20,000',
    '1 2',
    '1.2.3',
    '4e3',
    '万',
    '1万2万',
    '1万20000',
    '1千2億',
    '5%',
    '--5',
    '-¥-5',
    '3件',
    '12a',
    '１０時',
    'NaN',
    '9'.repeat(61),
    '0.123456789012345678901',
    '1万99999',
    '1億12345万',
    '5円3',
    '円5',
  ])('"%s" is none', (typed) => {
    expect(parseAmount(typed, 'money')).toBeNull()
  })
})

test.each([
  ['1万回', 'integer', '10000'],
  ['３,０００件', 'integer', '3000'],
  ['1.5', 'integer', '1.5'],
  ...['件', '回', '個', '人', '名', '日', '日間', '文字', 'バイト', 'クリック', 'インプレッション', '表示'].map(
    (unit) => [`5${unit}`, 'integer', '5'] as const,
  ),
  ...['click', 'clicks', 'imp', 'imps', 'impression', 'impressions', 'day', 'days', 'px', 'byte', 'bytes'].map(
    (unit) => [`5 ${unit}`, 'integer', '5'] as const,
  ),
  ['5件3', 'integer', null],
  ['5%3', 'rate', null],
  ['5パーセント', 'rate', '5'],
  ['5 yen', 'money', '5'],
  ['5JPY', 'money', '5'],
  ['¥5', 'integer', null],
  ['12.5%', 'rate', '12.5'],
  ['１２．５％', 'rate', '12.5'],
  ['5円', 'rate', null],
] as const)('%s of %s', (typed, kind, amount) => {
  expect(parseAmount(typed, kind)).toBe(amount)
})

test('what is written in groups is read again, whatever the amount', () => {
  const random = randomFrom(7)
  for (let round = 0; round < 2000; round += 1) {
    const whole = String(Math.floor(random() * 10 ** (1 + Math.floor(random() * 12))))
    const fraction = String(Math.floor(random() * 1_000_000)).replace(/0+$/u, '')
    const amount = fraction === '' ? whole : `${whole}.${fraction}`
    for (const written of [grouped(amount), `¥${grouped(amount)}`, `${grouped(amount)}円`])
      expect(parseAmount(written, 'money')).toBe(amount)
  }
})

test('anything at all is read or refused, and what is read is read the same again', () => {
  const random = randomFrom(11)
  const misread: string[] = []
  const letters = [...'0123456789０９,，.．、。 　\t¥￥円万億千百兆-+−ー▲%件aE/'] as const
  for (let round = 0; round < 20_000; round += 1) {
    const typed = Array.from({ length: Math.floor(random() * 12) }, () => letters[Math.floor(random() * letters.length)]!).join('')
    const amount = parseAmount(typed, 'money')
    const isPlain = amount === null || (/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/u.test(amount) && parseAmount(amount, 'money') === amount)
    if (!isPlain) misread.push(typed)
  }
  expect(misread).toEqual([])
})
