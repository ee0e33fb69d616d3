import { portOf } from '../../base/port-of.ts'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { filesBase, type Monolith } from './build.ts'

const compress = promisify(brotliCompress)

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

export interface ServedMonolith {
  readonly port: number
  close(): Promise<void>
}

/** The parts of a site's page that vary. */
interface SitePage {
  readonly headers: Readonly<Record<string, string>>
  /** The nonce in `headers`. */
  readonly nonce: string
  /** The element with the site's settings. */
  readonly settings: string
}

/** Headers computed for each response instead of copied from the site. */
const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'date'])

async function readSitePage(sitePort: number): Promise<SitePage> {
  const answer = await fetch(`http://127.0.0.1:${sitePort}/auth/login`, { headers: { Accept: 'text/html' } })
  const html = await answer.text()
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ownHeaders.has(name)))
  const nonce = /'nonce-([^']+)'/u.exec(headers['content-security-policy'] ?? '')?.[1]
  const settings = /<script [^>]*id="site-settings"[^>]*>.*?<\/script>/u.exec(html)?.[0]
  if (!nonce || !settings) throw new Error('The site sends no page with a nonce and its settings: the monolith cannot be served like it.')
  return { headers, nonce, settings }
}

/** True if the monolith serves a request: its files and every navigation; the rest goes to the site. */
export const isOfMonolith = (path: string, accept: string): boolean => path.startsWith(filesBase) || accept.includes('text/html')

/** Serves the monolith as the site at `sitePort` serves itself: same headers, settings, compression and caching. */
export async function serveMonolith({ template, tables, files }: Monolith, sitePort: number): Promise<ServedMonolith> {
  const page = await readSitePage(sitePort)
  const settled = template.replace('<!--SETTINGS-->', () => page.settings)
  const signIn = settled.replace('<!--POINTERS-->', '')
  const other = settled.replace('<!--POINTERS-->', () => tables)

  async function sendPage(response: ServerResponse, html: string): Promise<void> {
    const nonce = randomBytes(16).toString('base64url')
    const headers = Object.fromEntries(Object.entries(page.headers).map(([name, value]) => [name, value.replace(page.nonce, nonce)]))
    const body = await compress(html.replaceAll('__NONCE__', nonce), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(body)
  }

  function sendFile(response: ServerResponse, path: string): void {
    const file = files.get(path)
    if (!file) return void response.writeHead(404).end()
    const headers = {
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ETag: file.etag,
      'Content-Length': file.body.length,
      ...(file.br && { 'Content-Encoding': 'br' }),
    }
    response.writeHead(200, headers).end(file.body)
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path.startsWith(filesBase)) sendFile(response, path)
    else sendPage(response, path.startsWith('/auth/') ? signIn : other).catch((error: Error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
