import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Locator, Page } from '@playwright/test'

/** Upper limit for anything measured (milliseconds). */
const patience = 60_000

/** Machine and connection: as they are, or a slow phone (CPU × 4, 1.6 Mbps, 150 ms). */
export type Speed = 'plain' | 'slow'

export interface Visit {
  /** Milliseconds from the start of the navigation. */
  readonly firstPaint: number
  /** The first text or picture on show. */
  readonly firstContent: number
  /** The rows of a list, or what makes another page usable, on show: as HTML before the scripts, or by them. */
  readonly onShow: number
  readonly usable: number
  /** Requests and bytes of the responses received when the page became usable; compressed, including headers. */
  readonly requests: number
  readonly kilobytes: number
  /** Total blocking time before that: what long tasks took beyond 50 ms (milliseconds). */
  readonly blocked: number
  /** JavaScript heap after a garbage collection. */
  readonly heapMegabytes: number
}

interface Record {
  onShow: number
  usable: number
  /** The first pixel that differs from the window's background; a skeleton without text counts. */
  painted: number
  contentful: number
  tasks: [start: number, duration: number][]
}
declare global {
  var adsiteBench: Record
}

/** Runs in the page before anything else, and checks every frame whether the page is usable. */
function watch([selector, early]: readonly [selector: string, early: string]): void {
  const record: Record = { onShow: 0, usable: 0, painted: 0, contentful: 0, tasks: [] }
  globalThis.adsiteBench = record
  new PerformanceObserver((list) =>
    record.tasks.push(...list.getEntries().map(({ startTime, duration }): [number, number] => [startTime, duration])),
  ).observe({
    type: 'longtask',
    buffered: true,
  })
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      record.painted ||= startTime
      if (name === 'first-contentful-paint') record.contentful = startTime
    }
  }).observe({ type: 'paint', buffered: true })
  /** When an element has been painted. */
  function waitFor(awaited: string, then: (time: number) => void): void {
    if (!document.querySelector(awaited)) return void requestAnimationFrame(() => waitFor(awaited, then))
    requestAnimationFrame(() => setTimeout(() => then(performance.now())))
  }
  waitFor(`${selector}, ${early}`, (time) => (record.onShow = time))
  waitFor(selector, (time) => (record.usable = time))
}

/** Rows and the login, which the server sends with the page. */
const early = '#early-frame tbody tr:not(:only-child), #early-login'

export async function slowDown(session: CDPSession, speed: Speed): Promise<void> {
  if (speed === 'plain') return
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

interface Counted {
  /** What had arrived by a time (seconds of the browser's clock after the first request). */
  until(seconds: number): { requests: number; bytes: number }
}

async function count(session: CDPSession): Promise<Counted> {
  let first: number | undefined
  const finished: { at: number; bytes: number }[] = []
  session.on('Network.requestWillBeSent', ({ timestamp }) => {
    first ??= timestamp
  })
  session.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) => finished.push({ at: timestamp, bytes: encodedDataLength }))
  await session.send('Network.enable')
  return {
    until(seconds) {
      const counted = finished.filter(({ at }) => at - (first ?? 0) <= seconds)
      return { requests: counted.length, bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0) }
    },
  }
}

/** Polls the page until the condition holds. Playwright's own wait needs eval, which the site's policy forbids. */
export async function until(page: Page, what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + patience
  while (!(await page.evaluate(holds))) {
    if (performance.now() > end) throw new Error(`${what} did not come within ${patience / 1000} s`)
    await wait(20)
  }
}

/** Opens an address in a new page, and waits until the element of `selector` has been painted. */
async function open(context: BrowserContext, url: string, selector: string, speed: Speed) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const counted = await count(session)
  await slowDown(session, speed)
  await page.addInitScript(watch, [selector, early] as const)
  await page.goto(url, { waitUntil: 'commit' })
  await until(page, url, () => globalThis.adsiteBench.usable > 0 && globalThis.adsiteBench.painted > 0 && globalThis.adsiteBench.onShow > 0)
  return { page, session, counted, record: await page.evaluate(() => globalThis.adsiteBench) }
}

/** What a page does after its first rows, and what fills the browser's cache (milliseconds). */
export const settled = 1500

/** Milliseconds until an address is on show and usable in a new page of a browser that has opened it before. */
export async function openAgain(
  browser: Browser,
  url: string,
  selector: string,
  speed: Speed,
  options: BrowserContextOptions,
): Promise<Pick<Visit, 'onShow' | 'usable'>> {
  const context = await browser.newContext({ locale: 'ja-JP', ...options })
  try {
    const { page } = await open(context, url, selector, speed)
    await wait(settled)
    await page.close()
    const { record } = await open(context, url, selector, speed)
    return record
  } finally {
    await context.close()
  }
}

/** Opens an address with an empty cache, and waits until the element of `selector` has been painted. */
export async function visit(browser: Browser, url: string, selector: string, speed: Speed, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({ locale: 'ja-JP', ...options })
  try {
    const { session, counted, record } = await open(context, url, selector, speed)
    const { onShow, usable, tasks, painted: firstPaint, contentful: firstContent } = record
    const { requests, bytes } = counted.until(usable / 1000)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const blocked = tasks.filter(([start]) => start < usable).reduce((sum, [, duration]) => sum + duration - 50, 0)
    return { firstPaint, firstContent, onShow, usable, requests, kilobytes: bytes / 1000, blocked, heapMegabytes: usedSize / 1e6 }
  } finally {
    await context.close()
  }
}

/** Milliseconds from a click on a link to the first painted rows of its list; `title` is the list's. */
export async function clickToRows(page: Page, link: Locator, title: string): Promise<number> {
  await link.evaluate((element, heading) => {
    globalThis.adsiteBench = { onShow: 0, usable: 0, painted: 0, contentful: 0, tasks: [] }
    element.addEventListener(
      'click',
      () => {
        const clicked = performance.now()
        const look = () => {
          const arrived = document.querySelector('main h1')?.textContent === heading && document.querySelector('main tr[data-chosen]')
          if (!arrived) return void requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => (globalThis.adsiteBench.usable = performance.now() - clicked)))
        }
        look()
      },
      { once: true, capture: true },
    )
  }, title)
  await link.click()
  await until(page, title, () => globalThis.adsiteBench.usable > 0)
  return page.evaluate(() => globalThis.adsiteBench.usable)
}

/** The same for an entry of the menu. */
export async function follow(page: Page, area: string, entry: string): Promise<number> {
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  await menu.getByRole('button', { name: area, exact: true }).click()
  return clickToRows(page, menu.getByRole('link', { name: entry, exact: true }), entry)
}
