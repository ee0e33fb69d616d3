import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { s3Credentials, startS3Server, type S3Server } from '@adsite/s3/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openStorage } from './open-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'
import { testStorage } from './testing/storage-suite.ts'

let server: S3Server
let directory: string
beforeAll(async () => {
  server = await startS3Server()
  directory = await mkdtemp(join(tmpdir(), 'adsite-uploads-'))
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

describe('a directory', () => {
  testStorage(() => openStorage(join(directory, 'made', 'when', 'needed'), {}))

  test('takes no name that it has not generated', async () => {
    await expect(openStorage(directory, {}).get('../secret')).rejects.toThrow('generated')
  })

  test('loses with its first file what killed processes have left, and nothing that may still be written', async () => {
    const own = join(directory, 'killed')
    const temporary = (name: string) => join(own, 'tmp', name)
    const [left, inUse, foreign] = [randomUUID(), randomUUID(), 'lost+found']
    await mkdir(temporary(foreign), { recursive: true })
    for (const [name, minutes] of [
      [left, 61],
      [inUse, 59],
      [foreign, 61],
    ] as const) {
      if (name !== foreign) await writeFile(temporary(name), 'half an image')
      const at = new Date(Date.now() - minutes * 60_000)
      await utimes(temporary(name), at, at)
    }
    const name = await openStorage(own, {}).put(Buffer.from('whole'))
    expect((await readdir(temporary(''))).toSorted()).toEqual([inUse, foreign].toSorted())
    expect((await readdir(own)).toSorted()).toEqual([name, 'tmp'].toSorted())
  })

  test.each(['writeFile', 'sync'] as const)('that is full keeps no part of a file (%s)', async (step) => {
    const own = join(directory, step)
    const file = await open(import.meta.filename)
    await file.close()
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the prototype of a file has its methods
    const full = vi.spyOn(Object.getPrototypeOf(file) as typeof file, step)
    full.mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
    await expect(openStorage(own, {}).put(Buffer.from('whole'))).rejects.toThrow('ENOSPC')
    full.mockRestore()
    expect(await readdir(own, { recursive: true })).toEqual(['tmp'])
  })
})

describe('a bucket', () => {
  const settings = () => ({ ...s3Credentials, AWS_ENDPOINT_URL_S3: server.endpoint })
  const storage = (): Storage => openStorage('s3://bucket/uploads', settings())
  const fails = (...statuses: number[]) => server.faults.push(...statuses.map((status) => ({ status, carriedOut: false })))
  testStorage(storage)

  test('keeps files below its prefix', async () => {
    const name = await storage().put(Buffer.from('below'))
    expect(server.objects.has(`uploads/${name}`)).toBe(true)
  })

  test('is asked again when it is out of order for a moment, and not for ever', async () => {
    fails(503, 500)
    const name = await storage().put(Buffer.from('again'))
    fails(429)
    expect(Buffer.from((await storage().get(name))!).toString()).toBe('again')
    fails(503, 503, 503, 503)
    await expect(storage().put(Buffer.from('never'))).rejects.toThrow('answered 503 (SlowDown) to keeping a file')
  })

  test('a bucket or a key that is wrong is an error and no missing file', async () => {
    await expect(openStorage('s3://elsewhere', settings()).get('x')).rejects.toThrow('NoSuchBucket')
    const stranger = { ...settings(), AWS_SECRET_ACCESS_KEY: 'guessed' }
    await expect(s3Storage('s3://bucket', stranger).put(Buffer.from('x'))).rejects.toThrow('SignatureDoesNotMatch')
  })

  test.for([
    ['s3://', s3Credentials, /write it as s3:\/\/bucket/u],
    ['s3://Bad_Bucket', s3Credentials, /write it as s3:\/\/bucket/u],
    ['s3://bucket', {}, /AWS_ACCESS_KEY_ID/u],
  ] as const)('%s says what is missing', ([location, settings, words]) => {
    expect(() => openStorage(location, settings)).toThrow(words)
  })
})
