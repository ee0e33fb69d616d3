import {
  csvFaults,
  importLimits,
  boolean,
  choice,
  choices,
  date,
  datetime,
  defineChoices,
  digits,
  integer,
  message,
  money,
  text,
  zip,
  type Field,
} from '@adsite/contract'
import { describe, expect, test } from 'vitest'
import { parseCell } from './parse-cell.ts'
import { readCsv } from '../../file/read-csv.ts'

const label = { ja: '項目', en: 'Field' }
const kinds = defineChoices('test_cell_kind', [
  { key: 'A', label: { ja: 'テキスト', en: 'Text' } },
  { key: 'B', label: { ja: '画像', en: 'Image' } },
])
const read = (field: unknown, cell: string) => {
  const parsed = parseCell(field as Field, cell)
  return 'value' in parsed ? parsed.value : { fault: parsed.fault }
}

describe('a cell', () => {
  test.for<[string, unknown, string, unknown]>([
    ['nothing', text({ label, max: 9 }), '  ', null],
    ['a formula that was defused', text({ label, max: 9 }), "'=1", '=1'],
    ['an apostrophe of its own', text({ label, max: 9 }), "''tis", "''tis"],
    ['a label', choice({ label, choices: kinds }), '画像', 'B'],
    ['a label in half-width kana', choice({ label, choices: kinds }), 'ﾃｷｽﾄ', 'A'],
    ['an English label', choice({ label, choices: kinds }), 'Image', 'B'],
    ['a key', choice({ label, choices: kinds }), 'B', 'B'],
    ['no choice', choice({ label, choices: kinds }), '動画', { fault: message('choice') }],
    ['several', choices({ label, choices: kinds }), '画像； テキスト;', ['B', 'A']],
    ['yes', boolean({ label, statement: label }), 'はい', true],
    ['no', boolean({ label, statement: label }), 'NO', false],
    ['neither', boolean({ label, statement: label }), 'たぶん', { fault: message('boolean') }],
    ['a number', integer({ label }), '１,２３４', 1234],
    ['what is no whole number', integer({ label }), '1.5', 1.5],
    ['no number', integer({ label }), '一', '一'],
    ['money with words', money({ label }), '1億2,000万円', '120000000'],
    ['a day with its day of the week', date({ label }), '2026/12/1（火）', '2026-12-01'],
    ['the end of a day', datetime({ label, end: true }), '2026/12/20', '2026-12-20T15:00:00.000Z'],
    ['money', money({ label }), '¥１,０００.５', '1000.5'],
    ['digits', digits({ label, min: 1, max: 20 }), '03-1234-5678', '0312345678'],
    ['a postal code', zip({ label }), '１５００００１', '150-0001'],
    ['a day', date({ label }), '2026-04-01', '2026-04-01'],
    ['a day as Excel writes it', date({ label }), '2026/4/1', '2026-04-01'],
    ['a day as people write it', date({ label }), '2026年4月1日', '2026-04-01'],
    ['no day', date({ label }), 'April', 'April'],
    ['a time', datetime({ label }), '2026-04-01 09:30:15', '2026-04-01T00:30:15.000Z'],
    ['a time as Excel writes it', datetime({ label }), '2026/4/1 0:00', '2026-03-31T15:00:00.000Z'],
    ['midnight', datetime({ label }), '2026/4/1', '2026-03-31T15:00:00.000Z'],
    ['an instant', datetime({ label }), '2026-04-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['no time', datetime({ label }), '2026/13/41 25:99', '2026/13/41 25:99'],
  ])('is read: %s', ([, field, cell, value]) => {
    expect(read(field, cell)).toEqual(value)
  })
})

describe('a file', () => {
  const lines = (content: string) => readCsv(Buffer.from(content)).lines

  test('tells the line that a record begins in, whatever the line ends', () => {
    expect(lines('a,b\r\n1,"x\ny"\r\n\r\n2,z\r\n3,"q\r\nr"\r\n4,5')).toEqual([
      { line: 2, cells: ['1', 'x\ny'] },
      { line: 5, cells: ['2', 'z'] },
      { line: 6, cells: ['3', 'q\r\nr'] },
      { line: 8, cells: ['4', '5'] },
    ])
    expect(lines('a,b\r1,x\r2,y\r')).toEqual([
      { line: 2, cells: ['1', 'x'] },
      { line: 3, cells: ['2', 'y'] },
    ])
    expect(lines('a\n1\n\n , \n2\n').map(({ line }) => line)).toEqual([2, 5])
  })

  test('is refused when it is no CSV, with the line', () => {
    const broken = (content: string | Uint8Array) => () => readCsv(Buffer.from(content))
    const faults = (text: string) => expect.objectContaining({ code: 'validation_failed', details: { errors: { file: [text] } } })
    expect(broken('a\n1\n"b"c\n')).toThrow(faults(message('csv_broken', 3)))
    expect(broken('ID\t企業名\n1\ta,b\n')).toThrow(expect.objectContaining({ details: { errors: { file: [csvFaults.tabs] } } }))
    expect(broken('\n"ID";"企業名"\n1;a\n')).toThrow(expect.objectContaining({ details: { errors: { file: [csvFaults.semicolons] } } }))
    expect(broken('\n\n')).toThrow(faults(message('file_empty')))
    expect(broken(Buffer.from([0x61, 0x0a, 0x81, 0xff, 0xfd]))).toThrow(faults(message('file_encoding')))
    expect(broken('a\n\0')).toThrow(faults(message('file_encoding')))
    expect(broken(Buffer.from('PK\x03\x04\x14\x00\xff', 'latin1'))).toThrow(faults(message('file_workbook')))
    expect(broken(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toThrow(faults(message('file_workbook')))
  })

  test('is refused where there is too much of it; empty lines count', () => {
    const { lines: most, columns, line } = importLimits
    const refused = (content: string, fault: string) =>
      expect(() => readCsv(Buffer.from(content))).toThrow(expect.objectContaining({ details: { errors: { file: [fault] } } }))
    expect(lines(`a\n${'\n'.repeat(most)}`)).toEqual([])
    refused(`a\n${'\n'.repeat(most + 1)}`, message('lines_many', most))
    expect(lines(`${'a,'.repeat(columns - 1)}b\n`)).toEqual([])
    refused(`${'a,'.repeat(columns)}b\n`, message('columns_many', columns))
    refused(`a\n${'x'.repeat(line + 10)}\n`, message('line_long', 2, line))
    refused(`a\n"${'x\n'.repeat(line)}`, message('line_long', 2, line))
  })
})
