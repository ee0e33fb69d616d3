import { CsvError, parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { Random } from '../../demo/base/random.ts'
import { csvCells } from './csv-cells.ts'

function parsedByLibrary(text: string): string[] | 'open' | 'bad' {
  try {
    return (parse(text, { relax_column_count: true, record_delimiter: '\u0001' }) as string[][])[0]!
  } catch (error) {
    return (error as CsvError).code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'bad'
  }
}

test.for([
  ['a,b', ['a', 'b']],
  ['"a,b",c', ['a,b', 'c']],
  ['"say ""a""",', ['say "a"', '']],
  ['""', ['']],
  ['"",""', ['', '']],
  ['"""",x', ['"', 'x']],
  ['"a\nb",c', ['a\nb', 'c']],
  ['"a,b', 'open'],
  ['"a""', 'open'],
  ['"a"b,c', 'bad'],
  ['a"b",c', 'bad'],
  ['a,"b" ,c', 'bad'],
] as const)('%s', ([text, cells]) => {
  expect(csvCells(text)).toEqual(cells)
})

test('reads as csv-parse does, whatever the line', () => {
  const random = new Random(3)
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: random.whole(1, 9) }, () => random.pick(['"', '"', ',', 'a', 'あ', ' '])).join('')
    // For a line with two errors, either may be reported.
    const outcome = (cells: string[] | string) => (typeof cells === 'string' ? 'refused' : cells)
    expect(outcome(csvCells(text)), JSON.stringify(text)).toEqual(outcome(parsedByLibrary(text)))
  }
})
