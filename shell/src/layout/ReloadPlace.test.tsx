// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReloadPlace } from './ReloadPlace.tsx'

const scrolls: number[] = []
let grow: (height: number) => void

beforeEach(() => {
  scrolls.length = 0
  sessionStorage.clear()
  let look = () => {}
  class Observer {
    constructor(callback: () => void) {
      look = callback
    }
    observe(): void {}
    disconnect(): void {
      look = () => {}
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('scrollTo', (_: number, y: number) => scrolls.push(y))
  grow = (height) => {
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(height)
    look()
  }
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open() {
  const router = createMemoryRouter([{ path: '*', element: <ReloadPlace /> }], { initialEntries: [{ pathname: '/list', key: 'one' }] })
  render(<RouterProvider router={router} />)
  return router
}

/** Leaves the page where it was scrolled, and opens it again. */
function reload() {
  open()
  vi.stubGlobal('scrollY', 2950)
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
  return open()
}

test('a page that is reloaded comes back to its place once its content is there, and only once', () => {
  reload()
  grow(900)
  expect(scrolls).toEqual([])
  grow(3800)
  expect(scrolls).toEqual([2950])
  grow(5000)
  expect(scrolls).toEqual([2950])
})

test('who scrolls or goes elsewhere before that is left alone, and so is a page that was not reloaded', async () => {
  reload()
  window.dispatchEvent(new Event('wheel'))
  grow(3800)
  cleanup()
  const router = reload()
  await act(() => router.navigate('/record'))
  grow(3800)
  cleanup()
  open()
  grow(3800)
  expect(scrolls).toEqual([])
})
