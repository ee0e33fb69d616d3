// @vitest-environment jsdom
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshSession, signIn, signOut } from './actions.ts'
import { holdsDrafts, openDraft } from './drafts.ts'
import { writableSessionAtom } from './session.ts'

vi.mock('./device-key.ts', () => {
  const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return { deviceKey: () => key }
})

const store = getDefaultStore()

function use(userId: number, accountId: number): void {
  store.set(writableSessionAtom, {
    user: { id: userId, name: '山田', email: 'multi@demo.example', locale: 'ja' },
    accounts: [{ account_id: accountId, name: '広告主A', role: 1, is_default: true }],
    using_account_id: accountId,
  })
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('a draft is for its user and account alone, and unreadable in the storage', async () => {
  use(1, 10)
  await openDraft('company')!.write('未保存の企業名')
  expect(await openDraft('company')!.read()).toBe('未保存の企業名')
  expect(await openDraft('campaign')!.read()).toBeNull()
  expect(JSON.stringify({ ...localStorage })).not.toContain('未保存')
  use(1, 20)
  expect(await openDraft('company')!.read()).toBeNull()
  use(2, 10)
  expect(await openDraft('company')!.read()).toBeNull()
})

test('drafts outlive a sign-out, and go when somebody else signs in here; their names tell nothing', async () => {
  const answerOf = (id: number) => ({
    user: { id, name: '山田', email: 'multi@demo.example', locale: 'ja' },
    accounts: [{ account_id: 10, name: '広告主A', role: 1, is_default: true }],
    using_account_id: 10,
  })
  let user = 1
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/logout' ? new Response('{}') : new Response(JSON.stringify({ data: answerOf(user) })),
  )
  const signInAs = (id: number) => {
    user = id
    return signIn({ email: 'multi@demo.example', password: 'Demo-2026-adsite' })
  }
  document.cookie = 'XSRF-TOKEN=token; path=/'
  localStorage.setItem('adsite.draft.1.10.company', 'of an earlier build')
  await signInAs(1)
  await openDraft('company')!.write('下書き')
  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('adsite.d'))
  await vi.waitFor(() => expect(drafts()).toEqual([expect.stringMatching(/^adsite\.d\.[\da-f]{16}\.[\da-f]{16}$/u)]), 60_000)
  await signOut()
  expect(openDraft('company')).toBeNull()
  expect(holdsDrafts()).toBe(true)
  await signInAs(1)
  expect(await openDraft('company')!.read()).toBe('下書き')
  await signOut()
  await signInAs(12)
  await vi.waitFor(() => expect(holdsDrafts()).toBe(false), 60_000)
})

test('while somebody else is viewed there are no drafts, and those of the administrator stay', async () => {
  use(1, 10)
  await openDraft('company')!.write('下書き')
  const session = {
    user: { id: 2, name: '林', email: 'a@demo.example', locale: 'ja' },
    accounts: [{ account_id: 20, name: '広告主B', role: 1, is_default: true }],
    using_account_id: 20,
  }
  const viewing = { id: 3, reason: 'お問い合わせの確認', ends_at: '2099-01-01T00:00:00.000Z' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: { ...session, viewing } })))
  await refreshSession()
  expect(openDraft('company')).toBeNull()
  await new Promise((done) => {
    setTimeout(done, 50)
  })
  use(1, 10)
  expect(await openDraft('company')!.read()).toBe('下書き')
})
