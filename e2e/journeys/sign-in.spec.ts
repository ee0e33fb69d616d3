import { untilQuiet } from '../support/navigation.ts'
import { demoPassword, expect, pageOf, signIn, test } from '../support/test.ts'

test('signing in leads to where one wanted to go, signing out ends the session', async ({ page }) => {
  // The server sends a browser without a session there, and the browser keeps the fragment.
  const opened = await page.goto('/op/company?sort=name#rows')
  expect(opened?.request().redirectedFrom()?.url()).toMatch(/\/op\/company\?sort=name$/u)
  await expect(page).toHaveURL(/\/auth\/login\?to=%2Fop%2Fcompany%3Fsort%3Dname#rows$/u)
  await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible()
  await page.getByLabel('メールアドレス').fill('admin@demo.example')
  await page.getByLabel('パスワード').fill(demoPassword)
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page).toHaveURL(/\/op\/company\?sort=name#rows$/u)
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/auth\/login/u)
  const me = await page.request.get('/api/account/me')
  expect(me.status()).toBe(401)
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth\/login/u)
})

test('a bookmark that is opened after the session has ended leads to the login at once, which says why', async ({ page, context }) => {
  await signIn(context.request, 'admin')
  await page.goto('/op/company')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  const cookies = await context.cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
  await context.request.post('/logout', { headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) } })
  // These are the cookies of a session that has ended by itself.
  await context.addCookies(cookies)
  const later = await context.newPage()
  const opened = await later.goto('/op/company?sort=name')
  expect(opened?.request().redirectedFrom()?.url()).toMatch(/\/op\/company\?sort=name$/u)
  await expect(later.getByText('ログアウトされました。')).toBeVisible()
  await later.getByLabel('メールアドレス').fill('admin@demo.example')
  await later.getByLabel('パスワード').fill(demoPassword)
  await later.getByRole('button', { name: 'ログイン' }).click()
  await expect(later).toHaveURL(/\/op\/company\?sort=name$/u)
})

test('the login is there with five requests (spec/design "Speed to reach")', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/auth/login')
  await expect(page.getByRole('button', { name: 'ログイン' })).toBeEnabled()
  await untilQuiet(page)
  // What the page names and a script then uses is fetched once. The font comes when the login is there.
  const needed = new Set(asked.filter((path) => !path.endsWith('.woff2')))
  expect(needed.size, [...needed].join('\n')).toBeLessThanOrEqual(5)
})

test('a wrong password says so and says no more than that', async ({ page }) => {
  await page.goto('/auth/login')
  for (const email of ['rep@demo.example', 'nobody@demo.example']) {
    await page.getByLabel('メールアドレス').fill(email)
    await page.getByLabel('パスワード').fill('wrong-password')
    const button = page.getByRole('button', { name: 'ログイン', exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'ログインに失敗しました' })).toBeVisible()
    await expect(button).toBeFocused()
    await expect(page.getByLabel('メールアドレス')).toHaveValue(email)
  }
})

test('empty and malformed input is named on its field', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByText('必須項目です。')).toHaveCount(2)
  await page.getByLabel('メールアドレス').fill('not-an-address')
  await page.getByLabel('パスワード').focus()
  await expect(page.getByText('メールアドレスの形式で入力してください。')).toBeVisible()
})

test('error=unauthorized is explained', async ({ page }) => {
  await page.goto('/auth/login?error=unauthorized')
  await expect(page.getByRole('alert').filter({ hasText: '認証に失敗しました' })).toBeVisible()
})

test('a session that ends elsewhere leads to the login', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/op/company')
  await expect(page.getByRole('table')).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('columnheader', { name: '企業名' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?.*error=unauthorized/u)
  await expect(page.getByRole('alert').filter({ hasText: 'ログアウトされました。' })).toBeVisible()
  await page.context().close()
})

test('the language is the browser’s, can be switched and is kept', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { locale: 'en-US' })
  await page.goto('/op/company')
  await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText('Companies')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: '日本語' }).click()
  await expect(page.getByRole('navigation', { name: '現在地' })).toContainText('企業一覧')
  await page.reload()
  await expect(page.getByRole('navigation', { name: '現在地' })).toContainText('企業一覧')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await page.context().close()
})
