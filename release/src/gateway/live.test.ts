import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { promote } from '../move/promote.ts'
import { layout } from '../registry/layout.ts'
import { registryOn } from '../registry/registry.ts'
import type { Storage } from '../registry/storage.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { createGateway, type Gateway } from './index.ts'

let bench: Workbench
let gateway: Gateway
let problems: string[]
beforeEach(async () => {
  bench = await openWorkbench()
  problems = []
  await bench.release('shell', '1.0.0-s')
  await bench.release('ad', '1.0.0-a')
  await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-b'))
  gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: (problem) => problems.push(problem) })
})
afterEach(async () => {
  vi.useRealTimers()
  gateway.close()
  await bench.remove()
})

const get = (path: string) => gateway.app.request(`http://site.test${path}`)
const stableOf = async (unit: string) => {
  const document = (await (await get('/registry/pointers')).json()) as { remotes: Record<string, { stable: { build: string } }> }
  return document.remotes[unit]?.stable.build
}

interface Build {
  readonly build: string
}

interface Listener {
  next(): Promise<{ event: string; data: { etag: string; revs: Record<string, number> } }>
  ended(): Promise<boolean>
  leave(): Promise<void>
}

async function listen(): Promise<Listener> {
  const response = await get('/registry/events')
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async next() {
      const { value = '' } = await reader.read()
      return { event: /^event: (.*)$/m.exec(value)?.[1] ?? value, data: JSON.parse(/^data: (.*)$/m.exec(value)?.[1] ?? 'null') }
    },
    ended: async () => (await reader.read()).done,
    leave: () => reader.cancel(),
  }
}

describe('/registry/events', () => {
  it('tells every client of a change made by another process, with the ETag that the pointers then have', async () => {
    const listeners = await Promise.all(Array.from({ length: 5 }, listen))
    const first = await Promise.all(listeners.map((listener) => listener.next()))
    expect(first[0]).toMatchObject({ event: 'pointers', data: { revs: { shell: 1, ad: 1 } } })
    await listeners.pop()!.leave()
    const cli = join(import.meta.dirname, '../cli.ts')
    await promisify(execFile)(process.execPath, [cli, 'promote', 'ad', '1.0.0-b', '--registry', bench.stored()])
    const told = await Promise.all(listeners.map((listener) => listener.next()))
    const etag = (await get('/registry/pointers')).headers.get('etag')
    for (const message of told) expect(message).toMatchObject({ event: 'pointers', data: { etag, revs: { shell: 1, ad: 2 } } })
    expect(etag).not.toBe(first[0]!.data.etag)
    expect(await stableOf('ad')).toBe('1.0.0-b')
  })

  it('tells of a new shell, which changes no other pointer, so that pages ask again', async () => {
    const listener = await listen()
    const { etag } = (await listener.next()).data
    await bench.release('shell', '1.1.0-s')
    const told = (await listener.next()).data
    expect(told.revs).toEqual({ shell: 2, ad: 1 })
    expect(told.etag).not.toBe(etag)
  })

  it('finds a change by polling where the store cannot tell of it, and sends heartbeats', async () => {
    gateway.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const registry = registryOn({ ...bench.registry.storage, watch: () => () => undefined }, bench.registry.keys)
    gateway = createGateway({ registry, settings: {}, https: false, report: () => undefined })
    const listener = await listen()
    await listener.next()
    await bench.release('ad', '1.0.0-c')
    vi.advanceTimersByTime(5_000)
    expect((await listener.next()).data.revs).toEqual({ shell: 1, ad: 2 })
    vi.advanceTimersByTime(25_000)
    expect((await listener.next()).event).toBe(': heartbeat\n\n')
  })

  it('ends its streams at shutdown and takes no new ones', async () => {
    const listener = await listen()
    await listener.next()
    gateway.close()
    expect(await listener.ended()).toBe(true)
    expect((await get('/registry/events')).status).toBe(503)
  })

  it('answers HEAD without opening a stream', async () => {
    const response = await gateway.app.request('http://site.test/registry/events', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.body).toBeNull()
  })
})

describe('a registry in trouble', () => {
  it('reads no pointer from the store while nothing changes', async () => {
    gateway.close()
    const read = vi.fn<Storage['read']>(bench.registry.storage.read)
    const registry = registryOn({ ...bench.registry.storage, read }, bench.registry.keys)
    gateway = createGateway({ registry, settings: {}, https: false, report: () => undefined })
    await get('/')
    const before = read.mock.calls.length
    for (let round = 0; round < 20; round++) await Promise.all([get('/'), get('/ad/x'), get('/registry/pointers')])
    expect(read.mock.calls.length).toBe(before)
  })

  it('keeps a unit at what was last read while its pointer is half written, and says so once', async () => {
    expect(await stableOf('ad')).toBe('1.0.0-a')
    await writeFile(bench.stored('ch/stable/ad.json'), '{"rev": 2, "sta')
    await bench.release('md', '1.0.0-m')
    await gateway.gatewayReady()
    await gateway.gatewayReady()
    expect([await stableOf('ad'), await stableOf('md')]).toEqual(['1.0.0-a', '1.0.0-m'])
    expect(problems.filter((problem) => problem.includes('ch/stable/ad.json'))).toHaveLength(1)
  })

  it('runs on with what it has when the whole registry is gone, and is not ready', async () => {
    expect((await get('/')).status).toBe(200)
    await rename(bench.stored(), join(bench.directory, 'away'))
    expect(await gateway.gatewayReady()).toMatchObject({ ready: false })
    expect([(await get('/')).status, await stableOf('ad')]).toEqual([200, '1.0.0-a'])
    await rename(join(bench.directory, 'away'), bench.stored())
    expect(await gateway.gatewayReady()).toEqual({ ready: true, reason: null, degraded: {} })
  })

  it('is reported once each time that it goes away, however often it is polled', async () => {
    gateway.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { storage, keys } = bench.registry
    let [away, asked] = [false, 0]
    async function list(key: string): Promise<string[]> {
      asked += 1
      if (away) throw new Error('EIO: i/o error')
      return storage.list(key)
    }
    const registry = registryOn({ ...storage, list, watch: () => () => undefined }, keys)
    gateway = createGateway({ registry, settings: {}, https: false, report: (problem) => problems.push(problem) })
    expect((await get('/')).status).toBe(200)
    async function poll(): Promise<void> {
      const before = asked
      vi.advanceTimersByTime(5_000)
      await vi.waitFor(() => expect(asked).toBeGreaterThan(before), 60_000)
      // What was begun before it has ended then.
      await gateway.gatewayReady()
    }
    const told = []
    for (const isAway of [true, true, false, true]) {
      away = isAway
      await poll()
      told.push(problems.length)
    }
    expect(told).toEqual([1, 1, 1, 2])
    expect(problems[0]).toContain('cannot be read: EIO: i/o error')
  })

  it('leaves a unit out whose build has not arrived, and takes it when it has', async () => {
    await rename(bench.stored('r/ad/1.0.0-a'), bench.stored('away'))
    gateway.close()
    gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: (problem) => problems.push(problem) })
    expect((await get('/')).status).toBe(200)
    expect(await stableOf('ad')).toBeUndefined()
    expect(problems.at(-1)).toContain('build 1.0.0-a is not in the registry')
    await mkdir(bench.stored('r/ad'), { recursive: true })
    await cp(bench.stored('away'), bench.stored('r/ad/1.0.0-a'), { recursive: true })
    await gateway.gatewayReady()
    expect(await stableOf('ad')).toBe('1.0.0-a')
  })

  it.each([
    ['shell', 'index.html', '1.0.0-s', 'index.html of build 1.0.0-s was changed'],
    ['shell', 'release.json', '1.0.0-s', 'changed after it was signed'],
    ['ad', 'release.json', '1.0.0-a', 'changed after it was signed'],
  ])('serves no %s whose %s was changed after its publish', async (unit, file, build, problem) => {
    const path = bench.stored('r', unit, build, file)
    await writeFile(path, (await readFile(path, 'utf8')).replace('"commit": null', '"commit": "other"').replace('<body>', '<body>other'))
    gateway.close()
    gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: (text) => problems.push(text) })
    expect((await get('/')).status).toBe(unit === 'shell' ? 503 : 200)
    expect(await stableOf('ad')).toBe(unit === 'ad' ? undefined : '1.0.0-a')
    expect(problems.at(-1)).toContain(problem)
  })

  it.each([
    ['cannot be read', () => Promise.reject(new Error('EIO: i/o error')), 'EIO: i/o error'],
    ['has not arrived', async () => null, 'it is not in the registry'],
  ])('reports a canary that %s, and gives it to its accounts when it can be', async (_, absent, why) => {
    await promote(bench.registry, { unit: 'ad', channel: 'stable', who: 'mika', why: null, build: '1.0.0-b', canary: { accounts: [12] } })
    gateway.close()
    const { storage, keys } = bench.registry
    let away = true
    const read: Storage['read'] = (key) => (away && key === layout.release('ad', '1.0.0-b') ? absent() : storage.read(key))
    gateway = createGateway({
      registry: registryOn({ ...storage, read }, keys),
      settings: {},
      https: false,
      report: (problem) => problems.push(problem),
      readAccount: async () => 12,
    })
    const buildsOfTester = async () => {
      const answer = await gateway.app.request('http://site.test/registry/pointers', { headers: { cookie: 'session=1' } })
      const { remotes } = (await answer.json()) as { remotes: Record<string, { stable: Build; canary: { build: Build } | null }> }
      return [remotes.ad?.stable.build, remotes.ad?.canary?.build.build]
    }
    const problem = `ad on stable cannot be read: its canary 1.0.0-b: ${why}`
    for (let turn = 0; turn < 2; turn++) {
      expect(await gateway.gatewayReady()).toEqual({ ready: true, reason: null, degraded: { ad: problem } })
      expect(await buildsOfTester()).toEqual(['1.0.0-a', undefined])
    }
    expect(problems).toEqual([problem])
    away = false
    expect(await gateway.gatewayReady()).toEqual({ ready: true, reason: null, degraded: {} })
    expect(await buildsOfTester()).toEqual(['1.0.0-a', '1.0.0-b'])
  })

  it('starts before there is a registry, and sees it come', async () => {
    gateway.close()
    await rm(bench.stored(), { recursive: true })
    gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: (problem) => problems.push(problem) })
    expect((await get('/')).status).toBe(503)
    const listener = await listen()
    expect((await listener.next()).data.revs).toEqual({})
    await bench.release('shell', '2.0.0-s')
    expect((await listener.next()).data.revs).toEqual({ shell: 1 })
    expect((await get('/')).status).toBe(200)
  })

  it('answers 503, not ready, when the store fails, and keeps what it has', async () => {
    let failing = false
    const { storage } = bench.registry
    const fail = () => Promise.reject(new Error('EIO: i/o error'))
    const failingStorage = {
      ...storage,
      list: (key: string) => (failing ? fail() : storage.list(key)),
      read: (key: string) => (failing ? fail() : storage.read(key)),
    }
    const registry = registryOn(failingStorage, bench.registry.keys)
    gateway.close()
    gateway = createGateway({ registry, settings: {}, https: false, report: (problem) => problems.push(problem) })
    expect((await get('/')).status).toBe(200)
    failing = true
    expect(await gateway.gatewayReady()).toEqual({ ready: false, reason: 'The registry cannot be read: EIO: i/o error', degraded: {} })
    expect((await get('/ad/x')).status).toBe(200)
    const file = await get('/r/ad/1.0.0-a/remoteEntry.js')
    expect(file.status).toBe(503)
    expect(await file.json()).toEqual({ code: 'unavailable', message: 'The registry cannot be read.' })
    failing = false
    expect(await gateway.gatewayReady()).toEqual({ ready: true, reason: null, degraded: {} })
    expect((await get('/r/ad/1.0.0-a/remoteEntry.js')).status).toBe(200)
  })
})
