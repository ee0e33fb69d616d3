import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jsonBytes } from '../registry/change-pointer.ts'
import { layout } from '../registry/layout.ts'
import { registryOn, type Registry } from '../registry/registry.ts'
import type { Storage } from '../registry/storage.ts'
import { openWorkbench, sharing, type Workbench } from '../testing/fixtures.ts'
import { history } from '../actions/history.ts'
import { promote } from './promote.ts'
import { rollback } from './rollback.ts'
import { status } from '../actions/status.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

const channel = 'stable'
const pointerOf = async (unit: string) => (await bench.registry.readPointer(channel, unit))!.pointer
const move = (unit: string, build: string, registry: Registry = bench.registry) =>
  promote(registry, { unit, build, channel, who: 'mika', why: 'the spring release' })
const slowed = (storage: Storage) => registryOn(storage, bench.registry.keys)
const back = (build?: string, from?: string) =>
  rollback(bench.registry, { unit: 'ad', build, from, channel, who: 'ren', reason: 'blank list' })

describe('promote', () => {
  it('moves the pointer by one revision and logs who, why, from and to', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-b'))
    expect(await move('ad', '1.0.0-b')).toEqual({
      unit: 'ad',
      channel,
      rev: 2,
      build: '1.0.0-b',
      previous: '1.0.0-a',
      canary: null,
      endedCanary: null,
      changed: true,
    })
    expect(await pointerOf('ad')).toEqual({ rev: 2, stable: '1.0.0-b', lastKnownGood: ['1.0.0-a'], bad: [], canary: null, frozen: false })
    expect(await bench.registry.readLogEntry(channel, 'ad', 2)).toMatchObject({
      who: 'mika',
      why: 'the spring release',
      action: 'promote',
      from: { rev: 1, stable: '1.0.0-a' },
      to: { rev: 2, stable: '1.0.0-b' },
      evidence: null,
    })
  })

  it('does nothing when the build runs already', async () => {
    await bench.release('ad', '1.0.0-a')
    expect(await move('ad', '1.0.0-a')).toMatchObject({ rev: 1, changed: false })
    expect(await bench.registry.listLog(channel, 'ad')).toEqual([1])
  })

  it('remembers former builds alone, and not the one that runs again', async () => {
    for (const build of ['1.0.0-a', '1.0.0-b']) await bench.release('ad', build)
    await move('ad', '1.0.0-a')
    expect(await pointerOf('ad')).toMatchObject({ stable: '1.0.0-a', lastKnownGood: ['1.0.0-b'] })
  })

  it('keeps units and channels apart', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.release('md', '1.0.0-a')
    const md = await readFile(bench.stored('ch/stable/md.json'), 'utf8')
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-b'))
    await promote(bench.registry, { unit: 'ad', build: '1.0.0-b', channel: 'next', who: 'mika', why: null })
    expect((await pointerOf('ad')).stable).toBe('1.0.0-a')
    expect(await readFile(bench.stored('ch/stable/md.json'), 'utf8')).toBe(md)
  })

  it('refuses an unknown build and names those that there are', async () => {
    await bench.release('ad', '1.0.0-a')
    await expect(move('ad', '9.9.9')).rejects.toMatchObject({ code: 'build_unknown', advice: 'Choose one of 1.0.0-a' })
    await expect(move('ad', '../md')).rejects.toMatchObject({ code: 'invalid_name' })
  })

  it('refuses a build with a file changed or gone', async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))
    const code = await readFile(bench.stored('r/ad/1.0.0-a/remoteEntry.js'), 'utf8')
    await writeFile(bench.stored('r/ad/1.0.0-a/remoteEntry.js'), code.replace('1.0.0', '1.0.1'))
    await expect(move('ad', '1.0.0-a')).rejects.toMatchObject({ code: 'file_changed', why: expect.stringContaining('remoteEntry.js') })
    await rm(bench.stored('r/ad/1.0.0-a/remoteEntry.js'))
    await expect(move('ad', '1.0.0-a')).rejects.toMatchObject({ code: 'file_missing' })
    expect(await bench.registry.listLog(channel, 'ad')).toEqual([])
  })

  it('compares a shell with every live remote', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.publish('shell', await bench.writeShell('1.0.0-s', { manifest: { shares: sharing({ react: ['*'] }) } }))
    await expect(move('shell', '1.0.0-s')).rejects.toMatchObject({
      code: 'share_mismatch',
      why: expect.stringContaining('ad 1.0.0-a takes atom of jotai'),
    })
    await bench.publish('shell', await bench.writeShell('1.0.0-t', { manifest: { contract: { provides: '2.0.0', requires: '2.0.0' } } }))
    await expect(move('shell', '1.0.0-t')).rejects.toMatchObject({ code: 'contract_mismatch' })
    await bench.publish('shell', await bench.writeShell('1.0.0-u'))
    expect(await move('shell', '1.0.0-u')).toMatchObject({ rev: 1, changed: true })
  })

  it('compares a remote with the live shell', async () => {
    await bench.publish(
      'ad',
      await bench.writeRemote('ad', '1.0.0-a', { manifest: { contract: { provides: '3.0.0', requires: '3.0.0' } } }),
    )
    await bench.release('shell', '1.0.0-s')
    await expect(move('ad', '1.0.0-a')).rejects.toMatchObject({ code: 'contract_mismatch' })
  })
})

describe('rollback', () => {
  it('to a named build ends a canary without calling it bad, and names each bad build once', async () => {
    for (const build of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) await bench.release('ad', build)
    await back('1.0.0-b')
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-d'))
    const canary = { unit: 'ad', build: '1.0.0-d', channel, who: 'mika', why: null, canary: { percent: 5 } }
    await promote(bench.registry, canary)
    expect(await back('1.0.0-a')).toMatchObject({ build: '1.0.0-a', previous: '1.0.0-b', canary: null, endedCanary: '1.0.0-d' })
    expect(await pointerOf('ad')).toMatchObject({ stable: '1.0.0-a', canary: null, bad: ['1.0.0-b', '1.0.0-c'] })
    const tryAgain = async () => {
      await promote(bench.registry, canary)
      await back(undefined, '1.0.0-d')
    }
    await tryAgain()
    await tryAgain()
    expect((await pointerOf('ad')).bad).toEqual(['1.0.0-d', '1.0.0-b', '1.0.0-c'])
  })

  it('names the unit, what is wrong and what to do when it is refused', async () => {
    const refused = { what: expect.stringContaining('ad was not rolled back'), why: expect.any(String), advice: expect.any(String) }
    await expect(back()).rejects.toMatchObject({
      ...refused,
      code: 'unit_unknown',
      advice: expect.stringContaining('"release publish ad", which prints the command'),
    })
    await bench.release('md', '1.0.0-m')
    await expect(back()).rejects.toMatchObject({ ...refused, advice: 'Units with one: md' })
    await bench.release('ad', '1.0.0-a')
    await expect(back()).rejects.toMatchObject({ ...refused, code: 'no_rollback_target' })
    await expect(back('1.0.0-a')).rejects.toMatchObject({ ...refused, code: 'already_stable' })
    await expect(rollback(bench.registry, { unit: 'ad', channel, who: 'ren', reason: ' ' })).rejects.toMatchObject({
      ...refused,
      code: 'reason_missing',
    })
  })

  it('is a new revision that marks the build it leaves as bad, and goes forward again by promote', async () => {
    for (const build of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) await bench.release('ad', build)
    expect(await back()).toMatchObject({ rev: 4, build: '1.0.0-b', previous: '1.0.0-c' })
    expect(await pointerOf('ad')).toMatchObject({ rev: 4, stable: '1.0.0-b', lastKnownGood: ['1.0.0-a'], bad: ['1.0.0-c'] })
    expect(await back(undefined, '1.0.0-b')).toMatchObject({ rev: 5, build: '1.0.0-a' })
    expect(await pointerOf('ad')).toMatchObject({ lastKnownGood: [], bad: ['1.0.0-b', '1.0.0-c'] })
    await expect(back(undefined, '1.0.0-a')).rejects.toMatchObject({ code: 'no_rollback_target' })
    await expect(back('1.0.0-c')).rejects.toMatchObject({ code: 'build_bad' })
    await move('ad', '1.0.0-c')
    expect(await pointerOf('ad')).toMatchObject({ rev: 6, stable: '1.0.0-c', lastKnownGood: ['1.0.0-a'], bad: ['1.0.0-b'] })
  })

  it('with `now` keeps its revision through later changes, so that a page that was away still follows at once', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.release('ad', '1.0.0-b')
    expect(await pointerOf('ad')).not.toHaveProperty('now')
    const { rev } = await rollback(bench.registry, { unit: 'ad', channel, who: 'ren', reason: 'blank list', now: true })
    expect(await pointerOf('ad')).toMatchObject({ rev: 3, stable: '1.0.0-a', now: rev })
    expect((await bench.registry.readLogEntry(channel, 'ad', rev))!.to).toEqual(await pointerOf('ad'))
    await bench.release('ad', '1.0.0-c')
    await back(undefined, '1.0.0-c')
    expect(await pointerOf('ad')).toMatchObject({ rev: 5, now: rev })
  })

  it('passes over a build that somebody marked bad', async () => {
    for (const build of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) await bench.release('ad', build)
    const { pointer, etag } = (await bench.registry.readPointer(channel, 'ad'))!
    const marked = { ...pointer, bad: ['1.0.0-b'] }
    await bench.registry.storage.compareAndSwap(layout.pointer(channel, 'ad'), jsonBytes(marked), etag)
    expect(await back()).toMatchObject({ build: '1.0.0-a' })
  })

  it('goes to any retained build that is named, and to no other', async () => {
    await bench.release('ad', '1.0.0-b')
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))
    await expect(back('1.0.0-b')).rejects.toMatchObject({ code: 'already_stable' })
    await expect(back('0.9.0')).rejects.toMatchObject({ code: 'build_unknown' })
    expect(await back('1.0.0-a')).toMatchObject({ rev: 2, build: '1.0.0-a' })
  })

  it('wants a reason, and a unit that runs', async () => {
    await bench.release('ad', '1.0.0-a')
    const options = { channel, who: 'ren', reason: '  ' }
    await expect(rollback(bench.registry, { ...options, unit: 'ad' })).rejects.toMatchObject({ code: 'reason_missing' })
    const unknown = rollback(bench.registry, { ...options, unit: 'da', reason: 'x' })
    await expect(unknown).rejects.toMatchObject({ code: 'unit_unknown', advice: 'Units with one: ad' })
  })

  it('refuses a target that does not run with the live shell', async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a', { manifest: { shares: sharing({ jotai: ['old'] }) } }))
    await move('ad', '1.0.0-a')
    await bench.release('ad', '1.0.0-b')
    await bench.release('shell', '1.0.0-s')
    await expect(back('1.0.0-a')).rejects.toMatchObject({ code: 'share_mismatch', what: 'ad was not rolled back to 1.0.0-a on stable' })
  })
})

describe('two who change one pointer', () => {
  it('tells the one who decided on an old pointer, and changes nothing for them', async () => {
    await bench.release('ad', '1.0.0-a')
    for (const build of ['1.0.0-b', '1.0.0-c']) await bench.publish('ad', await bench.writeRemote('ad', build))
    // The other change happens between this one's read of the pointer and its log entry.
    const { storage } = bench.registry
    const slow = slowed({
      ...storage,
      async create(key, body) {
        if ((await pointerOf('ad')).rev === 1) await move('ad', '1.0.0-b')
        return storage.create(key, body)
      },
    })
    await expect(move('ad', '1.0.0-c', slow)).rejects.toMatchObject({
      code: 'pointer_moved',
      why: 'mika changed ad at the same time (revision 2: promote 1.0.0-a -> 1.0.0-b)',
    })
    expect(await pointerOf('ad')).toMatchObject({ rev: 2, stable: '1.0.0-b' })
    expect(await bench.registry.listLog(channel, 'ad')).toEqual([1, 2])
  })

  it('tells the one who is overtaken between log entry and pointer', async () => {
    await bench.release('ad', '1.0.0-a')
    for (const build of ['1.0.0-b', '1.0.0-c']) await bench.publish('ad', await bench.writeRemote('ad', build))
    const { storage } = bench.registry
    const slow = slowed({
      ...storage,
      async compareAndSwap(key, body, etag) {
        await move('ad', '1.0.0-b')
        return storage.compareAndSwap(key, body, etag)
      },
    })
    await expect(move('ad', '1.0.0-c', slow)).rejects.toMatchObject({ code: 'pointer_moved' })
    expect((await pointerOf('ad')).stable).toBe('1.0.0-b')
    const { entries } = await history(bench.registry, { channel, unit: 'ad' })
    expect(entries.map(({ rev, tookEffect }) => [rev, tookEffect])).toEqual([
      [3, true],
      [2, false],
      [1, true],
    ])
  })

  it('goes past a log entry whose pointer never moved, and shows it as such', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-b'))
    const left = {
      rev: 2,
      at: new Date().toISOString(),
      who: 'gone',
      why: null,
      action: 'promote',
      from: await pointerOf('ad'),
      to: { ...(await pointerOf('ad')), rev: 2, stable: 'x' },
      evidence: null,
    }
    await bench.registry.storage.create(layout.logEntry(channel, 'ad', 2), jsonBytes(left))
    expect(await move('ad', '1.0.0-b')).toMatchObject({ rev: 3 })
    const { entries } = await history(bench.registry, { channel, unit: 'ad' })
    expect(entries.map(({ rev, who, tookEffect }) => [rev, who, tookEffect])).toEqual([
      [3, 'mika', true],
      [2, 'gone', false],
      [1, 'fixture', true],
    ])
  })
})

describe('history', () => {
  it('is empty before the first promote, and refused for a unit that nobody knows', async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))
    expect(await history(bench.registry, { channel, unit: 'ad' })).toEqual({ unit: 'ad', channel, entries: [], damaged: [] })
    await expect(history(bench.registry, { channel, unit: 'da' })).rejects.toMatchObject({ code: 'unit_unknown' })
  })
})

describe('status', () => {
  it('says what runs since when, and what is only published', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.publish('md', await bench.writeRemote('md', '2.0.0-m'))
    const [ad, md] = await status(bench.registry, { channel })
    expect(ad).toMatchObject({ unit: 'ad', pointer: { rev: 1, stable: '1.0.0-a' }, since: { who: 'fixture' }, builds: ['1.0.0-a'] })
    expect(md).toEqual({ unit: 'md', pointer: null, since: null, damage: null, waysBack: null, builds: ['2.0.0-m'] })
    await expect(status(bench.registry, { channel, unit: 'op' })).rejects.toMatchObject({ code: 'unit_unknown' })
  })

  it('reports a damaged pointer beside the state that is served, and names the command that repairs it', async () => {
    await bench.release('ad', '1.0.0-a')
    await writeFile(bench.stored('ch/stable/ad.json'), '{"rev":')
    expect(await status(bench.registry, { channel })).toMatchObject([
      {
        unit: 'ad',
        pointer: { stable: '1.0.0-a' },
        damage: `The registry is damaged: ch/stable/ad.json is not JSON. Restore the pointer from the log with "release repair ad"`,
      },
    ])
  })
})
