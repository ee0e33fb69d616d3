import { rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freeze, unfreeze } from '../move/freeze.ts'
import { history } from '../actions/history.ts'
import { promote } from '../move/promote.ts'
import { rollback } from '../move/rollback.ts'
import type { Registry } from '../registry/registry.ts'
import { openWorkbench, sharing, type Workbench } from '../testing/fixtures.ts'
import type { Loads } from './decide-rollback.ts'
import { automaticRollbacks, watchUnit, type Watched } from './watch-unit.ts'

let bench: Workbench
const channel = 'stable'
const [a, b, c] = ['1.0.0-a', '1.0.0-b', '1.0.0-c']

beforeEach(async () => {
  bench = await openWorkbench()
  await bench.release('ad', a)
  for (const build of [b, c]) await bench.publish('ad', await bench.writeRemote('ad', build))
})
afterEach(async () => {
  vi.useRealTimers()
  await bench.remove()
})

const by = { channel, unit: 'ad', who: 'mika' }
const toAll = (build: string) => promote(bench.registry, { ...by, build, why: null })
const tryOut = (build: string) => promote(bench.registry, { ...by, build, why: null, canary: { percent: 10 } })
const pointer = async () => (await bench.registry.readPointer(channel, 'ad'))!.pointer
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const daysOff = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 60 * 60_000 })
const watch = (loads: readonly Loads[], now = later(1)): Promise<Watched> =>
  watchUnit(bench.registry, { unit: 'ad', channel, readLoads: async () => loads, now })

/** `failed` of `all` loads, from this many accounts. */
function loads(build: string, failed: number, all: number, failingAccounts = Math.min(failed, 4)): Loads {
  return { build, canary: build === b, worked: all - failed, failed, accounts: 5, failingAccounts }
}

describe('a canary', () => {
  beforeEach(() => tryOut(b))

  it('that fails more often than the stable build ends, is marked bad, and the figures are in the log', async () => {
    expect(await watch([loads(b, 8, 20), loads(a, 1, 50)])).toMatchObject({ kind: 'rolled_back', moved: { build: a, endedCanary: b } })
    expect(await pointer()).toMatchObject({ stable: a, canary: null, bad: [b] })
    const [entry] = (await history(bench.registry, { channel, unit: 'ad' })).entries
    expect(entry).toMatchObject({
      who: 'automatic',
      action: 'rollback',
      why: '1.0.0-b failed in 40% of its loads (8 of 20), 1.0.0-a failed in 2% of its loads (1 of 50)',
      evidence: {
        tried: { build: b, loads: 20, failed: 8, rate: 0.4, failing_accounts: 4 },
        against: { build: a, loads: 50, failed: 1, rate: 0.02 },
      },
    })
  })

  it.each([
    ['works', [loads(b, 0, 40), loads(a, 0, 40)]],
    ['fails within the margin', [loads(b, 8, 40), loads(a, 0, 40)]],
    ['fails like the stable build: the cause is elsewhere', [loads(b, 35, 40), loads(a, 33, 40)]],
    ['fails for two accounts only', [loads(b, 20, 20, 2), loads(a, 0, 40)]],
    ['was loaded a few times only', [loads(b, 9, 9), loads(a, 0, 40)]],
    ['has nothing beside it to compare with', [loads(b, 20, 20), loads(a, 0, 9)]],
    ['is new, and nothing was heard', []],
    // A canary account that received the stable build is not part of the comparison.
    ['is compared with the other accounts only', [loads(b, 20, 20), { ...loads(a, 0, 40), canary: true }]],
  ])('that %s stays', async (_, heard) => {
    expect(await watch(heard)).toEqual({ kind: 'leave' })
    expect((await pointer()).canary?.build).toBe(b)
  })

  it('of a frozen unit stays, and a person is asked', async () => {
    await freeze(bench.registry, { ...by, reason: 'sale' })
    const bad = [loads(b, 20, 20), loads(a, 0, 40)]
    expect(await watch(bad)).toMatchObject({ kind: 'ask', why: 'frozen', comparison: { tried: { rate: 1 } } })
    expect((await pointer()).canary?.build).toBe(b)
    await unfreeze(bench.registry, { ...by, reason: 'sale is over' })
    expect(await watch(bad)).toMatchObject({ kind: 'rolled_back' })
  })

  it('after one that was rolled back within the hour stays, and a person is asked; an hour later it goes', async () => {
    await watch([loads(b, 20, 20), loads(a, 0, 40)])
    await tryOut(c)
    const bad = [{ ...loads(c, 20, 20), canary: true }, loads(a, 0, 40)]
    expect(await watch(bad)).toMatchObject({ kind: 'ask', why: 'second' })
    expect((await pointer()).canary?.build).toBe(c)
    expect(await watch(bad, later(61))).toMatchObject({ kind: 'rolled_back', moved: { endedCanary: c } })
  })

  it('that somebody has changed since the figures were read is left to them', async () => {
    const readLoads = async () => {
      await toAll(b)
      return [loads(b, 20, 20), loads(a, 0, 40)]
    }
    await expect(watchUnit(bench.registry, { unit: 'ad', channel, readLoads })).rejects.toMatchObject({
      code: 'pointer_moved',
      why: expect.stringContaining('mika has changed ad meanwhile'),
    })
    expect(await pointer()).toMatchObject({ stable: b, canary: null, bad: [] })
  })
})

describe('a build that was promoted for everybody', () => {
  const bad = [
    { ...loads(b, 8, 20), canary: false },
    { ...loads(b, 2, 4), canary: true },
    { ...loads(a, 0, 40), canary: false },
  ]

  it('goes back to the one before, when it fails more often', async () => {
    await toAll(b)
    expect(await watch(bad)).toMatchObject({ kind: 'rolled_back', moved: { build: a, previous: b } })
    expect(await pointer()).toMatchObject({ stable: a, bad: [b] })
    // The current state did not come from a promotion, so nothing is watched.
    expect(await watch([loads(a, 40, 40)])).toEqual({ kind: 'leave' })
  })

  it.each([1, 2, 3, 4])('that another process rolls back after it was read %i times is no question to anybody', async (reading) => {
    await toAll(b)
    let readings = 0
    let faster: Promise<Watched> | undefined
    const registry: Registry = {
      ...bench.registry,
      async readPointer(...of) {
        const read = await bench.registry.readPointer(...of)
        readings += 1
        if (readings === reading) await (faster ??= watch(bad))
        return read
      },
    }
    const slower = watchUnit(registry, { unit: 'ad', channel, readLoads: async () => bad, now: later(1) })
    await expect(slower).rejects.toMatchObject({ code: 'pointer_moved' })
    expect(await faster).toMatchObject({ kind: 'rolled_back' })
  })

  it('and again after its cause was mended, is judged by what was told since then', async () => {
    const told = bad.map((one) => ({ ...one, minutes: -30 }))
    const watchNow = () =>
      watchUnit(bench.registry, {
        unit: 'ad',
        channel,
        readLoads: async (_, { since }) => told.filter(({ minutes }) => later(minutes) >= since),
        now: later(1),
      })
    await toAll(b)
    await rollback(bench.registry, { ...by, reason: 'the line was down' })
    await toAll(b)
    expect(await watchNow()).toEqual({ kind: 'leave' })
    expect(await pointer()).toMatchObject({ rev: 4, stable: b, bad: [] })
    // The build before it worked until then, and is still compared.
    told.push({ ...loads(b, 8, 20), canary: false, minutes: 1 })
    expect(await watchNow()).toMatchObject({ kind: 'rolled_back', moved: { build: a, previous: b } })
  })

  it('is watched for a day', async () => {
    await toAll(b)
    expect(await watch(bad, later(24 * 60 + 1))).toEqual({ kind: 'leave' })
  })

  it('that some have tried before is told of with the revision since which it runs for anybody', async () => {
    await tryOut(b)
    await toAll(b)
    await freeze(bench.registry, { ...by, reason: 'sale' })
    expect(await watch(bad, later(61))).toMatchObject({ kind: 'ask', why: 'frozen', since: 2 })
  })

  it.each([
    [23, [{ rev: 3 }]],
    [25, []],
  ])('that went back %i hours ago is among the automatic rollbacks for a day, whatever has happened since', async (hours, listed) => {
    const at = (minutes: number): Registry => {
      const now = later(minutes - hours * 60)
      return { ...bench.registry, storage: { ...bench.registry.storage, now: async () => now } }
    }
    await promote(at(-60), { ...by, build: b, why: null })
    expect(await watchUnit(at(0), { unit: 'ad', channel, readLoads: async () => bad })).toMatchObject({ kind: 'rolled_back' })
    await freeze(bench.registry, { ...by, reason: 'sale' })
    expect(await automaticRollbacks(bench.registry, { unit: 'ad', channel })).toMatchObject(listed)
  })
})

describe('a log with an entry that is damaged', () => {
  const damage = (rev: number) => writeFile(bench.stored(`log/stable/ad/${rev}.json`), '{')
  const bad = [loads(b, 20, 20), loads(a, 0, 40)]

  it('of what was long before does not keep a build from going back', async () => {
    await tryOut(b)
    await damage(1)
    expect(await watch(bad)).toMatchObject({ kind: 'rolled_back' })
    await tryOut(c)
    await damage(4)
    await toAll(c)
    expect(await watch([loads(c, 20, 20), loads(a, 0, 40)], later(61))).toMatchObject({ kind: 'rolled_back', moved: { previous: c } })
    await freeze(bench.registry, { ...by, reason: 'sale' })
    await damage(7)
    expect(await automaticRollbacks(bench.registry, { unit: 'ad', channel })).toMatchObject([{ rev: 6 }, { rev: 3 }])
  })

  it.each([
    ['a promotion', toAll],
    ['a canary', tryOut],
  ])('of %s leaves the build as it is, and says so: nobody knows since when it runs', async (_, move) => {
    await move(b)
    await damage(2)
    await expect(watch(bad)).rejects.toMatchObject({ code: 'registry_damaged', what: 'ad was not watched on stable' })
    expect(await pointer()).toMatchObject({ rev: 2, bad: [] })
  })
})

it('reads the log back for a day, and not further', async () => {
  await toAll(b)
  await toAll(c)
  const read: number[] = []
  const registry: Registry = {
    ...bench.registry,
    readLogEntry(...of) {
      read.push(of[2])
      return bench.registry.readLogEntry(...of)
    },
  }
  await watchUnit(registry, { unit: 'ad', channel, readLoads: async () => [], now: later(48 * 60) })
  expect(read).toEqual([3])
})

describe.each([
  ['three days behind', -3],
  ['three days ahead', 3],
])('with a clock that is %s', (_, days) => {
  const readings: Date[] = []
  const watchNow = (heard: readonly Loads[]): Promise<Watched> =>
    watchUnit(bench.registry, {
      unit: 'ad',
      channel,
      async readLoads(_unit, { since }) {
        readings.push(since)
        return heard
      },
    })
  const moves = [
    ['a canary', tryOut, true, 60],
    ['a build for everybody', toAll, false, 24 * 60],
  ] as const

  /** The figures are read from the last hour or day of the registry’s time. */
  function expectRecent(minutes: number): void {
    const age = Date.now() - readings.splice(0)[0]!.getTime()
    expect(age).toBeGreaterThan(-60_000)
    expect(age).toBeLessThan((minutes + 1) * 60_000)
  }

  it.each(moves)('of the operator, %s is watched', async (_move, move, canary, minutes) => {
    daysOff(days)
    await move(b)
    vi.useRealTimers()
    expect(await watchNow([{ ...loads(b, 20, 20), canary }, loads(a, 0, 40)])).toMatchObject({ kind: 'rolled_back' })
    expectRecent(minutes)
  })

  it.each(moves)('of the site, %s is watched', async (_move, move, canary, minutes) => {
    await move(b)
    daysOff(days)
    expect(await watchNow([{ ...loads(b, 20, 20), canary }, loads(a, 0, 40)])).toMatchObject({ kind: 'rolled_back' })
    vi.useRealTimers()
    expectRecent(minutes)
  })
})

describe('a build whose predecessor no longer runs with the shell', () => {
  const before = '1.0.0-before'
  const dayjs = { shares: sharing({ react: ['*'], jotai: ['atom'], dayjs: ['*'] }) }
  const bad = [
    { ...loads(b, 18, 20), canary: false },
    { ...loads(before, 0, 40), canary: false },
  ]

  /** Promotes a build that needs dayjs, then b, then a shell without dayjs. */
  async function promoteAll(): Promise<void> {
    await bench.publish('shell', await bench.writeShell('1.0.0-s', { manifest: dayjs }))
    await promote(bench.registry, { ...by, unit: 'shell', build: '1.0.0-s', why: null })
    await bench.publish('ad', await bench.writeRemote('ad', before, { manifest: dayjs }))
    await toAll(before)
    await toAll(b)
    await bench.release('shell', '1.1.0-s')
  }

  it('goes back to the newest one that does', async () => {
    await promoteAll()
    expect(await watch(bad)).toMatchObject({
      kind: 'rolled_back',
      moved: { build: a, previous: b, passedOver: [{ build: before, why: expect.stringContaining('dayjs') }] },
    })
    expect(await pointer()).toMatchObject({ stable: a, bad: [b], frozen: false })
  })

  it('stays where none does, and a person is told the command that works', async () => {
    await promoteAll()
    await rm(bench.stored('r', 'ad', a), { recursive: true })
    expect(await watch(bad)).toMatchObject({
      kind: 'ask',
      why: 'no_target',
      since: 3,
      refusal: expect.stringContaining('dayjs'),
      command: expect.stringContaining(`release rollback ad ${before} shell 1.0.0-s --reason '${b} failed in 90%`),
    })
    expect(await pointer()).toMatchObject({ stable: b, bad: [], frozen: false })
  })
})

it('a first build has nothing to go back to', async () => {
  expect(await watch([loads(a, 40, 40)])).toEqual({ kind: 'leave' })
  expect(await watchUnit(bench.registry, { unit: 'xx', channel, readLoads: async () => [] })).toEqual({ kind: 'leave' })
})
