// @vitest-environment jsdom
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signOut } from './actions.ts'
import { openDraft } from './drafts.ts'
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

test('a sign-out removes the drafts of that user in every account, and nobody else’s', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  for (const [user, account] of [
    [1, 10],
    [1, 20],
    [12, 10],
  ] as const) {
    use(user, account)
    await openDraft('company')!.write('下書き')
  }
  use(1, 10)
  await signOut()
  expect(openDraft('company')).toBeNull()
  expect(Object.keys(localStorage)).toEqual(['adsite.draft.12.10.company'])
})
