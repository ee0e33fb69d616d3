// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
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
    press('回復コードを使う')
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
