import { describe, expect, test } from 'vitest'
import { isInCanary, pointersFor } from './cohort.ts'
import type { LivePointer, RegistryPointers } from './release.ts'

const everyone = Array.from({ length: 20_000 }, (_, index) => index + 1)
const tried = (percent: number, salt = 's1', accounts: number[] = []) =>
  everyone.filter((account) => isInCanary({ salt, percent, accounts }, account))

describe('a canary', () => {
  test.for([0.5, 5, 25, 50])('of %s percent is tried by about that share of the accounts', (percent) => {
    expect(tried(percent).length / everyone.length).toBeCloseTo(percent / 100, 2)
  })

  test('that grows only gains accounts, and the next rollout begins with others', () => {
    const few = new Set(tried(5))
    const more = new Set(tried(20))
    expect([...few].filter((account) => !more.has(account))).toEqual([])
    const other = tried(5, 's2').filter((account) => few.has(account)).length
    expect(other / few.size).toBeLessThan(0.15)
  })

  test('is tried by the accounts of its list, and by nobody at zero percent', () => {
    expect(tried(0)).toEqual([])
    expect(tried(0, 's1', [12, 31])).toEqual([12, 31])
    expect(tried(100)).toHaveLength(everyone.length)
  })
})

describe('what runs for an account', () => {
  const release = (build: string) => ({ unit: 'ad', build }) as unknown as LivePointer['stable']
  const live = (bad: string[] = []): RegistryPointers => ({
    channel: 'stable',
    remotes: {
      ad: {
        rev: 3,
        stable: release('v1'),
        canary: { build: release('v2'), percent: 0, accounts: [7], salt: 's' },
        lastKnownGood: ['v0'],
        bad,
      },
    },
  })

  test('is the canary for those who try it, with the stable build behind it', () => {
    const { ad } = pointersFor(live(), 7).remotes
    expect([ad!.stable.build, ad!.lastKnownGood]).toEqual(['v2', ['v1', 'v0']])
  })

  test('is the stable build for everybody else, before the sign-in, and once the canary is bad', () => {
    for (const [pointers, account] of [
      [live(), 8],
      [live(), null],
      [live(['v2']), 7],
    ] as const)
      expect(pointersFor(pointers, account)).toEqual(pointers)
  })
})
