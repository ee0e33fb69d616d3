// @vitest-environment jsdom
import { refreshSession } from '@adsite/auth'
import { getDefaultStore } from 'jotai'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, sampleSession } from '../testing/fake-server.ts'
import { endPreviewWithSession } from './end-preview.ts'

const hour = 3_600_000
const until = Date.parse('2026-01-01T08:00:00Z')
const preview = { builds: { ad: '1.1.0-b' }, account_id: 10, until: new Date(until).toISOString() }
const reload = vi.fn<() => void>()
const followed = vi.spyOn(getDefaultStore(), 'sub')
const server = new FakeServer()

beforeEach(() => {
  reload.mockReset()
  server.start()
  // The location of jsdom can neither reload nor be replaced.
  vi.stubGlobal('window', { location: { reload } })
})
afterEach(() => {
  // A page follows its session until it is gone; the next test is another page.
  for (const { value: stop } of followed.mock.results) stop()
  followed.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

afterAll(() => followed.mockRestore())

test.each([
  ['right', 0],
  ['an hour ahead', hour],
  ['an hour behind', -hour],
  ['years behind', -30 * 365 * 24 * hour],
])('a preview lasts as long as the server says where the clock of the browser is %s', (_, wrong) => {
  const left = hour / 2
  vi.useFakeTimers({ now: until - left + wrong })
  endPreviewWithSession({ ...preview, left })
  vi.advanceTimersByTime(left - 1)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('a preview of a server that does not say how long it lasts is not ended by the clock of the browser', () => {
  vi.useFakeTimers({ now: until + hour })
  endPreviewWithSession(preview)
  vi.advanceTimersByTime(24 * hour)
  expect(reload).not.toHaveBeenCalled()
})

test('a preview ends with the account that it was started in', async () => {
  server.session = sampleSession(10)
  await refreshSession()
  endPreviewWithSession({ ...preview, left: hour })
  expect(reload).not.toHaveBeenCalled()
  server.session = sampleSession(20)
  await refreshSession()
  expect(reload).toHaveBeenCalledOnce()
})
