import { createPrivateKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { copyBuild } from '../support/copied-build.ts'
import { expectDenied } from '../support/navigation.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** The same link, signed with the site's own key, that ended a second ago. */
async function expired(link: string, dataDir: string): Promise<string> {
  const url = new URL(link)
  const [payload = '', key = ''] = (url.searchParams.get('token') ?? '').split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const changed = Buffer.from(JSON.stringify({ ...claims, until: new Date(Date.now() - 1000).toISOString() })).toString('base64url')
  const own = createPrivateKey(await readFile(join(dataDir, 'registry-keys', 'release-key.pem'), 'utf8'))
  url.searchParams.set('token', [changed, key, sign(null, Buffer.from(`adsite preview\n${changed}`), own).toString('base64url')].join('.'))
  return url.href
}

const inMenu = (page: Page, name: string) => page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('button', { name })

test('a link shows unpromoted builds of two areas in one session, until it is ended with a click', async ({ browser, site }) => {
  const titled = async (unit: string) => copyBuild(unit, 'shown', { manifest: { title: { ja: `${unit}の次`, en: `Next ${unit}` } } })
  const next = [await titled('md'), await titled('op')] as const
  for (const [index, unit] of (['md', 'op'] as const).entries()) {
    expect(await site.release('publish', unit, '--from', next[index]!.directory)).toHaveSucceeded()
  }
  const made = await site.release('preview', 'md', next[0].build, 'op', next[1].build, '--hours', '2', '--site', site.url)
  expect(made).toHaveSucceeded()
  const link = made.stdout.split('\n')[0]!

  const page = await pageOf(browser, site, 'admin')
  await page.goto(link)
  const main = page.getByRole('main')
  await expect(main).toContainText(next[0].build)
  await expect(main).toContainText(next[1].build)
  await expectAccessible(page, 'the question')
  await expect(inMenu(page, '媒体管理')).toBeVisible()
  await main.getByRole('button', { name: 'プレビューを始める' }).click()
  const banner = page.getByRole('complementary', { name: 'プレビューの表示' })
  await expect(banner).toContainText(`mdの次 ${next[0].build}、opの次 ${next[1].build}`)
  await expect(inMenu(page, 'mdの次')).toBeVisible()
  await expectAccessible(page, 'a page of a preview')
  // Visits of a preview say nothing about a release.
  let beacons = 0
  page.on('request', (request) => request.url().endsWith('/api/release/beacon') && beacons++)
  await page.goto('/md/ad_space')
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto('/')
  await expect(banner).toBeVisible()
  expect(beacons).toBe(0)

  // Another administrator sees what is released, and neither a forged nor an expired link opens anything.
  const other = await pageOf(browser, site, 'admin')
  for (const bad of ['/', link.replace('token=', 'token=x'), await expired(link, site.dataDir)]) {
    await other.goto(bad)
    await expect(inMenu(other, '媒体管理')).toBeVisible()
    await expect(inMenu(other, 'mdの次')).toBeHidden()
    if (bad !== '/') await expect(other.getByRole('main').getByRole('alert')).toBeVisible()
  }
  await expect(other.getByRole('main').getByRole('alert')).toContainText('期限')
  await expect(other.getByRole('button', { name: 'プレビューを始める' })).toBeHidden()
  const advertiser = await pageOf(browser, site, 'advertiser')
  await expectDenied(advertiser, link)
  await expect(advertiser).toHaveURL('/')

  await banner.getByRole('button', { name: '終了' }).click()
  await expect(banner).toBeHidden()
  await expect(inMenu(page, '媒体管理')).toBeVisible()
  await expect(inMenu(page, 'mdの次')).toBeHidden()
  await Promise.all([page, other, advertiser].map((one) => one.context().close()))
  await Promise.all(next.map(({ remove }) => remove()))
})
