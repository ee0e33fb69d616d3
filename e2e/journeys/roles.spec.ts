import { may } from '@adsite/contract'
import type { Page } from '@playwright/test'
import { addressOf, expectOpened, publishedRoutes, specifiedRoles, visit } from '../support/routes.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, roleNames, test, type RoleName } from '../support/test.ts'

/** Number of menu entries that an area needs to be shown (spec/site "Sidebar"). */
const areas = [
  { area: 'ad', ja: '広告管理', en: 'Advertising', atLeast: 1 },
  { area: 'md', ja: '媒体管理', en: 'Media', atLeast: 1 },
  { area: 'op', ja: '運用管理', en: 'Operations', atLeast: 2 },
]

const languages = {
  ja: { locale: 'ja-JP', menu: 'メインメニュー', denied: '表示権限がありません' },
  en: { locale: 'en-US', menu: 'Main menu', denied: 'You do not have permission to view this.' },
} as const
type Language = keyof typeof languages

/** Each role in one language, and each side of the business in both. */
const languageOf: Readonly<Record<RoleName, Language>> = { admin: 'ja', advertiser: 'en', agency: 'ja', rep: 'en', ptd: 'ja', pg: 'en' }

/**
 * Visits within one page every route that the role may open, and one of each area that it may not: that is reported and
 * leads to /. The administrator's screens are covered by accessibility.spec.ts with the same checks.
 */
async function walk(page: Page, role: RoleName, language: Language): Promise<void> {
  for (const [area, routes] of Object.entries(await publishedRoutes(page.request))) {
    const { open = [], refused = [] } = Object.groupBy(routes, ({ path }) => (specifiedRoles(path)?.includes(role) ? 'open' : 'refused'))
    const visited = role === 'admin' && areas.some((known) => known.area === area) ? [] : open
    for (const route of visited) {
      const address = await addressOf(page.request, route)
      await visit(page, address)
      await expectOpened(page, route, address, language)
    }
    // Every role tries another one.
    const denied = refused[roleNames.indexOf(role) % Math.max(refused.length, 1)]
    if (!denied) continue
    const address = await addressOf(page.request, denied)
    await visit(page, address)
    await expect(page, address).toHaveURL(/\/$/u)
    await expect(page.getByText(languages[language].denied), address).toBeVisible()
  }
}

test('each route that an area publishes is granted to the roles that the specification names', async ({ page }) => {
  const tables = await publishedRoutes(page.request)
  expect(Object.keys(tables).toSorted()).toEqual(['ad', 'information', 'md', 'op', 'releases'])
  for (const { path, permission } of Object.values(tables).flat()) {
    expect(specifiedRoles(path), path).toBeDefined()
    // The shell's own screens are in no manifest; the walks below try them with every role.
    if (permission)
      expect(
        roleNames.filter((role) => may(role, permission)),
        path,
      ).toEqual(roleNames.filter((role) => specifiedRoles(path)?.includes(role)))
  }
})

for (const role of roleNames) {
  test(`${role} opens what the role may, and nothing else`, async ({ browser, site }) => {
    test.slow()
    const language = languageOf[role]
    const page = await pageOf(browser, site, role, { locale: languages[language].locale })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto('/')
    const rail = page.getByRole('navigation', { name: languages[language].menu })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const tables = await publishedRoutes(page.request)
    for (const { area, atLeast, ...titles } of areas) {
      const entries = tables[area]!.filter(({ path, menu }) => menu && specifiedRoles(path)?.includes(role))
      await expect(rail.getByRole('button', { name: titles[language], exact: true })).toHaveCount(entries.length >= atLeast ? 1 : 0)
    }
    await walk(page, role, language)
    expect(errors).toEqual([])
    await page.context().close()
  })
}

test('signed out, every screen leads to the login', async ({ page }) => {
  await page.goto('/')
  for (const { path } of Object.values(await publishedRoutes(page.request)).flat()) {
    await visit(page, path.replaceAll(/:\w+/gu, '1'))
    await expect(page, path).toHaveURL(/\/auth\/login/u)
    await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible()
  }
})

test('an unknown address leads to /', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'agency')
  for (const address of ['/nowhere', '/ad/nowhere', '/op/company/1/nowhere', '/constructor', '/__proto__/a']) {
    await page.goto(address)
    await expect(page, address).toHaveURL(/\/$/u)
  }
  await page.context().close()
})

async function idsSeenBy(site: Site, browser: Parameters<typeof pageOf>[0], role: RoleName, list: string): Promise<number[]> {
  const page = await pageOf(browser, site, role)
  const { data } = (await (await page.request.get(list)).json()) as { data: { id: number }[] }
  await page.context().close()
  return data.map(({ id }) => id)
}

test('a record of somebody else is as absent as one that does not exist', async ({ browser, site }) => {
  const [all, own] = await Promise.all([
    idsSeenBy(site, browser, 'admin', '/api/campaign/select_list'),
    idsSeenBy(site, browser, 'advertiser', '/api/campaign/select_list'),
  ])
  const foreign = all.find((id) => !own.includes(id))!
  expect(foreign).toBeDefined()
  const page = await pageOf(browser, site, 'advertiser')
  for (const id of [foreign, 999_999_999]) {
    const answer = await page.request.get(`/api/campaign/${id}`)
    expect(answer.status()).toBe(404)
    await page.goto(`/ad/campaign/${id}`)
    await expect(page.getByRole('main')).toContainText('見つかりません')
  }
  await page.context().close()
})
