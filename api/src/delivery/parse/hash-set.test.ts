import { expect, test } from 'vitest'
import { Fingerprint } from './fingerprint.ts'
import { HashSet } from './hash-set.ts'

function hashOf(...texts: string[]): number {
  const fingerprint = new Fingerprint()
  for (const text of texts) fingerprint.add(text)
  return fingerprint.hash
}

test('says of each hash whether it was there, as a Set does, however many there are and wherever they fall', () => {
  const [own, known] = [new HashSet(), new Set<number>()]
  const near = Array.from({ length: 5000 }, (_, at) => 1 + (at % 3000) * 0x20_0000 * 4096)
  const spread = Array.from({ length: 60_000 }, (_, at) => hashOf('2026-01-01', String(at % 40_000)))
  const hashes = [1, 2 ** 53, 2 ** 53, ...near, ...spread, ...near]
  const expected = hashes.map((hash) => {
    const isNew = !known.has(hash)
    known.add(hash)
    return isNew
  })
  const found = hashes.map((hash) => own.add(hash))
  expect(hashes.filter((_, at) => found[at] !== expected[at])).toEqual([])
  expect(known.size).toBe(2 + 2999 + 40_000)
})

test('rows have different hashes where their values, or the boundaries between these, differ', () => {
  const rows = [['ab', 'c'], ['a', 'bc'], ['abc', ''], ['', 'abc'], ['abc'], ['ABC'], ['c', 'ab']]
  expect(new Set(rows.map((row) => hashOf(...row))).size).toBe(rows.length)
})
