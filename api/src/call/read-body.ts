import { isObject } from '@adsite/contract'
import { RequestError } from '../error/request-error.ts'
import { refuseUnstorable } from '../error/refuse-unstorable.ts'

/** Largest JSON body (bytes). Files are streamed by their own endpoints. */
export const jsonLimit = 1_000_000

function contentType(request: Request): string {
  return (request.headers.get('Content-Type') ?? '').replace(/;.*$/su, '').trim().toLowerCase()
}

/**
 * Closes connections that send nothing for this long, or that take longer than a minute plus a second per 200 kB
 * allowed (milliseconds).
 */
const silence = 10_000
const timeFor = (bytes: number) => 60_000 + bytes / 200
/** Limits for draining a refused body, in bytes and milliseconds: most clients read the answer only after sending everything. */
const lingering = { bytes: 256_000_000, time: 30_000 }

const late = Symbol('late')

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | typeof late> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, milliseconds, late)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Stopping halfway would reset the connection, and the client would never see the answer. */
async function discard(reader: Reader): Promise<void> {
  const deadline = performance.now() + lingering.time
  for (let size = 0; size < lingering.bytes;) {
    const piece = await within(reader.read(), deadline - performance.now())
    if (piece === late) break
    if (piece.done) return
    size += piece.value.length
  }
  await reader.cancel()
}

/** Streams the body of a request; refuses one that exceeds `limit` bytes or takes too long. */
export async function* bodyOf(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw new RequestError('payload_too_large')
  const reader = request.body?.getReader()
  if (!reader) return
  const deadline = performance.now() + timeFor(limit)
  let size = 0
  let whole = false
  try {
    for (;;) {
      const piece = await within(reader.read(), Math.min(silence, deadline - performance.now()))
      if (piece === late) throw new RequestError('too_slow')
      if (piece.done) break
      size += piece.value.length
      if (size > limit) throw new RequestError('payload_too_large')
      yield piece.value
    }
    whole = true
  } finally {
    if (!whole) discard(reader).catch(() => {})
  }
}

/** Reads the whole body of a request. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyOf(request, limit)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Refuses bodies of a type that the endpoint does not accept. */
export function checkUpload(request: Request, types: readonly string[]): void {
  if (!types.includes(contentType(request))) throw new RequestError('unsupported_media_type')
}

/** Parses the JSON of a request that has one of the types, up to a size in bytes. */
export async function readJsonOf(request: Request, types: readonly string[], limit: number): Promise<unknown> {
  checkUpload(request, types)
  const bytes = await readBytes(request, limit)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RequestError('bad_request')
  }
}

/** Parses the JSON object of a request. Only application/json is accepted, which a cross-site form cannot send. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const value = await readJsonOf(request, ['application/json'], jsonLimit)
  if (!isObject(value)) throw new RequestError('bad_request')
  refuseUnstorable(value)
  return value
}
