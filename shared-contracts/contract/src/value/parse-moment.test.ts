import { describe, expect, test } from 'vitest'
import { hasTime, parseDay, parseInstant, parseTime } from './parse-moment.ts'
import { japanDay } from './japan-offset.ts'
import { randomFrom } from '../testing/random.ts'

const today = '2026-11-23'

describe('a day', () => {
  test.each([
    '2026-12-01',
    '2026/12/1',
    '2026.12.1',
    '20261201',
    '２０２６１２０１',
    '２０２６／１２／０１',
    '2026年12月1日',
    '２０２６年１２月１日',
    '2026 年 12 月 1 日',
    '2026 12 1',
    '2026/12/01(火)',
    '2026年12月1日（火曜日）',
    '2026/12/01 火曜日',
    '2026/12/01 (Tue)',
    '令和8年12月1日',
    'R8.12.1',
    'r8/12/01',
    '㋿8年12月1日',
    "'26/12/1",
    '26/12/1',
    '26年12月1日',
    '12/01/2026',
    '12/1/2026',
    'Dec 1, 2026',
    'December 1st, 2026',
    '1 Dec 2026',
    '2026-12-01 00:00',
    '2026/12/1 0:00:00',
    '2026-11-30T15:00:00.000Z',
    ' \t2026/12/01\r\n',
    '　2026/12/01　',
    '2026−12−01',
    '2026/12/01まで',
    'through 12/01/2026',
  ])('%s is the first of December', (typed) => {
    expect(parseDay(typed)).toBe('2026-12-01')
  })

  test.each(['12/1', '１２／１', '12月1日', '12月1日(火)'])('%s is this year’s where that is the nearest', (typed) => {
    expect(parseDay(typed, { today })).toBe('2026-12-01')
    expect(parseDay(typed)).toBeNull()
  })

  test.each([
    '',
    'abc',
    '2026/02/30',
    '2026/13/45',
    '2026-00-10',
    '20261301',
    '202612',
    '261201',
    '1',
    '46357',
    '2026/12',
    '2026/12/011',
    '2026/12/01(月)',
    '2026/12/01 10:00',
    '2026/12/01 そのころ',
    '08/12/01',
    '13/12/01',
    '99/12/01',
    '1.12.2026',
    '13/1/2026',
    '令和0年1月1日',
    '平成31年5月1日',
    '令和元年4月30日',
    'R8',
    '1/10',
    '0026/12/01',
    `2026/12/01${' '.repeat(100)}x`,
  ])('"%s" is none', (typed) => {
    expect(parseDay(typed, { today })).toBeNull()
  })

  test('with a time says so', () => {
    expect(hasTime('2026-12-01 10:00')).toBe(true)
    expect(hasTime('2026-12-01 00:00')).toBe(false)
    expect(hasTime('2026-13-01 10:00')).toBe(false)
  })
})

describe('a time', () => {
  test.each([
    ['10:00', '10:00:00'],
    ['9:05', '09:05:00'],
    ['１０：３０', '10:30:00'],
    ['10:30:15', '10:30:15'],
    ['10時', '10:00:00'],
    ['10時30分', '10:30:00'],
    ['10時半', '10:30:00'],
    ['午後3時', '15:00:00'],
    ['午前０時', '00:00:00'],
    ['午後0時15分', '12:15:00'],
    ['3pm', '15:00:00'],
    ['12:30 AM', '00:30:00'],
    ['12 pm', '12:00:00'],
    ['正午', '12:00:00'],
    ['24:00', '24:00:00'],
  ])('%s', (typed, time) => {
    expect(parseTime(typed)).toBe(time)
  })

  test.each(['', '10', '1000', '25:00', '24:01', '10:60', '午後12時', '午後13時', '13pm', 'AM 3:00 PM', '10:0'])(
    '"%s" is none',
    (typed) => {
      expect(parseTime(typed)).toBeNull()
    },
  )
})

describe('a day with a time', () => {
  test.each([
    ['2026-12-01 10:00', '2026-12-01T01:00:00.000Z'],
    ['2026/12/1 10:00', '2026-12-01T01:00:00.000Z'],
    ['2026-12-01T10:00', '2026-12-01T01:00:00.000Z'],
    ['2026年12月1日 10時30分', '2026-12-01T01:30:00.000Z'],
    ['2026年12月1日10時30分', '2026-12-01T01:30:00.000Z'],
    ['2026/12/01(火) 午後3時', '2026-12-01T06:00:00.000Z'],
    ['２０２６／１２／０１　１０：００', '2026-12-01T01:00:00.000Z'],
    ['202612011000', '2026-12-01T01:00:00.000Z'],
    ['20261201 1000', '2026-12-01T01:00:00.000Z'],
    ['12/01/2026, 10:00', '2026-12-01T01:00:00.000Z'],
    ['令和8年12月1日 正午', '2026-12-01T03:00:00.000Z'],
    ['2026/12/01 24:00', '2026-12-01T15:00:00.000Z'],
    ['2026-12-01T01:00:00.123Z', '2026-12-01T01:00:00.123Z'],
    ['2026-12-01T10:00:00+09:00', '2026-12-01T01:00:00.000Z'],
    ['2026/12/01', '2026-11-30T15:00:00.000Z'],
  ])('%s', (typed, instant) => {
    expect(parseInstant(typed)).toBe(instant)
  })

  test('a day alone ends a period when it is over', () => {
    expect(parseInstant('2026/12/20', { end: true })).toBe('2026-12-20T15:00:00.000Z')
    expect(parseInstant('2026/12/20まで', { end: true })).toBe('2026-12-20T15:00:00.000Z')
    expect(parseInstant('2026/12/20 24:00', { end: true })).toBe('2026-12-20T15:00:00.000Z')
    expect(parseInstant('2026/12/20 00:00', { end: true })).toBe('2026-12-19T15:00:00.000Z')
    expect(parseInstant('2026/12/20 18:00', { end: true })).toBe('2026-12-20T09:00:00.000Z')
  })

  test.each(['2026-12-01 25:00', '2026/02/30 10:00', '2026-12-01T99:00:00Z', '10:00', '2026-12-01 10'])('"%s" is none', (typed) => {
    expect(parseInstant(typed)).toBeNull()
  })
})

test('Japan is a day ahead in the evening of UTC', () => {
  expect(japanDay(new Date('2026-11-22T15:00:00Z'))).toBe('2026-11-23')
  expect(japanDay(new Date('2026-11-22T14:59:59Z'))).toBe('2026-11-22')
})

test('every day is read again from each of its forms', () => {
  const misread: string[] = []
  for (let time = Date.UTC(2019, 4, 1); time < Date.UTC(2037, 0, 1); time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10)
    const [year = '', month = '', date = ''] = day.split('-')
    const [m, d] = [Number(month), Number(date)]
    const era = `R${Number(year) - 2018}.${m}.${d}`
    const forms = [day, `${year}/${m}/${d}`, `${year}${month}${date}`, `${month}/${date}/${year}`, `${year}年${m}月${d}日`, era]
    misread.push(...forms.filter((form) => parseDay(form) !== day))
    const instant = new Date(time + (time % 86_399) * 1000).toISOString()
    if (parseInstant(instant) !== instant) misread.push(instant)
  }
  expect(misread).toEqual([])
})

test('anything at all is read or refused, and what is read is a day that exists', () => {
  const random = randomFrom(5)
  const letters = [...'0123456789//--..年月日令和RH 　()火:T午後時分'] as const
  const misread: string[] = []
  for (let round = 0; round < 20_000; round += 1) {
    const typed = Array.from({ length: 4 + Math.floor(random() * 14) }, () => letters[Math.floor(random() * letters.length)]!).join('')
    const day = parseDay(typed, { today })
    if (day !== null && new Date(day).toISOString().slice(0, 10) !== day) misread.push(typed)
    const instant = parseInstant(typed, { today })
    if (instant !== null && parseInstant(instant) !== instant) misread.push(typed)
  }
  expect(misread).toEqual([])
})
