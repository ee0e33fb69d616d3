import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { post } from '../support/api.ts'
import { countClicks } from '../support/clicks.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** Campaigns of this journey only, marked by a unique word. */
const word = '一覧検証'
const count = 15

/** Opens the campaigns of this journey; `marked` sets those of a test apart. */
async function campaigns(browser: Browser, site: Site, marked: string, options: Parameters<typeof pageOf>[3] = {}): Promise<Page> {
  const page = await pageOf(browser, site, 'admin', options)
  const { data } = (await (await page.request.get('/api/account/advertiser/select_list')).json()) as { data: { id: number }[] }
  for (let number = 1; number <= count; number++) {
    await post(page.request, '/api/campaign', {
      name: `${marked} ${String(number).padStart(2, '0')}`,
      advertiser_account_id: data[0]!.id,
      goal: 'TRAFFIC',
      start_at: '2026-12-01T00:00:00.000Z',
      end_at: '2027-03-31T15:00:00.000Z',
      lifetime_budget: '1000000',
    })
  }
  await page.goto(`/ad/campaign?q=${marked}&sort=name`)
  return page
}

const budget = (scope: Page | Locator) => scope.getByRole('button', { name: /通期予算を編集$/u })

test('the budgets of fifteen campaigns are pasted from a spreadsheet, saved at once, and undone', async ({ browser, site }) => {
  test.slow()
  const marked = `${word}貼付`
  const viewport = { width: 1366, height: 768 }
  const page = await campaigns(browser, site, marked, { viewport, permissions: ['clipboard-read', 'clipboard-write'] })
  await expect(budget(page)).toHaveCount(count)
  const scrolls = await page.getByRole('table').evaluate((table) => table.parentElement!.scrollWidth > table.parentElement!.clientWidth)
  expect(scrolls).toBe(false)

  const clicks = await countClicks(page)
  await budget(page).first().click()
  await page.keyboard.press('Escape')
  const lines = Array.from({ length: count }, (_, index) => `${index + 101}万円`)
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\r\n'))
  await page.keyboard.press('Control+V')
  const bar = page.getByRole('region', { name: '一覧での編集' })
  await expect(bar).toContainText('15 件を変更中です。')
  await expect(budget(page).last()).toContainText('¥1,150,000')
  await expect(budget(page).last()).toContainText('変更前 ¥1,000,000')
  await expectAccessible(page, 'changed cells of a list')
  await bar.getByRole('button', { name: '保存（15 件）' }).click()
  await expect(bar).toContainText('15 件を保存しました。')
  expect(await clicks()).toBeLessThanOrEqual(8)

  await bar.getByRole('button', { name: '元に戻す' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '取り消す（15 件）' }).click()
  await expect(dialog).toContainText('15 件の変更を取り消しました。')
  await dialog.getByRole('button', { name: '閉じる' }).last().click()
  for (const cell of await budget(page).all()) await expect(cell).toContainText('¥1,000,000')
})

test('the budgets of fifteen campaigns are raised by ten percent in at most eight clicks', async ({ browser, site }) => {
  test.slow()
  const page = await campaigns(browser, site, `${word}割合`)
  await expect(budget(page)).toHaveCount(count)
  const clicks = await countClicks(page)
  await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
  await page.getByRole('button', { name: '一括編集' }).click()
  const dialog = page.getByRole('dialog', { name: '一括編集' })
  await dialog.getByRole('textbox', { name: '値' }).fill('+10%')
  await expectAccessible(page, 'a bulk edit')
  await dialog.getByRole('button', { name: '変更内容を確認' }).click()
  await expect(dialog).toContainText('15 件のうち 15 件を変更します。')
  await expect(dialog).toContainText('¥15,000,000 → ¥16,500,000')
  await expectAccessible(page, 'the preview of a bulk edit')
  await dialog.getByRole('button', { name: '変更する（15 件）' }).click()
  await expect(dialog).toContainText('15 件のうち 15 件を変更しました。')
  await dialog.getByRole('button', { name: '閉じる' }).last().click()
  expect(await clicks()).toBeLessThanOrEqual(8)
  for (const cell of await budget(page).all()) await expect(cell).toContainText('¥1,100,000')
})

test('what was saved stays where it stands until the list is sorted anew', async ({ browser, site }) => {
  test.slow()
  const marked = `${word}位置`
  const page = await campaigns(browser, site, marked)
  await page.goto(`/ad/campaign?q=${marked}`)
  await expect(budget(page)).toHaveCount(count)
  const names = () => page.locator('tbody th[scope=row]').allTextContents()
  const before = await names()
  for (const row of [4, 14]) {
    await budget(page).nth(row).focus()
    await page.keyboard.type('321万')
    await page.keyboard.press('Enter')
  }
  const bar = page.getByRole('region', { name: '一覧での編集' })
  await bar.getByRole('button', { name: '保存（2 件）' }).click()
  await expect(bar).toContainText('2 件を保存しました。')
  for (const row of [4, 14]) await expect(budget(page).nth(row)).toContainText('¥3,210,000')
  expect((await names()).map((name) => name.slice(0, 10))).toEqual(before.map((name) => name.slice(0, 10)))

  await bar.getByRole('button', { name: '元に戻す' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '取り消す（2 件）' }).click()
  await dialog.getByRole('button', { name: '閉じる' }).last().click()
  await expect(bar).toContainText('2 件の保存を元に戻しました。')
  await expect(bar).not.toContainText('保存しました')
  await page.goto(`/ad/campaign?q=${marked}&sort=-updated_at`)
  await expect(page.locator('tbody th[scope=row]').first()).not.toContainText(before[0]!.slice(0, 10))
})

test('cells are edited with the keyboard, refused at their place, paused, and on a phone in a dialog', async ({ browser, site }) => {
  test.slow()
  const page = await campaigns(browser, site, `${word}手入力`)
  await budget(page).first().focus()
  for (const typed of ['200万', '0', '300万']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
  }
  const bar = page.getByRole('region', { name: '一覧での編集' })
  await expect(page.getByText('1円以上で入力してください。')).toBeVisible()
  await page
    .getByRole('button', { name: /設定を編集$/u })
    .nth(3)
    .click()
  await expect(page.getByText('「停止中」のときに実行できます。現在は「有効」です。')).toBeVisible()
  await expectAccessible(page, 'the actions of a status cell')
  await page.getByRole('button', { name: '停止する' }).click()
  await bar.getByRole('button', { name: '保存（3 件）' }).click()
  await expect(bar).toContainText('3 件を保存しました。')
  await expect(bar).toContainText('1 件に入力の誤りがあります。')
  await expect(budget(page).nth(0)).toContainText('¥2,000,000')
  await expect(page.getByRole('table').getByText('停止中')).toHaveCount(1)
  await page.getByRole('link', { name: 'ホーム' }).first().click()
  await page.getByRole('button', { name: '編集を続ける' }).click()
  await expect(budget(page).nth(1)).toContainText('変更前 ¥1,000,000')
  await page.context().close()

  const phone = await pageOf(browser, site, 'admin', { viewport: { width: 390, height: 844 } })
  await phone.goto(`/ad/campaign?q=${word}手入力&sort=name`)
  await phone.getByRole('button', { name: `${word}手入力 05の通期予算を編集` }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '通期予算' }).fill('５００万')
  await expectAccessible(phone, 'a cell on a phone')
  await dialog.getByRole('button', { name: '入力する' }).click()
  await phone.getByRole('button', { name: '保存（1 件）' }).click()
  await expect(phone.getByRole('region', { name: '一覧での編集' })).toContainText('1 件を保存しました。')
  await expect(phone.getByText('¥5,000,000')).toBeVisible()
})
