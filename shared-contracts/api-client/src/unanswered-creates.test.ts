// @vitest-environment jsdom
import { endpoints, takesIdempotencyKey, type Endpoint } from '@adsite/contract'
import { startI18n } from '@adsite/i18n'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, setActiveAccount } from './index.ts'

const { label, saved_view } = endpoints
const answered = (status: number) => Promise.resolve(new Response(status === 204 ? null : JSON.stringify({ data: { id: 4 } }), { status }))
const created = () => answered(201)
const removed = () => answered(204)
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const fetching = vi.fn<typeof fetch>()

beforeEach(() => {
  startI18n('ja')
  fetching.mockReset()
  vi.stubGlobal('fetch', fetching)
  document.cookie = 'XSRF-TOKEN=first; path=/'
})

afterEach(() => {
  vi.unstubAllGlobals()
  setActiveAccount(null)
})

/** Makes a call that is answered so, and returns the key that it was sent with. */
async function keyOf(endpoint: Endpoint, body: unknown, answer: () => Promise<Response>, params?: { id: number }): Promise<string | null> {
  fetching.mockImplementationOnce(answer)
  await call(endpoint, { body, ...(params ? { params } : {}) }).catch(() => undefined)
  return new Headers(fetching.mock.lastCall![1]!.headers).get('Idempotency-Key')
}

const autumn = { name: '秋', colour: 'BLUE' }
const winter = { name: '冬', colour: 'BLUE' }

test('every call of the contract that takes a key is sent with one, whatever screen makes it, and no other is', async () => {
  const every = Object.values(endpoints).flatMap((group): Endpoint[] => Object.values(group))
  const keyed: Endpoint[] = []
  for (const endpoint of every) if ((await keyOf(endpoint, endpoint.body && { of: endpoint.path }, lost)) !== null) keyed.push(endpoint)
  expect(keyed).toContain(label.create)
  expect(keyed).toEqual(every.filter(takesIdempotencyKey))
})

test('a create whose answer is lost keeps its key for the same input, and has another for other input', async () => {
  const first = await keyOf(label.create, autumn, lost)
  expect(first).toMatch(/^[\da-f]{32}$/u)
  expect(await keyOf(label.create, winter, lost)).not.toBe(first)
  expect(await keyOf(label.create, autumn, () => answered(502))).toBe(first)
  setActiveAccount(7)
  expect(await keyOf(label.create, autumn, lost)).not.toBe(first)
  setActiveAccount(null)
  expect(await keyOf(label.create, autumn, created)).toBe(first)
  expect(await keyOf(label.create, autumn, created)).not.toBe(first)
})

test('an answer that breaks off is a lost one', async () => {
  const first = await keyOf(label.create, autumn, () => Promise.resolve(new Response('{"data":', { status: 201 })))
  expect(await keyOf(label.create, autumn, created)).toBe(first)
})

test('whoever has removed or changed such a record since creates another one', async () => {
  const first = await keyOf(label.create, autumn, lost)
  await keyOf(saved_view.delete, undefined, removed, { id: 4 })
  await keyOf(label.create, winter, created)
  expect(await keyOf(label.create, autumn, lost)).toBe(first)
  await keyOf(label.delete, undefined, removed, { id: 4 })
  expect(await keyOf(label.create, autumn, created)).not.toBe(first)
})
