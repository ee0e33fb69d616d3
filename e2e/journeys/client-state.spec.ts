import type { Page } from '@playwright/test'
import { announce } from '../support/api.ts'
import { chooseFromMenu, expectScreen, withoutAnswers } from '../support/navigation.ts'
import { visit } from '../support/routes.ts'
import { demoPassword, expect, pageOf, test } from '../support/test.ts'

const rail = (page: Page) => page.getByRole('navigation', { name: 'メインメニュー' })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('adsite.state'))
const open = (page: Page) => rail(page).locator('[aria-expanded=true]')

/** Client state is written asynchronously: waits for the next write. */
async function written(page: Page, work: () => Promise<void>): Promise<void> {
  const before = await kept(page)
  await work()
  await expect.poll(() => kept(page)).not.toBe(before)
}

test('the menus exclude each other; the open one outlives a reload, and is not there in another tab', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/')
  for (const area of ['広告管理', '媒体管理', '運用管理']) {
    await written(page, () => rail(page).getByRole('button', { name: area, exact: true }).click())
    await expect(open(page)).toHaveAccessibleName(area)
  }
  await page.reload()
  await expect(open(page)).toHaveAccessibleName('運用管理')
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(rail(other).getByRole('button', { name: '運用管理' })).toHaveAttribute('aria-expanded', 'false')
  await page.bringToFront()
  await page.keyboard.press('Escape')
  await expect(open(page)).toHaveCount(0)
  await page.context().close()
})

test('what waits is on show at once after a reload, before the server has said it again; a sign-out removes all', async ({
  browser,
  site,
}) => {
  const admin = await pageOf(browser, site, 'admin')
  await announce(admin.request, '再読み込みのあとも残るお知らせ', { is_important: true, target_roles: ['rep'] })
  await admin.context().close()
  const page = await pageOf(browser, site, 'rep')
  const bell = page.getByRole('link', { name: 'お知らせがあります。' })
  await page.goto('/')
  await written(page, () => page.goto('/ad/achievements').then(() => expect(bell).toBeVisible()))
  await page.route(/\/api\/(?:information|notification)/u, (route) => route.fulfill({ status: 503 }))
  await page.reload()
  await expect(bell).toBeVisible()
  expect(await kept(page)).not.toContain('お知らせ')
  // Signs out whatever the server answers (spec/site "Sign-out").
  await page.route('**/logout', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'サーバーでエラーが発生しました' } }),
  )
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/u)
  expect(await kept(page)).toBeNull()
  await page.context().close()
})

test('a message closes by itself after four seconds, and the next one takes its place', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'pg')
  await page.goto('/')
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const messages = page.getByRole('alert').getByText('表示権限がありません')
  for (let time = 0; time < 2; time += 1) {
    await visit(page, '/op/company')
    await expect(messages).toHaveCount(1)
    await page.clock.runFor(3000)
  }
  await expect(messages).toBeVisible()
  await page.clock.runFor(1500)
  await expect(messages).toHaveCount(0)
  await page.context().close()
})

test('a server that is away: the page says so and goes on when it is back; a refused switch changes nothing', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'multi')
  await page.route('**/api/account/me', (route) => route.fulfill({ status: 503 }))
  await withoutAnswers(page, '/')
  await page.goto('/')
  await expect(page.getByText('アカウント情報を取得できませんでした')).toBeVisible()
  await page.getByRole('button', { name: /再\s*試行/u }).click()
  await expect(page.getByText('アカウント情報を取得できませんでした')).toBeVisible()
  // The page tries again by itself as well.
  await page.unroute('**/api/account/me')
  await expect(page.getByRole('banner')).toBeVisible()

  const chip = page.getByRole('button', { name: /^利用中のアカウント/u })
  const before = await chip.textContent()
  await page.route('**/api/change-role', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: '切り替えできません' } }),
  )
  await chip.click()
  const dialog = page.getByRole('dialog', { name: 'アカウント選択' })
  await dialog.getByRole('radio', { checked: false }).first().check()
  await dialog.getByRole('button', { name: '選択' }).click()
  await expect(page.getByText('切り替えできません')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(chip).toHaveText(before!)
  await page.context().close()
})

test('the account in use has no role: role not found., and the login', async ({ page }) => {
  await page.route('**/login', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { using_account_id: number } }
    return route.fulfill({ response: answer, json: { data: { ...body.data, using_account_id: 999_999 } } })
  })
  await page.goto('/auth/login')
  await page.getByLabel('メールアドレス').fill('rep@demo.example')
  await page.getByLabel('パスワード').fill(demoPassword)
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByText('role not found.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login/u)
})

test('an area that was open before is entered without a placeholder', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/op/company')
  await expectScreen(page, '企業一覧')
  await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
  // The former screen has a table too and stands until the area is there; only the heading tells that it is.
  await expect(page.getByRole('heading', { level: 1, name: 'キャンペーン一覧' })).toBeVisible()
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      if (!document.querySelector('main h1')) seen.push(document.querySelector('main')?.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
  })
  await chooseFromMenu(page, '運用管理', '企業一覧')
  await expectScreen(page, '企業一覧')
  await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
  await expectScreen(page, 'キャンペーン一覧')
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
  await page.context().close()
})

test('offline, a screen that is not there yet says so, and comes by itself with the connection', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const offline = page.getByText('オフラインのため読み込めません。接続が回復すると自動的に読み込みます。')
  for (const [area, item] of [
    ['運用管理', '企業一覧'],
    ['媒体管理', '広告枠一覧'],
  ] as const) {
    await page.context().setOffline(true)
    await chooseFromMenu(page, area, item)
    await expect(offline).toBeVisible()
    await page.context().setOffline(false)
    await expectScreen(page, item)
    await expect(offline).toHaveCount(0)
  }
  await page.context().close()
})
