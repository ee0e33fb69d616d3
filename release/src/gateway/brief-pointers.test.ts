import { briefPointers, namedBuilds, type RouteManifest } from '@adsite/remote/release-format'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { promote } from '../move/promote.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { createGateway, type Gateway } from './index.ts'

let bench: Workbench
let gateway: Gateway

beforeEach(async () => {
  bench = await openWorkbench()
  await bench.publish('shell', await bench.writeShell('1.0.0-s', { manifest: { pointers: 'brief' } }))
  await promote(bench.registry, { unit: 'shell', build: '1.0.0-s', channel: 'stable', who: 'mika', why: null })
  gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: () => undefined })
})
afterEach(async () => {
  gateway.close()
  await bench.remove()
})

const get = (path: string, headers: Record<string, string> = {}) => gateway.app.request(`http://site.test${path}`, { headers })
const html = { accept: 'text/html' }
const pageAt = async (path: string) => (await get(path, html)).text()
const pointersIn = (page: string) => /<script type="application\/json" id="registry-pointers">(.*?)<\/script>/.exec(page)![1]!

/** A menu of twenty screens with icons of their own, as large areas have. */
function routesOf(area: string): RouteManifest[] {
  return Array.from({ length: 20 }, (_, index) => ({
    name: `${area}.screen${index}`,
    path: `/${area}/screen${index}`,
    permission: `${area}.list`,
    title: { ja: `${area}の画面${index}`, en: `Screen ${index} of ${area}` },
    menu: { icon: Array.from({ length: 40 }, (__, at) => `M${(index * 31 + at * 17) % 24} ${(at * at) % 24}`).join('') },
  }))
}

async function releaseAreas(count: number): Promise<string[]> {
  const areas = Array.from({ length: count }, (_, index) => `area${index}`)
  for (const area of areas) {
    await bench.publish(area, await bench.writeRemote(area, `1.0.0-${area}`, { manifest: { routes: routesOf(area) } }))
    await promote(bench.registry, { unit: area, build: `1.0.0-${area}`, channel: 'stable', who: 'mika', why: null })
  }
  await gateway.gatewayReady()
  return areas
}

describe('a page of a shell that knows the brief form', () => {
  it('contains of thirty areas what its address needs: less than one kilobyte, and the whole page less than four', async () => {
    await releaseAreas(30)
    const page = await pageAt('/area7/screen3')
    const named = v.parse(v.strictObject(namedBuilds.entries), JSON.parse(pointersIn(page)))
    expect(named.remotes).toEqual({ area7: { rev: 1, unit: 'area7', build: '1.0.0-area7' } })
    expect(brotliCompressSync(pointersIn(page)).length).toBeLessThan(1024)
    expect(brotliCompressSync(page).length).toBeLessThan(4096)
    // The same with all areas, which is what pages contained before.
    expect(brotliCompressSync(await (await get('/registry/pointers')).text()).length).toBeGreaterThan(4096)
  })

  it('preloads what it fetches first: the pointers, and the release of its area', async () => {
    await releaseAreas(2)
    const pointers = '<link rel="preload" as="fetch" crossorigin href="/registry/pointers?brief">'
    const release = '<link rel="preload" as="fetch" crossorigin href="/r/area1/1.0.0-area1/release.json">'
    const page = await pageAt('/area1/screen1')
    expect(page).toContain(pointers)
    expect(page).toContain(release)
    expect(await pageAt('/')).toContain(pointers)
    expect(await pageAt('/')).not.toContain('release.json')
    expect(await pageAt('/auth/login')).not.toContain('registry')
  })

  it('gets every area from the registry: menus and access, not what only loading a build needs', async () => {
    const areas = await releaseAreas(3)
    const response = await get('/registry/pointers?brief', { 'accept-encoding': 'br' })
    const text = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()
    const document = v.parse(briefPointers, JSON.parse(text))
    expect(Object.keys(document.remotes)).toEqual(areas)
    expect(document.remotes['area2']!.stable).toEqual({
      unit: 'area2',
      build: '1.0.0-area2',
      manifest: { area: 'area2', title: expect.anything(), icon: expect.anything(), routes: routesOf('area2') },
    })
    expect(text).not.toMatch(/sha384|signature|shares/u)
    // Events announce one version for both forms.
    const etag = response.headers.get('etag')!
    expect((await get('/registry/pointers')).headers.get('etag')).toBe(etag)
    expect((await get('/registry/pointers?brief', { 'if-none-match': etag })).status).toBe(304)
  })

  it('gets releases compressed', async () => {
    await releaseAreas(1)
    const address = '/r/area0/1.0.0-area0/release.json'
    const response = await get(address, { 'accept-encoding': 'br' })
    expect(response.headers.get('content-encoding')).toBe('br')
    const body = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()
    expect(body).toBe(await (await get(address)).text())
  })
})
