import { settled } from '../support/routes.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** The width of a window of 1280 px at a zoom of 400 %. */
const viewport = { width: 320, height: 700 }

/** The text spacing that readers may set (WCAG 1.4.12). */
const spacing = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'

for (const locale of ['ja-JP', 'en-US']) {
  test(`screens fit in 320 px, also with wider text (${locale})`, async ({ browser, site }) => {
    const page = await pageOf(browser, site, 'admin', { locale, viewport })
    for (const address of ['/ad/achievements', '/ad/conversions', '/md/delivery_advertisement', '/op/company/1']) {
      await page.goto(address)
      await settled(page)
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      expect(await width(), address).toBe(viewport.width)
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rules)
        document.adoptedStyleSheets = [sheet]
      }, spacing)
      expect(await width(), `${address} with wider text`).toBe(viewport.width)
    }
    await page.context().close()
  })
}

test('the button to the top takes no room from the current account before it is shown', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { viewport })
  await page.goto('/')
  await settled(page)
  await expect(page.getByRole('banner').locator('[data-shown]')).toBeHidden()
  const chip = await page
    .getByRole('banner')
    .getByText('株式会社アドサイト')
    .evaluate((name) => name.getBoundingClientRect().width)
  expect(chip).toBeGreaterThan(40)
  await page.context().close()
})

test('the panels of the tools of a list are as far from the edges of a phone as the list below', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { viewport: { width: 390, height: 844 } })
  await page.goto('/ad/campaign')
  await settled(page)
  for (const [name, button = name] of [['保存した表示'], ['期間', '過去30日間'], ['表示項目'], ['ダウンロード']] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    const box = page.getByRole('region', { name, exact: true }).locator('xpath=ancestor::*[contains(@class, "ant-popover-container")]')
    await expect(box).toBeVisible()
    const { left, right } = await box.evaluate((panel) => panel.getBoundingClientRect())
    expect([left >= 16, right <= 374], `${name} ${left} to ${right}`).toEqual([true, true])
    await page.keyboard.press('Escape')
  }
  await page.context().close()
})

test('a press beside the menu of a phone closes it, and the focus is on what opened it', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { viewport: { width: 390, height: 844 } })
  await page.goto('/op/company')
  await settled(page)
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  await expect(menu).toBeVisible()
  await page.mouse.click(370, 500)
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'メニューを開く' })).toBeFocused()
  await page.context().close()
})
