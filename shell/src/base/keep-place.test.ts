// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPlace } from './keep-place.ts'

const scrolled = vi.fn<typeof window.scrollTo>()

beforeEach(() => {
  scrolled.mockReset()
  vi.stubGlobal('scrollTo', scrolled)
  vi.stubGlobal('scrollX', 3)
  vi.stubGlobal('scrollY', 400)
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callback())
  document.body.innerHTML = '<a href="#">menu</a><main tabindex="-1"><button>screen</button></main>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const main = () => document.querySelector('main')
const focused = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()
const focus = () => document.activeElement?.localName
/** What puts another screen in place of this one, and makes the page shorter for a moment. */
const swap = () => {
  main()?.replaceChildren(document.createElement('p'))
  vi.stubGlobal('scrollY', 0)
}

test('the page stays where it was', () => {
  keepPlace(swap)
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(3, 400)
})

test('the focus of a screen that is gone goes to the one in its place', () => {
  focused('button')
  keepPlace(swap)
  expect(focus()).toBe('main')
})

test('a focus that is still there stays, in the screen and beside it', () => {
  focused('button')
  keepPlace(() => {})
  expect(focus()).toBe('button')
  focused('a')
  keepPlace(swap)
  expect(focus()).toBe('a')
})

test('a page whose screen had no focus gets none', () => {
  keepPlace(swap)
  expect(focus()).toBe('body')
})
