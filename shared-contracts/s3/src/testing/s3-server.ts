import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'

/**
 * An in-memory S3 with one bucket, `s3://bucket`: ETags, conditional writes, paginated listings, and verified
 * signatures. The same tests run against a real store (scripts/test-s3.mjs).
 */
export interface S3Server {
  readonly endpoint: string
  /** All objects of the bucket by key. */
  readonly objects: Map<string, Buffer>
  /** Request headers of each write by key. */
  readonly headers: Map<string, IncomingMessage['headers']>
  /** Faults for the next requests: a status without executing the request, or after executing it. */
  readonly faults: { readonly status: number; readonly carriedOut: boolean }[]
  /** Some stores ignore conditions. */
  conditional: boolean
  close(): Promise<void>
}

export const s3Credentials = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secrettest', AWS_REGION: 'us-east-1' }
const bucketPath = '/bucket'
/** Small, so that every listing in tests has several pages. */
const pageSize = 3

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const written = new Map<string, string>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const s3: S3Server = {
    endpoint,
    objects,
    headers: new Map(),
    faults: [],
    conditional: true,
    close: () => new Promise((closed) => void server.close(() => closed())),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url!, endpoint)
    const fault = s3.faults.shift()
    if (fault && !fault.carriedOut) return end(response, fault.status, error('SlowDown'))
    if (!(await isSigned(request, url))) return end(response, 403, error('SignatureDoesNotMatch'))
    const [status, body, headers] = act(request, url, Buffer.concat(chunks))
    if (fault) return end(response, fault.status, error('SlowDown'))
    end(response, status, body, headers)
  }

  function act(request: IncomingMessage, url: URL, body: Buffer): [number, (Buffer | string)?, Record<string, string>?] {
    if (url.pathname === bucketPath) {
      const listed = listing(url.searchParams)
      return listed === null ? [400, error('InvalidArgument')] : [200, listed]
    }
    if (!url.pathname.startsWith(`${bucketPath}/`)) return [404, error('NoSuchBucket')]
    const key = decodeURIComponent(url.pathname.slice(bucketPath.length + 1))
    const existing = objects.get(key)
    if (request.method === 'GET' || request.method === 'HEAD') {
      const encoding = url.searchParams.get('response-content-encoding') ?? s3.headers.get(key)?.['content-encoding']
      const headers = { ...(encoding && { 'Content-Encoding': encoding }) }
      return existing
        ? [200, existing, { ...headers, ETag: etagOf(existing), 'Last-Modified': written.get(key) ?? '' }]
        : [404, error('NoSuchKey')]
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return [204]
    }
    const { 'if-none-match': absent, 'if-match': present } = request.headers
    if (s3.conditional && absent === '*' && existing) return [412, error('PreconditionFailed')]
    if (s3.conditional && present !== undefined && !existing) return [404, error('NoSuchKey')]
    if (s3.conditional && present !== undefined && present !== etagOf(existing!)) return [412, error('PreconditionFailed')]
    objects.set(key, body)
    written.set(key, new Date().toUTCString())
    s3.headers.set(key, request.headers)
    return [200, '', { ETag: etagOf(body) }]
  }

  /** null for a token that is none of this store. */
  function listing(query: URLSearchParams): string | null {
    const prefix = query.get('prefix')!
    const below = [...objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    const names = [...new Set(below.map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : path)))].toSorted()
    // As those of real stores, it has characters that mean something in XML and in addresses.
    const start = Number(/^page=(\d+)&\+\/$/u.exec(query.get('continuation-token') ?? 'page=0&+/')?.[1])
    if (Number.isNaN(start)) return null
    const page = names.slice(start, start + pageSize)
    const entries = page.map((name) =>
      name.endsWith('/')
        ? `<CommonPrefixes><Prefix>${prefix}${name}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${prefix}${name}</Key></Contents>`,
    )
    const more = start + pageSize < names.length ? `<NextContinuationToken>page=${start + pageSize}&amp;+/</NextContinuationToken>` : ''
    return `<ListBucketResult><Prefix>${prefix}</Prefix>${more}${entries.join('')}</ListBucketResult>`
  }

  return s3
}

/** True if the request is signed with the secret, as the client's library would sign it. */
async function isSigned(request: IncomingMessage, url: URL): Promise<boolean> {
  const given = request.headers.authorization ?? ''
  const names = /SignedHeaders=([^,]*)/.exec(given)?.[1]?.split(';') ?? []
  const headers = Object.fromEntries(names.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])]))
  const signer = new AwsV4Signer({
    method: request.method!,
    url: url.href,
    headers,
    accessKeyId: s3Credentials.AWS_ACCESS_KEY_ID,
    secretAccessKey: s3Credentials.AWS_SECRET_ACCESS_KEY,
    region: s3Credentials.AWS_REGION,
    service: 's3',
    datetime: String(request.headers['x-amz-date']),
  })
  return (await signer.authHeader()) === given
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

function error(code: string): string {
  return `<Error><Code>${code}</Code></Error>`
}

function end(response: ServerResponse, status: number, body?: Buffer | string, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers)
  response.end(body)
}
