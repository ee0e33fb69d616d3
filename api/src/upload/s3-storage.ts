import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StartError } from '../db/start-error.ts'
import type { Storage } from './storage.ts'

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
 * Stores uploaded files in a bucket: `s3://bucket` or `s3://bucket/prefix`, in any S3-compatible store. Names
 * are generated, so files are never overwritten, and retried writes are idempotent.
 */
export function s3Storage(location: string, settings: S3Settings): Storage {
  const root = rootOf(location, settings)
  const client = clientOf(location, settings)
  const urlOf = (name: string) => `${root}${encodeURIComponent(name)}`

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await client.fetch(url, { ...init, signal: AbortSignal.timeout(timeLimit) }).catch((error: unknown) => {
        if (attempt === tries) throw new Error(`${location} cannot be reached`, { cause: error })
        return null
      })
      const inOrder = answer !== null && answer.status < 500 && answer.status !== 429
      if (inOrder || (answer !== null && attempt === tries)) return answer
      await answer?.body?.cancel()
      await sleep(100 * 2 ** attempt * Math.random())
    }
  }

  async function failed(answer: Response, doing: string): Promise<Error> {
    const code = /<Code>([^<]*)<\/Code>/u.exec(await answer.text())?.[1]
    return new Error(`${location} answered ${answer.status}${code ? ` (${code})` : ''} to ${doing}`)
  }

  return {
    location,
    async put(content) {
      const name = randomUUID()
      const headers = { 'Content-Type': 'application/octet-stream' }
      const answer = await send(urlOf(name), { method: 'PUT', body: new Uint8Array(content), headers })
      if (!answer.ok) throw await failed(answer, 'keeping a file')
      await answer.body?.cancel()
      return name
    },
    async get(name) {
      const answer = await send(urlOf(name))
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
      const copy = answer.clone()
      if (answer.status === 404 && !(await answer.text()).includes('NoSuchBucket')) return null
      throw await failed(copy, 'reading a file')
    },
    async remove(name) {
      const answer = await send(urlOf(name), { method: 'DELETE' })
      if (!answer.ok && answer.status !== 404) throw await failed(answer, 'removing a file')
      await answer.body?.cancel()
    },
  }
}

/** The prefix of file addresses. */
function rootOf(location: string, settings: S3Settings): string {
  const [, bucket, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9/_.-]*?))?\/?$/u.exec(location) ?? []
  if (bucket === undefined) {
    throw new StartError(`UPLOADS is "${location}": write it as s3://bucket or s3://bucket/prefix, or as a directory.`)
  }
  const endpoint = settings.AWS_ENDPOINT_URL_S3 || settings.AWS_ENDPOINT_URL || `https://s3.${regionOf(settings)}.amazonaws.com`
  return `${endpoint.replace(/\/$/u, '')}/${bucket}/${prefix ? `${prefix}/` : ''}`
}

const regionOf = ({ AWS_REGION }: S3Settings) => AWS_REGION || 'us-east-1'

function clientOf(location: string, settings: S3Settings): AwsClient {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = settings
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError(`UPLOADS is "${location}", but AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set: set both.`)
  }
  return new AwsClient({
    accessKeyId,
    secretAccessKey,
    region: regionOf(settings),
    service: 's3',
    retries: 0,
    ...(sessionToken ? { sessionToken } : {}),
  })
}
