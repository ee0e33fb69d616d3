import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { defused } from './defuse.ts'
import { csvBytes } from './csv-bytes.ts'

const read = (bytes: Uint8Array): string[][] => parse(Buffer.from(bytes), { bom: true })

test.each(['\n', '\r', '\r\n', ',', '"', ' ', "'"])('a cell with %j is read back as it was', (sign) => {
  const lines = [
    ['1', `一行目${sign}二行目${sign}`, '終わり'],
    ['2', sign, ''],
  ]
  expect(read(csvBytes(lines, 'utf8', true))).toEqual(lines)
})

test.each(['\n', '\r', '\r\n'])('no line of a file begins with what a cell has after %j', (sign) => {
  const text = Buffer.from(csvBytes([['1', defused(`理由${sign}=1+1`), '']], 'utf8')).toString()
  expect(text).toBe(`1,"理由${sign}=1+1",\r\n`)
})
