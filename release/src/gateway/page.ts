import { buildBase, type LivePointer, type ReleaseFiles } from '@adsite/remote/release-format'
import { Hono, type Context } from 'hono'
import { randomBytes } from 'node:crypto'
import { shellUnit } from '../registry/layout.ts'
import { acceptedEncoding, commonHeaders } from './http.ts'
import type { Live } from './live.ts'
import { compressAnswer } from './pointers.ts'
import type { LiveShell, Snapshot } from './snapshot.ts'
import { toldToBrowser, type ReadAccount, type Told } from './told.ts'

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
  /** Which account's releases run in the browser that sends these cookies. Absent: nobody tries a canary. */
  readonly readAccount?: ReadAccount
  /**
   * Which development server may stand in for a release in the browser that sends these cookies; null: none. Absent:
   * none for anybody. Its origin is let into that one answer's policy, so it has to be a server on that person's machine.
   */
  readonly readDevelopment?: (cookies: string) => Promise<Development | null>
}

/** A remote that one browser runs from a development server, as its page is told in `#site-settings`. */
export interface Development {
  readonly area: string
  readonly origin: string
}

/** First segment of the pages to sign in on: they start without pointers, which the shell reads while somebody types. */
const signInSegment = 'auth'

/** Addresses that are never pages, whoever asks. */
const noPage = /^\/(?:api|r|registry|\.[^/]*)(?:\/|$)/

/** A page waits this long to hear of development (milliseconds). */
const developmentLimit = 1000

/** Serves every address that is a page: index.html of the shell that runs, with what it needs to start put in. */
export function servePage(live: Live, options: PageOptions): Hono {
  const composed = new WeakMap<Told, Map<string, readonly string[]>>()

  /** Without an answer in time it is a page like any other: releases run whatever happens to development. */
  async function developmentOf(c: Context): Promise<Development | null> {
    const cookies = c.req.header('cookie')
    if (!options.readDevelopment || !cookies) return null
    const late = new Promise<null>((resolve) => setTimeout(resolve, developmentLimit, null).unref())
    return Promise.race([options.readDevelopment(cookies).catch(() => null), late])
  }

  /** The page between its nonces; one per area that is asked for and for its lists, made once for all that are told the same. */
  function partsOf(snapshot: Snapshot, told: Told, path: string): readonly string[] | null {
    if (!snapshot.shell) return null
    const segment = path.split('/')[1] ?? ''
    const area = segment === signInSegment || Object.hasOwn(snapshot.pointers.remotes, segment) ? segment : ''
    const list = isList(snapshot.pointers.remotes[area], path)
    const pages = composed.get(told) ?? new Map<string, readonly string[]>()
    composed.set(told, pages)
    const name = list ? `${area} list` : area
    const parts = pages.get(name) ?? compose(told, snapshot.shell, { area, list }, options)
    pages.set(name, parts)
    return parts
  }

  const app = new Hono()
  app.get('*', async (c, next) => {
    if (noPage.test(c.req.path) || !asksForPage(c)) return next()
    const snapshot = await live.current()
    const known = isPage(snapshot, c.req.path)
    // Programs that ask for what is no page (`/metrics`) are not to take the shell's for an answer.
    if (!known && !asksForHtml(c)) return next()
    const status = known ? 200 : 404
    const [told, development] = await Promise.all([toldToBrowser(snapshot, c.req.header('cookie'), options.readAccount), developmentOf(c)])
    const parts =
      development && snapshot.shell
        ? compose(told, snapshot.shell, { area: '', list: false }, options, development)
        : partsOf(snapshot, told, c.req.path)
    if (!parts) return noShell()
    const nonce = randomBytes(16).toString('base64url')
    const html = parts.join(nonce)
    const headers = {
      ...pageHeaders(nonce, options, development),
      'Content-Type': 'text/html; charset=utf-8',
      // What is made for one browser stays there.
      'Cache-Control': development ? 'no-store' : 'private, no-cache',
      Vary: 'Accept-Encoding, Cookie',
    }
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    if (!encoding) return new Response(html, { status, headers })
    return new Response(new Uint8Array(await compressAnswer(html, encoding)), {
      status,
      headers: { ...headers, 'Content-Encoding': encoding },
    })
  })
  return app
}

/** Whether there is a page at an address: one of the shell's, or of an area. */
function isPage({ shell, pointers }: Snapshot, address: string): boolean {
  const segment = address.split('/')[1] ?? ''
  return segment === '' || !shell?.pages || shell.pages.includes(segment) || Object.hasOwn(pointers.remotes, segment)
}

/** Whether an address is that of an area's list. */
function isList(live: LivePointer | undefined, address: string): boolean {
  return live?.stable.manifest.routes.some(({ path, permission }) => path === address && permission.endsWith('.list')) ?? false
}

interface Build {
  readonly unit: string
  readonly build: string
  readonly files: ReleaseFiles
}

/** Links by which a browser asks for scripts before anything has run that needs them, pinned as they are when they run. */
function preload(build: Build, scripts: readonly string[] = [], priority?: 'low'): string[] {
  return scripts.flatMap((script) => {
    const hash = build.files[script]?.sha384
    const hint = priority ? ` fetchpriority="${priority}"` : ''
    const address = `href="${buildBase(build)}${script}" integrity="sha384-${hash}"`
    return hash ? [`<link rel="preload" as="script" crossorigin="anonymous"${hint} ${address}>`] : []
  })
}

function compose(
  { pointers, json, etag }: Told,
  shell: LiveShell,
  { area, list }: { readonly area: string; readonly list: boolean },
  options: PageOptions,
  development?: Development,
): readonly string[] {
  const settings = { ...settingsOf(options), releaseKeys: shell.releaseKeys, ...(development && { development }) }
  const stable = pointers.remotes[area]?.stable
  const own = { unit: shellUnit, build: shell.build, files: shell.files }
  const preloads = stable
    ? [
        ...preload(own, shell.preloads?.area),
        ...preload(stable, [stable.manifest.entry, ...(stable.manifest.preload ?? [])]),
        // Needed last: what is needed before goes first on a slow line.
        ...preload(own, list ? shell.preloads?.list : [], 'low'),
      ]
    : []
  // The nonces are cut out first: what is put in for the other markers is data and stays as it is.
  return shell.template.split('__NONCE__').map((part) =>
    part
      // The bundler puts a slash between it and a file's name.
      .replaceAll(/__SHELL_BASE__\/?/gu, () => buildBase(own))
      .replaceAll('<!--PRELOADS-->', () => preloads.join(''))
      .replaceAll('<!--POINTERS-->', () => (area === signInSegment ? '' : jsonScript('registry-pointers', json, etag)))
      .replaceAll('<!--SETTINGS-->', () => jsonScript('site-settings', JSON.stringify(settings))),
  )
}

function settingsOf({ settings, font, previewScript }: PageOptions): Record<string, unknown> {
  return { ...settings, ...(font && { fontStylesheet: font.stylesheet }), ...(previewScript !== undefined && { previewScript }) }
}

/** JSON inside HTML: without `<` nothing in it can end the script or open a comment. `etag`: of the document that it is. */
function jsonScript(id: string, json: string, etag?: string): string {
  const version = etag === undefined ? '' : ` data-etag="${etag.replaceAll('"', '&quot;')}"`
  return `<script type="application/json" id="${id}"${version}>${json.replaceAll('<', '\\u003c')}</script>`
}

const asksForHtml = (c: Context) => c.req.header('accept')?.includes('text/html') ?? false

/** A navigation, or a tool that takes anything; not a script, image or call that missed its file. */
function asksForPage(c: Context): boolean {
  const accept = c.req.header('accept') ?? '*/*'
  if (asksForHtml(c)) return true
  return accept.includes('*/*') && c.req.header('sec-fetch-dest') === undefined && !/\.[^/]*$/.test(c.req.path)
}

function pageHeaders(nonce: string, { apiOrigin, font, https }: PageOptions, development: Development | null): Record<string, string> {
  const served = development ? ` ${development.origin}` : ''
  // The development server tells of changes over a socket.
  const told = development ? ` ${development.origin.replace('http', 'ws')}` : ''
  const policy = [
    "default-src 'self'",
    `script-src 'self'${served}`,
    `style-src 'self' 'nonce-${nonce}'${font ? ` ${new URL(font.stylesheet).origin}` : ''}${served}`,
    `img-src 'self' data: blob:${served}`,
    `font-src 'self'${font ? ` ${font.filesOrigin}` : ''}${served}`,
    `connect-src 'self'${apiOrigin ? ` ${apiOrigin}` : ''}${served}${told}`,
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
