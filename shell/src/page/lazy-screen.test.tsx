// @vitest-environment jsdom
import { startI18n } from '@adsite/i18n'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Component, Suspense, type ReactNode } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addShellTexts } from '../base/texts.ts'
import { lazyScreen, preloadErrorEvent } from '../screen/lazy-screen.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'

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

test('what was loaded before and failed is forgotten, so that the screen loads it anew', async () => {
  const load = vi.fn<() => Promise<{ default: () => ReactNode }>>(() => Promise.reject(failure))
  const Screen = lazyScreen(load)
  await Screen.preload()
  load.mockResolvedValue({ default: () => <p>画面</p> })
  drawn(Screen)
  expect(await screen.findByText('画面')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test('what is still loading when the screen is drawn is awaited, and told where the screen stands if it fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { promise, reject } = Promise.withResolvers<{ default: () => ReactNode }>()
  const load = vi.fn<() => Promise<{ default: () => ReactNode }>>(() => promise)
  const Screen = lazyScreen(load)
  const early = Screen.preload()
  drawn(Screen)
  reject(failure)
  await early
  expect(await screen.findByText('Loading chunk 7 failed.')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
  cleanup()
  load.mockResolvedValue({ default: () => <p>画面</p> })
  await Screen.preload()
  drawn(Screen)
  expect(screen.getByText('画面')).toBeTruthy()
})

describe('what failed to load', () => {
  const load = vi.fn<() => Promise<{ default: () => ReactNode }>>()
  const goTo = (address: string) => fireEvent.click(screen.getByText(address))

  function visit(answer: () => Promise<{ default: () => ReactNode }>): void {
    startI18n('ja')
    addShellTexts()
    load.mockReset().mockImplementation(answer)
    const Screen = lazyScreen(load)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    render(
      <MemoryRouter initialEntries={['/one']}>
        <Link to="/one">/one</Link>
        <Link to="/other">/other</Link>
        <ScreenBoundary>
          <Suspense fallback="読み込み中">
            <Routes>
              <Route path="/one" element={<Screen />} />
              <Route path="/other" element={<p>別の画面</p>} />
            </Routes>
          </Suspense>
        </ScreenBoundary>
      </MemoryRouter>,
    )
  }

  test('is loaded once for each visit and each time that it is retried', async () => {
    visit(() => Promise.reject(failure))
    expect(await screen.findByRole('heading', { name: 'この画面を表示できません' })).toBeTruthy()
    expect(load).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByRole('button', { name: '再試行' }))
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
    expect(await screen.findByRole('button', { name: '再試行' })).toBeTruthy()
    goTo('/other')
    goTo('/one')
    expect(await screen.findByRole('button', { name: '再試行' })).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(3)
    load.mockResolvedValue({ default: () => <p>画面</p> })
    fireEvent.click(screen.getByRole('button', { name: '再試行' }))
    expect(await screen.findByText('画面')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(4)
  })

  test('is loaded by the page itself, out of sight, until it arrives; an error of the screen itself is not', async () => {
    const missing = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })
    visit(() => Promise.reject(missing))
    const heading = await screen.findByRole('heading', { name: 'この画面を表示できません' })
    expect(screen.getByText(/自動的に再試行します/u)).toBeTruthy()
    await waitFor(() => expect(load).toHaveBeenCalledTimes(3))
    expect(heading.isConnected).toBe(true)
    load.mockResolvedValue({
      default: () => {
        throw new TypeError('x is not a function')
      },
    })
    expect(await screen.findByText('詳細：x is not a function')).toBeTruthy()
    const asked = load.mock.calls.length
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_500)))
    expect(load).toHaveBeenCalledTimes(asked)
  })

  test('while the user was elsewhere is loaded anew by the next visit', async () => {
    const { promise, reject } = Promise.withResolvers<{ default: () => ReactNode }>()
    visit(() => promise)
    goTo('/other')
    load.mockResolvedValue({ default: () => <p>画面</p> })
    await act(async () => reject(failure))
    goTo('/one')
    expect(await screen.findByText('画面')).toBeTruthy()
  })

  test('and was handled is loaded anew by the next visit', async () => {
    handled = true
    window.addEventListener(preloadErrorEvent, listener)
    visit(() => Promise.reject(failure))
    await waitFor(() => expect(screen.queryByText('読み込み中')).toBeNull())
    goTo('/other')
    load.mockResolvedValue({ default: () => <p>画面</p> })
    goTo('/one')
    expect(await screen.findByText('画面')).toBeTruthy()
  })
})
