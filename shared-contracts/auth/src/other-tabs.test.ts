// @vitest-environment jsdom
import { queryClient } from '@adsite/api-client'
import type { SessionData } from '@adsite/contract'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followOtherTabs, refreshSession, signIn, signOut, switchAccount } from './actions.ts'
import { accountAtom, sessionAtom, signedOutReasonAtom, writableReasonAtom, writableSessionAtom } from './session.ts'

const store = getDefaultStore()
const accounts: SessionData['accounts'] = [
  { account_id: 10, name: '広告主A', role: 1, is_default: true },
  { account_id: 20, name: 'メディアB', role: 3, is_default: false },
]
const session = (using: number, locale: 'ja' | 'en' = 'ja'): SessionData => ({
  user: { id: 1, name: '山田', email: 'multi@demo.example', locale },
  accounts,
  using_account_id: using,
})

let held: SessionData | null
let answer: () => Promise<Response>
let other: BroadcastChannel
let heard: unknown[]
let stop: () => void

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token; path=/'
  held = session(10)
  answer = () => Promise.resolve(new Response(JSON.stringify(held ? { data: held } : {}), { status: held ? 200 : 401 }))
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/change-role') {
      held = session(20)
      return Promise.resolve(new Response(JSON.stringify({ data: held }), { status: 201 }))
    }
    return answer()
  })
  store.set(writableSessionAtom, undefined)
  store.set(writableReasonAtom, 'not_yet')
  await refreshSession()
  heard = []
  other = new BroadcastChannel('adsite.session')
  other.addEventListener('message', ({ data }) => heard.push(data))
  stop = followOtherTabs()
})
afterEach(() => {
  stop()
  other.close()
  vi.unstubAllGlobals()
})

test('tells the other tabs of sign-in, switch and sign-out', async () => {
  await signIn({ email: 'multi@demo.example', password: 'Demo-2026-adsite' })
  await switchAccount(20)
  await signOut()
  await vi.waitFor(() => expect(heard).toEqual([{ userId: 1, accountId: 10 }, { userId: 1, accountId: 20 }, 'left']), 60_000)
})

test('another account elsewhere: at once unknown and nothing cached, then what the API says', async () => {
  held = session(20)
  let release = () => {}
  const usual = answer
  answer = () => new Promise((resolve) => (release = () => void usual().then(resolve)))
  queryClient.setQueryData([10, '/api/campaign'], ['former'])
  other.postMessage({ userId: 1, accountId: 20 })
  await vi.waitFor(() => expect(store.get(sessionAtom)).toBeUndefined(), 60_000)
  expect(queryClient.getQueryCache().getAll()).toEqual([])
  release()
  await vi.waitFor(() => expect(store.get(accountAtom)?.accountId).toBe(20), 60_000)
})

test('an answer asked for before the news is not taken, and who waits for it gets the one that holds', async () => {
  const former = session(10)
  let release = () => {}
  answer = () => new Promise((resolve) => (release = () => resolve(new Response(JSON.stringify({ data: former }), { status: 200 }))))
  const waiting = refreshSession()
  held = session(20)
  const slow = release
  answer = () => Promise.resolve(new Response(JSON.stringify({ data: held }), { status: 200 }))
  other.postMessage({ userId: 1, accountId: 20 })
  await vi.waitFor(() => expect(store.get(accountAtom)?.accountId).toBe(20), 60_000)
  slow()
  expect((await waiting)?.using_account_id).toBe(20)
  expect(store.get(accountAtom)?.accountId).toBe(20)
})

test('signed out elsewhere: nobody is signed in here either, without asking', async () => {
  const asked = vi.fn<typeof answer>(answer)
  answer = asked
  other.postMessage('left')
  await vi.waitFor(() => expect(store.get(sessionAtom)).toBeNull(), 60_000)
  expect(store.get(signedOutReasonAtom)).toBe('left_elsewhere')
  expect(asked).not.toHaveBeenCalled()
})

test('a session that the server has ended is told to the other tabs, which ask for themselves', async () => {
  other.postMessage('ended')
  const asked = vi.fn<typeof answer>(answer)
  answer = asked
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 60_000)
  await refreshSession()
  expect(store.get(accountAtom)?.accountId).toBe(10)
  held = null
  other.postMessage('ended')
  await vi.waitFor(() => expect(store.get(sessionAtom)).toBeNull(), 60_000)
  expect(store.get(signedOutReasonAtom)).toBe('expired')
  await vi.waitFor(() => expect(heard).toEqual(['ended']), 60_000)
})

test('news of what this tab shows already changes nothing', async () => {
  const asked = vi.fn<typeof answer>(answer)
  answer = asked
  const seen: unknown[] = []
  const unsubscribe = store.sub(sessionAtom, () => seen.push(store.get(sessionAtom)))
  other.postMessage({ userId: 1, accountId: 10 })
  // Sent after the other message, so it arrives after it.
  other.postMessage('left')
  await vi.waitFor(() => expect(store.get(sessionAtom)).toBeNull(), 60_000)
  expect(asked).not.toHaveBeenCalled()
  expect(seen).toEqual([null])
  unsubscribe()
})

test('a new language of the user is taken over and leaves the cache alone', async () => {
  queryClient.setQueryData([10, '/api/campaign'], ['kept'])
  held = session(10, 'en')
  await refreshSession()
  expect(store.get(sessionAtom)?.user.locale).toBe('en')
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1)
})

test.each([-1, 1])('a clock %d h off changes nothing', async (hours) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  const before = store.get(sessionAtom)
  expect(await refreshSession()).toBe(before)
  await switchAccount(20)
  expect(store.get(accountAtom)?.accountId).toBe(20)
  vi.useRealTimers()
})
