import { Hono } from 'hono'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding, commonHeaders, isFresh, type Encoding } from './http.ts'
import type { Live } from './live.ts'
import { toldToBrowser, type ReadAccount, type Told } from './told.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses a small response at runtime with fast settings. */
export function compressAnswer(body: string, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : gzipped(body)
}

/** Serves /registry/pointers: the builds of each remote for the caller's account. */
export function servePointers(live: Live, readAccount?: ReadAccount): Hono {
  const compressed = new WeakMap<Told, Map<Encoding, Promise<Buffer>>>()

  function compress(told: Told, encoding: Encoding): Promise<Buffer> {
    const copies = compressed.get(told) ?? new Map<Encoding, Promise<Buffer>>()
    compressed.set(told, copies)
    const copy = copies.get(encoding) ?? compressAnswer(told.json, encoding)
    copies.set(encoding, copy)
    return copy
  }

  const app = new Hono()
  app.get('/registry/pointers', async (c) => {
    const told = await toldToBrowser(await live.current(), c.req.header('cookie'), readAccount)
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    const headers: Record<string, string> = {
      ...commonHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept-Encoding, Cookie',
      ETag: told.etag,
    }
    if (isFresh(c, told.etag)) return new Response(null, { status: 304, headers })
    if (!encoding) return new Response(told.json, { headers })
    return new Response(new Uint8Array(await compress(told, encoding)), { headers: { ...headers, 'Content-Encoding': encoding } })
  })
  return app
}
