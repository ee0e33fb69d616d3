import type { Page } from '@playwright/test'
import { act, addressed, announce, post } from '../support/api.ts'
import { menuLink, untilQuiet, withoutAnswers } from '../support/navigation.ts'
import { expect, pageOf, roleNames, test, type RoleName } from '../support/test.ts'

const common = ['重要なお知らせ', '通知', '対応待ち', '配信状況']
const demand = ['配信ペース', '確認が必要なキャンペーン', ...common]
const cards: Readonly<Record<RoleName, readonly string[]>> = {
  admin: demand,
  advertiser: demand,
  agency: demand,
  rep: demand,
  ptd: common,
  pg: common,
}
const figures: Readonly<Record<RoleName, readonly string[]>> = {
  admin: ['表示回数', 'クリック数', 'コンバージョン数', '配信金額', '媒体費', '粗利率'],
  advertiser: ['表示回数', 'クリック数', 'コンバージョン数', '配信金額'],
  agency: ['表示回数', 'クリック数', 'コンバージョン数', '配信金額'],
  rep: ['表示回数', 'クリック数', 'コンバージョン数', '配信金額'],
  ptd: ['表示回数', 'クリック数', '収益'],
  pg: ['表示回数', 'クリック数', '収益'],
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Position and size of every part of the dashboard in whole pixels. */
function places(page: Page): Promise<(string | number)[][]> {
  return page.locator('main section').evaluateAll((sections) =>
    sections.map((section) => {
      const { x, y, width, height } = section.getBoundingClientRect()
      return [section.querySelector('h2')?.textContent ?? '', ...[x, y, width, height].map(Math.round)]
    }),
  )
}

for (const role of roleNames) {
  test(`${role} sees the cards and figures of the role, one call each, and nothing jumps`, async ({ browser, site }) => {
    const page = await pageOf(browser, site, role)
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/(?:information|notification|dashboard|campaign)/u.test(pathname)) calls.push(pathname)
    })
    // Holds all answers back until every part shows its empty state; the data must not move anything.
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/api\/(?:information|notification|dashboard|campaign)/u, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(cards[role].length)
    for (const name of cards[role]) await expect(card(page, name)).toHaveAttribute('aria-busy', 'true')
    const before = await places(page)
    answer()
    for (const name of cards[role]) {
      await expect(card(page, name)).toHaveAttribute('aria-busy', 'false')
      await expect(card(page, name).getByRole('alert')).toHaveCount(0)
    }
    await expect(page.getByRole('group', { name: /^指標/u }).getByRole('button')).toHaveText(
      figures[role].map((name) => new RegExp(`^${name}`, 'u')),
    )
    await expect(card(page, '配信状況').getByRole('img')).toBeVisible()
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted())
    expect(await places(page)).toEqual(before)
    await page.context().close()
  })
}

test('the days are in the address; the report of the same days is one click away', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'advertiser')
  await page.goto('/')
  const delivery = card(page, '配信状況')
  await expect(delivery.getByRole('radio', { name: '過去7日間' })).toBeChecked()
  const imps = delivery.getByRole('button', { name: /^表示回数/u })
  await expect(imps).toContainText('%')
  const week = await imps.textContent()
  await delivery.getByRole('radio', { name: '過去30日間' }).click()
  await expect(page).toHaveURL(/\?days=30$/u)
  await expect(imps).not.toHaveText(week!)
  const month = await imps.textContent()
  await page.reload()
  await expect(imps).toHaveText(month!)
  await page.goBack()
  await expect(imps).toHaveText(week!)
  await delivery.getByRole('button', { name: /^配信金額/u }).click()
  await expect(delivery.getByRole('img')).toHaveAttribute('aria-label', /^配信金額の日別のグラフ。/u)
  await delivery.getByRole('link', { name: '配信状況' }).click()
  await expect(page).toHaveURL(/\/ad\/achievements\?from=.*&to=.*/u)
  await expect(page.getByRole('main')).toContainText(/[\d,]+/u)
  // The figures of both screens agree.
  const total = /表示回数([\d,]+?)(?=[+-]|$)/u.exec(week!.replace(/\s|前の期間比/gu, ''))?.[1]
  expect(total).toBeDefined()
  await expect(page.getByRole('main')).toContainText(total!)
  await page.context().close()
})

test('the bell leads to what it rings for, and rests once all is confirmed', async ({ browser, site }) => {
  const admin = await pageOf(browser, site, 'admin')
  await announce(admin.request, '鐘を鳴らすお知らせ', { is_important: true, target_roles: ['agency'] })
  const page = await pageOf(browser, site, 'agency')
  const { data } = (await (await page.request.get('/api/account/me')).json()) as { data: { using_account_id: number } }
  await post(admin.request, '/api/notification', { account_id: data.using_account_id, text: '精算の準備ができました。' })
  await page.goto('/ad/achievements')
  // Followed while the area still loads; the user is not taken back.
  const bell = page.getByRole('link', { name: 'お知らせがあります。' })
  await bell.focus()
  await expect(page.getByText('お知らせがあります。', { exact: true })).toBeVisible()
  await bell.press('Enter')
  await expect(page).toHaveURL(/\/$/u)
  await expect(card(page, '重要なお知らせ')).toContainText('鐘を鳴らすお知らせ')
  await expect(card(page, '通知')).toContainText('精算の準備ができました。')
  for (const name of ['重要なお知らせ', '通知']) {
    const confirm = card(page, name).getByRole('button', { name: /^確認済みにする/u })
    await expect(card(page, name)).toHaveAttribute('aria-busy', 'false')
    for (let left = await confirm.count(); left > 0; left -= 1) {
      await confirm.first().click()
      await expect(confirm).toHaveCount(left - 1)
    }
  }
  await expect(page.getByRole('link', { name: '新しいお知らせはありません。' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: '新しいお知らせはありません。' })).toBeVisible()
  // It is shown again when the tab regains focus.
  await announce(admin.request, '二度目のお知らせ', { is_important: true, target_roles: ['agency'] })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('link', { name: 'お知らせがあります。' })).toBeVisible()
  for (const opened of [admin, page]) await opened.context().close()
})

test('notices are those of the account in use', async ({ browser, site }) => {
  const admin = await pageOf(browser, site, 'admin')
  await announce(admin.request, 'メディアだけのお知らせ', { is_important: true, target_roles: ['pg'] })
  const page = await pageOf(browser, site, 'multi')
  await page.goto('/')
  await expect(card(page, '重要なお知らせ')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText('メディアだけのお知らせ')).toHaveCount(0)
  await page.getByRole('button', { name: /^利用中のアカウント/u }).click()
  const dialog = page.getByRole('dialog', { name: 'アカウント選択' })
  await dialog.getByRole('radio', { name: /^メディアグループ/u }).check()
  await dialog.getByRole('button', { name: '選択' }).click()
  await expect(card(page, '重要なお知らせ')).toContainText('メディアだけのお知らせ')
  for (const opened of [admin, page]) await opened.context().close()
})

test('a server that fails for one card takes nothing else along', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { locale: 'en-US' })
  let broken = true
  const refuse = {
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify({ code: 'internal', message: 'A server error occurred.' }),
  }
  await page.route('**/api/dashboard/delivery*', (route) => (broken ? route.fulfill(refuse) : route.continue()))
  await page.route('**/api/notification*', (route) => (broken ? route.fulfill(refuse) : route.continue()))
  await page.goto('/')
  for (const name of ['Delivery', 'Notifications'])
    await expect(card(page, name).getByRole('alert')).toContainText('A server error occurred.')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(card(page, 'Waiting for you')).toHaveAttribute('aria-busy', 'false')
  broken = false
  for (const name of ['Delivery', 'Notifications']) await card(page, name).getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, 'Delivery').getByRole('img')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await page.context().close()
})

test('what waits and what needs attention leads to the screen that acts', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const { data } = await post(page.request, '/api/company', { ...addressed, name: '与信待ち商会' })
  await act(page.request, '/api/company', data.id, 'apply_credit')
  await page.goto('/')
  const review = card(page, '対応待ち').getByRole('link', { name: '与信の審査待ち' })
  const count = (await review.locator('xpath=..').textContent())!.replace(/\D/gu, '')
  await review.click()
  await expect(page).toHaveURL(/\/op\/company\?credit_status=APPLIED%2CRAISE_APPLIED$/u)
  await expect(page.getByRole('main')).toContainText(`${count} 件`)
  await page.goBack()
  const first = card(page, '確認が必要なキャンペーン').getByRole('listitem').first()
  const name = (await first.getByRole('link').textContent())!
  await first.getByRole('link').click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText(name)
  await page.context().close()
})

test('what one points at in the menu is fetched, code and data, before the click', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const measuring = page.waitForResponse((response) => response.url().includes('/web-vitals.'))
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  await menu.getByRole('button', { name: '運用管理', exact: true }).click()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const times = (path: string) => asked.filter((one) => one === path).length
  for (const [entry, call] of [
    ['フォーマット一覧', '/api/format'],
    ['代理店一覧', '/api/account/agency'],
  ] as const) {
    await (await menuLink(page, entry)).hover()
    await expect.poll(() => times(call)).toBe(1)
  }
  // The page loads it some seconds after its first screen, whatever the user does.
  await measuring
  await untilQuiet(page)
  const before = asked.length
  await menu.getByRole('link', { name: '代理店一覧', exact: true }).click()
  await expect(page.getByRole('main').getByRole('table').getByRole('rowheader').first()).toBeVisible()
  // A page that is left alone reads the files of the other areas, whenever that is.
  const needed = asked.slice(before).filter((path) => !/^\/r\/(?:ad|md)\//u.test(path))
  expect(needed.filter((path) => path.startsWith('/api/account/agency') || path.endsWith('.js'))).toEqual([])
  await page.context().close()
})

test('a page that is opened without its data asks for them as soon as it knows who comes, before its frame is there', async ({
  browser,
  site,
}) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/')
  // A page fetches ahead only if an earlier one left a session behind, which is encrypted and stored in the background.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('adsite.state'))).not.toBeNull()
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/company?q=%E6%A0%AA%E5%BC%8F'))
  await page.route(/\/r\/shell\/[^/]+\/base\.\w+\.js$/u, async (route) => {
    await asked
    await route.continue()
  })
  await withoutAnswers(page, '/op/company?*')
  await page.goto('/op/company?q=株式')
  await expect(page.getByRole('main').getByRole('table').getByRole('rowheader').first()).toBeVisible()
  await page.context().close()
})
