import { expect, test } from 'vitest'
import { baseOf, nextChoice, type Base } from './label-choices.ts'

const records = [{ label_ids: [1, 2] }, { label_ids: [1] }, { label_ids: null }]

test('a label is on all, some or none of the records, or nobody knows', () => {
  expect(baseOf(records.slice(0, 2), 1)).toBe('all')
  expect(baseOf(records, 1)).toBe('some')
  expect(baseOf(records, 3)).toBe('none')
  expect(baseOf(null, 1)).toBe('unknown')
})

test.each<[Base, (boolean | undefined)[]]>([
  ['all', [false, undefined]],
  ['none', [true, undefined]],
  ['some', [true, false, undefined]],
  ['unknown', [true, false, undefined]],
])('clicks on a label that is on %s', (base, expected) => {
  let chosen: boolean | undefined
  for (const next of expected) {
    chosen = nextChoice(base, chosen)
    expect(chosen).toBe(next)
  }
})
