import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { requestLog } from './request-log.ts'

const same = new Response('same')
const lines: string[] = []
const app = new Hono()
let server: Awaited<ReturnType<typeof listen>>
let address: string
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  app.use(requestLog({ secureCookies: true, trustedProxy: false }, log, () => {}))
  app.get('/own', (c) => c.body('広告', 200, { 'Set-Cookie': 'a=1' }))
  app.get('/same', () => same)
  app.get('/empty', (c) => c.body(null, 204))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', (c) => c.json({ status: 'degraded' }, 503))
  app.get('/raw', () => new Response('raw', { status: 201 }))
  // The headers of what was fetched cannot be changed.
  app.get('/fetched', () => fetch('data:text/plain,fetched'))
  server = await listen(app, 0, '127.0.0.1')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))

test.for([
  ['/own', 200, '広告'],
  ['/empty', 204, ''],
  ['/raw', 201, 'raw'],
  ['/fetched', 200, 'fetched'],
  ['/nothing', 404, '404 Not Found'],
] as const)('%s is answered with the headers of every request', async ([path, status, text]) => {
  const answer = await fetch(`${address}${path}`)
  expect([answer.status, await answer.text()]).toEqual([status, text])
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/u)
  expect(answer.headers.get('Strict-Transport-Security')).toContain('max-age')
})

test('an answer keeps its own headers, and is not copied for those that are added', async () => {
  const { headers } = await fetch(`${address}/own`)
  expect([headers.get('Content-Length'), headers.get('Set-Cookie')]).toEqual(['6', 'a=1'])
  expect(await app.request('/same')).toBe(same)
  expect(same.headers.has('X-Request-Id')).toBe(true)
})

test('what load balancers ask all the time is in the log where it fails, and not where it works', async () => {
  lines.length = 0
  for (const path of ['/healthz', '/readyz', '/own']) await fetch(`${address}${path}`)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { route: '/readyz', status: 503 },
    { route: '/own', status: 200 },
  ])
})
