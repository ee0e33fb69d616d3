import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGateway } from '../gateway/index.ts'
import { prune } from '../actions/prune.ts'
import { layout } from '../registry/layout.ts'
import { registryOn } from '../registry/registry.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { sourceResolver } from './resolve-frames.ts'

let bench: Workbench
beforeAll(async () => {
  bench = await openWorkbench()
})
afterAll(() => bench.remove())

const build = '1.0.0-a'
/** Line 1, column 1 of remoteEntry.js is line 7, column 3 of the source. */
const map = JSON.stringify({ version: 3, sources: ['remote-ad/src/area.ts'], names: [], mappings: 'AAMEA' })
const place = { unit: 'ad', build, file: 'remoteEntry.js', line: 1, column: 1 }

test('source maps are published apart, resolve stacks, are never served, and go with their build', async () => {
  await bench.release('shell', '1.0.0-s')
  const files = { 'remoteEntry.js.map': map, 'stray.js.map': map, 'css/main.css.map': 'x' }
  await bench.publish('ad', await bench.writeRemote('ad', build, { files }))
  const release = await bench.registry.readRemoteRelease('ad', build)
  expect(Object.keys(release!.files)).not.toContain('remoteEntry.js.map')
  expect(await bench.registry.storage.list(layout.sourceMaps('ad', build))).toEqual(['remoteEntry.js.map'])

  const resolve = sourceResolver(bench.registry)
  expect(await resolve([place])).toEqual([{ place: 'remote-ad/src/area.ts:7:3', resolved: true }])

  const gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: () => {} })
  for (const path of [`/r/ad/${build}/remoteEntry.js.map`, `/maps/ad/${build}/remoteEntry.js.map`]) {
    const response = await gateway.app.request(path, { headers: { accept: '*/*' } })
    expect(response.status, path).toBe(404)
    expect(await response.text()).not.toContain('AAMEA')
  }
  gateway.close()

  await prune(bench.registry, { unit: 'ad', days: -1, dryRun: false })
  expect(await bench.registry.storage.list(layout.sourceMaps('ad', build))).toEqual([])
})

test.each([
  ['without a map', { ...place, file: 'other.js' }],
  ['in a build that is gone', { ...place, build: '9.9.9-x' }],
  ['outside of the registry', { ...place, unit: '../ad', file: '../../x.js' }],
])('a place %s stays as it is', async (_, at) => {
  expect(await sourceResolver(bench.registry)([at])).toEqual([{ place: `r/${at.unit}/${at.build}/${at.file}:1:1`, resolved: false }])
})

test('a damaged map leaves its places as they are', async () => {
  await bench.registry.storage.create(layout.sourceMap('ad', 'damaged', 'remoteEntry.js'), Buffer.from('{'))
  expect(await sourceResolver(bench.registry)([{ ...place, build: 'damaged' }])).toMatchObject([{ resolved: false }])
})

test('a map that could not be read is read again', async () => {
  await bench.registry.storage.create(layout.sourceMap('ad', 'away', 'remoteEntry.js'), Buffer.from(map))
  const { storage, keys } = bench.registry
  let away = true
  const read = (key: string) => (away ? Promise.reject(new Error('EIO: i/o error')) : storage.read(key))
  const resolve = sourceResolver(registryOn({ ...storage, read }, keys))
  const at = { ...place, build: 'away' }
  expect(await resolve([at])).toMatchObject([{ resolved: false }])
  away = false
  expect(await resolve([at])).toEqual([{ place: 'remote-ad/src/area.ts:7:3', resolved: true }])
})
