import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { addressed, post } from '../support/api.ts'
import { chooseBulk } from '../support/navigation.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** Companies of this journey only, marked by a unique word. */
const word = '一括検証'

async function panelOf(page: Page, button: string | RegExp, name: string) {
  await page.getByRole('main').getByRole('button', { name: button }).click()
  return page.getByRole('region', { name })
}

const rows = (page: Page) => page.getByRole('table').getByRole('rowheader')
const headers = (page: Page) => page.getByRole('table').getByRole('columnheader').allTextContents()

/** The lines of a downloaded file. */
async function download(page: Page, link: string, encoding: string): Promise<string[]> {
  const panel = await panelOf(page, 'ダウンロード', 'ダウンロード')
  const [file] = await Promise.all([page.waitForEvent('download'), panel.getByRole('link', { name: link }).click()])
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(await readFile(await file.path()))
  return text.trimEnd().split('\r\n')
}

test('a list is arranged, kept under a name, saved as a file, changed from a file, and acted on as a whole', async ({ browser, site }) => {
  test.slow()
  const page = await pageOf(browser, site, 'admin', { acceptDownloads: true })
  for (const number of [1, 2, 3]) await post(page.request, '/api/company', { ...addressed, name: `=${word}${number}商会` })
  await page.goto(`/op/company?q=${word}&sort=name`)
  await expect(rows(page)).toHaveCount(3)

  // Columns: chosen, ordered, and kept in the address.
  const columns = await panelOf(page, '表示項目', '表示項目')
  for (const name of ['登録区分', '電話番号', '都道府県', '支払方法']) await columns.getByRole('checkbox', { name, exact: true }).uncheck()
  await columns.getByRole('checkbox', { name: '市区町村' }).check()
  await columns.getByRole('button', { name: '市区町村を前へ' }).click()
  await expectAccessible(page, 'columns of a list')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByRole('button', { name: '表示項目' })).toBeFocused()
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  expect((await headers(page)).filter(Boolean)).toEqual(['企業名', '与信状態', '市区町村', '与信枠'])

  // A saved view: saved, left, reopened, and made the default.
  const views = await panelOf(page, '標準の表示', '保存した表示')
  await views.getByRole('button', { name: '名前を付けて保存' }).click()
  await views.getByRole('textbox', { name: '表示の名前' }).fill('検証用の会社')
  await views.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: '検証用の会社', exact: true }).first()).toBeVisible()
  await views.getByRole('button', { name: '「検証用の会社」を最初に表示' }).click()
  await expect(views.getByRole('button', { name: '「検証用の会社」を最初に表示' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'saved views of a list')
  await page.goto('/op/company')
  await expect(rows(page)).toHaveCount(3)
  await expect(page).toHaveURL(/columns=name%2Ccredit_status%2Ccity%2Ccredit_limit&view=\d+$/u)

  // Exports: everything that matches, with these columns, and with formulas escaped.
  const utf8 = await download(page, 'CSV（UTF-8）', 'utf-8')
  expect(utf8[0]).toBe('\uFEFFID,企業名,与信状態,市区町村,与信枠')
  expect(utf8).toHaveLength(4)
  expect(utf8[1]!.replace(/^\d+,/u, '')).toBe(`'=${word}1商会,未審査,渋谷区,3000000`)
  const sjis = await download(page, 'CSV（Shift_JIS）', 'shift_jis')
  expect([sjis[0], sjis[3]]).toEqual(['ID,企業名,与信状態,市区町村,与信枠', utf8[3]])

  // A bulk action on all of them: counted first, with a result for each.
  await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
  const bulk = page.getByRole('region', { name: '一括操作' })
  await expect(bulk).toContainText('3 件を選択中')
  const apply = await chooseBulk(page, '与信を申請')
  await expect(apply).toContainText('3 件に実行します。')
  await apply.getByRole('button', { name: '与信を申請（3 件）' }).click()
  await expect(apply).toContainText('与信を申請しました（3 件）。')
  await apply.getByRole('button', { name: '閉じる' }).last().click()
  await expect(page.getByRole('table').getByText('審査中')).toHaveCount(3)

  await page.getByRole('checkbox', { name: new RegExp(`${word}1商会を選択`, 'u') }).check()
  const approve = await chooseBulk(page, '与信を承認')
  // Nobody approves what they have submitted, and the count says so before anything is done.
  await approve.getByText('対象外の 1 件を確認').click()
  await expect(approve).toContainText('ほかの担当者が承認してください')
  await approve.getByRole('button', { name: 'キャンセル' }).click()
  await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
  await page.getByRole('checkbox', { name: 'このページをすべて選択' }).uncheck()
  await page.getByRole('checkbox', { name: new RegExp(`${word}1商会を選択`, 'u') }).check()
  const withdraw = await chooseBulk(page, '与信の申請を取り下げる')
  await withdraw.getByRole('button', { name: '与信の申請を取り下げる（1 件）' }).click()
  await expect(withdraw).toContainText('与信の申請を取り下げました')
  await withdraw.getByRole('button', { name: '閉じる' }).last().click()
  await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
  const again = await chooseBulk(page, '与信を否認')
  await expect(again).toContainText('選択した 3 件のうち、2 件に実行できます。1 件は対象外です。')
  await again.getByText('対象外の 1 件を確認').click()
  await expect(again.getByRole('row').last()).toContainText('現在の状態ではこの操作はできません')
  await expectAccessible(page, 'a bulk action')
  await again.getByRole('button', { name: 'キャンセル' }).click()
  await bulk.getByRole('button', { name: '選択を解除' }).click()
  await expect(bulk).toBeHidden()

  // Errors of a file are reported by line; the corrected file is imported completely.
  await page.getByRole('link', { name: '取り込み' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '企業の取り込み' })).toBeVisible()
  const file = (text: string) => ({ name: 'companies.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`) })
  const heading = '企業名,法人格,郵便番号,都道府県,市区町村,町名・番地,電話番号,支払方法,与信枠'
  const line = (zip: string) => `${word}4商会,株式会社,${zip},東京都,渋谷区,神宮前1-1,0312345678,請求書払い,3000000`
  const chooser = page.getByLabel('CSVファイルを選択')
  await chooser.setInputFiles(file(`${heading}\r\n${line('150')}\r\n`))
  await expect(page.getByRole('heading', { name: '取り込めない行が 1 行あります。' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'エラーの一覧' }).getByRole('row').last()).toHaveText(
    '2郵便番号郵便番号はXXX-XXXXの形式で入力してください。',
  )
  await expectAccessible(page, 'faults of an import')
  await page.getByRole('button', { name: '別のファイルを選ぶ' }).click()
  await chooser.setInputFiles(file(`${heading}\r\n${line('150-0001')}\r\n`))
  await page.getByRole('button', { name: '1 件を取り込む' }).click()
  await expect(page.getByRole('heading', { name: '1 件を取り込みました。' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '企業一覧' }).last().click()
  await expect(rows(page)).toHaveCount(4)

  // Removes the default again.
  const kept = await panelOf(page, '検証用の会社', '保存した表示')
  await kept.getByRole('button', { name: '「検証用の会社」の名前と共有を変更' }).click()
  await kept.getByRole('button', { name: '削除' }).click()
  await kept.getByRole('group').getByRole('button', { name: '削除' }).click()
  await expect(kept.getByText('検索・絞り込み・並び順・表示項目に名前を付けて保存できます。')).toBeVisible()
  await page.context().close()
})

test('what was typed outlives the page, in a form that was reloaded', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  page.on('dialog', (dialog) => void dialog.accept())
  const { data } = await post(page.request, '/api/company', { ...addressed, name: '下書き検証商会' })
  await page.goto(`/op/company/${data.id}?edit=1`)
  await page.getByRole('textbox', { name: '担当者名' }).fill('検証 太郎')
  await page.getByRole('textbox', { name: /^郵便番号/u }).fill('１０５００１１')
  await expect(page.getByText('東京都港区芝公園を入力しました')).toBeVisible()
  const kept = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('adsite.d.'))?.[1] ?? null)
  // Waits until the last write has finished.
  await expect(async () => {
    const before = await kept()
    expect(before).not.toBeNull()
    await page.waitForTimeout(600)
    expect(await kept()).toBe(before)
  }).toPass()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('検証 太郎')
  await page.reload()
  await expect(page.getByText('下書きを復元しました')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '担当者名' })).toHaveValue('検証 太郎')
  await expect(page.getByRole('combobox', { name: /^市区町村/u })).toHaveValue('港区')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('企業を更新しました')).toBeVisible()
  await page.goto(`/op/company/${data.id}?edit=1`)
  await expect(page.getByRole('textbox', { name: '担当者名' })).toHaveValue('検証 太郎')
  await expect(page.getByText('下書きを復元しました')).toBeHidden()
  await page.context().close()
})
