import type { Page } from '@playwright/test'
import { expect, pageOf, test } from '../support/test.ts'

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click()
}

test('a company is registered, corrected and its credit decided', async ({ browser, site }) => {
  test.slow()
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/op/company/create')
  await field(page, '企業名').fill('株式会社試験商会')
  await page
    .getByRole('combobox', { name: '法人格', exact: true })
    .or(page.getByRole('radio', { name: '株式会社' }))
    .first()
    .click()
  const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '株式会社' }).first()
  if (await option.isVisible().catch(() => false)) await option.click()
  await field(page, '法人番号').fill('7000012050003')
  await field(page, '郵便番号').fill('１０００００１')
  await choose(page, '都道府県', '東京都')
  await field(page, '市区町村').fill('千代田区')
  await field(page, '町名・番地').fill('千代田1-1')
  await field(page, '電話番号').fill('０３−１２３４−５６７８')
  await page.getByRole('radio', { name: '請求書払い' }).check()
  await field(page, '与信枠').fill('3500')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('法人番号が正しくありません。13桁の数字を確認してください。')).toBeVisible()
  await expect(page.getByText('1000単位で入力してください。')).toBeVisible()
  await expect(field(page, '電話番号')).toHaveValue('0312345678')
  await expect(field(page, '郵便番号')).toHaveValue('100-0001')
  await field(page, '法人番号').fill('7000012050002')
  await field(page, '与信枠').fill('3000000')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('企業を登録しました')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('未審査')

  const approve = page.getByRole('button', { name: '与信を承認' })
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: '与信を申請' }).click()
  await expect(page.getByText('与信を申請しました')).toBeVisible()
  await approve.click()
  await expect(page.getByText('与信を承認しました')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('承認済み')

  // The number is taken: the server says so, on the field.
  await page.goto('/op/company/create')
  await field(page, '企業名').fill('株式会社二重登録')
  await page
    .getByRole('radio', { name: '合同会社' })
    .or(page.getByRole('combobox', { name: '法人格', exact: true }))
    .first()
    .click()
  const other = page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '合同会社' }).first()
  if (await other.isVisible().catch(() => false)) await other.click()
  await field(page, '法人番号').fill('7000012050002')
  await field(page, '郵便番号').fill('100-0001')
  await choose(page, '都道府県', '東京都')
  await field(page, '市区町村').fill('千代田区')
  await field(page, '町名・番地').fill('千代田1-1')
  await field(page, '電話番号').fill('0312345678')
  await page.getByRole('radio', { name: '前払い' }).check()
  await field(page, '与信枠').fill('3000')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('すでに登録されています。')).toBeVisible()
  await expect(field(page, '法人番号')).toHaveAttribute('aria-invalid', 'true')
  await page.context().close()
})

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
    await page.context().close()
  }
  expect(Number(names.pg)).toBeLessThan(Number(names.admin))
  expect(Number(names.ptd)).toBeLessThan(Number(names.admin))
  expect(Number(names.pg)).toBeGreaterThan(0)
})
