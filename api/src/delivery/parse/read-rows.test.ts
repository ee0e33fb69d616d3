import { gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { lineReader } from './delivery-line.ts'
import { fieldPlace } from './field-place.ts'
import { parseMapping } from './mapping.ts'
import { readRows, type GoodRow, type Row } from './read-rows.ts'
import { reasonText } from '../error/delivery-error.ts'
import { TextLines } from './text-lines.ts'

const header = 'day,campaign,imps,clicks,gross'
const readLine = lineReader('YYYY-MM-DD', new Map())
const valueOf = (row: Row | undefined, field: keyof typeof fieldPlace) => (row as GoodRow).values[fieldPlace[field]]

async function rowsOf(content: string | Uint8Array, { map = '', chunk = 1_000_000 } = {}): Promise<Row[]> {
  const bytes = Buffer.from(content as string)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) => bytes.subarray(at * chunk, (at + 1) * chunk))
  const rows: Row[] = []
  const options = { format: null, mapping: parseMapping(map), onHeader: () => {}, onMapping: () => {}, onIgnored: () => {} }
  for await (const batch of readRows(new TextLines(Readable.from(chunks)), options)) rows.push(...batch)
  return rows
}

/** Returns line number and reason of each refused row, 'ok' for the rest. */
async function outcomes(content: string, map = ''): Promise<[line: number, outcome: string][]> {
  return (await rowsOf(content, { map })).map((row) => {
    const line = 'fault' in row ? row.fault : readLine(row)
    return [row.line, 'key' in line ? reasonText(line, 'en') : 'ok']
  })
}

describe('a file that is bad as a whole', () => {
  const shiftJis = Buffer.concat([
    Buffer.from(`${header}\n2026-01-01,`),
    Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]),
    Buffer.from(',1,0,1\n'),
  ])
  test.for([
    ['an empty file', Buffer.from(''), 'The file is empty.'],
    ['a file of line ends', Buffer.from('\n\r\n'), 'The file is empty.'],
    ['a header alone', Buffer.from(`${header}\n`), 'a header and no lines'],
    ['Shift_JIS', shiftJis, 'Line 2 (byte 43 of the file) is not UTF-8; it looks like Shift_JIS. Accepted: UTF-8'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${header}\n`, 'utf16le'), 'Line 1 (byte 1 of the file) is not UTF-8; it looks like UTF-16'],
    ['UTF-16 without a mark', Buffer.from(`${header}\n`, 'utf16le'), 'Line 1 (byte 2 of the file) is not UTF-8; it looks like UTF-16'],
    [
      'a stray byte',
      Buffer.concat([Buffer.from(`${header}\nテスト,`), Buffer.from([0xff]), Buffer.from(',あ\n')]),
      'Line 2 (byte 42 of the file)',
    ],
    ['a character cut at the end', Buffer.from(`${header}\nテ`).subarray(0, -1), 'Line 2 (byte 32 of the file)'],
    ['a truncated gzip', gzipSync(`${header}\n${'2026-01-01,a,1,0,1\n'.repeat(9000)}`).subarray(0, 150), 'The gzip file is cut short'],
    ['a damaged gzip', Buffer.concat([Buffer.from([0x1f, 0x8b, 0x08, 0x00]), Buffer.alloc(60, 7)]), 'The gzip file is damaged'],
    ['a missing column', Buffer.from('day,campaign,imps\n2026-01-01,a,1\n'), 'no column "gross". It has: "day", "campaign", "imps"'],
    ['a column that is there twice', Buffer.from(`${header},imps\n1\n`), 'the column "imps" twice'],
    ['line ends of CR alone', Buffer.from(`${header}\r2026-01-01,a,1,0,1\r`), 'The lines end with CR alone'],
    ['many such lines', Buffer.from(`${header}\r${'2026-01-01,a,1,0,1\r'.repeat(60_000)}`), 'The lines end with CR alone'],
    ['NDJSON with such lines', Buffer.from('{"day":"2026-01-01"}\r{"day":"2026-01-02"}\r'), 'The lines end with CR alone'],
    ['tabs between the columns', Buffer.from(`${header.replaceAll(',', '\t')}\n2026-01-01\ta\t1\t0\t1\n`), 'separated by tabs'],
    ['semicolons between the columns', Buffer.from(`${header.replaceAll(',', ';')}\n2026-01-01;a;1;0;1\n`), 'separated by semicolons'],
    ['a header with an open quote', Buffer.from(`day,"campaign,imps,gross\n2026-01-01,a,1,1\n`), 'quotes of the header'],
    ['a file without line ends', Buffer.alloc(1_200_000, 'a'), 'Line 1 is longer than 1,000,000 characters'],
    ['NDJSON without a required key', Buffer.from('{"day":"2026-01-01","campaign":"a","imps":1}\n'), 'no column "gross"'],
  ] as const)('%s', async ([, content, why]) => {
    await expect(rowsOf(content)).rejects.toThrow(why)
    // The result is the same wherever chunks are cut.
    await expect(rowsOf(content.subarray(0, 5000), { chunk: 3 })).rejects.toThrow(content.length > 5000 ? '' : why)
  })

  test('a mapping that names a column which the file lacks', async () => {
    await expect(rowsOf(`${header}\n2026-01-01,a,1,0,1\n`, { map: 'day=day,campaign=キャンペーン,imps=imps,gross=gross' })).rejects.toThrow(
      'no column "キャンペーン"',
    )
  })
})

describe('bad lines', () => {
  test('are refused one by one, with their number and the reason', async () => {
    const lines = [
      ['2026-01-01,a,1,0,1.5', 'ok'],
      ['2026-01-01,a,x,0,1', 'Impressions [imps] "x" is not a whole number.'],
      ['2026-01-01,a,-1,0,1', 'ok'],
      ['2026-01-01,a,1.5,0,1', 'Impressions [imps] "1.5" is not a whole number.'],
      ['2026-02-30,a,1,0,1', '"2026-02-30" is no day in the format YYYY-MM-DD.'],
      ['1999-12-31,a,1,0,1', 'The day 1999-12-31 is not between 2000 and 2099.'],
      ['2026-01-01,a,1,0', '4 columns where the header has 5.'],
      ['2026-01-01,a,1,0,1,9', '6 columns where the header has 5.'],
      ['2026-01-01,,1,0,1', 'Campaign (name) [campaign] is empty.'],
      ['2026-01-01,#N/A,1,0,1', 'Campaign (name) [campaign] is empty.'],
      ['2026-01-01,a,,0,1', 'Impressions [imps] is empty.'],
      ['2026-01-01,a,99999999999,0,1', 'Impressions [imps] "99999999999" is too large.'],
      ['2026-01-01,a,1,0,1e5', 'ok'],
      ['2026-01-01,a,1,0,0.0000001', 'ok'],
      ['2026-01-01,a,１，２００,0,"1,234.5"', 'ok'],
      ['2026-01-01,a,1,0,"12,34"', 'Spend [gross] "12,34" is not a number.'],
      ['2026-01-01,a,1,0,NaN', 'Spend [gross] "NaN" is not a number.'],
      [`2026-01-01,${'あ'.repeat(129)},1,0,1`, 'Campaign (name) [campaign] is longer than 128 characters.'],
      ['2026-01-01,"a,1,0,1', 'The quotes are not balanced.'],
      ['2026-01-01,a"b",1,0,1', 'The quotes are not balanced.'],
      ['2026-01-01,"a, ""b""",1,,1', 'ok'],
      ['"2026-01-01","a","1","0","1.100000000"', 'ok'],
    ] as const
    const found = await outcomes(`\uFEFF${[header, ...lines.map(([line]) => line)].join('\r\n')}`)
    expect(found).toEqual(lines.map(([, outcome], index) => [index + 2, outcome]))
  })

  test('an open quote spoils its own line alone; a quoted line break is part of a value', async () => {
    const content = `${header}\n2026-01-01,"a,1,0,1\n2026-01-01,b,1,0,1\n2026-01-01,"c\nd",1,0,1\n\n2026-01-01,e,1,0,1\n`
    const rows = await rowsOf(content, { chunk: 7 })
    expect(rows.map((row) => [row.line, 'fault' in row ? row.fault.key : valueOf(row, 'campaign')])).toEqual([
      [2, 'quote'],
      [3, 'b'],
      [4, 'c\nd'],
      [7, 'e'],
    ])
  })

  test('a value has at most twenty lines: with more its quote is open', async () => {
    const withLines = (lines: number) => rowsOf(`${header}\n2026-01-01,"${'a\n'.repeat(lines - 1)}a",1,0,1\n`)
    expect(await withLines(20)).toMatchObject([{ line: 2, values: expect.any(Array) as string[] }])
    expect((await withLines(21))[0]).toMatchObject({ line: 2, fault: { key: 'quote' } })
  })

  test('of NDJSON', async () => {
    const found = await outcomes(
      [
        '{"day":"2026-01-01","campaign":"a","imps":1,"gross":123456789.123456}',
        '{"day":"2026-01-01","campaign":"a","imps":1,"gross":',
        '[1]',
        '{"day":"2026-01-01","campaign":"a","imps":true,"gross":1}',
        '{"day":"2026-01-01","campaign":"a\\u0000b","imps":1,"gross":1}',
        '{"day":"2026-01-01","campaign":"a","gross":1}',
      ].join('\n'),
    )
    expect(found).toEqual([
      [1, 'ok'],
      [2, 'This is not a JSON object.'],
      [3, 'This is not a JSON object.'],
      [4, 'Impressions [imps] is neither text nor a number.'],
      [5, 'Campaign (name) [campaign] contains a character that cannot be stored.'],
      [6, 'Impressions [imps] is empty.'],
    ])
  })
})

test('numbers of NDJSON keep the digits that they were written with', async () => {
  const [row] = await rowsOf('{"day":"2026-01-01","campaign":"a","imps":1,"gross":1234567890.123456}')
  expect(valueOf(row, 'gross')).toBe('1234567890.123456')
})

test('multi-byte characters may be cut anywhere', async () => {
  const content = Buffer.from(`\uFEFF${header}\n2026-01-01,日本語😀,1,0,1\n`)
  for (const chunk of [1, 2, 3, 5, 7]) {
    const rows = await rowsOf(content, { chunk })
    expect(rows.map((row) => [row.line, valueOf(row, 'campaign')])).toEqual([[2, '日本語😀']])
  }
})

describe('odd lines are taken', () => {
  test.for([
    ['clicks over imps', '2026-01-01,a,1,2,1', true],
    ['a good line', '2026-01-01,a,2,1,1', false],
  ] as const)('%s', async ([, line, odd]) => {
    const [row] = await rowsOf(`${header}\n${line}\n`)
    expect(readLine(row as never)).toMatchObject({ odd })
  })
})
