import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Hono } from 'hono'

export interface Served {
  readonly port: number
  readonly url: string
  close(): Promise<void>
}

/** Serves an app on a free loopback port, with streaming. */
export async function serveApp(app: Hono): Promise<Served> {
  const server = createServer((request, response) => {
    const headers = Object.entries(request.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {}
    const asked = new Request(`http://site.test${request.url}`, {
      method: request.method!,
      headers: headers as [string, string][],
      ...(body as RequestInit),
    })
    void Promise.resolve(app.fetch(asked)).then((answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      if (answer.body) Readable.fromWeb(answer.body as ReadableStream).pipe(response)
      else response.end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
