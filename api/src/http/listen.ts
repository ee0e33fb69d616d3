import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** Time limits of a request from first to last byte, and of its headers (milliseconds). */
const requestTimeout = 15 * 60_000
const headersTimeout = 20_000
/**
 * How long an idle connection is kept (milliseconds): longer than proxies keep theirs, a minute as a rule. If this side closed first, a
 * write that the proxy sends at that moment would be lost, and answered with 502.
 */
const keepAliveTimeout = 75_000
/** How long a connection is drained after the answer, because closing it while the client sends would lose the answer (milliseconds). */
const lingering = 30_000

/** Node drains what was not read of the request; this limits how long. */
function linger(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return
    const limit = setTimeout(() => incoming.socket.destroy(), lingering).unref()
    incoming.once('close', () => clearTimeout(limit))
  })
}

/** Serves an app on a port. */
export function listen(app: Pick<Hono, 'fetch'>, port: number, hostname: string): Promise<Server> {
  return new Promise((ready, reject) => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- without options of TLS it is a plain server
    const server = serve(
      { fetch: app.fetch, port, hostname, autoCleanupIncoming: false, serverOptions: { requestTimeout, headersTimeout, keepAliveTimeout } },
      () => ready(server),
    ) as Server
    server.prependListener('request', linger)
    server.once('error', reject)
  })
}

/**
 * Follows the answers of a server; the function that it returns ends the server once they are sent, or after a time (milliseconds). Node
 * closes the connections that are idle when it is called, and keeps those that are busy until they time out: these close with their answer.
 */
export function closingServer(server: Server): (limit: number) => Promise<void> {
  const open = new Set<ServerResponse>()
  let isClosing = false
  server.prependListener('request', (_, response) => {
    open.add(response)
    if (isClosing) response.setHeader('Connection', 'close')
    response.once('close', () => {
      open.delete(response)
      // The headers of these answers were sent before; their connection is idle after this turn.
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
  })
  return async (limit) => {
    isClosing = true
    for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close')
    const closed = new Promise((done) => server.close(done))
    server.closeIdleConnections()
    const late = setTimeout(() => server.closeAllConnections(), limit)
    await closed
    clearTimeout(late)
  }
}
