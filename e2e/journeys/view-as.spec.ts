import type { Page } from '@playwright/test'
import { expectAccessible, views } from '../support/accessibility.ts'
import { expect, pageOf, test } from '../support/test.ts'

const reason = 'レポートが表示されないとのお問い合わせの確認'
const banner = (page: Page) => page.getByRole('complementary', { name: '利用者としての閲覧' })
const main = (page: Page) => page.getByRole('main')

/** Opens the page of the demo's advertiser, and the dialog on it. */
async function openDialog(page: Page): Promise<string> {
  await page.goto('/op/advertiser/user?q=advertiser%40demo.example')
  await main(page).getByRole('table').getByRole('link').first().click()
  await expect(main(page)).toContainText('advertiser@demo.example')
  const path = new URL(page.url()).pathname
  await main(page).getByRole('button', { name: 'この利用者として見る' }).click()
  return path
}

async function start(page: Page): Promise<string> {
  const path = await openDialog(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^理由/u }).fill(reason)
  await dialog.getByRole('button', { name: '閲覧を始める' }).click()
  await expect(banner(page)).toContainText(reason)
  return path
}

test('an administrator sees what an advertiser sees, changes nothing, and comes back; a second tab follows', async ({ browser, site }) => {
  test.slow()
  const admin = await pageOf(browser, site, 'admin')
  const second = await admin.context().newPage()
  await second.goto('/op/company')
  await expect(second.getByRole('heading', { level: 1 })).toContainText('企業')

  await openDialog(admin)
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: '閲覧を始める' }).click()
  await expect(dialog.getByRole('alert')).toContainText('5文字以上')
  await dialog.getByRole('button', { name: 'キャンセル' }).click()
  const path = await start(admin)

  // The dashboard, menu and lists are those of the advertiser.
  await expect(admin).toHaveURL(/\/$/u)
  await expect(banner(admin)).toContainText('残り')
  await expect(admin.getByRole('navigation').getByText('運用管理')).toHaveCount(0)
  await expect(banner(second)).toContainText(reason)
  await expect(second).toHaveURL(/\/$/u)

  await admin.goto('/ad/advertisement')
  await main(admin).getByRole('table').getByRole('link').first().click()
  const edit = main(admin).getByRole('button', { name: '編集' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await expect(edit).toHaveAccessibleDescription(/として閲覧しているため、操作できません/u)

  // What is for the user alone is not shown, and other pages of the administrator are gone.
  await admin.goto('/account')
  await expect(main(admin)).toContainText('利用者本人だけのもの')
  await admin.goto('/integrations')
  await expect(main(admin)).toContainText('利用者本人だけのもの')

  await second.reload()
  await banner(second).getByRole('button', { name: '閲覧を終了' }).click()
  await expect(second).toHaveURL(new RegExp(`${path}$`, 'u'))
  await expect(second.getByText('管理者の画面に戻りました')).toBeVisible()
  await expect(admin).toHaveURL(new RegExp(`${path}$`, 'u'))
  await expect(banner(admin)).toHaveCount(0)
  await expect(main(admin).getByRole('button', { name: 'この利用者として見る' })).toBeVisible()

  // The audit has who, whom and why; the advertiser is told.
  await admin.goto('/op/audit?kind=view_as')
  await expect(main(admin)).toContainText(reason)
  const advertiser = await pageOf(browser, site, 'advertiser')
  await advertiser.goto('/')
  await expect(main(advertiser)).toContainText(`理由：${reason}`)
})

test('neither drafts nor the state that the browser keeps are touched', async ({ browser, site }) => {
  const admin = await pageOf(browser, site, 'admin')
  const kept = () =>
    admin.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([name]) => /^adsite\.(?:d\.|menu|state)/u.test(name))))
  await admin.goto('/op/company/create')
  await main(admin)
    .getByRole('textbox', { name: /^会社名|^企業名/u })
    .first()
    .fill('下書きの会社')
  await expect.poll(async () => Object.keys(await kept()).filter((name) => name.startsWith('adsite.d.')).length).toBe(1)
  await openDialog(admin)
  await admin.getByRole('dialog').getByRole('textbox', { name: /^理由/u }).fill(reason)
  const before = await kept()
  await admin.getByRole('dialog').getByRole('button', { name: '閲覧を始める' }).click()
  await expect(banner(admin)).toBeVisible()
  await admin.reload()
  await expect(banner(admin)).toBeVisible()
  await admin.goto('/ad/advertisement')
  await expect(main(admin).getByRole('table')).toBeVisible()
  expect(await kept()).toEqual(before)
  await banner(admin).getByRole('button', { name: '閲覧を終了' }).click()
  await expect(main(admin).getByRole('button', { name: 'この利用者として見る' })).toBeVisible()
  await admin.goto('/op/company/create')
  await expect(
    main(admin)
      .getByRole('textbox', { name: /^会社名|^企業名/u })
      .first(),
  ).toHaveValue('下書きの会社')
})

for (const { locale, width } of views) {
  test(`dialog, banner and pages of a view in ${locale} at ${width} px`, async ({ browser, site }) => {
    const page = await pageOf(browser, site, 'admin', { locale, viewport: { width, height: 900 } })
    const ja = locale === 'ja-JP'
    await page.goto('/op/advertiser/user?q=advertiser%40demo.example')
    await main(page).getByRole('link', { name: '青葉 太郎' }).first().click()
    await main(page)
      .getByRole('button', { name: ja ? 'この利用者として見る' : 'View as this user' })
      .click()
    await expectAccessible(page, 'the dialog')
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: ja ? /^理由/u : /^Reason/u })
      .fill(ja ? reason : 'To check a report that stays empty, as asked')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ja ? '閲覧を始める' : 'Start viewing' })
      .click()
    await expect(page.getByRole('complementary', { name: ja ? '利用者としての閲覧' : 'About the view as a user' })).toBeVisible()
    for (const path of ['/', '/account', '/ad/advertisement']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('complementary', { name: ja ? '利用者としての閲覧' : 'About the view as a user' })).toBeVisible()
      await expectAccessible(page, path)
    }
  })
}
