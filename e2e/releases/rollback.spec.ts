import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Response } from '@playwright/test'
import { copyBuild } from '../support/copied-build.ts'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import { buildNext, type NextBuild } from '../support/next-build.ts'
import { visit } from '../support/routes.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

interface Pointer {
  readonly rev: number
  readonly stable: string
}

const pointerOf = async (site: Site, unit: string): Promise<Pointer> =>
  JSON.parse(await readFile(join(site.dataDir, 'registry', 'ch', 'stable', `${unit}.json`), 'utf8')) as Pointer

/** Every file of a unit's builds with its hash. */
async function fingerprint(site: Site, unit: string): Promise<Record<string, string>> {
  const folder = join(site.dataDir, 'registry', 'r', unit)
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const hashes = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return [
      path,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}

test.describe('a release of the ad area', () => {
  let next: NextBuild
  test.beforeAll(async () => {
    const changes: Readonly<Record<string, (text: string) => string>> = {
      'src/area.ts': (text) => text.replace("ja: 'キャンペーン一覧'", "ja: 'キャンペーン一覧 次版'"),
      // A fault that occurs only with certain data.
      'src/order/OrderStatusScreen.tsx': (text) => `import { useLocation } from 'react-router-dom'
${text.replace('export default listScreen(', 'const Sound = listScreen(')}
export default function Faulty() {
  if (useLocation().hash === '#fault') throw new Error('a list without its rows')
  return <Sound />
}
`,
    }
    next = await buildNext('ad', (file, text) => changes[file]!(text), Object.keys(changes))
  })
  test.afterAll(() => next.remove())

  test('is swapped, rolled back and brought forward in an open page, without a reload', async ({ browser, site }) => {
    const page = await pageOf(browser, site, 'admin')
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto('/ad/campaign')
    await expectScreen(page, 'キャンペーン一覧')
    // Lost if anything reloads the page.
    await page.evaluate(() => Object.assign(window, { stillThere: true }))
    const stillThere = () => page.evaluate(() => 'stillThere' in window)
    const first = await pointerOf(site, 'ad')
    const untouched = () => Promise.all(['shell', 'md', 'op'].map((unit) => fingerprint(site, unit)))
    const pointersBefore = await Promise.all(['shell', 'md', 'op'].map((unit) => pointerOf(site, unit)))
    const before = await untouched()

    const published = await site.release('publish', 'ad', '--from', next.directory)
    expect(published).toHaveSucceeded()
    let told = page.waitForResponse((response) => response.url().endsWith('/registry/pointers?brief'))
    const promoted = await site.release('promote', 'ad', next.build)
    expect(promoted).toHaveSucceeded()
    await told

    // Pages inside the area keep the build; those that enter it get the new one.
    await expect(page.getByRole('navigation', { name: '現在地' })).not.toContainText('次版')
    await chooseFromMenu(page, '媒体管理', '広告枠一覧')
    await expectScreen(page, '広告枠一覧')
    await chooseFromMenu(page, '広告管理', 'キャンペーン一覧 次版')
    await expectScreen(page, 'キャンペーン一覧 次版')

    told = page.waitForResponse((response) => response.url().endsWith('/registry/pointers?brief'))
    const back = await site.release('rollback', 'ad', '--from', next.build, '--reason', '一覧の見出しが誤っている')
    expect(back).toHaveSucceeded()
    await told
    await chooseFromMenu(page, '運用管理', '企業一覧')
    await expectScreen(page, '企業一覧')
    await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
    await expectScreen(page, 'キャンペーン一覧')
    await expect(page.getByRole('navigation', { name: '現在地' })).not.toContainText('次版')
    expect((await pointerOf(site, 'ad')).stable).toBe(first.stable)

    told = page.waitForResponse((response) => response.url().endsWith('/registry/pointers?brief'))
    expect(await site.release('promote', 'ad', next.build)).toHaveSucceeded()
    await told
    await chooseFromMenu(page, '媒体管理', '広告枠一覧')
    await expectScreen(page, '広告枠一覧')
    await chooseFromMenu(page, '広告管理', 'キャンペーン一覧 次版')
    await expectScreen(page, 'キャンペーン一覧 次版')

    expect(await stillThere()).toBe(true)
    expect(await untouched()).toEqual(before)
    expect(await Promise.all(['shell', 'md', 'op'].map((unit) => pointerOf(site, unit)))).toEqual(pointersBefore)
    const history = JSON.parse((await site.release('history', 'ad', '--json')).stdout) as {
      entries: { action: string; why: string | null }[]
    }
    expect(history.entries.slice(0, 3).map(({ action }) => action)).toEqual(['promote', 'rollback', 'promote'])
    expect(history.entries[1]?.why).toBe('一覧の見出しが誤っている')
    expect(errors).toEqual([])

    // Restores the site's state.
    expect(await site.release('rollback', 'ad', first.stable, '--reason', 'テストの後始末')).toHaveSucceeded()
    await page.context().close()
  })

  test('with a form open: what was typed is still there after a rollback', async ({ browser, site }) => {
    const page = await pageOf(browser, site, 'admin')
    await page.goto('/ad/campaign/create')
    await page.getByLabel('キャンペーン名').fill('入力途中のキャンペーン')
    await site.release('publish', 'ad', '--from', next.directory)
    const told = page.waitForResponse((response) => response.url().endsWith('/registry/pointers?brief'))
    expect(await site.release('promote', 'ad', next.build)).toHaveSucceeded()
    await told
    expect(await site.release('rollback', 'ad', '--from', next.build, '--reason', '入力中の画面を確かめる')).toHaveSucceeded()
    await expect(page.getByLabel('キャンペーン名')).toHaveValue('入力途中のキャンペーン')
    await page.context().close()
  })

  test('that throws when its screen mounts, or later: the build before stands in; where none can, that screen alone suffers', async ({
    browser,
    site,
  }) => {
    const first = await pointerOf(site, 'ad')
    await site.release('publish', 'ad', '--from', next.directory)
    expect(await site.release('promote', 'ad', next.build)).toHaveSucceeded()
    const page = await pageOf(browser, site, 'admin')
    const panel = page.getByRole('alert').filter({ hasText: '広告管理を表示できません' })
    const told: { build: string; phase: string; ok: boolean }[] = []
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/release/beacon')) return
      told.push(...(request.postDataJSON() as { beacons: typeof told }).beacons)
    })
    // The build before stands in, within the navigation, and for the rest of the visit.
    await page.goto('/ad/order_status#fault')
    await expect(page.getByRole('table')).toBeVisible()
    await expect(panel).toBeHidden()
    await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
    await expectScreen(page, 'キャンペーン一覧')
    await expect(page.getByRole('navigation', { name: '現在地' })).not.toContainText('次版')
    // No build before can be loaded, whichever other tests have promoted on this site.
    await page.route(
      (url) => url.pathname.startsWith('/r/ad/') && !url.pathname.startsWith(`/r/ad/${next.build}/`),
      (route) => route.abort(),
    )
    await page.goto('about:blank')
    await page.goto('/ad/order_status#fault')
    await expect(panel).toContainText('a list without its rows')
    // While mounting: the area shows its error panel; menu, header and its other screens keep working.
    await chooseFromMenu(page, '広告管理', 'キャンペーン一覧 次版')
    await expectScreen(page, 'キャンペーン一覧 次版')
    await expect(page.getByRole('table')).toBeVisible()
    // Later, in a screen that was already shown.
    await chooseFromMenu(page, '広告管理', '申込状況')
    await expectScreen(page, '申込状況')
    await expect(page.getByRole('table')).toBeVisible()
    await visit(page, '/ad/order_status#fault')
    await expect(panel).toContainText('表示中にエラーが発生しました')
    await visit(page, '/ad/order_status')
    await panel.getByRole('button', { name: '再試行' }).click()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('table')).toBeVisible()
    // Reported: it failed to load, then loaded, then failed in use.
    await expect
      .poll(() => told.filter(({ build }) => build === next.build).map(({ phase, ok }) => `${phase} ${ok}`))
      .toEqual(expect.arrayContaining(['mount false', 'mount true', 'render false']))
    expect(await site.release('rollback', 'ad', first.stable, '--reason', 'テストの後始末')).toHaveSucceeded()
    await page.context().close()
  })
})

test('a release costs a browser that has the build before what it changes', async ({ browser, site }) => {
  const { stable } = await pointerOf(site, 'ad')
  // Its files are named as they would be by a build of the same workspace.
  const next = await copyBuild('ad', 'next')
  const page = await pageOf(browser, site, 'admin')
  const warnings: string[] = []
  page.context().on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))

  /** Opens the list in a new page; returns the bytes that it has read of a build, and which files were no difference. */
  async function read(build: string): Promise<{ readonly bytes: number; readonly whole: string[] }> {
    const opened = await page.context().newPage()
    const responses: Response[] = []
    opened.on('response', (response) => response.url().includes(`/r/ad/${build}/`) && responses.push(response))
    await opened.goto('/ad/campaign')
    await expectScreen(opened, 'キャンペーン一覧')
    // A file of the build may still be on its way.
    await opened.waitForLoadState('networkidle')
    const files = responses.map(async (response) => ({
      url: response.url(),
      whole: (await response.headerValue('use-as-dictionary')) !== null && (await response.headerValue('content-encoding')) !== 'dcz',
      bytes: (await response.request().sizes()).responseBodySize,
    }))
    const all = await Promise.all(files)
    await opened.close()
    return {
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      whole: all.filter(({ whole }) => whole).map(({ url }) => url),
    }
  }
  const before = await read(stable)
  expect(before.whole.length).toBeGreaterThan(5)
  expect(await site.release('publish', 'ad', '--from', next.directory)).toHaveSucceeded()
  expect(await site.release('promote', 'ad', next.build)).toHaveSucceeded()
  const after = await read(next.build)
  expect(after.whole).toEqual([])
  expect(after.bytes).toBeGreaterThan(1000)
  expect(after.bytes).toBeLessThan(before.bytes / 5)
  expect(await site.release('rollback', 'ad', stable, '--reason', 'テストの後始末')).toHaveSucceeded()
  expect(warnings).toEqual([])
  await page.context().close()
  await next.remove()
})

test('release commands refuse clearly', async ({ site }) => {
  const noReason = await site.release('rollback', 'ad')
  expect(noReason.code).toBe(2)
  expect(noReason.stderr).toContain('--reason')
  const unknown = await site.release('promote', 'ad', '9.9.9-nothing')
  expect(unknown.code).toBe(1)
  expect(unknown.stderr).toContain('9.9.9-nothing')
  expect(unknown.stderr).not.toContain('    at ')
  const status = JSON.parse((await site.release('status', '--json')).stdout) as { unit: string }[]
  expect(status.map(({ unit }) => unit).toSorted()).toEqual(['ad', 'md', 'op', 'shell'])
})
