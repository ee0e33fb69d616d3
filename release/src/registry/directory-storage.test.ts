import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { directoryStorage } from './directory-storage.ts'
import type { Storage } from './storage.ts'

let directory: string
let storage: Storage
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'adsite-storage-'))
  storage = directoryStorage(directory)
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const bytes = (text: string) => Buffer.from(text)

describe('a registry in a directory', () => {
  it('creates an object once', async () => {
    expect(await storage.create('r/ad/1/a.js', bytes('one'))).toBe(true)
    expect(await storage.create('r/ad/1/a.js', bytes('two'))).toBe(false)
    expect((await storage.read('r/ad/1/a.js'))!.body.toString()).toBe('one')
    expect(await readdir(join(directory, 'tmp'))).toEqual([])
  })

  it('lets exactly one of many create an object', async () => {
    const won = await Promise.all(Array.from({ length: 20 }, (_, index) => storage.create('log/1.json', bytes(`${index}`))))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect((await storage.read('log/1.json'))!.body.toString()).toBe(String(won.indexOf(true)))
  })

  it('swaps only what is still as it was', async () => {
    expect(await storage.compareAndSwap('ch/ad.json', bytes('1'), 'unknown')).toBe(false)
    expect(await storage.compareAndSwap('ch/ad.json', bytes('1'), null)).toBe(true)
    expect(await storage.compareAndSwap('ch/ad.json', bytes('2'), null)).toBe(false)
    const { etag } = (await storage.read('ch/ad.json'))!
    const won = await Promise.all(
      Array.from({ length: 10 }, (_, index) => storage.compareAndSwap('ch/ad.json', bytes(`new ${index}`), etag)),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    expect((await storage.read('ch/ad.json'))!.body.toString()).toBe(`new ${won.indexOf(true)}`)
    expect(await readdir(join(directory, 'ch'))).toEqual(['ad.json'])
  })

  it('has nothing where nothing is', async () => {
    expect(await storage.read('ch/none.json')).toBeNull()
    expect(await storage.list('ch')).toEqual([])
  })

  it.each(['../outside', '/etc/passwd', 'r/../../x', '.'])('refuses the key %s', async (key) => {
    await expect(storage.read(key)).rejects.toThrow('leads out of the registry')
    await expect(storage.create(key, bytes(''))).rejects.toThrow('leads out of the registry')
  })
})
