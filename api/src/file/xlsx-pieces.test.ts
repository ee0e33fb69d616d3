// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { unzip } from '../testing/unzip.ts'
import { xlsxPieces, type SheetCell } from './xlsx-pieces.ts'

async function* batchesOf(...batches: SheetCell[][][]): AsyncGenerator<SheetCell[][]> {
  yield* batches
}

async function workbook(batches: AsyncGenerator<SheetCell[][]>, rowsPerSheet?: number): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = []
  const options = rowsPerSheet === undefined ? {} : { rowsPerSheet }
  for await (const chunk of xlsxPieces({ title: '企業/一覧', head: ['名前', '数'], batches, ...options })) chunks.push(chunk)
  return unzip(Buffer.concat(chunks))
}

const parse = (xml: string) => new DOMParser().parseFromString(xml, 'text/xml')
const texts = (xml: string, tag: string) => [...parse(xml).getElementsByTagName(tag)].map((element) => element.textContent)

test('every part is well-formed XML and is named where it is looked for', async () => {
  const files = await workbook(batchesOf([['a', 1]]))
  for (const [name, xml] of Object.entries(files)) {
    expect([name, parse(xml).getElementsByTagName('parsererror')]).toEqual([name, expect.objectContaining({ length: 0 })])
  }
  const parts = [...files['[Content_Types].xml']!.matchAll(/PartName="\/([^"]+)"/g)].map(([, part]) => part!)
  expect(parts.filter((part) => !(part in files))).toEqual([])
  const targets = [...files['xl/_rels/workbook.xml.rels']!.matchAll(/Target="([^"]+)"/g)].map(([, target]) => `xl/${target}`)
  expect(targets.filter((target) => !(target in files))).toEqual([])
  expect(files['xl/workbook.xml']).toContain('name="企業 一覧"')
})

test('texts, numbers, days and times are cells of their kind', async () => {
  const text = ' <b>&"\r\n_x0041_ \u0001\uD800😀'
  const rows: SheetCell[][] = [
    [text, 1.5],
    [null, { day: 46_113 }],
    ['', { time: 46_113.5 }],
  ]
  const sheet = (await workbook(batchesOf(rows)))['xl/worksheets/sheet1.xml']!
  expect(texts(sheet, 't')).toEqual(['名前', '数', ' <b>&"\r\n_x005F_x0041_ \uFFFD😀'])
  expect(texts(sheet, 'v')).toEqual(['1.5', '46113', '46113.5'])
  expect(sheet).toContain('<c s="2"><v>46113</v></c>')
  expect(sheet).toContain('<c s="3"><v>46113.5</v></c>')
})

test('a text that is too long for a cell is cut', async () => {
  const sheet = (await workbook(batchesOf([['あ'.repeat(40_000), null]])))['xl/worksheets/sheet1.xml']!
  expect(texts(sheet, 't')[2]).toHaveLength(32_767)
  const whole = (await workbook(batchesOf([['𠮷'.repeat(20_000), null]])))['xl/worksheets/sheet1.xml']!
  expect(texts(whole, 't')[2]).toBe('𠮷'.repeat(16_383))
})

test('what one sheet cannot hold goes on in the next, under the head', async () => {
  const rows = Array.from({ length: 7 }, (_, index): SheetCell[] => [`行 ${index}`, index])
  const files = await workbook(batchesOf(rows.slice(0, 5), rows.slice(5)), 4)
  const sheets = [1, 2, 3].map((number) => texts(files[`xl/worksheets/sheet${number}.xml`]!, 't'))
  expect(sheets).toEqual([
    ['名前', '数', '行 0', '行 1', '行 2'],
    ['名前', '数', '行 3', '行 4', '行 5'],
    ['名前', '数', '行 6'],
  ])
  expect([...files['xl/workbook.xml']!.matchAll(/sheet name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    '企業 一覧',
    '企業 一覧 2',
    '企業 一覧 3',
  ])
})

test('an error of the source fails the file; a reader that leaves ends the source', async () => {
  async function* failing(): AsyncGenerator<SheetCell[][]> {
    yield [['a', 1]]
    throw new Error('gone')
  }
  await expect(workbook(failing())).rejects.toThrow('gone')
  const left = vi.fn<() => void>()
  async function* endless(): AsyncGenerator<SheetCell[][]> {
    try {
      for (;;) yield [[Math.random().toString(), 1]]
    } finally {
      left()
    }
  }
  for await (const chunk of xlsxPieces({ title: 'x', head: ['a'], batches: endless() })) if (chunk.length > 0) break
  await vi.waitFor(() => expect(left).toHaveBeenCalled(), 60_000)
})
