import type { Page } from '@playwright/test'
import { invite, mailedLink } from '../support/mails.ts'
import { expect, pageOf, test } from '../support/test.ts'

const firstPassword = 'Kaiyou-no-Fune-7'
const secondPassword = 'Yama-no-Kaze-81'

async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン' }).click()
}

async function register(page: Page): Promise<void> {
  await page.getByLabel('氏名', { exact: true }).fill('新人 花子')
  await page.getByLabel('新しいパスワード', { exact: true }).fill(firstPassword)
  await page.getByLabel('新しいパスワード（確認）').fill(firstPassword)
  await page.getByRole('button', { name: '登録する' }).click()
}

test('invited, registered, signed in; a second account; a forgotten password', async ({ browser, site, page }) => {
  test.slow()
  const admin = await pageOf(browser, site, 'admin')
  const email = 'shinjin@example.test'

  const first = await invite(admin.request, site, 'agency', email)
  await page.goto(first.link)
  await expect(page.getByText(first.account.name)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '代理店' })).toBeVisible()
  await expect(page).toHaveURL(/\/invitation$/u)
  // The history entry keeps the token, so a reload loses nothing.
  await page.reload()
  await register(page)
  await expect(page.getByText('ユーザー登録が完了しました。ログインしてください。')).toBeVisible()
  await expect(page.getByLabel('メールアドレス')).toHaveValue(email)
  expect((await page.request.get('/api/account/me')).status()).toBe(401)
  await signInAs(page, email, firstPassword)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('新人 花子')

  const second = await invite(admin.request, site, 'advertiser', email)
  await page.goto(second.link)
  await page.getByRole('button', { name: '招待を承認' }).click()
  await page.getByRole('button', { name: `「${second.account.name}」に切り替える` }).click()
  await expect(page.getByText('アカウントを切り替えました')).toBeVisible()
  await expect(page.getByText(`${second.account.name}（広告主）`)).toBeVisible()

  // The former link is used up.
  await page.goto(second.link)
  await expect(page.getByText('この招待は使用できません。')).toBeVisible()

  await page.goto('/auth/forgot')
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByRole('button', { name: 'リンクを送信' }).click()
  await expect(page.getByText(`${email} が登録されている場合は`)).toBeVisible()
  const link = await mailedLink(site, email, second.link)
  const other = await browser.newContext({ baseURL: site.url, locale: 'ja-JP' })
  const reset = await other.newPage()
  const referers: string[] = []
  reset.on('request', (request) => referers.push(request.headers()['referer'] ?? ''))
  await reset.goto(link)
  await expect(reset).toHaveURL(/reset_password$/u)
  await reset.getByLabel('新しいパスワード', { exact: true }).fill(secondPassword)
  await reset.getByLabel('新しいパスワード（確認）').fill(`${secondPassword}x`)
  await reset.getByRole('button', { name: 'パスワードを変更' }).click()
  await expect(reset.getByText('入力されたパスワードが異なります。')).toBeVisible()
  await reset.getByLabel('新しいパスワード（確認）').fill(secondPassword)
  await reset.getByRole('button', { name: 'パスワードを変更' }).click()
  await expect(reset.getByText('パスワードを変更しました。')).toBeVisible()
  await expect(reset).toHaveURL(/\/auth\/login$/u)
  expect(referers.filter((referer) => referer.includes('token'))).toEqual([])

  // All former sessions have ended, and the former password no longer works.
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth\/login/u)
  await signInAs(reset, email, firstPassword)
  await expect(reset.getByRole('alert').filter({ hasText: 'ログインに失敗しました' })).toBeVisible()
  await signInAs(reset, email, secondPassword)
  await expect(reset.getByRole('heading', { level: 1 })).toContainText('新人 花子')
  await other.close()
  await admin.context().close()
})

test('signed in as somebody else: nothing is accepted before signing out', async ({ browser, site }) => {
  const admin = await pageOf(browser, site, 'admin')
  const { link } = await invite(admin.request, site, 'agency', 'hoka@example.test')
  await admin.goto(link)
  await expect(admin.getByText('この招待は hoka@example.test 宛てです。')).toBeVisible()
  await expect(admin.getByRole('button', { name: '登録する' })).toHaveCount(0)
  await admin.getByRole('button', { name: 'ログアウト' }).click()
  await expect(admin.getByRole('button', { name: '登録する' })).toBeVisible()
  await admin.context().close()
})
