import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { breakScreens, copyBuild, manifestOf } from '../support/copied-build.ts'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import { visit } from '../support/routes.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

interface Pointer {
  readonly rev: number
  readonly stable: string
  readonly bad: readonly string[]
}

const pointerOf = async (site: Site, unit: string): Promise<Pointer> =>
  JSON.parse(await readFile(join(site.dataDir, 'registry', 'ch', 'stable', `${unit}.json`), 'utf8')) as Pointer

const panel = (page: Page) => page.getByRole('alert').filter({ hasText: '媒体管理を表示できません' })
/** Loads per build and accounts that the site requires (docs/decisions/0009), with some margin. */
const loadsPerAccount = 4
const pagesOfThree = (browser: Browser, site: Site) =>
  Promise.all((['admin', 'ptd', 'pg'] as const).map((user) => pageOf(browser, site, user)))

/** Collects what a page reports on builds. */
function listenTo(page: Page): { remote: string; build: string; phase: string; ok: boolean }[] {
  const told: { remote: string; build: string; phase: string; ok: boolean }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/release/beacon')) told.push(...(request.postDataJSON() as { beacons: typeof told }).beacons)
  })
  return told
}

test('a promoted build whose screens do not load goes back by itself, and nobody sees a panel meanwhile', async ({ browser, site }) => {
  test.slow()
  const before = await pointerOf(site, 'md')
  const broken = await copyBuild('md', 'failing', { files: [await breakScreens('md')] })
  const pages = await pagesOfThree(browser, site)
  // Working loads are reported first, because the comparison needs them.
  for (const page of pages) {
    await page.goto('/information')
    for (let turn = 0; turn < loadsPerAccount; turn++) {
      await visit(page, '/md/ad_space')
      await expectScreen(page, '広告枠一覧')
      await expect(page.getByRole('table')).toBeVisible()
      await visit(page, '/information')
      await expectScreen(page, 'お知らせ')
    }
  }
  expect(await site.release('publish', 'md', '--from', broken.directory)).toHaveSucceeded()
  expect(await site.release('promote', 'md', broken.build)).toHaveSucceeded()
  // A user opens the area and stays there.
  const stays = await pages[0]!.context().newPage()
  const told = listenTo(stays)
  await stays.goto('/md/ad_space')
  await expect(stays.getByRole('table')).toBeVisible()
  await expect
    .poll(
      async () => {
        for (const page of pages) {
          await page.goto('/md/ad_space')
          await expect(panel(page).or(page.getByRole('table'))).toBeVisible()
          // The build before stands in within the navigation.
          await expect(panel(page)).toBeHidden()
          // A page reports the rest when it is left.
          await page.goto('/information')
        }
        return pointerOf(site, 'md')
      },
      { timeout: 90_000 },
    )
    .toMatchObject({ stable: before.stable, bad: [broken.build] })
  expect(told.filter(({ build }) => build === broken.build)).toContainEqual(expect.objectContaining({ phase: 'chunk', ok: false }))

  const { entries } = JSON.parse((await site.release('history', 'md', '--json')).stdout) as {
    entries: { who: string; action: string; evidence: { tried: object; against: object } }[]
  }
  expect(entries[0]).toMatchObject({
    who: 'automatic',
    action: 'rollback',
    evidence: { tried: { build: broken.build, rate: 1, failing_accounts: 3 }, against: { build: before.stable, failed: 0 } },
  })
  await chooseFromMenu(stays, '運用管理', '企業一覧')
  await expectScreen(stays, '企業一覧')
  await chooseFromMenu(stays, '媒体管理', '広告枠一覧')
  await expectScreen(stays, '広告枠一覧')
  await expect(stays.getByRole('table')).toBeVisible()
  await stays.goto('/releases?history=md')
  const newest = stays.getByRole('region', { name: '媒体管理の履歴' }).getByRole('listitem').first()
  await expect(newest).toContainText('サイトによる自動ロールバック')
  await expect(newest).toContainText('失敗率 100.0%')
  for (const page of pages) await page.context().close()
  await broken.remove()
})

test('neither an outage of the API nor a lost line is held against a build', async ({ browser, site }) => {
  const before = await pointerOf(site, 'op')
  const next = await copyBuild('op', 'sound')
  expect(await site.release('publish', 'op', '--from', next.directory)).toHaveSucceeded()
  expect(await site.release('promote', 'op', next.build)).toHaveSucceeded()
  const { rev } = await pointerOf(site, 'op')
  const page = await pageOf(browser, site, 'admin')
  const told = listenTo(page)
  await expect
    .poll(async () => {
      await page.goto('/op/company')
      await expect(page.getByRole('table')).toBeVisible()
      return page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join('\n'),
      )
    })
    .toContain(next.build)
  // The API fails; beacons would still arrive.
  await page.route(/\/api\/(?!release\/beacon)/u, (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }))
  for (const address of ['/op/medium', '/op/product', '/op/advertiser']) {
    await visit(page, address)
    await expect(page.getByRole('main').getByRole('button', { name: '再試行' })).toBeVisible()
  }
  await page.unroute(/\/api\/(?!release\/beacon)/u)
  // Goes offline: a screen that was never loaded cannot be shown. The browser's offline mode alone once let a script through.
  await page.route('**/*', (route) => route.abort('internetdisconnected'))
  await page.context().setOffline(true)
  await visit(page, '/op/revenueshare/1')
  // The former screen has a button of the same name, and stays until then.
  const missing = page.getByRole('alert').filter({ hasText: 'を表示できません' })
  await expect(missing).toBeVisible()
  await page.unroute('**/*')
  // It comes with the connection.
  await page.context().setOffline(false)
  await expect(missing).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  // Beacons are sent in order, so those of the next area arrive after all of this one.
  await chooseFromMenu(page, '媒体管理', '広告枠一覧')
  await expect.poll(() => told.some(({ remote, phase }) => remote === 'md' && phase === 'mount')).toBe(true)
  // Unanswered calls are told, and never decide.
  expect(told.filter(({ ok, phase }) => !ok && phase !== 'api')).toEqual([])
  expect(await pointerOf(site, 'op')).toMatchObject({ rev, stable: next.build, bad: [] })
  expect(await site.release('rollback', 'op', before.stable, '--reason', 'テストの後始末')).toHaveSucceeded()
  await page.context().close()
  await next.remove()
})

test('with the registry down the site runs on: open pages, new ones, and areas that nobody has entered yet', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/ad/campaign')
  await expectScreen(page, 'キャンペーン一覧')
  // Pointers and logs are lost; the builds' files are in a cache or a CDN.
  const place = join(site.dataDir, 'registry')
  for (const folder of ['ch', 'log']) await rename(join(place, folder), join(place, `${folder}.away`))
  try {
    await expect.poll(async () => (await page.request.get('/readyz')).status()).toBe(503)
    await chooseFromMenu(page, '媒体管理', '広告枠一覧')
    await expectScreen(page, '広告枠一覧')
    const other = await pageOf(browser, site, 'admin')
    await other.route('**/registry/**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"broken"}' }),
    )
    // A new page runs on the build that it names for its own area, and learns of the others by itself.
    await other.goto('/op/company')
    await expectScreen(other, '企業一覧')
    await expect(other.getByRole('table')).toBeVisible()
    await other.unroute('**/registry/**')
    await chooseFromMenu(other, '広告管理', 'キャンペーン一覧')
    await expectScreen(other, 'キャンペーン一覧')
    await expect(other.getByRole('table')).toBeVisible()
    await other.context().close()
  } finally {
    for (const folder of ['ch', 'log']) await rename(join(place, `${folder}.away`), join(place, folder))
  }
  await expect.poll(async () => (await page.request.get('/readyz')).status()).toBe(200)
  await page.context().close()
})

test('a screen that paints nothing for five seconds counts as a failure of its build', async ({ browser, site }) => {
  const before = await pointerOf(site, 'op')
  // The shell gives style elements the nonce of the page.
  const invisible = 'document.head.append(Object.assign(document.createElement("style"),{textContent:"main{opacity:0}"}));'
  const { entry } = await manifestOf('op')
  const blank = await copyBuild('op', 'blank', { files: [[/\.js$/u, (text, name) => (name === entry ? `${invisible}${text}` : text)]] })
  expect(await site.release('publish', 'op', '--from', blank.directory)).toHaveSucceeded()
  expect(await site.release('promote', 'op', blank.build)).toHaveSucceeded()
  const page = await pageOf(browser, site, 'admin')
  const told = listenTo(page)
  await page.goto('/op/company')
  await expectScreen(page, '企業一覧')
  await expect.poll(() => told.filter(({ build, ok }) => build === blank.build && !ok)).toMatchObject([{ remote: 'op', phase: 'blank' }])
  await page.goto(`/releases?hours=1&failures=op&build=${blank.build}`)
  await expect(page.getByRole('region', { name: `${blank.build} の失敗の内訳` })).toContainText('画面の描画（5秒間なにも表示されない）')
  await page.context().close()
  expect(await site.release('rollback', 'op', before.stable, '--reason', 'テストの後始末')).toHaveSucceeded()
  await blank.remove()
})
