// @vitest-environment jsdom
import { refreshSession } from '@adsite/auth'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
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
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('マイアカウント')
  page.server.session = { ...sampleSession(10), user: { ...sampleSession(10).user, locale: 'ja' } }
  await act(() => refreshSession())
  await waitFor(() => expect(document.querySelector<HTMLSelectElement>('#locale')!.value).toBe('ja'))
  fireEvent.change(document.querySelector('#locale')!, { target: { value: 'en' } })
  press('保存する')
  await waitFor(() => expect(message()).toContain('Your profile was updated.'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My account')
  press('日本語')
})

test('the language of such a sign-in changes in this browser alone', async () => {
  await openElsewhere()
  press('English')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My account'))
  press('日本語')
  expect(page.called('/api/user/me')).toEqual([])
})
