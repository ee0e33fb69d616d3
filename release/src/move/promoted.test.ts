import { describe, expect, it } from 'vitest'
import type { Pointer } from '../registry/schemas.ts'
import { movedTo, promoted, type Audience } from './promote.ts'

const [a, b, c] = ['1.0.0-a', '1.0.0-b', '1.0.0-c']
const pointer: Pointer = { rev: 3, stable: a, canary: null, lastKnownGood: [], bad: [], frozen: false }
const tried = { build: b, percent: 5, accounts: [7], salt: 'salt' }
const after = (before: Pointer | null, build: string, canary?: Audience) =>
  promoted('The promote', before, { unit: 'ad', build, channel: 'stable', who: 'mika', why: null, canary })

describe('the pointer after a promote', () => {
  it('remembers ten builds as ways back, each once, newest first, and not the one that runs', () => {
    const builds = Array.from({ length: 10 }, (_, index) => `1.0.${index}`)
    expect(after({ ...pointer, lastKnownGood: builds }, b)!.lastKnownGood).toEqual([a, ...builds.slice(0, 9)])
    expect(after({ ...pointer, lastKnownGood: [b, a, c] }, b)!.lastKnownGood).toEqual([a, c])
    expect(after(null, a)).toEqual({ stable: a, lastKnownGood: [], bad: [], canary: null, frozen: false })
  })

  it('no longer calls the build bad, and keeps what is said of others', () => {
    expect(after({ ...pointer, bad: [b, c] }, b)!.bad).toEqual([c])
  })

  it('is the same only when the build runs and no other is tried', () => {
    expect(after(pointer, a)).toBeNull()
    expect(after({ ...pointer, stable: b, canary: tried }, b)).toMatchObject({ stable: b, canary: null })
  })

  it('is refused in a freeze, and says how it ends', () => {
    expect(() => after({ ...pointer, frozen: true }, b)).toThrow(
      expect.objectContaining({
        code: 'frozen',
        what: 'The promote',
        why: 'ad is frozen on stable',
        advice: expect.stringContaining('unfreeze ad'),
      }),
    )
  })
})

describe('a canary', () => {
  const canaryOf = (audience: Audience, before: Pointer = pointer) => after(before, b, audience)!.canary!

  it.each([0.01, 100])('may go to %d percent', (percent) => expect(canaryOf({ percent }).percent).toBe(percent))
  it.each([-1, 100.01, Number.NaN])('may not go to %d percent', (percent) => {
    expect(() => canaryOf({ percent, accounts: [1] })).toThrow(`${percent}% is no share`)
  })
  it('may go to the account with the id 1, and to no id below', () => {
    expect(canaryOf({ accounts: [1] })).toMatchObject({ percent: 0, accounts: [1] })
    for (const account of [0, 1.5, -1]) expect(() => canaryOf({ accounts: [account] })).toThrow(`${account} is no id`)
  })
  it('keeps its salt and its accounts while its share grows, and takes new accounts in their place', () => {
    const before = { ...pointer, canary: tried }
    expect(canaryOf({ percent: 20.005 }, before)).toEqual({ ...tried, percent: 20.01 })
    expect(canaryOf({ accounts: [10, 9, 9] }, before)).toEqual({ ...tried, accounts: [9, 10] })
    expect(after(before, b, { percent: 5 })).toBeNull()
  })
})

describe('what a change came to', () => {
  const moved = (before: Pointer | null, now: Pointer) =>
    movedTo({ unit: 'ad', channel: 'stable' }, before && { pointer: before, etag: 'one' }, { pointer: now, etag: 'two' })
  const trying = { ...pointer, canary: tried }

  it.each<[string, Pointer | null, Pointer, string | null]>([
    ['a first build', null, pointer, null],
    ['a first canary', pointer, trying, null],
    ['a canary that grows', trying, { ...trying, canary: { ...tried, percent: 20 } }, null],
    ['a canary that becomes stable', trying, { ...pointer, stable: b }, b],
    ['a canary that is taken back', trying, pointer, b],
  ])('names the canary that ended: %s', (_, before, now, ended) => {
    expect(moved(before, { ...now, rev: 4 })).toMatchObject({ endedCanary: ended, changed: true, previous: before ? a : null })
  })

  it('is nothing for the same revision', () => expect(moved(pointer, pointer)).toMatchObject({ changed: false, rev: 3, build: a }))
})
