import { expectAccessible } from '../support/accessibility.ts'
import { expect, pageOf, test } from '../support/test.ts'

test('a webhook is made, edited, and its secret renewed; both are shown once', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'advertiser')
  await page.goto('/integrations')
  const webhooks = page.getByRole('region', { name: 'Webhook' })
  const create = webhooks.getByRole('button', { name: 'Webhookを登録する' })
  await create.click()
  await expect(webhooks.getByRole('textbox', { name: '名前' })).toBeFocused()
  await webhooks.getByRole('button', { name: 'キャンセル' }).click()
  await expect(create).toBeFocused()
  await create.click()
  await webhooks.getByRole('textbox', { name: '名前' }).fill('会計連携')
  await webhooks.getByRole('textbox', { name: '送信先のURL' }).fill('https://hooks.example/a')
  await webhooks.getByRole('checkbox', { name: '申込と変更申請' }).check()
  await webhooks.getByRole('button', { name: 'Webhookを登録する' }).click()
  const secret = webhooks.getByRole('textbox', { name: '署名の秘密鍵' })
  await expect(secret).toBeFocused()
  const first = await secret.inputValue()
  expect(first).toMatch(/^whsec_/u)
  await webhooks.getByRole('button', { name: '保管しました' }).click()
  await expect(secret).toHaveCount(0)
  await expect(create).toBeFocused()

  const edit = webhooks.getByRole('button', { name: '編集する：会計連携' })
  await edit.click()
  await expect(webhooks.getByRole('textbox', { name: '名前' })).toBeFocused()
  await webhooks.getByRole('button', { name: 'キャンセル' }).click()
  await expect(edit).toBeFocused()
  await edit.click()
  const url = webhooks.getByRole('textbox', { name: '送信先のURL' })
  await expect(url).toHaveValue('https://hooks.example/a')
  await url.fill('http://hooks.example/b')
  await webhooks.getByRole('button', { name: '保存する' }).click()
  await expect(url).toHaveAttribute('aria-invalid', 'true')
  await url.fill('https://hooks.example/b')
  await webhooks.getByRole('checkbox', { name: '与信と取引' }).check()
  await webhooks.getByRole('button', { name: '保存する' }).click()
  await expect(webhooks).toContainText('https://hooks.example/b')
  await expect(webhooks).toContainText('申込と変更申請 ・ 与信と取引')

  await webhooks.getByRole('button', { name: '秘密鍵を更新する：会計連携' }).click()
  const overlap = webhooks.getByRole('combobox', { name: '現在の秘密鍵の有効期間' })
  await expect(overlap).toHaveValue('24')
  await expectAccessible(page, 'renewing a secret')
  await webhooks.getByRole('button', { name: '秘密鍵を更新する', exact: true }).click()
  await expect(secret).not.toHaveValue(first)
  await expect(webhooks).toContainText('以前の秘密鍵でも署名しています')
  await webhooks.getByRole('button', { name: '保管しました' }).click()
  await webhooks.getByRole('button', { name: '秘密鍵を更新する：会計連携' }).click()
  await overlap.selectOption('0')
  await webhooks.getByRole('button', { name: '秘密鍵を更新する', exact: true }).click()
  await expect(secret).toBeVisible()
  await expect(webhooks).not.toContainText('以前の秘密鍵でも署名しています')
  await webhooks.getByRole('button', { name: '保管しました' }).click()

  const turnOff = webhooks.getByRole('button', { name: /^停止する：会計連携/u })
  await turnOff.press('Enter')
  await expect(webhooks.getByRole('button', { name: /^再開する：会計連携/u })).toBeFocused()
  const remove = webhooks.getByRole('button', { name: '削除する：会計連携' })
  await remove.press('Enter')
  await webhooks.getByRole('button', { name: 'キャンセル：会計連携' }).press('Enter')
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await remove.press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(webhooks.getByRole('heading', { name: 'Webhook' })).toBeFocused()
})

for (const locale of ['ja-JP', 'en-US']) {
  test(`the log of a webhook scrolls by itself on a phone, not the page (${locale})`, async ({ browser, site }) => {
    const page = await pageOf(browser, site, 'advertiser', { locale, viewport: { width: 390, height: 844 } })
    const at = '2026-11-29T14:42:00.000Z'
    const webhook = { id: 1, name: '会計連携', url: 'https://hooks.example/a', topics: ['order'], active: true, off_reason: null }
    const delivery = { id: 2, type: 'change_request.approved', body: '{}', status: 'WAITING', attempts: 1, due_at: at, last_at: at }
    const answers = {
      '**/api/webhook': [{ ...webhook, former_until: null, created_by: null, created_at: at }],
      '**/api/webhook/1/delivery': [{ ...delivery, last_status: 500, last_fault: null, created_at: at }],
    }
    for (const [path, data] of Object.entries(answers)) await page.route(path, (route) => route.fulfill({ json: { data } }))
    await page.goto('/integrations?log=1')
    await expect(page.getByRole('table')).toContainText('change_request.approved')
    await expectAccessible(page, 'the log of a webhook')
  })
}
