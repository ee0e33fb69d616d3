import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyBuild, manifestOf } from '../support/copied-build.ts'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'
import { buildShellWith } from '../support/upgraded-shell.ts'

const library = 'react-router-dom'

async function stableOf(site: Site, unit: string): Promise<string> {
  const pointer = await readFile(join(site.dataDir, 'registry', 'ch', 'stable', `${unit}.json`), 'utf8')
  return (JSON.parse(pointer) as { stable: string }).stable
}

/** A build of the ad area that accepts other versions of the router. */
async function adAccepting(range: string, suffix: string) {
  const { shares } = await manifestOf('ad')
  return copyBuild('ad', suffix, { manifest: { shares: { ...shares, [library]: { ...shares[library], accepts: range } } } })
}

test('a new major version of the router in the shell: old remotes run in it, and each unit goes back alone, or as the set that the tool names', async ({
  browser,
  site,
}) => {
  test.slow()
  const [shellBefore, adBefore] = [await stableOf(site, 'shell'), await stableOf(site, 'ad')]
  const upgraded = await buildShellWith(library, 'react-router-8')
  const behind = await adAccepting('^7.18.0', 'behind')
  const both = await adAccepting('^7.18.0 || ^8.0.0', 'both')
  const ahead = await adAccepting('^8.0.0', 'ahead')
  try {
    // The upgrade is refused as long as a live remote accepts only the former version.
    expect(await site.release('publish', 'ad', '--from', behind.directory)).toHaveSucceeded()
    expect(await site.release('promote', 'ad', behind.build)).toHaveSucceeded()
    expect(await site.release('publish', 'shell', '--from', upgraded.directory)).toHaveSucceeded()
    const promote = () => site.release('promote', 'shell', upgraded.build)
    const refused = /react-router-dom \^7\.18\.0 .*shares react-router-dom 8\./u
    expect(await promote()).toMatchObject({ code: 1, stderr: expect.stringMatching(refused) })

    expect(await site.release('publish', 'ad', '--from', both.directory)).toHaveSucceeded()
    expect(await site.release('promote', 'ad', both.build)).toHaveSucceeded()
    expect(await promote()).toHaveSucceeded()
    // A remote that the new shell excludes is refused from here on.
    expect(await site.release('promote', 'ad', behind.build)).toMatchObject({ code: 1, stderr: expect.stringMatching(refused) })

    const page = await pageOf(browser, site, 'admin')
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto('/ad/campaign')
    await expect(page.locator('script[src*="/r/shell/"]').first()).toHaveAttribute('src', new RegExp(upgraded.build, 'u'))
    await expectScreen(page, 'キャンペーン一覧')
    // Links, addresses with parameters, and the way back of the browser, in remotes that were built with the former router.
    const first = page.getByRole('table').getByRole('link').first()
    const name = await first.textContent()
    await first.click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name!)
    await chooseFromMenu(page, '媒体管理', '広告枠一覧')
    await expectScreen(page, '広告枠一覧')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name!)
    await page.getByRole('button', { name: '編集', exact: true }).click()
    // The question before unsaved input is lost is the router's.
    await page.getByRole('textbox').first().fill('変更')
    await chooseFromMenu(page, '運用管理', '企業一覧')
    await page.getByRole('dialog').getByRole('button').last().click()
    await expectScreen(page, '企業一覧')
    expect(errors).toEqual([])

    // A remote goes back alone in the new shell, and the shell goes back alone under remotes that accept both.
    expect(await site.release('rollback', 'ad', adBefore, '--reason', '表示崩れ')).toHaveSucceeded()
    expect(await site.release('rollback', 'shell', '--from', upgraded.build, '--reason', '表示崩れ')).toHaveSucceeded()
    expect(await stableOf(site, 'shell')).toBe(shellBefore)
    await page.reload()
    await expectScreen(page, '企業一覧')
    await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
    await expectScreen(page, 'キャンペーン一覧')
    await page.context().close()

    // Once a remote has dropped the former version, the tool says in advance what has to go back together, and does it.
    expect(await promote()).toHaveSucceeded()
    expect(await site.release('publish', 'ad', '--from', ahead.directory)).toHaveSucceeded()
    expect(await site.release('promote', 'ad', ahead.build)).toHaveSucceeded()
    const set = ['rollback', 'shell', shellBefore, 'ad', adBefore]
    expect(await site.release('status', 'shell')).toMatchObject({ stdout: expect.stringContaining(`release ${set.join(' ')}`) })
    const alone = await site.release('rollback', 'shell', '--from', upgraded.build, '--reason', '表示崩れ')
    expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining(`release ${set.join(' ')}`) })
    expect(await site.release(...set, '--reason', '表示崩れ')).toHaveSucceeded()
    expect([await stableOf(site, 'shell'), await stableOf(site, 'ad')]).toEqual([shellBefore, adBefore])
  } finally {
    await Promise.all([upgraded, behind, both, ahead].map(({ remove }) => remove()))
  }
})
