import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { client, startEdgeOfSignOn, type EdgeOfSignOn } from '../support/identity-provider.ts'
import { choose } from '../support/select.ts'
import { startSite, type Site } from '../support/site.ts'
import { demoPassword, expect, pageOf, test } from '../support/test.ts'

// The site has to know its name server and that providers may be on this machine, so that it is none of the others.
let edge: EdgeOfSignOn
let site: Site
let issuer: string
test.beforeAll(async () => {
  edge = await startEdgeOfSignOn()
  site = await startSite(edge.settings)
  issuer = await edge.provideFor(site.url)
})
test.afterAll(async () => {
  await site.stop()
  await edge.stop()
})

const domain = 'demo.example'
const company = '株式会社大和アドパートナーズ'
/** Somebody with a password here, in an account of the company. */
const kyoko = { email: `agency@${domain}`, sub: 'kyoko-at-the-provider', name: '大和 京子', groups: ['buyers'] }

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const signedIn = (page: Page) => expect(page.getByRole('button', { name: 'ログアウト', exact: true })).toBeVisible()
async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}
/** Continues at the page of the provider. */
async function atTheProvider(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Identity provider' })).toBeVisible()
  expect(page.url().startsWith(issuer)).toBe(true)
  await page.getByRole('button', { name: `Continue as ${kyoko.name}` }).click()
}

test('single sign-on: set up, used, required, and ended by a sign-out at the provider', async ({ browser }) => {
  test.slow()
  const operator = await pageOf(browser, site, 'admin')
  await operator.goto('/op/single_sign_on/create')
  await operator.getByRole('textbox', { name: /^設定名/u }).fill('大和のIDプロバイダー')
  await choose(operator, '企業', company)
  await operator.getByRole('textbox', { name: /^発行者/u }).fill(issuer)
  await operator.getByRole('textbox', { name: /^クライアントID/u }).fill(client.id)
  await expect(operator.getByRole('textbox', { name: /^グループのクレーム名/u })).toHaveValue('groups')
  await operator.getByRole('checkbox', { name: '利用' }).check()
  await expectAccessible(operator, 'the form of a provider')
  await operator.getByRole('button', { name: '登録する' }).click()

  const connection = panel(operator, 'IDプロバイダーとの接続')
  await expect(connection.getByText(`${site.url}/auth/sso/`)).toBeVisible()
  const backChannel = (await connection.getByText(/\/api\/sso\/\d+\/logout$/u).textContent())!
  await connection.getByRole('button', { name: '接続を確認する' }).click()
  await expect(connection.getByText('先にクライアントシークレットを保存してください。')).toBeVisible()
  await connection.getByLabel('クライアントシークレット').fill(client.secret)
  await connection.getByRole('button', { name: '保存する' }).click()
  await expect(operator.getByText('クライアントシークレットを保存しました')).toBeVisible()
  await connection.getByRole('button', { name: '接続を確認する' }).click()
  await expect(connection.getByText(/^接続できました。/u)).toBeVisible()

  const domains = panel(operator, 'メールドメイン')
  await domains.getByLabel('追加するドメイン').fill(domain)
  await domains.getByRole('button', { name: 'ドメインを追加' }).click()
  const check = domains.getByRole('button', { name: `${domain}：確認する` })
  await check.click()
  await expect(domains.getByText(/^TXTレコードが見つかりません。/u)).toBeVisible()
  const [name, value] = await domains.locator('code').allTextContents()
  await edge.addRecord(name!, value!)
  await check.click()
  await expect(domains.getByText('確認済み', { exact: true })).toBeVisible()

  const groups = panel(operator, 'グループの割り当て')
  await groups.getByLabel('グループ（名前またはID）').fill('buyers')
  await groups.getByRole('button', { name: 'グループを追加' }).click()
  await expect(groups.getByRole('listitem')).toContainText('buyers')
  const requirement = panel(operator, 'シングルサインオンの必須化')
  await expect(requirement.getByText(/^直近24時間にこの設定でログインした人がいない/u)).toBeVisible()
  await expect(requirement.getByRole('button', { name: '必須にする' })).toBeDisabled()
  await expectAccessible(operator, 'the page of a provider')

  const { email, ...person } = kyoko
  await edge.addPerson(email, person)
  const page = await (await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } })).newPage()
  await page.goto('/auth/login?to=%2Finformation')
  await page.getByRole('button', { name: 'シングルサインオンを使う' }).click()
  await expectAccessible(page, 'the way to the provider')
  await page.getByLabel('会社のメールアドレス').fill(email)
  await page.getByRole('button', { name: '会社のログイン画面へ' }).click()
  await atTheProvider(page)
  await expect(page).toHaveURL(/\/information$/u)

  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await other.goto('/auth/login?to=%2Finformation')
  await givePassword(other, email)
  await signedIn(other)

  await operator.reload()
  await requirement.getByRole('button', { name: '必須にする' }).click()
  await expectAccessible(operator, 'the question before it is required')
  await operator.getByRole('dialog').getByRole('button', { name: '必須にする' }).click()
  await expect(requirement.getByText('必須', { exact: true })).toBeVisible()
  await expectAccessible(operator, 'the page of a provider that is required')

  // Who has signed in with the password is out with the next call, and the password leads to the provider.
  await other.goto('/information')
  await expect(other).toHaveURL(/\/auth\/login/u)
  await givePassword(other, email)
  await expect(other.getByText('このメールアドレスでは、会社のシングルサインオンでのログインが必須です')).toBeVisible()
  await expectAccessible(other, 'the sign-in page where single sign-on is required')
  await other.getByRole('button', { name: '会社のログイン画面へ' }).click()
  await atTheProvider(other)
  await expect(other).toHaveURL(/\/information$/u)
  await signedIn(other)
  // The password, which signs nobody in, is not offered for change.
  await other.goto('/account')
  await expect(other.getByRole('heading', { name: 'プロフィール' })).toBeVisible()
  await expect(other.getByLabel('現在のパスワード')).toHaveCount(0)
  await expectAccessible(other, 'the account page where single sign-on is required')
  // Somebody of the same domain who works for another company, and an administrator.
  for (const user of ['rep', 'reviewer'] as const) await (await pageOf(browser, site, user)).context().close()

  await page.goto('/information')
  await expect(page).toHaveURL(/\/information$/u)
  await edge.signOut(kyoko.sub, backChannel)
  await page.goto('/information')
  await expect(page).toHaveURL(/\/auth\/login/u)
  await other.goto('/information')
  await expect(other).toHaveURL(/\/auth\/login/u)

  await operator.goto('/op/audit?kind=session_end')
  await expect(operator.getByRole('cell', { name: /signed out at 大和のIDプロバイダー: 1 sessions/u }).first()).toBeVisible()
  for (const one of [operator, page, other]) await one.context().close()
})
