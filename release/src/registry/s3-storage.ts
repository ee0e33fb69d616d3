import { isMissing, openBucket, type S3Settings } from '@adsite/s3'
import { ReleaseError } from '../error/release-error.ts'
import { doOnce } from './do-once.ts'
import { layout } from './layout.ts'
import { objectHeaders } from './object-headers.ts'
import { storageReadOnly, type Storage, type StoredObject } from './storage.ts'

/**
 * A registry in a bucket: `s3://bucket` or `s3://bucket/prefix`. The store must support conditional writes
 * (`If-None-Match: *` and `If-Match` on PUT); one that ignores them is detected before the first write and
 * refused.
 */
export function s3Storage(location: string, settings: S3Settings): Storage {
  const { prefix, urlOf, listUrl, send, failure } = openBucket(location, settings, {
    noBucket: () =>
      new ReleaseError('storage_settings', {
        what: `The registry ${location} cannot be reached`,
        why: 'that is no address of a bucket',
        advice: 'Write it as s3://bucket or s3://bucket/prefix',
      }),
    noKey: () =>
      new ReleaseError('storage_settings', {
        what: `The registry ${location} cannot be reached`,
        why: 'AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set',
        advice: 'Set both; AWS_REGION and AWS_ENDPOINT_URL_S3 too, where the store is not in us-east-1 of Amazon',
      }),
  })

  async function read(key: string): Promise<StoredObject | null> {
    // Stored copies declare their encoding, which fetch would decode; the raw bytes are needed here.
    const { answer } = await send(`${urlOf(key)}?response-content-encoding=identity`)
    if (await isMissing(answer)) return null
    if (!answer.ok) throw await failure(answer, `reading ${key}`)
    return { body: Buffer.from(await answer.arrayBuffer()), etag: answer.headers.get('etag') ?? '' }
  }

  /**
   * Without conditions, concurrent deployers would overwrite each other unnoticed. Tested once per process on a separate
   * object, which stays, so that nobody needs the right to remove anything.
   */
  const checkConditions = doOnce(async () => {
    const key = layout.probe
    const once = { 'If-None-Match': '*' }
    const there = (await write(key, Buffer.from('1'), once)) !== null || (await read(key)) !== null
    const second = await write(key, Buffer.from('2'), once)
    const third = await write(key, Buffer.from('3'), { 'If-Match': '"00000000000000000000000000000000"' })
    if (there && second === null && third === null) return
    throw new ReleaseError('storage_settings', {
      what: `The registry ${location} cannot be written to`,
      why: 'this store takes no notice of If-None-Match and If-Match, so two deployers could overwrite each other',
      advice: 'Use a store with conditional writes (Amazon S3, Ceph, MinIO, Cloudflare R2), or a directory',
    })
  })

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
      if (answer.status === 403) throw storageReadOnly(location)
      throw await failure(answer, `writing ${key}`)
    }
    await answer.body?.cancel()
    if (!unsure) return null
    // An attempt whose response was lost may have been this write.
    const now = await read(key)
    return now?.body.equals(body) ? now.etag : null
  }

  async function remove(key: string): Promise<void> {
    const { answer } = await send(urlOf(key), { method: 'DELETE' })
    if (answer.status === 403) throw storageReadOnly(location)
    if (!answer.ok && answer.status !== 404) throw await failure(answer, `removing ${key}`)
    await answer.body?.cancel()
  }

  async function list(key: string): Promise<string[]> {
    const below = `${prefix}${key}/`
    const names = new Set<string>()
    let token: string | undefined
    do {
      const { answer } = await send(listUrl({ delimiter: '/', prefix: below, ...(token !== undefined && { 'continuation-token': token }) }))
      if (!answer.ok) throw await failure(answer, `listing ${key}`)
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
      await checkConditions()
      return (await write(key, body, { 'If-None-Match': '*' })) !== null
    },
    async compareAndSwap(key, body, etag) {
      await checkConditions()
      if (etag === null) return write(key, body, { 'If-None-Match': '*' })
      const written = await write(key, body, { 'If-Match': etag })
      if (written !== null) return written
      // Refused although unchanged: Ceph compares the header with the hash without quotes.
      if ((await read(key))?.etag !== etag) return null
      return write(key, body, { 'If-Match': etag.replaceAll('"', '') })
    },
    list,
    remove,
    async modified(key) {
      const { answer } = await send(urlOf(key), { method: 'HEAD' })
      if (answer.status === 404) return null
      const date = Date.parse(answer.headers.get('last-modified') ?? '')
      if (!answer.ok || Number.isNaN(date)) throw new Error(`${location} answered ${answer.status} without the age of ${key}`)
      return new Date(date)
    },
    async now() {
      const { answer } = await send(listUrl({ 'max-keys': '1', prefix: `${prefix}ch/` }))
      await answer.body?.cancel()
      const date = Date.parse(answer.headers.get('date') ?? '')
      if (!answer.ok || Number.isNaN(date)) throw new Error(`${location} answered ${answer.status} without a time`)
      return new Date(date)
    },
    // Buckets do not notify, so watchers poll.
    watch: () => () => undefined,
  }
}

/** Decodes XML escapes. */
function unescaped(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => characters[name] ?? whole)
}
