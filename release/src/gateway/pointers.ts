import { Hono } from 'hono'
import { acceptedEncoding, commonHeaders, compressAnswer, isFresh, type Encoding } from './http.ts'
import type { Live } from './live.ts'
import type { Registry } from '../registry/registry.ts'
import { previewOf, withPreview, type ReadPreview } from './previewed.ts'
import { toldToBrowser, type ReadAccount, type Told } from './told.ts'

export interface PointerOptions {
  readonly readAccount?: ReadAccount
  readonly readPreview?: ReadPreview
}

/**
 * Serves /registry/pointers: the builds of each remote for the caller's account; with `?brief` without what a page needs
 * only to load a build.
 */
export function servePointers(live: Live, registry: Registry, { readAccount, readPreview }: PointerOptions): Hono {
  const compressed = new WeakMap<Told, Map<string, Promise<Buffer>>>()

  function compress(told: Told, form: 'json' | 'brief', encoding: Encoding): Promise<Buffer> {
    const copies = compressed.get(told) ?? new Map<string, Promise<Buffer>>()
    compressed.set(told, copies)
    const key = `${form} ${encoding}`
    const copy = copies.get(key) ?? compressAnswer(told[form], encoding)
    copies.set(key, copy)
    return copy
  }

  const app = new Hono()
  app.get('/registry/pointers', async (c) => {
    const cookies = c.req.header('cookie')
    const [released, preview] = await Promise.all([
      toldToBrowser(await live.current(), cookies, readAccount),
      previewOf(cookies, readPreview),
    ])
    const told = preview ? await withPreview(registry, released, preview) : released
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    const headers: Record<string, string> = {
      ...commonHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept-Encoding, Cookie',
      ETag: told.etag,
    }
    if (isFresh(c, told.etag)) return new Response(null, { status: 304, headers })
    const form = c.req.query('brief') === undefined ? 'json' : 'brief'
    if (!encoding) return new Response(told[form], { headers })
    return new Response(new Uint8Array(await compress(told, form, encoding)), { headers: { ...headers, 'Content-Encoding': encoding } })
  })
  return app
}
