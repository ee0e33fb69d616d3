import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { onDatabase } from '@adsite/api/cluster'
import { asSuperuser, createTestDatabase, emailOf, freePort, loadFixtures, testPassword, type TestDatabase } from '@adsite/api/testing'
import { endpoints } from '@adsite/contract'
import { createToken, repair } from '@adsite/release'
import { openWorkbench, type Workbench } from '@adsite/release/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

/** Patience with a process, however slow the machine is. */
const patience = { timeout: 50_000, interval: 100 }
const siteUrl = 'http://site.test'

/** Spans as OTLP sends them, in JSON. */
interface Spans {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { traceId: string; spanId: string; parentSpanId?: string; name: string }[] }[]
  }[]
}

let database: TestDatabase
let bench: Workbench
let directory: string
const children: ChildProcess[] = []

interface RunningPart {
  readonly url: string
  /** Address of its metrics. */
  readonly metrics: string
  readonly child: ChildProcess
  readonly exited: Promise<readonly [number | null, string]>
}

/** A part as the command line starts it, with the settings of all parts and these. */
async function start(args: readonly string[], more: Record<string, string> = {}): Promise<RunningPart> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: database.url,
    REGISTRY: bench.stored(),
    SITE_URL: siteUrl,
    UPLOADS: join(directory, 'uploads'),
    DATA_DIR: join(directory, 'data'),
    TRUSTED_PROXY: 'on',
    LOG_LEVEL: 'error',
    ...more,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../part.ts'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const exited = once(child, 'close').then(([code]) => [code as number | null, said.join('')] as const)
  return { url: `http://127.0.0.1:${port}`, metrics: `http://127.0.0.1:${metricsPort}/metrics`, child, exited }
}

const statusOf = (url: string) =>
  fetch(url).then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => 'refused',
  )
const until = (url: string, status: number | 'refused') => vi.waitFor(async () => expect(await statusOf(url)).toBe(status), patience)

/** Listens, and answers where. */
async function addressOf(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A browser: cookies, and the token that unsafe calls carry. */
class Browser {
  readonly #url: string
  readonly #cookies = new Map<string, string>()
  constructor(url: string) {
    this.#url = url
  }
  async call(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        Origin: siteUrl,
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'X-XSRF-TOKEN': this.#cookies.get('XSRF-TOKEN') ?? '',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/u.exec(cookie)!
      this.#cookies.set(name!, value!)
    }
    return response
  }
  async signIn(): Promise<number> {
    await this.call('GET', endpoints.session.csrf.path)
    return (await this.call('POST', endpoints.session.login.path, { email: emailOf('admin'), password: testPassword })).status
  }
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'adsite-parts-'))
  ;[database, bench] = await Promise.all([createTestDatabase(), openWorkbench()])
  await loadFixtures(database.db)
  await bench.release('shell', '1.0.0-s')
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
  await bench.remove()
  await rm(directory, { recursive: true, force: true })
})

describe('API, gateway and worker as processes of their own', () => {
  let api: RunningPart
  let gateway: RunningPart
  let worker: RunningPart
  const spans: Spans['resourceSpans'][number]['scopeSpans'][number]['spans'][number][] = []
  const collector = createHttpServer((request, response) => {
    void json(request).then((body) => {
      spans.push(...(body as Spans).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.end('{}')
    })
  })
  afterAll(() => collector.close())
  beforeAll(async () => {
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: await addressOf(collector) }
    api = await start(['api'], traced)
    ;[gateway, worker] = await Promise.all([
      start(['gateway'], { API_URL: api.url, SECURITY_CONTACT: 'mailto:security@ads.example', ...traced }),
      start(['worker']),
    ])
    await Promise.all([api, gateway, worker].map(({ url }) => until(`${url}/readyz`, 200)))
  })

  test('each is alive and ready, and says what it needs', async () => {
    const checks = await Promise.all(
      [api, gateway, worker].map(async ({ url }) => {
        expect(await statusOf(`${url}/healthz`)).toBe(200)
        return (await (await fetch(`${url}/readyz`)).json()) as unknown
      }),
    )
    const ok = (...names: string[]) => ({ status: 'ok', checks: Object.fromEntries(names.map((name) => [name, 'ok'])) })
    expect(checks).toEqual([
      ok('database', 'schema', 'disk', 'uploads', 'outbox'),
      ok('registry', 'api'),
      ok('database', 'schema', 'outbox'),
    ])
  })

  test('a page of the gateway signs in at the API, which answers with the address and the request id of the caller', async () => {
    const page = await fetch(`${gateway.url}/`, { headers: { Accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('main.js')])
    const browser = new Browser(gateway.url)
    expect(await browser.signIn()).toBe(200)
    const me = await browser.call('GET', endpoints.session.me.path)
    expect([me.status, await me.json()]).toMatchObject([200, { data: { user: { email: emailOf('admin') } } }])
    expect(me.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/u)
    const constants = await browser.call('GET', endpoints.constants.get.path)
    expect([constants.headers.get('Content-Encoding'), await constants.json()]).toMatchObject(['gzip', { data: { role: {} } }])
    expect(me.headers.get('Content-Encoding')).toBeNull()
    // A page comes with that answer. A machine that is too slow for it sends the page without.
    await vi.waitFor(async () => {
      const answered = await browser.call('GET', '/')
      expect([answered.headers.get('Cache-Control'), await answered.text()]).toEqual([
        'private, no-store',
        expect.stringMatching(new RegExp(`id="page-answers">.*"/api/account/me".*"email":"${emailOf('admin')}"`, 'u')),
      ])
    }, patience)
    expect(await (await fetch(`${gateway.url}/`, { headers: { Accept: 'text/html' } })).text()).not.toContain('page-answers')
    const { rows } = await database.pool.query<{ address: string }>(
      `select distinct address from security_events where kind = 'sign_in' and outcome = 'DONE'`,
    )
    expect(rows).toEqual([{ address: '127.0.0.1' }])
    expect(await statusOf(`${gateway.url}/api/nothing`)).toBe(404)
  })

  test('the gateway says where weaknesses are reported', async () => {
    const answer = await fetch(`${gateway.url}/.well-known/security.txt`)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, expect.stringMatching(/^text\/plain; ?charset=utf-8$/iu)])
    expect(await answer.text()).toContain('Contact: mailto:security@ads.example\n')
    expect(await statusOf(`${api.url}/.well-known/security.txt`)).toBe(404)
  })

  test('metrics have a port of their own, and each part tells what it alone knows', async () => {
    const all = await Promise.all([api, gateway, worker].map(async ({ metrics }) => (await fetch(metrics)).text()))
    const known = ['adsite_jobs{', 'adsite_served_build{unit="shell",build="1.0.0-s"} 1', 'adsite_messages_waiting{']
    for (const name of ['adsite_http_request_duration_seconds_bucket{', 'adsite_database_connections{', 'adsite_check{'])
      for (const told of all) expect(told).toContain(name)
    for (const [index, told] of all.entries())
      expect(known.map((name) => told.includes(name))).toEqual(known.map((_, own) => own === index))
    for (const { url } of [api, gateway, worker]) expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('adsite_')
    for (const { metrics } of [api, gateway, worker]) expect(await statusOf(metrics.replace('/metrics', '/readyz'))).toBe(404)
  })

  test('a call is one trace from the page through the gateway to the statement', async () => {
    const traceId = 'c0ffee00c0ffee00c0ffee00c0ffee00'
    await fetch(`${gateway.url}/api/constants`, { headers: { traceparent: `00-${traceId}-1234567890abcdef-01`, tracestate: 'theirs=1' } })
    const byName = (name: string) => spans.find((span) => span.traceId === traceId && span.name === name)
    await vi.waitFor(() => expect([byName('GET /api/*'), byName('GET /api/constants')]).not.toContain(undefined), patience)
    expect(byName('GET /api/*')?.parentSpanId).toBe('1234567890abcdef')
    expect(byName('GET /api/constants')?.parentSpanId).toBe(byName('GET /api/*')?.spanId)
  })

  test('the gateway passes the calls of the release tools on, too', async () => {
    const { secret } = await createToken(bench.registry, { name: 'crm', units: ['shell'], scopes: ['rollback'], days: 1, who: 'mika' })
    const body = JSON.stringify({ options: { channel: 'stable', unit: 'shell' } })
    const answer = await fetch(`${gateway.url}/registry/verbs/status`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${secret}` },
    })
    expect([answer.status, await answer.json()]).toMatchObject([200, { result: [{ unit: 'shell' }] }])
  })

  test('the worker sends what the API has queued', async () => {
    const browser = new Browser(gateway.url)
    await browser.call('GET', endpoints.session.csrf.path)
    const asked = await browser.call('POST', endpoints.password.forgot.path, { email: emailOf('pg') })
    expect(asked.status).toBe(200)
    const mails = () => readFile(join(directory, 'data/outbox/mails.txt'), 'utf8').catch(() => '')
    await expect.poll(mails, patience).toContain(emailOf('pg'))
  })

  test('SIGTERM: the call in flight is answered, nobody else is let in, and the process ends with 0', async () => {
    const browser = new Browser(gateway.url)
    await browser.signIn()
    const lock = await database.pool.connect()
    await lock.query('begin')
    // It waits as long as the processes take to end, which the limits of a call do not allow.
    await lock.query('set local idle_in_transaction_session_timeout = 0')
    await lock.query('lock table companies in access exclusive mode')
    const waiting = browser.call('GET', endpoints.company.list.path)
    const blocked = `select count(*)::int as calls from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await database.pool.query<{ calls: number }>(blocked)).rows[0]?.calls, patience).toBeGreaterThan(0)
    for (const { child } of [gateway, api, worker]) child.kill('SIGTERM')
    await Promise.all([gateway, api].map(({ url }) => until(`${url}/healthz`, 'refused')))
    expect(await worker.exited).toEqual([0, ''])
    await lock.query('rollback')
    lock.release()
    expect((await waiting).status).toBe(200)
    expect(await Promise.all([api.exited, gateway.exited])).toEqual([
      [0, ''],
      [0, ''],
    ])
  })
})

test('API and worker wait for the schema, and are not ready until it is migrated nor once a later release has contracted it', async () => {
  const name = `parts_${process.pid}_${Date.now()}`
  const url = new URL(database.url)
  url.pathname = `/${name}`
  await database.pool.query(`create database ${name} template template0`)
  try {
    const own = { DATABASE_URL: url.href, LOG_LEVEL: 'silent' }
    const [api, worker] = await Promise.all([start(['api'], own), start(['worker'], own)])
    for (const part of [api, worker]) {
      await until(`${part.url}/healthz`, 200)
      expect([await statusOf(`${part.url}/readyz`), await statusOf(`${part.url}/api/constants`)]).toEqual([503, 503])
    }
    expect(await (await start(['migrate'], own)).exited).toEqual([0, expect.stringContaining('The schema is migrated.')])
    await Promise.all([api, worker].map((part) => until(`${part.url}/readyz`, 200)))
    const names = `select distinct split_part(application_name, ' ', 2) as name from pg_stat_activity
      where datname = $1 and application_name like 'adsite/%' order by 1`
    expect((await database.pool.query(names, [name])).rows).toEqual([{ name: 'api' }, { name: 'worker' }])

    // As a later release leaves it that has contracted.
    await onDatabase(url.href, (client) => client.query('update schema_floor set version = 9999'))
    await Promise.all([api, worker].map((part) => until(`${part.url}/readyz`, 503)))
    const { checks } = (await (await fetch(`${api.url}/readyz`)).json()) as { checks: Record<string, unknown> }
    expect(Object.keys(checks).filter((check) => checks[check] !== 'ok')).toEqual(['schema'])

    for (const part of [api, worker]) part.child.kill('SIGTERM')
    expect(await Promise.all([api.exited, worker.exited])).toEqual([
      [0, ''],
      [0, ''],
    ])
  } finally {
    await asSuperuser(database.url, `drop database ${name} with (force)`)
  }
})

test('code that the schema no longer serves does not start, and says why', async () => {
  const contracted = await createTestDatabase()
  try {
    await contracted.pool.query('update schema_floor set version = 9999')
    const [code, said] = await (await start(['api'], { DATABASE_URL: contracted.url })).exited
    expect([code, said]).toEqual([2, expect.stringContaining('This release is too old for the database: its code ends at migration ')])
  } finally {
    await contracted.drop()
  }
})

test('the worker calls the webhook when a unit is served from its log', async () => {
  const told: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  const webhook = createHttpServer((request, response) => {
    void text(request).then((body) => {
      told.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  const secret = randomBytes(32)
  const telling = { RELEASE_WEBHOOK_URL: await addressOf(webhook), RELEASE_WEBHOOK_SECRET: secret.toString('base64') }
  await bench.release('ad', '1.0.0-a')
  await rm(bench.stored('ch', 'stable', 'ad.json'))
  const worker = await start(['worker'], { ...telling, RELEASE_WATCH_SECONDS: '1', LOG_LEVEL: 'silent' })
  await vi.waitFor(() => expect(told).toHaveLength(1), patience)
  const [{ headers, body } = { headers: {}, body: '{}' }] = told
  expect(JSON.parse(body)).toMatchObject({
    type: 'release.degraded',
    data: { unit: 'ad', build: '1.0.0-a', command: expect.stringContaining('repair ad'), page: `${siteUrl}/releases` },
  })
  const signed = createHmac('sha256', secret).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  expect(headers['webhook-signature']).toBe(`v1,${signed.digest('base64')}`)
  worker.child.kill('SIGTERM')
  expect((await worker.exited)[0]).toBe(0)
  webhook.close()
  await repair(bench.registry, { unit: 'ad', channel: 'stable', who: 'mika' })
})

describe('a gateway without its API', () => {
  test('serves pages, says that calls are not possible, and stays in service', async () => {
    const gateway = await start(['gateway'], { API_URL: `http://127.0.0.1:${await freePort()}`, LOG_LEVEL: 'silent' })
    await until(`${gateway.url}/readyz`, 200)
    expect(await (await fetch(`${gateway.url}/readyz`)).json()).toMatchObject({
      status: 'degraded',
      checks: { registry: 'ok', api: { degraded: { api: 'not ready' } } },
    })
    const call = await fetch(`${gateway.url}/api/constants`, { headers: { 'Accept-Language': 'en' } })
    expect([call.status, call.headers.get('Retry-After'), await call.json()]).toMatchObject([503, '2', { code: 'unavailable' }])
    gateway.child.kill('SIGTERM')
    expect((await gateway.exited)[0]).toBe(0)
  })
})

describe('the command', () => {
  test('wrong settings: 2, with what to do', async () => {
    const [code, said] = await (await start(['gateway'], { API_URL: '' })).exited
    expect([code, said]).toEqual([2, expect.stringContaining('gateway cannot start without')])
  })

  test('a port that is taken: 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const [code, said] = await (await start(['worker'], { PORT: String((other.address() as AddressInfo).port) })).exited
    other.close()
    expect([code, said]).toEqual([1, expect.stringContaining('EADDRINUSE')])
  })
})
