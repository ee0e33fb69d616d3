// @vitest-environment jsdom
import { refreshSession } from '@adsite/auth'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { sampleSession } from '../testing/fake-server.ts'
import { address, heading, message, page, press, type } from '../testing/page-setup.ts'

const unfinished = { status: 401, body: { code: 'sign_in_unfinished', message: 'ログインが完了していません' } }

async function givePassword(choices: readonly string[]): Promise<void> {
  page.server.instead.set('/login', unfinished)
  page.server.instead.set('/api/sign-in', { status: 200, body: { data: { step: 'factor', choices } } })
  await page.open('/auth/login?to=%2Finformation')
  await heading('ログイン')
  type('メールアドレス', 'multi@demo.example')
  type('パスワード', 'Demo-2026-adsite')
  press('ログイン')
  await heading('本人確認')
}

describe('the step after the password', () => {
  test('asks for the code of the app, says what is wrong with it, and leads on', async () => {
    await givePassword(['totp', 'recovery_code'])
    press('確認して続ける')
    expect(await screen.findByText('必須項目です。')).toBeDefined()
    const words = 'コードが正しくないか、すでに使用されています。'
    page.server.instead.set('/api/sign-in/factor', {
      status: 422,
      body: { code: 'validation_failed', message: '確認', errors: { code: [words] } },
    })
    type('認証アプリの6桁のコード', '１２３ ４５６')
    press('確認して続ける')
    const { id } = await screen.findByText(words)
    expect(screen.getByLabelText('認証アプリの6桁のコード').getAttribute('aria-describedby')).toContain(id)
    expect(page.called('/api/sign-in/factor').map(({ body }) => body)).toEqual([{ kind: 'totp', code: '123456' }])
  })

  test('takes a recovery code in place of the app', async () => {
    await givePassword(['totp', 'recovery_code'])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('認証アプリの6桁のコード')))
    press('回復コードを使う')
    expect(document.activeElement).toBe(screen.getByLabelText('回復コード（16文字）'))
    page.server.instead.set('/api/sign-in/factor', {
      status: 429,
      body: { code: 'too_many_requests', message: '試行回数が上限に達しました' },
    })
    type('回復コード（16文字）', 'abcd-efgh-jkmn-pqrs')
    press('確認して続ける')
    await waitFor(() => expect(message()).toContain('試行回数が上限に達しました'))
    expect(page.called('/api/sign-in/factor').map(({ body }) => body)).toEqual([{ kind: 'recovery_code', code: 'ABCDEFGHJKMNPQRS' }])
  })

  test('says so where the browser has no passkeys and the user nothing else, and lets somebody else sign in', async () => {
    await givePassword(['passkey'])
    expect(message()).toContain('パスキーは、このブラウザーまたはこのアドレスでは使えません。')
    press('別のユーザーでログインする')
    await heading('ログイン')
    expect(address()).toContain('/auth/login')
  })
})

describe('a second factor that is required and missing', () => {
  const enrolling = { status: 200, body: { data: { step: 'factor', choices: [], enrol: true } } }
  const codes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-DD${index}0`)

  async function beginEnrolling(): Promise<void> {
    page.server.instead.set('/login', unfinished)
    page.server.instead.set('/api/sign-in', enrolling)
    await page.open('/auth/login?to=%2Finformation')
    await heading('ログイン')
    type('メールアドレス', 'multi@demo.example')
    type('パスワード', 'Demo-2026-adsite')
    press('ログイン')
    await heading('二段階認証の登録')
  }

  test('is added after the password: an authenticator app, then the recovery codes, and only then the page that was asked for', async () => {
    await beginEnrolling()
    // jsdom has no passkeys; the choice says so.
    expect(screen.getByRole('button', { name: 'パスキーを登録する' })).toHaveProperty('disabled', true)
    page.server.instead.set('/api/factor/totp/start', { status: 200, body: { data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } } })
    press('認証アプリを登録する')
    await heading('認証アプリを登録する')
    await screen.findByRole('img', { name: '認証アプリで読み取るQRコード' })
    page.server.instead.set('/api/factor/totp', { status: 200, body: { data: { recovery_codes: codes } } })
    type('認証アプリの6桁のコード', '123456')
    press('登録する')
    await heading('回復コード')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes)
    expect(address()).toContain('/auth/login')
    // jsdom has no clipboard, as browsers on plain http.
    press('コピーする')
    await waitFor(() => expect(message()).toContain('回復コードをコピーできませんでした。'))
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    press('コピーする')
    await waitFor(() => expect(message()).toContain('回復コードをコピーしました'))
    expect(writeText).toHaveBeenCalledExactlyOnceWith(codes.join('\n'))
    Reflect.deleteProperty(navigator, 'clipboard')
    page.server.session = sampleSession(10)
    press('保存しました')
    await waitFor(() => expect(address()).toBe('/information'))
  })

  test('can be left for another user, and another method chosen', async () => {
    await beginEnrolling()
    page.server.instead.set('/api/factor/totp/start', { status: 409, body: { code: 'action_blocked', message: '使えません' } })
    press('認証アプリを登録する')
    await waitFor(() => expect(message()).toContain('使えません'))
    press('別の方法を選ぶ')
    await heading('二段階認証の登録')
    press('別のユーザーでログインする')
    await heading('ログイン')
  })
})

test('a session that lacks a step since then leads to that step', async () => {
  await page.open('/information', { using: 10 })
  await heading('お知らせ')
  page.server.instead.set('/api/account/me', unfinished)
  page.server.instead.set('/api/sign-in', { status: 200, body: { data: { step: 'factor', choices: [], enrol: true } } })
  await act(refreshSession)
  await heading('二段階認証の登録')
  expect(address()).toContain('/auth/login?to=%2Finformation')
})

test('a notice names the day from which a second factor is required, until one is there', async () => {
  await page.open('/information', { using: 10 })
  await heading('お知らせ')
  expect(screen.queryByRole('complementary', { name: '二段階認証のお知らせ' })).toBeNull()
  page.server.session = { ...sampleSession(10), factor_due: '2026-12-24' }
  await act(refreshSession)
  const notice = await screen.findByRole('complementary', { name: '二段階認証のお知らせ' })
  expect(notice.textContent).toContain('2026/12/24から、ログインに二段階認証が必須になります。')
  expect(screen.getByRole('link', { name: '登録する' }).getAttribute('href')).toBe('/account')
})

test('whoever has lost everything asks for a reset after the password, and is told when it happens', async () => {
  await givePassword(['totp', 'recovery_code'])
  press('登録した方法をすべて失くした場合')
  expect(screen.getByText(/管理者が承認するか、72時間が過ぎると/u)).toBeDefined()
  page.server.instead.set('/api/factor-reset/ask', { status: 200, body: { data: { due_at: '2026-12-24T03:00:00.000Z' } } })
  press('解除を依頼する')
  await waitFor(() => expect(message()).toContain('管理者が承認するか、2026/12/24 12:00を過ぎたら'))
  expect(page.called('/api/factor-reset/ask').map(({ method }) => method)).toEqual(['POST'])
})

test('a notice of a reset that was asked for stops it', async () => {
  await page.open('/information', { using: 10 })
  page.server.session = { ...sampleSession(10), factor_reset_due: '2026-12-24T03:00:00.000Z' }
  await act(refreshSession)
  const notice = await screen.findByRole('complementary', { name: '二段階認証の解除のお知らせ' })
  expect(notice.textContent).toContain('2026/12/24 12:00に、登録した方法がすべて無効になります。')
  page.server.instead.set('/api/factor-reset/stop', { status: 204 })
  page.server.session = sampleSession(10)
  press('停止する')
  await waitFor(() => expect(message()).toContain('二段階認証の解除を停止しました。'))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: '二段階認証の解除のお知らせ' })).toBeNull())
})
