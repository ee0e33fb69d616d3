import { readFile, writeFile } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { longScript, openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { compressAnswer } from './http.ts'
import { createGateway, type Gateway } from './index.ts'

vi.mock('./http.ts', { spy: true })

let bench: Workbench
let gateway: Gateway

beforeAll(async () => {
  bench = await openWorkbench()
  await bench.release('shell', '1.0.0-s')
  await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a', { files: { 'list.js': longScript('list') } }))
})
beforeEach(() => {
  vi.mocked(compressAnswer).mockClear()
  gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: () => undefined })
})
afterEach(() => gateway.close())
afterAll(() => bench.remove())

const release = '/r/ad/1.0.0-a/release.json'
const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const

async function get(encoding: 'br' | 'gzip'): Promise<string> {
  const answer = await gateway.app.request(`http://site.test${release}`, { headers: { 'accept-encoding': encoding } })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding])
  return unpack[encoding](Buffer.from(await answer.arrayBuffer())).toString()
}

it('the release of a build is compressed once per encoding for all pages that ask for it', async () => {
  const stored = await readFile(bench.stored(release), 'utf8')
  const answers = await Promise.all([get('br'), get('gzip'), get('br'), get('br')])
  expect([...answers, await get('br')]).toEqual(Array.from({ length: 5 }, () => stored))
  expect(vi.mocked(compressAnswer)).toHaveBeenCalledTimes(2)
})

it('a release that was damaged is sent as it is once it is mended', async () => {
  const stored = await readFile(bench.stored(release), 'utf8')
  await get('br')
  await writeFile(bench.stored(release), `${stored} `)
  expect(await get('br')).toBe(`${stored} `)
  await writeFile(bench.stored(release), stored)
  expect(await get('br')).toBe(stored)
})
