import { expect, it } from 'vitest'
import { decideRollback, type Loads, type Trial } from './decide-rollback.ts'

// Simulates small canaries of a site with 30 accounts (docs/decisions/0009): one hour, judged once a minute.
const [a, b] = ['1.0.0-a', '1.0.0-b']
const [runs, accounts, minutes] = [3000, 30, 60]
/** Probability that an account enters the area within a minute. */
const activity = 0.3
/** Share of the loads that fail on any build, and of the accounts where all fail because of their browser or network. */
const [flaky, broken] = [0.02, 0.01]
/** Maximum weight of an account in the figures. */
const weight = 10
const start = new Date('2026-05-02T12:00:00.000Z')
const trial: Trial = { build: b, against: a, canary: true, since: start, againstSince: start }

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Whether a canary of this many accounts is rolled back, whose build fails in this share of its loads. */
function isRolledBack(random: () => number, failures: number, size: number): boolean {
  const site = Array.from({ length: accounts }, (_, at) => ({ canary: at < size, broken: random() < broken, worked: 0, failed: 0 }))
  const figures = (build: string, canary: boolean): Loads => {
    const heard = site.filter((one) => one.canary === canary && one.worked + one.failed > 0)
    const sum = (of: (one: (typeof site)[number]) => number) => heard.reduce((all, one) => all + Math.min(of(one), weight), 0)
    const failing = heard.filter(({ failed }) => failed > 0).length
    return {
      build,
      canary,
      worked: sum((one) => one.worked),
      failed: sum((one) => one.failed),
      accounts: heard.length,
      failingAccounts: failing,
    }
  }
  for (let minute = 1; minute <= minutes; minute++) {
    for (const one of site) {
      if (random() >= activity) continue
      const fails = one.broken || random() < flaky || (one.canary && random() < failures)
      one[fails ? 'failed' : 'worked']++
    }
    const now = new Date(start.getTime() + minute * 60_000)
    const verdict = decideRollback(trial, [figures(b, true), figures(a, false)], { frozen: false, changes: [], now })
    if (verdict.kind === 'rollback') return true
  }
  return false
}

it.each([
  ['that always fails', 1, 1, 0.98, 1],
  ['that always fails', 1, 2, 0.98, 1],
  ['that fails in three of four loads', 0.75, 1, 0.85, 1],
  ['that fails in three of four loads', 0.75, 2, 0.9, 1],
  // Where the canary has one account, its browser or network may be the cause.
  ['that works', 0, 1, 0, 0.02],
  ['that works', 0, 2, 0, 0.002],
])('a build %s (%s more of its loads) in a canary of %s goes back in a share of %s to %s', (_, failures, size, least, most) => {
  const random = randomOf(17)
  const rolledBack = Array.from({ length: runs }, () => isRolledBack(random, failures, size)).filter(Boolean).length / runs
  expect(rolledBack).toBeGreaterThanOrEqual(least)
  expect(rolledBack).toBeLessThanOrEqual(most)
})
