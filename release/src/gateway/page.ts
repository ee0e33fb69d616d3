import { buildBase } from '@adsite/remote/release-format'
import { Hono, type Context } from 'hono'
import { randomBytes } from 'node:crypto'
import { shellUnit } from '../registry/layout.ts'
import { acceptedEncoding, commonHeaders } from './http.ts'
import type { Live } from './live.ts'
import { compressAnswer } from './pointers.ts'
import type { LiveShell, Snapshot } from './snapshot.ts'

export interface PageOptions {
  /** Handed to the page as JSON in `#site-settings`. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Origin of an API host of its own, which the page may then call. */
  readonly apiOrigin?: string | undefined
  /** A font provider instead of the font in the shell's build: its style sheet, and the origin of the files that this names. */
  readonly font?: { readonly stylesheet: string; readonly filesOrigin: string } | undefined
  /** Address of the ad-serving host's preview script, for its sandboxed frame; absent: none runs. */
  readonly previewScript?: string | undefined
  /** The site is reached by https only: browsers are told so. */
  readonly https: boolean
}

/** Addresses that are never pages, whoever asks. */
const noPage = /^\/(?:api|r|registry)(?:\/|$)/

/** Serves every address that is a page: index.html of the shell that runs, with what it needs to start put in. */
export function servePage(live: Live, options: PageOptions): Hono {
  const composed = new WeakMap<Snapshot, Map<string, readonly string[]>>()

  /** The page between its nonces; one per area that is asked for, made once per snapshot. */
  function partsOf(snapshot: Snapshot, path: string): readonly string[] | null {
    if (!snapshot.shell) return null
    const segment = path.split('/')[1] ?? ''
    const area = Object.hasOwn(snapshot.pointers.remotes, segment) ? segment : ''
    const pages = composed.get(snapshot) ?? new Map<string, readonly string[]>()
    composed.set(snapshot, pages)
    const parts = pages.get(area) ?? compose(snapshot, snapshot.shell, area, options)
    pages.set(area, parts)
    return parts
  }

  const app = new Hono()
  app.get('*', async (c, next) => {
    if (noPage.test(c.req.path) || !asksForPage(c)) return next()
    const parts = partsOf(await live.current(), c.req.path)
    if (!parts) return noShell()
    const nonce = randomBytes(16).toString('base64url')
    const html = parts.join(nonce)
    const headers = {
      ...pageHeaders(nonce, options),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
    }
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    if (!encoding) return new Response(html, { headers })
    return new Response(new Uint8Array(await compressAnswer(html, encoding)), { headers: { ...headers, 'Content-Encoding': encoding } })
  })
  return app
}

function compose(snapshot: Snapshot, { template, build, releaseKeys }: LiveShell, area: string, options: PageOptions): readonly string[] {
  const stable = snapshot.pointers.remotes[area]?.stable
  const entry = stable?.manifest.entry ?? ''
  const hash = stable?.files[entry]?.sha384
  const preload =
    stable && hash
      ? `<link rel="preload" as="script" crossorigin="anonymous" href="${buildBase(stable)}${entry}" integrity="sha384-${hash}">`
      : ''
  // The nonces are cut out first: what is put in for the other markers is data and stays as it is.
  return template.split('__NONCE__').map((part) =>
    part
      // The bundler puts a slash between it and a file's name.
      .replaceAll(/__SHELL_BASE__\/?/gu, () => buildBase({ unit: shellUnit, build }))
      .replaceAll('<!--PRELOADS-->', () => preload)
      .replaceAll('<!--POINTERS-->', () => jsonScript('registry-pointers', snapshot.json))
      .replaceAll('<!--SETTINGS-->', () => jsonScript('site-settings', JSON.stringify({ ...settingsOf(options), releaseKeys }))),
  )
}

function settingsOf({ settings, font, previewScript }: PageOptions): Record<string, unknown> {
  return { ...settings, ...(font && { fontStylesheet: font.stylesheet }), ...(previewScript !== undefined && { previewScript }) }
}

/** JSON inside HTML: without `<` nothing in it can end the script or open a comment. */
function jsonScript(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
}

/** A navigation, or a tool that takes anything; not a script, image or call that missed its file. */
function asksForPage(c: Context): boolean {
  const accept = c.req.header('accept') ?? '*/*'
  if (accept.includes('text/html')) return true
  return accept.includes('*/*') && c.req.header('sec-fetch-dest') === undefined && !/\.[^/]*$/.test(c.req.path)
}

function pageHeaders(nonce: string, { apiOrigin, font, https }: PageOptions): Record<string, string> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'${font ? ` ${new URL(font.stylesheet).origin}` : ''}`,
    "img-src 'self' data: blob:",
    `font-src 'self'${font ? ` ${font.filesOrigin}` : ''}`,
    `connect-src 'self'${apiOrigin ? ` ${apiOrigin}` : ''}`,
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]
  return {
    ...commonHeaders,
    'Content-Security-Policy': policy.join('; '),
    // Never more than the origin, to this site too: addresses can carry the token of a mailed link.
    'Referrer-Policy': 'strict-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  }
}

function noShell(): Response {
  const text =
    'No shell has been promoted on this channel yet.\nPublish and promote one: release publish shell, then release promote shell BUILD.\n'
  return new Response(text, {
    status: 503,
    headers: { ...commonHeaders, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Retry-After': '5' },
  })
}
