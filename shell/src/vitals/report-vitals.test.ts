// @vitest-environment jsdom
import { webVitals, type WebVital } from '@adsite/contract'
import { startI18n } from '@adsite/i18n'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLSThresholds, FCPThresholds, INPThresholds, LCPThresholds, TTFBThresholds, type MetricType } from 'web-vitals'

const library = vi.hoisted(() => ({ report: new Map<string, (metric: MetricType) => void>() }))
vi.mock('web-vitals', async (original) => {
  const listen = (name: string) => (report: never) => void library.report.set(name, report)
  return {
    ...(await original<typeof import('web-vitals')>()),
    onCLS: listen('CLS'),
    onFCP: listen('FCP'),
    onINP: listen('INP'),
    onLCP: listen('LCP'),
    onTTFB: listen('TTFB'),
  }
})

const fetching = vi.fn<typeof fetch>()
let screens: typeof import('./screens.ts')
const site = 'https://ads.example'

beforeEach(async () => {
  vi.resetModules()
  library.report.clear()
  vi.useFakeTimers({ now: 0 })
  startI18n('ja')
  document.cookie = 'XSRF-TOKEN=token; path=/'
  document.head.innerHTML = '<script src="https://ads.example/r/shell/2.0.0-ss/main.js"></script>'
  fetching.mockReset()
  fetching.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', fetching)
  screens = await import('./screens.ts')
  // Loaded beforehand, so that the timer alone decides when it measures.
  await import('./report-vitals.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows a screen at a time of the page: of an area's build, or of the shell. */
function show(at: number, path: string, build?: string): void {
  vi.setSystemTime(at)
  vi.spyOn(performance, 'now').mockReturnValue(at)
  history.replaceState(null, '', path)
  if (build === undefined) screens.showsShellScreen()
  else screens.showsScreen({ area: path.split('/')[1]!, build })
}

let count = 0
function metric(name: MetricType['name'], value: number, of: { path?: string; from?: number; at?: number; id?: string } = {}): void {
  const { path = '/', from = 0, at, id = String(count++) } = of
  const entries = at === undefined ? [] : [{ startTime: at }]
  library.report.get(name)!({
    name,
    value,
    id,
    entries,
    navigationURL: `${site}${path}`,
    navigationStartTime: from,
  } as unknown as MetricType)
}

const measuring = () => vi.advanceTimersByTimeAsync(3000)
async function sent(): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(3000)
  return fetching.mock.calls.flatMap(([url, init]) => {
    expect(url).toBe('/api/release/vital')
    const { vitals } = JSON.parse(init!.body as string) as { vitals: WebVital[] }
    return vitals.map(({ unit, build, name, value }) => `${unit} ${build} ${name} ${value}`)
  })
}

test('nothing is measured before the first screen has been there for some seconds', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  expect(library.report.size).toBe(0)
  show(60_000, '/ad/campaign', '1.0.0-aa')
  await vi.advanceTimersByTimeAsync(2900)
  expect(library.report.size).toBe(0)
  await vi.advanceTimersByTimeAsync(100)
  expect([...library.report.keys()].toSorted()).toEqual(Object.keys(webVitals).toSorted())
})

test('the load of a page belongs to its screen, a later navigation to the build that it led to', async () => {
  show(800, '/ad/campaign', '1.0.0-aa')
  await measuring()
  show(5300, '/ad/campaign/7', '1.1.0-bb')
  show(9200, '/md/ad_space', '3.0.0-mm')
  show(12_100, '/')
  show(15_200, '/ad/campaign', '1.1.0-bb')
  metric('TTFB', 120.12346, { path: '/ad/campaign?page=2' })
  metric('LCP', 900, { path: '/ad/campaign?page=2', at: 700 })
  metric('LCP', 300, { path: '/ad/campaign/7', from: 5000, at: 5250 })
  metric('LCP', 200, { path: '/md/ad_space', from: 9000 })
  // Another filter of a list: no new screen.
  metric('LCP', 80, { path: '/md/ad_space', from: 10_000 })
  metric('LCP', 100, { path: '/', from: 12_000 })
  metric('LCP', 60, { path: '/ad/campaign', from: 15_000 })
  expect(await sent()).toEqual([
    'ad 1.0.0-aa TTFB 120.1235',
    'ad 1.0.0-aa LCP 900',
    'ad 1.1.0-bb LCP 300',
    'md 3.0.0-mm LCP 200',
    'md 3.0.0-mm LCP 80',
    'shell 2.0.0-ss LCP 100',
    'ad 1.1.0-bb LCP 60',
  ])
})

test('a slow answer and a shift belong to the screen where they happened, also in browsers that measure whole pages', async () => {
  show(800, '/ad/campaign', '1.0.0-aa')
  await measuring()
  show(9200, '/md/ad_space', '3.0.0-mm')
  metric('INP', 640, { path: '/ad/campaign', at: 9500 })
  metric('CLS', 0.123456, { path: '/ad/campaign', at: 1000 })
  metric('CLS', 0, { path: '/md/ad_space', from: 9000 })
  expect(await sent()).toEqual(['md 3.0.0-mm INP 640', 'ad 1.0.0-aa CLS 0.1235', 'md 3.0.0-mm CLS 0'])
})

test('a page that was redirected belongs to its first screen', async () => {
  show(800, '/ad/campaign', '1.0.0-aa')
  await measuring()
  metric('FCP', 500, { path: '/ad' })
  expect(await sent()).toEqual(['ad 1.0.0-aa FCP 500'])
})

test('a load counts once, and goes out when the page is left', async () => {
  show(800, '/ad/campaign', '1.0.0-aa')
  await measuring()
  metric('INP', 90, { id: 'one', at: 900 })
  window.dispatchEvent(new Event('pagehide'))
  expect(fetching).toHaveBeenCalledTimes(1)
  metric('INP', 700, { id: 'one', at: 950 })
  expect(await sent()).toEqual(['ad 1.0.0-aa INP 90'])
})

test('the bounds are those of the library', () => {
  const of = (name: keyof typeof webVitals) => [webVitals[name].good, webVitals[name].poor]
  expect([of('LCP'), of('INP'), of('CLS'), of('FCP'), of('TTFB')]).toEqual([
    LCPThresholds,
    INPThresholds,
    CLSThresholds,
    FCPThresholds,
    TTFBThresholds,
  ])
})
