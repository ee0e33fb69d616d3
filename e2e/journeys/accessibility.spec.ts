import { expectAccessible, views } from '../support/accessibility.ts'
import { announce, post } from '../support/api.ts'
import { addressOf, expectOpened, publishedRoutes, settled, specifiedRoles, visit } from '../support/routes.ts'
import { expect, pageOf, roleNames, test } from '../support/test.ts'

/** States of screens with an address of their own. */
const furtherStates: Readonly<Record<string, readonly string[]>> = {
  achievements: ['?group_by=campaign'],
  'information.detail': ['?edit=1'],
  releases: ['?history=ad', '?unit=ad&action=canary', '?unit=ad&action=rollback'],
}

for (const { locale, width } of [views[0], views[3]]) {
  for (const area of ['ad', 'md', 'op']) {
    test(`axe finds nothing on any screen of ${area}, and it fits (${locale}, ${width} px)`, async ({ browser, site }) => {
      test.setTimeout(600_000)
      const page = await pageOf(browser, site, 'admin', { locale, viewport: { width, height: 900 } })
      // Fails on refused requests, because a failed part of a screen could pass as accessible.
      const refused: string[] = []
      page.on('response', (answer) => {
        if (answer.url().includes('/api/') && answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
      })
      await page.goto('/')
      const routes = (await publishedRoutes(page.request))[area]!.filter(({ path }) => specifiedRoles(path)?.includes('admin'))
      // An account's own campaigns are shown in the screen of all campaigns.
      expect(routes.length).toBeGreaterThan(5)
      for (const route of routes) {
        const address = await addressOf(page.request, route)
        for (const state of ['', ...(furtherStates[route.name] ?? [])]) {
          await visit(page, address + state)
          await settled(page)
          if (state === '') await expectOpened(page, route, address, locale === 'ja-JP' ? 'ja' : 'en')
          await expectAccessible(page, address + state)
          expect(refused, address + state).toEqual([])
        }
      }
      await page.context().close()
    })
  }
}

for (const [index, { locale, width }] of views.entries()) {
  test(`axe finds nothing on the shell's screens, and they fit (${locale}, ${width} px)`, async ({ browser, site }) => {
    test.slow()
    const japanese = locale === 'ja-JP'
    const options = { locale, viewport: { width, height: 900 } } as const
    const admin = await pageOf(browser, site, 'admin', options)
    await announce(admin.request, `とても長い題名のお知らせ${'メンテナンス'.repeat(12)}`, { is_important: true, type: 'MAINTENANCE' })
    // The dashboards of all roles consist of the same cards, so checking each language and width once suffices.
    for (const role of index % 3 === 0 ? roleNames : (['admin'] as const)) {
      const page = role === 'admin' ? admin : await pageOf(browser, site, role, options)
      const { data } = (await (await page.request.get('/api/account/me')).json()) as { data: { using_account_id: number } }
      await post(admin.request, '/api/notification', {
        account_id: data.using_account_id,
        text: 'https://example.test/'.padEnd(200, 'long'),
      })
      await page.goto('/?days=30')
      await settled(page)
      await expectAccessible(page, `/ for ${role}`)
      if (role !== 'admin') await page.context().close()
    }

    // Each drawer, opened from the edge on a phone; opening one closes the others.
    const menu = admin.getByRole('navigation', { name: japanese ? 'メインメニュー' : 'Main menu' })
    for (const area of japanese ? ['広告管理', '媒体管理', '運用管理'] : ['Advertising', 'Media', 'Operations']) {
      const button = menu.getByRole('button', { name: area, exact: true })
      if (!(await button.isVisible())) {
        await admin.getByRole('button', { name: japanese ? 'メニューを開く' : 'Open the menu' }).click()
        // The menu opens with the titles of an area.
        await expect(menu.locator('[aria-expanded=true]')).toHaveCount(1)
      }
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
      await expect(menu.locator('[aria-expanded=true]')).toHaveCount(1)
      await expectAccessible(admin, `drawer ${area}`)
    }
    await admin.keyboard.press('Escape')
    await admin.context().close()

    const multi = await pageOf(browser, site, 'multi', options)
    await multi.goto('/information')
    await settled(multi)
    await multi.getByRole('button', { name: japanese ? /^利用中のアカウント/u : /^Current account/u }).click()
    const dialog = multi.getByRole('dialog', { name: japanese ? 'アカウント選択' : 'Select account' })
    await expect(dialog.getByRole('radio')).toHaveCount(3)
    await expectAccessible(multi, 'account dialog')
    await multi.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // A message of the alert bar: a route that the role may not open.
    await visit(multi, '/op/company')
    await expect(multi.getByText(japanese ? '表示権限がありません' : 'You do not have permission to view this.')).toBeVisible()
    // The page that it leads to is shown before the message disappears.
    await settled(multi)
    await expectAccessible(multi, 'message bar')
    await multi.context().close()
  })
}

test('a tab is named in the language of the page alone, also with the focus on it', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { locale: 'ja-JP' })
  await page.goto('/ad/advertisement/1')
  const tab = page.getByRole('tab', { name: 'ホワイトリスト', exact: true })
  await tab.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: '記事', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(tab).toBeFocused()
  await page.context().close()
})

test('axe finds nothing on a list to choose from that has no match, or is waited for', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { locale: 'ja-JP' })
  await page.route(/\/api\/.*q=yyyy/u, () => undefined)
  for (const [address, name] of [
    ['/op/company/create', '都道府県'],
    ['/ad/campaign/create', '広告主'],
  ] as const) {
    await page.goto(address)
    await settled(page)
    const box = page.getByRole('combobox', { name: new RegExp(`^${name}`, 'u') })
    const said = page.locator('[aria-live]').getByText('該当するものがありません')
    await box.click()
    await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
    await expect(said).toBeHidden()
    await box.fill('zzzz')
    await expect(said).toBeVisible()
    await expectAccessible(page, name)
    if (name !== '広告主') continue
    await box.fill('yyyy')
    await expect(page.locator('[aria-live]').getByText('読み込み中')).toBeVisible()
    await expectAccessible(page, `${name}, waited for`)
  }
  await page.context().close()
})
