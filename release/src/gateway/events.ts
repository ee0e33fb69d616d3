import { Hono } from 'hono'
import { commonHeaders } from './http.ts'
import type { Live } from './live.ts'
import type { Snapshot } from './snapshot.ts'
import { toldOf } from './told.ts'

/** Below the idle timeouts of common proxies. */
const heartbeatMs = 25_000
/** Messages that a client may leave unread before it is disconnected; it reconnects by itself. */
const unreadLimit = 32

interface Client {
  send(text: string): void
  end(): void
}

export interface EventStream {
  readonly app: Hono
  /** How many clients listen now. */
  count(): number
  /** Ends every stream, so that the server can close. */
  close(): void
}

/**
 * Serves /registry/events (server-sent events): `pointers` with {etag, revs} at the start and whenever a pointer
 * of the channel moves. All clients share one watcher.
 */
export function serveEvents(live: Live): EventStream {
  const clients = new Set<Client>()
  let closed = false
  const unsubscribe = live.subscribe((snapshot) => broadcast(message(snapshot)))
  const heartbeat = setInterval(() => broadcast(': heartbeat\n\n'), heartbeatMs).unref()

  function broadcast(text: string): void {
    for (const client of clients) client.send(text)
  }

  function connect(first: string): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder()
    let client: Client
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          client = {
            send(text) {
              if ((controller.desiredSize ?? 0) <= 0) client.end()
              else controller.enqueue(encoder.encode(text))
            },
            end() {
              if (clients.delete(client)) controller.close()
            },
          }
          clients.add(client)
          client.send(first)
        },
        cancel() {
          clients.delete(client)
        },
      },
      { highWaterMark: unreadLimit },
    )
  }

  const app = new Hono()
  app.get('/registry/events', async (c) => {
    const headers = {
      ...commonHeaders,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Keeps nginx from buffering messages.
      'X-Accel-Buffering': 'no',
    }
    if (c.req.method === 'HEAD') return new Response(null, { headers })
    const snapshot = await live.current()
    if (closed) return new Response(null, { status: 503, headers: { ...commonHeaders, 'Retry-After': '3' } })
    return new Response(connect(`retry: 3000\n${message(snapshot)}`), { headers })
  })

  return {
    app,
    count: () => clients.size,
    close() {
      closed = true
      unsubscribe()
      clearInterval(heartbeat)
      for (const client of clients) client.end()
    },
  }
}

/** The version that most accounts receive; a page with another one asks again and gets 304. */
function message(snapshot: Snapshot): string {
  const { etag } = toldOf(snapshot, null)
  const { revs } = snapshot
  return `event: pointers\ndata: ${JSON.stringify({ etag, revs })}\n\n`
}
