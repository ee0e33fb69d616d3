import { expect, test } from 'vitest'
import { outageOf, unexplained, type CallRecord } from './calls.ts'

const call = (what: string, began: number, ended: number, status: CallRecord['status']): CallRecord => ({
  what,
  began,
  ended,
  status,
  isFine: status === 201,
})
const incident = { name: 'server', began: 10_000, whole: 20_000 }
const isWrite = ({ what }: CallRecord) => what === 'write'

test('an outage is what callers noticed: answers that failed, the last of them, and the longest time without a write', () => {
  const calls = [
    call('write', 9000, 9500, 201),
    call('write', 9900, 11_000, 503),
    call('read', 12_000, 15_040, 503),
    call('read', 12_000, 15_020, 'broken'),
    call('write', 11_500, 17_000, 201),
    call('write', 17_200, 17_300, 201),
    call('write', 21_000, 21_100, 503),
  ]
  expect(outageOf(incident, calls, isWrite)).toEqual({
    name: 'server',
    calls: 5,
    failed: 3,
    answers: { 503: 2, broken: 1 },
    until: 5,
    silent: 7,
    whole: 10,
  })
})

test('without a failed call there is nothing but the time until everything served', () => {
  const fine = call('write', 12_000, 12_100, 201)
  expect(outageOf(incident, [fine], isWrite)).toMatchObject({ calls: 1, failed: 0, answers: {}, until: 0, silent: 7.9 })
})

test('a failed call is explained by an incident that it overlaps, and by nothing else', () => {
  const before = call('read', 9000, 9999, 503)
  const across = call('read', 9000, 10_001, 503)
  const late = call('read', 20_001, 20_100, 503)
  expect(unexplained([incident], [before, across, late, call('read', 1, 2, 201)])).toEqual([before, late])
})
