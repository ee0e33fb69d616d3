import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { choose } from '../support/select.ts'
import { approveCredit, expect, pageOf, test } from '../support/test.ts'

/** A control of the form by its label; required ones include that in their name. */
function field(page: Page, role: 'textbox' | 'combobox', label: string) {
  return page.getByRole('main').getByRole(role, { name: new RegExp(`^${label}( 必須)?$`, 'u') })
}

interface Company {
  readonly name: string
  readonly corporateNumber: string
  readonly creditLimit: string
}

async function fillIn(page: Page, { name, corporateNumber, creditLimit }: Company): Promise<void> {
  await field(page, 'textbox', '企業名').fill(name)
  await choose(page, '法人格', '株式会社')
  await field(page, 'textbox', '法人番号').fill(corporateNumber)
  await field(page, 'textbox', '郵便番号').fill('１０００００１')
  await expect(page.getByText('東京都千代田区千代田を入力しました')).toBeVisible()
  await expect(field(page, 'combobox', '市区町村')).toHaveValue('千代田区')
  await expect(field(page, 'combobox', '市区町村')).toBeVisible()
  await field(page, 'textbox', '町名・番地').fill('千代田1-1')
  await field(page, 'textbox', '電話番号').fill('０３−１２３４−５６７８')
  await page.getByRole('radio', { name: '請求書払い' }).check()
  await field(page, 'textbox', '与信枠').fill(creditLimit)
  await page.getByRole('button', { name: '登録する' }).click()
}

test('a company is registered, corrected and its credit decided', async ({ browser, site }) => {
  test.slow()
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/op/company/create')
  await fillIn(page, { name: '株式会社試験商会', corporateNumber: '7000012050003', creditLimit: '3500' })
  await expect(page.getByText('法人番号が正しくありません。13桁の数字を確認してください。')).toBeVisible()
  await expect(page.getByText('1,000円単位で入力してください。')).toBeVisible()
  await expect(field(page, 'textbox', '電話番号')).toHaveValue('0312345678')
  await expect(field(page, 'textbox', '郵便番号')).toHaveValue('100-0001')
  await field(page, 'textbox', '法人番号').fill('7000012050002')
  await field(page, 'textbox', '与信枠').fill('3000000')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('企業を登録しました')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('未審査')

  const approve = page.getByRole('button', { name: '与信を承認' })
  await page.getByRole('button', { name: 'その他の操作' }).click()
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await expect(approve).toHaveAccessibleDescription('「審査中」のときに実行できます。現在は「未審査」です。')
  await expectAccessible(page, 'the other actions of a record')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '与信を申請' }).click()
  await expect(page.getByText('与信を申請しました')).toBeVisible()
  // Another administrator than the submitter approves, with the limit in view.
  await page.getByRole('button', { name: 'その他の操作' }).click()
  await expect(approve).toHaveAccessibleDescription(/ほかの担当者が承認してください/u)
  await page.keyboard.press('Escape')
  const reviewer = await pageOf(browser, site, 'reviewer')
  await reviewer.goto(new URL(page.url()).pathname)
  await approveCredit(reviewer)
  await expect(reviewer.getByRole('main')).toContainText('承認済み')

  // A raise is submitted; the approved limit counts until the raise is approved.
  await page.reload()
  await page.getByRole('button', { name: '編集', exact: true }).click()
  await field(page, 'textbox', '与信枠').fill('8000000')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('増額審査中')
  await expect(page.getByRole('main')).toContainText('¥3,000,000')
  await reviewer.reload()
  await reviewer.getByRole('button', { name: '増額を承認' }).click()
  await expect(reviewer.getByRole('dialog')).toContainText('¥3,000,000')
  await expectAccessible(reviewer, 'the approval of a higher limit')
  await reviewer.getByRole('dialog').getByRole('textbox').fill('取引実績を確認')
  await reviewer.getByRole('button', { name: '¥8,000,000 への増額を承認' }).click()
  await expect(reviewer.getByText('与信枠の増額を承認しました')).toBeVisible()
  await expect(reviewer.getByRole('main')).toContainText('¥8,000,000')
  await reviewer.context().close()

  // The server reports a number that is taken on its field.
  await page.goto('/op/company/create')
  await fillIn(page, { name: '株式会社二重登録', corporateNumber: '7000012050002', creditLimit: '3000' })
  await expect(page.getByText('すでに登録されています。')).toBeVisible()
  await expect(field(page, 'textbox', '法人番号')).toHaveAttribute('aria-invalid', 'true')
  await page.context().close()
})

/** The last thirty days of a space equal the sum of its days, and link to the report over the same days. */
async function expectLastDays(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: '過去30日間の実績' })
  const report = (await section.getByRole('link', { name: '配信結果を開く' }).getAttribute('href'))!
  const { searchParams } = new URL(report, page.url())
  const [from, to, space] = ['from', 'to', 'space_id'].map((name) => searchParams.get(name)!)
  expect((Date.parse(to!) - Date.parse(from!)) / 86_400_000).toBe(29)
  expect(page.url()).toMatch(new RegExp(`/${space}$`, 'u'))
  const answer = await page.request.get('/api/report/supply', { params: { from: from!, to: to!, space_id: space!, group_by: 'day' } })
  const { data } = (await answer.json()) as { data: { rows: { imps: number; requests: number; revenue: string }[] } }
  const sum = (of: (row: { imps: number; requests: number; revenue: string }) => number) =>
    data.rows.reduce((total, row) => total + of(row), 0)
  const imps = sum((row) => row.imps)
  const figure = (label: string) => section.getByText(label, { exact: true }).locator('xpath=following-sibling::dd')
  await expect(figure('表示回数')).toHaveText(imps.toLocaleString('ja-JP'))
  await expect(figure('フィル率')).toHaveText(`${((imps / sum((row) => row.requests)) * 100).toFixed(2)}%`)
  const revenue = Number((await figure('収益').textContent())!.replaceAll(/[¥,]/gu, ''))
  // Whole yen are shown.
  expect(revenue).toBe(Math.round(sum((row) => Number(row.revenue))))
}

test('the supply side sees its own ad spaces and no others', async ({ browser, site }) => {
  const names: Record<string, string[]> = {}
  for (const role of ['admin', 'ptd', 'pg'] as const) {
    const page = await pageOf(browser, site, role)
    await page.goto('/md/ad_space?limit=100&sort=name')
    await expect(page.getByRole('table')).toBeVisible()
    await expect(page.getByRole('table').getByRole('rowheader').first()).toBeVisible()
    const { page: counted } = (await (await page.request.get('/api/space?count=exact')).json()) as { page: { total: number } }
    names[role] = [String(counted.total)]
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/md\/ad_space\/\d+$/u)
    await expect(page.getByRole('main')).toContainText('メディアグループ')
    await expectLastDays(page)
    await page.context().close()
  }
  expect(Number(names.pg)).toBeLessThan(Number(names.admin))
  expect(Number(names.ptd)).toBeLessThan(Number(names.admin))
  expect(Number(names.pg)).toBeGreaterThan(0)
})
