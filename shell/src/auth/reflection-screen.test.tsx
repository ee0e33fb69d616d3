// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { address, heading, message, page, press, type } from '../testing/page-setup.ts'

describe('/reflection', () => {
  test('reads accounts and constants again, names the account of the link and asks, and only then switches', async () => {
    await page.open('/reflection?account_id=20&to=%2F%3Ffrom%3Dmail', { using: 10 })
    await heading('アカウントの切り替え')
    expect(
      screen.getByText('このリンクは「メディアB」の画面を開きます。現在は「広告主A」を利用しています。アカウントを切り替えますか？'),
    ).toBeTruthy()
    expect(screen.getByText('/?from=mail')).toBeTruthy()
    expect(page.called('/api/change-role')).toEqual([])
    press('切り替えて開く')
    await heading('山田さん')
    expect(address()).toBe('/?from=mail')
    expect(page.server.calls.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/account/me', '/api/constants']))
    expect(page.called('/api/change-role').map(({ body }) => body)).toEqual([{ account_id: 20 }])
    expect(message()).toContain('アカウントを切り替えました')
    expect(screen.getByText('メディアB（メディアグループ）')).toBeTruthy()
  })

  test('a record of another account is opened there, by the name of its screen', async () => {
    await page.open('/reflection?account_id=20&route=space.detail&id=7', { using: 10 })
    await heading('アカウントの切り替え')
    expect(screen.getByText('/md/ad_space/7')).toBeTruthy()
    press('切り替えて開く')
    await waitFor(() => expect(address()).toBe('/md/ad_space/7'))
  })

  test.each(['campaign.detail&id=x', 'campaign.detail', 'company.detail&id=5', 'nothing.detail&id=5', 'campaign.detail&id=..%2F..%2Fx'])(
    'what the role may not open, or nobody knows, leads home: %s',
    async (record) => {
      await page.open(`/reflection?account_id=10&route=${record}`, { using: 10 })
      await heading('山田さん')
      expect(address()).toBe('/')
    },
  )

  test('who does not want to switch stays in the account in use', async () => {
    await page.open('/reflection?account_id=20&to=%2F%3Ffrom%3Dmail', { using: 10 })
    await heading('アカウントの切り替え')
    fireEvent.click(screen.getByRole('link', { name: '切り替えずにホームへ' }))
    await heading('山田さん')
    expect(address()).toBe('/')
    expect(page.called('/api/change-role')).toEqual([])
  })

  test.each(['/reflection', '/reflection?account_id=10'])('%s switches nothing', async (path) => {
    await page.open(path, { using: 10 })
    await heading('山田さん')
    expect(page.called('/api/change-role')).toEqual([])
  })

  test.each(['99', '0x14', '20 ', ''])(
    'an account that the user does not have (%j): says so, and goes on in the current one',
    async (id) => {
      await page.open(`/reflection?account_id=${encodeURIComponent(id)}&to=%2F`, { using: 10 })
      await heading('山田さん')
      expect(page.called('/api/change-role')).toEqual([])
      expect(message()).toContain('リンク先のアカウントは利用できません。')
    },
  )

  test('signed out: signs in first, and comes back to the account of the link', async () => {
    await page.open('/reflection?account_id=20&to=%2F%3Ffrom%3Dmail')
    await heading('ログイン')
    expect(address()).toBe('/auth/login?to=%2Freflection%3Faccount_id%3D20%26to%3D%252F%253Ffrom%253Dmail')
    type('メールアドレス', 'multi@demo.example')
    type('パスワード', 'Demo-2026-adsite')
    press('ログイン')
    await heading('アカウントの切り替え')
    press('切り替えて開く')
    await heading('山田さん')
    expect(address()).toBe('/?from=mail')
    expect(screen.getByText('メディアB（メディアグループ）')).toBeTruthy()
  })

  test.each(['//evil.example', '/\\evil.example', '/.//evil.example', 'https://evil.example', 'javascript:alert(1)', '%2F%2Fevil.example'])(
    'never leads elsewhere: %s',
    async (to) => {
      await page.open(`/reflection?to=${encodeURIComponent(to)}`, { using: 10 })
      await heading('山田さん')
      expect(window.location.href).toBe(`${window.location.origin}/`)
    },
  )

  test('the API is away: said, and tried again; constants that are away stop nothing', async () => {
    page.server.instead.set('/api/constants', { status: 503 })
    await page.open('/reflection', { using: 10 })
    await heading('山田さん')
    page.server.instead.set('/api/account/me', 'lost')
    await act(() => page.router.navigate('/reflection?account_id=20'))
    await heading('アカウント情報を取得できませんでした')
    page.server.instead.delete('/api/account/me')
    press('再試行')
    await heading('アカウントの切り替え')
    page.server.instead.set('/api/change-role', 'lost')
    press('切り替えて開く')
    await screen.findByText('サーバーに接続できません。通信状況を確認してください')
    page.server.instead.clear()
    press('切り替えて開く')
    await heading('山田さん')
    expect(screen.getByText('メディアB（メディアグループ）')).toBeTruthy()
  })
})
