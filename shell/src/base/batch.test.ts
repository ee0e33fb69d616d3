// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batched } from './batch.ts'

const sent = vi.fn<(items: number[]) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  sent.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const sentItems = () => sent.mock.calls.map(([items]) => items)

test('what is added while the first item waits goes out with it, what comes later by itself', () => {
  const batch = batched(10, sent)
  batch.add(1)
  vi.advanceTimersByTime(2_000)
  batch.add(2)
  vi.runOnlyPendingTimers()
  expect(sentItems()).toEqual([[1, 2]])
  batch.add(3)
  vi.runAllTimers()
  expect(sentItems()).toEqual([[1, 2], [3]])
})

test('the first item waits no longer because of those that follow', () => {
  const batch = batched(10, sent)
  batch.add(1)
  vi.advanceTimersByTime(2_000)
  batch.add(2)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(sentItems()).toEqual([[1, 2]])
})

test('the newest are sent where there are too many for a call', () => {
  const batch = batched(2, sent)
  for (const item of [1, 2, 3]) batch.add(item)
  vi.runAllTimers()
  expect(sentItems()).toEqual([[2, 3]])
})

test.each([
  ['left', () => window.dispatchEvent(new Event('pagehide'))],
  [
    'hidden',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    },
  ],
])('once the page is %s, what waits is sent at once, and once', (_, leave) => {
  const batch = batched(10, sent)
  batch.sendWhenLeft()
  batch.add(1)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(sent).not.toHaveBeenCalled()
  leave()
  leave()
  vi.runAllTimers()
  expect(sentItems()).toEqual([[1]])
})
