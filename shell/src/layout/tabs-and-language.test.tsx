// @vitest-environment jsdom
import { followOtherTabs, refreshSession } from '@adsite/auth'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { address, heading, message, page, press } from '../testing/page-setup.ts'
import { sampleSession } from '../testing/fake-server.ts'

describe('several tabs', () => {
  const tell = (news: unknown) => {
    const other = new BroadcastChannel('adsite.session')
    other.postMessage(news)
    other.close()
  }

  test('an account chosen elsewhere is followed at once: nothing of the former one is left on show', async () => {
    const stop = followOtherTabs()
    await page.open('/', { using: 10 })
    await heading('山田さん')
    const former = '広告主A（広告主）'
    expect(screen.getByText(former)).toBeTruthy()
    page.server.session = sampleSession(20)
    const places: string[] = []
    page.router.subscribe(({ location }) => places.push(location.pathname))
    tell({ userId: 1, accountId: 20 })
    await waitFor(() => expect(screen.queryByText(former)).toBeNull())
    await screen.findByText('メディアB（メディアグループ）')
    expect(places).toContain('/tmp')
    stop()
  })

  test('signed out elsewhere: to the login; signed in again elsewhere: on from it', async () => {
    const stop = followOtherTabs()
    await page.open('/', { using: 10 })
    await heading('山田さん')
    page.server.session = null
    tell('left')
    await heading('ログイン')
    expect(address()).toBe('/auth/login')
    page.server.session = sampleSession(20)
    tell({ userId: 1, accountId: 20 })
    await heading('山田さん')
    stop()
  })

  test('a new language of the user changes no page', async () => {
    await page.open('/', { using: 10 })
    await heading('山田さん')
    const places: string[] = []
    page.router.subscribe(({ location }) => places.push(location.pathname))
    page.server.session = { ...sampleSession(10), user: { ...sampleSession(10).user, locale: 'en' } }
    await act(() => refreshSession())
    expect(places).toEqual([])
  })
})

describe('the language', () => {
  test('is told to the API of who is signed in, so that mails follow', async () => {
    page.server.instead.set('/api/user/me', { status: 204 })
    await page.open('/', { using: 10 })
    await heading('山田さん')
    press('English')
    await heading('Hello, 山田')
    await waitFor(() => expect(page.called('/api/user/me')).toEqual([{ method: 'PATCH', path: '/api/user/me', body: { locale: 'en' } }]))
    expect(message()).toBe('')
  })

  test('is that of all that the page shows: what the API says in words is asked for again', async () => {
    page.server.instead.set('/api/user/me', { status: 204 })
    await page.open('/', { using: 10 })
    await heading('山田さん')
    const told = ['/api/notification', '/api/information/view_only', '/api/dashboard/delivery', '/api/account/me']
    const asked = () => told.filter((path) => page.called(path).length > 0)
    await waitFor(() => expect(asked()).toEqual(told.slice(0, -1)))
    page.server.calls.length = 0
    press('English')
    // The session has the language of the user, which other pages follow.
    await waitFor(() => expect(asked()).toEqual(told))
  })

  test('that could not be saved is said, in that language', async () => {
    page.server.instead.set('/api/user/me', 'lost')
    await page.open('/', { using: 10 })
    await heading('山田さん')
    press('English')
    await waitFor(() => expect(message()).toContain('The language could not be saved.'))
  })

  test('of who is signed out is nobody else’s', async () => {
    await page.open('/auth/forgot')
    await heading('パスワードの再設定')
    press('English')
    await heading('Reset your password')
    expect(page.server.calls).toEqual([])
  })
})
