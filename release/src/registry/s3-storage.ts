import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { ReleaseError } from '../error/release-error.ts'
import { objectHeaders } from './object-headers.ts'
import type { Storage, StoredObject } from './storage.ts'

/** The usual settings of S3 tools; the endpoint is for stores other than Amazon's. */
export interface S3Settings {
  readonly AWS_ACCESS_KEY_ID?: string | undefined
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined
  readonly AWS_SESSION_TOKEN?: string | undefined
  readonly AWS_REGION?: string | undefined
  readonly AWS_ENDPOINT_URL_S3?: string | undefined
  readonly AWS_ENDPOINT_URL?: string | undefined
}

/** Time limit of a request (milliseconds). */
const timeLimit = 20_000
/** Attempts per request while the store fails temporarily. */
const tries = 4

/**
 * A registry in a bucket: `s3://bucket` or `s3://bucket/prefix`. The store must support conditional writes
 * (`If-None-Match: *` and `If-Match` on PUT); one that ignores them is detected before the first write and
 * refused.
 */
export function s3Storage(location: string, settings: S3Settings): Storage {
  const { bucket, prefix } = parseLocation(location)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = settings
  if (!accessKeyId || !secretAccessKey) {
    throw new ReleaseError('storage_settings', {
      what: `The registry ${location} cannot be reached`,
      why: 'AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set',
      advice: 'Set both; AWS_REGION and AWS_ENDPOINT_URL_S3 too, where the store is not in us-east-1 of Amazon',
    })
  }
  const region = settings.AWS_REGION || 'us-east-1'
  const endpoint = settings.AWS_ENDPOINT_URL_S3 || settings.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`
  const client = new AwsClient({ accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }), region, service: 's3', retries: 0 })
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`
  const keyOf = (key: string) => `${prefix}${key}`
  const urlOf = (key: string) => `${root}/${keyOf(key).split('/').map(encodeURIComponent).join('/')}`

  /** Sends a request, with retries; `unsure` is set if a failed attempt may have been executed. */
  async function send(url: string, init: RequestInit = {}): Promise<{ answer: Response; unsure: boolean }> {
    let unsure = false
    for (let attempt = 1; ; attempt++) {
      const signal = AbortSignal.timeout(timeLimit)
      const answer = await client.fetch(url, { ...init, signal }).catch((error: unknown) => {
        if (attempt === tries) throw unreachable(location, error)
        return null
      })
      // 409: another write to this object is in progress; retry.
      const inOrder = answer !== null && answer.status < 500 && answer.status !== 429 && answer.status !== 409
      if (inOrder || (answer !== null && attempt === tries)) return { answer, unsure }
      unsure ||= answer === null || answer.status >= 500
      await answer?.body?.cancel()
      await sleep(100 * 2 ** attempt * Math.random())
    }
  }

  async function failed(answer: Response, doing: string): Promise<Error> {
    const text = await answer.text()
    const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1]
    return new Error(`${location} answered ${answer.status}${code ? ` (${code})` : ''} to ${doing}`)
  }

  async function read(key: string): Promise<StoredObject | null> {
    // Stored copies declare their encoding, which fetch would decode; the raw bytes are needed here.
    const { answer } = await send(`${urlOf(key)}?response-content-encoding=identity`)
    if (answer.status === 404 && !/NoSuchBucket/.test(await answer.clone().text())) return null
    if (!answer.ok) throw await failed(answer, `reading ${key}`)
    return { body: Buffer.from(await answer.arrayBuffer()), etag: answer.headers.get('etag') ?? '' }
  }

  let conditional: Promise<void> | undefined

  /** Without conditions, concurrent deployers would overwrite each other unnoticed. Tested once per process on a separate object. */
  async function checkConditions(): Promise<void> {
    const key = `probe/${randomUUID()}`
    const once = { 'If-None-Match': '*' }
    const first = await write(key, Buffer.from('1'), once)
    const second = await write(key, Buffer.from('2'), once)
    const third = await write(key, Buffer.from('3'), { 'If-Match': '"00000000000000000000000000000000"' })
    await remove(key)
    if (first !== null && second === null && third === null) return
    throw new ReleaseError('storage_settings', {
      what: `The registry ${location} cannot be written to`,
      why: 'this store takes no notice of If-None-Match and If-Match, so two deployers could overwrite each other',
      advice: 'Use a store with conditional writes (Amazon S3, Ceph, MinIO, Cloudflare R2), or a directory',
    })
  }

  /** Writes under a condition; null if it did not hold. Retries repeat the condition, so the write happens at most once. */
  async function write(key: string, body: Uint8Array, condition: Record<string, string>): Promise<string | null> {
    const { answer, unsure } = await send(urlOf(key), {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { ...objectHeaders(key), ...condition },
    })
    if (answer.ok) return answer.headers.get('etag') ?? ''
    // 404 to If-Match: the object no longer exists.
    if (answer.status !== 412 && answer.status !== 409 && !(answer.status === 404 && condition['If-Match'])) {
      throw await failed(answer, `writing ${key}`)
    }
    await answer.body?.cancel()
    if (!unsure) return null
    // An attempt whose response was lost may have been this write.
    const now = await read(key)
    return now?.body.equals(body) ? now.etag : null
  }

  async function remove(key: string): Promise<void> {
    const { answer } = await send(urlOf(key), { method: 'DELETE' })
    if (!answer.ok && answer.status !== 404) throw await failed(answer, `removing ${key}`)
    await answer.body?.cancel()
  }

  async function list(key: string): Promise<string[]> {
    const below = keyOf(`${key}/`)
    const names = new Set<string>()
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', delimiter: '/', prefix: below })
      if (token !== undefined) query.set('continuation-token', token)
      const { answer } = await send(`${root}?${query}`)
      if (!answer.ok) throw await failed(answer, `listing ${key}`)
      const xml = await answer.text()
      for (const [, path = ''] of xml.matchAll(/<(?:Key|Prefix)>([^<]*)<\/(?:Key|Prefix)>/g)) {
        const name = unescaped(path).slice(below.length).replace(/\/$/, '')
        if (unescaped(path).startsWith(below) && name !== '') names.add(name)
      }
      const next = /<NextContinuationToken>([^<]*)</.exec(xml)?.[1]
      token = next === undefined ? undefined : unescaped(next)
    } while (token !== undefined)
    return [...names].toSorted()
  }

  return {
    location,
    read,
    async create(key, body) {
      await (conditional ??= checkConditions())
      return (await write(key, body, { 'If-None-Match': '*' })) !== null
    },
    async compareAndSwap(key, body, etag) {
      await (conditional ??= checkConditions())
      if (etag === null) return write(key, body, { 'If-None-Match': '*' })
      const written = await write(key, body, { 'If-Match': etag })
      if (written !== null) return written
      // Refused although unchanged: Ceph compares the header with the hash without quotes.
      if ((await read(key))?.etag !== etag) return null
      return write(key, body, { 'If-Match': etag.replaceAll('"', '') })
    },
    list,
    remove,
    // Buckets do not notify, so watchers poll.
    watch: () => () => undefined,
  }
}

/** Decodes XML escapes. */
function unescaped(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => characters[name] ?? whole)
}

function parseLocation(location: string): { bucket: string; prefix: string } {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9/_.-]*?))?\/?$/.exec(location)
  if (match?.[1] !== undefined) return { bucket: match[1], prefix: match[2] ? `${match[2]}/` : '' }
  throw new ReleaseError('storage_settings', {
    what: `The registry ${location} cannot be reached`,
    why: 'that is no address of a bucket',
    advice: 'Write it as s3://bucket or s3://bucket/prefix',
  })
}

function unreachable(location: string, error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new Error(`${location} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`)
}
