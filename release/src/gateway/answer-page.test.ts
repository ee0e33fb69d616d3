import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib'
import { promote } from '../move/promote.ts'
import { openWorkbench, pageTemplate, type Workbench } from '../testing/fixtures.ts'
import { createGateway, type Gateway, type GatewayOptions } from './index.ts'

type ReadAnswers = NonNullable<GatewayOptions['readAnswers']>

let bench: Workbench
let gateway: Gateway
const readAnswers = vi.fn<ReadAnswers>()

/** Read in time, without an early frame. */
const answering = (answers: Promise<string>) => ({ frame: Promise.resolve(null), rows: Promise.resolve(null), answers })

beforeEach(async () => {
  bench = await openWorkbench()
  await bench.release('shell', '1.0.0-s')
  await bench.release('ad', '1.0.0-a')
  readAnswers.mockReset().mockImplementation(() => answering(Promise.resolve('{"name":"</script><b>\u2028"}')))
  gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: () => undefined, readAnswers })
})
afterEach(async () => {
  gateway.close()
  await bench.remove()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.app.request(`http://site.test${path}`, { headers: { accept: 'text/html', ...headers } })
const script = '<script type="application/json" id="page-answers">{"name":"\\u003c/script>\\u003cb>\u2028"}</script></body></html>'

it('ends a page with what the browser that asks for it would ask first, which nobody else may keep', async () => {
  const page = await get('/ad/home?q=1', { cookie: 'adsite_session=x', 'accept-encoding': 'identity' })
  expect((await page.text()).endsWith(script)).toBe(true)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.headers.get('vary')).toContain('Cookie')
  const [{ request, route }] = readAnswers.mock.calls[0]!
  expect([request.url, request.headers.get('cookie'), route]).toEqual(['http://site.test/ad/home?q=1', 'adsite_session=x', 'ad.home'])
  for (const path of ['/', '/ad/nothing']) await get(path)
  expect(readAnswers.mock.calls.slice(1).map(([asked]) => asked.route)).toEqual([null, null])
})

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('compresses it with %s', async (encoding, decompress) => {
  const page = await get('/ad/home', { 'accept-encoding': encoding })
  expect(page.headers.get('content-encoding')).toBe(encoding)
  expect(
    decompress(Buffer.from(await page.arrayBuffer()))
      .toString()
      .endsWith(script),
  ).toBe(true)
})

it('sends what comes before at once, while the answers are still being read', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  readAnswers.mockReturnValue(answering(promise))
  const page = await get('/ad/home', { 'accept-encoding': 'br' })
  const reader = page.body!.getReader()
  const out = createBrotliDecompress()
  const read: Buffer[] = []
  out.on('data', (piece: Buffer) => read.push(piece))
  const text = () => Buffer.concat(read).toString()
  out.write((await reader.read()).value!)
  await vi.waitFor(() => expect(text()).toContain('<div id="root"'), 60_000)
  expect(text()).not.toContain('page-answers')
  resolve('{}')
  for (let next = await reader.read(); !next.done; next = await reader.read()) out.write(next.value)
  await vi.waitFor(() => expect(text()).toContain('id="page-answers">{}</script></body></html>'), 60_000)
})

it.each([
  ['fail', () => Promise.reject(new Error('the API is away'))],
  ['do not come', () => new Promise<string>(() => {})],
])('goes without answers that %s', async (_, answer) => {
  readAnswers.mockImplementation(() => answering(answer()))
  const page = await get('/ad/home')
  expect(page.status).toBe(200)
  expect((await page.text()).endsWith('</body></html>')).toBe(true)
})

it('asks nothing for a browser that is signed out, and for a shell that would not read it', async () => {
  readAnswers.mockReturnValue(null)
  const page = await get('/ad/home')
  const text = await page.text()
  expect([page.headers.get('cache-control'), text.includes('ANSWERS'), text.includes('page-answers')]).toEqual([
    'private, no-cache',
    false,
    false,
  ])
  readAnswers.mockReset().mockReturnValue(answering(Promise.resolve('{}')))
  const former = pageTemplate.replace('<!--ANSWERS-->', '')
  await bench.publish('shell', await bench.writeShell('2.0.0-s', { files: { 'index.html': former } }))
  await promote(bench.registry, { unit: 'shell', build: '2.0.0-s', channel: 'stable', who: 'test', why: null })
  await gateway.gatewayReady()
  expect(await (await get('/ad/home')).text()).toContain('/r/shell/2.0.0-s/')
  expect(readAnswers).not.toHaveBeenCalled()
})
