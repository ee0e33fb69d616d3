import type { Page } from '@playwright/test'
import { expectAccessible, views } from '../support/accessibility.ts'
import { chooseFromMenu, expectScreen, holdScript } from '../support/navigation.ts'
import { demoPassword, expect, pageOf, test, type DemoUser } from '../support/test.ts'

/** Opens a page whose script has not come yet; `also` is in its early frame. */
async function openHeld(page: Page, path: string, also = '*'): Promise<() => void> {
  const release = await holdScript(page)
  // On a machine that is too slow for it, a page is sent without its early frame, or without the rows in it.
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#early-frame')).toBeVisible({ timeout: 5000 })
    await expect(page.locator('#early-frame').locator(also)).not.toHaveCount(0, { timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  return release
}

const early = (page: Page) => page.locator('#early-frame')

type Box = readonly [x: number, y: number, width: number, height: number]

/** Where what is on show is; of texts, whose font is still to come, only where they begin, and of those in the middle on which line. */
function boxes(page: Page, selectors: Readonly<Record<string, string>>): Promise<Record<string, Box[]>> {
  return page.evaluate(
    (all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, selector]) => {
          const shown = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }))
          return [
            name,
            shown.map((element): Box => {
              const { x, y, width, height } = element.getBoundingClientRect()
              if (name === 'site') return [0, y, 0, height]
              return name === 'title' ? [x, y, 0, height] : [x, y, width, height]
            }),
          ]
        }),
      ),
    selectors,
  )
}

const inFrame = {
  header: '.ef-header',
  rail: '.ef-rail',
  areas: '.ef-area svg',
  menu: '.ef-menu svg',
  crumbs: '.ef-crumbs',
  title: '.ef-title',
  heads: '.ef-table th',
  row: '.ef-table thead tr',
  cells: '.ef-table tbody tr:nth-child(-n + 8) > *',
}
const inPage: typeof inFrame = {
  header: 'header',
  rail: '#main-menu > div',
  areas: '#main-menu button svg',
  menu: '#open-menu svg',
  crumbs: 'main nav ol',
  title: 'main h1',
  heads: 'main thead th',
  row: 'main thead tr',
  cells: 'main tbody tr:nth-child(-n + 8) > *',
}

const lists: readonly (readonly [user: DemoUser, path: string])[] = [
  ['admin', '/op/company?sort=-name'],
  ['advertiser', '/ad/campaigns'],
  // Without checkboxes.
  ['advertiser', '/ad/creative_group'],
]

for (const { locale, width } of views) {
  test(`before its script a list shows account, areas, title, heads and rows where they stay (${locale}, ${width})`, async ({
    browser,
    site,
  }) => {
    const isPhone = width < 600
    for (const [user, path] of lists) {
      const page = await pageOf(browser, site, user, { locale, viewport: { width, height: 900 } })
      const refused: string[] = []
      page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
      const release = await openHeld(page, path, 'tbody .ef-edge')
      const names = early(page).locator('tbody .ef-edge')
      const told = (await names.allTextContents()).slice(0, 8)
      const before = await boxes(page, inFrame)
      const heads = await early(page).locator('thead').textContent()
      const title = await early(page).locator('.ef-title').textContent()
      const account = await early(page).locator('.ef-account').textContent()
      await page.screenshot({ path: test.info().outputPath(`${user}-early.png`) })
      release()
      await expect(page.locator('#early-frame')).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(title ?? '')
      await expect(page.getByRole('banner')).toContainText(account ?? '')
      await expect(page.locator(isPhone ? 'main li > div' : 'main tr[data-chosen]').first()).toBeVisible()
      if (!isPhone) {
        expect(await page.locator('main thead').textContent()).toBe(heads)
        expect((await page.locator('main tbody th a').allTextContents()).slice(0, 8)).toEqual(told)
      }
      const after = await boxes(page, inPage)
      await page.screenshot({ path: test.info().outputPath(`${user}-final.png`) })
      expect(Object.entries(before).map(([name, { length }]) => [name, length])).toEqual(
        Object.entries(after).map(([name, { length }]) => [name, length]),
      )
      for (const [name, places] of Object.entries(before)) {
        const moved = places.flatMap((box, at) => box.map((value, side) => Math.abs(value - after[name]![at]![side]!)))
        expect(Math.max(0, ...moved), `${path} ${name}`).toBeLessThanOrEqual(1)
      }
      expect(before.cells?.length).toBe(isPhone ? 0 : told.length * (before.heads?.length ?? 0))
      expect(before.areas?.length).toBe(width < 960 ? 0 : user === 'admin' ? 3 : 1)
      expect(refused).toEqual([])
      await expectAccessible(page, path)
      await page.context().close()
    }
  })
}

test('a record has its place and no title, a page that the role may not open neither, and other pages have no frame', async ({
  browser,
  site,
}) => {
  const admin = await pageOf(browser, site, 'admin')
  const release = await openHeld(admin, '/op/company/1')
  await expect(early(admin).locator('.ef-crumbs')).toContainText('企業一覧')
  await expect(early(admin).locator('.ef-title, table')).toHaveCount(0)
  release()
  await expect(early(admin)).toHaveCount(0)
  await admin.context().close()

  const advertiser = await pageOf(browser, site, 'advertiser')
  const releaseOther = await openHeld(advertiser, '/op/company')
  await expect(early(advertiser)).not.toContainText('企業')
  releaseOther()
  await expect(advertiser.getByText('表示権限がありません')).toBeVisible()
  await expect(early(advertiser)).toHaveCount(0)
  for (const path of ['/auth/login', '/auth/forgot', '/tmp?to=%2F', '/nothing']) {
    const html = await (await advertiser.request.get(path, { headers: { Accept: 'text/html' } })).text()
    expect(html, path).not.toContain('early-frame')
  }
  await advertiser.context().close()
})

test('it comes in the language that was chosen in this browser', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/op/company')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies')
  const release = await openHeld(page, '/op/company')
  await expect(early(page).locator('.ef-title')).toHaveText('Companies')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  release()
  await expect(page.locator('main tr[data-chosen]').first()).toBeVisible()
  // What the page was sent with is in that language, too.
  expect(calls).not.toContain('/api/company')
  await page.context().close()
})

test('a click that goes elsewhere while the page is still coming ends it', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const { promise, resolve } = Promise.withResolvers<void>()
  // The areas themselves do not come, so that one placeholder follows the other.
  await page.route(/\/r\/(?:op|ad)\/.*\.js$/u, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/op/company')
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  await expect(menu).toBeVisible()
  await expect(early(page).locator('.ef-title')).toHaveText('企業一覧')
  await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
  await expect(page).toHaveURL(/\/ad\/campaign$/u)
  // Before the area is given up, whose failure would end it as well.
  await expect(early(page)).toHaveCount(0, { timeout: 5000 })
  resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await page.context().close()
})

const inEarlyLogin = {
  site: '.el-site',
  card: '.el-card',
  title: '.el-card h1',
  arrival: '.el-arrival',
  labels: '.el-card label',
  inputs: '.el-card input',
  buttons: '.el-card button',
  forgotten: '.el-card a',
}
const inLogin: typeof inEarlyLogin = {
  site: 'main > p',
  card: 'main > div',
  title: 'main h1',
  arrival: 'main [role=alert] p',
  labels: 'main label',
  inputs: 'main input',
  buttons: 'main > div > :not(:first-child) button, main > div > button',
  forgotten: 'main > div > a',
}

for (const { locale, width } of views) {
  test(`the login can be typed into before its script, which goes on there (${locale}, ${width})`, async ({ browser, site }) => {
    // Passkeys belong to names of hosts.
    const baseURL = locale === 'ja-JP' ? site.url.replace('127.0.0.1', 'localhost') : site.url
    const context = await browser.newContext({ baseURL, locale, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    const release = await openHeld(page, '/auth/login?error=unauthorized')
    await expectAccessible(page, 'early login')
    const before = await boxes(page, inEarlyLogin)
    const texts = (await early(page).locator('.el-card').innerText()).split(/\s+/u)
    await page.screenshot({ path: test.info().outputPath('early.png') })

    const address = page.url()
    await early(page).locator('input').first().click()
    await page.keyboard.type('advertiser@demo.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Demo-2026')
    release()
    await expect(early(page)).toHaveCount(0)
    expect(page.url()).toBe(address)
    const after = await boxes(page, inLogin)
    await page.screenshot({ path: test.info().outputPath('final.png') })
    expect((await page.locator('main > div').innerText()).split(/\s+/u)).toEqual(texts)
    for (const [name, places] of Object.entries(before)) {
      expect(places.length, name).toBe(after[name]!.length)
      const moved = places.flatMap((box, at) => box.map((value, side) => Math.abs(value - after[name]![at]![side]!)))
      expect(Math.max(0, ...moved), name).toBeLessThanOrEqual(1)
    }
    await page.keyboard.type('-adsite')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText('株式会社')
    // The form makes no call that is refused for lack of a session.
    expect(refused).toEqual([])
    await context.close()
  })
}

test('the login that is sent before its script has come is sent once it has, and puts nothing into the address', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const release = await openHeld(page, '/auth/login?to=%2Fad%2Fcampaigns')
  const address = page.url()
  await early(page).locator('input').first().fill('advertiser@demo.example')
  await early(page).locator('input').last().fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(early(page).getByRole('button', { name: 'ログイン', exact: true })).toHaveCSS('opacity', '0.6')
  await page.screenshot({ path: test.info().outputPath('sent.png') })
  expect(page.url()).toBe(address)
  release()
  await expect(page).toHaveURL(/\/ad\/campaigns$/u)
  await expectScreen(page, 'キャンペーン')
  await context.close()
})
