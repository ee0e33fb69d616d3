import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * axe finds nothing on what is on show, and nothing reaches over the edge of the window. Into frames it does not look:
 * previews of creatives run no scripts, and axe would wait in them without end.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ iframes: false }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, what).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow, `${what} is as wide as its window`).toBe(0)
}

/** Both languages, on a desk and on a phone. */
export const views = [
  { locale: 'ja-JP', width: 1440 },
  { locale: 'ja-JP', width: 390 },
  { locale: 'en-US', width: 1440 },
  { locale: 'en-US', width: 390 },
] as const
