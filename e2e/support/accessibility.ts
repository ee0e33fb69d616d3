import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './test.ts'

/** Axe in the page itself, put there once: its source is half a megabyte. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // What still fades in has not the colours that readers see. Spinners never end.
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
 * axe finds nothing on what is on show, and nothing reaches over the edge of the window. Into frames it does not look:
 * previews of creatives run no scripts, and axe would wait in them without end.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await violationsOf(page), what).toEqual([])
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
