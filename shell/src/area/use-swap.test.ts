// @vitest-environment jsdom
import type { BriefPointer } from '@adsite/remote'
import { expect, test } from 'vitest'
import { sampleRelease } from '../testing/sample-pointers.ts'
import { swapDue } from './use-swap.ts'

const [a, b, c] = ['1.0.0-a', '1.1.0-b', '1.2.0-c']
const live = (stable: string, news: Partial<BriefPointer> = {}) =>
  ({ rev: 3, stable: sampleRelease('ad', stable), canary: null, lastKnownGood: [], bad: [], ...news }) as never as BriefPointer
/** A visit runs `build`, and was told of `chosen` at revision 2. */
const visit = (build: string, chosen = build) => ({ build, chosen, rev: 2 })

test.each([
  ['nothing has moved', live(b), visit(b), null],
  ['the build before stands in for the one that is named still', live(b), visit(a, b), null],
  ['another one is promoted', live(c), visit(b), 'screen'],
  ['the one that runs is rolled back', live(a, { bad: [b] }), visit(b), 'query'],
  ['the one that runs is bad, and named', live(b, { bad: [b] }), visit(b), 'query'],
  ['the one that another stands in for is rolled back', live(c, { bad: [b] }), visit(a, b), 'query'],
  ['it is rolled back at once', live(a, { bad: [b], now: 3 }), visit(b), 'now'],
  ['something was rolled back at once before the visit', live(c, { now: 2 }), visit(b), 'screen'],
  ['there is no build any more', undefined, visit(b), null],
] as const)('when %s', (_, pointer, loaded, due) => {
  expect(swapDue(pointer, loaded)).toBe(due)
})
