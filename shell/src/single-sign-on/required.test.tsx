// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { heading, message, page, press, type } from '../testing/page-setup.ts'

const token = 'a'.repeat(43)
const words = 'このメールアドレスでは、会社のシングルサインオンでのログインが必須です'
const required = { status: 422, body: { code: 'single_sign_on_required', message: words } }
const email = 'hanako@company.example'

describe('where single sign-on is required', () => {
  test('a password leads on to the provider, with the reason and the address', async () => {
    page.server.instead.set('/login', required)
    page.server.instead.set('/api/sso/start', { status: 422, body: { code: 'login_failed', message: 'IDプロバイダーに接続できません。' } })
    await page.open('/auth/login?to=%2Finformation')
    await heading('ログイン')
    type('メールアドレス', email)
    type('パスワード', 'Demo-2026-adsite')
    press('ログイン')
    await heading('シングルサインオン')
    expect(message()).toContain(words)
    expect(screen.getByLabelText('会社のメールアドレス')).toHaveProperty('value', email)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('会社のメールアドレス')))
    press('会社のログイン画面へ')
    await waitFor(() => expect(message()).toContain('IDプロバイダーに接続できません。'))
    expect(message()).not.toContain(words)
    expect(page.called('/api/sso/start').map(({ body }) => body)).toEqual([{ email }])
    press('パスワードでログイン')
    await heading('ログイン')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('メールアドレス')))
  })

  test('the focus goes along when one form is chosen in place of the other', async () => {
    await page.open('/auth/login')
    await heading('ログイン')
    expect(document.activeElement).toBe(document.body)
    press('シングルサインオンを使う')
    await heading('シングルサインオン')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('会社のメールアドレス')))
    press('パスワードでログイン')
    await heading('ログイン')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('メールアドレス')))
  })

  test('the reason is said in the language that is chosen afterwards', async () => {
    page.server.instead.set('/login', required)
    await page.open('/auth/login')
    await heading('ログイン')
    type('メールアドレス', email)
    type('パスワード', 'Demo-2026-adsite')
    press('ログイン')
    await heading('シングルサインオン')
    press('English')
    await waitFor(() => expect(message()).toContain('Single sign-on is required for this e-mail address.'))
    expect(message()).not.toContain(words)
  })

  test('a link for a new password says so, and leads to the provider', async () => {
    page.server.instead.set('/api/password/check', required)
    await page.open(`/auth/forgot/reset_password#token=${token}`)
    await waitFor(() => expect(message()).toContain(words))
    expect(screen.queryByRole('button', { name: '再試行' })).toBeNull()
    screen.getByRole('link', { name: 'シングルサインオンでログインする' }).click()
    await heading('シングルサインオン')
  })

  test('an invitation asks to sign in with the provider first; whoever has done so accepts it', async () => {
    const data = { email, account_name: '青葉広告', role: 4, registered: false, single_sign_on: true, expires_at: '2026-12-01T03:00:00Z' }
    page.server.instead.set('/api/invitation/check', { status: 200, body: { data } })
    await page.open(`/invitation#token=${token}`)
    const link = await screen.findByRole('link', { name: 'シングルサインオンでログインする' })
    expect(screen.queryByLabelText('新しいパスワード')).toBeNull()
    link.click()
    await heading('シングルサインオン')
    expect(screen.getByLabelText('会社のメールアドレス')).toHaveProperty('value', email)
    page.server.instead.set('/api/invitation/check', { status: 200, body: { data: { ...data, registered: true } } })
    await page.open(`/invitation#token=${token}`)
    expect(await screen.findByRole('button', { name: '招待を承認' })).toBeTruthy()
  })
})
