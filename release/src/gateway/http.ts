import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Headers of every response of the gateway. */
export const commonHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' } as const

export type Encoding = 'br' | 'gzip'

/** Browsers send some 30 characters; reading thousands takes the processor long. */
const longestHeader = 256

/** True if the client accepts an encoding (RFC 9110, 12.5.3). */
export function accepts(header: string | undefined, encoding: string): boolean {
  if (header === undefined || header.length > longestHeader) return false
  const named = parseAccept(header).map(({ type, q }) => ({ type: type.toLowerCase(), q }))
  const found = named.find(({ type }) => type === encoding) ?? named.find(({ type }) => type === '*')
  return found !== undefined && found.q > 0
}

/** The best encoding that the client accepts; null for identity. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  return (['br', 'gzip'] as const).find((encoding) => accepts(header, encoding)) ?? null
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses a small response at runtime with fast settings. */
export function compressAnswer(body: string, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : gzipped(body)
}

/** True if the client has this version (If-None-Match, weak comparison). */
export function isFresh(c: Context, etag: string): boolean {
  const header = c.req.header('if-none-match')
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''))
}

/** The 404 for everything that is not a page, in the JSON shape of the API's errors. */
export function notFound(): Response {
  const body = JSON.stringify({ code: 'not_found', message: 'Not found.' })
  return new Response(body, {
    status: 404,
    headers: { ...commonHeaders, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

export const asksForHtml = (c: Context) => c.req.header('accept')?.includes('text/html') ?? false

/** A navigation, or a tool that accepts anything; not a missing script, image or API path. */
export function asksForPage(c: Context): boolean {
  const accept = c.req.header('accept') ?? '*/*'
  if (asksForHtml(c)) return true
  return accept.includes('*/*') && c.req.header('sec-fetch-dest') === undefined && !/\.[^/]*$/.test(c.req.path)
}
