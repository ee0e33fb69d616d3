import { settled } from '../support/routes.ts'
import { expect, pageOf, test } from '../support/test.ts'

// On a phone the window scrolls; on a desktop the rows do, in a box of their own.
for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`Back leads to the place in a list where a record was opened (${width} px)`, async ({ browser, site }) => {
    const page = await pageOf(browser, site, 'admin', { viewport: { width, height } })
    for (const address of ['/ad/campaign', '/op/company']) {
      await page.goto(address)
      await settled(page)
      const main = page.getByRole('main')
      const link = main.locator(width < 600 ? 'li a' : 'tbody th a').nth(20)
      await link.scrollIntoViewIfNeeded()
      const top = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top))
      const scrolled = () => main.evaluate((element) => window.scrollY + (element.querySelector('table')?.parentElement?.scrollTop ?? 0))
      expect(await scrolled(), address).toBeGreaterThan(100)
      const [before, name] = [await top(), await link.textContent()]
      await link.click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name!)
      await settled(page)
      await page.goBack()
      await expect(link).toHaveText(name!)
      await settled(page)
      await expect.poll(top, { message: address }).toBe(before)
    }
    await page.context().close()
  })
}
