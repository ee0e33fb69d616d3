import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { demoPassword, expect, test, type DemoUser } from '../support/test.ts'

/** The code that an authenticator app shows for its key (RFC 6238), in the present half minute or a later one. */
function codeOf(key: string, later = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key.replaceAll(' ', '')].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const hash = createHmac('sha1', secret).update(step).digest()
  const offset = hash.at(-1)! & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function givePassword(page: Page, user: DemoUser): Promise<void> {
  await page.getByLabel('メールアドレス').fill(`${user}@demo.example`)
  await page.getByLabel('パスワード', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/u)
}
const dialog = (page: Page) => page.getByRole('dialog')
const signedIn = (page: Page) => expect(page.getByRole('button', { name: 'ログアウト', exact: true })).toBeVisible()

test('an authenticator app on a phone: added, asked for at the next sign-in, and removed', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/auth/login?to=%2Faccount')
  await givePassword(page, 'rep')
  await page.getByRole('button', { name: '認証アプリを登録する' }).click()
  await expect(dialog(page).getByRole('img', { name: '認証アプリで読み取るQRコード' })).toBeVisible()
  await expectAccessible(page, 'the QR code')
  const key = (await dialog(page)
    .getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/u)
    .textContent())!
  await dialog(page).getByLabel('認証アプリの6桁のコード').fill('12')
  await dialog(page).getByRole('button', { name: '登録する' }).click()
  await expect(dialog(page)).toContainText('認証アプリに表示されている6桁の数字を入力してください。')
  await dialog(page).getByLabel('認証アプリの6桁のコード').fill(codeOf(key))
  await dialog(page).getByRole('button', { name: '登録する' }).click()
  const codes = dialog(page).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page, 'the recovery codes')
  const spare = (await codes.first().textContent())!
  await dialog(page).getByRole('button', { name: '保存しました' }).click()
  await expect(page.getByText('回復コード: 残り10個')).toBeVisible()

  await signOut(page)
  await givePassword(page, 'rep')
  await expect(page.getByRole('heading', { name: '本人確認' })).toBeVisible()
  await expectAccessible(page, 'the step after the password')
  expect((await page.request.get('/api/account/me')).status()).toBe(401)
  await page.getByLabel('認証アプリの6桁のコード').fill('000000')
  await page.getByRole('button', { name: '確認して続ける' }).click()
  await expect(page.getByText('コードが正しくないか、すでに使用されています。')).toBeVisible()
  await page.getByLabel('認証アプリの6桁のコード').fill(codeOf(key, 1))
  await page.getByRole('button', { name: '確認して続ける' }).click()
  await signedIn(page)

  await signOut(page)
  await givePassword(page, 'rep')
  await page.getByRole('button', { name: '回復コードを使う' }).click()
  await page.getByLabel('回復コード（16文字）').fill(spare.toLowerCase())
  await page.getByRole('button', { name: '確認して続ける' }).click()
  await signedIn(page)
  await page.goto('/account')
  await expect(page.getByText('回復コード: 残り9個')).toBeVisible()
  await page.getByRole('button', { name: '認証アプリを削除する' }).click()
  await expect(dialog(page)).toContainText('最後の方法です。')
  await dialog(page).getByRole('button', { name: '削除する' }).click()
  await expect(page.getByText('まだ登録されていません。')).toBeVisible()
})

/** A virtual authenticator that confirms by itself. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

test('a passkey: added, signs in without a password, and confirms a sensitive change', async ({ browser, site }) => {
  test.slow()
  // Browsers know no passkeys for addresses.
  const context = await browser.newContext({ baseURL: site.url.replace('127.0.0.1', 'localhost') })
  const page = await context.newPage()
  const { devtools, authenticatorId } = await withAuthenticator(page)
  await page.goto('/auth/login?to=%2Faccount')
  await givePassword(page, 'ptd')
  await page.getByRole('button', { name: 'パスキーを登録する' }).click()
  await dialog(page).getByLabel('パスキーの名前').fill('仕事用のパソコン')
  await dialog(page).getByRole('button', { name: '登録する' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
  await dialog(page).getByRole('button', { name: '保存しました' }).click()
  await expect(page.getByRole('button', { name: 'パスキー “仕事用のパソコン”を削除する' })).toBeVisible()

  // The login's suggestions would sign in by themselves.
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await signOut(page)
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await page.getByRole('button', { name: 'パスキーでログイン' }).click()
  await expect(page.getByText('パスキーの確認が中止されたか、時間切れになりました。')).toBeVisible()
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'パスキーでログイン' }).click()
  await signedIn(page)

  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await signOut(page)
  await givePassword(page, 'ptd')
  await expect(page.getByRole('heading', { name: '本人確認' })).toBeVisible()
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await page.getByRole('button', { name: 'パスキーで確認する' }).click()
  await signedIn(page)
  await page.goto('/account')
  await page.getByRole('button', { name: 'パスキー “仕事用のパソコン”を削除する' }).click()
  await dialog(page).getByRole('button', { name: '削除する' }).click()
  await expect(page.getByText('まだ登録されていません。')).toBeVisible()

  // The device still has it, until the site tells that it does not know it.
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await signOut(page)
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await page.getByRole('button', { name: 'パスキーでログイン' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'このパスキーは登録されていません。' })).toBeVisible()
  await expect.poll(async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toEqual([])
  await context.close()
})

test('a second factor that an administrator requires: announced, then added at the sign-in, and kept', async ({ browser, site }) => {
  test.slow()
  const baseURL = site.url.replace('127.0.0.1', 'localhost')
  const operator = await (await browser.newContext({ baseURL })).newPage()
  await withAuthenticator(operator)
  await operator.goto('/auth/login?to=%2Fop%2Ffactor_requirement')
  await givePassword(operator, 'reviewer')
  const change = operator.getByRole('button', { name: 'メディアグループの設定を変更する' })
  await change.click()
  await expectAccessible(operator, 'the dialog that requires a second factor')
  const day = (later: number) => new Date(Date.now() + (9 + later * 24) * 3_600_000).toISOString().slice(0, 10)
  const requireFrom = async (from: string) => {
    await dialog(operator).getByLabel('必須にする日', { exact: true }).fill(from)
    await dialog(operator).getByRole('button', { name: '必須にする', exact: true }).click()
  }
  await requireFrom(day(1))
  await expect(operator.getByText('先にご自身の二段階認証を登録してください。')).toBeVisible()
  await operator.goto('/account')
  await operator.getByRole('button', { name: 'パスキーを登録する' }).click()
  await dialog(operator).getByRole('button', { name: '登録する' }).click()
  await dialog(operator).getByRole('button', { name: '保存しました' }).click()
  await operator.goto('/op/factor_requirement')
  await change.click()
  await requireFrom(day(1))
  await expect(operator.getByText(/^メディアグループの二段階認証を.*から必須にしました$/u)).toBeVisible()
  await expectAccessible(operator, 'the page of required second factors')

  const page = await (await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })).newPage()
  await withAuthenticator(page)
  await page.goto('/auth/login')
  await givePassword(page, 'pg')
  const notice = page.getByRole('complementary', { name: '二段階認証のお知らせ' })
  await expect(notice).toContainText('から、ログインに二段階認証が必須になります。')
  await expectAccessible(page, 'the notice of the day')

  await change.click()
  await requireFrom(day(0))
  await expect(operator.getByText(/（適用中）/u)).toBeVisible()
  // The open page is led to the step with its next call, and another tab of the same browser with it.
  await page.goto('/information')
  await expect(page.getByRole('heading', { name: '二段階認証の登録' })).toBeVisible()
  await expectAccessible(page, 'the step that adds a second factor')
  expect((await page.request.get('/api/account/me')).status()).toBe(401)
  const tab = await page.context().newPage()
  await tab.goto('/md/ad_space')
  await expect(tab.getByRole('heading', { name: '二段階認証の登録' })).toBeVisible()
  await tab.close()
  await page.getByRole('button', { name: '認証アプリを登録する' }).press('Enter')
  await expect(page.getByRole('heading', { name: '認証アプリを登録する' })).toBeFocused()
  await page.getByRole('button', { name: '別の方法を選ぶ' }).click()
  await page.getByRole('button', { name: 'パスキーを登録する' }).click()
  await page.getByRole('button', { name: '登録する', exact: true }).click()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, 'the recovery codes of the step')
  await page.getByRole('button', { name: '保存しました' }).click()
  await expect(page).toHaveURL(/\/information$/u)
  await expect(notice).toBeHidden()

  await page.goto('/account')
  await page.getByRole('button', { name: /を削除する$/u }).click()
  await dialog(page).getByRole('button', { name: '削除する' }).click()
  await expect(page.getByText('最後の方法は削除できません。')).toBeVisible()

  await change.click()
  await dialog(operator).getByRole('button', { name: '必須をやめる' }).click()
  await expect(operator.getByText('メディアグループの二段階認証を必須でなくしました')).toBeVisible()
  await operator.getByRole('link', { name: '設定の履歴は監査ログで確認できます' }).click()
  await expect(operator.getByRole('cell', { name: /→ none$/u })).toBeVisible()
  // Other tests of this site sign these users in with their passwords alone.
  for (const one of [page, operator]) {
    await one.goto('/account')
    await one.getByRole('button', { name: /を削除する$/u }).click()
    await dialog(one).getByRole('button', { name: '削除する' }).click()
    await expect(one.getByText('まだ登録されていません。')).toBeVisible()
  }
  await page.context().close()
  await operator.context().close()
})

test('lost second factors: asked for at the sign-in, stopped by their user while a second person was about to agree', async ({
  browser,
  site,
  page,
}) => {
  test.slow()
  await page.goto('/auth/login?to=%2Faccount')
  await givePassword(page, 'rep')
  await page.getByRole('button', { name: '認証アプリを登録する' }).click()
  const key = (await dialog(page)
    .getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/u)
    .textContent())!
  await dialog(page).getByLabel('認証アプリの6桁のコード').fill(codeOf(key))
  await dialog(page).getByRole('button', { name: '登録する' }).click()
  await dialog(page).getByRole('button', { name: '保存しました' }).click()

  const other = await (await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } })).newPage()
  await other.goto('/auth/login')
  await givePassword(other, 'rep')
  await other.getByRole('button', { name: '登録した方法をすべて失くした場合' }).press('Enter')
  await expectAccessible(other, 'the request for a reset')
  await other.getByRole('button', { name: '解除を依頼する' }).click()
  await expect(other.getByText(/^二段階認証の解除を依頼しました。/u)).toBeVisible()

  await page.goto('/')
  const notice = page.getByRole('complementary', { name: '二段階認証の解除のお知らせ' })
  await expect(notice).toContainText('お心当たりがない場合は停止してください。')
  await expectAccessible(page, 'the notice of a reset')

  const operator = await (await browser.newContext({ baseURL: site.url })).newPage()
  await operator.goto('/auth/login?to=%2Fop%2Ffactor_requirement')
  await givePassword(operator, 'reviewer')
  await operator.getByRole('button', { name: /の依頼を承認する$/u }).click()
  await expectAccessible(operator, 'the question before a reset')
  await notice.getByRole('button', { name: '停止する' }).click()
  await expect(notice).toBeHidden()
  await dialog(operator).getByRole('button', { name: '承認する' }).click()
  await expect(operator.getByText('現在の状態ではこの操作はできません')).toBeVisible()
  await expect(operator.getByText('承認を待つ依頼はありません。')).toBeVisible()

  await other.goto('/auth/login')
  await expect(other.getByRole('heading', { name: '本人確認' })).toBeVisible()
  await other.getByRole('button', { name: '登録した方法をすべて失くした場合' }).click()
  await other.getByRole('button', { name: '解除を依頼する' }).click()
  await expect(other.getByText('解除が停止されたため、72時間は依頼できません。')).toBeVisible()
  await other.context().close()
  await operator.context().close()
  await page.goto('/account')
  await page.getByRole('button', { name: '認証アプリを削除する' }).click()
  await dialog(page).getByRole('button', { name: '削除する' }).click()
  await expect(page.getByText('まだ登録されていません。')).toBeVisible()
})
