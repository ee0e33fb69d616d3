import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { history } from '../actions/history.ts'
import { promote } from '../move/promote.ts'
import { rollback } from '../move/rollback.ts'
import { ReleaseError } from '../error/release-error.ts'
import type { Storage } from '../registry/storage.ts'

import { openWorkbench } from './fixtures.ts'

const bytes = (text: string) => Buffer.from(text)

/** Tests for every storage; each gets an empty one. */
export function testStorage(storage: () => Storage): void {
  it('creates an object once', async () => {
    expect(await storage().create('r/ad/1/a.js', bytes('one'))).toBe(true)
    expect(await storage().create('r/ad/1/a.js', bytes('two'))).toBe(false)
    expect((await storage().read('r/ad/1/a.js'))!.body.toString()).toBe('one')
  })

  it('lets exactly one of many create an object', async () => {
    const won = await Promise.all(Array.from({ length: 20 }, (_, index) => storage().create('log/1.json', bytes(`${index}`))))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect((await storage().read('log/1.json'))!.body.toString()).toBe(String(won.indexOf(true)))
  })

  it('swaps only what is still as it was, and tells its new ETag', async () => {
    expect(await storage().compareAndSwap('ch/ad.json', bytes('1'), '"unknown"')).toBeNull()
    const created = await storage().compareAndSwap('ch/ad.json', bytes('1'), null)
    expect(created).toBe((await storage().read('ch/ad.json'))!.etag)
    expect(await storage().compareAndSwap('ch/ad.json', bytes('2'), null)).toBeNull()
    expect(await storage().compareAndSwap('ch/ad.json', bytes('2'), '"unknown"')).toBeNull()
    const swapped = await storage().compareAndSwap('ch/ad.json', bytes('2'), created)
    expect(await storage().compareAndSwap('ch/ad.json', bytes('3'), created)).toBeNull()
    expect(await storage().read('ch/ad.json')).toMatchObject({ etag: swapped })
  })

  it('lets exactly one of many swap an object', async () => {
    const etag = await storage().compareAndSwap('ch/ad.json', bytes('old'), null)
    const won = await Promise.all(
      Array.from({ length: 10 }, (_, index) => storage().compareAndSwap('ch/ad.json', bytes(`new ${index}`), etag)),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    const now = (await storage().read('ch/ad.json'))!
    expect(won[Number(now.body.toString().slice('new '.length))]).toBe(now.etag)
  })

  it('lists the names directly below a key, however many there are', async () => {
    const builds = Array.from({ length: 8 }, (_, index) => `1.0.0-${index}`)
    for (const build of builds) for (const file of ['a.js', 'css/b@1+2.css']) await storage().create(`r/ad/${build}/${file}`, bytes(build))
    await storage().create('r/admin/1.0.0/a.js', bytes('other'))
    expect(await storage().list('r/ad')).toEqual(builds)
    expect(await storage().list('r')).toEqual(['ad', 'admin'])
    expect(await storage().list('r/ad/1.0.0-3')).toEqual(['a.js', 'css'])
    expect((await storage().read('r/ad/1.0.0-3/css/b@1+2.css'))!.body.toString()).toBe('1.0.0-3')
  })

  it('tells its time, and when an object was written', async () => {
    const [before, now] = [Date.now(), await storage().now()]
    await storage().create('r/ad/1/a.js', bytes('one'))
    expect(Math.abs(now.getTime() - before)).toBeLessThan(60_000)
    const modified = await storage().modified('r/ad/1/a.js')
    expect(Math.abs((modified?.getTime() ?? 0) - now.getTime())).toBeLessThan(60_000)
    expect(await storage().modified('r/ad/1/none.js')).toBeNull()
  })

  it('keeps bytes as they are', async () => {
    const body = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
    await storage().create('r/ad/1/font.woff2', body)
    expect((await storage().read('r/ad/1/font.woff2'))!.body.equals(body)).toBe(true)
  })

  it('gives back a compressed copy compressed, although a browser is to undo it', async () => {
    const copies = { 'r/ad/1/a.js.br': brotliCompressSync('code'), 'r/ad/1/a.js.gz': gzipSync('code') }
    for (const [key, body] of Object.entries(copies)) {
      await storage().create(key, body)
      expect((await storage().read(key))!.body.equals(body)).toBe(true)
    }
  })

  it('removes an object, and is content when there is none', async () => {
    await storage().create('r/ad/1/a.js', bytes('one'))
    await storage().create('r/ad/2/a.js', bytes('two'))
    await storage().remove('r/ad/1/a.js')
    await storage().remove('r/ad/1/a.js')
    expect(await storage().read('r/ad/1/a.js')).toBeNull()
    expect(await storage().list('r/ad')).toEqual(['2'])
    expect(await storage().create('r/ad/1/a.js', bytes('three'))).toBe(true)
  })

  it('has nothing where nothing is', async () => {
    expect(await storage().read('ch/none.json')).toBeNull()
    expect(await storage().list('ch')).toEqual([])
  })
}

/** Tests that releases work on the storage, with several deployers at once. */
export function testReleases(storage: () => Storage): void {
  it('holds releases: of several deployers at once none is lost, and the losers are told', async () => {
    const bench = await openWorkbench(storage())
    await bench.release('shell', '1.0.0-s')
    await bench.release('ad', '1.0.0-a')
    const builds = ['1.0.0-b', '1.0.0-c', '1.0.0-d', '1.0.0-e']
    for (const build of builds) await bench.publish('ad', await bench.writeRemote('ad', build))
    const options = { unit: 'ad', channel: 'stable', who: 'test' }
    const results = await Promise.allSettled(builds.map((build) => promote(bench.registry, { ...options, build, why: null })))
    const won = results.filter((result) => result.status === 'fulfilled').map((result) => result.value)
    const lost = results.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown)
    expect(won.length).toBeGreaterThan(0)
    expect(lost.every((reason) => reason instanceof ReleaseError && reason.code === 'pointer_moved')).toBe(true)
    const { entries } = await history(bench.registry, { channel: 'stable', unit: 'ad' })
    const inForce = entries.filter((entry) => entry.tookEffect)
    expect(inForce.map(({ to }) => to.stable)).toEqual([
      ...won.toSorted((one, other) => other.rev - one.rev).map(({ build }) => build),
      '1.0.0-a',
    ])
    const back = await rollback(bench.registry, { ...options, reason: 'blank list' })
    expect(back.build).toBe(inForce[1]!.to.stable)
    await bench.remove()
  }, 60_000)
}
