import type { Page } from '@playwright/test'
import { addressOf, settled } from '../support/routes.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** Number of stops of the Tab key that are looked at: past the lower edge of the window on each of the screens. */
const stops = 45

/** What stands before the middle of the control that has the focus; null if it is in sight, or nothing has the focus. */
const obscuredBy = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    // The browser scrolls to no frame on its own.
    if (!focused || focused === document.body || focused instanceof HTMLIFrameElement) return null
    const control = focused.closest('label, .ant-select') ?? focused
    const { left, top, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + height / 2)
    if (hit && (control.contains(hit) || hit.contains(control))) return null
    return `${focused.outerHTML.slice(0, 120)} at ${top} px stands behind ${hit?.outerHTML.slice(0, 120) ?? 'the edge of the window'}`
  })

for (const width of [1440, 390]) {
  test(`what gets the focus by Tab is never behind a bar, heads or totals (${width} px)`, async ({ browser, site }) => {
    test.slow()
    const page = await pageOf(browser, site, 'admin', { locale: 'ja-JP', viewport: { width, height: 700 } })
    const form = await addressOf(page.request, {
      name: 'ad.create',
      path: '/ad/advertisement/create/:campaign_id',
      title: { ja: '広告登録', en: 'Create ad' },
    })
    for (const address of [form, '/op/company/create', '/ad/campaign', '/ad/creative/review']) {
      await page.goto(address)
      await settled(page)
      for (const key of ['Tab', 'Shift+Tab'])
        for (let stop = 0; stop < stops; stop++) {
          await page.keyboard.press(key)
          // Smooth scrolling takes a moment.
          if ((await obscuredBy(page)) !== null) await expect.poll(() => obscuredBy(page), { message: address }).toBeNull()
        }
    }
    await page.context().close()
  })
}

test('what opened a dialog has the focus again after it', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'multi', { locale: 'ja-JP' })
  for (const [address, opener] of [
    ['/account', /^利用中のアカウント/u],
    ['/account', '認証アプリを登録する'],
  ] as const) {
    await page.goto(address)
    const button = page.getByRole('button', { name: opener })
    for (const close of ['Escape', 'button'] as const) {
      await button.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      if (close === 'Escape') await page.keyboard.press('Escape')
      else await dialog.locator('.ant-modal-close').click()
      await expect(dialog).toBeHidden()
      await expect(button).toBeFocused()
    }
  }
  await page.context().close()
})
