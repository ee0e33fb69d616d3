// @vitest-environment jsdom
import { queryClient } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { roleCode } from '@adsite/contract'
import { startI18n } from '@adsite/i18n'
import { ShellProvider, type ShellApi } from '@adsite/remote'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ReviewScreen from './ReviewScreen.tsx'

vi.setConfig({ testTimeout: 30_000 })

const stamps = {
  created_by: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_by: null,
  updated_at: null,
  deleted_by: null,
  deleted_at: null,
}
const waiting = (id: number, name: string) => ({ id, name, version: 3, status: 'APPLIED', revision: 1, refs: {}, ...stamps })
const queue = [waiting(1, '自分の申請'), waiting(2, '他人の申請')]
const reason = '自分が申請したクリエイティブは承認できません。ほかの管理者が審査してください。'
const shell: ShellApi = { alert: () => undefined, run: () => Promise.reject(new Error('not asked for')), href: () => '/x' }

/** Records whose own answer fails. */
let failing: Set<number>

beforeEach(async () => {
  startI18n('ja')
  queryClient.clear()
  failing = new Set()
  const session = {
    user: { id: 1, name: '山田', email: 'a@demo.example', locale: 'ja' },
    accounts: [{ account_id: 10, name: '運営', role: roleCode('admin'), is_default: true }],
    using_account_id: 10,
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://site.example')
    const [, id, part] = /^\/api\/ad-creative\/(\d+)(\/revision)?$/u.exec(pathname) ?? []
    if (pathname === '/api/account/me') return new Response(JSON.stringify({ data: session }))
    if (pathname === '/api/ad-creative')
      return new Response(JSON.stringify({ data: queue, page: { next: null, total: 2, total_capped: false } }))
    if (part) return new Response(JSON.stringify({ data: [] }))
    if (failing.has(Number(id)))
      return new Response(JSON.stringify({ code: 'internal', message: 'サーバーでエラーが発生しました' }), { status: 500 })
    const record = queue.find((creative) => creative.id === Number(id))
    return new Response(JSON.stringify({ data: { ...record, blocked: id === '1' ? { approve: reason } : {} } }))
  })
  await refreshSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(): void {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ShellProvider api={shell}>
          <ReviewScreen />
        </ShellProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}
const card = (name: string) => screen.findByRole('article', { name })

test('who applied is told before the click that somebody else approves; to reject it is theirs', async () => {
  show()
  const own = within(await card('自分の申請'))
  const approve = await own.findByRole('button', { name: '承認する', description: reason })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  expect(own.getByRole('button', { name: '否認する' }).getAttribute('aria-disabled')).toBeNull()
  const other = within(await card('他人の申請'))
  expect((await other.findByRole('button', { name: '承認する' })).getAttribute('aria-disabled')).toBeNull()
})

test('nothing is offered until the record has said what is refused; what fails can be asked for again', async () => {
  failing.add(2)
  show()
  const other = within(await card('他人の申請'))
  expect((await other.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  expect(other.queryByRole('button', { name: '承認する' })).toBeNull()
  failing.clear()
  fireEvent.click(other.getByRole('button', { name: '再試行' }))
  expect(await other.findByRole('button', { name: '承認する' })).toBeTruthy()
  expect(other.queryByRole('alert')).toBeNull()
})
