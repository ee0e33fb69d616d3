// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tryAgain } from './try-again.ts'

const attempt = vi.fn<() => Promise<boolean>>()
let random = 0.5

beforeEach(() => {
  vi.useFakeTimers()
  random = 0.5
  vi.spyOn(Math, 'random').mockImplementation(() => random)
  attempt.mockReset().mockResolvedValue(false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const comesOnline = () => void window.dispatchEvent(new Event('online'))
/** An attempt that lasts until it is answered. */
function lasting(): (succeeded: boolean) => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  attempt.mockReturnValueOnce(promise)
  return async (succeeded) => {
    resolve(succeeded)
    await vi.advanceTimersByTimeAsync(0)
  }
}
/** The pauses before the next attempts, in milliseconds. */
async function pauses(count: number): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < count; index++) {
    const before = Date.now()
    await vi.advanceTimersToNextTimerAsync()
    found.push(Date.now() - before)
  }
  return found
}

it('waits longer after each failure, half a minute at most, until an attempt succeeds', async () => {
  tryAgain(attempt)
  expect(await pauses(8)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000])
  expect(attempt).toHaveBeenCalledTimes(8)
  attempt.mockResolvedValueOnce(true)
  await pauses(1)
  comesOnline()
  expect([attempt.mock.calls.length, vi.getTimerCount()]).toEqual([9, 0])
})

it('begins with the pause that follows the failures before, a quarter longer or shorter', async () => {
  const first = async (at: number) => {
    random = at
    const end = tryAgain(attempt, 2)
    const found = await pauses(1)
    end()
    return found
  }
  expect([await first(0), await first(1)]).toEqual([[3_000], [5_000]])
})

it('makes one attempt at a time, also when the network is back meanwhile', async () => {
  const answer = lasting()
  const end = tryAgain(attempt)
  comesOnline()
  comesOnline()
  expect(attempt).toHaveBeenCalledOnce()
  await answer(false)
  expect(vi.getTimerCount()).toBe(1)
  comesOnline()
  expect(attempt).toHaveBeenCalledTimes(2)
  end()
})

it('ends at once, also during an attempt', async () => {
  const answer = lasting()
  const end = tryAgain(attempt)
  comesOnline()
  end()
  await answer(false)
  comesOnline()
  expect([attempt.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
})
