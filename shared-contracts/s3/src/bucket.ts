import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'

/** The usual settings of S3 tools; the endpoint is for stores other than Amazon's. */
export interface S3Settings {
  readonly AWS_ACCESS_KEY_ID?: string | undefined
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined
  readonly AWS_SESSION_TOKEN?: string | undefined
  readonly AWS_REGION?: string | undefined
  readonly AWS_ENDPOINT_URL_S3?: string | undefined
  readonly AWS_ENDPOINT_URL?: string | undefined
}

/** The errors of wrong settings, in the words of the program whose settings they are. */
export interface SettingErrors {
  /** The location is no address of a bucket. */
  readonly noBucket: () => Error
  /** AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set. */
  readonly noKey: () => Error
}

export interface S3Answer {
  readonly answer: Response
  /** An attempt that failed may have been executed. */
  readonly unsure: boolean
}

/** A bucket, or what is below a prefix of it. */
export interface Bucket {
  readonly location: string
  /** Empty, or ends in a slash. */
  readonly prefix: string
  /** The URL of the object with this key below the prefix. */
  readonly urlOf: (key: string) => string
  /** The URL of a listing; its `prefix` is one of the whole bucket. */
  readonly listUrl: (query: Readonly<Record<string, string>>) => string
  /** Sends a signed request, up to four times while the store fails temporarily; throws if it cannot be reached. */
  readonly send: (url: string, init?: RequestInit) => Promise<S3Answer>
  /** The error of an answer to something (`reading a.json`), with the store's code; reads its body. */
  readonly failure: (answer: Response, doing: string) => Promise<Error>
}

/** Time limit of a request (milliseconds). */
const timeLimit = 20_000
/** Attempts per request while the store fails temporarily. */
const tries = 4

/** Opens `s3://bucket` or `s3://bucket/prefix`. Sends nothing yet. */
export function openBucket(location: string, settings: S3Settings, errors: SettingErrors): Bucket {
  const [, bucket, path] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9/_.-]*?))?\/?$/u.exec(location) ?? []
  if (bucket === undefined) throw errors.noBucket()
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = settings
  if (!accessKeyId || !secretAccessKey) throw errors.noKey()
  const region = settings.AWS_REGION || 'us-east-1'
  const endpoint = settings.AWS_ENDPOINT_URL_S3 || settings.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`
  const client = new AwsClient({ accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }), region, service: 's3', retries: 0 })
  const root = `${endpoint.replace(/\/$/u, '')}/${bucket}`
  const prefix = path ? `${path}/` : ''

  return {
    location,
    prefix,
    urlOf: (key) => `${root}/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`,
    listUrl: (query) => `${root}?${new URLSearchParams({ 'list-type': '2', ...query })}`,
    async send(url, init = {}) {
      let unsure = false
      for (let attempt = 1; ; attempt++) {
        const answer = await client.fetch(url, { ...init, signal: AbortSignal.timeout(timeLimit) }).catch((error: unknown) => {
          if (attempt === tries) throw unreachable(location, error)
          return null
        })
        // 409: another write to this object is in progress.
        const inOrder = answer !== null && answer.status < 500 && answer.status !== 429 && answer.status !== 409
        if (inOrder || (answer !== null && attempt === tries)) return { answer, unsure }
        unsure ||= answer === null || answer.status >= 500
        await answer?.body?.cancel()
        await sleep(100 * 2 ** attempt * Math.random())
      }
    },
    async failure(answer, doing) {
      const code = /<Code>([^<]*)<\/Code>/u.exec(await answer.text())?.[1]
      return new Error(`${location} answered ${answer.status}${code ? ` (${code})` : ''} to ${doing}`)
    },
  }
}

/** True if the object does not exist; false if the bucket does not, which is a wrong setting. */
export async function isMissing(answer: Response): Promise<boolean> {
  return answer.status === 404 && !(await answer.clone().text()).includes('NoSuchBucket')
}

function unreachable(location: string, error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new Error(`${location} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause: error })
}
