import { describe, expect, it, test } from 'vitest'
import type { LogAction, LogEntry, Pointer } from '../registry/schemas.ts'
import { decideRollback, trialOf, type Loads, type Trial } from './decide-rollback.ts'

const [a, b] = ['1.0.0-a', '1.0.0-b']
const now = new Date('2026-05-02T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

const pointer: Pointer = { rev: 2, stable: b, canary: null, lastKnownGood: [a], bad: [], frozen: false }
const canary = { build: b, percent: 5, accounts: [], salt: 'salt' }
const trying: Pointer = { ...pointer, stable: a, canary, lastKnownGood: [] }

function entry(action: LogAction, minutes: number, change: Partial<LogEntry> = {}): LogEntry {
  return { rev: 2, at: minutesAgo(minutes), who: 'mika', why: null, action, from: null, to: pointer, evidence: null, ...change }
}

describe('what is watched', () => {
  it('is a canary since it changed last, and for no longer than an hour', () => {
    const first = entry('promote', 500, { rev: 1 })
    const trial = (minutes: number) => trialOf(trying, [entry('canary', minutes, { to: trying }), first], now)
    expect(trial(20)).toMatchObject({ since: new Date(minutesAgo(20)), againstSince: new Date(minutesAgo(20)) })
    expect(trial(300)).toMatchObject({ since: new Date(minutesAgo(60)), againstSince: new Date(minutesAgo(60)) })
    expect(trialOf(trying, [entry('canary', 20)], now)).toMatchObject({ build: b, against: a, canary: true })
  })

  it('is unknown where the change that it depends on cannot be read', () => {
    expect(trialOf(trying, [null, entry('canary', 5)], now)).toBe('unknown')
    expect(trialOf(pointer, [null, entry('promote', 5)], now)).toBe('unknown')
    expect(trialOf(pointer, [entry('freeze', 1), null, entry('promote', 5)], now)).toBe('unknown')
    expect(trialOf({ ...pointer, lastKnownGood: [] }, [null], now)).toBeNull()
  })

  it('does not depend on what cannot be read before that', () => {
    expect(trialOf(trying, [entry('canary', 20, { to: trying }), null], now)).toMatchObject({ build: b, canary: true })
    expect(trialOf(pointer, [entry('freeze', 1), entry('promote', 5), null], now)).toMatchObject({ build: b, canary: false })
  })

  it('is a stable build from the minute of its promote, for a day, beside what the build before it did in that day', () => {
    const promoted = entry('promote', 5, { at: '2026-05-02T11:55:42.000Z' })
    const before = entry('promote', 200)
    expect(trialOf(pointer, [promoted, entry('rollback', 90, { to: { ...pointer, stable: a } }), before], now)).toEqual({
      build: b,
      against: a,
      canary: false,
      since: new Date('2026-05-02T11:55:00.000Z'),
      againstSince: new Date(minutesAgo(24 * 60)),
    })
    expect(trialOf(pointer, [entry('promote', 24 * 60)], now)).toMatchObject({ since: new Date(minutesAgo(24 * 60)) })
    expect(trialOf(pointer, [entry('promote', 24 * 60 + 1)], now)).toBeNull()
    expect(trialOf({ ...pointer, lastKnownGood: [] }, [entry('promote', 5)], now)).toBeNull()
  })

  it.each([
    ['another build', { to: { ...pointer, stable: a } }],
    ['a freeze', { action: 'freeze' as const }],
  ])('does not take the promote of the build from %s', (_, change) => {
    const latest = entry('freeze', 1)
    expect(trialOf(pointer, [latest, entry('promote', 5, { rev: 1, ...change })], now)).toBeNull()
    // The promote itself is older than a day, and the other entry is not.
    expect(trialOf(pointer, [latest, entry('promote', 5, { rev: 1, ...change }), entry('promote', 9999)], now)).toBeNull()
  })
})

describe('the decision', () => {
  const since = new Date(minutesAgo(30))
  const trial: Trial = { build: b, against: a, canary: true, since, againstSince: since }
  const loads = (build: string, failed: number, all: number, change: Partial<Loads> = {}): Loads => {
    return { build, canary: build === b, worked: all - failed, failed, accounts: 4, failingAccounts: Math.min(failed, 3), ...change }
  }
  const decide = (heard: readonly Loads[], changes: readonly (LogEntry | null)[] = [], frozen = false, tried: Trial = trial) =>
    decideRollback(tried, heard, { frozen, changes, now }).kind

  it('needs ten loads of both builds, and failures of three accounts', () => {
    expect(decide([loads(b, 10, 10), loads(a, 0, 10)])).toBe('rollback')
    expect(decide([loads(b, 9, 9), loads(a, 0, 10)])).toBe('leave')
    expect(decide([loads(b, 10, 10), loads(a, 0, 9)])).toBe('leave')
    expect(decide([loads(b, 10, 10, { failingAccounts: 2 }), loads(a, 0, 10)])).toBe('leave')
  })

  it('needs more than a fifth of all loads between them', () => {
    expect(decide([loads(b, 4, 20), loads(a, 0, 20)])).toBe('leave')
    expect(decide([loads(b, 5, 20), loads(a, 0, 20)])).toBe('rollback')
  })

  describe('on a canary of one or two accounts', () => {
    const one = { accounts: 1, failingAccounts: 1 }
    const two = { accounts: 2, failingAccounts: 2 }

    it.each([
      ['takes ten loads', loads(b, 10, 10, one), loads(b, 9, 9, one)],
      ['takes failures in over three fifths of them', loads(b, 13, 20, two), loads(b, 12, 20, two)],
      ['takes failures of each account', loads(b, 15, 20, two), loads(b, 15, 20, { ...two, failingAccounts: 1 })],
      ['is not made where other accounts report too', loads(b, 20, 20, two), loads(b, 20, 20, { accounts: 3, failingAccounts: 2 })],
    ])('%s', (_, worse, unsure) => {
      expect(decide([worse, loads(a, 0, 20)])).toBe('rollback')
      expect(decide([unsure, loads(a, 0, 20)])).toBe('leave')
    })

    it('leaves its accounts half an hour to report', () => {
      const started = (minutes: number) => ({ ...trial, since: new Date(minutesAgo(minutes)) })
      expect(decide([loads(b, 10, 10, one), loads(a, 0, 20)], [], false, started(30))).toBe('rollback')
      expect(decide([loads(b, 10, 10, one), loads(a, 0, 20)], [], false, started(29))).toBe('leave')
    })

    it('is never made on a build for everybody', () => {
      expect(decide([loads(b, 20, 20, two), loads(a, 0, 20)], [], false, { ...trial, canary: false })).toBe('leave')
    })
  })

  it('measures a canary by those who try it, the stable build by the others', () => {
    expect(decide([loads(b, 20, 20, { canary: false }), loads(a, 0, 20)])).toBe('leave')
    expect(decide([loads(b, 20, 20), loads(a, 0, 20, { canary: true })])).toBe('leave')
    expect(decide([loads(b, 20, 20, { canary: false }), loads(a, 0, 20)], [], false, { ...trial, canary: false })).toBe('rollback')
  })

  it('answers the figures that it was made on', () => {
    expect(decideRollback(trial, [loads(b, 10, 20), loads(a, 0, 20)], { frozen: false, changes: [], now })).toEqual({
      kind: 'rollback',
      comparison: {
        tried: { build: b, loads: 20, failed: 10, rate: 0.5, accounts: 4, failing_accounts: 3 },
        against: { build: a, loads: 20, failed: 0, rate: 0, accounts: 4, failing_accounts: 0 },
        since: minutesAgo(30),
      },
    })
  })

  const failing = [loads(b, 20, 20), loads(a, 0, 20)]

  it('is a person’s while the unit is frozen', () => expect(decide(failing, [], true)).toBe('ask'))

  test('is a person’s within an hour of a rollback by the platform', () => {
    const automatic = { who: 'automatic' }
    expect(decide(failing, [entry('rollback', 59, automatic)])).toBe('ask')
    expect(decide(failing, [entry('rollback', 60, automatic)])).toBe('rollback')
    expect(decide(failing, [entry('rollback', 59)])).toBe('rollback')
    expect(decide(failing, [entry('promote', 59, automatic)])).toBe('rollback')
    expect(decide(failing, [entry('canary', 30), null, entry('rollback', 59, automatic)])).toBe('ask')
  })
})
