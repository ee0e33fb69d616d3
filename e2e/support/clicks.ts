import type { Page } from '@playwright/test'

/** Counts the clicks of a page. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = globalThis as { clicks?: number }
    counted.clicks = 0
    document.addEventListener('click', () => (counted.clicks = (counted.clicks ?? 0) + 1), true)
  })
  return () => page.evaluate(() => (globalThis as { clicks?: number }).clicks ?? 0)
}
