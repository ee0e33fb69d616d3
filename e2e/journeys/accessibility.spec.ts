import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, pageOf, test } from '../support/test.ts'

const screens = [
  '/',
  '/ad/campaign',
  '/ad/campaign/create',
  '/ad/campaign/:campaign',
  '/ad/achievements',
  '/ad/achievements?group_by=campaign',
  '/md/ad_space',
  '/md/ad_space/:space',
  '/information',
  '/information/:information',
  '/op/information',
  '/op/information/create',
  '/op/information/:information',
  '/op/information/:information?edit=1',
  '/op/company',
  '/op/company/create',
  '/op/company/:company',
]

async function addressOf(page: Page, screen: string): Promise<string> {
  const record = /:(\w+)/u.exec(screen)?.[1]
  if (!record) return screen
  const { data } = (await (await page.request.get(`/api/${record}/select_list`)).json()) as { data: { id: number }[] }
  return screen.replace(/:\w+/u, String(data[0]!.id))
}

async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, what).toEqual([])
}

/** Nothing is still loading, and nothing moves. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

for (const { locale, width } of [
  { locale: 'ja-JP', width: 1440 },
  { locale: 'en-US', width: 390 },
]) {
  test(`axe finds nothing on any screen (${locale}, ${width} px)`, async ({ browser, site }) => {
    test.slow()
    const page = await pageOf(browser, site, 'admin', { locale, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    for (const screen of screens) {
      await page.goto(await addressOf(page, screen))
      await settled(page)
      await expectAccessible(page, screen)
    }
    await page.context().clearCookies()
    await page.goto('/auth/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, '/auth/login')
    await page.context().close()
  })
}

test('no screen is wider than the phone it is read on', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { viewport: { width: 390, height: 844 } })
  for (const screen of screens) {
    await page.goto(await addressOf(page, screen))
    await settled(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow, screen).toBe(0)
  }
  await page.context().close()
})
