import type { Page } from '@playwright/test'
import { mailedLink } from '../support/mails.ts'
import { chooseFromMenu, expectDenied, expectScreen } from '../support/navigation.ts'
import { choose } from '../support/select.ts'
import { approveCredit, expect, pageOf, test } from '../support/test.ts'

const password = 'Kaiyou-no-Fune-7'
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const memberships = (page: Page) => main(page).getByRole('region', { name: '所属アカウント' }).getByRole('listitem')
const box = (page: Page, label: string) => main(page).getByRole('textbox', { name: new RegExp(`^${label}( 必須)?$`, 'u') })

/** Confirms the dialog of an action. */
async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Registers through the link of an invitation and signs in. */
async function enrol(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('氏名', { exact: true }).fill(name)
  await page.getByLabel('新しいパスワード', { exact: true }).fill(password)
  await page.getByLabel('新しいパスワード（確認）').fill(password)
  await page.getByRole('button', { name: '登録する' }).click()
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

test('an account and its user: from the company to the first sign-in, suspended and removed', async ({ browser, site }) => {
  test.slow()
  const admin = await pageOf(browser, site, 'admin')
  const email = 'hayashi@example.test'

  // A company of the demo with pending credit.
  await admin.goto('/op/company?credit_status=APPLIED')
  await main(admin).getByRole('table').getByRole('link').first().click()
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('審査中')
  const company = (await admin.getByRole('heading', { level: 1 }).textContent())!.replace('審査中', '').trim()
  await approveCredit(admin)
  await button(admin, '保留にする').click()
  await admin.getByRole('dialog').getByRole('textbox', { name: /^理由/u }).fill('入金の確認待ち')
  await confirm(admin, '保留にする')
  await expect(admin.getByText('与信を保留にしました')).toBeVisible()
  await expect(main(admin)).toContainText('入金の確認待ち')
  await button(admin, '保留を解除').click()
  await expect(admin.getByText('与信の保留を解除しました')).toBeVisible()

  await chooseFromMenu(admin, '運用管理', '広告主登録')
  await expectScreen(admin, '広告主登録')
  await box(admin, 'アカウント名').fill('はやし工房')
  await choose(admin, '企業', company)
  await choose(admin, '代理店', '株式会社大和アドパートナーズ')
  await button(admin, '登録する').click()
  await expect(admin.getByText('広告主を登録しました')).toBeVisible()
  await expect(main(admin)).toContainText('審査中')
  await button(admin, '利用を開始').click()
  await expect(admin.getByText('アカウントの利用を開始しました')).toBeVisible()
  const account = new URL(admin.url()).pathname
  // The company links to its account.
  await main(admin).getByRole('link', { name: company }).click()
  await expect(main(admin).getByRole('link', { name: 'はやし工房' })).toBeVisible()

  await admin.goto(`/op/advertiser/user/create?account_id=${account.split('/').at(-1)!}`)
  await expect(main(admin)).toContainText('はやし工房')
  await box(admin, 'メールアドレス').fill('hayashi')
  await button(admin, '招待メールを送信').click()
  await expect(main(admin)).toContainText('メールアドレスの形式で入力してください。')
  await box(admin, 'メールアドレス').fill(email)
  await button(admin, '招待メールを送信').click()
  await expect(admin.getByText('招待メールを送信しました')).toBeVisible()
  const first = await mailedLink(site, email)
  await admin.goto('/op/advertiser/user')
  const row = main(admin).getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('招待中')
  await row.getByRole('button', { name: '再送する' }).click()
  await expect(admin.getByText('招待メールを再送しました')).toBeVisible()
  const link = await mailedLink(site, email, first)

  const context = await browser.newContext({ baseURL: site.url, locale: 'ja-JP' })
  const user = await context.newPage()
  await user.goto(first)
  await expect(user.getByText('この招待は使用できません。')).toBeVisible()
  await enrol(user, link, '林 さくら')
  await expect(user.getByText('はやし工房（広告主）')).toBeVisible()

  await admin.goto('/op/advertiser/user?q=hayashi')
  await main(admin).getByRole('table').getByRole('link', { name: '林 さくら' }).click()
  await expect(memberships(admin).filter({ hasText: 'はやし工房' })).toContainText('既定')
  await button(admin, '利用を停止').click()
  await confirm(admin, '利用を停止')
  await expect(admin.getByText('ユーザーの利用を停止しました')).toBeVisible()
  await user.goto('/')
  await expect(user).toHaveURL(/\/auth\/login/u)
  await button(admin, '利用を再開').click()
  await expect(admin.getByText('ユーザーの利用を再開しました')).toBeVisible()
  await button(admin, '外す はやし工房').click()
  await confirm(admin, '外す')
  await expect(admin.getByText('「はやし工房」から外しました')).toBeVisible()
  await admin.goto(account)
  await expect(main(admin)).toContainText('広告主ユーザー')
  await expect(main(admin).getByRole('link', { name: '林 さくら' })).toHaveCount(0)
  await context.close()
  await admin.context().close()
})

test('a trading desk invites to its own account, and sees nobody else’s users', async ({ browser, site }) => {
  test.slow()
  const email = 'desk@example.test'
  const page = await pageOf(browser, site, 'ptd')
  await page.goto('/')
  await chooseFromMenu(page, '運用管理', 'PTDユーザー招待')
  await box(page, 'メールアドレス').fill(email)
  await button(page, '招待メールを送信').click()
  await expect(page.getByText('招待メールを送信しました')).toBeVisible()

  const context = await browser.newContext({ baseURL: site.url, locale: 'ja-JP' })
  const user = await context.newPage()
  await enrol(user, await mailedLink(site, email), '机 一郎')
  await context.close()

  await page.goto('/op/ptd/user')
  const names = main(page).getByRole('table').getByRole('rowheader')
  await expect(names.filter({ hasText: '机 一郎' })).toBeVisible()
  const admin = await pageOf(browser, site, 'admin')
  const all = (await (await admin.request.get('/api/user/ptd?count=exact')).json()) as { page: { total: number } }
  expect(await names.count()).toBeLessThan(all.page.total)
  await names.filter({ hasText: '机 一郎' }).getByRole('link').click()
  await expect(button(page, '利用を停止')).toHaveCount(0)
  await expect(button(page, '編集')).toHaveCount(0)
  await expect(memberships(page).filter({ hasText: '株式会社トレードデスク一番町' })).toBeVisible()

  // Other kinds of account have no screen for it.
  await expectDenied(page, '/op/publisher_group/user')
  await expect(page).toHaveURL(/\/$/u)
  await admin.context().close()
  await page.context().close()
})
