// @vitest-environment jsdom
import type { BriefPointers, RegistryPointers } from '@adsite/remote'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleRelease } from '../testing/sample-pointers.ts'

// Mocks the vault without encryption, which has its own tests.
vi.mock('@adsite/auth', async (original) => ({
  ...(await original<object>()),
  createVault: (name: string) => ({
    read: () => Promise.resolve(localStorage.getItem(name)),
    write: (text: string) => Promise.resolve(localStorage.setItem(name, text)),
    clear: () => localStorage.removeItem(name),
    holds: () => localStorage.getItem(name) !== null,
  }),
}))

const pointed = (rev: number, ad: string, md: string): RegistryPointers => {
  const at = (unit: string, build: string) => ({ rev, stable: sampleRelease(unit, build), canary: null, lastKnownGood: [], bad: [] })
  return { channel: 'stable', remotes: { ad: at('ad', ad), md: at('md', md) } }
}

/** Simulates a page load with the given content of index.html. */
async function open(carried: string | null) {
  vi.resetModules()
  document.body.innerHTML = carried === null ? '' : `<script type="application/json" id="registry-pointers">${carried}</script>`
  return import('./pointers.ts')
}
const builds = ({ remotes }: BriefPointers) => Object.fromEntries(Object.entries(remotes).map(([area, { stable }]) => [area, stable.build]))

/** The registry is unreachable; releases come from the browser's cache. */
const offline = async (address: string) => {
  const [, , unit, build] = address.split('/')
  if (address.startsWith('/r/')) return Response.json(sampleRelease(unit!, build!))
  throw new TypeError('offline')
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('what the page carries counts, whatever worked before', async () => {
  const first = await open(JSON.stringify(pointed(1, '1.0.0-a', '1.0.0-m')))
  first.pointers()
  first.keepWorking('ad', '1.0.0-a')
  const next = await open(JSON.stringify(pointed(2, '1.1.0-a', '1.1.0-m')))
  expect(builds(next.pointers())).toEqual({ ad: '1.1.0-a', md: '1.1.0-m' })
})

it('a page of the shell names no area, and asks for the pointers before its menu is drawn', async () => {
  const asked = vi.fn<typeof fetch>(async () => Response.json(pointed(1, '1.0.0-a', '1.0.0-m')))
  vi.stubGlobal('fetch', asked)
  const page = await open(JSON.stringify({ channel: 'stable', remotes: {} }))
  await page.pointersKnown()
  expect(asked).toHaveBeenCalledOnce()
  expect(builds(page.pointers())).toEqual({ ad: '1.0.0-a', md: '1.0.0-m' })
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
  // The previous build stood in for one that failed to mount, so this set did not work.
  second.keepWorking('md', '1.0.0-m')
  vi.stubGlobal('fetch', offline)
  await vi.waitFor(() => expect(localStorage.getItem('adsite.builds')).toContain('1.1.0-a'), 60_000)
  const third = await open(carried)
  third.pointers()
  await third.pointersKnown()
  expect(builds(third.pointers())).toEqual({ ad: '1.1.0-a', md: '1.0.0-m' })
  // Only build names, not their contents.
  expect(localStorage.getItem('adsite.builds')!.length).toBeLessThan(200)
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
  vi.stubGlobal('fetch', offline)
  await vi.waitFor(() => expect(localStorage.getItem('adsite.builds')).toContain('1.0.0-a'), 60_000)
  const page = await open(null)
  await page.pointersKnown()
  expect(builds(page.pointers())).toEqual({ ad: '1.0.0-a' })
  vi.stubGlobal('fetch', async () => Response.json(pointed(3, '1.2.0-a', '1.2.0-m'), { headers: { ETag: 'W/"3"' } }))
  await page.pointersKnown()
  expect(builds(page.pointers())).toEqual({ ad: '1.2.0-a', md: '1.2.0-m' })
})

it('a registry that never answers holds up such a page no longer than one that cannot be reached', async () => {
  localStorage.setItem('adsite.builds', JSON.stringify({ channel: 'stable', remotes: { ad: { rev: 1, unit: 'ad', build: '1.0.0-a' } } }))
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  const hanging = (init?: RequestInit) => (init?.signal?.aborted ? Promise.reject(init.signal.reason) : new Promise(() => {}))
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => (address.startsWith('/r/') ? offline(address) : hanging(init)))
  const page = await open(null)
  await page.pointersKnown()
  expect(builds(page.pointers())).toEqual({ ad: '1.0.0-a' })
  limits.mockRestore()
})

it('during a trial a page asks again for whom it is told, when somebody signs in or changes the account', async () => {
  const trial = (build: string) => ({ ...pointed(3, build, '1.0.0-m'), by_account: true })
  const answers = [trial('1.0.0-a'), trial('1.1.0-a'), trial('1.0.0-a')]
  let account = 31
  let asked = 0
  vi.stubGlobal('fetch', async (address: Request | string) => {
    if (typeof address === 'string' && address.startsWith('/registry')) {
      asked += 1
      return Response.json(answers.shift(), { headers: { ETag: `W/"${asked}"` } })
    }
    const user = { id: 1, name: 'x', email: 'x@test.example', locale: 'ja' }
    const accounts = [31, 32].map((account_id) => ({ account_id, name: 'x', role: 6, is_default: account_id === 31 }))
    return Response.json({ data: { user, accounts, using_account_id: account } })
  })
  const page = await open(null)
  const { refreshSession } = await import('@adsite/auth')
  await page.pointersKnown()
  for (const [used, build] of [
    [31, '1.1.0-a'],
    [32, '1.0.0-a'],
    [32, '1.0.0-a'],
  ] as const) {
    account = used
    await refreshSession()
    // Menu and areas wait for it.
    await page.pointersKnown()
    expect(builds(page.pointers())['ad']).toBe(build)
  }
  expect(asked).toBe(3)
})

it('what worked on another channel is nothing to a page that names its own', async () => {
  const kept = { channel: 'next', remotes: { ad: { rev: 9, unit: 'ad', build: '2.0.0-a' }, md: { rev: 9, unit: 'md', build: '2.0.0-m' } } }
  localStorage.setItem('adsite.builds', JSON.stringify(kept))
  vi.stubGlobal('fetch', offline)
  const page = await open(JSON.stringify({ channel: 'stable', remotes: { md: { rev: 1, unit: 'md', build: '1.0.0-m' } } }))
  await page.pointersKnown()
  expect(builds(page.pointers())).toEqual({ md: '1.0.0-m' })
})

it('an answer that is older than what the page knows takes neither areas nor the shell back', async () => {
  const shell = (rev: number) => ({ shell: { rev, build: `1.${rev}.0-s` } })
  let told: BriefPointers = { ...pointed(2, '1.2.0-a', '1.2.0-m'), ...shell(2) }
  vi.stubGlobal('fetch', async () => Response.json(told, { headers: { ETag: 'W/"1"' } }))
  vi.stubGlobal('BroadcastChannel', class extends EventTarget {})
  const page = await open(null)
  await page.pointersKnown()
  page.followPointers()
  // Of another gateway, which knows more of md alone.
  told = { ...pointed(1, '1.1.0-a', '1.1.0-m'), ...shell(1) }
  told.remotes['md'] = pointed(3, '1.3.0-a', '1.3.0-m').remotes['md']!
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(builds(page.pointers())).toEqual({ ad: '1.2.0-a', md: '1.3.0-m' }), 60_000)
  expect(page.pointers().shell?.rev).toBe(2)
})

it('what the registry announces is asked for, unless the page has it; a stream that was given up is opened again', async () => {
  const streams: (EventTarget & { readyState: number })[] = []
  class Stream extends EventTarget {
    static readonly CLOSED = 2
    readyState = 1
    constructor() {
      super()
      streams.push(this)
    }
  }
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
    },
  )
  vi.stubGlobal('navigator', { locks: { request: (_: string, hold: () => Promise<never>) => hold() } })
  let told = pointed(1, '1.0.0-a', '1.0.0-m')
  vi.stubGlobal('fetch', async () => Response.json(told, { headers: { ETag: 'W/"1"' } }))
  const page = await open(null)
  await page.pointersKnown()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  page.followPointers()
  const announce = (data: string) => streams.at(-1)!.dispatchEvent(new MessageEvent('pointers', { data }))
  told = pointed(2, '1.1.0-a', '1.1.0-m')
  announce(JSON.stringify({ etag: 'W/"1"' }))
  await new Promise((resolve) => setImmediate(resolve))
  expect(builds(page.pointers())).toEqual({ ad: '1.0.0-a', md: '1.0.0-m' })
  // A message that says nothing may stand for any change.
  announce('{')
  await vi.waitFor(() => expect(builds(page.pointers())).toEqual({ ad: '1.1.0-a', md: '1.1.0-m' }), 60_000)
  const [stream] = streams
  stream!.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(10_000)
  expect(streams).toHaveLength(1)
  stream!.readyState = Stream.CLOSED
  stream!.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(10_000)
  expect(streams).toHaveLength(2)
})

it('storage that holds something else, or nothing, is no fault', async () => {
  localStorage.setItem('adsite.builds', '{"remotes":1}')
  vi.stubGlobal('fetch', offline)
  const page = await open(null)
  await page.pointersKnown()
  expect(page.pointers().remotes).toEqual({})
})
