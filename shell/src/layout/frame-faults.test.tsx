// @vitest-environment jsdom
import { followOtherTabs, refreshSession } from '@adsite/auth'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { preloadErrorEvent } from '../screen/lazy-screen.tsx'
import { address, BrowserPage, heading, message, press, type } from '../testing/browser-page.tsx'
import { sampleSession } from '../testing/fake-server.ts'
import { samplePointers } from '../testing/sample-pointers.ts'

const pointers = samplePointers()
const enterArea = vi.fn<() => Promise<never>>()
vi.mock('../federation/index.ts', async (original) => ({
  ...(await original<object>()),
  usePointers: () => pointers,
  enterArea: () => enterArea(),
  loadedArea: () => null,
}))

let page: BrowserPage

beforeAll(
  () =>
    Promise.all([import('./BaseLayout.tsx'), import('../dashboard/DashboardScreen.tsx'), import('../own-account/OwnAccountScreen.tsx')]),
  60_000,
)
beforeEach(() => {
  page = new BrowserPage()
  enterArea.mockReset()
})
afterEach(() => page.close())

const unauthenticated = { status: 401, body: { code: 'unauthenticated', message: '認証に失敗しました' } }

describe('one bad answer', () => {
  test.each(['/api/information/view_only', '/api/notification', '/api/dashboard/delivery', '/api/dashboard'])(
    'of %s blanks neither header nor menu nor the way out',
    async (path) => {
      const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      for (const data of [{ not: 'a list' }, [null], 'text', 7]) {
        page.server.instead.set(path, { status: 200, body: { data } })
        await page.open('/', { using: 10 })
        await screen.findByRole('button', { name: 'ログアウト' })
        await screen.findByRole('heading', { level: 1 })
        expect(screen.getByRole('navigation', { name: 'メインメニュー' })).toBeTruthy()
        cleanup()
      }
      quiet.mockRestore()
    },
  )

  test('a screen that throws says so in its place, and another page works', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    page.server.instead.set('/api/session', { status: 200, body: { data: [null] } })
    await page.open('/account', { using: 10 })
    await heading('この画面を表示できません')
    expect(screen.getByRole('button', { name: 'ログアウト' })).toBeTruthy()
    await act(() => page.router.navigate('/'))
    await heading('山田さん')
    quiet.mockRestore()
  })
})

test('an area whose entry does not arrive fires the preload error; the panel shows unless somebody handles it', async () => {
  enterArea.mockRejectedValue(new Error('remoteEntry.js is missing'))
  const heard: unknown[] = []
  let handled = false
  const listener = (event: Event) => {
    heard.push((event as CustomEvent<Error>).detail.message)
    if (handled) event.preventDefault()
  }
  window.addEventListener(preloadErrorEvent, listener)
  await page.open('/ad/achievements', { using: 10 })
  await heading('広告管理を表示できません')
  expect(heard).toEqual(['remoteEntry.js is missing'])
  handled = true
  press('再試行')
  await waitFor(() => expect(heard).toHaveLength(2))
  expect(screen.queryByRole('heading', { name: '広告管理を表示できません' })).toBeNull()
  window.removeEventListener(preloadErrorEvent, listener)
})

describe('the way out', () => {
  test('a sign-out that does not arrive says so, stays out, and is tried again by hand', async () => {
    await page.open('/', { using: 10 })
    await heading('山田さん')
    page.server.instead.set('/logout', 'lost')
    press('ログアウト')
    await heading('ログイン')
    await waitFor(() => expect(message()).toContain('ログアウトが完了していません。'))
    // Their session is still valid, but going back does not lead to the page.
    await act(() => page.router.navigate('/'))
    await heading('ログイン')
    page.server.instead.delete('/logout')
    press('再試行')
    await waitFor(() => expect(message()).toContain('ログアウトが完了しました。'))
    expect(page.server.session).toBeNull()
  })

  test('a session that has ended, by itself or from another device, says so once', async () => {
    await page.open('/', { using: 10 })
    await heading('山田さん')
    page.server.session = null
    await act(() => refreshSession())
    await heading('ログイン')
    expect(message()).toBe('ログアウトされました。もう一度ログインしてください。')
  })

  test('of input that is kept, it says where it comes back, since nobody knows whether the account is still theirs', async () => {
    await page.open('/', { using: 10 })
    await heading('山田さん')
    localStorage.setItem('adsite.d.user.form', 'sealed')
    page.server.session = null
    await act(() => refreshSession())
    await heading('ログイン')
    expect(message()).toBe(
      'ログアウトされました。もう一度ログインしてください。保存していない入力内容は、同じアカウントに戻って同じ画面を開くと復元されます。',
    )
  })

  test('signed out in another tab: said', async () => {
    const stop = followOtherTabs()
    await page.open('/', { using: 10 })
    await heading('山田さん')
    page.server.session = null
    const other = new BroadcastChannel('adsite.session')
    other.postMessage('left')
    other.close()
    await heading('ログイン')
    expect(message()).toBe('別のタブでログアウトしました。')
    stop()
  })
})

test('an account that was chosen in another tab is told with its name', async () => {
  const told = vi.fn<Parameters<typeof followOtherTabs>[0] & object>()
  const stop = followOtherTabs(told)
  await page.open('/', { using: 10 })
  await heading('山田さん')
  page.server.session = sampleSession(20)
  const other = new BroadcastChannel('adsite.session')
  other.postMessage({ userId: 1, accountId: 20 })
  other.close()
  await waitFor(() => expect(told).toHaveBeenCalledWith(sampleSession(20)))
  stop()
})

test('who is signed in is led on from the login', async () => {
  document.cookie = 'XSRF-TOKEN=token; path=/'
  await page.open('/auth/login?to=%2Finformation', { using: 10 })
  await waitFor(() => expect(address()).toBe('/information'))
})

describe('the own account', () => {
  const sessions = [
    {
      id: 5,
      device: 'Chrome 143 · Windows',
      address: '203.0.113.7',
      account_name: '広告主A',
      signed_in_at: '2026-09-01T00:00:00.000Z',
      last_used_at: '2026-09-01T01:00:00.000Z',
      current: true,
    },
    {
      id: 6,
      device: null,
      address: null,
      account_name: 'メディアB',
      signed_in_at: '2026-09-01T00:00:00.000Z',
      last_used_at: '2026-09-01T01:00:00.000Z',
      current: false,
    },
  ]
  test('shows where one is signed in, and ends it elsewhere', async () => {
    page.server.instead.set('/api/session', { status: 200, body: { data: sessions } })
    page.server.instead.set('/api/session/6', { status: 204 })
    await page.open('/', { using: 10 })
    fireEvent.click(await screen.findByRole('link', { name: 'マイアカウント' }))
    await screen.findByText('この端末')
    fireEvent.click(screen.getByRole('button', { name: /^不明な端末（.*）をログアウトさせる$/u }))
    await waitFor(() => expect(message()).toContain('端末をログアウトさせました'))
    expect(page.called('/api/session/6').map(({ method }) => method)).toEqual(['DELETE'])
  })

  test('a wrong present password is said on its field; a right one empties the form', async () => {
    page.server.instead.set('/api/session', { status: 200, body: { data: sessions.slice(0, 1) } })
    const words = '現在のパスワードが正しくありません。'
    page.server.instead.set('/api/user/me/password', {
      status: 422,
      body: { code: 'validation_failed', message: '確認', errors: { current_password: [words] } },
    })
    await page.open('/account', { using: 10 })
    await screen.findByText('ほかにログイン中の端末はありません。')
    const fill = () => {
      type('現在のパスワード', 'Demo-2026-adsite')
      type('新しいパスワード', 'long-enough-1')
      type('新しいパスワード（確認）', 'long-enough-1')
      press('パスワードを変更する')
    }
    fill()
    const { id } = await screen.findByText(words)
    expect(screen.getByLabelText('現在のパスワード').getAttribute('aria-describedby')?.split(' ')).toContain(id)
    page.server.instead.set('/api/user/me/password', { status: 204 })
    press('パスワードを変更する')
    await waitFor(() => expect(message()).toContain('パスワードを変更しました'))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('現在のパスワード').value).toBe(''))
    page.server.instead.set('/api/user/me/password', unauthenticated)
  })
})
