// @vitest-environment jsdom
import { refreshSession } from '@adsite/auth'
import type { SessionData } from '@adsite/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { sampleSession } from '../testing/fake-server.ts'
import { address, heading, message, page, press } from '../testing/page-setup.ts'

const reason = 'レポートの問い合わせ'
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const viewed = (ends_at = inMinutes(29.5)): SessionData => ({
  user: { id: 7, name: '林', email: 'hayashi@demo.example', locale: 'ja' },
  accounts: [
    { account_id: 10, name: '広告主A', role: 1, is_default: true },
    { account_id: 20, name: 'メディアB', role: 3, is_default: false },
  ],
  using_account_id: 10,
  viewing: { id: 3, reason, ends_at },
})

/** Begins to view the site as somebody, and then goes to a page. */
async function open(path: string, session = viewed()): Promise<void> {
  await page.open('/', { using: 30 })
  page.server.session = session
  await act(() => refreshSession())
  await heading('林さん')
  await act(() => page.router.navigate(path))
}
const banner = () => screen.findByRole('complementary', { name: '利用者としての閲覧' })
const toAdmin = () => {
  page.server.session = sampleSession(30)
  return { status: 200, body: { data: sampleSession(30) } }
}

describe('the banner', () => {
  test('says as whom, why and for how long, and leads back to the page of the user', async () => {
    await open('/')
    await heading('林さん')
    const text = (await banner()).textContent
    expect(text).toContain('「林」さん（広告主A）として閲覧中')
    expect(text).toContain(reason)
    expect(text).toContain('残り30分')
    page.server.instead.set('/api/viewing/3', toAdmin())
    page.server.session = sampleSession(30)
    press('閲覧を終了')
    await waitFor(() => expect(message()).toContain('管理者の画面に戻りました'))
    await waitFor(() => expect(screen.queryByRole('complementary', { name: '利用者としての閲覧' })).toBeNull())
    expect(page.called('/api/viewing/3')).toMatchObject([{ method: 'DELETE' }])
    await waitFor(() => expect(address()).toBe('/op/advertiser/user/7'))
  })

  test('stays when the end is refused, and says why', async () => {
    await open('/')
    await banner()
    page.server.instead.set('/api/viewing/3', { status: 503, body: { code: 'unavailable', message: '混み合っています' } })
    press('閲覧を終了')
    await waitFor(() => expect(message()).toContain('混み合っています'))
    await waitFor(() => expect(screen.getByRole('button', { name: '閲覧を終了' }).hasAttribute('disabled')).toBe(false))
  })

  test('asks the API once its time is over, and the page goes back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open('/', viewed(inMinutes(0.5)))
    expect((await banner()).textContent).toContain('残り1分未満')
    page.server.session = sampleSession(30)
    // React sets each timer once the one before has been drawn.
    for (let turn = 0; turn < 3; turn += 1) await act(() => vi.advanceTimersByTimeAsync(16_000))
    await waitFor(() => expect(address()).toBe('/op/advertiser/user/7'))
    vi.useRealTimers()
  })
})

describe('while somebody else is viewed', () => {
  test('accounts are not switched, and the language is told to nobody', async () => {
    await open('/')
    const chip = await screen.findByRole('button', { name: /広告主A.*切り替えられません/u })
    expect(chip.getAttribute('aria-disabled')).toBe('true')
    press('English')
    await heading('Hello, 林')
    expect(page.called('/api/user/me')).toEqual([])
  })

  test.each(['/account', '/integrations'])('%s is for the user alone, and asks the API for nothing of theirs', async (path) => {
    await open(path)
    expect(await screen.findByText(/利用者本人だけのもの/u)).toBeTruthy()
    expect(
      page.server.calls.filter((call) => /^\/api\/(?:session|factor|api-key|webhook)/u.test(call.path) && call.method !== 'GET'),
    ).toEqual([])
  })

  test('notices are not confirmed', async () => {
    const notice = { id: 6, kind: 'message', entity: null, entity_id: null, params: { text: '確認' }, created_at: inMinutes(0) }
    const rest = {
      confirmed_at: null,
      settled_at: null,
      created_by: null,
      updated_by: null,
      updated_at: null,
      deleted_by: null,
      deleted_at: null,
    }
    page.server.instead.set('/api/notification', { status: 200, body: { data: [{ ...notice, ...rest }] } })
    await open('/')
    const confirm = await screen.findByRole('button', { name: /確認済みにする/u })
    expect(confirm.getAttribute('aria-disabled')).toBe('true')
    confirm.click()
    expect(page.called('/api/notification/confirm/6')).toEqual([])
  })
})
