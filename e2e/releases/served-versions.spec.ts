import type { Page } from '@playwright/test'
import { copyBuild, manifestOf } from '../support/copied-build.ts'
import { expectScreen } from '../support/navigation.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** Promotes the ad area as code that was built with another version of the contract, and opens it. */
async function openDeclaring(site: Site, page: Page, version: string): Promise<() => Promise<void>> {
  const { contract } = await manifestOf('ad')
  const files = [[/\.js$/u, (text: string) => text.replaceAll(`"${contract.provides}"`, `"${version}"`)]] as const
  const copy = await copyBuild('ad', version.replaceAll('.', ''), { files })
  expect(await site.release('publish', 'ad', '--from', copy.directory)).toMatchObject({ code: 0 })
  expect(await site.release('promote', 'ad', copy.build)).toMatchObject({ code: 0 })
  await expect
    .poll(async () => {
      await page.goto('/ad/campaign')
      return page.evaluate(() => document.querySelector('#registry-pointers')?.textContent)
    })
    .toContain(copy.build)
  return copy.remove
}

test('an area of an earlier and one of the next minor version work with this API, and make the calls that their builds name; one of another major version asks to be reloaded', async ({
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
    const remove = await openDeclaring(site, page, version)
    await expectScreen(page, 'キャンペーン一覧')
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    expect(made.filter(({ call }) => call.startsWith('GET /api/campaign')).map((each) => each.version)).toContain(version)
    await expect(reload).toHaveCount(0)
    const named = [...ofArea, ...ofShell].map((call) => new RegExp(`^${call.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'))
    expect(made.filter(({ call }) => !named.some((known) => known.test(call))).map(({ call }) => call)).toEqual([])
    await remove()
  }

  const remove = await openDeclaring(site, page, `${major + 1}.0.0`)
  await expect(reload).toBeVisible()
  await remove()
  await page.context().close()
})
