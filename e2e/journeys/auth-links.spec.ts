import { demoPassword, expect, pageOf, test } from '../support/test.ts'

test('/reflection: signs in first, asks before it switches to the account of the link, goes on', async ({ browser, site, page }) => {
  const known = await pageOf(browser, site, 'multi')
  const me = (await (await known.request.get('/api/account/me')).json()) as { data: { accounts: { account_id: number; role: number }[] } }
  const media = me.data.accounts.find(({ role }) => role === 3)!.account_id
  await known.context().close()

  await page.goto(`/reflection?account_id=${media}&to=${encodeURIComponent('/md/ad_space?sort=name')}`)
  await expect(page).toHaveURL(/\/auth\/login\?to=/u)
  await page.getByLabel('メールアドレス').fill('multi@demo.example')
  await page.getByLabel('パスワード').fill(demoPassword)
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'アカウントの切り替え' })).toBeVisible()
  await expect(page.getByText('/md/ad_space?sort=name')).toBeVisible()
  await page.getByRole('button', { name: '切り替えて開く' }).click()
  await expect(page).toHaveURL(/\/md\/ad_space\?sort=name$/u)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

for (const to of [
  '//example.org/x',
  '/\\example.org',
  '/.//example.org',
  '/%2e//example.org',
  'https://example.org',
  'javascript:alert(1)',
]) {
  test(`no way of this site leads to ${to}`, async ({ browser, site }) => {
    const page = await pageOf(browser, site, 'rep')
    const left: string[] = []
    await page.route(
      (url) => url.origin !== site.url,
      (route) => {
        left.push(route.request().url())
        return route.abort()
      },
    )
    for (const way of ['/reflection', '/tmp']) {
      await page.goto(`${way}?to=${encodeURIComponent(to)}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(page.url()).toBe(`${site.url}/`)
    }
    expect(left).toEqual([])
    await page.context().close()
  })
}

test('tabs side by side: a switch and a sign-out are followed at once', async ({ browser, site }) => {
  const first = await pageOf(browser, site, 'multi')
  await first.goto('/')
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible()
  const second = await first.context().newPage()
  await second.goto('/')
  const chip = second.getByRole('button', { name: /^利用中のアカウント/u })
  const before = (await chip.getAttribute('aria-label'))!
  await chip.click()
  const dialog = second.getByRole('dialog', { name: 'アカウント選択' })
  await dialog.getByRole('radio', { checked: false }).first().check()
  await dialog.getByRole('button', { name: '選択' }).click()
  await expect(second.getByText('アカウントを切り替えました')).toBeVisible()
  const after = (await second.getByRole('button', { name: /^利用中のアカウント/u }).getAttribute('aria-label'))!
  expect(after).not.toBe(before)
  // No event tells the first tab to refresh, because it was notified.
  await expect(first.getByRole('button', { name: after, exact: true })).toBeVisible()
  await second.getByRole('button', { name: 'ログアウト' }).click()
  await expect(second).toHaveURL(/\/auth\/login$/u)
  await expect(first).toHaveURL(/\/auth\/login$/u)
  await first.context().close()
})

test('a clock an hour off changes nothing', async ({ browser, site }) => {
  for (const hours of [-1, 1]) {
    const page = await pageOf(browser, site, 'rep')
    await page.clock.setSystemTime(Date.now() + hours * 3_600_000)
    await page.goto('/ad/achievements')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.url()).toContain('/ad/achievements')
    await page.context().close()
  }
})

test('local state that is damaged is thrown away, and the page stands', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'multi')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const kept = () => page.evaluate(() => localStorage.getItem('adsite.state'))
  await expect.poll(kept).not.toBeNull()
  expect(await kept()).not.toContain('accounts')
  for (const damage of ['', '%%%', '{"role":"admin"}', 'QUJD'.repeat(50)]) {
    await page.evaluate((text) => localStorage.setItem('adsite.state', text), damage)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(kept).not.toBe(damage)
  }
  await page.context().close()
})
