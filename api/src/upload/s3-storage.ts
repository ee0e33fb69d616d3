import { randomUUID } from 'node:crypto'
import { isMissing, openBucket, type S3Settings } from '@adsite/s3'
import { StartError } from '../db/start-error.ts'
import type { Storage } from './storage.ts'

/**
 * Stores uploaded files in a bucket: `s3://bucket` or `s3://bucket/prefix`, in any S3-compatible store. Names
 * are generated, so files are never overwritten, and retried writes are idempotent.
 */
export function s3Storage(location: string, settings: S3Settings): Storage {
  const { urlOf, send, failure } = openBucket(location, settings, {
    noBucket: () => new StartError(`UPLOADS is "${location}": write it as s3://bucket or s3://bucket/prefix, or as a directory.`),
    noKey: () => new StartError(`UPLOADS is "${location}", but AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set: set both.`),
  })

  return {
    location,
    async put(content) {
      const name = randomUUID()
      const headers = { 'Content-Type': 'application/octet-stream' }
      const { answer } = await send(urlOf(name), { method: 'PUT', body: new Uint8Array(content), headers })
      if (!answer.ok) throw await failure(answer, 'keeping a file')
      await answer.body?.cancel()
      return name
    },
    async get(name) {
      const { answer } = await send(urlOf(name))
      if (await isMissing(answer)) return null
      if (!answer.ok) throw await failure(answer, 'reading a file')
      return new Uint8Array(await answer.arrayBuffer())
    },
    async remove(name) {
      const { answer } = await send(urlOf(name), { method: 'DELETE' })
      if (!answer.ok && answer.status !== 404) throw await failure(answer, 'removing a file')
      await answer.body?.cancel()
    },
  }
}
