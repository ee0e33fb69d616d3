import { buildBase, type NamedBuilds, type ReleaseFiles, type RemoteManifest, type RouteManifest } from '@adsite/remote/release-format'
import { Hono, type Context } from 'hono'
import { randomBytes } from 'node:crypto'
import { shellUnit } from '../registry/layout.ts'
import { answerPage, answersFor, answersMarker, jsonScript, type ReadAnswers } from './answer-page.ts'
import { acceptedEncoding, asksForHtml, asksForPage, commonHeaders } from './http.ts'
import { inTime } from './in-time.ts'
import type { Live } from './live.ts'
import { previewedShell, previewOf, withPreview, type Preview, type ReadPreview } from './previewed.ts'
import type { Registry } from '../registry/registry.ts'
import type { LiveShell, Snapshot } from './snapshot.ts'
import { toldToBrowser, type ReadAccount, type Told } from './told.ts'

export interface PageOptions {
  /** Passed to the page as JSON in `#site-settings`. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Origin of a separate API host, which the page may call. */
  readonly apiOrigin?: string | undefined
  /** A font provider that replaces the shell's own font: its style sheet, and the origin of the font files. */
  readonly font?: { readonly stylesheet: string; readonly filesOrigin: string } | undefined
  /** Address of the ad-serving host's preview script, for the sandboxed frame. Default: none. */
  readonly previewScript?: string | undefined
  /** The site is reached by https only, so the page sends HSTS. */
  readonly https: boolean
  /** Finds the account of the browser with these cookies. Default: nobody is in a canary. */
  readonly readAccount?: ReadAccount
  /**
   * Finds the development server that replaces a release in the browser with these cookies; null for none. Its
   * origin is added to that response's policy, so it must be a server on the developer's own machine.
   */
  readonly readDevelopment?: (cookies: string) => Promise<Development | null>
  /** Finds the published builds that the browser with these cookies previews. */
  readonly readPreview?: ReadPreview
  /**
   * Where a browser is sent instead of a page that needs a session: the dashboard, or a page of an area. Null while it may be
   * signed in. Default: the page finds out by itself.
   */
  readonly signInAddress?: (request: Request) => Promise<string | null>
  /** Reads what the page is sent with; null for nothing. Default: pages ask by themselves. */
  readonly readAnswers?: ReadAnswers
}

/** A remote that one browser runs from a development server, as passed in `#site-settings`. */
export interface Development {
  readonly area: string
  readonly origin: string
}

/** First segment of sign-in pages. They start without pointers, which the shell fetches while the user types. */
const signInSegment = 'auth'

/** Paths that are never pages. */
const noPage = /^\/(?:api|r|registry|\.[^/]*)(?:\/|$)/

/** Serves every address that is a page: index.html of the live shell with its markers filled in. */
export function servePage(live: Live, registry: Registry, options: PageOptions): Hono {
  const composed = new WeakMap<Told, Map<string, readonly string[]>>()

  /** Without an answer in time the page is served as usual, so that releases do not depend on development builds. */
  async function developmentOf(c: Context): Promise<Development | null> {
    const cookies = c.req.header('cookie')
    return options.readDevelopment && cookies ? inTime(options.readDevelopment(cookies)) : null
  }

  /** Where a browser that is signed out is sent instead of the page. */
  async function signInAddressOf(c: Context, snapshot: Snapshot): Promise<string | null> {
    if (!options.signInAddress || !asksForHtml(c) || !needsSession(snapshot, c.req.path)) return null
    return inTime(options.signInAddress(c.req.raw))
  }

  /** The page split at its nonces; computed once per route for all accounts with the same builds. */
  function partsOf(snapshot: Snapshot, told: Told, path: string): readonly string[] | null {
    if (!snapshot.shell) return null
    const area = areaOf(snapshot, path)
    const route = routeAt(told, area, path)
    const page = ownPageOf(snapshot.shell, path)
    const pages = composed.get(told) ?? new Map<string, readonly string[]>()
    composed.set(told, pages)
    const name = page === null ? `${area} ${route?.name ?? ''}` : `/${page}`
    const parts = pages.get(name) ?? compose(told, snapshot.shell, { area, route, page }, options)
    pages.set(name, parts)
    return parts
  }

  /** A page for a single browser, composed for each answer. */
  async function ownParts(snapshot: Snapshot, told: Told, path: string, own: Own): Promise<readonly string[] | null> {
    const { preview } = own
    const shell = (preview && (await previewedShell(registry, preview))) ?? snapshot.shell
    const shown = preview ? await withPreview(registry, told, preview) : told
    return shell && compose(shown, shell, { area: areaOf(shown, path), route: null, page: ownPageOf(shell, path) }, options, own)
  }

  const app = new Hono()
  app.get('*', async (c, next) => {
    if (noPage.test(c.req.path) || !asksForPage(c)) return next()
    const snapshot = await live.current()
    const known = isPage(snapshot, c.req.path)
    // Programs that request something other than a page (`/metrics`) must not receive the shell's.
    if (!known && !asksForHtml(c)) return next()
    const status = known ? 200 : 404
    const cookies = c.req.header('cookie')
    const [elsewhere, told, development, preview] = await Promise.all([
      signInAddressOf(c, snapshot),
      toldToBrowser(snapshot, cookies, options.readAccount),
      developmentOf(c),
      previewOf(cookies, options.readPreview),
    ])
    if (elsewhere !== null) return redirect(elsewhere, options)
    const isOwn = development !== null || preview !== null
    const parts = isOwn ? await ownParts(snapshot, told, c.req.path, { development, preview }) : partsOf(snapshot, told, c.req.path)
    if (!parts) return noShell()
    const nonce = randomBytes(16).toString('base64url')
    const area = areaOf(snapshot, c.req.path)
    const asks = parts.some((part) => part.includes(answersMarker))
    // The shell draws more around a page that one browser runs in place of releases.
    const frame = known && !isOwn ? (snapshot.shell?.frame ?? null) : null
    const page = { route: routeAt(told, area, c.req.path), pointers: told.pointers, frame, nonce }
    const answers = asks ? answersFor(c, page, options.readAnswers) : null
    const headers = {
      ...pageHeaders(nonce, options, { development, preview }),
      'Content-Type': 'text/html; charset=utf-8',
      // A page for a single browser must not be cached, and one with data of an account must not be kept.
      'Cache-Control': answers ? 'private, no-store' : isOwn ? 'no-store' : 'private, no-cache',
      Vary: 'Accept-Encoding, Cookie',
    }
    return answerPage(parts.join(nonce), answers, { status, headers, encoding: acceptedEncoding(c.req.header('accept-encoding')) })
  })
  return app
}

/** True if an address is a page of the shell or of an area. */
function isPage({ shell, pointers }: Snapshot, address: string): boolean {
  const segment = address.split('/')[1] ?? ''
  return segment === '' || !shell?.pages || shell.pages.includes(segment) || Object.hasOwn(pointers.remotes, segment)
}

/** True for pages that every shell shows to signed-in users only. */
function needsSession({ pointers }: Snapshot, address: string): boolean {
  return address === '/' || Object.hasOwn(pointers.remotes, address.split('/')[1] ?? '')
}

/** The first segment of an address of which the shell tells what its own page there needs; else null. */
function ownPageOf({ preloads }: LiveShell, address: string): string | null {
  const segment = address.split('/')[1] ?? ''
  return preloads?.pages && Object.hasOwn(preloads.pages, segment) ? segment : null
}

/** The area that an address belongs to, or {@link signInSegment}; empty for the shell's other pages. */
function areaOf({ pointers }: Pick<Told, 'pointers'>, address: string): string {
  const segment = address.split('/')[1] ?? ''
  return segment === signInSegment || Object.hasOwn(pointers.remotes, segment) ? segment : ''
}

/** The route of an area at an address; one whose path is the address itself comes before one with parameters. */
function routeAt({ pointers }: Pick<Told, 'pointers'>, area: string, address: string): RouteManifest | null {
  const routes = pointers.remotes[area]?.stable.manifest.routes ?? []
  const segments = address.split('/')
  const matches = (path: string) => {
    const pattern = path.split('/')
    return pattern.length === segments.length && pattern.every((part, at) => part.startsWith(':') || part === segments[at])
  }
  return routes.find(({ path }) => path === address) ?? routes.find(({ path }) => matches(path)) ?? null
}

/** The files of a route's screen. */
function screenFiles({ screens = {} }: RemoteManifest, route: RouteManifest | null): readonly string[] {
  return (route && Object.hasOwn(screens, route.name) && screens[route.name]) || []
}

/** What one browser runs in place of releases. */
interface Own {
  readonly development: Development | null
  readonly preview: Preview | null
}

interface Build {
  readonly unit: string
  readonly build: string
  readonly files: ReleaseFiles
}

/** Preload links, with integrity, for scripts and styles that the page will need. */
function preload(build: Build, files: readonly string[] = [], priority?: 'low'): string[] {
  return files.flatMap((file) => {
    const hash = build.files[file]?.sha384
    const kind = file.endsWith('.css') ? 'style' : 'script'
    const hint = priority ? ` fetchpriority="${priority}"` : ''
    const address = `href="${buildBase(build)}${file}" integrity="sha384-${hash}"`
    return hash ? [`<link rel="preload" as="${kind}" crossorigin="anonymous"${hint} ${address}>`] : []
  })
}

function compose(
  told: Told,
  shell: LiveShell,
  { area, route, page }: { readonly area: string; readonly route: RouteManifest | null; readonly page: string | null },
  options: PageOptions,
  { development, preview }: Own = { development: null, preview: null },
): readonly string[] {
  const settings = {
    ...settingsOf(options),
    releaseKeys: shell.releaseKeys,
    keyUnits: shell.keyUnits,
    ...(development && { development }),
    ...(preview && { preview }),
  }
  const stable = told.pointers.remotes[area]?.stable
  const own = { unit: shellUnit, build: shell.build, files: shell.files }
  const isBrief = shell.pointers === 'brief' && area !== signInSegment
  const preloads = [
    ...(isBrief ? [preloadData('/registry/pointers?brief')] : []),
    ...(isBrief && stable ? [preloadData(`${buildBase(stable)}release.json`)] : []),
    ...(page === null ? [] : preload(own, shell.preloads?.pages?.[page])),
    ...(stable
      ? [
          ...preload(own, shell.preloads?.area),
          ...preload(stable, [stable.manifest.entry, ...(stable.manifest.preload ?? [])]),
          // Needed last, so low priority keeps them from delaying the others on a slow connection.
          ...preload(stable, screenFiles(stable.manifest, route), 'low'),
          ...preload(own, route?.permission.endsWith('.list') ? shell.preloads?.list : [], 'low'),
        ]
      : []),
  ]
  // Nonces are cut out first, because what replaces the other markers is data and must stay unchanged.
  return shell.template.split('__NONCE__').map((part) =>
    part
      // The bundler puts a slash between it and a file's name.
      .replaceAll(/__SHELL_BASE__\/?/gu, () => buildBase(own))
      .replaceAll('<!--PRELOADS-->', () => preloads.join(''))
      .replaceAll('<!--POINTERS-->', () => (area === signInSegment ? '' : pointersScript(told, area, isBrief)))
      .replaceAll('<!--SETTINGS-->', () => jsonScript('site-settings', JSON.stringify(settings))),
  )
}

/** Preload link for a document that the page fetches at its start. */
const preloadData = (address: string) => `<link rel="preload" as="fetch" crossorigin href="${address}">`

/**
 * What a page is told of the pointers: only the build of its own area, however many there are; it fetches the others, and
 * runs on this one if it cannot. Older shells know whole releases only.
 */
function pointersScript({ pointers, json, etag }: Told, area: string, isBrief: boolean): string {
  if (!isBrief) return jsonScript('registry-pointers', json, etag)
  const { channel, remotes } = pointers
  const live = remotes[area]
  const own = live && { rev: live.rev, unit: live.stable.unit, build: live.stable.build }
  const named: NamedBuilds = { channel, remotes: own ? { [area]: own } : {} }
  return jsonScript('registry-pointers', JSON.stringify(named))
}

function settingsOf({ settings, font, previewScript }: PageOptions): Record<string, unknown> {
  return { ...settings, ...(font && { fontStylesheet: font.stylesheet }), ...(previewScript !== undefined && { previewScript }) }
}

/**
 * Where browsers report what the policy has blocked. Chromium ignores `report-uri` beside `report-to`, and endpoints of
 * `report-to` on http; it sends nothing to those of another origin without asking.
 */
function reporting({ apiOrigin, https }: PageOptions): {
  readonly directives: readonly string[]
  readonly headers: Record<string, string>
} {
  const address = `${apiOrigin ?? ''}/api/csp-reports`
  if (!https || apiOrigin !== undefined) return { directives: [`report-uri ${address}`], headers: {} }
  return { directives: [`report-uri ${address}`, 'report-to csp'], headers: { 'Reporting-Endpoints': `csp="${address}"` } }
}

function pageHeaders(nonce: string, options: PageOptions, { development, preview }: Own): Record<string, string> {
  const { apiOrigin, font } = options
  // What runs in one browser alone says nothing about a release.
  const { directives, headers } = development || preview ? { directives: [], headers: {} } : reporting(options)
  const served = development ? ` ${development.origin}` : ''
  // The development server announces changes over a socket.
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
    ...directives,
  ]
  return {
    ...commonHeaders,
    ...headers,
    'Content-Security-Policy': policy.join('; '),
    // Limited to the origin, even for this site, because addresses can contain the token of a mailed link.
    'Referrer-Policy': 'strict-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...transportSecurity(options),
  }
}

const transportSecurity = ({ https }: PageOptions) => ({
  ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
})

function redirect(address: string, options: PageOptions): Response {
  const headers = { ...commonHeaders, ...transportSecurity(options), Location: address, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 302, headers })
}

function noShell(): Response {
  const text =
    'No shell has been promoted on this channel yet.\nPublish one, which prints the command that promotes it: release publish shell\n'
  return new Response(text, {
    status: 503,
    headers: { ...commonHeaders, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Retry-After': '5' },
  })
}
