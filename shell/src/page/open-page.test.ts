// @vitest-environment jsdom
import { openPageMinutes } from '@adsite/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const fetching = vi.fn<typeof fetch>()
vi.mock(import('../federation/index.ts'), () => ({ shellBuild: () => '1.0.0-ss', developedBuild: () => null }) as never)
vi.mock(import('@adsite/auth'), async () => ({ sessionAtom: (await import('jotai')).atom({}) }) as never)

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  document.cookie = 'XSRF-TOKEN=token; path=/'
  fetching.mockReset()
  fetching.mockImplementation(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetching)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The builds of the area in what was sent; `–` for pages of the shell, with a cross when the page is closed. */
const sent = () =>
  fetching.mock.calls.map(([, init]) => {
    const { area, closed } = JSON.parse(init!.body as string) as { area: { build: string } | null; closed?: true }
    return `${area?.build ?? '–'}${closed ? ' ✕' : ''}`
  })
const old = { area: 'ad', build: '1.0.0-aa' }
const next = { area: 'ad', build: '1.0.0-bb' }

test('what a page runs is reported when it changes, every few minutes, and when it is left', async () => {
  const { reportOpenPage, showsBuild } = await import('./open-page.ts')
  reportOpenPage()
  const leave = showsBuild(old)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent()).toEqual(['1.0.0-aa'])
  leave()
  showsBuild(next)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent()).toEqual(['1.0.0-aa', '1.0.0-bb'])
  await vi.advanceTimersByTimeAsync(openPageMinutes * 60_000)
  expect(sent().slice(2)).toEqual(['1.0.0-bb'])
  window.dispatchEvent(new Event('pagehide'))
  expect(sent().slice(3)).toEqual(['1.0.0-bb ✕'])
})

test('a report waits for the answer to the one before, so that the older is not stored last', async () => {
  const first = Promise.withResolvers<Response>()
  fetching.mockReturnValueOnce(first.promise)
  const { reportOpenPage, showsBuild } = await import('./open-page.ts')
  reportOpenPage()
  await vi.advanceTimersByTimeAsync(1_000)
  showsBuild(old)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent()).toEqual(['–'])
  first.resolve(new Response(null, { status: 204 }))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent()).toEqual(['–', '1.0.0-aa'])
})

test.each([
  ['that does not arrive', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['that the server fails to answer', async () => new Response(null, { status: 503 })],
])('a report %s is sent again within seconds', async (_, answer) => {
  fetching.mockImplementationOnce(answer)
  const { reportOpenPage, showsBuild } = await import('./open-page.ts')
  reportOpenPage()
  showsBuild(old)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent()).toEqual(['1.0.0-aa', '1.0.0-aa'])
})

test('a report that is refused is not sent again', async () => {
  fetching.mockImplementation(async () => new Response(null, { status: 403 }))
  const { reportOpenPage, showsBuild } = await import('./open-page.ts')
  reportOpenPage()
  showsBuild(old)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent()).toEqual(['1.0.0-aa'])
})

test('a report that is never answered is given up, and holds up none of the later ones for good', async () => {
  // The browser's own limit does not follow the clock of the test.
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((after) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(), after)
    return limit.signal
  })
  fetching.mockImplementationOnce(
    (_, init) => new Promise((__, reject) => init!.signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')))),
  )
  const { reportOpenPage, showsBuild } = await import('./open-page.ts')
  reportOpenPage()
  showsBuild(old)
  await vi.advanceTimersByTimeAsync(1_000)
  showsBuild(next)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent()).toEqual(['1.0.0-aa', '1.0.0-bb'])
  limits.mockRestore()
})
