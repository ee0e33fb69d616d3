import { acceptedLocale, addressOf, answerError, compressedFrom, currentTraceparent, RequestError, requestNotes } from '@adsite/api'
import { endpointGroups, endpoints, type Endpoint } from '@adsite/contract'
import { releaseCallPaths } from '@adsite/release'
import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import { proxy } from 'hono/proxy'
import type { Logger } from 'pino'
import { Agent } from 'undici'
import type { Settings } from './settings.ts'

/** Time for the API to say that it is ready (milliseconds). */
const patience = 2000

interface Calls {
  readonly app: Hono
  /** For /readyz: pages are served without the API, so its absence is told and nothing more. */
  reaches(): Promise<Readonly<Record<string, string>>>
  close(): Promise<void>
}

/** Passes the calls of the contract and those of the release tools on to the API, as they arrive, under the same request id. */
export function passOn(api: URL, { settings, logger }: { readonly settings: Settings; readonly logger: Logger }): Calls {
  // The API has its own limits, of which imports have the longest.
  // Idle connections end long before the API's, and soon if its machine is lost without a word.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 5000 }, keepAliveMaxTimeout: 4000 })
  // The types of the browser do not know `dispatcher`.
  const own: RequestInit & { dispatcher: Agent } = { dispatcher }

  /** Takes answers as they are, to compress them here: `fetch` would unpack what the API has compressed. */
  function ask(request: Request): Promise<Response> {
    request.headers.set('Accept-Encoding', 'identity')
    return fetch(request, own)
  }

  function refuse(c: Context, error: unknown): Response {
    const requestId = requestNotes(c).id
    if (!c.req.raw.signal.aborted) logger.warn({ err: error, request_id: requestId }, 'the API was not reached')
    c.header('Cache-Control', 'no-store')
    const locale = acceptedLocale(c.req.header('Accept-Language')) ?? 'ja'
    return answerError(c, new RequestError('unavailable', { retryAfter: 2 }), { locale, requestId, log: logger })
  }

  function pass(c: Context): Promise<Response> {
    const { pathname, search } = new URL(c.req.url)
    return proxy(new URL(`${pathname}${search}`, api), {
      raw: c.req.raw,
      headers: {
        ...c.req.header(),
        'X-Forwarded-For': addressOf(c, settings),
        'X-Request-Id': requestNotes(c).id,
        traceparent: currentTraceparent(),
        // It belongs to the caller's own ids.
        tracestate: undefined,
      },
      redirect: 'manual',
      customFetch: ask,
    }).catch((error: unknown) => refuse(c, error))
  }

  const app = new Hono()
  const packed = compress({ threshold: compressedFrom, contentTypeFilter: /^application\/json/u })
  app.all('/api/*', packed, pass)
  for (const path of releaseCallPaths) app.post(path, pass)
  for (const group of endpointGroups) {
    // The other methods of such a path are pages.
    for (const { method, path } of Object.values<Endpoint>(endpoints[group]))
      if (!path.startsWith('/api/')) app.on(method, path, packed, pass)
  }
  return {
    app,
    async reaches(): Promise<Readonly<Record<string, string>>> {
      const answer = await fetch(new URL('/readyz', api), { ...own, signal: AbortSignal.timeout(patience) }).catch(() => null)
      await answer?.body?.cancel()
      return answer?.ok ? {} : { api: 'not ready' }
    },
    close: () => dispatcher.close(),
  }
}
