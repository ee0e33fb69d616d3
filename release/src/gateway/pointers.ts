import { Hono } from 'hono'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding, commonHeaders, isFresh, type Encoding } from './http.ts'
import type { Live } from './live.ts'
import type { Snapshot } from './snapshot.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses an answer made at runtime: quick settings, a few kB of text. */
export function compressAnswer(body: string, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : gzipped(body)
}

/** Serves /registry/pointers: which build of each remote runs, one document per channel. */
export function servePointers(live: Live): Hono {
  const compressed = new WeakMap<Snapshot, Map<Encoding, Promise<Buffer>>>()

  function compress(snapshot: Snapshot, encoding: Encoding): Promise<Buffer> {
    const copies = compressed.get(snapshot) ?? new Map<Encoding, Promise<Buffer>>()
    compressed.set(snapshot, copies)
    const copy = copies.get(encoding) ?? compressAnswer(snapshot.json, encoding)
    copies.set(encoding, copy)
    return copy
  }

  const app = new Hono()
  app.get('/registry/pointers', async (c) => {
    const snapshot = await live.current()
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    const headers: Record<string, string> = {
      ...commonHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      ETag: snapshot.etag,
    }
    if (isFresh(c, snapshot.etag)) return new Response(null, { status: 304, headers })
    if (!encoding) return new Response(snapshot.json, { headers })
    return new Response(new Uint8Array(await compress(snapshot, encoding)), { headers: { ...headers, 'Content-Encoding': encoding } })
  })
  return app
}
