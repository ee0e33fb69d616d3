import { expect, test } from 'vitest'
import { instantText } from './json-value.ts'

test.for([
  '2026-11-28 01:04:30.123456+00',
  '2026-11-28 01:04:30.999999+00',
  '2026-11-28 01:04:30.1+00',
  '2026-11-28 01:04:30+00',
  '2026-11-28 10:04:30.5+09',
  '2026-11-28T01:04:30.123Z',
])('an instant that is written as %s has the JSON form of its Date', (written) => {
  expect(instantText(written)).toBe(new Date(written).toISOString())
  expect(instantText(new Date(written))).toBe(new Date(written).toISOString())
})
