import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage } from './open-storage.ts'
import { s3Storage, type S3Settings } from './s3-storage.ts'
import type { Storage } from './storage.ts'
import { testStorage } from './testing/storage-suite.ts'

const keys = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secrettest' }

/** The part of S3 for single objects, with verified signatures. The suite also runs against a real store (npm run test:s3). */
class Bucket {
  readonly objects = new Map<string, Buffer>()
  /** Statuses to answer the next requests with. */
  readonly faults: number[] = []
  #server: Server | undefined
  settings: S3Settings = keys

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(([status, body]) => response.writeHead(status).end(body))
    })
    await new Promise<void>((ready) => this.#server!.listen(0, '127.0.0.1', ready))
    this.settings = { ...keys, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}` }
  }

  stop(): Promise<void> {
    return new Promise((stopped) => void this.#server!.close(() => stopped()))
  }

  async #answer(request: IncomingMessage): Promise<[number, (Buffer | string)?]> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const fault = this.faults.shift()
    if (fault !== undefined) return [fault, '<Error><Code>SlowDown</Code></Error>']
    if (!(await this.#isSigned(request))) return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>']
    const key = request.url!
    if (!key.startsWith('/bucket/')) return [404, '<Error><Code>NoSuchBucket</Code></Error>']
    if (request.method === 'PUT') this.objects.set(key, Buffer.concat(chunks))
    if (request.method === 'DELETE') return [this.objects.delete(key) ? 204 : 404]
    const known = this.objects.get(key)
    return known ? [200, request.method === 'GET' ? known : ''] : [404, '<Error><Code>NoSuchKey</Code></Error>']
  }

  async #isSigned({ headers, method, url }: IncomingMessage): Promise<boolean> {
    const given = headers.authorization ?? ''
    const names = /SignedHeaders=([^,]*)/u.exec(given)?.[1]?.split(';') ?? []
    const signer = new AwsV4Signer({
      method: method!,
      url: `http://${headers.host}${url}`,
      service: 's3',
      region: 'us-east-1',
      accessKeyId: keys.AWS_ACCESS_KEY_ID,
      secretAccessKey: keys.AWS_SECRET_ACCESS_KEY,
      datetime: String(headers['x-amz-date']),
      headers: Object.fromEntries(names.filter((name) => name !== 'host').map((name) => [name, String(headers[name])])),
    })
    return (await signer.authHeader()) === given
  }
}

const bucket = new Bucket()
let directory: string
beforeAll(async () => {
  await bucket.start()
  directory = await mkdtemp(join(tmpdir(), 'adsite-uploads-'))
})
afterAll(async () => {
  await bucket.stop()
  await rm(directory, { recursive: true, force: true })
})

describe('a directory', () => {
  testStorage(() => openStorage(join(directory, 'made', 'when', 'needed'), {}))

  test('takes no name that it has not generated', async () => {
    await expect(openStorage(directory, {}).get('../secret')).rejects.toThrow('generated')
  })
})

describe('a bucket', () => {
  const storage = (): Storage => openStorage('s3://bucket/uploads', bucket.settings)
  testStorage(storage)

  test('keeps files below its prefix', async () => {
    const name = await storage().put(Buffer.from('below'))
    expect(bucket.objects.has(`/bucket/uploads/${name}`)).toBe(true)
  })

  test('is asked again when it is out of order for a moment, and not for ever', async () => {
    bucket.faults.push(503, 500)
    const name = await storage().put(Buffer.from('again'))
    bucket.faults.push(429)
    expect(Buffer.from((await storage().get(name))!).toString()).toBe('again')
    bucket.faults.push(503, 503, 503, 503)
    await expect(storage().put(Buffer.from('never'))).rejects.toThrow('answered 503 (SlowDown) to keeping a file')
  })

  test('a bucket or a key that is wrong is an error and no missing file', async () => {
    await expect(openStorage('s3://elsewhere', bucket.settings).get('x')).rejects.toThrow('NoSuchBucket')
    const stranger = { ...bucket.settings, AWS_SECRET_ACCESS_KEY: 'guessed' }
    await expect(s3Storage('s3://bucket', stranger).put(Buffer.from('x'))).rejects.toThrow('SignatureDoesNotMatch')
  })

  test.for([
    ['s3://', keys, /write it as s3:\/\/bucket/u],
    ['s3://Bad_Bucket', keys, /write it as s3:\/\/bucket/u],
    ['s3://bucket', {}, /AWS_ACCESS_KEY_ID/u],
  ] as const)('%s says what is missing', ([location, settings, words]) => {
    expect(() => openStorage(location, settings)).toThrow(words)
  })
})
