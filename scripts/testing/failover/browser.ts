import { endpoints, type Endpoint } from '@adsite/contract'
import { testPassword } from '@adsite/api/testing'
import type { CallRecord } from './calls.ts'

/** The origin of the pages: SITE_URL of the parts. */
const siteUrl = 'http://site.test'
/** Longer than the site lets any caller wait (milliseconds). */
const patience = 60_000

export interface Sent {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  /** JSON, or text whose type is in the headers. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number | 'broken'
  readonly text: string
  readonly isFine: boolean
}

/** A client with its own session that records every call. */
export class Browser {
  readonly #url: string
  readonly #address: string
  readonly #calls: CallRecord[]
  readonly #cookies = new Map<string, string>()

  constructor(url: string, address: string, calls: CallRecord[]) {
    this.#url = url
    this.#address = address
    this.#calls = calls
  }

  /** Calls the API; `what` names the call in the records. Never throws. */
  async call(what: string, endpoint: Endpoint, { params = {}, query = {}, body, headers = {} }: Sent = {}): Promise<Answer> {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(params[name]))
    const search = new URLSearchParams(query).toString()
    const began = performance.now()
    const sent = typeof body === 'object' ? JSON.stringify(body) : (body ?? null)
    let status: CallRecord['status'] = 'broken'
    let text = ''
    try {
      const response = await fetch(`${this.#url}${path}${search && `?${search}`}`, {
        method: endpoint.method,
        body: sent,
        headers: {
          Origin: siteUrl,
          Cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
          'X-XSRF-TOKEN': this.#cookies.get('XSRF-TOKEN') ?? '',
          'X-Forwarded-For': this.#address,
          ...(typeof body === 'object' && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        signal: AbortSignal.timeout(patience),
      })
      text = await response.text()
      status = response.status
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/u.exec(cookie) ?? []
        if (name !== undefined && value !== undefined) this.#cookies.set(name, value)
      }
    } catch (error) {
      text = error instanceof Error ? String(error.cause ?? error.message) : String(error)
    }
    const isFine = status === endpoint.success
    this.#calls.push({ what, began, ended: performance.now(), status, isFine })
    return { status, text, isFine }
  }

  async signIn(email: string): Promise<void> {
    await this.call('token', endpoints.session.csrf)
    const { status, text } = await this.call('sign-in', endpoints.session.login, { body: { email, password: testPassword } })
    if (status !== 200) throw new Error(`Signing in as ${email} was answered with ${status}: ${text}`)
  }
}
