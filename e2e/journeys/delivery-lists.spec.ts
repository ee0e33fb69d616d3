import type { Page } from '@playwright/test'
import { post } from '../support/api.ts'
import { countClicks } from '../support/clicks.ts'
import { expect, pageOf, roleNames, test, type RoleName } from '../support/test.ts'

const laptop = { width: 1366, height: 768 }

const lists: Readonly<Record<RoleName, readonly string[]>> = {
  admin: ['/ad/campaign', '/ad/advertisement', '/ad/creative', '/md/ad_space'],
  advertiser: ['/ad/campaigns', '/ad/advertisement', '/ad/creative'],
  agency: ['/ad/campaigns', '/ad/advertisement', '/ad/creative'],
  rep: ['/ad/campaigns', '/ad/advertisement'],
  ptd: ['/md/ad_space'],
  pg: ['/md/ad_space'],
}

/** What of a list cannot be seen: by how much it scrolls sideways, and names whose end is cut off. */
function unseen(page: Page) {
  return page.getByRole('table').evaluate((table) => {
    const frame = table.parentElement!
    const ends = [...table.querySelectorAll<HTMLElement>('tbody th[scope=row]')].map((cell) => {
      const parts = [...cell.querySelectorAll<HTMLElement>('a span span')]
      const end = (parts.at(-1) ?? cell.querySelector<HTMLElement>('a') ?? cell).getBoundingClientRect()
      return { name: cell.title, isCut: end.width < 1 || end.right > cell.getBoundingClientRect().right + 1 }
    })
    return {
      page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      table: frame.scrollWidth - frame.clientWidth,
      cut: ends.flatMap(({ name, isCut }) => (isCut ? [name] : [])),
      names: ends.length,
    }
  })
}

for (const role of roleNames)
  // The columns of one role are as wide in both languages as those of another.
  for (const locale of role === 'admin' ? ['ja-JP', 'en-US'] : ['ja-JP'])
    test(`no list of ${role} scrolls sideways on a laptop, and the ends of names are seen, in ${locale}`, async ({ browser, site }) => {
      test.slow()
      const page = await pageOf(browser, site, role, { viewport: laptop, locale })
      for (const path of lists[role]) {
        await page.goto(path)
        await expect(page.locator('tfoot td').first()).toBeVisible()
        await expect(page.locator('tbody th[scope=row]').first()).toBeVisible()
        const found = await unseen(page)
        expect([path, found]).toEqual([path, { page: 0, table: 0, cut: [], names: found.names }])
        expect([path, found.names > 0]).toEqual([path, true])
      }
    })

test('the end of a long name is seen, whether it stands apart or not', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { viewport: laptop })
  const { data } = (await (await page.request.get('/api/account/advertiser/select_list')).json()) as { data: { id: number }[] }
  const names = [
    '箱根温泉の宿と周辺の観光案内に関する長い名前のキャンペーン第一弾',
    'NameWithoutAnySpaceThatIsMuchLongerThanItsColumnIs_728x90',
    '長い名前の端検証キャンペーンの二つめです 300x250',
  ]
  for (const name of names) {
    await post(page.request, '/api/campaign', {
      name,
      advertiser_account_id: data[0]!.id,
      goal: 'TRAFFIC',
      start_at: '2026-12-01T00:00:00.000Z',
      end_at: '2027-03-31T15:00:00.000Z',
      lifetime_budget: '1000000',
    })
  }
  await page.goto('/ad/campaign')
  await expect(page.getByText('弾', { exact: false }).first()).toBeVisible()
  expect(await unseen(page)).toMatchObject({ page: 0, table: 0, cut: [] })
})

test('the worst CPA of last week takes at most three clicks', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'advertiser', { viewport: laptop })
  await page.goto('/ad/advertisement')
  await expect(page.locator('tfoot td').first()).toBeVisible()
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: '過去30日間' }).click()
  await page.getByRole('button', { name: '先週', exact: true }).click()
  await page.getByRole('columnheader', { name: 'CPA' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-cpa/u)
  await expect(page).toHaveURL(/period=last_week/u)
  expect(await clicks()).toBeLessThanOrEqual(3)
})

for (const role of ['admin', 'advertiser', 'agency', 'rep'] as const)
  test(`what is behind plan is told to ${role} without a click, by how many yen`, async ({ browser, site }) => {
    const page = await pageOf(browser, site, role, { viewport: laptop })
    await page.goto('/')
    const card = page.getByRole('region', { name: '配信ペース' })
    await expect(card.getByRole('listitem').filter({ hasText: /^遅れ\d/u })).toBeVisible()
    await expect(card.getByText(/¥[\d,]+/u).first()).toBeVisible()
  })
