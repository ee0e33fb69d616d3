import { openPageEndpoint, releaseBeaconEndpoint, webVitalEndpoint, type DashboardPeriod, type SessionData } from '@adsite/contract'
import { vi } from 'vitest'

export interface Answer {
  readonly status: number
  readonly body?: unknown
}

/** What pages ask and report by themselves, up to seconds later, and so possibly during the next test. */
const byThemselves = ['/registry/pointers', releaseBeaconEndpoint.path, webVitalEndpoint.path, openPageEndpoint.path]

/** Mock of the API for one browser: the session, and a log of calls. */
export class FakeServer {
  session: SessionData | null = null
  readonly calls: { method: string; path: string; body: unknown; background?: true }[] = []
  /** Overrides for responses, by `METHOD path` or by path; 'lost' means a network error, 'pending' a request that never completes. */
  readonly instead = new Map<string, Answer | 'lost' | 'pending'>()

  start(): void {
    document.cookie = 'XSRF-TOKEN=token; path=/'
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
      const path = address.split('?')[0]!
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      if (!byThemselves.includes(path)) {
        const background = new Headers(init.headers).has('X-Background') ? ({ background: true } as const) : {}
        this.calls.push({ method: init.method ?? 'GET', path, body, ...background })
      }
      const answer = this.instead.get(`${init.method ?? 'GET'} ${path}`) ?? this.instead.get(path) ?? this.usual(path, body)
      if (answer === 'pending') return new Promise<Response>(() => undefined)
      if (answer === 'lost') throw new TypeError('Failed to fetch')
      return new Response(answer.status === 204 ? null : JSON.stringify(answer.body ?? {}), { status: answer.status })
    })
  }

  private usual(path: string, body: unknown): Answer {
    if (path === '/api/password/check') return { status: 200, body: { data: { email: 'owner@demo.example' } } }
    if (path === '/login') this.session = sampleSession(10)
    if (path === '/logout') {
      this.session = null
      return { status: 200 }
    }
    if (this.session === null) return { status: 401, body: { code: 'unauthenticated', message: '認証に失敗しました' } }
    if (path === '/api/change-role') {
      this.session = { ...this.session, using_account_id: (body as { account_id: number }).account_id }
      return { status: 201, body: { data: this.session } }
    }
    if (path === '/api/constants') {
      return { status: 200, body: { data: { role: [{ key: 'pg', code: 3, ja: 'メディアグループ（PG）', en: 'Media group (PG)' }] } } }
    }
    if (path === '/api/api-key' || path === '/api/api-key/all' || path === '/api/user/me/notices')
      return { status: 200, body: { data: [] } }
    if (path === '/api/factor') return { status: 200, body: { data: { factors: [], recovery_codes_left: null } } }
    if (path === '/api/dashboard/delivery')
      return { status: 200, body: { data: { current: quiet('2026-09-08'), previous: quiet('2026-09-01') } } }
    if (path === '/api/dashboard/pace') {
      return {
        status: 200,
        body: { data: { registered: true, counts: { spent_today: 0, behind: 0, ahead: 0, on_pace: 0 }, campaigns: [] } },
      }
    }
    if (/^\/api\/(?:information|notification|dashboard)/u.test(path))
      return { status: 200, body: { data: [], page: { next: null, previous: null } } }
    return { status: 200, body: { data: this.session } }
  }
}

/** Seven days without delivery. */
function quiet(from: string): DashboardPeriod {
  const days = Array.from({ length: 7 }, (_, index) => new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10))
  const none = { imps: 0, clicks: 0, conversions: 0, gross: '0' }
  return { from, to: days.at(-1)!, totals: none, days: days.map((day) => ({ day, ...none })) }
}

/** A session with an advertiser (10), a media group (20) and an administrator account (30). */
export function sampleSession(using: number): SessionData {
  return {
    user: { id: 1, name: '山田', email: 'multi@demo.example', locale: 'ja' },
    accounts: [
      { account_id: 10, name: '広告主A', role: 1, is_default: true },
      { account_id: 20, name: 'メディアB', role: 3, is_default: false },
      { account_id: 30, name: '運営', role: 6, is_default: false },
    ],
    using_account_id: using,
  }
}
