import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** From now on the page at an address comes without the answers of the API, as where the API takes too long for it. */
export async function withoutAnswers(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/<script [^>]*id="page-answers">[^<]*<\/script>/u, '')
    await route.fulfill({ response: answer, body })
  })
}

/** Holds the page's own script back until the returned function is called. */
export async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/r\/shell\/[^/]+\/main\.\w+\.js$/u, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Opens a menu and follows one of its entries, as users do. */
export async function chooseFromMenu(page: Page, area: string, entry: string): Promise<void> {
  await page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('button', { name: area, exact: true }).click()
  await (await menuLink(page, entry)).click()
}

/** A link of the open menu; unfolds its group. */
export async function menuLink(page: Page, entry: string): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  const link = menu.getByRole('link', { name: entry, exact: true })
  const folded = menu.getByRole('button', { name: /の項目を開く$/u })
  await expect(link.or(folded).first()).toBeVisible()
  while (!(await link.isVisible()) && (await folded.count()) > 0) await folded.first().click()
  return link
}

/** Waits for the screen of a route: its title in the window and in the breadcrumb. */
export async function expectScreen(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('navigation', { name: '現在地' })).toContainText(title)
}

/** Opens an address that the user may not see. The message closes by itself, possibly before the page's `load` event. */
export async function expectDenied(page: Page, address: string, message = '表示権限がありません'): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.getByText(message), address).toBeVisible()
}

/** Opens the menu of bulk actions and chooses an entry; returns the confirmation dialog. */
export async function chooseBulk(page: Page, action: string): Promise<Locator> {
  await page.getByRole('button', { name: '一括操作' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  return page.getByRole('dialog')
}

/**
 * Waits until the document and its fonts have loaded and nothing more has been fetched for half a second. It reads the
 * page's own resource timing: Playwright's `networkidle` waits forever when it misses the end of a request.
 */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  let before = -1
  await expect
    .poll(
      async () => {
        const fetched = await page.evaluate(() =>
          document.fonts.status === 'loaded' ? performance.getEntriesByType('resource').length : -1,
        )
        const quiet = fetched !== -1 && fetched === before
        before = fetched
        return quiet
      },
      { intervals: [500] },
    )
    .toBe(true)
}
