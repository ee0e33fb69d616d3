import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './test.ts'

/** Injects axe into the page once, because its source is half a megabyte. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // Waits for fades to end, because their intermediate colours are not what users see. Spinners never end.
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(moving.map(({ finished }) => finished))
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      iframes: false,
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
}

/**
 * Checks that axe finds nothing on the visible page and that nothing overflows the window. Frames are excluded:
 * creative previews run no scripts, and axe would wait in them forever.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await violationsOf(page), what).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow, `${what} is as wide as its window`).toBe(0)
}

/** Both languages, on desktop and phone. */
export const views = [
  { locale: 'ja-JP', width: 1440 },
  { locale: 'ja-JP', width: 390 },
  { locale: 'en-US', width: 1440 },
  { locale: 'en-US', width: 390 },
] as const
