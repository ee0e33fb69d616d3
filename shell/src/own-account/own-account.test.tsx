// @vitest-environment jsdom
import { refreshSession } from '@adsite/auth'
import { factorResetEndpoints } from '@adsite/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleSession } from '../testing/fake-server.ts'
import { message, page, press, type } from '../testing/page-setup.ts'

beforeEach(() => page.server.instead.set('/api/session', { status: 200, body: { data: [] } }))

/** The own account of somebody whom the provider of one company has signed in, with accounts of another one. */
async function openElsewhere(): Promise<HTMLElement> {
  await page.open('/account', { using: 10 })
  await screen.findByRole('heading', { name: 'プロフィール' })
  page.server.session = { ...sampleSession(10), single_sign_on: true, accounts_elsewhere: true }
  await act(() => refreshSession())
  return screen.findByText(/ほかの会社のアカウントにも所属しているため/u)
}

test('a sign-in with single sign-on that may not change what holds elsewhere says so before, and offers only the keys', async () => {
  const notice = await openElsewhere()
  expect(notice.textContent).toContain('パスワードまたはパスキーでログインしてください')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['APIキー'])
})

test('who has no password here is told how they sign in, and asked for none', async () => {
  await page.open('/account', { using: 10 })
  await screen.findByLabelText('現在のパスワード')
  page.server.session = { ...sampleSession(10), single_sign_on: true, no_password: true }
  await act(() => refreshSession())
  const panel = screen.getByRole('region', { name: 'パスワード' })
  await waitFor(() => expect(panel.textContent).toContain('会社のシングルサインオンでログインするため'))
  expect(within(panel).queryByLabelText('現在のパスワード')).toBeNull()
  expect(within(panel).queryByRole('button')).toBeNull()
  const sessions = screen.getByRole('region', { name: 'ログイン中の端末' })
  expect(sessions.textContent).toContain('シングルサインオンの管理者に連絡してください')
  expect(sessions.textContent).not.toContain('パスワード')
})

test('the profile follows a language that is chosen in the header, and keeps what was typed', async () => {
  await page.open('/account', { using: 10 })
  await screen.findByRole('heading', { name: 'プロフィール' })
  const language = () => document.querySelector<HTMLSelectElement>('#locale')!.value
  expect(language()).toBe('ja')
  type('氏名', '山田 花子')
  page.server.instead.set('/api/user/me', { status: 204 })
  page.server.session = { ...sampleSession(10), user: { ...sampleSession(10).user, locale: 'en' } }
  press('English')
  await waitFor(() => expect(language()).toBe('en'))
  fireEvent.submit(document.querySelector('#locale')!.closest('form')!)
  await waitFor(() => expect(page.called('/api/user/me').at(-1)!.body).toEqual({ name: '山田 花子', locale: 'en' }))
})

test('saving the name leaves the language that this browser shows; a language that is chosen here is shown, and says so', async () => {
  page.server.instead.set('/api/user/me', { status: 204 })
  await page.open('/account', { using: 10 })
  await screen.findByRole('heading', { name: 'プロフィール' })
  page.server.session = { ...sampleSession(10), user: { ...sampleSession(10).user, locale: 'en' } }
  await act(() => refreshSession())
  await waitFor(() => expect(document.querySelector<HTMLSelectElement>('#locale')!.value).toBe('en'))
  type('氏名', '山田 花子')
  press('保存する')
  await waitFor(() => expect(message()).toContain('プロフィールを更新しました'))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('マイアカウント'))
  page.server.session = { ...sampleSession(10), user: { ...sampleSession(10).user, locale: 'ja' } }
  await act(() => refreshSession())
  await waitFor(() => expect(document.querySelector<HTMLSelectElement>('#locale')!.value).toBe('ja'))
  fireEvent.change(document.querySelector('#locale')!, { target: { value: 'en' } })
  press('保存する')
  await waitFor(() => expect(message()).toContain('Your profile was updated.'))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My account'))
  press('日本語')
})

test('the language of such a sign-in changes in this browser alone', async () => {
  await openElsewhere()
  press('English')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My account'))
  press('日本語')
  expect(page.called('/api/user/me')).toEqual([])
})

test('the notice of what is required comes with the removal of the last factor, and that of a reset goes with a new password', async () => {
  const passkey = { id: 7, kind: 'passkey', name: '社用PC', created_at: '2026-12-01T00:00:00.000Z', last_used_at: null }
  page.server.instead.set('/api/factor', { status: 200, body: { data: { factors: [passkey], recovery_codes_left: 10 } } })
  page.server.instead.set('/api/factor/7', { status: 204 })
  page.server.instead.set('/api/user/me/password', { status: 204 })
  await page.open('/account', { using: 10 })
  fireEvent.click(await screen.findByRole('button', { name: 'パスキー “社用PC”を削除する' }))
  page.server.session = { ...sampleSession(10), factor_due: '2026-12-24' }
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '削除する' }))
  expect(await screen.findByRole('complementary', { name: '二段階認証のお知らせ' })).toBeTruthy()
  page.server.session = { ...sampleSession(10), factor_reset_due: '2026-12-24T03:00:00.000Z' }
  await act(refreshSession)
  const stop = await screen.findByRole('button', { name: '停止する' })
  page.server.session = sampleSession(10)
  type('現在のパスワード', 'Demo-2026-adsite')
  type('新しいパスワード', 'three small boats')
  type('新しいパスワード（確認）', 'three small boats')
  press('パスワードを変更する')
  await waitFor(() => expect(stop.isConnected).toBe(false))
})

test.each([
  [1, '最後の方法です。'],
  [2, 'この方法ではログインできなくなります。'],
])('the question before the removal of one of %d factors says what it means', async (count, said) => {
  const passkeys = ['社用PC', '自宅'].map((name, at) => ({
    id: 7 + at,
    kind: 'passkey',
    name,
    created_at: '2026-12-01T00:00:00.000Z',
    last_used_at: null,
  }))
  page.server.instead.set('/api/factor', { status: 200, body: { data: { factors: passkeys.slice(0, count), recovery_codes_left: 10 } } })
  await page.open('/account', { using: 10 })
  fireEvent.click(await screen.findByRole('button', { name: 'パスキー “社用PC”を削除する' }))
  expect((await screen.findByRole('dialog')).textContent).toContain(said)
})

test('new recovery codes are made only once it was said that the former ones stop working', async () => {
  page.server.instead.set('/api/factor', { status: 200, body: { data: { factors: [], recovery_codes_left: 3 } } })
  page.server.instead.set('/api/factor/recovery-codes', { status: 200, body: { data: { recovery_codes: ['AAAA-BBBB'] } } })
  await page.open('/account', { using: 10 })
  const renew = await screen.findByRole('button', { name: '回復コードを再発行する' })
  fireEvent.click(renew)
  const question = await screen.findByRole('dialog', { name: '回復コードを再発行しますか？' })
  expect(question.textContent).toContain('これまでのコードはすべて使えなくなります')
  fireEvent.click(within(question).getByRole('button', { name: 'キャンセル' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.called('/api/factor/recovery-codes')).toEqual([])
  fireEvent.click(renew)
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '再発行する' }))
  expect(await screen.findByText('AAAA-BBBB')).toBeTruthy()
  expect(page.called('/api/factor/recovery-codes')).toHaveLength(1)
})

test('recovery codes, which are shown once, stay when Escape is pressed', async () => {
  page.server.instead.set('/api/factor', { status: 200, body: { data: { factors: [], recovery_codes_left: 3 } } })
  page.server.instead.set('/api/factor/recovery-codes', { status: 200, body: { data: { recovery_codes: ['AAAA-BBBB'] } } })
  await page.open('/account', { using: 10 })
  fireEvent.click(await screen.findByRole('button', { name: '回復コードを再発行する' }))
  fireEvent.click(await screen.findByRole('button', { name: '再発行する' }))
  const dialog = await screen.findByRole('dialog', { name: '回復コード' })
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(screen.getByText('AAAA-BBBB')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: '保存しました' }))
  await waitFor(() => expect(screen.queryByText('AAAA-BBBB')).toBeNull())
})

describe('a button that was pressed keeps the focus while it waits, and what takes its place gets it', () => {
  /** Presses a button as the keyboard does. */
  function pressFocused(name: string): HTMLElement {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
    return button
  }
  const isFocused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

  test('sessions: the next row, and the heading once the others are ended', async () => {
    const session = (id: number, device: string) => ({
      id,
      device,
      address: null,
      account_name: '広告主A',
      signed_in_at: '2026-12-01T00:00:00.000Z',
      last_used_at: `2026-12-0${id}T00:00:00.000Z`,
      current: id === 1,
    })
    const list = (...data: unknown[]) => page.server.instead.set('/api/session', { status: 200, body: { data } })
    list(session(1, 'Chrome'), session(2, 'Firefox'), session(3, 'Safari'))
    page.server.instead.set('/api/session/2', { status: 204 })
    await page.open('/account', { using: 10 })
    await screen.findByText('Firefox')
    list(session(1, 'Chrome'), session(3, 'Safari'))
    const end = pressFocused('Firefox（2026/12/02 09:00）をログアウトさせる')
    expect([document.activeElement, end.getAttribute('aria-disabled')]).toEqual([end, 'true'])
    fireEvent.click(end)
    await isFocused(await screen.findByRole('button', { name: 'Safari（2026/12/03 09:00）をログアウトさせる' }))
    expect(page.called('/api/session/2')).toHaveLength(1)
    await waitFor(() => expect(end.isConnected).toBe(false))
    list(session(1, 'Chrome'))
    pressFocused('ほかの端末をすべてログアウトさせる')
    await isFocused(screen.getByRole('heading', { name: 'ログイン中の端末' }))
  })

  test('API keys: the question that is cancelled gives the focus back; the last one that is revoked, to the heading', async () => {
    const key = { id: 4, name: '集計', start: 'adk_ab', owner: '山田', account_name: '広告主A', scopes: [], networks: [], rate_limit: 600 }
    const times = { created_at: '2026-12-01T00:00:00.000Z', expires_at: '2099-12-01T00:00:00.000Z', last_used_at: null }
    const list = (revoked_at: string | null) =>
      page.server.instead.set('/api/api-key', {
        status: 200,
        body: { data: [{ ...key, ...times, last_used_address: null, revoked_at }] },
      })
    list(null)
    page.server.instead.set('/api/api-key/4', { status: 204 })
    await page.open('/account', { using: 10 })
    const revoke = await screen.findByRole('button', { name: '集計（adk_ab…）を失効させる' })
    fireEvent.click(revoke)
    pressFocused('キャンセル')
    expect(document.activeElement).toBe(revoke)
    fireEvent.click(revoke)
    list('2026-12-02T00:00:00.000Z')
    fireEvent.click(revoke)
    expect(document.activeElement).toBe(revoke)
    await isFocused(screen.getByRole('heading', { name: 'APIキー' }))
  })

  test('the notice of a reset of second factors: the content, once the reset is stopped', async () => {
    await page.open('/account', { using: 10 })
    await screen.findByRole('heading', { name: 'プロフィール' })
    page.server.session = { ...sampleSession(10), factor_reset_due: '2026-12-24T03:00:00.000Z' }
    await act(refreshSession)
    await screen.findByRole('button', { name: '停止する' })
    page.server.instead.set(factorResetEndpoints.stop.path, { status: 204 })
    page.server.session = sampleSession(10)
    const stop = pressFocused('停止する')
    await isFocused(screen.getByRole('main'))
    expect(stop.isConnected).toBe(false)
  })
})
