import { execFile } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expectAccessible } from '../support/accessibility.ts'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import { copyWorkspace } from '../support/next-build.ts'
import { environment, root, startSite } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

const run = promisify(execFile)

test('an area made by create-remote appears in open pages once it is promoted, without a release of the shell', async ({ browser }) => {
  test.slow()
  const copy = await copyWorkspace('ad')
  // A separate site, because the walks over all areas expect three.
  const site = await startSite()
  try {
    const options = { cwd: copy.place, env: environment }
    await cp(join(root, 'package.json'), join(copy.place, 'package.json'))
    await run('node', ['scripts/create-remote.ts', 'crm', '--ja', '顧客管理', '--en', 'Customers', '--no-install'], options)
    const folder = join(copy.place, 'remote-crm')
    await cp(join(copy.folder, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    await run('node', ['build.ts'], { cwd: folder, env: environment })
    const { build } = JSON.parse(await readFile(join(folder, 'dist', 'manifest.json'), 'utf8')) as { build: string }

    const page = await pageOf(browser, site, 'rep')
    await page.goto('/')
    const rail = page.getByRole('navigation', { name: 'メインメニュー' })
    await expect(rail.getByRole('button', { name: '広告管理', exact: true })).toBeVisible()
    await expect(rail.getByRole('button', { name: '顧客管理', exact: true })).toHaveCount(0)

    const published = await site.release('publish', 'crm', '--from', join(folder, 'dist'))
    expect(published).toHaveSucceeded()
    const promoted = await site.release('promote', 'crm', build)
    expect(promoted).toHaveSucceeded()
    await chooseFromMenu(page, '顧客管理', 'はじめに')
    await expectScreen(page, 'はじめに')
    await expect(page.getByRole('heading', { level: 1, name: '顧客管理へようこそ' })).toBeVisible()
    await expectAccessible(page, 'the first screen of a new area')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Customers' })).toBeVisible()
    await page.context().close()
  } finally {
    await site.stop()
    await copy.remove()
  }
})
