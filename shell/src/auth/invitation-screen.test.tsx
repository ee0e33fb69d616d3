// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { address, heading, message, page, press, type } from '../testing/page-setup.ts'
import { sampleSession } from '../testing/fake-server.ts'

const token = 'a'.repeat(43)
const tokenInvalid = { status: 422, body: { code: 'token_invalid', message: 'リンクの有効期限が切れているか、すでに使用されています' } }

describe('an invitation', () => {
  const invited = `/invitation#token=${token}`
  function offer(registered: boolean, more: object = {}): void {
    const data = { email: 'multi@demo.example', account_name: '青葉広告', role: 4, registered, expires_at: '2026-08-01T03:00:00Z', ...more }
    page.server.instead.set('/api/invitation/check', { status: 200, body: { data } })
    page.server.instead.set('/api/invitation/user', { status: 200, body: { data } })
  }

  test('shows account, role, address and end; the token leaves the address', async () => {
    // Expired by the device's clock; only the server decides about validity.
    offer(false, { email: 'new@demo.example', expires_at: '2001-01-01T00:00:00Z' })
    await page.open(invited)
    await heading('アカウントへの招待')
    expect(await screen.findByText('青葉広告')).toBeTruthy()
    expect(screen.getByText('代理店')).toBeTruthy()
    expect(screen.getByText('new@demo.example')).toBeTruthy()
    expect(screen.getByText(/2001\/01\/01/u)).toBeTruthy()
    expect(screen.getByRole('button', { name: '登録する' })).toBeTruthy()
    expect(address()).toBe('/invitation')
  })

  test('a new user sets name and password, and goes to the login with the address filled in', async () => {
    offer(false, { email: 'new@demo.example' })
    page.server.instead.set('/api/register', { status: 201, body: { data: { email: 'new@demo.example' } } })
    await page.open(invited)
    await screen.findByRole('button', { name: '登録する' })
    press('登録する')
    expect(await screen.findAllByText('必須項目です。')).toHaveLength(2)
    type('氏名', '新人 花子')
    type('新しいパスワード', 'long-enough-1')
    type('新しいパスワード（確認）', 'long-enough-1')
    press('登録する')
    await heading('ログイン')
    expect(message()).toContain('ユーザー登録が完了しました。')
    expect(screen.getByLabelText('メールアドレス')).toHaveProperty('value', 'new@demo.example')
    expect(page.called('/api/register').map(({ body }) => body)).toEqual([
      { token, name: '新人 花子', name_kana: null, password: 'long-enough-1', password_confirmation: 'long-enough-1' },
    ])
  })

  test('a registered user, signed out: accepts, then signs in', async () => {
    offer(true)
    await page.open(invited)
    fireEvent.click(await screen.findByRole('button', { name: '招待を承認' }))
    await heading('ログイン')
    expect(message()).toContain('「青葉広告」を利用できるようになりました')
    expect(page.called('/api/invitation/user').map(({ body }) => body)).toEqual([{ token }])
    expect(screen.getByLabelText('メールアドレス')).toHaveProperty('value', 'multi@demo.example')
  })

  test('signed in as the invited user: the new account is offered, and used on demand', async () => {
    offer(true)
    await page.open(invited, { using: 10 })
    const button = await screen.findByRole('button', { name: '招待を承認' })
    const { accounts } = sampleSession(10)
    page.server.session = {
      ...sampleSession(10),
      accounts: [...accounts, { account_id: 40, name: '青葉広告', role: 4, is_default: false }],
    }
    fireEvent.click(button)
    fireEvent.click(await screen.findByRole('button', { name: '「青葉広告」に切り替える' }))
    await heading('山田さん')
    expect(page.called('/api/change-role').map(({ body }) => body)).toEqual([{ account_id: 40 }])
    expect(screen.getByText('青葉広告（代理店）')).toBeTruthy()
  })

  test('accepted in another window meanwhile: the account is offered all the same', async () => {
    offer(true)
    await page.open(invited, { using: 10 })
    const button = await screen.findByRole('button', { name: '招待を承認' })
    page.server.instead.set('/api/invitation/user', tokenInvalid)
    const { accounts } = sampleSession(10)
    page.server.session = {
      ...sampleSession(10),
      accounts: [...accounts, { account_id: 40, name: '青葉広告', role: 4, is_default: false }],
    }
    fireEvent.click(button)
    expect(await screen.findByRole('button', { name: '「青葉広告」に切り替える' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '招待を承認' })).toBeNull()
    expect(message()).not.toContain('すでに使用されています')
  })

  test.each([true, false])('withdrawn while the page was open (registered: %s): said, and nothing is left to press', async (registered) => {
    offer(registered)
    page.server.instead.set('/api/register', tokenInvalid)
    await page.open(invited, registered ? { using: 10 } : {})
    const button = await screen.findByRole('button', { name: registered ? '招待を承認' : '登録する' })
    page.server.instead.set('/api/invitation/user', tokenInvalid)
    if (!registered) {
      type('氏名', '新人 花子')
      type('新しいパスワード', 'long-enough-1')
      type('新しいパスワード（確認）', 'long-enough-1')
    }
    fireEvent.click(button)
    await waitFor(() => expect(message()).toContain('この招待は使用できません。'))
    await waitFor(() => expect(screen.queryByRole('button', { name: /招待を承認|登録する/u })).toBeNull())
  })

  test.each([true, false])('signed in as somebody else (registered: %s): says so, and lets sign out first', async (registered) => {
    offer(registered, { email: 'other@demo.example' })
    await page.open(invited, { using: 10 })
    await waitFor(() => expect(message()).toContain('この招待は other@demo.example 宛てです。'))
    await waitFor(() => expect(screen.queryByRole('button', { name: /招待を承認|登録する/u })).toBeNull())
    press('ログアウト')
    expect(await screen.findByRole('button', { name: registered ? '招待を承認' : '登録する' })).toBeTruthy()
    expect(address()).toBe('/invitation')
    expect(page.called('/api/invitation/user')).toEqual([])
  })

  test.each([
    ['used, expired or withdrawn', invited],
    ['without a token', '/invitation'],
  ])('explains one that does not work: %s', async (_, path) => {
    page.server.instead.set('/api/invitation/check', tokenInvalid)
    await page.open(path)
    await waitFor(() => expect(message()).toContain('この招待は使用できません。'))
    await waitFor(() => expect(screen.getByRole('link', { name: 'ログイン画面へ' }).getAttribute('href')).toBe('/auth/login'))
  })

  test('a server that cannot be reached: said, and tried again', async () => {
    page.server.instead.set('/api/invitation/check', 'lost')
    await page.open(invited)
    const again = await screen.findByRole('button', { name: '再試行' })
    offer(true)
    fireEvent.click(again)
    expect(await screen.findByRole('button', { name: '招待を承認' })).toBeTruthy()
  })

  test('a refusal leaves everything to be tried again', async () => {
    offer(true)
    const words = '現在の状態ではこの操作はできません'
    page.server.instead.set('/api/invitation/user', { status: 409, body: { code: 'state_not_allowed', message: words } })
    await page.open(invited)
    const button = await screen.findByRole('button', { name: '招待を承認' })
    fireEvent.click(button)
    await waitFor(() => expect(message()).toContain(words))
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  })
})
