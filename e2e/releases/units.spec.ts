import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyBuild, manifestOf } from '../support/copied-build.ts'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

const pointerFile = (site: Site, unit: string) => join(site.dataDir, 'registry', 'ch', 'stable', `${unit}.json`)
const stableOf = async (site: Site, unit: string) =>
  (JSON.parse(await readFile(pointerFile(site, unit), 'utf8')) as { stable: string }).stable

/** The shell build that a page runs. */
const shellOf = (page: Page) => page.evaluate(() => /\/r\/shell\/([^/]+)\//u.exec(document.querySelector('script[src]')!.outerHTML)?.[1])

test('the shell is rolled back: pages keep running, the next one loads the build before; remotes of an older minor contract run in both', async ({
  browser,
  site,
}) => {
  const before = await stableOf(site, 'shell')
  const { contract } = await manifestOf('shell')
  const [major = '', minor = ''] = contract.provides.split('.')
  const provides = `${major}.${Number(minor) + 1}.0`
  const next = await copyBuild('shell', 'next', {
    manifest: { contract: { ...contract, provides } },
    // The contract version that the shell compares remotes with.
    files: [[/^main\..*\.js$/u, (text) => text.replaceAll(`="${contract.provides}",`, `="${provides}",`)]],
  })
  expect(await site.release('publish', 'shell', '--from', next.directory)).toHaveSucceeded()
  expect(await site.release('promote', 'shell', next.build)).toHaveSucceeded()
  const page = await pageOf(browser, site, 'admin')
  // The gateway is notified at once, but not synchronously.
  await expect
    .poll(async () => {
      await page.goto('/op/company')
      return shellOf(page)
    })
    .toBe(next.build)
  await expectScreen(page, '企業一覧')

  const back = await site.release('rollback', 'shell', '--from', next.build, '--reason', 'ヘッダーが崩れる')
  expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining(before) })
  await chooseFromMenu(page, '媒体管理', '広告枠一覧')
  await expectScreen(page, '広告枠一覧')
  expect(await shellOf(page)).toBe(next.build)
  await expect
    .poll(async () => {
      await page.reload()
      return shellOf(page)
    })
    .toBe(before)
  await expectScreen(page, '広告枠一覧')
  await page.context().close()
  await next.remove()
})

test('another major version of the contract is refused at publish, at promote and by the page, which names both', async ({
  browser,
  site,
}) => {
  const before = await stableOf(site, 'ad')
  const { provides } = (await manifestOf('shell')).contract
  const next = await copyBuild('ad', 'major', { manifest: { contract: { provides: '2.0.0', requires: '^2.0.0' } } })
  const refused = { code: 1, stderr: expect.stringMatching(new RegExp(`contract 2\\.0\\.0.*contract ${provides}`, 'u')) }
  expect(await site.release('publish', 'ad', '--from', next.directory)).toMatchObject(refused)
  // For a channel whose shell has that contract.
  expect(await site.release('publish', 'ad', '--from', next.directory, '--channel', 'next')).toHaveSucceeded()
  expect(await site.release('promote', 'ad', next.build)).toMatchObject(refused)

  // Bypasses all checks, which requires write access to the registry.
  const text = await readFile(pointerFile(site, 'ad'), 'utf8')
  const { rev } = JSON.parse(text) as { rev: number }
  const page = await pageOf(browser, site, 'admin')
  const panel = page.getByRole('alert').filter({ hasText: '広告管理を表示できません' })
  try {
    await writeFile(pointerFile(site, 'ad'), JSON.stringify({ ...JSON.parse(text), stable: next.build, lastKnownGood: [], rev: rev + 1 }))
    await expect
      .poll(async () => {
        await page.goto('/ad/campaign')
        return (await panel.textContent({ timeout: 5000 }).catch(() => '')) ?? ''
      })
      .toContain('互換性がない')
    await expect(panel).toContainText(`built against contract 2.0.0, this shell provides contract ${provides}`)
    await chooseFromMenu(page, '運用管理', '企業一覧')
    await expectScreen(page, '企業一覧')
  } finally {
    await writeFile(pointerFile(site, 'ad'), text)
  }
  expect(await stableOf(site, 'ad')).toBe(before)
  await page.context().close()
  await next.remove()
})

test('two deployers at once: nothing is lost, and the loser is told', async ({ site }) => {
  const before = await stableOf(site, 'md')
  const builds = await Promise.all(['one', 'two'].map((suffix) => copyBuild('md', suffix)))
  for (const { directory } of builds) expect(await site.release('publish', 'md', '--from', directory)).toHaveSucceeded()
  const ended = await Promise.all(builds.map(({ build }) => site.release('promote', 'md', build, '--json')))
  const won = builds.filter((_, index) => ended[index]!.code === 0)
  const refusals = ended
    .filter(({ code }) => code !== 0)
    .map(({ stdout }) => JSON.parse(stdout) as { error: { code: string; why: string } })
  expect(won.length).toBeGreaterThan(0)
  for (const { error } of refusals) expect(error).toMatchObject({ code: 'pointer_moved', why: expect.stringContaining('e2e changed md') })
  const { entries } = JSON.parse((await site.release('history', 'md', '--json')).stdout) as {
    entries: { tookEffect: boolean; to: { stable: string } }[]
  }
  const inForce = entries.filter(({ tookEffect }) => tookEffect).map(({ to }) => to.stable)
  expect(inForce.slice(0, won.length).toSorted()).toEqual(won.map(({ build }) => build).toSorted())
  expect(await stableOf(site, 'md')).toBe(inForce[0])
  expect(await site.release('rollback', 'md', before, '--reason', 'テストの後始末')).toHaveSucceeded()
  await Promise.all(builds.map(({ remove }) => remove()))
})
