import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import { copyBuild, type CopiedBuild } from '../support/copied-build.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** spec/site "Roles" */
const agencyRole = 4

test.describe('a next build of the ad area', () => {
  let next: CopiedBuild
  test.beforeAll(async () => {
    next = await copyBuild('ad', 'next', { files: [[/\.js$/u, (text) => text.replaceAll('"配信結果"', '"配信結果 次版"')]] })
  })
  test.afterAll(() => next.remove())

  test('is tried by the accounts of its canary alone, and falls back within the navigation when it cannot be loaded', async ({
    browser,
    site,
  }) => {
    const published = await site.release('publish', 'ad', '--from', next.directory)
    expect(published).toHaveSucceeded()
    const member = await pageOf(browser, site, 'advertiser')
    const other = await pageOf(browser, site, 'agency')
    const me = (await (await member.request.get('/api/account/me')).json()) as { data: { using_account_id: number } }
    const tried = await site.release('promote', 'ad', next.build, '--canary', '0%', '--accounts', String(me.data.using_account_id))
    expect(tried).toHaveSucceeded()

    await member.goto('/ad/achievements')
    await expect(member.getByRole('navigation', { name: '現在地' })).toContainText('配信結果 次版')
    await other.goto('/ad/achievements')
    await expectScreen(other, '配信結果')
    await expect(other.getByRole('navigation', { name: '現在地' })).not.toContainText('次版')
    // The same after signing in again, because the account decides, not the browser.
    const again = await pageOf(browser, site, 'advertiser')
    await again.goto('/ad/achievements')
    await expect(again.getByRole('navigation', { name: '現在地' })).toContainText('配信結果 次版')

    // Only that one of a user's accounts is in the canary, so switching accounts changes the build.
    const several = await pageOf(browser, site, 'multi')
    const accounts = (await (await several.request.get('/api/account/me')).json()) as {
      data: { using_account_id: number; accounts: { account_id: number; role: number }[] }
    }
    const agency = accounts.data.accounts.find(({ role }) => role === agencyRole)!
    const alsoTried = ['promote', 'ad', next.build, '--canary', '0%', '--accounts', String(agency.account_id)]
    expect(await site.release(...alsoTried)).toHaveSucceeded()
    await several.goto('/ad/achievements')
    await expectScreen(several, '配信結果')
    await expect(several.getByRole('navigation', { name: '現在地' })).not.toContainText('次版')
    await several.getByRole('button', { name: /^利用中のアカウント/u }).click()
    const dialog = several.getByRole('dialog', { name: 'アカウント選択' })
    await dialog.getByRole('radio', { name: /^代理店 /u }).check()
    await dialog.getByRole('button', { name: '選択' }).click()
    await expect(several.getByText('アカウントを切り替えました')).toBeVisible()
    await chooseFromMenu(several, '広告管理', '配信結果')
    await expect(several.getByRole('navigation', { name: '現在地' })).toContainText('配信結果 次版')
    expect(await site.release('promote', 'ad', next.build, '--canary', '0%', '--accounts', String(me.data.using_account_id))).toMatchObject(
      {
        code: 0,
      },
    )

    const entry = join(site.dataDir, 'registry', 'r', 'ad', next.build, 'remoteEntry.js')
    const copies = ['', '.br', '.gz'].map((ending) => entry + ending)
    for (const file of copies) await rename(file, `${file}.away`)
    const broken = await pageOf(browser, site, 'advertiser')
    try {
      await broken.goto('/ad/achievements')
      await expectScreen(broken, '配信結果')
      await expect(broken.getByRole('navigation', { name: '現在地' })).not.toContainText('次版')
      await expect(broken.getByRole('alert').filter({ hasText: '表示できません' })).toBeHidden()
    } finally {
      for (const file of copies) await rename(`${file}.away`, file)
    }

    const ended = await site.release('end-canary', 'ad', '--from', next.build, '--reason', '試行を終了')
    expect(ended).toHaveSucceeded()
    const pointer = JSON.parse(await readFile(join(site.dataDir, 'registry', 'ch', 'stable', 'ad.json'), 'utf8')) as {
      canary: unknown
      bad: string[]
    }
    expect(pointer).toMatchObject({ canary: null, bad: [] })
    await member.goto('/ad/achievements')
    await expectScreen(member, '配信結果')
    await expect(member.getByRole('navigation', { name: '現在地' })).not.toContainText('次版')
    for (const page of [member, other, again, several, broken]) await page.context().close()
  })
})
