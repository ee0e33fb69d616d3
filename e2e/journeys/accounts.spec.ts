import type { Page } from '@playwright/test'
import { expect, pageOf, test } from '../support/test.ts'

const chip = (page: Page) => page.getByRole('button', { name: /^利用中のアカウント/u })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'アカウント選択' })
const rail = (page: Page) => page.getByRole('navigation', { name: 'メインメニュー' })

async function switchTo(page: Page, role: string): Promise<void> {
  await chip(page).click()
  await dialog(page)
    .getByRole('radio', { name: new RegExp(`^${role} `, 'u') })
    .check()
  await dialog(page).getByRole('button', { name: '選択' }).click()
}

test('one account: the chip shows it and opens nothing', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/')
  await expect(page.getByRole('banner').getByTitle(/^利用中のアカウント/u)).toBeVisible()
  await expect(chip(page)).toHaveCount(0)
  await page.context().close()
})

test('several accounts: switching tells the server, shows the alert and passes /tmp', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'multi')
  await page.goto('/ad/achievements')
  await expect(page.getByRole('heading', { level: 1, name: '配信結果' })).toBeVisible()
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  const cookieBefore = (await page.context().cookies()).find(({ name }) => name === 'adsite_session')?.value
  await chip(page).click()
  await expect(dialog(page).getByRole('radio')).toHaveCount(3)
  await expect.poll(async () => Math.round((await dialog(page).boundingBox())!.width)).toBe(500)
  await dialog(page)
    .getByRole('radio', { name: /^メディアグループ /u })
    .check()
  const told = page.waitForResponse((response) => response.url().endsWith('/api/change-role'))
  await dialog(page).getByRole('button', { name: '選択' }).click()
  expect((await told).status()).toBe(201)
  await expect(page.getByText('アカウントを切り替えました')).toBeVisible()
  await expect.poll(() => visited).toContain('/tmp')
  await expect(rail(page).getByRole('button', { name: '媒体管理' })).toBeVisible()
  await expect(rail(page).getByRole('button', { name: '広告管理' })).toHaveCount(0)
  expect((await page.context().cookies()).find(({ name }) => name === 'adsite_session')?.value).not.toBe(cookieBefore)
  // The alert closes by itself.
  await expect(page.getByText('アカウントを切り替えました')).toBeHidden()
  await page.context().close()
})

test('a switch in another tab is noticed on return, and no write lands in the wrong account', async ({ browser, site }) => {
  const first = await pageOf(browser, site, 'multi')
  await first.goto('/')
  await switchTo(first, '広告主')
  await first.goto('/ad/achievements')
  await expect(first.getByRole('heading', { level: 1, name: '配信結果' })).toBeVisible()
  const second = await first.context().newPage()
  await second.goto('/')
  await switchTo(second, 'メディアグループ')
  await expect(rail(second).getByRole('button', { name: '媒体管理' })).toBeVisible()

  // The first tab still shows the former account, so its requests are refused instead of being answered for another.
  const refused = await first.evaluate(async () => {
    const me = (await (await fetch('/api/account/me')).json()) as { data: { using_account_id: number; accounts: { account_id: number }[] } }
    const other = me.data.accounts.find(({ account_id }) => account_id !== me.data.using_account_id)!
    const answer = await fetch('/api/space/select_list', { headers: { 'X-Account-Id': String(other.account_id) } })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  })
  expect(refused).toEqual([409, 'account_changed'])

  await first.bringToFront()
  await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(rail(first).getByRole('button', { name: '媒体管理' })).toBeVisible()
  await expect(rail(first).getByRole('button', { name: '広告管理' })).toHaveCount(0)
  await first.context().close()
})
