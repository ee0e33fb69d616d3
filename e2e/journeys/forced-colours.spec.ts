import { settled } from '../support/routes.ts'
import { expect, pageOf, test } from '../support/test.ts'

test('forced colours leave what is chosen, where one is, and meters', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { forcedColors: 'active' })
  await page.goto('/ad/achievements')
  await settled(page)
  const main = page.getByRole('main')
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  const chosen = [
    main.locator('.ant-segmented-item-selected'),
    main.locator('button[aria-pressed=true]').first(),
    menu.getByRole('button', { name: '広告管理', exact: true }),
  ]
  for (const each of chosen) await expect(each).toHaveCSS('outline-style', 'solid')
  const others = [
    main.locator('.ant-segmented-item:not(.ant-segmented-item-selected)').first(),
    main.locator('button[aria-pressed=false]').first(),
    menu.getByRole('button', { name: '運用管理', exact: true }),
  ]
  for (const each of others) await expect(each).toHaveCSS('outline-style', 'none')

  await page.goto('/')
  await settled(page)
  const meter = main.locator('[aria-hidden=true]:has(> [data-state])').first()
  await expect(meter).toHaveCSS('background-color', 'rgb(228, 233, 240)')
  await expect(meter.locator('[data-state]')).toHaveCSS('background-color', /^rgb\((31, 111, 235|201, 138, 0)\)$/u)

  // Labels are told apart by their colours, and what lies above the page has an edge.
  await page.goto('/ad/label')
  await settled(page)
  await expect(main.getByRole('cell').getByText('緑')).toHaveCSS('background-color', 'rgb(221, 243, 224)')
  await main.getByRole('button', { name: '表示項目' }).click()
  await expect(page.locator('.ant-popover-container')).toHaveCSS('border-top-style', 'solid')

  // What is unavailable with a reason is greyed out, as what is disabled.
  await page.goto('/releases')
  await settled(page)
  const enabled = await main
    .locator('button:enabled:not([aria-disabled=true])')
    .first()
    .evaluate((button) => getComputedStyle(button).color)
  const unavailable = main.locator('button[aria-disabled=true]').first()
  await expect(unavailable).toBeVisible()
  await expect(unavailable).not.toHaveCSS('color', enabled)
  await page.context().close()
})
