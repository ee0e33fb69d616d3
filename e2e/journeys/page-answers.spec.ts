import type { Page } from '@playwright/test'
import { chooseFromMenu, expectScreen, holdScript } from '../support/navigation.ts'
import { expect, pageOf, signIn, test, type DemoUser } from '../support/test.ts'

/** The paths of the API that a page calls. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

const rows = (page: Page) => page.getByRole('main').locator('tr[data-chosen]')

/** Opens a list whose page has its answers, but whose script has not run yet. */
async function openHeld(page: Page, path: string, call?: string): Promise<() => void> {
  const release = await holdScript(page)
  // On a machine that is too slow for it, a page is sent without what takes too long.
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#page-answers')).toBeAttached({ timeout: 5000 })
    if (call) expect(await page.locator('#page-answers').textContent()).toContain(`"${call}`)
  }).toPass({ timeout: 60_000 })
  return release
}

/** Every text that is ever on show in the page, from its start on. */
async function recordTexts(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seenTexts: seen })
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('main, header')) seen.add(row.textContent)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => [...(globalThis as unknown as { seenTexts: Set<string> }).seenTexts].join('\n'))
}

const lists: readonly (readonly [user: DemoUser, path: string, call: string])[] = [
  ['admin', '/op/company?sort=-name&limit=20', '/api/company'],
  ['admin', '/ad/campaign', '/api/campaign'],
  ['admin', '/ad/advertisement', '/api/ad'],
  ['admin', '/op/agency', '/api/account/agency'],
  ['advertiser', '/ad/campaigns', '/api/campaign'],
]

test('a list comes with its page: session, saved views and first rows are not asked for, in any area or role', async ({
  browser,
  site,
}) => {
  for (const [user, path, call] of lists) {
    const page = await pageOf(browser, site, user)
    const calls = callsOf(page)
    // On a machine that is too slow for it, a page is sent without what takes too long.
    await expect(async () => {
      calls.length = 0
      const answer = await page.goto(path)
      expect(answer?.headers()['cache-control']).toBe('private, no-store')
      await expect(rows(page).first()).toBeVisible()
      const asked = calls.filter((each) => [call, '/api/account/me', '/api/saved-view'].includes(each))
      expect(asked, path).toEqual([])
    }).toPass({ timeout: 60_000 })
    await page.context().close()
  }
})

test('who signed in meanwhile in another tab sees nothing of the user whom the page was made for', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const seen = await recordTexts(page)
  const release = await openHeld(page, '/op/company', '/api/company')
  const told = await page.locator('#page-answers').textContent()
  const { answers } = JSON.parse(told ?? '') as { answers: { address: string; answer: { data: { name: string }[] } }[] }
  const [company] = answers.find(({ address }) => address === '/api/company')!.answer.data
  await signIn(page.context().request, 'advertiser')
  const calls = callsOf(page)
  release()
  await expect(page.getByRole('alert').getByText('表示権限がありません')).toBeVisible()
  expect(calls).toContain('/api/account/me')
  expect(await seen()).not.toContain(company!.name)
  await page.context().close()
})

test('after a switch of the account in another tab the page shows the account that is in use', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'multi')
  const { request } = page.context()
  const { data } = (await (await request.get('/api/account/me')).json()) as {
    data: { using_account_id: number; accounts: { account_id: number; name: string }[] }
  }
  const former = data.accounts.find(({ account_id }) => account_id === data.using_account_id)!
  const other = data.accounts.find(({ account_id }) => account_id !== data.using_account_id)!
  const seen = await recordTexts(page)
  const release = await openHeld(page, '/information')
  const { cookies } = await request.storageState()
  const token = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value)
  const switched = await request.post('/api/change-role', {
    data: { account_id: other.account_id },
    headers: { 'X-XSRF-TOKEN': token },
  })
  expect(switched.ok()).toBe(true)
  release()
  await expect(page.getByText(other.name).first()).toBeVisible()
  expect(await seen()).not.toContain(former.name)
  await page.context().close()
})

test('after a sign-out in another tab the page asks to sign in, and the way back shows nothing either', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const seen = await recordTexts(page)
  const release = await openHeld(page, '/op/company', '/api/company')
  const { request } = page.context()
  const { cookies } = await request.storageState()
  const token = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value)
  expect((await request.post('/logout', { headers: { 'X-XSRF-TOKEN': token } })).ok()).toBe(true)
  release()
  await expect(page).toHaveURL(/\/auth\/login/u)
  await page.goto('about:blank')
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\/login/u)
  await expect(rows(page)).toHaveCount(0)
  expect(await seen()).not.toContain('企業一覧')
  await page.context().close()
})

test('a page names every script and style that it needs first, so that none waits for another', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const asked: string[] = []
  page.on('request', (request) => {
    const file = /\/r\/[^/]+\/[^/]+\/([\w.-]+\.(?:js|css))$/u.exec(new URL(request.url()).pathname)?.[1]
    if (file !== undefined) asked.push(file)
  })
  async function unnamedAt(path: string, isThere: () => Promise<void>): Promise<string[]> {
    asked.length = 0
    const html = (await (await page.goto(path))?.text()) ?? ''
    await isThere()
    expect(asked.length).toBeGreaterThan(3)
    return asked.filter((file) => !html.includes(`/${file}"`))
  }
  expect(await unnamedAt('/op/company', () => expect(rows(page).first()).toBeVisible())).toEqual([])
  expect(await unnamedAt('/account', () => expect(page.getByRole('heading', { level: 1 })).toBeVisible())).toEqual([])
  await page.context().clearCookies()
  expect(await unnamedAt('/auth/login', () => expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeEnabled())).toEqual(
    [],
  )
})

test('a page that is left alone reads the other areas of the menu without running them, and a click into one reads nothing more of it', async ({
  browser,
  site,
}) => {
  const page = await pageOf(browser, site, 'admin')
  const files = (area: string) =>
    page.evaluate(
      (name) =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.includes(`/r/${name}/`))
          .map((entry) => ({ file: entry.name.replace(/.*\//u, ''), bytes: (entry as PerformanceResourceTiming).transferSize })),
      area,
    )
  await page.goto('/op/company')
  await expect(rows(page).first()).toBeVisible()
  // The areas come in the order of the menu.
  await expect.poll(async () => (await files('md')).length, { timeout: 60_000 }).toBeGreaterThan(5)
  const before = await files('ad')
  expect(before.map(({ file }) => file)).toEqual(expect.arrayContaining(['release.json', 'remoteEntry.js']))
  expect(await page.evaluate(() => Object.keys(globalThis).filter((name) => name.startsWith('ad_') || name.startsWith('md_')))).toEqual([])
  await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
  await expectScreen(page, 'キャンペーン一覧')
  await expect(rows(page).first()).toBeVisible()
  const again = (await files('ad')).slice(before.length)
  expect(again.map(({ file }) => file)).toContain('remoteEntry.js')
  expect(again.filter(({ bytes }) => bytes > 0)).toEqual([])
  await page.context().close()
})
