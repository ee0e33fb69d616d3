// @vitest-environment jsdom
import type { SessionData } from '@adsite/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Auth from './index.ts'

const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
vi.mock('./device-key.ts', () => ({ deviceKey: () => key }))

const data: Record<string, unknown> = {
  '/api/constants': { role: [{ key: 'pg', code: 3, ja: 'メディアグループ', en: 'Media group' }] },
  '/api/prefecture': [{ code: '13', ja: '東京都', en: 'Tokyo' }],
  '/api/city?prefecture=13': [{ code: '13101', name: '千代田区', kana: 'チヨダク' }],
  '/api/city?prefecture=22': [{ code: '22138', name: '浜松市中央区', kana: 'ハママツシチュウオウク' }],
}
let asked: string[]
let lost: boolean

function session(userId: number): SessionData {
  return {
    user: { id: userId, name: '山田', email: 'a@demo.example', locale: 'ja' },
    accounts: [{ account_id: 10, name: '広告主A', role: 1, is_default: true }],
    using_account_id: 10,
  }
}

/** Simulates a page load: fresh modules, with the browser's storage unchanged. */
async function openPage(userId = 1): Promise<typeof Auth> {
  vi.resetModules()
  asked = []
  data['/api/account/me'] = session(userId)
  const page = await import('./index.ts')
  await page.refreshSession()
  await settled()
  return page
}

/** Storage reads and writes run asynchronously and are not awaited by the code under test. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 30))

/** The decrypted content of the storage. */
async function stored(): Promise<Record<string, unknown> | null> {
  await settled()
  const { createVault } = await import('./vault.ts')
  const text = await createVault('adsite.state').read()
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>)
}

/** Generous, for a busy machine. */
const patient = { timeout: 60_000 }

beforeEach(() => {
  localStorage.clear()
  lost = false
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (lost && path !== '/api/account/me') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify({ data: data[path] }), { status: 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Everything kept for the first user. */
const everything = () => ({
  user: session(1).user,
  accounts: [{ accountId: 10, name: '広告主A', role: 'advertiser', isCurrent: true }],
  userRole: 'advertiser',
  constants: data['/api/constants'],
  prefectures: data['/api/prefecture'],
  city: { 13: data['/api/city?prefecture=13'], 22: data['/api/city?prefecture=22'] },
})

async function fill({ loadConstants, loadPrefectures, loadCities }: typeof Auth): Promise<void> {
  await Promise.all([loadConstants(), loadPrefectures(), loadCities('13'), loadCities('22')])
}

test('keeps user, accounts, role, constants, prefectures and cities under the names of the specification', async () => {
  await fill(await openPage())
  await expect.poll(stored, patient).toEqual(everything())
})

test('cities are asked for once by prefecture', async () => {
  const page = await openPage()
  await fill(page)
  await fill(page)
  expect(asked.toSorted()).toEqual(Object.keys(data).toSorted())
})

test('the next page has at once what this one kept, and reads it again', async () => {
  await fill(await openPage())
  await expect.poll(stored, patient).toEqual(everything())
  const page = await openPage()
  lost = true
  await vi.waitFor(async () => expect(await page.loadCities('22')).toEqual(data['/api/city?prefecture=22']), patient)
  expect(await page.loadConstants()).toEqual(data['/api/constants'])
  expect(asked).toEqual(expect.arrayContaining(['/api/constants', '/api/city?prefecture=22']))
  await expect(page.loadCities('01')).rejects.toMatchObject({ code: 'network' })
})

test("another user's page takes nothing over", async () => {
  await fill(await openPage())
  await expect.poll(stored, patient).toEqual(everything())
  const page = await openPage(2)
  lost = true
  await expect(page.loadConstants()).rejects.toMatchObject({ code: 'network' })
  await expect
    .poll(stored, patient)
    .toEqual({ ...everything(), user: session(2).user, constants: undefined, prefectures: undefined, city: undefined })
})

test('a part that is damaged is dropped alone', async () => {
  await fill(await openPage())
  await expect.poll(stored, patient).toEqual(everything())
  const { createVault } = await import('./vault.ts')
  await createVault('adsite.state').write(JSON.stringify({ ...everything(), prefectures: [{ code: '99' }] }))
  const page = await openPage()
  lost = true
  await expect(page.loadPrefectures()).rejects.toMatchObject({ code: 'network' })
  await vi.waitFor(async () => expect(await page.loadConstants()).toEqual(data['/api/constants']), patient)
})

test('a sign-out removes all of it, and nothing is kept while nobody is signed in', async () => {
  const page = await openPage()
  await fill(page)
  await expect.poll(stored, patient).toEqual(everything())
  await page.signOut()
  await page.loadPrefectures()
  expect(await stored()).toBeNull()
})

test('what belongs to the page on show outlives its reload, and does not show up in another tab', async () => {
  const { atom, getDefaultStore } = await import('jotai')
  const v = await import('valibot')
  const shown = async (how: string) => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: how } as unknown as PerformanceNavigationTiming])
    const page = await openPage()
    const part = atom<string | null>(null)
    page.keepInClientState('alert', v.string(), part, { ofPage: true })
    return part
  }
  getDefaultStore().set(await shown('navigate'), 'message')
  await expect.poll(stored, patient).toEqual(expect.objectContaining({ alert: 'message' }))
  expect(getDefaultStore().get(await shown('navigate'))).toBeNull()
  getDefaultStore().set(await shown('navigate'), 'message')
  await expect.poll(stored, patient).toEqual(expect.objectContaining({ alert: 'message' }))
  const part = await shown('reload')
  await vi.waitFor(() => expect(getDefaultStore().get(part)).toBe('message'), patient)
})

test('a view as somebody else neither changes nor reads what is stored', async () => {
  const page = await openPage()
  await page.loadConstants()
  const before = await stored()
  expect(before).toMatchObject({ user: { id: 1 } })
  const [raw] = Object.values({ ...localStorage })
  data['/api/account/me'] = { ...session(2), viewing: { id: 3, reason: 'お問い合わせの確認', ends_at: '2099-01-01T00:00:00.000Z' } }
  expect(await page.refreshSession()).toMatchObject({ user: { id: 2 } })
  await settled()
  expect(Object.values({ ...localStorage })).toContain(raw)
  // A reload during the view.
  vi.resetModules()
  const reloaded = await import('./index.ts')
  expect(await reloaded.refreshSession()).toMatchObject({ user: { id: 2 } })
  await settled()
  expect(Object.values({ ...localStorage })).toContain(raw)
  data['/api/account/me'] = session(1)
  expect(await reloaded.refreshSession()).toMatchObject({ user: { id: 1 } })
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ user: { id: 1 } }), patient)
})
