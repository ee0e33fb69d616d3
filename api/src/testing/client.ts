import { endpoints, type Endpoint } from '@adsite/contract'
import type { Hono } from 'hono'
import type { ServerErrors } from './server-errors.ts'

export interface CallOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  /** Sent as JSON; strings, bytes and streams are sent as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls the API as a browser does: keeps cookies and sends the CSRF token. Calls go straight to the app, without a network. */
export class TestClient {
  readonly cookies = new Map<string, string>()
  readonly #app: Hono
  readonly #address: string
  readonly #errors: ServerErrors | undefined
  #key: string | undefined

  constructor(app: Hono, address = '192.0.2.1', errors?: ServerErrors) {
    this.#app = app
    this.#address = address
    this.#errors = errors
  }

  /** A program that calls with an API key, from the same address or another. */
  withKey(key: string, address = this.#address): TestClient {
    const program = new TestClient(this.#app, address, this.#errors)
    program.#key = key
    return program
  }

  get cookieHeader(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ')
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookies.size > 0) headers.set('Cookie', this.cookieHeader)
    const env = { incoming: { socket: { remoteAddress: this.#address } } }
    const response = await this.#app.request(`http://site.test${path}`, { ...init, headers }, env)
    if (response.status === 500) this.#errors?.printOnFailure(`${init.method ?? 'GET'} ${path}`, response)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/u.exec(cookie)!
      if (/max-age=0/iu.test(cookie)) this.cookies.delete(name!)
      else this.cookies.set(name!, value!)
    }
    return response
  }

  async call(endpoint: Endpoint, { params = {}, query = {}, body, headers = {} }: CallOptions = {}): Promise<Response> {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
    const unsafe = endpoint.method !== 'GET' && this.#key === undefined
    if (unsafe && !this.cookies.has('XSRF-TOKEN')) await this.request(endpoints.session.csrf.path)
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    return this.request(`${path}${search ? `?${search}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...(this.#key === undefined ? {} : { Authorization: `Bearer ${this.#key}` }),
        ...(unsafe ? { 'X-XSRF-TOKEN': this.cookies.get('XSRF-TOKEN') ?? '', Origin: 'http://site.test' } : {}),
        ...(body === undefined || raw ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    })
  }

  /** A call that a test needs to succeed: throws what it was answered otherwise. */
  async done(endpoint: Endpoint, options: CallOptions = {}): Promise<Response> {
    const response = await this.call(endpoint, options)
    if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path} was answered ${response.status} ${await response.text()}`)
    return response
  }
}
