// @vitest-environment jsdom
import { buildMenus } from '@adsite/remote/navigation'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { samplePointers } from '../testing/sample-pointers.ts'
import { useIdleCaching } from './use-idle-caching.ts'

const { cached } = vi.hoisted(() => ({ cached: vi.fn<(area: string, screen?: string) => Promise<void>>(async () => undefined) }))
vi.mock('../federation/index.ts', () => ({ cacheArea: cached }))

const menus = (role: 'admin' | 'advertiser') => buildMenus(samplePointers(), role)

beforeEach(() => {
  vi.useFakeTimers()
  cached.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the first screen of each other area of the menu, once, some seconds after the page is there', async () => {
  const { rerender } = renderHook(({ now }) => useIdleCaching(now, 'op'), { initialProps: { now: menus('admin') } })
  await vi.advanceTimersByTimeAsync(3000)
  expect(cached).not.toHaveBeenCalled()
  rerender({ now: menus('admin') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(cached.mock.calls).toEqual([
    ['ad', 'campaign.list'],
    ['md', 'space.list'],
  ])
})

test('a role gets what it may open, in the menu that it has by then', async () => {
  const { rerender } = renderHook(({ now }) => useIdleCaching(now, ''), { initialProps: { now: menus('admin') } })
  rerender({ now: menus('advertiser') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(cached.mock.calls).toEqual([['ad', 'achievements']])
})

test('waits until the browser is idle, where the browser tells', async () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work))
  renderHook(() => useIdleCaching(menus('advertiser'), ''))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(cached).not.toHaveBeenCalled()
  for (const work of waiting) work()
  expect(cached).toHaveBeenCalledOnce()
})

test('nothing for users who save data, nor after the page was left', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  renderHook(() => useIdleCaching(menus('admin'), 'op'))
  await vi.advanceTimersByTimeAsync(60_000)
  vi.unstubAllGlobals()
  renderHook(() => useIdleCaching(menus('admin'), 'op')).unmount()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(cached).not.toHaveBeenCalled()
})
