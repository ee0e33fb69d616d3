// @vitest-environment jsdom
import { remoteContract, type RegistryPointers, type RemoteRelease } from '@adsite/remote'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const release = (unit: string, build: string): RemoteRelease => ({
  ...{ unit, build, created_at: '2026-01-01T00:00:00.000Z', commit: null, files: {}, signature: { key: 'k', value: 'v' } },
  manifest: {
    ...{ area: unit, build, title: { ja: '広告', en: 'Ads' }, icon: '', federationName: `${unit}_1`, entry: 'remoteEntry.js' },
    ...{ contract: remoteContract, routes: [], shares: {} },
  },
})
const pointed = (rev: number, ad: string, md: string): RegistryPointers => {
  const at = (unit: string, build: string) => ({ rev, stable: release(unit, build), canary: null, lastKnownGood: [], bad: [] })
  return { channel: 'stable', remotes: { ad: at('ad', ad), md: at('md', md) } }
}

/** A page that starts with what index.html carries. */
async function open(carried: string | null) {
  vi.resetModules()
  document.body.innerHTML = carried === null ? '' : `<script type="application/json" id="registry-pointers">${carried}</script>`
  return import('./pointers.ts')
}
const builds = ({ remotes }: RegistryPointers) =>
  Object.fromEntries(Object.entries(remotes).map(([area, { stable }]) => [area, stable.build]))

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

it('what the page carries counts, whatever worked before', async () => {
  const first = await open(JSON.stringify(pointed(1, '1.0.0-a', '1.0.0-m')))
  first.pointers()
  first.keepWorking('ad', '1.0.0-a')
  const next = await open(JSON.stringify(pointed(2, '1.1.0-a', '1.1.0-m')))
  expect(builds(next.pointers())).toEqual({ ad: '1.1.0-a', md: '1.1.0-m' })
})

it.each([
  ['none', null],
  ['half of them', '{"channel":'],
  ['something else', '{"message":"broken"}'],
])('a page that carries %s runs on what has mounted last, area by area', async (_, carried) => {
  const first = await open(JSON.stringify(pointed(1, '1.0.0-a', '1.0.0-m')))
  first.pointers()
  first.keepWorking('ad', '1.0.0-a')
  first.keepWorking('md', '1.0.0-m')
  const second = await open(JSON.stringify(pointed(2, '1.1.0-a', '1.1.0-m')))
  second.pointers()
  second.keepWorking('ad', '1.1.0-a')
  // The build before stood in for one that did not mount: that is no set that worked.
  second.keepWorking('md', '1.0.0-m')
  expect(builds((await open(carried)).pointers())).toEqual({ ad: '1.1.0-a', md: '1.0.0-m' })
})

it('a page to sign in on asks the registry once, and knows its answer before menu and areas are drawn', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () =>
    Response.json(pointed(3, '1.2.0-a', '1.2.0-m'), { headers: { ETag: 'W/"3"' } }),
  )
  vi.stubGlobal('fetch', fetched)
  const page = await open(null)
  await Promise.all([page.pointersKnown(), page.pointersKnown()])
  expect(builds(page.pointers())).toEqual({ ad: '1.2.0-a', md: '1.2.0-m' })
  expect(fetched).toHaveBeenCalledTimes(1)
  await (await open(JSON.stringify(pointed(1, '1.0.0-a', '1.0.0-m')))).pointersKnown()
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('a registry that cannot be reached leaves such a page with what worked last, and is asked again', async () => {
  const first = await open(JSON.stringify(pointed(1, '1.0.0-a', '1.0.0-m')))
  first.pointers()
  first.keepWorking('ad', '1.0.0-a')
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  const page = await open(null)
  await page.pointersKnown()
  expect(builds(page.pointers())).toEqual({ ad: '1.0.0-a' })
  vi.stubGlobal('fetch', async () => Response.json(pointed(3, '1.2.0-a', '1.2.0-m'), { headers: { ETag: 'W/"3"' } }))
  await page.pointersKnown()
  expect(builds(page.pointers())).toEqual({ ad: '1.2.0-a', md: '1.2.0-m' })
})

it('storage that holds something else, or nothing, is no fault', async () => {
  localStorage.setItem('adsite.registry', '{"remotes":1}')
  expect((await open(null)).pointers().remotes).toEqual({})
})
