import { chromium, type Page } from '@playwright/test'
import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase } from '../base/database.ts'
import { percentiles, type Figure } from '../base/figure.ts'
import { startBuiltSite } from '../loading/built-site.ts'
import { chromiumPath } from '../loading/chromium-path.ts'
import { startFront } from '../loading/front.ts'
import { clickToRows } from '../loading/visit.ts'
import { openSession } from '../base/site.ts'

/** The largest page size of a list. */
const rows = 100
const list = `/ad/campaign?limit=${rows}`
const row = 'main tr[data-chosen]'

declare global {
  /** Durations of long tasks since the last call (milliseconds). */
  var adsiteTasks: number[]
}

function watchTasks(): void {
  globalThis.adsiteTasks = []
  new PerformanceObserver((found) => globalThis.adsiteTasks.push(...found.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  })
}

/** The longest task since the last call; 0 if none took 50 ms. */
const longest = (page: Page) =>
  page.evaluate(() => {
    const most = Math.max(0, ...globalThis.adsiteTasks)
    globalThis.adsiteTasks = []
    return most
  })

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

/** Scrolls a list's page from top to bottom with the wheel. */
async function scroll(page: Page): Promise<void> {
  await page.locator(row).first().hover()
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 150)
    await page.waitForTimeout(16)
  }
}

/** Measures browsing a list of all campaigns: the weight of its pages, scroll smoothness, and the time to return to it. */
export async function browsing({ runs, progress }: BenchContext): Promise<Figure[]> {
  const database = await openBenchDatabase()
  const front = await startFront(new Map())
  const site = await startBuiltSite(front.url, database.url)
  front.to(() => site)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ baseURL: front.url, ignoreHTTPSErrors: true, locale: 'ja-JP' })
    const [name = '', value = ''] = (await openSession(database, database.parties.admin)).split('=')
    await context.addCookies([{ name, value, url: front.url }])
    const page = await context.newPage()
    await page.addInitScript(watchTasks)
    await page.goto(list)
    await page
      .locator(row)
      .nth(rows - 1)
      .waitFor({ timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    await longest(page)

    const scrolled: number[] = []
    const paged: number[] = []
    const counted: number[] = []
    for (let number = 1; number <= runs; number += 1) {
      progress(`page ${number} of ${database.rows.campaigns.toLocaleString('en')} campaigns`)
      await scroll(page)
      scrolled.push(await longest(page))
      counted.push(await nodes(page))
      const first = (await page.locator(row).first().textContent()) ?? ''
      await page.getByRole('button', { name: '次へ' }).click()
      await page.locator(row).first().filter({ hasNotText: first }).waitFor()
      // The first rows are rendered before the others.
      await page
        .locator(row)
        .nth(rows - 1)
        .waitFor()
      paged.push(await longest(page))
    }

    progress('from the list to a record and back')
    await page.goto('/ad/campaign')
    const back: number[] = []
    for (let run = 0; run < runs; run += 1) {
      await page.locator(row).first().getByRole('link').first().click()
      await page.getByRole('heading', { name: '登録と更新' }).waitFor()
      const link = page.getByRole('navigation', { name: '現在地' }).getByRole('link').last()
      back.push(await clickToRows(page, link, (await link.textContent()) ?? ''))
    }
    const figure = (text: string, unit: Figure['unit'], values: readonly number[], limit?: number): Figure => {
      const { p50, p95 } = percentiles(values)
      return { name: text, unit, ours: p50, p95, ...(limit === undefined ? {} : { target: { text: `p95 ≤ ${limit}`, met: p95 <= limit } }) }
    }
    return [
      figure(`longest task while a page of ${rows} rows is scrolled`, 'ms', scrolled, 50),
      figure('longest task while the next page comes', 'ms', paged),
      figure('nodes of the page', 'count', counted, 3000),
      figure('from a record back to the first rows of its list', 'ms', back, 100),
    ]
  } finally {
    await browser.close()
    await site.close()
    await front.close()
    await database.close()
  }
}
