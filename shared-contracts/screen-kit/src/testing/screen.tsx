import { ApiError, configureClient, queryClient } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { roleCode, type Role } from '@adsite/contract'
import { startI18n, type Language } from '@adsite/i18n'
import { ShellProvider, type AlertType, type ShellApi } from '@adsite/remote'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown> | undefined
  readonly headers: Headers
}

export interface Answer {
  readonly status: number
  readonly body?: unknown
}

type Answerer = (sent: Sent) => Answer | Promise<Answer>

/** Mock network: responses by `METHOD /path`, and a log of requests. */
export class FakeApi {
  readonly sent: Sent[] = []
  readonly answers: Record<string, Answerer> = {}

  on(call: string, answer: Answerer | Answer): void {
    this.answers[call] = typeof answer === 'function' ? answer : () => answer
  }

  of(call: string): Sent[] {
    return this.sent.filter(({ method, path }) => `${method} ${path}` === call)
  }

  readonly fetch = async (input: string, init: RequestInit): Promise<Response> => {
    const url = new URL(input, 'http://site.example')
    const sent: Sent = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined,
      headers: new Headers(init.headers),
    }
    this.sent.push(sent)
    const answer = await (this.answers[`${sent.method} ${sent.path}`]?.(sent) ?? {
      status: 404,
      body: { code: 'not_found', message: '対象が見つかりません' },
    })
    return new Response(answer.status === 204 ? null : JSON.stringify(answer.body ?? {}), { status: answer.status })
  }
}

export interface Alert {
  readonly type: AlertType
  readonly messages: readonly string[]
}

export interface Screen {
  readonly api: FakeApi
  readonly alerts: Alert[]
  readonly router: ReturnType<typeof createMemoryRouter>
}

// Screens with pickers are slow in jsdom, even more so while other suites run.
configure({ asyncUtilTimeout: 60_000 })

const hrefs: Readonly<Record<string, string>> = {
  'company.list': '/op/company',
  'company.create': '/op/company/create',
  'company.detail': '/op/company/:id',
  'information.list': '/op/information',
  'information.create': '/op/information/create',
  'information.detail': '/op/information/:id',
  'campaign.list': '/ad/campaign',
  'campaign.create': '/ad/campaign/create',
  'campaign.detail': '/ad/campaign/:id',
}

/** The shell would omit such a link; in a test it is an error of the screen. */
function parameter(params: Readonly<Record<string, string | number>>, key: string): string {
  const value = params[key]
  if (value === undefined) throw new Error(`A link lacks its parameter "${key}"`)
  return String(value)
}

interface ScreenOptions {
  /** Paths by route name; default: those of a few records. */
  readonly routes?: Readonly<Record<string, string>>
  readonly role?: Role
  readonly language?: Language
  readonly api?: FakeApi
  /** An administrator views the site as the user. */
  readonly viewing?: boolean
  /** Simulates a phone. */
  readonly narrow?: boolean
}

/** jsdom has no layout; this simulates a phone or a desktop. */
function mediaOf(narrow: boolean): typeof window.matchMedia {
  const nothing = (): void => {}
  return (media) =>
    ({
      media,
      matches: media.includes('max-width') === narrow,
      addEventListener: nothing,
      removeEventListener: nothing,
      addListener: nothing,
      removeListener: nothing,
    }) as unknown as MediaQueryList
}

class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Renders screens in a signed-in page with a router, a shell that only records alerts, and a mock network. */
export async function openScreen(
  screens: Readonly<Record<string, ReactNode>>,
  at: string,
  { role = 'admin', language = 'ja', api = new FakeApi(), narrow = false, viewing = false, routes: known = hrefs }: ScreenOptions = {},
): Promise<Screen> {
  document.cookie = 'XSRF-TOKEN=token; path=/'
  startI18n(language)
  configureClient({ onUnauthenticated: () => {}, onAccountChanged: () => {} })
  queryClient.clear()
  vi.stubGlobal('fetch', api.fetch)
  vi.stubGlobal('matchMedia', mediaOf(narrow))
  vi.stubGlobal('ResizeObserver', NoResizeObserver)
  api.on('GET /api/account/me', {
    status: 200,
    body: {
      data: {
        user: { id: 1, name: '山田', email: 'yamada@demo.example', locale: language },
        accounts: [{ account_id: 10, name: 'テスト', role: roleCode(role), is_default: true }],
        using_account_id: 10,
        ...(viewing ? { viewing: { id: 3, reason: 'お問い合わせの確認', ends_at: '2099-01-01T00:00:00.000Z' } } : {}),
      },
    },
  })
  await refreshSession()

  const alerts: Alert[] = []
  const shell: ShellApi = {
    alert: (type, messages) => void alerts.push({ type, messages }),
    run: (action, shown = []) =>
      action().then(
        (value) => ({ done: true as const, value }),
        (error: Error) => {
          // The login page, which the shell goes to, explains the end of the session.
          if (!(error instanceof ApiError)) shell.alert('error', [error.message])
          else if (error.code !== 'unauthenticated') {
            const reasons = Object.entries(error.errors).flatMap(([field, messages]) => (shown.includes(field) ? [] : messages))
            shell.alert('error', [error.message, ...reasons])
          }
          return { done: false as const, error }
        },
      ),
    nameTab: (name) => {
      document.title = name
      return () => {
        document.title = ''
      }
    },
    href: (name, params: Readonly<Record<string, string | number>> = {}) =>
      known[name]?.replace(/:(\w+)/gu, (_, key: string) => parameter(params, key)) ?? null,
  }
  const routes = Object.entries(screens).map(([path, element]) => ({ path, element: <ShellProvider api={shell}>{element}</ShellProvider> }))
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  // Component styles are not generated, because jsdom has no layout, no test reads them, and generating them takes a
  // fifth of the time.
  render(
    <ConfigProvider theme={{ zeroRuntime: true }}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ConfigProvider>,
  )
  return { api, alerts, router }
}
