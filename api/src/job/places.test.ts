import { expect, test } from 'vitest'
import { Places } from './places.ts'

const small = 1
const large = 4_000_000_000
const refusalOf = (take: () => unknown) => {
  try {
    take()
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.for([
  ['files', small, 20, 100],
  ['bytes', large, 1, 4],
] as const)('the %s in transit have an end, for an account and for all together, until they are given back', ([, bytes, own, all]) => {
  const places = new Places()
  const taken = Array.from({ length: own }, () => places.take(1, bytes))
  expect(refusalOf(() => places.take(1, bytes))).toBe('too_many_requests')
  for (let account = 2; account <= all / own; account += 1) for (let file = 0; file < own; file += 1) places.take(account, bytes)
  expect(refusalOf(() => places.take(1000, bytes))).toBe('unavailable')
  const [giveBack] = taken
  // A call that ends and is left as well gives its place back once.
  giveBack!()
  giveBack!()
  places.take(1000, bytes)
  expect(refusalOf(() => places.take(1001, bytes))).toBe('unavailable')
})
