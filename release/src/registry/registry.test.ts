import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { doctor } from '../actions/doctor.ts'
import { history } from '../actions/history.ts'
import { status } from '../actions/status.ts'
import { describeHistory } from '../cli/report.ts'
import { freeze } from '../move/freeze.ts'
import { promote } from '../move/promote.ts'
import { rollback } from '../move/rollback.ts'
import { newKeyPair } from '../signing/key-source.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { checkBasis } from './change-pointer.ts'
import { listPromotedOn } from './effective-pointer.ts'
import { isFilePath, isName } from './layout.ts'
import { openRegistry, registryOn } from './registry.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

const channel = 'stable'

async function write(key: string, text: string): Promise<void> {
  await mkdir(dirname(bench.stored(key)), { recursive: true })
  await writeFile(bench.stored(key), text)
}

describe('names', () => {
  it.each(['ad', 'a-1', 'a'.repeat(40)])('of units and channels may be %s', (name) => {
    expect([isName('unit', name), isName('channel', name)]).toEqual([true, true])
  })
  it.each(['', '1ad', 'Ad', '-ad', 'a/b', 'a.json', '..', 'ad!', '!ad', 'a'.repeat(41)])(
    'of units and channels may not be "%s"',
    (name) => {
      expect([isName('unit', name), isName('channel', name)]).toEqual([false, false])
    },
  )
  it.each(['1.0.0-3f2a', 'a', '0', 'a'.repeat(100)])('of builds may be %s', (name) => {
    expect(isName('build', name)).toBe(true)
  })
  it.each(['', '.a', '-a', 'A', 'a/b', 'a..b', '1.0..0', 'a b', 'a!', 'a'.repeat(101)])('of builds may not be "%s"', (name) => {
    expect(isName('build', name)).toBe(false)
  })
  it.each(['main.js', 'css/main.css', '_a/@b/~c+d-e.js', 'a'.repeat(200)])('of files may be %s', (path) => {
    expect(isFilePath(path)).toBe(true)
  })
  it.each(['', '/main.js', 'css//main.css', '../main.js', 'css/..', 'css/.hidden', 'a b', 'css/!', 'a'.repeat(201)])(
    'of files may not be "%s"',
    (path) => expect(isFilePath(path)).toBe(false),
  )

  const actions: Readonly<Record<string, (names: { unit: string; build: string; channel: string }) => Promise<unknown>>> = {
    promote: (names) => promote(bench.registry, { ...names, who: 'mika', why: null }),
    rollback: (names) => rollback(bench.registry, { ...names, who: 'mika', reason: 'errors' }),
    freeze: (names) => freeze(bench.registry, { ...names, who: 'mika', reason: 'year end' }),
    history: (names) => history(bench.registry, names),
    readPointer: ({ channel, unit }) => bench.registry.readPointer(channel, unit),
    readRemoteRelease: ({ unit, build }) => bench.registry.readRemoteRelease(unit, build),
    listBuilds: ({ unit }) => bench.registry.listBuilds(unit),
    listLive: ({ channel }) => bench.registry.listLive(channel),
  }
  const taken = {
    unit: ['promote', 'rollback', 'freeze', 'history', 'readPointer', 'readRemoteRelease', 'listBuilds'],
    build: ['promote', 'rollback', 'readRemoteRelease'],
    channel: ['promote', 'rollback', 'freeze', 'history', 'readPointer', 'listLive'],
  }
  it.each(Object.entries(taken).flatMap(([kind, names]) => names.map((action) => ({ kind, action }))))(
    'of a $kind that lead elsewhere are refused by $action before anything is read',
    async ({ kind, action }) => {
      const names = { unit: 'ad', build: '1.0.0-a', channel, [kind]: '../ad' }
      await expect(actions[action]!(names)).rejects.toMatchObject({ code: 'invalid_name', what: `"../ad" is no name of a ${kind}` })
    },
  )
})

it('takes a channel for misspelled only where nothing was promoted on it beside others', async () => {
  const promotedOn = (name: string) => listPromotedOn(bench.registry, name, 'Nothing was checked')
  await mkdir(bench.stored('ch/stable'), { recursive: true })
  await expect(promotedOn(channel)).resolves.toEqual([])
  await bench.release('ad', '1.0.0-a')
  await promote(bench.registry, { unit: 'ad', build: '1.0.0-a', channel: 'beta', who: 'mika', why: null })
  await expect(promotedOn(channel)).resolves.toEqual(['ad'])
  await expect(promotedOn('stabel')).rejects.toMatchObject({ code: 'channel_unknown', advice: 'Channels with something: beta, stable' })
})

describe('what is read', () => {
  it('is null where there is nothing', async () => {
    expect(await bench.registry.readRemoteRelease('ad', '1.0.0-a')).toBeNull()
    expect(await bench.registry.readPointer(channel, 'ad')).toBeNull()
    expect(await bench.registry.readLogEntry(channel, 'ad', 1)).toBeNull()
    expect(await bench.registry.listLog(channel, 'ad')).toEqual([])
    expect(await bench.registry.listLive(channel)).toEqual([])
  })

  it('is refused by name when it is damaged', async () => {
    await write('ch/stable/ad.json', '{"rev": 1')
    const advice = 'Restore the pointer from the log with "release repair ad"'
    const damaged = { code: 'registry_damaged', what: 'The registry is damaged', advice }
    await expect(bench.registry.readPointer(channel, 'ad')).rejects.toMatchObject({ ...damaged, why: 'ch/stable/ad.json is not JSON' })
    await write('ch/stable/ad.json', '{"rev": 0}')
    await expect(bench.registry.readPointer(channel, 'ad')).rejects.toMatchObject({
      ...damaged,
      why: expect.stringContaining('"rev" is not'),
    })
    await write('ch/stable/ad.json', '7')
    await expect(bench.registry.readPointer(channel, 'ad')).rejects.toMatchObject({ why: expect.stringContaining('the document is not') })
  })

  it('is no release that stands in the place of another', async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))
    const signed = { code: 'signature_invalid', why: 'it is the release of ad 1.0.0-a' }
    await cp(bench.stored('r/ad/1.0.0-a'), bench.stored('r/ad/1.0.0-b'), { recursive: true })
    await expect(bench.registry.readRemoteRelease('ad', '1.0.0-b')).rejects.toMatchObject(signed)
    await cp(bench.stored('r/ad/1.0.0-a'), bench.stored('r/md/1.0.0-a'), { recursive: true })
    await expect(bench.registry.readRemoteRelease('md', '1.0.0-a')).rejects.toMatchObject(signed)
  })

  it('lists what has a name of ours, the log in its order, and builds that are whole', async () => {
    await bench.release('ad', '1.0.0-a')
    for (const key of ['ch/stable/x.txt', 'ch/stable/Bad.json', 'ch/Bad/ad.json', 'r/Bad/1.0.0-a/release.json', 'r/ad/Bad/release.json'])
      await write(key, '{}')
    for (const rev of ['10', '2', '0', '01', 'a1', '3.json', '2x']) await write(`log/stable/ad/${rev}.json`, '{}')
    await write('log/stable/ad/4.json.part', '{}')
    await write('r/ad/1.0.0-b/main.js', '')
    expect(await bench.registry.listLog(channel, 'ad')).toEqual([1, 2, 10])
    expect(await bench.registry.listLive(channel)).toEqual(['ad'])
    expect(await bench.registry.listChannels()).toEqual(['stable'])
    expect(await bench.registry.listUnits()).toEqual(['ad'])
    expect(await bench.registry.listBuilds('ad')).toEqual(['1.0.0-a'])
  })

  it.each([
    ['gone', (key: string) => rm(bench.stored(key))],
    ['not JSON', (key: string) => write(key, '{"rev": 2')],
    ['no log entry', (key: string) => write(key, '{}')],
  ])('names a log entry that is %s, and knows what took effect before it', async (_, damage) => {
    for (const build of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) await bench.release('ad', build)
    await damage('log/stable/ad/2.json')
    expect(await bench.registry.readLogEntry(channel, 'ad', 2)).toBeNull()
    const changes = await history(bench.registry, { channel, unit: 'ad' })
    expect(changes.entries.map(({ rev, tookEffect }) => [rev, tookEffect])).toEqual([
      [3, true],
      [1, true],
    ])
    expect(describeHistory(changes).split('\n')).toEqual([
      expect.stringMatching(/^3 .* promote /u),
      expect.stringContaining("2  DAMAGED: The registry's log/stable/ad/2.json is missing or damaged. Restore it"),
      expect.stringMatching(/^1 .* promote /u),
    ])
    const found = await doctor(bench.registry, { channel, unit: 'ad' })
    expect(found[0]?.faults).toEqual([expect.stringContaining('log/stable/ad/2.json')])
  })

  it('does not say that nothing was promoted where the only log entry is damaged', async () => {
    await bench.release('ad', '1.0.0-a')
    await write('log/stable/ad/1.json', '{}')
    expect(describeHistory(await history(bench.registry, { channel, unit: 'ad' }))).toMatch(/^1 {2}DAMAGED: /u)
  })

  it('ends where a log entry leads in a circle', async () => {
    for (const build of ['1.0.0-a', '1.0.0-b']) await bench.release('ad', build)
    const entry = (await bench.registry.readLogEntry(channel, 'ad', 1))!
    await write('log/stable/ad/1.json', JSON.stringify({ ...entry, from: { ...entry.to, rev: 2 } }))
    const { entries } = await history(bench.registry, { channel, unit: 'ad' })
    expect(entries.map(({ rev, tookEffect }) => [rev, tookEffect])).toEqual([
      [2, true],
      [1, true],
    ])
  })

  it('has no history for a unit without builds, and an empty one before the first promote', async () => {
    await expect(history(bench.registry, { channel, unit: 'ad' })).rejects.toMatchObject({ code: 'unit_unknown' })
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))
    expect((await history(bench.registry, { channel, unit: 'ad' })).entries).toEqual([])
  })
})

describe('a log whose newest entry is damaged', () => {
  const by = { channel, unit: 'ad', who: 'mika' }
  beforeEach(async () => {
    for (const build of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) await bench.release('ad', build)
    await bench.release('md', '1.0.0-m')
    await write('log/stable/ad/3.json', '{"rev": 3')
  })

  it('leaves the status of every unit, and the doctor names it', async () => {
    expect(await status(bench.registry, { channel })).toMatchObject([
      { unit: 'ad', pointer: { rev: 3, stable: '1.0.0-c' }, since: null, damage: null },
      { unit: 'md', since: { who: 'fixture' } },
    ])
    const found = await doctor(bench.registry, { channel })
    expect(found.filter(({ role }) => role === 'stable')).toMatchObject([
      { unit: 'ad', faults: [expect.stringContaining("The registry's log/stable/ad/3.json is missing or damaged. Restore it")] },
      { unit: 'md', faults: [] },
    ])
    await rm(bench.stored('log/stable/ad/3.json'))
    const [ad] = await doctor(bench.registry, { channel, unit: 'ad' })
    expect(ad?.faults).toEqual([expect.stringContaining('log/stable/ad/3.json is missing')])
  })

  it('leaves changes of the unit, by compare-and-swap as ever', async () => {
    await expect(rollback(bench.registry, { ...by, reason: 'blank', decidedOn: 2 })).rejects.toMatchObject({
      code: 'pointer_moved',
      why: 'ad has changed meanwhile',
    })
    const { storage, keys } = bench.registry
    const overtaken = registryOn(
      {
        ...storage,
        async compareAndSwap(key, body, etag) {
          await freeze(bench.registry, { ...by, reason: 'year end' })
          // 4.json is of the one who is overtaken.
          await write('log/stable/ad/5.json', '{"rev": 5')
          return storage.compareAndSwap(key, body, etag)
        },
      },
      keys,
      'caller',
    )
    await expect(rollback(overtaken, { ...by, reason: 'blank' })).rejects.toMatchObject({
      code: 'pointer_moved',
      why: 'somebody else changed ad at the same time',
    })
    expect((await bench.registry.readPointer(channel, 'ad'))!.pointer).toMatchObject({ rev: 5, stable: '1.0.0-c', frozen: true })
    expect(await rollback(bench.registry, { ...by, reason: 'blank', from: '1.0.0-c' })).toMatchObject({ rev: 6, build: '1.0.0-b' })
  })

  it('hides no rollback of the last minute that was made before it', async () => {
    await rollback(bench.registry, { ...by, reason: 'blank' })
    await freeze(bench.registry, { ...by, reason: 'year end' })
    await write('log/stable/ad/5.json', '{"rev": 5')
    await expect(rollback(bench.registry, { ...by, reason: 'blank' })).rejects.toMatchObject({ code: 'rollback_repeated' })
  })
})

describe('a change that was decided on another revision', () => {
  it('is refused, and names who moved the pointer and how', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.release('ad', '1.0.0-b')
    const before = await bench.registry.readPointer(channel, 'ad')
    const check = (decidedOn?: number) => checkBasis(bench.registry, { channel, unit: 'ad', what: 'nothing' }, before, { decidedOn })
    await expect(check(2)).resolves.toBeUndefined()
    await expect(check()).resolves.toBeUndefined()
    await expect(checkBasis(bench.registry, { channel, unit: 'ad', what: 'nothing' }, null, { decidedOn: 1 })).resolves.toBeUndefined()
    await expect(check(1)).rejects.toMatchObject({
      code: 'pointer_moved',
      what: 'nothing',
      why: 'fixture has changed ad meanwhile (revision 2: promote 1.0.0-a -> 1.0.0-b)',
    })
    await rm(bench.stored('log/stable/ad/2.json'))
    await expect(check(1)).rejects.toMatchObject({ why: 'ad has changed meanwhile' })
    const options = { channel, unit: 'ad', who: 'mika', decidedOn: 1 }
    const moved = { code: 'pointer_moved', why: 'ad has changed meanwhile' }
    await expect(promote(bench.registry, { ...options, build: '1.0.0-a', why: null })).rejects.toMatchObject(moved)
    await expect(freeze(bench.registry, { ...options, reason: 'year end' })).rejects.toMatchObject(moved)
    await expect(rollback(bench.registry, { ...options, reason: 'errors' })).rejects.toMatchObject(moved)
  })
})

it('reads its keys again where they could not be read', async () => {
  const keys = await bench.registry.keys()
  let readings = 0
  const registry = registryOn(bench.registry.storage, async () => {
    readings += 1
    if (readings === 1) throw new Error('EMFILE: too many open files')
    return keys
  })
  await expect(registry.keys()).rejects.toThrow('EMFILE')
  for (let turn = 0; turn < 2; turn++) expect(await registry.keys()).toBe(keys)
  expect(readings).toBe(2)
})

describe('a registry in a bucket', () => {
  const settings = {
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'us-east-1',
  }

  it('has the keys of the settings, and none of its own', async () => {
    await expect(openRegistry('s3://bucket/releases', { settings }).keys()).rejects.toMatchObject({
      code: 'signing_key_missing',
      what: 'The releases in s3://bucket/releases cannot be checked',
    })
    const { publicKey } = newKeyPair()
    const keys = await openRegistry('s3://bucket/releases', { settings: { ...settings, RELEASE_PUBLIC_KEY: publicKey } }).keys()
    expect(keys.publicKeys).toEqual([publicKey])
  })
})
