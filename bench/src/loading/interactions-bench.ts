import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { percentiles, type Figure } from '../base/figure.ts'
import type { Signed } from './pages-bench.ts'
import { slowDown } from './visit.ts'

/** Latency of each interaction by its id, as the browser measures it: from the input to the next frame (milliseconds). */
declare global {
  var adsiteInteractions: Map<number, number>
}

function watchInteractions(): void {
  const latencies = new Map<number, number>()
  globalThis.adsiteInteractions = latencies
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) continue
      latencies.set(entry.interactionId, Math.max(latencies.get(entry.interactionId) ?? 0, entry.duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}

/** How long an interaction may take to come to rest before the next one (milliseconds). */
const rest = 1200

/** What somebody does in the list of campaigns and beyond, one interaction after the other. */
function steps(page: Page): readonly (() => Promise<void>)[] {
  const main = page.getByRole('main')
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  const press = (key: string) => () => page.keyboard.press(key)
  return [
    () => main.locator('tr[data-chosen] input[type=checkbox]').first().click(),
    () => main.locator('tr[data-chosen] input[type=checkbox]').first().click(),
    () => main.getByRole('button', { name: '絞り込み' }).first().click(),
    press('Escape'),
    () => main.getByRole('button', { name: '表示項目' }).first().click(),
    press('Escape'),
    () => main.locator('thead button').first().click(),
    () => main.getByRole('searchbox').first().click(),
    press('2'),
    press('0'),
    () => main.getByRole('button', { name: '次へ' }).first().click(),
    () => menu.getByRole('button', { name: '運用管理', exact: true }).click(),
    () => menu.getByRole('link', { name: '企業一覧', exact: true }).click(),
    () => main.locator('tr[data-chosen] a').first().click(),
    () => main.getByRole('button', { name: '編集' }).first().click(),
    press('Tab'),
    press('a'),
  ]
}

/** Interaction to next paint on the slow machine: p75 over what is done in lists, menu, record and form. */
export async function measureInteractions(browser: Browser, { url, state }: Signed, runs: number): Promise<Figure> {
  const latencies: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ baseURL: url, locale: 'ja-JP', storageState: state })
    try {
      const page = await context.newPage()
      await slowDown(await context.newCDPSession(page), 'slow')
      await page.addInitScript(watchInteractions)
      await page.goto('/ad/campaign')
      await page.getByRole('main').locator('tr[data-chosen]').first().waitFor({ timeout: 60_000 })
      for (const step of steps(page)) {
        await wait(rest)
        await step()
      }
      await wait(rest)
      latencies.push(...(await page.evaluate(() => [...globalThis.adsiteInteractions.values()])))
    } finally {
      await context.close()
    }
  }
  const sorted = latencies.toSorted((a, b) => a - b)
  const p75 = sorted[Math.floor(sorted.length * 0.75)] ?? Number.NaN
  return {
    name: 'slow: interaction to next paint, p75',
    unit: 'ms',
    ours: p75,
    p95: percentiles(latencies).p95,
    target: { text: '≤ 100', met: p75 <= 100 },
  }
}
