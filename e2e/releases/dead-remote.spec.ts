import { rename, writeFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** The entry file of the live ad build. */
async function adEntry(site: Site): Promise<string> {
  const pointer = JSON.parse(await readFile(join(site.dataDir, 'registry', 'ch', 'stable', 'ad.json'), 'utf8')) as { stable: string }
  return join(site.dataDir, 'registry', 'r', 'ad', pointer.stable, 'remoteEntry.js')
}

const panel = (page: Page) => page.getByRole('alert').filter({ hasText: '広告管理を表示できません' })

/** Checks that the area fails and everything else works. */
async function expectOnlyAdIsDead(page: Page): Promise<void> {
  await expect(panel(page)).toBeVisible()
  await expect(panel(page).getByRole('button', { name: '再試行' })).toBeVisible()
  await chooseFromMenu(page, '媒体管理', '広告枠一覧')
  await expectScreen(page, '広告枠一覧')
  await expect(page.getByRole('table')).toBeVisible()
  await chooseFromMenu(page, '運用管理', '企業一覧')
  await expectScreen(page, '企業一覧')
  await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
  await expect(panel(page)).toBeVisible()
}

/** The page tries again by itself. */
async function expectRecovery(page: Page): Promise<void> {
  await expect(panel(page)).toBeHidden()
  await expectScreen(page, 'キャンペーン一覧')
  await expect(page.getByRole('table')).toBeVisible()
}

test('a missing entry harms only its area and recovers when the file is back', async ({ browser, site }) => {
  const entry = await adEntry(site)
  const copies = ['', '.br', '.gz'].map((ending) => entry + ending)
  for (const file of copies) await rename(file, `${file}.away`)
  const page = await pageOf(browser, site, 'admin')
  try {
    await page.goto('/ad/campaign')
    await expectOnlyAdIsDead(page)
  } finally {
    for (const file of copies) await rename(`${file}.away`, file)
  }
  await expectRecovery(page)
  await page.context().close()
})

test('an entry that is not what was released never runs', async ({ browser, site }) => {
  const entry = await adEntry(site)
  const copies = ['', '.br', '.gz'].map((ending) => entry + ending)
  for (const file of copies) await rename(file, `${file}.away`)
  await writeFile(entry, 'window.tampered = true; this is no script {{{')
  const page = await pageOf(browser, site, 'admin')
  try {
    await page.goto('/ad/campaign')
    await expectOnlyAdIsDead(page)
    await writeFile(entry, `window.tampered = true;${(await readFile(`${entry}.away`)).toString()}`)
    await panel(page).getByRole('button', { name: '再試行' }).click()
    await expect(panel(page)).toBeVisible()
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false)
  } finally {
    for (const file of copies) await rename(`${file}.away`, file)
  }
  await expectRecovery(page)
  await page.context().close()
})

test('an entry that answers 500 harms only its area', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.route('**/r/ad/**/remoteEntry.js*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"broken"}' }),
  )
  await page.goto('/ad/campaign')
  await expectOnlyAdIsDead(page)
  await page.unroute('**/r/ad/**/remoteEntry.js*')
  await expectRecovery(page)
  await page.context().close()
})

test('an entry that hangs is given up after 8 seconds', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  let hanging = true
  await page.route('**/r/ad/**/remoteEntry.js*', async (route) => {
    while (hanging) await new Promise((resolve) => setTimeout(resolve, 100))
    await route.continue().catch(() => {})
  })
  // The load event waits for scripts, which never arrive here.
  await page.goto('/ad/campaign', { waitUntil: 'commit' })
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible()
  await expect(panel(page)).toBeVisible()
  await chooseFromMenu(page, '運用管理', '企業一覧')
  await expectScreen(page, '企業一覧')
  hanging = false
  await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
  await expectScreen(page, 'キャンペーン一覧')
  await expect(page.getByRole('table')).toBeVisible()
  await page.context().close()
})

test('a screen’s chunk that is missing harms only its area', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.route(/\/r\/ad\/.*\/(?!remoteEntry)[^/]*\.js/u, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto('/ad/campaign')
  await expectOnlyAdIsDead(page)
  await page.unroute(/\/r\/ad\/.*\/(?!remoteEntry)[^/]*\.js/u)
  await expectRecovery(page)
  await page.context().close()
})

test('a file that shell and area share is asked for again by itself', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const shared = /\/r\/shell\/.*\/tools\.\w+\.js/u
  await page.route(shared, (route) => route.abort())
  await page.goto('/ad/campaign')
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: '絞り込み' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '読み込みに失敗しました' })).toBeVisible()
  await page.unroute(shared)
  await expect(page.getByText('着地予想', { exact: true })).toBeVisible()
  await page.context().close()
})
