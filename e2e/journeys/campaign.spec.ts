import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { post } from '../support/api.ts'
import { chooseBulk, expectScreen } from '../support/navigation.ts'
import { expect, pageOf, test } from '../support/test.ts'

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label)

async function choose(page: Page, label: string, option: RegExp | string): Promise<void> {
  await field(page, label).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click()
}

async function enterTime(page: Page, label: string, value: string): Promise<void> {
  // Excludes the button beside it, whose name contains the label.
  const box = page.getByRole('main').getByRole('textbox', { name: new RegExp(`^${label}`, 'u') })
  await box.fill(value)
  await box.press('Enter')
}

test('a campaign is created: what is missing is named, the server’s answer lands on its field, the record opens', async ({
  browser,
  site,
}) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/ad/campaign/create')
  const submit = page.getByRole('button', { name: '登録する' })
  await submit.click()
  await expect(page.getByText('必須項目です。').first()).toBeVisible()
  await expect(page.getByText('アカウントを選択してください。')).toBeVisible()
  await expect(field(page, 'キャンペーン名')).toBeFocused()

  await field(page, 'キャンペーン名').fill('　冬の新商品キャンペーン　')
  await page.getByRole('radio', { name: 'サイト誘導' }).check()
  await choose(page, '広告主', /./u)
  await enterTime(page, '開始日時', '2027/01/10 00:00')
  await enterTime(page, '終了日時', '2027/01/10 12:00')
  await field(page, '通期予算').fill('１，０００，０００')
  await field(page, '1日の予算').fill('2000000')
  await field(page, 'メモ').fill('一行目')
  await submit.click()
  await expect(page.getByText('最低期間より長い日時を指定してください。')).toBeVisible()
  await expect(page.getByText('1日の予算は通期予算以下で入力してください。')).toBeVisible()
  await enterTime(page, '終了日時', '2027/01/31 23:59')
  await field(page, '1日の予算').fill('50000')
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/campaign') && response.request().method() === 'POST')
  await submit.click()
  expect((await answered).status()).toBe(201)
  await expect(page.getByText('キャンペーンを登録しました')).toBeVisible()
  await expect(page).toHaveURL(/\/ad\/campaign\/\d+$/u)
  await expect(page.getByRole('heading', { level: 1, name: '冬の新商品キャンペーン' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('2027/01/10 00:00')
  await expect(page.getByRole('main')).toContainText('¥1,000,000')
  await expect(page.getByRole('main')).toContainText('開始待ち')
  await page.context().close()
})

test('a double click creates one campaign', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/ad/campaign/create')
  await field(page, 'キャンペーン名').fill('二度押しの試験')
  await page.getByRole('radio', { name: '認知' }).check()
  await choose(page, '広告主', /./u)
  await enterTime(page, '開始日時', '2027/02/01 00:00')
  await enterTime(page, '終了日時', '2027/02/28 00:00')
  await field(page, '通期予算').fill('100000')
  await page.getByRole('button', { name: '登録する' }).dblclick()
  await expect(page).toHaveURL(/\/ad\/campaign\/\d+$/u)
  const { data } = (await (await page.request.get('/api/campaign?q=二度押しの試験')).json()) as { data: unknown[] }
  expect(data).toHaveLength(1)
  await page.context().close()
})

test('search, filter, order and page live in the address, and the back button works', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/ad/campaign?limit=20')
  const rows = page.locator('tbody').getByRole('rowheader')
  await expect(rows).toHaveCount(20)
  const first = await rows.first().textContent()
  await page.getByRole('navigation', { name: 'ページ' }).getByRole('button', { name: '次へ' }).click()
  await expect(page).toHaveURL(/after=/u)
  await expect(rows.first()).not.toHaveText(first!)
  await page.goBack()
  await expect(page).not.toHaveURL(/after=/u)
  await expect(rows.first()).toHaveText(first!)

  await page.getByRole('columnheader', { name: '通期予算' }).click()
  await expect(page).toHaveURL(/sort=-?lifetime_budget/u)
  await page.getByRole('searchbox').fill('認知拡大')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/q=/u)
  // Rows below the window are drawn after those that are in it.
  await expect(rows.filter({ hasText: '認知拡大' })).toHaveCount(20)
  await expect(rows).toHaveCount(20)
  const found = await rows.allTextContents()
  await page.reload()
  await expect(rows).toHaveText(found)
  await page.goto('/ad/campaign?q=存在しない名前')
  await expect(page.getByText('条件に一致するキャンペーンはありません。')).toBeVisible()
  await page.context().close()
})

test('a list of campaigns is arranged and kept, paused across pages with a result for each, and saved as files', async ({
  browser,
  site,
}) => {
  const page = await pageOf(browser, site, 'admin', { acceptDownloads: true })
  const { data: advertisers } = (await (await page.request.get('/api/account/advertiser/select_list')).json()) as { data: { id: number }[] }
  const word = '一覧検証'
  for (let number = 1; number <= 21; number++) {
    await post(page.request, '/api/campaign', {
      name: `${word} ${String(number).padStart(2, '0')}`,
      goal: 'AWARENESS',
      advertiser_account_id: advertisers[0]!.id,
      start_at: '2027-03-01T00:00:00Z',
      end_at: '2027-03-31T00:00:00Z',
      lifetime_budget: '100000',
    })
  }
  const main = page.getByRole('main')
  const open = (button: string, region: string) =>
    main
      .getByRole('button', { name: button, exact: true })
      .click()
      .then(() => page.getByRole('region', { name: region }))
  await page.goto(`/ad/campaign?q=${word}&sort=name&limit=20`)
  await expect(page.locator('tbody').getByRole('rowheader')).toHaveCount(20)

  // In less space the table scrolls, and headings, checkboxes and names stay visible.
  await page.setViewportSize({ width: 700, height: 600 })
  const inSight = await page.getByRole('table').evaluate((table) => {
    const scroller = table.parentElement!
    scroller.scrollTo(400, 300)
    const { left, top } = scroller.getBoundingClientRect()
    const at = (x: number, y: number) => document.elementFromPoint(left + x, top + y)!
    return [
      at(20, 20).closest('th')?.cellIndex,
      at(60, 20).closest('th')?.textContent,
      at(20, 100).closest('td')?.cellIndex,
      at(60, 100).closest('th')?.scope,
    ]
  })
  expect(inSight).toEqual([0, 'キャンペーン名', 0, 'row'])
  await page.setViewportSize({ width: 1440, height: 900 })

  const columns = await open('表示項目', '表示項目')
  await columns.getByRole('checkbox', { name: '設定', exact: true }).setChecked(true)
  await columns.getByRole('checkbox', { name: '通期予算' }).setChecked(false)
  await page.keyboard.press('Escape')
  const views = await open('標準の表示', '保存した表示')
  await views.getByRole('button', { name: '名前を付けて保存' }).click()
  await views.getByRole('textbox', { name: '表示の名前' }).fill(word)
  await views.getByRole('button', { name: '保存する' }).click()
  await expect(main.getByRole('button', { name: word, exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  // One is paused individually first, so it is reported separately when all are paused.
  const bulk = page.getByRole('region', { name: '一括操作' })
  const pause = () => chooseBulk(page, '停止する')
  await page.getByRole('checkbox', { name: `${word} 07を選択` }).check()
  const one = await pause()
  await one.getByRole('button', { name: '停止する（1 件）' }).click()
  await one.getByRole('button', { name: '閉じる' }).last().click()
  await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
  await bulk.getByRole('button', { name: '条件に一致する 21 件をすべて選択' }).click()
  const all = await pause()
  await expect(all).toContainText('選択した 21 件のうち、20 件に実行できます。1 件は対象外です。')
  await all.getByText('対象外の 1 件を確認').click()
  await expect(all.getByRole('row').last()).toContainText(`${word} 07`)
  await all.getByRole('button', { name: '停止する（20 件）' }).click()
  await expect(all).toContainText('キャンペーンを停止しました（20 件）。1 件は実行できませんでした。')
  await expect(all.getByRole('row').filter({ hasText: '成功' }).first()).toContainText(word)
  await all.getByRole('button', { name: '閉じる' }).last().click()

  // Exports everything that matches, beyond this page, with the chosen columns.
  const save = async (link: string) => {
    const panel = await open('ダウンロード', 'ダウンロード')
    const [file] = await Promise.all([page.waitForEvent('download'), panel.getByRole('link', { name: link }).click()])
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const csv = (await save('CSV（UTF-8）')).bytes.toString('utf8').trimEnd().split('\r\n')
  expect(csv).toHaveLength(22)
  expect([csv[0]!.includes('設定'), csv[0]!.includes('通期予算')]).toEqual([true, false])
  expect(csv.slice(1).every((line) => line.includes('停止中'))).toBe(true)
  const book = await save('Excel（xlsx）')
  expect([book.name.endsWith('.xlsx'), book.bytes.subarray(0, 2).toString()]).toEqual([true, 'PK'])
  await page.context().close()
})

test('pausing and resuming follow the state rules', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const { data } = (await (await page.request.get('/api/campaign?serving_status=SERVING&limit=20')).json()) as { data: { id: number }[] }
  await page.goto(`/ad/campaign/${data[0]!.id}`)
  await expectScreen(page, 'キャンペーン詳細')
  const resume = page.getByRole('button', { name: '再開する' })
  await expect(resume).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: '停止する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '停止する' }).click()
  await expect(page.getByText('キャンペーンを停止しました')).toBeVisible()
  await expect(resume).not.toHaveAttribute('aria-disabled', 'true')
  await resume.click()
  await expect(page.getByText('キャンペーンを再開しました')).toBeVisible()
  await expect(page.getByRole('heading', { name: '変更履歴' }).locator('xpath=..')).toContainText('停止中')
  await page.context().close()
})

test('two people edit one campaign: the second sees both versions', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const other = await pageOf(browser, site, 'admin')
  const { data } = (await (await page.request.get('/api/campaign?sort=name&limit=20')).json()) as { data: { id: number; name: string }[] }
  const { id, name } = data[3]!
  for (const one of [page, other]) {
    await one.goto(`/ad/campaign/${id}`)
    await one.getByRole('button', { name: '編集', exact: true }).click()
    await expect(field(one, 'キャンペーン名')).toHaveValue(name)
  }
  await field(other, 'キャンペーン名').fill(`${name} 甲`)
  await other.getByRole('button', { name: '保存する' }).click()
  await expect(other.getByText('キャンペーンを更新しました')).toBeVisible()
  await field(page, 'キャンペーン名').fill(`${name} 乙`)
  await page.getByRole('button', { name: '保存する' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${name} 甲`)
  await expect(dialog).toContainText(`${name} 乙`)
  await dialog.getByRole('button', { name: '自分の入力で上書き' }).click()
  await expect(page.getByText('キャンペーンを更新しました')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `${name} 乙` })).toBeVisible()
  for (const one of [page, other]) await one.context().close()
})

test('unsaved input is not lost by accident, and a server that is away loses nothing', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/op/company/create')
  await field(page, '企業名').first().fill('入力途中の企業')
  await page.getByRole('link', { name: 'ホーム' }).last().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('入力内容が保存されていません')
  await dialog.getByRole('button', { name: '編集を続ける' }).click()
  await expect(field(page, '企業名').first()).toHaveValue('入力途中の企業')

  await page.goto('/ad/campaign?sort=name')
  await page.getByRole('table').getByRole('link').first().click()
  await page
    .getByRole('link', { name: '編集', exact: true })
    .or(page.getByRole('button', { name: '編集', exact: true }))
    .click()
  await field(page, 'メモ').fill('通信断のときに消えてはいけないメモ')
  await page.route('**/api/campaign/*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('サーバーに接続できません。通信状況を確認してください')).toBeVisible()
  await expect(field(page, 'メモ')).toHaveValue('通信断のときに消えてはいけないメモ')
  await page.unroute('**/api/campaign/*')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('キャンペーンを更新しました')).toBeVisible()
  await page.context().close()
})
