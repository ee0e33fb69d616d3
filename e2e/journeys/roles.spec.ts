import type { Page } from '@playwright/test'
import type { Site } from '../support/site.ts'
import { expect, pageOf, roleNames, test, type RoleName } from '../support/test.ts'

/** The route table of SPEC section 2 (and DOMAIN "Gaps"), for the screens that exist: who may open what. */
const routes: readonly { path: (id: number) => string; title: string; roles: readonly RoleName[]; record?: string }[] = [
  { path: () => '/ad/campaign', title: 'キャンペーン一覧', roles: ['admin'] },
  { path: () => '/ad/campaign/create', title: 'キャンペーン登録', roles: ['admin'] },
  {
    path: (id) => `/ad/campaign/${id}`,
    title: 'キャンペーン詳細',
    roles: ['admin', 'advertiser', 'agency', 'rep'],
    record: '/api/campaign/select_list',
  },
  { path: () => '/ad/achievements', title: '配信結果', roles: ['admin', 'advertiser', 'agency', 'rep'] },
  { path: () => '/md/ad_space', title: '広告枠一覧', roles: ['admin', 'ptd', 'pg'] },
  { path: (id) => `/md/ad_space/${id}`, title: '広告枠詳細', roles: ['admin', 'ptd', 'pg'], record: '/api/space/select_list' },
  { path: () => '/information', title: 'お知らせ', roles: roleNames },
  { path: (id) => `/information/${id}`, title: 'お知らせ詳細', roles: roleNames, record: '/api/information/view_only' },
  { path: () => '/op/information', title: 'お知らせ管理', roles: ['admin'] },
  { path: () => '/op/information/create', title: 'お知らせ登録', roles: ['admin'] },
  { path: (id) => `/op/information/${id}`, title: 'お知らせ詳細', roles: ['admin'], record: '/api/information/select_list' },
  { path: () => '/op/company', title: '企業一覧', roles: ['admin'] },
  { path: () => '/op/company/create', title: '企業登録', roles: ['admin'] },
  { path: (id) => `/op/company/${id}`, title: '企業詳細', roles: ['admin'], record: '/api/company/select_list' },
]

/** Which areas' menus each role sees; op only with more than one entry (SPEC section 2, "Sidebar"). */
const menus: Readonly<Record<RoleName, readonly string[]>> = {
  admin: ['広告管理', '媒体管理', '運用管理'],
  advertiser: ['広告管理'],
  agency: ['広告管理'],
  rep: ['広告管理'],
  ptd: ['媒体管理'],
  pg: ['媒体管理'],
}

async function firstId(page: Page, list: string | undefined): Promise<number> {
  if (!list) return 0
  const answer = await page.request.get(list)
  if (answer.status() === 403) return 1
  const { data } = (await answer.json()) as { data: { id: number }[] }
  expect(data.length, list).toBeGreaterThan(0)
  return data[0]!.id
}

for (const role of roleNames) {
  test(`${role} opens what the role may, and nothing else`, async ({ browser, site }) => {
    test.slow()
    const page = await pageOf(browser, site, role)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto('/')
    const rail = page.getByRole('navigation', { name: 'メインメニュー' })
    for (const area of menus.admin) {
      await expect(rail.getByRole('button', { name: area, exact: true })).toHaveCount(menus[role].includes(area) ? 1 : 0)
    }
    for (const { path, title, roles, record } of routes) {
      const address = path(await firstId(page, record))
      await page.goto(address)
      if (roles.includes(role)) {
        await expect(page.getByRole('navigation', { name: '現在地' }), address).toContainText(title)
        await expect(page, address).toHaveURL(new RegExp(`${address}(\\?|$)`, 'u'))
        await expect(page.getByRole('main').getByRole('heading', { level: 1 }), address).toBeVisible()
      } else {
        await expect(page.getByText('表示権限がありません'), address).toBeVisible()
        await expect(page, address).toHaveURL(/\/$/u)
      }
    }
    expect(errors).toEqual([])
    await page.context().close()
  })
}

test('signed out, every screen leads to the login', async ({ page }) => {
  for (const { path } of routes) {
    await page.goto(path(1))
    await expect(page).toHaveURL(/\/auth\/login/u)
  }
})

test('an unknown address leads to /', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'agency')
  for (const address of ['/nowhere', '/ad/nowhere', '/op/company/1/nowhere']) {
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
