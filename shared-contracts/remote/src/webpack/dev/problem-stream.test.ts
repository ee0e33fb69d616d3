import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { problemStream } from './problem-stream.ts'

let server: Server | undefined
afterEach(() => new Promise<void>((resolve) => (server ? (server.closeAllConnections(), server.close(() => resolve())) : resolve())))

it('tells a page what is wrong now, and each change', async () => {
  const { tell, serve } = problemStream()
  tell({ types: ['src/area.ts(3,7): error TS2322: x'] })
  server = createServer(serve)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/problems`)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  // Compression would hold events back.
  expect(answer.headers.get('cache-control')).toContain('no-transform')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => JSON.parse((await reader.read()).value!.replace(/^data: /u, '')) as unknown
  expect(await next()).toEqual({ build: [], types: ['src/area.ts(3,7): error TS2322: x'] })
  tell({ build: ['Module not found'] })
  expect(await next()).toEqual({ build: ['Module not found'], types: ['src/area.ts(3,7): error TS2322: x'] })
  tell({ build: [], types: [] })
  expect(await next()).toEqual({ build: [], types: [] })
})
