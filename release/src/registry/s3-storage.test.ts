import { s3Credentials, startS3Server, type S3Server } from '@adsite/s3/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testReleases, testStorage } from '../testing/storage-suite.ts'
import { newKeyPair } from '../signing/key-source.ts'
import { openRegistry } from './registry.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

let server: S3Server
let storage: Storage
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())
beforeEach(() => {
  server.objects.clear()
  server.conditional = true
  storage = open()
})

const open = (location = 's3://bucket/site', settings = {}) =>
  s3Storage(location, { ...s3Credentials, AWS_ENDPOINT_URL_S3: server.endpoint, ...settings })
const bytes = (text: string) => Buffer.from(text)

describe('a registry in a bucket', () => {
  testStorage(() => storage)
  testReleases(() => storage)

  it('keeps below its prefix, and writes what a bucket that is served has to say', async () => {
    await storage.create('r/ad/1/a.js.br', bytes('one'))
    expect([...server.objects.keys()]).toEqual(['site/ch/.probe', 'site/r/ad/1/a.js.br'])
    expect(server.headers.get('site/r/ad/1/a.js.br')).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    await storage.compareAndSwap('ch/stable/ad.json', bytes('{}'), null)
    expect(server.headers.get('site/ch/stable/ad.json')).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('json'),
    })
  })

  it('sends again what the store was not able to do', async () => {
    await storage.create('log/1.json', bytes('first'))
    server.faults.push({ status: 503, carriedOut: false }, { status: 500, carriedOut: false })
    expect(await storage.create('log/2.json', bytes('second'))).toBe(true)
    server.faults.push({ status: 503, carriedOut: false })
    expect((await storage.read('log/2.json'))!.body.toString()).toBe('second')
  })

  it('knows its own write again when only the answer was lost', async () => {
    await storage.create('log/1.json', bytes('first'))
    server.faults.push({ status: 500, carriedOut: true })
    expect(await storage.create('log/2.json', bytes('mine'))).toBe(true)
    const { etag } = (await storage.read('log/2.json'))!
    server.faults.push({ status: 500, carriedOut: true })
    expect(await storage.compareAndSwap('log/2.json', bytes('next'), etag)).not.toBeNull()
    server.faults.push({ status: 500, carriedOut: false })
    expect(await storage.create('log/2.json', bytes('other'))).toBe(false)
  })

  it('gives up with what the store said', async () => {
    await expect(open('s3://bucket', { AWS_SECRET_ACCESS_KEY: 'wrong' }).read('ch/ad.json')).rejects.toThrow(
      's3://bucket answered 403 (SignatureDoesNotMatch) to reading ch/ad.json',
    )
  })

  it('refuses a store that takes no notice of conditions, before anything is written', async () => {
    server.conditional = false
    await expect(storage.create('r/ad/1/a.js', bytes('one'))).rejects.toMatchObject({ code: 'storage_settings' })
    await expect(storage.compareAndSwap('ch/ad.json', bytes('1'), null)).rejects.toThrow('takes no notice of If-None-Match')
    expect([...server.objects.keys()]).toEqual(['site/ch/.probe'])
  })

  it('tests the store with an object below ch that no list names, and removes nothing for it', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    for (const [rev, process] of [open(), open()].entries()) await process.create(`log/stable/ad/${rev + 1}.json`, bytes('{}'))
    const methods = sent.mock.calls.map(([request]) => (request as Request).method)
    sent.mockRestore()
    expect(methods).toContain('PUT')
    expect(methods).not.toContain('DELETE')
    expect([...server.objects.keys()]).toEqual(['site/ch/.probe', 'site/log/stable/ad/1.json', 'site/log/stable/ad/2.json'])
    const settings = { ...s3Credentials, AWS_ENDPOINT_URL_S3: server.endpoint, RELEASE_PUBLIC_KEY: newKeyPair().publicKey }
    expect(await openRegistry('s3://bucket/site', { settings }).listChannels()).toEqual(['stable'])
  })

  it('that was away at the first write is written to when it is back', async () => {
    server.faults.push(...Array.from({ length: 4 }, () => ({ status: 503, carriedOut: false })))
    await expect(storage.create('log/1.json', bytes('one'))).rejects.toThrow('answered 503')
    expect(await storage.create('log/1.json', bytes('one'))).toBe(true)
    expect(await storage.compareAndSwap('ch/ad.json', bytes('1'), null)).not.toBeNull()
  })

  it.each([['s3://'], ['s3://UPPER'], ['s3://bucket/a b'], ['s3://bucket/../x?y']])('refuses the address %s', (location) => {
    expect(() => open(location)).toThrow('s3://bucket or s3://bucket/prefix')
  })

  it('says which setting is missing', () => {
    expect(() => open('s3://bucket', { AWS_ACCESS_KEY_ID: '' })).toThrow('AWS_ACCESS_KEY_ID')
  })
})
