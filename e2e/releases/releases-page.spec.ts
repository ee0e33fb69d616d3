import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { breakScreens, copyBuild } from '../support/copied-build.ts'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

const pointerOf = async (site: Site, unit: string) =>
  JSON.parse(await readFile(join(site.dataDir, 'registry', 'ch', 'stable', `${unit}.json`), 'utf8')) as {
    rev: number
    stable: string
    bad: string[]
  }

const areas = [
  { unit: 'ad', area: '広告管理', entry: 'キャンペーン一覧' },
  { unit: 'md', area: '媒体管理', entry: '広告枠一覧' },
  { unit: 'op', area: '運用管理', entry: '企業一覧' },
] as const

const panel = (page: Page, area: string) => page.getByRole('alert').filter({ hasText: `${area}を表示できません` })
const card = (page: Page, area: string) => page.getByRole('region', { name: new RegExp(`^${area}`, 'u') })

test('with all three remotes broken the builds before stand in, and an administrator rolls one back with a reason', async ({
  browser,
  site,
}) => {
  const before = await Promise.all(areas.map(({ unit }) => pointerOf(site, unit)))
  const broken = await Promise.all(areas.map(async ({ unit }) => copyBuild(unit, 'broken', { files: [await breakScreens(unit)] })))
  for (const [index, { unit }] of areas.entries()) {
    const { build, directory } = broken[index]!
    const published = await site.release('publish', unit, '--from', directory)
    expect(published).toHaveSucceeded()
    expect(await site.release('promote', unit, build)).toHaveSucceeded()
  }
  const page = await pageOf(browser, site, 'admin')
  const beacon = page.waitForRequest((request) => request.url().endsWith('/api/release/beacon'))
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { stillThere: true }))
  for (const { area, entry } of areas.toReversed()) {
    // The build before stands in.
    await chooseFromMenu(page, area, entry)
    await expectScreen(page, entry)
    await expect(page.getByRole('table')).toBeVisible()
    await expect(panel(page, area)).toBeHidden()
  }
  await beacon

  await page.getByRole('link', { name: 'リリース管理' }).first().click()
  await card(page, '広告管理').getByRole('button', { name: 'ロールバック' }).click()
  const dialog = page.getByRole('dialog', { name: '広告管理：ロールバック' })
  await expect(dialog).toContainText(`直前の正常なビルド ${before[0]!.stable}`)
  await dialog.getByRole('button', { name: 'ロールバック' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('必須項目です。')
  await dialog.getByRole('textbox', { name: '理由' }).fill('キャンペーン一覧が表示されない')
  await dialog.getByRole('button', { name: 'ロールバック' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`広告管理を ${before[0]!.stable} に戻しました`)).toBeVisible()
  // Other tests on the same site may have marked further builds as bad.
  expect(await pointerOf(site, 'ad')).toMatchObject({ stable: before[0]!.stable, bad: expect.arrayContaining([broken[0]!.build]) })
  expect((await pointerOf(site, 'op')).stable).toBe(broken[2]!.build)

  // What the page reported on the broken builds, and who did what.
  await expect(card(page, '運用管理').getByRole('listitem').filter({ hasText: broken[2]!.build })).toContainText('失敗率 100.0%')
  await card(page, '運用管理')
    .getByRole('listitem')
    .filter({ hasText: broken[2]!.build })
    .getByRole('button', { name: '失敗率 100.0%' })
    .click()
  const failing = card(page, '運用管理').getByRole('region', { name: `${broken[2]!.build} の失敗の内訳` })
  await expect(failing.getByRole('listitem').filter({ hasText: '企業一覧' }).last()).toContainText('1アカウント')
  await card(page, '運用管理').getByRole('button', { name: '失敗率 100.0%' }).click()
  await card(page, '広告管理').getByRole('button', { name: '履歴' }).click()
  const newest = card(page, '広告管理').getByRole('region', { name: '広告管理の履歴' }).getByRole('listitem').first()
  await expect(newest).toContainText(`${broken[0]!.build} から ${before[0]!.stable} に戻した`)
  await expect(newest).toContainText('キャンペーン一覧が表示されない')
  await expect(newest).toContainText('<admin@demo.example>')
  await expect(page).toHaveURL(/\/releases\?history=ad$/u)

  await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
  await expectScreen(page, 'キャンペーン一覧')
  await expect(page.getByRole('table')).toBeVisible()
  await chooseFromMenu(page, '媒体管理', '広告枠一覧')
  await expectScreen(page, '広告枠一覧')
  expect(await page.evaluate(() => 'stillThere' in window)).toBe(true)

  // A second one by keyboard only, from the header.
  await page.getByRole('link', { name: 'リリース管理' }).first().focus()
  await page.keyboard.press('Enter')
  await card(page, '媒体管理').getByRole('button', { name: 'ロールバック' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: '理由' })).toBeFocused()
  await page.keyboard.type('広告枠一覧も表示されない')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'ロールバック' })
  while (!(await confirm.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`媒体管理を ${before[1]!.stable} に戻しました`)).toBeVisible()
  await page.context().close()

  expect(await site.release('rollback', 'op', '--from', broken[2]!.build, '--reason', 'テストの後始末')).toHaveSucceeded()
  await Promise.all(broken.map(({ remove }) => remove()))
})

test('two administrators at once: the second is told who was faster, and decides on what runs now', async ({ browser, site }) => {
  const next = await copyBuild('op', 'trial')
  expect(await site.release('publish', 'op', '--from', next.directory)).toHaveSucceeded()
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/releases?unit=op&action=canary')
  const dialog = page.getByRole('dialog', { name: '運用管理：試行を始める' })
  await dialog.getByRole('combobox', { name: 'ビルド' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: next.build }).click()
  await dialog.getByRole('slider', { name: '試すアカウントの割合' }).press('ArrowRight')
  await expect(dialog.getByRole('textbox', { name: '割合（%）' })).toHaveValue('6')
  const start = dialog.getByRole('button', { name: '試行を始める' })
  /** A click that is refused, until its message is shown. The former alert has the same text, and a busy button ignores clicks. */
  async function refused(): Promise<void> {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST' && response.status() === 409)
    await start.click()
    await answered
    await expect(start).not.toHaveClass(/loading/u)
    await expect(dialog.getByRole('alert')).toContainText('e2e さんが先に変更しました')
  }
  expect(await site.release('freeze', 'op', '--reason', '棚卸し')).toHaveSucceeded()
  await refused()
  expect(await site.release('unfreeze', 'op', '--reason', '棚卸しの終わり')).toHaveSucceeded()
  // Based on an outdated frozen state: refused once more, and then accepted.
  await refused()
  await start.click()
  await expect(dialog).toBeHidden()
  await expect(card(page, '運用管理')).toContainText(`試行アカウントの6%${next.build}`)
  await page.context().close()
  expect(await site.release('rollback', 'op', '--from', next.build, '--reason', 'テストの後始末')).toHaveSucceeded()
  await next.remove()
})
