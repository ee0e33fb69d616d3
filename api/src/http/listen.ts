import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** A request may take so long from its first byte to its last, its head so long (milliseconds). */
const requestTimeout = 15 * 60_000
const headersTimeout = 20_000
/** Who still sends when they were answered is listened to for so long: a connection that is cut takes the answer with it (milliseconds). */
const lingering = 30_000

/** Node reads what nobody else has read of the request; here is the end of its patience. */
function linger(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return
    const limit = setTimeout(() => incoming.socket.destroy(), lingering).unref()
    incoming.once('close', () => clearTimeout(limit))
  })
}

/** Serves an app on a port. */
export function listen(app: Hono, port: number, hostname: string): Promise<Server> {
  return new Promise((ready, reject) => {
    const server = serve(
      { fetch: app.fetch, port, hostname, autoCleanupIncoming: false, serverOptions: { requestTimeout, headersTimeout } },
      () => ready(server),
    ) as Server
    server.prependListener('request', linger)
    server.once('error', reject)
  })
}
