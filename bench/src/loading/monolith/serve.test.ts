import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOfMonolith, serveMonolith } from './serve.ts'

const settings = '<script type="application/json" id="site-settings">{"defaultLanguage":"ja"}</script>'
const script = 'globalThis.started = true'
const monolith = {
  template:
    '<html><head><meta name="csp-nonce" content="__NONCE__"><style nonce="__NONCE__"></style><!--SETTINGS--><!--POINTERS--></head></html>',
  tables: '<script src="/m/areas.js"></script>',
  files: new Map([['/m/main.js', { body: brotliCompressSync(script), br: true, etag: 'W/"1"' }]]),
}

let page: string
let site: Server
beforeEach(async () => {
  page = `<html><head>${settings}<script id="registry-pointers">{}</script></head></html>`
  site = createServer((_, response) => {
    response.setHeader('Content-Security-Policy', "default-src 'self'; style-src 'self' 'nonce-first'")
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Referrer-Policy': 'strict-origin' }).end(page)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
})
afterEach(() => void site.close())

const serve = () => serveMonolith(monolith, (site.address() as AddressInfo).port)

test('pages have the headers and settings of the site, tables in the place of pointers, and a nonce of their own each', async () => {
  const served = await serve()
  const nonces = new Set<string>()
  for (const [path, tables] of [
    ['/auth/login', ''],
    ['/op/company', monolith.tables],
  ]) {
    const answer = await fetch(`http://127.0.0.1:${served.port}${path}`)
    const html = await answer.text()
    const nonce = /'nonce-([^']+)'/u.exec(answer.headers.get('content-security-policy')!)![1]!
    expect(html).toBe(
      `<html><head><meta name="csp-nonce" content="${nonce}"><style nonce="${nonce}"></style>${settings}${tables}</head></html>`,
    )
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin')
    expect(answer.headers.get('content-encoding')).toBe('br')
    nonces.add(nonce)
  }
  expect(nonces).not.toContain('first')
  expect(nonces.size).toBe(2)
  await served.close()
})

test('files are compressed and kept for a year; what is no file is not found', async () => {
  const served = await serve()
  const file = await fetch(`http://127.0.0.1:${served.port}/m/main.js`)
  expect(await file.text()).toBe(script)
  expect(file.headers.get('content-encoding')).toBe('br')
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await fetch(`http://127.0.0.1:${served.port}/m/other.js`)).status).toBe(404)
  await served.close()
})

test('navigations and files are the monolith, calls and events the site', () => {
  expect(isOfMonolith('/op/company', 'text/html,*/*;q=0.8')).toBe(true)
  expect(isOfMonolith('/m/main.js', '*/*')).toBe(true)
  expect(isOfMonolith('/api/company', 'application/json')).toBe(false)
  expect(isOfMonolith('/registry/events', 'text/event-stream')).toBe(false)
})

test('a site whose page cannot be copied is refused', async () => {
  page = '<html></html>'
  await expect(serve()).rejects.toThrow('The site sends no page with a nonce and its settings')
})
