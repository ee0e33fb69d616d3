import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandLine } from '../error/release-error.ts'
import { jsonBytes } from '../registry/change-pointer.ts'
import { layout } from '../registry/layout.ts'
import type { LogEntry } from '../registry/schemas.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { by, channel, movesOn, refusalOf } from '../testing/moves.ts'
import { endCanary } from './end-canary.ts'
import { freeze } from './freeze.ts'
import { promote } from './promote.ts'
import { promoteTogether } from './promote-together.ts'
import { rollback } from './rollback.ts'
import { rollbackTogether } from './rollback-together.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

const { publish, release, back, pointerOf, run } = movesOn(() => bench)
const [a, b, c, d] = ['1.0.0-a', '1.0.0-b', '1.0.0-c', '1.0.0-d']
/** Moves the time of a log entry back, as if its change were older. */
async function age(unit: string, seconds: number): Promise<void> {
  const { storage } = bench.registry
  const key = layout.logEntry(channel, unit, (await pointerOf(unit)).rev)
  const stored = (await storage.read(key))!
  const entry = JSON.parse(stored.body.toString()) as LogEntry
  const at = new Date(Date.parse(entry.at) - seconds * 1000).toISOString()
  await storage.compareAndSwap(key, jsonBytes({ ...entry, at }), stored.etag)
}

describe('two who roll back the same fault', () => {
  beforeEach(async () => {
    for (const build of [a, b, c]) await release('ad', build)
  })

  it('go one build back, and the good one is not marked bad', async () => {
    await back()
    const refused = await refusalOf(back({ who: 'sora', reason: "list's blank" }))
    expect(refused).toMatchObject({
      code: 'rollback_repeated',
      why: expect.stringMatching(/^ren did so \d+ seconds ago \(revision 4\), and it runs 1\.0\.0-b now$/u),
    })
    expect(await pointerOf('ad')).toMatchObject({ rev: 4, stable: b, bad: [c] })
    expect(commandLine(refused.commands)).toBe(String.raw`release rollback ad --from 1.0.0-b --reason 'list'\''s blank'`)
  })

  it('go one build back when they do so at the same moment', async () => {
    const done = await Promise.allSettled([back(), back({ who: 'sora' }), back({ who: 'yui' })])
    expect(done.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1)
    expect(await pointerOf('ad')).toMatchObject({ stable: b, bad: [c] })
  })

  it('go two back when the second one means it, by the command of the refusal', async () => {
    await back()
    await run(commandLine((await refusalOf(back())).commands))
    expect(await pointerOf('ad')).toMatchObject({ rev: 5, stable: a, bad: [b, c] })
  })

  it('are asked whoever was first: the platform, somebody who ended a canary, or before a freeze', async () => {
    await back({ who: 'automatic', build: b, from: c })
    await freeze(bench.registry, { ...by, unit: 'ad' })
    expect(await refusalOf(back())).toMatchObject({ code: 'rollback_repeated', why: expect.stringContaining('automatic') })
    await release('md', a)
    await release('md', b)
    await publish('md', c)
    await promote(bench.registry, { unit: 'md', build: c, channel, who: 'mika', why: null, canary: { percent: 5 } })
    await endCanary(bench.registry, { unit: 'md', channel, who: 'mika', why: null })
    expect(await refusalOf(back({ unit: 'md' }))).toMatchObject({
      code: 'rollback_repeated',
      why: expect.stringMatching(/^mika ended its canary \d+ seconds ago \(revision 4\), and it runs 1\.0\.0-b now$/u),
      replaces: b,
    })
    expect(await pointerOf('md')).toMatchObject({ stable: b, bad: [] })
  })

  it('are not asked when something was promoted or tried since, because that is what they notice', async () => {
    await back()
    await release('ad', d)
    await back()
    expect(await pointerOf('ad')).toMatchObject({ rev: 6, stable: b, bad: [d, c] })
    await publish('ad', '1.0.0-e')
    const tried = { unit: 'ad', build: '1.0.0-e', channel, who: 'mika', why: null, canary: { percent: 5 } }
    await promote(bench.registry, tried)
    await back()
    expect(await pointerOf('ad')).toMatchObject({ rev: 8, stable: b, canary: null, bad: ['1.0.0-e', d, c] })
  })

  it('are not asked a minute later, nor about a build or a state that they name', async () => {
    await back()
    await age('ad', 61)
    await back()
    expect(await pointerOf('ad')).toMatchObject({ stable: a })
    await release('ad', b)
    await release('ad', c)
    await back({ decidedOn: 7 })
    await back({ build: a })
    expect(await pointerOf('ad')).toMatchObject({ rev: 9, stable: a, bad: [b, c] })
  })
})

describe('a change that names what it replaces', () => {
  beforeEach(async () => {
    for (const build of [a, b]) await release('ad', build)
    await publish('ad', c)
    await publish('ad', d)
  })

  it('is refused by every verb when something else runs', async () => {
    const stale = { unit: 'ad', channel, who: 'sora', from: a }
    const moves = [
      () => promote(bench.registry, { ...stale, build: c, why: null }),
      () => promote(bench.registry, { ...stale, build: c, why: null, canary: { percent: 5 } }),
      () => rollback(bench.registry, { ...stale, reason: 'x' }),
      () => rollback(bench.registry, { ...stale, build: a, reason: 'x' }),
      () => freeze(bench.registry, { ...stale, reason: 'x' }),
      () => endCanary(bench.registry, { ...stale, why: null }),
      () => rollbackTogether(bench.registry, { ...by, builds: [{ unit: 'ad', build: a, from: c }] }),
      () => promoteTogether(bench.registry, { channel, who: 'sora', why: null, builds: [{ unit: 'ad', build: c, decidedOn: 1 }] }),
    ]
    for (const move of moves) {
      expect(await refusalOf(move())).toMatchObject({ code: 'pointer_moved', commands: [['status', 'ad']] })
    }
    expect(await pointerOf('ad')).toMatchObject({ rev: 2, stable: b })
  })

  it('means the canary where a rollback would end it, and leaves the stable build alone', async () => {
    await promote(bench.registry, { unit: 'ad', build: c, channel, who: 'mika', why: null, canary: { percent: 5 } })
    expect(await refusalOf(back({ from: b }))).toMatchObject({ why: expect.stringContaining('it would replace 1.0.0-c, not 1.0.0-b') })
    expect(await back({ from: c })).toMatchObject({ build: b, endedCanary: c })
    expect(await refusalOf(back({ from: c }))).toMatchObject({ code: 'pointer_moved' })
    expect(await pointerOf('ad')).toMatchObject({ stable: b, bad: [c] })
  })
})

describe('a canary that is ended', () => {
  it('is not marked bad, can be tried again, and goes during a freeze', async () => {
    await release('ad', a)
    await publish('ad', b)
    const tryOut = () => promote(bench.registry, { unit: 'ad', build: b, channel, who: 'mika', why: null, canary: { percent: 5 } })
    await tryOut()
    await freeze(bench.registry, { ...by, unit: 'ad' })
    expect(await endCanary(bench.registry, { unit: 'ad', channel, who: 'ren', why: 'enough seen', from: b })).toMatchObject({
      build: a,
      endedCanary: b,
    })
    expect(await pointerOf('ad')).toMatchObject({ stable: a, canary: null, bad: [] })
    expect(await bench.registry.readLogEntry(channel, 'ad', 4)).toMatchObject({ action: 'end_canary', who: 'ren', why: 'enough seen' })
    expect(await refusalOf(endCanary(bench.registry, { unit: 'ad', channel, who: 'ren', why: null }))).toMatchObject({ code: 'no_canary' })
  })
})

describe('a first release', () => {
  it('is refused as a canary with the command that does it, or goes to everybody where that is asked for', async () => {
    await publish('ad', a)
    const first = { unit: 'ad', build: a, channel, who: 'pipeline', why: null, canary: { percent: 5 } }
    const refused = await refusalOf(promote(bench.registry, first))
    expect(commandLine(refused.commands)).toBe('release promote ad 1.0.0-a')
    expect(await promote(bench.registry, { ...first, firstForAll: true })).toMatchObject({ rev: 1, build: a, canary: null })
    await publish('ad', b)
    expect(await promote(bench.registry, { ...first, build: b, firstForAll: true })).toMatchObject({
      build: a,
      canary: { build: b, percent: 5 },
    })
  })
})

describe('a machine whose clock is wrong', () => {
  it.each([-3 * 86_400_000, 3 * 86_400_000])('by %d ms writes the time of the registry', async (wrong) => {
    await publish('ad', a)
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + wrong })
    try {
      await promote(bench.registry, { unit: 'ad', build: a, channel, who: 'mika', why: null })
    } finally {
      vi.useRealTimers()
    }
    const { at } = (await bench.registry.readLogEntry(channel, 'ad', 1))!
    expect(Math.abs(Date.parse(at) - now)).toBeLessThan(60_000)
  })
})
