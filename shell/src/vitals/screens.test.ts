// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { showsScreen } from './screens.ts'

test('a page that cannot load what measures it asks again with its next screen', async () => {
  vi.useFakeTimers()
  const measure = vi.fn<() => void>()
  vi.doMock('./report-vitals.ts', () => {
    throw new TypeError('no network')
  })
  showsScreen({ area: 'ad', build: '1.0.0-aa' })
  vi.runAllTimers()
  vi.useRealTimers()
  await vi.dynamicImportSettled()
  expect(measure).not.toHaveBeenCalled()

  vi.useFakeTimers()
  vi.doMock('./report-vitals.ts', () => ({ measure }))
  showsScreen({ area: 'md', build: '3.0.0-mm' })
  vi.runAllTimers()
  vi.useRealTimers()
  await vi.dynamicImportSettled()
  expect(measure).toHaveBeenCalledTimes(1)
})
