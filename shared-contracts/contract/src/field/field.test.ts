import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  campaign,
  checks,
  company,
  date,
  digits,
  information,
  integer,
  message,
  money,
  normaliseBody,
  normaliseValue,
  rate,
  validationText,
  type Field,
} from '../index.ts'
import { nameOf } from './checks.ts'

describe('a rate: 0.000 to 99.999, up to three decimals (spec/texts "Validation messages")', () => {
  const field = rate({ label: company.label, required: true })

  test.each(['0', '0.000', '12.5', '99.999'])('%s is one', (value) => {
    expect(v.is(field.schema, value)).toBe(true)
  })

  test.each(['100', '-1', '1.2345', '', '.5', '1,5'])('"%s" is none, and the message says what is', (value) => {
    const parsed = v.safeParse(field.schema, value)
    expect(validationText(parsed.issues![0].message, 'ja')).toBe('0.000から99.999までの数値を小数点以下3桁までで入力してください。')
  })
})

/** The Japanese validation message for a value typed into a field; null if it is accepted. */
function said(field: unknown, typed: unknown): string | null {
  const { schema, kind, end } = field as Field
  const parsed = v.safeParse(schema, normaliseValue({ kind, ...(end ? { end } : {}) }, typed))
  return parsed.success ? null : parsed.issues.map((issue) => validationText(issue.message, 'ja')).join('')
}

const label = company.label

describe('what is typed is taken, or told what is wrong with it, once', () => {
  const budget = money({ label, required: true, min: 1 })
  const price = money({ label, required: true, decimals: 3 })
  test.each([
    ['a sum in words', budget, '1億2,000万円', null],
    ['a sum below zero', budget, '-5', '1円以上で入力してください。'],
    ['a sum below its minimum', company.fields.credit_limit, '2000', '3,000円以上で入力してください。'],
    ['a sum that is no step', company.fields.credit_limit, '3500', '1,000円単位で入力してください。'],
    ['a sum with decimals', budget, '¥1,200,000.5', '1円未満は指定できません。1円単位で入力してください。'],
    ['a sum with decimals of nothing', budget, '1200000.00', null],
    ['a sum beyond all sums', budget, '1兆', '999,999,999,999円以下で入力してください。'],
    ['a choice in full width', company.fields.enterprise_type, 'ＧＯＤＯ', null],
    ['no sum', budget, '百二十万', '数値を入力してください。'],
    ['a price with decimals', price, '0.125', null],
    ['a price with more decimals than it may have', price, '0.1255', '小数点第3位までで入力してください。'],
    ['a price below zero', price, '-0.1', '0円以上で入力してください。'],
    ['a count in words', integer({ label, required: true }), '１０万回', null],
    ['a count with decimals', integer({ label, required: true }), '1.5', '整数を入力してください。'],
    ['a count that is too large', integer({ label, required: true, max: 10_000 }), '2万', '10,000以下で入力してください。'],
    ['too few digits', digits({ label, required: true, min: 2, max: 4 }), '1', '2～4桁の数字で入力してください。'],
    ['too few digits of a telephone', company.fields.phone, '03-1234', '10～11桁の数字で入力してください。'],
    ['letters in a telephone', company.fields.phone, '03-1234-ABCD', '電話番号はハイフンなしの数字で入力してください。'],
    ['too few digits of a corporate number', company.fields.corporate_number, '123456789012', '13桁の数字で入力してください。'],
    [
      'a corporate number with a wrong digit',
      company.fields.corporate_number,
      '1234567890123',
      '法人番号が正しくありません。13桁の数字を確認してください。',
    ],
    ['a day', date({ label, required: true }), '20261231', null],
    ['no day', date({ label, required: true }), '2026/13/45', '正しい日付を入力してください。'],
    ['a day that does not exist', date({ label, required: true }), '2026-02-30', '正しい日付を入力してください。'],
    ['a day with a time', date({ label, required: true }), '2026-12-01 10:00', '時刻は指定できません。日付だけを入力してください。'],
    ['an instant of a day that does not exist', campaign.fields.end_at, '2026-02-30T00:00:00Z', '正しい日付を入力してください。'],
    ['the last moment of the year 9999 in Japan', campaign.fields.start_at, '9999-12-31T14:59:59.999Z', null],
    ['a moment of the year 10000 in Japan', campaign.fields.start_at, '9999-12-31T15:00:00.000Z', '正しい日付を入力してください。'],
    ['the end of the year 9999', campaign.fields.end_at, '9999/12/31', null],
    ['an end in the year 10000 in Japan', campaign.fields.end_at, '9999-12-31T23:59:59Z', '正しい日付を入力してください。'],
    ['a moment of the year 1899 in Japan', campaign.fields.start_at, '1900-01-01T00:00:00+12:00', '正しい日付を入力してください。'],
    ['the first moment of the year 1900 in Japan', campaign.fields.start_at, '1900-01-01', null],
    ['that moment as it is sent', campaign.fields.start_at, '1899-12-31T15:00:00.000Z', null],
    ['the last moment of the year 1899 in Japan', campaign.fields.start_at, '1899-12-31T14:59:59.999Z', '正しい日付を入力してください。'],
    ['an instant that is midnight of that day, as a day', date({ label, required: true }), '1899-12-31T15:00:00Z', null],
    ['an instant of the year 1899, as a day', date({ label, required: true }), '1899-12-30T15:00:00Z', '正しい日付を入力してください。'],
    ['an instant of the year 10000, as a day', date({ label, required: true }), '9999-12-31T15:00:00Z', '正しい日付を入力してください。'],
    ['the first day of the year 1900', date({ label, required: true }), '1900/1/1', null],
    ['the last day of the year 1899', date({ label, required: true }), '1899/12/31', '正しい日付を入力してください。'],
    ['no time', campaign.fields.end_at, '2026/12/01 25:00', '正しい日付を入力してください。'],
  ])('%s', (_, field, typed, text) => {
    expect(said(field, typed)).toBe(text)
  })

  test.each([
    ['a zero-width space', '\u200b', null],
    ['a Hangul filler', '\u3164', null],
    ['blanks of all kinds', ' \u3000\u200b\ufeff\n', null],
    ['variation selectors alone', '\ufe0f', null],
    ['invisible characters at the ends', '\u200b検査ラベル \u200b\u2060', '検査ラベル'],
    ['joiners inside an emoji', '👨‍👩‍👧', '👨‍👩‍👧'],
    ['joiners inside a word of Persian', 'می‌خواهم', 'می‌خواهم'],
    ['the form of an emoji at the end', '秋の❤\ufe0f', '秋の❤\ufe0f'],
    ['a flag at the end', '🏴\u{e0067}\u{e0062}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e007f}'],
    ['line breaks of all kinds, as an input of one line does', '秋\r\nの\n\u2028\v新\u2029色\u0085\u0001', '秋 の 新 色'],
    ['control characters alone', '\u0001\u0002', null],
    ['the form of a character of a name at the end', '葛\u{e0100}', '葛\u{e0100}'],
    ['the form of an emoji behind a letter, a digit or a kana', 'A1\ufe0f', 'A1'],
    ['the form of an emoji behind a kanji', '検査\ufe0f', '検査'],
    ['the form of an emoji behind a blank', '検査 \ufe0f', '検査'],
    ['a form twice', '❤\ufe0f\ufe0f\u200b', '❤\ufe0f'],
    ['the sign of a keycap', '1\ufe0f\u20e3', '1\ufe0f\u20e3'],
    ['a sign that turns the direction of the rest of a sentence', '検査\u202e中\u2066', '検査中'],
    ['letters that run from the right, with their marks', 'شركة\u200f (1)', 'شركة\u200f (1)'],
    ['tags that spell no flag', '検査\u{e0067}\u{e007f}', '検査'],
  ])('text loses what nobody sees at its ends: %s', (_, typed, stored) => {
    expect(normaliseValue({ kind: 'text' }, typed)).toBe(stored)
  })

  test.each([
    ['full-width signs of a path', 'https://example.jp/夏（セール）/何？', 'https://example.jp/夏（セール）/何？'],
    ['a ligature and half-width kana', 'https://example.jp/㈱ｶﾅ１?品=＃１#ｶﾅ', 'https://example.jp/㈱ｶﾅ１?品=＃１#ｶﾅ'],
    ['a full-width scheme and host', 'ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｊｐ／夏？', 'https://example.jp/夏？'],
    ['a host with a full-width query', 'https://example.jp？ａ＝？', 'https://example.jp?ａ＝？'],
    ['no address', '夏（セール）', '夏（セール）'],
    ['blanks around it', '\u3000https://example.jp/ ', 'https://example.jp/'],
  ])('an address leads where it was typed to lead: %s', (_, typed, stored) => {
    expect(normaliseValue({ kind: 'url' }, typed)).toBe(stored)
  })

  test('an e-mail address is taken as it is typed with Japanese input, and no other signs are', () => {
    for (const address of ['　ｉｎｆｏ＠ｅｘａｍｐｌｅ．ｊｐ\u200b', 'ｉｎｆｏ@example.jp '])
      expect(v.parse(checks.email, address)).toBe('info@example.jp')
    for (const address of ['', '　', '情報@example.jp', '℡@example.jp']) expect(v.is(checks.email, address), address).toBe(false)
  })

  test('a name that is no field is put on one line too', () => {
    expect(v.parse(nameOf(10), '夜間\r\nの\u2028取込')).toBe('夜間 の 取込')
    expect(v.parse(nameOf(10), '\u3000夜間\u202eの取込\u200b ')).toBe('夜間の取込')
    for (const unseen of ['\n\u0001', '\u200b', '\u202e'])
      expect(v.safeParse(nameOf(10), unseen).issues?.map((issue) => issue.message)).toEqual(['required'])
  })

  test('lines of a text that has several stay', () => {
    expect(normaliseValue({ kind: 'multiline' }, '一\n\u202e二\n')).toBe('一\n二')
  })

  test('rich text of invisible characters alone is empty', () => {
    expect(normaliseValue({ kind: 'html' }, '<p>\u200b</p>')).toBeNull()
  })

  test('the API takes what the form takes', () => {
    expect(normaliseBody(campaign.fields, { start_at: '2026/12/1', end_at: '2026年12月20日', lifetime_budget: '120万' })).toEqual({
      start_at: '2026-11-30T15:00:00.000Z',
      end_at: '2026-12-20T15:00:00.000Z',
      lifetime_budget: '1200000',
    })
    expect(normaliseBody(information.fields, { publish_to: 'いつか' })).toEqual({ publish_to: 'いつか' })
    expect(validationText(message('decimals', 3), 'en')).toBe('Enter up to 3 decimal places.')
  })
})
