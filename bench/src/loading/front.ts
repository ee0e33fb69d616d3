import { portOf } from '../base/port-of.ts'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { Agent, request } from 'node:http'
import { generate } from 'selfsigned'
import type { StaticFiles } from './bare-pages.ts'

/** The upstream server of a request; `origin` is its own origin if that is not the front's. */
export interface Behind {
  readonly port: number
  readonly origin?: string
}

export interface Front {
  /** Address for browsers: https, HTTP/2. */
  readonly url: string
  /** SHA-256 of its public key (base64). A browser that is told to trust it keeps the site's files in its cache. */
  readonly key: string
  /** Routes everything but the bare pages to what `behind` returns; `accept` is the request's header. */
  to(behind: (path: string, accept: string) => Behind): void
  close(): Promise<void>
}

/** Headers that HTTP/2 forbids. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host'])

/** An HTTP/2 proxy in front of a site, as a load balancer in production, which also serves the bare pages. */
export async function startFront(files: StaticFiles): Promise<Front> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }])
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  const agent = new Agent({ keepAlive: true })
  let behind: Parameters<Front['to']>[0] = () => ({ port: 0 })

  function pass(incoming: Http2ServerRequest, answer: Http2ServerResponse): void {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':') && !hopByHop.has(name)))
    headers.host = incoming.authority
    const { port, origin } = behind(incoming.url, incoming.headers.accept ?? '')
    if (origin !== undefined && headers.origin) headers.origin = origin
    const onward = request({ agent, host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers }, (response) => {
      const kept = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !hopByHop.has(name)))
      answer.writeHead(response.statusCode ?? 502, kept)
      response.pipe(answer)
    })
    onward.on('error', () => answer.stream?.close())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  const server = createSecureServer({ key, cert }, (incoming, answer) => {
    const file = files.get(incoming.url)
    if (!file) return pass(incoming, answer)
    answer.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-cache' })
    answer.end(file.body)
  })
  const open = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    open.add(session)
    session.on('close', () => open.delete(session))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${portOf(server)}`,
    key: createHash('sha256').update(publicKey).digest('base64'),
    to: (next) => {
      behind = next
    },
    async close() {
      for (const session of open) session.destroy()
      agent.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
