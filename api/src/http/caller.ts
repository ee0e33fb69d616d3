import { isIP } from 'node:net'
import { locales, type Locale } from '@adsite/contract'
import type { Context } from 'hono'
import { RequestError } from '../error/request-error.ts'
import type { ApiSettings } from '../call/settings.ts'

/** The preferred supported language of Accept-Language; undefined if none is supported. */
export function acceptedLocale(header: string | undefined): Locale | undefined {
  const wanted = (header ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...params] = entry.trim().split(';')
      const weight = params.map((param) => /^\s*q=([\d.]+)$/u.exec(param)?.[1]).find((value) => value !== undefined)
      return { language: tag.toLowerCase().split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return wanted.map(({ language }) => locales.find((locale) => locale === language)).find((locale) => locale !== undefined)
}

interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
}

/** Sockets that listen on IPv6 report IPv4 addresses in mapped form. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/iu, '')

/** The caller's address; X-Forwarded-For counts only behind a trusted proxy (spec/quality "Throttle"). */
export function addressOf(c: Context, settings: Pick<ApiSettings, 'trustedProxy'>): string {
  const bindings: NodeBindings | undefined = c.env
  const peer = bindings?.incoming?.socket?.remoteAddress ?? 'unknown'
  if (!settings.trustedProxy) return plainAddress(peer)
  // The last entry is the one that the trusted proxy added.
  const told = c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? ''
  return plainAddress(isIP(told) === 0 ? peer : told)
}

/**
 * Refuses unsafe calls from other sites' pages (spec/quality "CSRF"). Browsers always send Origin with them; a
 * call without Origin is not from a page, and still needs the token.
 */
export function refuseForeignOrigin(c: Context, settings: ApiSettings): void {
  const origin = c.req.header('Origin')
  if (origin !== undefined && !settings.origins.includes(origin)) throw new RequestError('forbidden_origin')
  if (c.req.header('Sec-Fetch-Site') === 'cross-site') throw new RequestError('forbidden_origin')
}
