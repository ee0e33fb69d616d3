// @vitest-environment jsdom
import { ApiError, call } from '@adsite/api-client'
import { endpoints } from '@adsite/contract'
import { startI18n } from '@adsite/i18n'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AreaLoadError } from './area-load-error.ts'
import { reportApiTrouble, reportFailure, reportMounted, watchErrors } from './beacons.ts'
import { sampleRelease } from '../testing/sample-pointers.ts'
import * as registry from './pointers.ts'

const fetching = vi.fn<typeof fetch>()
const ad = { area: 'ad', build: '1.0.0-aa' }

beforeEach(() => {
  vi.useFakeTimers()
  startI18n('ja')
  document.cookie = 'XSRF-TOKEN=token; path=/'
  fetching.mockReset()
  fetching.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', fetching)
  // Forgets what was reported for the build so far.
  reportMounted(ad)
  reportMounted({ ...ad, area: 'op' })
  vi.runAllTimers()
  fetching.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The next payload, as `remote build phase` with a cross for failures. */
function sent(): string[] {
  vi.advanceTimersByTime(3000)
  return fetching.mock.calls.flatMap(([, init]) => {
    const { beacons } = JSON.parse(init!.body as string) as {
      beacons: { remote: string; build: string; phase: string; ok: boolean; canary: boolean }[]
    }
    return beacons.map(({ remote, build, phase, ok }) => `${remote} ${build} ${phase}${ok ? '' : ' ✕'}`)
  })
}

/** The details in the next payload. */
function details(): object[] {
  vi.advanceTimersByTime(3000)
  return fetching.mock.calls.flatMap(([, init]) =>
    (JSON.parse(init!.body as string) as { beacons: Record<string, unknown>[] }).beacons.map(({ route, error, message, stack }) => ({
      route,
      error,
      message,
      stack,
    })),
  )
}

function thrown(...frames: string[]): Error {
  const error = new TypeError('x is undefined')
  error.stack = ['TypeError: x is undefined', ...frames.map((frame) => `    at f (https://ads.example${frame}:1:20)`)].join('\n')
  return error
}

test('first screens and failures go in one call that outlives the page, with the token', () => {
  reportMounted(ad)
  reportFailure(thrown('/r/ad/1.0.0-aa/js/company.js', '/r/shell/2.0.0-ss/main.js'))
  expect(fetching).not.toHaveBeenCalled()
  expect(sent()).toEqual(['ad 1.0.0-aa mount', 'ad 1.0.0-aa render ✕'])
  expect(fetching).toHaveBeenCalledTimes(1)
  const [url, init] = fetching.mock.calls[0]!
  expect(url).toBe('/api/release/beacon')
  expect(init).toMatchObject({ method: 'POST', keepalive: true, headers: { 'X-XSRF-TOKEN': 'token' } })
})

test('a build counts as tried where it runs for who tries it, not where they know of it', () => {
  const at = (stable: string) => {
    const canary = { build: sampleRelease('ad', '1.1.0-bb'), percent: 5, accounts: [], salt: 's' }
    return { channel: 'stable', remotes: { ad: { rev: 1, stable: sampleRelease('ad', stable), canary, lastKnownGood: [], bad: [] } } }
  }
  const own = vi.spyOn(registry, 'pointers')
  own.mockReturnValueOnce(at('1.0.0-aa')).mockReturnValueOnce(at('1.1.0-bb'))
  reportMounted(ad)
  reportMounted({ ...ad, build: '1.1.0-bb' })
  vi.advanceTimersByTime(3000)
  const { beacons } = JSON.parse(fetching.mock.calls[0]![1]!.body as string) as { beacons: { build: string; canary: boolean }[] }
  expect(beacons.map(({ build, canary }) => [build, canary])).toEqual([
    ['1.0.0-aa', false],
    ['1.1.0-bb', true],
  ])
  own.mockRestore()
})

test('nothing waits when the page is left', () => {
  watchErrors()
  reportMounted(ad)
  window.dispatchEvent(new Event('pagehide'))
  expect(fetching).toHaveBeenCalledTimes(1)
})

test('code that did not arrive in a part of a screen is reported and fetched past the cache', () => {
  watchErrors()
  const request = `${location.origin}/r/ad/1.0.0-aa/js/panel.js`
  fetching.mockResolvedValue(new Response())
  window.dispatchEvent(new ErrorEvent('error', { error: Object.assign(new Error('Loading chunk failed'), { request }) }))
  expect(fetching).toHaveBeenCalledWith(new URL(request), { cache: 'reload' })
  fetching.mockClear()
  expect(sent()).toEqual(['ad 1.0.0-aa chunk ✕'])
})

test('the code that threw is to blame before the area on show', () => {
  reportFailure(thrown('/r/shell/2.0.0-ss/main.js', '/r/op/3.0.0-oo/js/a.js'), ad)
  expect(sent()).toEqual(['op 3.0.0-oo mount ✕'])
})

test('without an address of a remote it is the build on show; without that the shell, or nobody', () => {
  reportFailure(thrown('/r/shell/2.0.0-ss/main.js'), ad)
  reportFailure(thrown('/r/shell/2.0.0-ss/main.js'))
  reportFailure('a string')
  expect(sent()).toEqual(['ad 1.0.0-aa render ✕', 'shell 2.0.0-ss mount ✕'])
})

test('a build that cannot be loaded, and a chunk that does not arrive', () => {
  reportFailure(new AreaLoadError('ad', '1.2.0-cc', 'contract', new Error('built against another one')))
  reportFailure(Object.assign(new Error('Loading chunk failed'), { request: 'https://ads.example/r/ad/1.0.0-aa/js/x.js' }), ad)
  reportFailure(new AreaLoadError('ad', '1.2.0-cc', 'chunk', Object.assign(new Error('x'), { request: '/r/shell/2.0.0-ss/f.js' })))
  reportFailure(new AreaLoadError('ad', null, 'resolve', new Error('nothing is promoted')))
  // A file of the shell is the shell's, whoever needed it.
  expect(sent()).toEqual(['ad 1.2.0-cc contract ✕', 'ad 1.0.0-aa chunk ✕', 'shell 2.0.0-ss chunk ✕'])
})

test('a screen that fails again and again says so once, until it has come up again', () => {
  for (let time = 0; time < 3; time++) reportFailure(thrown('/r/ad/1.0.0-aa/x.js'), ad)
  reportMounted(ad)
  reportFailure(thrown('/r/ad/1.0.0-aa/x.js'), ad)
  expect(sent()).toEqual(['ad 1.0.0-aa render ✕', 'ad 1.0.0-aa mount', 'ad 1.0.0-aa render ✕'])
})

test.each([
  ['an answer of the API', () => new ApiError('internal', 500, { message: 'x' })],
  ['what an answer of the API caused', () => new Error('x', { cause: new ApiError('network', 0, { message: 'x' }) })],
  ['a call that was given up', () => new DOMException('x', 'AbortError')],
])('%s counts against nobody', (_, error) => {
  reportFailure(error(), ad)
  expect(sent()).toEqual([])
})

test('offline nothing counts', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false)
  reportFailure(thrown('/r/ad/1.0.0-aa/x.js'), ad)
  expect(sent()).toEqual([])
})

describe('details', () => {
  const fail = (error: unknown) => reportFailure(error, ad)
  const named = (name: string) => Object.assign(new Error('青葉 4711'), { name, stack: '' })
  beforeEach(() => {
    vi.spyOn(registry, 'pointers').mockReturnValue({
      channel: 'stable',
      remotes: { ad: { stable: { manifest: { routes: [{ name: 'campaign.detail', path: '/ad/campaign/:id' }] } } } },
    } as unknown as ReturnType<typeof registry.pointers>)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    history.replaceState(null, '', '/')
  })

  test('the screen, and the error underneath with its message and places; no address and no data', () => {
    history.replaceState(null, '', '/ad/campaign/4711?q=aoba#x')
    document.body.innerHTML = '<input value="tanaka hanako">'
    const cause = thrown('/r/ad/1.0.0-aa/js/company.js', '/ad/campaign/4711')
    cause.message = 'no row 4711 for tanaka hanako of aoba'
    fail(new Error('outside', { cause }))
    const stack = [{ unit: 'ad', build: '1.0.0-aa', file: 'js/company.js', line: 1, column: 20 }]
    expect(details()).toEqual([{ route: 'campaign.detail', error: 'TypeError', message: 'no row … for … of …', stack }])
    expect(JSON.stringify(fetching.mock.calls)).not.toMatch(/4711|aoba|tanaka|hanako|ads\.example/u)
  })

  test('of another area the address says nothing', () => {
    history.replaceState(null, '', '/op/company/1')
    fail(new AreaLoadError('ad', '1.0.0-aa', 'entry', named('ScriptExternalLoadError')))
    expect(details()).toEqual([{ error: 'ScriptExternalLoadError', message: '…' }])
  })

  test.each(['Mail of taro@example.jp', '', 'E'.repeat(41)])('a name that the API would refuse is left out: %s', (name) => {
    fail(named(name))
    expect(details()).toEqual([{ message: '…' }])
  })
})

test('a call without an answer counts for the build on screen, by its declaration; once it is left, for the shell', () => {
  document.head.innerHTML = '<script src="https://ads.example/r/shell/2.0.0-ss/main.js"></script>'
  const leave = reportMounted(ad)
  const trouble = { endpoint: endpoints.campaign.get, status: 503 }
  for (let time = 0; time < 3; time++) reportApiTrouble(trouble)
  leave()
  reportApiTrouble({ ...trouble, status: 0 })
  // Its own beacons say nothing about a build.
  reportApiTrouble({ endpoint: endpoints.release.beacon, status: 500 })
  const beacons = (JSON.parse((vi.advanceTimersByTime(3000), fetching.mock.calls[0]![1]!.body as string)) as { beacons: object[] }).beacons
  expect(beacons).toEqual([
    { remote: 'ad', build: '1.0.0-aa', canary: false, phase: 'mount', ok: true },
    { remote: 'ad', build: '1.0.0-aa', canary: false, phase: 'api', ok: false, error: 'http_503', message: 'GET /api/campaign/{id}' },
    { remote: 'shell', build: '2.0.0-ss', canary: false, phase: 'api', ok: false, error: 'no_answer', message: 'GET /api/campaign/{id}' },
  ])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false)
  reportApiTrouble(trouble)
  expect(sent()).toHaveLength(beacons.length)
  document.head.innerHTML = ''
})

test('calls that a page breaks off when it is left do not count', () => {
  watchErrors()
  reportMounted(ad)
  reportApiTrouble({ endpoint: endpoints.campaign.get, status: 0 })
  window.dispatchEvent(new Event('pagehide'))
  const told = fetching.mock.calls.map(([, init]) => JSON.parse(init!.body as string) as unknown)
  expect(told).toEqual([{ beacons: [expect.objectContaining({ phase: 'mount', ok: true })] }])
  // This page goes on, unlike one that was left.
  vi.runAllTimers()
})

test('while the API fails, what screens throw does not count', async () => {
  fetching.mockImplementationOnce(() => Promise.resolve(new Response('{}', { status: 503 })))
  await expect(call(endpoints.session.me)).rejects.toThrow(ApiError)
  fetching.mockClear()
  reportFailure(thrown('/r/ad/1.0.0-aa/x.js'), ad)
  expect(sent()).toEqual([])
  vi.advanceTimersByTime(10_000)
  reportFailure(thrown('/r/ad/1.0.0-aa/x.js'), ad)
  expect(sent()).toEqual(['ad 1.0.0-aa render ✕'])
})
