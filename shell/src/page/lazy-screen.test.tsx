// @vitest-environment jsdom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { Component, Suspense, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyScreen, preloadErrorEvent } from './lazy-screen.tsx'

// Pages are slow in jsdom, even more so while other tests run.
configure({ asyncUtilTimeout: 60_000 })

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null }
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render = (): ReactNode => this.state.message ?? this.props.children
}

const failure = new Error('Loading chunk 7 failed.')
const heard: unknown[] = []
let handled = false
const listener = (event: Event) => {
  heard.push((event as CustomEvent).detail)
  if (handled) event.preventDefault()
}

function show(load: () => Promise<{ default: () => ReactNode }>): void {
  heard.length = 0
  window.addEventListener(preloadErrorEvent, listener)
  const Screen = lazyScreen(load)
  render(
    <Boundary>
      <Suspense fallback="読み込み中">
        <p>枠</p>
        <Screen />
      </Suspense>
    </Boundary>,
  )
}
afterEach(() => {
  cleanup()
  window.removeEventListener(preloadErrorEvent, listener)
  handled = false
  vi.restoreAllMocks()
})

test('shows a screen that arrives, and fires nothing', async () => {
  show(() => Promise.resolve({ default: () => <p>画面</p> }))
  expect(await screen.findByText('画面')).toBeTruthy()
  expect(heard).toEqual([])
})

test('fires the preload error, and throws it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  show(() => Promise.reject(failure))
  expect(await screen.findByText('Loading chunk 7 failed.')).toBeTruthy()
  expect(heard).toEqual([failure])
})

test('what the browser kept damaged is asked of the server, and shown', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  const damaged = Object.assign(new Error('Loading chunk 7 failed.'), { request: `${location.origin}/r/shell/1.0.0-a/7.js` })
  const load = vi
    .fn<() => Promise<{ default: () => ReactNode }>>()
    .mockRejectedValueOnce(damaged)
    .mockResolvedValue({ default: () => <p>画面</p> })
  show(load)
  expect(await screen.findByText('画面')).toBeTruthy()
  expect(heard).toEqual([])
  vi.unstubAllGlobals()
})

test('throws nothing where a listener has handled it', async () => {
  handled = true
  show(() => Promise.reject(failure))
  expect(await screen.findByText('枠')).toBeTruthy()
  expect(heard).toEqual([failure])
})

const drawn = (Screen: ReturnType<typeof lazyScreen>) =>
  render(
    <Boundary>
      <Suspense fallback="読み込み中">
        <Screen />
      </Suspense>
    </Boundary>,
  )

test('is drawn at once, without a placeholder, when its code was loaded before', async () => {
  const load = vi.fn<() => Promise<{ default: () => ReactNode }>>(() => Promise.resolve({ default: () => <p>画面</p> }))
  const Screen = lazyScreen(load)
  await Screen.preload()
  drawn(Screen)
  expect(screen.getByText('画面')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
  cleanup()
  drawn(Screen)
  expect(screen.getByText('画面')).toBeTruthy()
})

test('what was loaded before and failed is told where the screen stands, and loaded anew when it is asked for again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<{ default: () => ReactNode }>>(() => Promise.reject(failure))
  const Screen = lazyScreen(load)
  await Screen.preload()
  drawn(Screen)
  expect(await screen.findByText('Loading chunk 7 failed.')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
  cleanup()
  load.mockResolvedValue({ default: () => <p>画面</p> })
  await Screen.preload()
  drawn(Screen)
  expect(screen.getByText('画面')).toBeTruthy()
})
