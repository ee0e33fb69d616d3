// @vitest-environment jsdom
import { activeAccount, configureClient, queryClient } from '@adsite/api-client'
import type { SessionData } from '@adsite/contract'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearClientState } from './client-state.ts'
import { endSession, readSession, recheckSession, refreshSession, signIn, signOut, switchAccount } from './actions.ts'
import { leavingAtom, setLeaving } from './leaving.ts'
import { accountAtom, sessionAtom, signedOutReasonAtom, writableReasonAtom, writableSessionAtom } from './session.ts'

const store = getDefaultStore()

function session(using: number): SessionData {
  return {
    user: { id: 1, name: '山田', email: 'multi@demo.example', locale: 'ja' },
    accounts: [
      { account_id: 10, name: '広告主A', role: 1, is_default: true },
      { account_id: 20, name: 'メディアB', role: 3, is_default: false },
    ],
    using_account_id: using,
  }
}

type Answer = { status: number; body?: unknown } | 'lost'
let answers: Record<string, Answer | (() => Promise<Answer>)> = {}
let asked: { path: string; account: string | null }[] = []

beforeEach(() => {
  // The test before may still be storing the state of its user.
  clearClientState()
  document.cookie = 'XSRF-TOKEN=token; path=/'
  answers = {}
  asked = []
  configureClient({ onUnauthenticated: () => void recheckSession(), onAccountChanged: () => void recheckSession() })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, account: new Headers(init.headers).get('X-Account-Id') })
    const given = answers[path]
    const answer = typeof given === 'function' ? await given() : given
    if (answer === undefined || answer === 'lost') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status })
  })
  store.set(writableSessionAtom, undefined)
  store.set(writableReasonAtom, 'not_yet')
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

const me = '/api/account/me'
const unauthenticated: Answer = { status: 401, body: { code: 'unauthenticated', message: '認証に失敗しました' } }

describe('reading the session', () => {
  test('takes over accounts and role, and tells the client which account the page shows', async () => {
    answers[me] = { status: 200, body: { data: session(20) } }
    await refreshSession()
    expect(store.get(accountAtom)).toEqual({ accountId: 20, name: 'メディアB', role: 'pg', isCurrent: true })
    expect(activeAccount()).toBe(20)
  })

  test('keeps the same object while nothing changes', async () => {
    answers[me] = { status: 200, body: { data: session(10) } }
    const first = await refreshSession()
    expect(await refreshSession()).toBe(first)
  })

  test('is asked for once where it need not be new', async () => {
    answers[me] = { status: 200, body: { data: session(10) } }
    const both = await Promise.all([readSession(), readSession()])
    expect([await readSession(), ...both].map((one) => one?.using_account_id)).toEqual([10, 10, 10])
    expect(asked).toHaveLength(1)
  })

  test('empties the cache when the server uses another account', async () => {
    answers[me] = { status: 200, body: { data: session(10) } }
    await refreshSession()
    queryClient.setQueryData([10, '/api/campaign'], ['former'])
    answers[me] = { status: 200, body: { data: session(20) } }
    await refreshSession()
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })

  test('a 401 at the start is no expiry, a 401 later is one', async () => {
    answers[me] = unauthenticated
    expect(await refreshSession()).toBeNull()
    expect(store.get(signedOutReasonAtom)).toBe('not_yet')
    answers[me] = { status: 200, body: { data: session(10) } }
    await refreshSession()
    answers[me] = unauthenticated
    await recheckSession()
    expect(store.get(sessionAtom)).toBeNull()
    expect(store.get(signedOutReasonAtom)).toBe('expired')
    expect(activeAccount()).toBeNull()
  })

  test('a lost connection leaves everything as it was', async () => {
    answers[me] = { status: 200, body: { data: session(10) } }
    const before = await refreshSession()
    answers[me] = 'lost'
    await expect(refreshSession()).rejects.toMatchObject({ code: 'network' })
    expect(store.get(sessionAtom)).toBe(before)
  })

  test("an account in use without a role raises 'role not found.'", async () => {
    answers[me] = { status: 200, body: { data: session(99) } }
    await expect(refreshSession()).rejects.toThrow('role not found.')
    expect(store.get(sessionAtom)).toBeNull()
    expect(store.get(signedOutReasonAtom)).toBe('no_role')
  })
})

describe('changing it', () => {
  beforeEach(async () => {
    answers['/login'] = { status: 200, body: { data: session(10) } }
    await signIn({ email: 'multi@demo.example', password: 'Demo-2026-adsite' })
  })

  test('switching tells the server under the former account, then changes account and role', async () => {
    answers['/api/change-role'] = { status: 201, body: { data: session(20) } }
    queryClient.setQueryData([10, '/api/campaign'], ['former'])
    await switchAccount(20)
    expect(asked.at(-1)).toEqual({ path: '/api/change-role', account: '10' })
    expect(store.get(accountAtom)?.role).toBe('pg')
    expect(activeAccount()).toBe(20)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })

  test('a refused switch changes nothing', async () => {
    answers['/api/change-role'] = { status: 404, body: { code: 'not_found', message: '対象が見つかりません' } }
    await expect(switchAccount(30)).rejects.toMatchObject({ code: 'not_found' })
    expect(store.get(accountAtom)?.accountId).toBe(10)
  })

  test('a slow reading of before cannot undo a switch', async () => {
    let answer: (given: Answer) => void = () => {}
    answers[me] = () => new Promise((resolve) => (answer = resolve))
    const reading = refreshSession()
    answers['/api/change-role'] = { status: 201, body: { data: session(20) } }
    await switchAccount(20)
    answer({ status: 200, body: { data: session(10) } })
    await reading
    expect(store.get(accountAtom)?.accountId).toBe(20)
  })

  test.each<[string, Answer, boolean]>([
    ['agrees', { status: 200 }, true],
    ['fails', { status: 500 }, false],
    ['is gone', 'lost', false],
  ])('signing out removes the local state when the server %s', async (_, answer, confirmed) => {
    answers['/logout'] = answer
    queryClient.setQueryData([10, '/api/campaign'], ['former'])
    expect(await signOut()).toBe(confirmed)
    expect(store.get(sessionAtom)).toBeNull()
    expect(store.get(signedOutReasonAtom)).toBe('left')
    expect(Object.keys(localStorage)).toEqual(confirmed ? [] : ['adsite.leaving'])
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    setLeaving(false)
  })

  test('a sign-out that the server has not heard of: nobody is signed in here until it has, or somebody signs in', async () => {
    answers[me] = { status: 200, body: { data: session(10) } }
    await refreshSession()
    answers['/logout'] = 'lost'
    expect(await signOut()).toBe(false)
    expect(store.get(leavingAtom)).toBe(true)
    // The session lives on the server, so a new page starts without it.
    store.set(writableSessionAtom, undefined)
    expect(await refreshSession()).toBeNull()
    expect(store.get(sessionAtom)).toBeNull()
    answers['/logout'] = { status: 200 }
    expect(await endSession()).toBe(true)
    expect([store.get(leavingAtom), localStorage.getItem('adsite.leaving')]).toEqual([false, null])
    answers['/logout'] = 'lost'
    await signOut()
    answers['/login'] = { status: 200, body: { data: session(10) } }
    await signIn({ email: 'multi@demo.example', password: 'Demo-2026-adsite' })
    expect(store.get(leavingAtom)).toBe(false)
    expect(await refreshSession()).not.toBeNull()
  })
})
