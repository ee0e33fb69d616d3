import { expectAccessible } from '../support/accessibility.ts'
import { act } from '../support/api.ts'
import { expect, pageOf, test } from '../support/test.ts'

const card = { name: '通知' } as const

test('each kind of notification is turned off and on; what cannot be saved is shown as it was', async ({ browser, site }) => {
  const admin = await pageOf(browser, site, 'admin')
  const page = await pageOf(browser, site, 'agency')
  await page.goto('/account')
  const notices = page.getByRole('region', { name: '通知の受け取り方' })
  const review = notices.getByRole('checkbox', { name: 'クリエイティブの審査・掲載拒否 サイト' })
  await expect(review).toBeChecked()
  // Releases are the administrators'; messages and what concerns the own data always stand on the site.
  await expect(notices.getByRole('row', { name: /リリース/u })).toHaveCount(0)
  await expect(notices.getByRole('checkbox', { name: /^運営からのメッセージ サイト/u })).toBeDisabled()
  await expect(notices.getByRole('checkbox', { name: /^パスワードと二段階認証の変更 メール/u })).toBeDisabled()
  await notices.getByRole('checkbox', { name: '申込と変更申請 メール' }).press('Space')
  await expect(page.getByText('通知の受け取り方を変更しました')).toBeVisible()
  await expect(notices.getByRole('checkbox', { name: '申込と変更申請 メール' })).not.toBeChecked()
  await expectAccessible(page, 'choosing notices')
  await page.reload()
  await expect(notices.getByRole('checkbox', { name: '申込と変更申請 メール' })).not.toBeChecked()
  await expect(review).toBeChecked()

  const own = (await (await page.request.get('/api/account/me')).json()) as { data: { using_account_id: number } }
  const query = `serving_status=SERVING&agency_account_id=${own.data.using_account_id}&limit=20`
  const list = (await (await admin.request.get(`/api/campaign?${query}`)).json()) as { data: { id: number; name: string }[] }
  const { id, name } = list.data[0]!
  await act(admin.request, '/api/campaign', id, 'pause')
  await page.goto('/')
  const shown = page.getByRole('region', card)
  await expect(shown).toContainText(name)
  await page.goto('/account')
  const campaign = notices.getByRole('checkbox', { name: 'キャンペーン・広告・配信枠の停止と再開 サイト' })
  await campaign.uncheck()
  await expect(page.getByText('通知の受け取り方を変更しました')).toBeVisible()
  await page.goto('/')
  await expect(shown).toHaveAttribute('aria-busy', 'false')
  await expect(shown).not.toContainText(`「${name}」が停止されました`)
  await page.goto('/account')
  await campaign.check()
  await page.goto('/')
  await expect(shown).toContainText(`「${name}」が停止されました`)

  // What cannot be saved is shown as it was, with the reason.
  await page.goto('/account')
  await page.route('**/api/user/me/notices', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await review.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(review).toBeChecked()
  for (const opened of [admin, page]) await opened.context().close()
})
