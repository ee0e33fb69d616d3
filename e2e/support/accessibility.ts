import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** axe looks into every frame and waits without end for one that only loads when it is scrolled to. */
async function loadFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const late = [...document.querySelectorAll<HTMLIFrameElement>('iframe[loading=lazy]')]
    await Promise.all(
      late.map((frame) => {
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
        frame.loading = 'eager'
        // One that has loaded already does so again: what is in it cannot be asked from outside.
        frame.setAttribute('src', frame.src)
        return loaded
      }),
    )
  })
}

/** axe finds nothing on what is on show, and nothing reaches over the edge of the window. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await loadFrames(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
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
