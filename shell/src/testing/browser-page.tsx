import { configureClient, queryClient } from '@adsite/api-client'
import { recheckSession, refreshSession, signOut } from '@adsite/auth'
import { startI18n, type Language } from '@adsite/i18n'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { clearAlert } from '../alert/alert-state.ts'
import { displayedSessionAtom } from '../auth/session/displayed-session.ts'
import { routes } from '../routes.tsx'
import { addShellTexts } from '../base/texts.ts'
import { FakeServer, sampleSession } from './fake-server.ts'

// Pages are slow in jsdom, even more so while other tests run.
configure({ asyncUtilTimeout: 60_000 })

/** Renders the site with real browser history, so that tests can check the URL, and a mock network. */
export class BrowserPage {
  readonly server = new FakeServer()
  router = createBrowserRouter([{ path: '*' }])

  constructor() {
    configureClient({ onUnauthenticated: () => void recheckSession(), onAccountChanged: () => void recheckSession() })
    vi.stubGlobal('scrollTo', () => undefined)
    this.server.start()
  }

  /** Opens a URL signed in with the account `using`, or signed out. Restarts the log of calls. */
  async open(path: string, { using, language = 'ja' }: { using?: number; language?: Language } = {}): Promise<void> {
    startI18n(language)
    addShellTexts()
    this.server.session = using === undefined ? null : sampleSession(using)
    await refreshSession()
    this.server.calls.length = 0
    getDefaultStore().set(displayedSessionAtom, undefined)
    window.history.replaceState(null, '', path)
    this.draw()
  }

  /** Simulates a reload: same URL and history entry, everything rendered anew. */
  reload(): void {
    cleanup()
    this.draw()
  }

  private draw(): void {
    this.router.dispose()
    this.router = createBrowserRouter(routes)
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={this.router} />
      </QueryClientProvider>,
    )
  }

  called(path: string): FakeServer['calls'] {
    return this.server.calls.filter((call) => call.path === path)
  }

  async close(): Promise<void> {
    cleanup()
    this.router.dispose()
    this.server.instead.clear()
    await signOut()
    clearAlert()
    vi.unstubAllGlobals()
  }
}

export const address = () => window.location.pathname + window.location.search
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** All text in the page's live regions. */
export function message(): string {
  return [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')].map(({ textContent }) => textContent).join('')
}
