// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { address, heading, message, page, press, type } from '../testing/page-setup.ts'

const token = 'a'.repeat(43)
const tokenInvalid = { status: 422, body: { code: 'token_invalid', message: 'リンクの有効期限が切れているか、すでに使用されています' } }

describe('a forgotten password', () => {
  test('is reached from the login, and says the same whoever asks', async () => {
    page.server.instead.set('/forgot-password', { status: 200 })
    await page.open('/auth/login')
    fireEvent.click(await screen.findByRole('link', { name: 'パスワードをお忘れの方' }))
    await heading('パスワードの再設定')
    expect(address()).toBe('/auth/forgot')
    type('メールアドレス', 'nobody@demo.example')
    press('リンクを送信')
    await waitFor(() => expect(message()).toContain('nobody@demo.example が登録されている場合は、再設定用のリンクを送信しました。'))
    expect(page.called('/forgot-password').map(({ body }) => body)).toEqual([{ email: 'nobody@demo.example' }])
    // Above the error of another address, it would read as if that had been sent to, too.
    type('メールアドレス', 'nobody@')
    press('リンクを送信')
    await waitFor(() => expect(message()).not.toContain('送信しました'))
    expect(page.called('/forgot-password')).toHaveLength(1)
  })

  test('asks for an address, and says when there were too many tries', async () => {
    page.server.instead.set('/forgot-password', { status: 429, body: { code: 'too_many_requests', message: '試行回数が上限に達しました' } })
    await page.open('/auth/forgot')
    await heading('パスワードの再設定')
    press('リンクを送信')
    expect(await screen.findByText('必須項目です。')).toBeTruthy()
    type('メールアドレス', 'admin@demo.example')
    press('リンクを送信')
    await waitFor(() => expect(message()).toContain('試行回数が上限に達しました'))
    expect(message()).not.toContain('送信しました')
    // What the server said is in the former language.
    press('English')
    await waitFor(() => expect(message()).toBe(''))
    press('日本語')
  })

  test('an error comes when the press is over for which an input was left, so that it moves nothing that is pressed', async () => {
    await page.open('/auth/forgot')
    await heading('パスワードの再設定')
    const link = screen.getByRole('link', { name: /ログイン/u })
    type('メールアドレス', 'nobody@')
    const fault = () => screen.queryByText('メールアドレスの形式で入力してください。')
    fireEvent.pointerDown(link)
    fireEvent.blur(screen.getByLabelText('メールアドレス'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(fault()).toBeNull()
    fireEvent.pointerUp(link)
    await waitFor(() => expect(fault()).not.toBeNull())
    // Without a press, at once.
    type('メールアドレス', 'nobody@demo.example')
    await waitFor(() => expect(fault()).toBeNull())
    type('メールアドレス', 'nobody@')
    fireEvent.blur(screen.getByLabelText('メールアドレス'))
    await waitFor(() => expect(fault()).not.toBeNull())
  })

  test('is asked for once, and the button keeps the focus meanwhile', async () => {
    page.server.instead.set('/forgot-password', 'pending')
    await page.open('/auth/forgot')
    await heading('パスワードの再設定')
    type('メールアドレス', 'admin@demo.example')
    const button = screen.getByRole('button', { name: 'リンクを送信' })
    press('リンクを送信')
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(button).toHaveProperty('disabled', false)
    press('リンクを送信')
    expect(page.called('/forgot-password')).toHaveLength(1)
  })
})

describe('a new password', () => {
  const link = `/auth/forgot/reset_password#token=${token}`
  const fill = async (password: string, confirmation = password) => {
    await screen.findByLabelText('新しいパスワード')
    type('新しいパスワード', password)
    type('新しいパスワード（確認）', confirmation)
    press('パスワードを変更')
  }

  // Links that were mailed before the token moved to the fragment have it in the query.
  test.for(['#', '?'])('takes the token out of the address (%s), and keeps it over a reload', async (mark) => {
    await page.open(link.replace('#', mark))
    await heading('パスワードの設定')
    await waitFor(() => expect(address()).toBe('/auth/forgot/reset_password'))
    page.reload()
    page.server.instead.set('/reset-password', { status: 200 })
    await heading('パスワードの設定')
    await fill('long-enough-1')
    await heading('ログイン')
    expect(page.called('/reset-password')[0]?.body).toMatchObject({ token })
  })

  test('leads to the login with a message, signed in by nothing', async () => {
    page.server.instead.set('/reset-password', { status: 200 })
    await page.open(link)
    await heading('パスワードの設定')
    await fill('long-enough-1')
    await heading('ログイン')
    expect(address()).toBe('/auth/login')
    expect(message()).toContain('パスワードを変更しました。')
    expect(page.called('/reset-password').map(({ body }) => body)).toEqual([
      { token, password: 'long-enough-1', password_confirmation: 'long-enough-1' },
    ])
    expect(page.called('/login')).toEqual([])
    expect(window.history.state).not.toHaveProperty('usr.token')
  })

  test('checks length and confirmation before it asks', async () => {
    await page.open(link)
    await heading('パスワードの設定')
    await fill('short', 'other')
    expect(await screen.findByText('8文字以上で入力してください。')).toBeTruthy()
    await fill('long-enough-1', 'long-enough-2')
    expect(await screen.findByText('入力されたパスワードが異なります。')).toBeTruthy()
    expect(screen.getByLabelText('新しいパスワード（確認）').getAttribute('aria-invalid')).toBe('true')
    expect(page.called('/reset-password')).toEqual([])
  })

  test('puts what the server says on its field', async () => {
    const words = '推測されやすいパスワードです。別のパスワードを入力してください。'
    page.server.instead.set('/reset-password', {
      status: 422,
      body: { code: 'validation_failed', message: '入力内容を確認してください', errors: { password: [words] } },
    })
    await page.open(link)
    await heading('パスワードの設定')
    await fill('password1234')
    const { id } = await screen.findByText(words)
    expect(screen.getByLabelText('新しいパスワード').getAttribute('aria-describedby')?.split(' ')).toContain(id)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('新しいパスワード')))
    press('English')
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('false')
    press('日本語')
  })

  test.each([
    ['is used or expired', tokenInvalid],
    ['is cut off', { status: 422, body: { code: 'validation_failed', message: '確認', errors: { token: ['リンク'] } } }],
  ])('explains a link that %s, with a way to ask again', async (_, answer) => {
    page.server.instead.set('/api/password/check', answer)
    await page.open(link)
    await heading('パスワードの設定')
    await waitFor(() => expect(message()).toContain('このリンクは使用できません。'))
    await waitFor(() => expect(screen.queryByLabelText('新しいパスワード')).toBeNull())
    fireEvent.click(screen.getByRole('link', { name: 'リンクをもう一度送る' }))
    await heading('パスワードの再設定')
  })

  test('a link that is used up while its form is open says so', async () => {
    page.server.instead.set('/reset-password', tokenInvalid)
    await page.open(link)
    await fill('long-enough-1')
    await waitFor(() => expect(message()).toContain('このリンクは使用できません。'))
  })

  test('somebody else is signed in: says for whom the link is, sets nothing, and goes on after a sign-out', async () => {
    await page.open(link, { using: 10 })
    await waitFor(() => expect(message()).toContain('このリンクは owner@demo.example 宛てです。'))
    await waitFor(() => expect(screen.queryByLabelText('新しいパスワード')).toBeNull())
    press('ログアウト')
    await screen.findByText('owner@demo.example の新しいパスワードを設定します。')
    page.server.instead.set('/reset-password', { status: 200 })
    await fill('long-enough-1')
    await heading('ログイン')
    expect(page.called('/reset-password')[0]?.body).toMatchObject({ token })
  })

  test('explains an address without a token', async () => {
    await page.open('/auth/forgot/reset_password')
    await heading('パスワードの設定')
    expect(message()).toContain('このリンクは使用できません。')
    expect(screen.queryByRole('button', { name: 'パスワードを変更' })).toBeNull()
  })
})
