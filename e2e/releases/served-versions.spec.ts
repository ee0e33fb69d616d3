import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyBuild, manifestOf } from '../support/copied-build.ts'
import { expectScreen } from '../support/navigation.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

async function stableOf(site: Site): Promise<string> {
  const pointer = await readFile(join(site.dataDir, 'registry', 'ch', 'stable', 'ad.json'), 'utf8')
  return (JSON.parse(pointer) as { stable: string }).stable
}

/**
 * Promotes the ad area as code that was built with another version of the contract, and opens it. Returns what restores the
 * site: a build that is rolled back is none that others fall back to.
 */
async function openDeclaring(site: Site, page: Page, version: string): Promise<() => Promise<void>> {
  const before = await stableOf(site)
  const { contract } = await manifestOf('ad')
  const files = [[/\.js$/u, (text: string) => text.replaceAll(`"${contract.provides}"`, `"${version}"`)]] as const
  const copy = await copyBuild('ad', version.replaceAll('.', ''), { files })
  expect(await site.release('publish', 'ad', '--from', copy.directory)).toHaveSucceeded()
  expect(await site.release('promote', 'ad', copy.build)).toHaveSucceeded()
  await expect
    .poll(async () => {
      await page.goto('/ad/campaign')
      return page.evaluate(() => document.querySelector('#registry-pointers')?.textContent)
    })
    .toContain(copy.build)
  return async () => {
    const back = ['rollback', 'ad', before, '--from', copy.build, '--reason', 'テストの後始末']
    expect(await site.release(...back)).toHaveSucceeded()
    await copy.remove()
  }
}

test('an area of an earlier and one of the next minor version work with this API, and make the calls that their builds name; one of another major version asks to be reloaded, and loses nothing that was typed', async ({
  browser,
  site,
}) => {
  test.slow()
  const { contract, calls: ofArea } = await manifestOf('ad')
  const { calls: ofShell } = await manifestOf('shell')
  const [major = 0, minor = 0] = contract.provides.split('.').map(Number)
  const page = await pageOf(browser, site, 'admin')
  let made: { call: string; version: string | undefined }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/'))
      made.push({ call: `${request.method()} ${pathname}`, version: request.headers()['x-contract-version'] })
  })
  const reload = page.getByRole('button', { name: '読み込み直す' })

  for (const version of [`${major}.${minor - 1}.0`, `${major}.${minor + 1}.0`]) {
    made = []
    const restore = await openDeclaring(site, page, version)
    await expectScreen(page, 'キャンペーン一覧')
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    expect(made.filter(({ call }) => call.startsWith('GET /api/campaign')).map((each) => each.version)).toContain(version)
    await expect(reload).toHaveCount(0)
    const named = [...ofArea, ...ofShell].map((call) => new RegExp(`^${call.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'))
    expect(made.filter(({ call }) => !named.some((known) => known.test(call))).map(({ call }) => call)).toEqual([])
    await restore()
  }

  const restore = await openDeclaring(site, page, `${major + 1}.0.0`)
  await expect(reload).toBeVisible()
  // What was typed outlives the reload that the page asks for.
  await page.goto('/ad/campaign/create')
  const name = page.getByLabel('キャンペーン名')
  await name.fill('読み込み直す前の名前')
  // The draft is stored a moment after the last key.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('adsite.d.')))).toBe(true)
  // Asks the API for accounts.
  await page.getByRole('combobox', { name: /^広告主/u }).click()
  await expect(reload).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await reload.click()
  await expect(page.getByText('下書きを復元しました')).toBeVisible()
  await expect(name).toHaveValue('読み込み直す前の名前')
  page.once('dialog', (dialog) => void dialog.accept())
  await restore()
  await page.context().close()
})
