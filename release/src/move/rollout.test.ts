import { readFile, rm, writeFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGateway } from '../gateway/index.ts'
import { jsonBytes } from '../registry/change-pointer.ts'
import { layout } from '../registry/layout.ts'
import { registryOn, type Registry } from '../registry/registry.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { serveApp } from '../testing/serve.ts'
import { diff } from '../actions/diff.ts'
import { doctor } from '../actions/doctor.ts'
import { freeze, unfreeze } from './freeze.ts'
import { history } from '../actions/history.ts'
import { promote, type Audience } from './promote.ts'
import { promoteTogether } from './promote-together.ts'
import { prune } from '../actions/prune.ts'
import { rollback } from './rollback.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

const channel = 'stable'
const who = 'mika'
const pointerOf = async (unit: string) => (await bench.registry.readPointer(channel, unit))!.pointer
const tryOut = (build: string, canary: Audience) => promote(bench.registry, { unit: 'ad', build, channel, who, why: null, canary })
const toAll = (build: string) => promote(bench.registry, { unit: 'ad', build, channel, who, why: null })
const major = (version: string) => ({ manifest: { contract: { provides: version, requires: version } } })

describe('a canary', () => {
  beforeEach(async () => {
    await bench.release('ad', '1.0.0-a')
    for (const build of ['1.0.0-b', '1.0.0-c']) await bench.publish('ad', await bench.writeRemote('ad', build))
  })

  it('goes to a share and to named accounts, keeps its salt while it grows, and ends as the build of all', async () => {
    const first = await tryOut('1.0.0-b', { percent: 5, accounts: [31, 12, 12] })
    expect(first).toMatchObject({ build: '1.0.0-a', canary: { build: '1.0.0-b', percent: 5, accounts: [12, 31] }, changed: true })
    expect(await pointerOf('ad')).toMatchObject({ rev: 2, stable: '1.0.0-a', lastKnownGood: [] })
    const grown = await tryOut('1.0.0-b', { percent: 12.5 })
    expect(grown.canary).toEqual({ build: '1.0.0-b', percent: 12.5, accounts: [12, 31], salt: first.canary!.salt })
    expect(await tryOut('1.0.0-b', { percent: 12.5 })).toMatchObject({ changed: false, rev: 3 })
    expect(await toAll('1.0.0-b')).toMatchObject({ rev: 4, build: '1.0.0-b', canary: null, endedCanary: '1.0.0-b' })
    expect(await pointerOf('ad')).toMatchObject({ canary: null, lastKnownGood: ['1.0.0-a'], bad: [] })
    const { entries } = await history(bench.registry, { channel, unit: 'ad' })
    expect(entries.map(({ action }) => action)).toEqual(['promote', 'canary', 'canary', 'promote'])
  })

  it('is ended by a rollback, which marks it bad and leaves everybody else alone', async () => {
    const { salt } = (await tryOut('1.0.0-b', { percent: 50 })).canary!
    const evidence = { canary: { failures: 9, loads: 20 } }
    expect(await rollback(bench.registry, { unit: 'ad', channel, who, reason: 'errors', evidence })).toMatchObject({
      build: '1.0.0-a',
      canary: null,
      endedCanary: '1.0.0-b',
    })
    expect(await pointerOf('ad')).toMatchObject({ stable: '1.0.0-a', canary: null, bad: ['1.0.0-b'] })
    expect(await bench.registry.readLogEntry(channel, 'ad', 3)).toMatchObject({ evidence, from: { canary: { build: '1.0.0-b' } } })
    const next = await tryOut('1.0.0-b', { percent: 50 })
    expect(next.canary!.salt).not.toBe(salt)
    expect((await pointerOf('ad')).bad).toEqual([])
  })

  it('is the only one, until it is ended', async () => {
    await tryOut('1.0.0-b', { accounts: [7] })
    await expect(tryOut('1.0.0-c', { percent: 1 })).rejects.toMatchObject({ code: 'canary_running' })
    await expect(toAll('1.0.0-c')).rejects.toMatchObject({ code: 'canary_running', advice: expect.stringContaining('promote ad 1.0.0-b') })
  })

  it.each<[Audience, string]>([
    [{ percent: 101 }, '101%'],
    [{ percent: 0 }, 'nobody would get it'],
    [{ percent: 0.004 }, 'nobody would get it'],
    [{ accounts: [0] }, '0 is no id'],
  ])('is refused for %o', async (audience, text) => {
    await expect(tryOut('1.0.0-b', audience)).rejects.toMatchObject({ code: 'canary_invalid', message: expect.stringContaining(text) })
  })

  it('is refused for what runs for all, for a first build and for the shell', async () => {
    await expect(tryOut('1.0.0-a', { percent: 5 })).rejects.toThrow('runs for everybody already')
    await bench.publish('md', await bench.writeRemote('md', '1.0.0-m'))
    await bench.publish('shell', await bench.writeShell('1.0.0-s'))
    const options = { channel, who, why: null, canary: { percent: 5 } }
    await expect(promote(bench.registry, { ...options, unit: 'md', build: '1.0.0-m' })).rejects.toThrow('nothing runs of md')
    await expect(promote(bench.registry, { ...options, unit: 'shell', build: '1.0.0-s' })).rejects.toThrow('a page needs its shell')
  })

  it('is compared with a new shell too', async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '2.0.0-a', major('2.0.0')))
    await tryOut('2.0.0-a', { percent: 5 })
    await bench.publish('shell', await bench.writeShell('1.0.0-s'))
    const shell = promote(bench.registry, { unit: 'shell', build: '1.0.0-s', channel, who, why: null })
    await expect(shell).rejects.toMatchObject({ code: 'contract_mismatch', why: expect.stringContaining('2.0.0-a') })
  })
})

describe('freeze', () => {
  it('lets nothing be promoted, and people roll back all the same', async () => {
    for (const build of ['1.0.0-a', '1.0.0-b']) await bench.release('ad', build)
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-c'))
    const options = { unit: 'ad', channel, who, reason: 'year end' }
    expect(await freeze(bench.registry, options)).toMatchObject({ rev: 3, changed: true })
    await expect(freeze(bench.registry, options)).rejects.toMatchObject({ code: 'unchanged', why: 'ad is frozen on stable already' })
    await expect(toAll('1.0.0-c')).rejects.toMatchObject({ code: 'frozen' })
    await expect(tryOut('1.0.0-c', { percent: 5 })).rejects.toMatchObject({ code: 'frozen' })
    expect(await rollback(bench.registry, options)).toMatchObject({ build: '1.0.0-a' })
    expect((await pointerOf('ad')).frozen).toBe(true)
    await unfreeze(bench.registry, options)
    await expect(unfreeze(bench.registry, options)).rejects.toMatchObject({ code: 'unchanged', why: 'ad is not frozen on stable' })
    expect(await toAll('1.0.0-c')).toMatchObject({ changed: true })
    await expect(freeze(bench.registry, { ...options, reason: ' ' })).rejects.toMatchObject({ code: 'reason_missing' })
    await expect(freeze(bench.registry, { ...options, unit: 'op' })).rejects.toMatchObject({ code: 'unit_unknown' })
  })
})

describe('builds that belong together', () => {
  beforeEach(async () => {
    await bench.release('shell', '1.0.0-s')
    for (const unit of ['ad', 'md']) await bench.release(unit, '1.0.0-a')
    await bench.publish('shell', await bench.writeShell('2.0.0-s', major('2.0.0')))
    // Published before the shell of their contract is live.
    for (const unit of ['ad', 'md']) await bench.publish(unit, await bench.writeRemote(unit, '2.0.0-a', major('2.0.0')))
  })
  const builds = [
    { unit: 'shell', build: '2.0.0-s' },
    { unit: 'ad', build: '2.0.0-a' },
    { unit: 'md', build: '2.0.0-a' },
  ]
  const together = (chosen: typeof builds) => promoteTogether(bench.registry, { builds: chosen, channel, who, why: 'contract 2' })

  it('cannot be promoted one by one, and are promoted together, the shell last', async () => {
    for (const { unit, build } of builds) {
      await expect(promote(bench.registry, { unit, build, channel, who, why: null })).rejects.toMatchObject({ code: 'contract_mismatch' })
    }
    expect((await together(builds)).map(({ unit, build, rev }) => [unit, build, rev])).toEqual([
      ['ad', '2.0.0-a', 2],
      ['md', '2.0.0-a', 2],
      ['shell', '2.0.0-s', 2],
    ])
  })

  it('move not at all when one that stays does not fit', async () => {
    await expect(together(builds.slice(0, 2))).rejects.toMatchObject({
      code: 'contract_mismatch',
      why: expect.stringContaining('md 1.0.0-a'),
    })
    await expect(together([...builds, builds[1]!])).rejects.toMatchObject({ code: 'unit_repeated' })
    expect(await bench.registry.listLog(channel, 'ad')).toEqual([1])
  })

  /** A registry on which somebody else is a moment faster with md. */
  async function overtaken(): Promise<Registry> {
    await bench.publish('md', await bench.writeRemote('md', '1.0.0-b'))
    const { storage } = bench.registry
    return registryOn(
      {
        ...storage,
        async create(key, body) {
          if (key === layout.logEntry(channel, 'md', 2)) {
            await promote(bench.registry, { unit: 'md', build: '1.0.0-b', channel, who: 'ren', why: null })
          }
          return storage.create(key, body)
        },
      },
      bench.registry.keys,
    )
  }

  it('are put back when one of them is moved by somebody else meanwhile', async () => {
    const lost = promoteTogether(await overtaken(), { builds, channel, who, why: null })
    await expect(lost).rejects.toMatchObject({
      code: 'pointer_moved',
      what: expect.stringMatching(/put back$/),
      why: expect.stringContaining('ren changed md'),
    })
    expect(await pointerOf('ad')).toMatchObject({ rev: 3, stable: '1.0.0-a', bad: [], lastKnownGood: [] })
    expect(await pointerOf('md')).toMatchObject({ rev: 2, stable: '1.0.0-b' })
    expect(await pointerOf('shell')).toMatchObject({ rev: 1, stable: '1.0.0-s' })
  })

  it('that ran before are left as they are when the others are put back', async () => {
    await bench.publish('md', await bench.writeRemote('md', '1.0.0-c'))
    const before = await pointerOf('ad')
    const asked = [
      { unit: 'ad', build: before.stable },
      { unit: 'md', build: '1.0.0-c' },
    ]
    const lost = promoteTogether(await overtaken(), { builds: asked, channel, who, why: null })
    await expect(lost).rejects.toMatchObject({ code: 'pointer_moved' })
    expect(await pointerOf('ad')).toEqual(before)
    expect(await bench.registry.listLog(channel, 'ad')).toEqual([before.rev])
  })
})

describe('doctor', () => {
  beforeEach(async () => {
    await bench.release('shell', '1.0.0-s')
    for (const build of ['1.0.0-a', '1.0.0-b']) await bench.release('ad', build)
  })
  const faults = async () => (await doctor(bench.registry, { channel })).flatMap((found) => found.faults)

  it('finds nothing wrong with what is well, ways back included', async () => {
    const found = await doctor(bench.registry, { channel })
    expect(found.map(({ unit, build, role }) => [unit, build, role])).toEqual([
      ['ad', '1.0.0-b', 'stable'],
      ['ad', '1.0.0-a', 'good before'],
      ['shell', '1.0.0-s', 'stable'],
    ])
    expect(await faults()).toEqual([])
  })

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a changed byte', () => writeFile(bench.stored('r/ad/1.0.0-b/remoteEntry.js'), 'other'), /remoteEntry\.js of this build was changed/],
    [
      'a changed copy',
      () => writeFile(bench.stored('r/ad/1.0.0-b/remoteEntry.js.br'), brotliCompressSync('other')),
      /remoteEntry\.js \(br\)/,
    ],
    ['a damaged copy', () => writeFile(bench.stored('r/ad/1.0.0-b/remoteEntry.js.gz'), 'no gzip'), /remoteEntry\.js \(gzip\).*changed/],
    ['a missing file', () => rm(bench.stored('r/ad/1.0.0-a/icon.svg')), /icon\.svg of this build is gone/],
    [
      'another signature',
      async () => {
        const release = JSON.parse(await readFile(bench.stored('r/ad/1.0.0-b/release.json'), 'utf8')) as object
        await writeFile(bench.stored('r/ad/1.0.0-b/release.json'), jsonBytes({ ...release, commit: 'other' }))
      },
      /changed after it was signed/,
    ],
  ])('finds %s, and promote refuses it', async (_, damage, text) => {
    await damage()
    expect(await faults()).toEqual([expect.stringMatching(text)])
    const damaged = text.source.includes('icon') ? '1.0.0-a' : '1.0.0-b'
    await expect(toAll(damaged)).rejects.toThrow(text)
  })

  it('checks a canary, too, as what it is', async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-t'))
    await promote(bench.registry, { unit: 'ad', channel, build: '1.0.0-t', who: 'mika', why: null, canary: { percent: 5 } })
    await writeFile(bench.stored('r/ad/1.0.0-t/remoteEntry.js'), 'other')
    const found = await doctor(bench.registry, { channel, unit: 'ad' })
    expect(found.filter(({ faults: own }) => own.length > 0)).toMatchObject([{ build: '1.0.0-t', role: 'canary' }])
  })

  it('fetches from a site as browsers do', async () => {
    const gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: () => undefined })
    const app = new Hono()
    app.use('*', async (c, next) => {
      await next()
      if (c.req.path.endsWith('icon.svg')) c.res.headers.set('Cache-Control', 'no-store')
    })
    app.route('/', gateway.app)
    const site = await serveApp(app)
    const found = await doctor(bench.registry, { channel, unit: 'ad', build: '1.0.0-b', site: site.url })
    expect(found[0]!.faults).toEqual(['the file icon.svg: it comes without "Cache-Control: public, max-age=31536000, immutable"'])
    gateway.close()
    await site.close()
  })
})

describe('diff', () => {
  it('tells routes, shared modules and files, whatever their hashes are', async () => {
    const route = (name: string, title = name) => ({ name, path: `/ad/${name}`, permission: 'x', title: { ja: title, en: title } })
    await bench.publish(
      'ad',
      await bench.writeRemote('ad', '1.0.0-a', {
        manifest: { routes: [route('list'), route('old'), route('same')] },
        files: { 'list.0a1b2c3d.js': 'list', 'same.0a1b2c3d.js': 'same' },
      }),
    )
    await bench.publish(
      'ad',
      await bench.writeRemote('ad', '1.0.0-b', {
        manifest: { routes: [route('list', 'List'), route('new'), route('same')] },
        files: { 'list.11111111.js': 'longer list', 'same.0a1b2c3d.js': 'same', 'icon.svg': null },
      }),
    )
    const found = await diff(bench.registry, { unit: 'ad', from: '1.0.0-a', to: '1.0.0-b' })
    expect(found).toMatchObject({ contract: null, routes: { added: ['new'], removed: ['old'], changed: ['list'] }, shares: [] })
    expect(found.files.filter(({ path }) => !/manifest|remoteEntry/.test(path))).toEqual([
      { path: 'icon.svg', before: 6, after: null },
      { path: 'list.js', before: 4, after: 11 },
    ])
    await expect(diff(bench.registry, { unit: 'ad', from: '1.0.0-a', to: '9' })).rejects.toMatchObject({ code: 'build_unknown' })
  })
})

describe('prune', () => {
  const old = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

  /** Backdates builds and the log. */
  async function age(unit: string, builds: readonly string[], days: number): Promise<void> {
    for (const build of builds) {
      const { signature: _, ...release } = (await bench.registry.readRemoteRelease(unit, build))!
      const signed = (await bench.registry.keys()).sign({ ...release, created_at: old(days) })
      await writeFile(bench.stored(layout.release(unit, build)), jsonBytes(signed))
    }
    for (const rev of await bench.registry.listLog(channel, unit)) {
      const entry = (await bench.registry.readLogEntry(channel, unit, rev))!
      await writeFile(bench.stored(layout.logEntry(channel, unit, rev)), jsonBytes({ ...entry, at: old(days) }))
    }
  }
  const options = { days: 30, dryRun: false }

  it('removes what nobody needs, whole, and nothing that a pointer or the last days name', async () => {
    for (const build of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) await bench.release('ad', build)
    await rollback(bench.registry, { unit: 'ad', channel, who, reason: 'blank list' })
    const unused = ['1.0.0-d', '1.0.0-e', '1.0.0-f']
    for (const build of unused) await bench.publish('ad', await bench.writeRemote('ad', build))
    await age('ad', ['1.0.0-a', '1.0.0-b', '1.0.0-c', '1.0.0-d', '1.0.0-e'], 40)
    await tryOut('1.0.0-e', { percent: 5 })
    // c was marked as bad forty days ago; a and b are stable and rollback target, e is a canary, f is recent.
    const gone = ['1.0.0-c', '1.0.0-d']
    expect((await prune(bench.registry, { ...options, dryRun: true })).removed.map(({ build }) => build)).toEqual(gone)
    expect((await prune(bench.registry, options)).removed.map(({ build }) => build)).toEqual(gone)
    expect(await bench.registry.listBuilds('ad')).toEqual(['1.0.0-a', '1.0.0-b', '1.0.0-e', '1.0.0-f'])
    expect(await bench.registry.storage.list('r/ad')).toEqual(['1.0.0-a', '1.0.0-b', '1.0.0-e', '1.0.0-f'])
    expect(await prune(bench.registry, options)).toEqual({ removed: [], left: [] })
    expect((await doctor(bench.registry, { channel })).flatMap(({ faults }) => faults)).toEqual([])
  })

  it('keeps what ran within the days, for pages that were opened then', async () => {
    for (const build of ['1.0.0-a', '1.0.0-b']) await bench.release('ad', build)
    await age('ad', ['1.0.0-a', '1.0.0-b'], 40)
    await rollback(bench.registry, { unit: 'ad', channel, who, reason: 'blank list' })
    expect(await prune(bench.registry, options)).toEqual({ removed: [], left: [] })
  })

  it('gives a build back that is promoted at the same moment', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-b'))
    await age('ad', ['1.0.0-a', '1.0.0-b'], 40)
    const { storage } = bench.registry
    const racing = registryOn(
      {
        ...storage,
        async remove(key) {
          if (key === layout.release('ad', '1.0.0-b')) await toAll('1.0.0-b')
          return storage.remove(key)
        },
      },
      bench.registry.keys,
    )
    expect(await prune(racing, options)).toEqual({ removed: [], left: [] })
    expect((await doctor(bench.registry, { channel })).flatMap(({ faults }) => faults)).toEqual([])
  })
})
