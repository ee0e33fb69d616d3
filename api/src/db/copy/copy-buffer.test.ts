import { expect, test } from 'vitest'
import { CopyBuffer } from './copy-buffer.ts'
import { copyLine, type CopyValue } from './copy-rows.ts'

const values: readonly CopyValue[] = [
  0,
  7,
  10,
  999,
  1000,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  -5,
  1.5,
  '',
  'SP',
  '1.500000',
  'a b',
  '東京 😀',
  'tab\there',
  'back\\slash',
  'two\nlines\r',
  '\\N',
  null,
  true,
  false,
]

test('writes what copyLine writes, also where it has to grow', () => {
  const rows = values.map((value, at) => [value, ...values.slice(at)])
  const buffer = new CopyBuffer(8)
  for (const row of rows) {
    for (const value of row) buffer.add(value)
    buffer.end()
  }
  expect(buffer.length).toBeGreaterThan(1000)
  expect(buffer.take().toString()).toBe(rows.map((row) => copyLine(row)).join(''))
})

test('begins anew once it was taken', () => {
  const buffer = new CopyBuffer(100)
  for (const text of ['one', 'two']) {
    buffer.add(text)
    buffer.end()
    expect(buffer.take().toString()).toBe(`${text}\n`)
  }
})
