import { setTimeout } from 'node:timers/promises'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { apiVersion, endpoints } from '@adsite/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect } from '../db/connect.ts'
import { startApi, startTestApi, type TestApi, type TestLog } from '../testing/api.ts'
import { TestClient } from '../testing/client.ts'
import { createTestDatabase } from '../testing/database.ts'
import { emailOf, testPassword } from '../testing/fixtures.ts'
import { releasesInMemory } from '../testing/releases.ts'
import { directoryStorage } from '../upload/storage.ts'
import { acceptedLocale } from './caller.ts'
import { jsonLimit } from '../call/read-body.ts'

const mail = { from: 'noreply@ads.test', outbox: '/nowhere', siteUrl: 'https://ads.test' }
const settings = { secureCookies: false, trustedProxy: false, factorKeys: [], origins: ['http://site.test'], mail }
const storage = directoryStorage('/nowhere')
const spool = '/nowhere'
const releases = releasesInMemory()
const logger = pino({ level: 'silent' })

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const create = endpoints.company.create
const json = { 'Content-Type': 'application/json' }

describe('bodies', () => {
  test('no JSON, or none that is an object: 400', async () => {
    const admin = await api.signIn('admin')
    for (const body of ['{', '', '[]', 'null', '"x"', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])]) {
      const response = await admin.call(create, { body, headers: json })
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'bad_request' }])
    }
  })

  test('more than a megabyte: 413, whether it says so or not', async () => {
    const admin = await api.signIn('admin')
    const body = `{"name":"${'x'.repeat(jsonLimit)}"}`
    const streamed = new Blob([body]).stream()
    const token = { ...json, 'X-XSRF-TOKEN': admin.cookies.get('XSRF-TOKEN')! }
    const answers = [
      await admin.call(create, { body, headers: { ...json, 'Content-Length': String(body.length) } }),
      await admin.request(create.path, { method: 'POST', headers: token, body: streamed, duplex: 'half' } as RequestInit),
    ]
    expect(answers.map(({ status }) => status)).toEqual([413, 413])
  })
})

describe('the version of the contract that a page was built with', () => {
  const [major = 0, minor = 0] = apiVersion.split('.').map(Number)

  test.each([
    ['of the first minor version', `${major}.0.0`],
    ['of the version before', `${major}.${minor - 1}.0`],
    ['of the next minor version, beside an API that was rolled back', `${major}.${minor + 1}.0`],
  ])('%s: lists, records and writes work', async (_, version) => {
    const admin = await api.signIn('admin')
    const headers = { ...json, 'X-Contract-Version': version }
    const listed = await admin.call(endpoints.company.list, { headers })
    expect(listed.status).toBe(200)
    const created = await admin.call(create, { headers, body: JSON.stringify({}) })
    expect([created.status, await created.json()]).toMatchObject([422, { code: 'validation_failed' }])
  })

  test.each([
    ['of another major version', `${major + 1}.0.0`],
    ['two minor versions ahead', `${major}.${minor + 2}.0`],
    ['that is no version', 'latest'],
  ])('%s: the page is told to reload, and nothing is read or written', async (_, version) => {
    const admin = await api.signIn('admin')
    const headers = { ...json, 'X-Contract-Version': version }
    for (const endpoint of [endpoints.company.list, create]) {
      const refused = await admin.call(endpoint, { headers, ...(endpoint.method === 'POST' && { body: '{}' }) })
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'page_outdated' }])
    }
    expect((await admin.call(endpoints.session.me, { headers })).status).toBe(200)
    expect((await admin.call(endpoints.session.logout, { headers })).status).toBe(200)
  })
})

describe('errors inside', () => {
  test('answer 500 without detail; the log has the cause and no values', async () => {
    const lines: string[] = []
    const listening = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const broken = await createTestDatabase()
    const own = await startApi({ db: broken.db, spool, storage, releases, settings, logger: listening })
    await broken.pool.query('drop table users cascade')
    const body = { email: 'secret@test.example', password: 'secret' }
    const response = await new TestClient(own.app).call(endpoints.session.login, { body })
    await own.close()
    await broken.drop()
    const text = await response.text()
    expect([response.status, JSON.parse(text)]).toMatchObject([500, { code: 'internal', message: 'サーバーでエラーが発生しました' }])
    expect(text).not.toMatch(/users|select|stack/u)
    expect(lines.join('')).toContain('relation')
    expect(lines.join('')).not.toContain('secret')
  })
})

describe('language', () => {
  test('the heaviest of Accept-Language that there is', () => {
    expect(acceptedLocale('en-US,en;q=0.9,ja;q=0.8')).toBe('en')
    expect(acceptedLocale('fr, de;q=0.9, ja;q=0.1')).toBe('ja')
    expect(acceptedLocale('ja;q=0.5, en;q=0.6')).toBe('en')
    expect(acceptedLocale('en;q=0, ja')).toBe('ja')
    expect(acceptedLocale('fr')).toBeUndefined()
    expect(acceptedLocale(undefined)).toBeUndefined()
  })
})

describe('paths', () => {
  test('an unknown one under /api answers our 404; others are left to the composer', async () => {
    const client = api.client()
    const unknown = await client.request('/api/nothing')
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'not_found', message: '対象が見つかりません' }])
    const foreign = await client.request('/ad/campaign')
    expect(foreign.headers.get('Content-Type')).not.toContain('json')
  })
})

describe('constants', () => {
  test('carry an ETag and answer 304 to who has them', async () => {
    const admin = await api.signIn('admin')
    const first = await admin.call(endpoints.constants.get)
    const body = (await first.json()) as { data: Record<string, { key: string; code?: number; ja: string; en: string }[]> }
    expect(body.data['role']).toContainEqual({ key: 'pg', code: 3, ja: 'メディアグループ', en: 'Media group' })
    expect(body.data['prefecture']).toHaveLength(47)
    const etag = first.headers.get('ETag')!
    expect(etag).toMatch(/^W\/"/u)
    for (const known of [etag, etag.slice(2), `"x", ${etag}`]) {
      const again = await admin.call(endpoints.constants.get, { headers: { 'If-None-Match': known } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    expect((await admin.call(endpoints.constants.get, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
  })
})

describe('long answers', () => {
  const unpack: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = { zstd: zstdDecompressSync, gzip: gunzipSync }

  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'gzip'],
    ['zstd;q=0, GZIP;q=0.5', 'gzip'],
    ['br, deflate', null],
    ['zstd;q=0', null],
    ['', null],
    [undefined, null],
  ])('for who accepts %j: %j', async (accepted, encoding) => {
    const admin = await api.signIn('admin')
    const plain = await (await admin.call(endpoints.constants.get)).text()
    const answer = await admin.call(endpoints.constants.get, { headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted } })
    expect([answer.headers.get('Content-Encoding'), answer.headers.get('Vary')]).toEqual([encoding, 'Accept-Encoding'])
    const body = await answer.bytes()
    const unpacked = encoding === null ? body : unpack[encoding]?.(body)
    expect(new TextDecoder().decode(unpacked)).toBe(plain)
    expect(body.length).toBeLessThanOrEqual(encoding === null ? plain.length * 2 : plain.length / 2)
  })

  test('not for who accepts thousands of encodings, which takes long to read', async () => {
    const admin = await api.signIn('admin')
    const answer = await admin.call(endpoints.constants.get, { headers: { 'Accept-Encoding': `zstd${', x'.repeat(5000)}` } })
    expect([answer.status, answer.headers.get('Content-Encoding')]).toEqual([200, null])
  })

  test('only long ones', async () => {
    const admin = await api.signIn('admin')
    const headers = { 'Accept-Encoding': 'zstd' }
    const long = await admin.call(endpoints.api_key.scopes, { headers })
    expect([long.headers.get('Content-Encoding'), long.headers.get('Content-Type')]).toEqual(['zstd', 'application/json'])
    const unpacked: unknown = JSON.parse(zstdDecompressSync(await long.bytes()).toString())
    expect(unpacked).toEqual(await (await admin.call(endpoints.api_key.scopes)).json())
    const short = await admin.call(endpoints.session.me, { headers })
    expect([short.headers.get('Content-Encoding'), await short.json()]).toMatchObject([null, { data: { user: {} } }])
  })
})

describe('overload', () => {
  /** Starts the API with a single connection, and signs a browser in. */
  async function narrowApi() {
    const admin = await api.signIn('admin')
    const { db, pool } = connect(api.url, { max: 1 })
    const own = await startApi({ db, spool, storage, releases, settings, logger })
    const browser = new TestClient(own.app)
    for (const [name, value] of admin.cookies) browser.cookies.set(name, value)
    const me = () => browser.call(endpoints.session.me)
    const close = async () => {
      await own.close()
      await pool.end()
    }
    /** Expects that calls are refused without a statement: no connection is asked for but that of the probe, which measures the queue. */
    const refused = async (count: number) => {
      const asked = vi.spyOn(pool, 'connect')
      const answers = await Promise.all(Array.from({ length: count }, me))
      expect(statuses(answers)).toEqual([503])
      expect(asked.mock.calls.length).toBeLessThanOrEqual(1)
      asked.mockRestore()
      return answers
    }
    return { pool, me, refused, close }
  }
  const statuses = (answers: readonly Response[]) => [...new Set(answers.map(({ status }) => status))]

  test('what the database cannot take on is refused at once, and what waits is answered', async () => {
    const { pool, me, refused, close } = await narrowApi()
    const held = await pool.connect()
    const queries = Array.from({ length: 100 }, () => pool.query('select 1'))
    const answers = await refused(50)
    expect(new Set(answers.map(({ headers }) => headers.get('Retry-After')))).toEqual(new Set(['1']))
    expect(await answers[0]!.json()).toMatchObject({
      code: 'unavailable',
      message: 'ただいま混み合っています。しばらくしてからお試しください',
    })
    held.release()
    await Promise.all(queries)
    expect((await me()).status).toBe(200)
    await close()
  })

  test('nobody joins a line that does not move', async () => {
    const { pool, me, refused, close } = await narrowApi()
    const held = await pool.connect()
    const waiting = Array.from({ length: 3 }, me)
    await setTimeout(600)
    await refused(2)
    held.release()
    expect(statuses(await Promise.all(waiting))).toEqual([200])
    expect((await me()).status).toBe(200)
    await close()
  })

  test('nor one that is long for its pace, also before it has stood', async () => {
    const { pool, me, refused, close } = await narrowApi()
    const slow = (count: number) => Array.from({ length: count }, () => pool.query('select pg_sleep(0.05)'))
    const first = slow(6)
    expect((await me()).status).toBe(200)
    await Promise.all(first)
    const many = slow(25)
    await refused(1)
    await Promise.all(many)
    const few = slow(4)
    expect((await me()).status).toBe(200)
    await Promise.all(few)
    await close()
  })

  test('the pace of a queue that is gone is forgotten: a crowd that is served at once is let in', async () => {
    const { pool, me, close } = await narrowApi()
    const slow = Array.from({ length: 6 }, () => pool.query('select pg_sleep(0.1)'))
    expect((await me()).status).toBe(200)
    await Promise.all(slow)
    expect((await me()).status).toBe(200)
    const crowd = Array.from({ length: 60 }, () => pool.query('select 1'))
    expect((await me()).status).toBe(200)
    await Promise.all(crowd)
    await close()
  })
})

describe('health', () => {
  test('ready while all parts are, and until the end begins', async () => {
    let registry = true
    let degraded = {}
    const checks = { registry: async () => (registry ? degraded : Promise.reject(new Error('gone'))) }
    const own = await startApi({ db: api.db, spool, storage, releases, settings, logger, beside: [{ checks, close: async () => {} }] })
    const ready = async () => {
      const response = await own.app.request('/readyz')
      return [response.status, await response.json()]
    }
    expect(await ready()).toEqual([200, { status: 'ok', checks: { database: 'ok', schema: 'ok', registry: 'ok' } }])
    registry = false
    expect(await ready()).toEqual([503, { status: 'degraded', checks: { database: 'ok', schema: 'ok', registry: 'failed' } }])
    registry = true
    // A part that works only partly keeps the instance in service.
    degraded = { md: 'its pointer is missing' }
    expect(await ready()).toEqual([200, { status: 'degraded', checks: { database: 'ok', schema: 'ok', registry: { degraded } } }])
    own.drain()
    expect(await ready()).toMatchObject([503, { status: 'ending' }])
    expect((await own.app.request('/healthz')).status).toBe(200)
    await own.close()
  })

  test('without the database: 503 with Retry-After, alive, not ready', async () => {
    const admin = await api.signIn('admin')
    const { db, pool } = connect(api.url)
    const own = await startApi({ db, spool, storage, releases, settings, logger })
    await pool.end()
    const browser = new TestClient(own.app)
    for (const [name, value] of admin.cookies) browser.cookies.set(name, value)
    const response = await browser.call(endpoints.session.me)
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'unavailable' }])
    expect(response.headers.get('Retry-After')).toBe('2')
    expect((await browser.request('/readyz')).status).toBe(503)
    expect((await browser.request('/healthz')).status).toBe(200)
    await own.close()
  })
})

describe('the line of a request', () => {
  /** Starts the API and collects its log. */
  async function logged(given: Parameters<typeof startTestApi>[0] = {}) {
    const lines: Record<string, unknown>[] = []
    const log: TestLog = { level: 'info', write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
    const own = await startTestApi({ ...given, log })
    return { own, lines }
  }

  test('says what was asked, by whom, from where, and how it ended; nothing of what was sent', async () => {
    const { own, lines } = await logged()
    const client = own.client('198.51.100.60')
    await client.call(endpoints.session.login, { body: { email: emailOf('pg'), password: 'wrong-secret' } })
    await client.call(endpoints.session.login, { body: { email: emailOf('pg'), password: testPassword } })
    const response = await client.call(endpoints.space.get, { params: { id: own.fixtures.a.space } })
    await client.call(endpoints.space.list, { query: { q: 'query-secret' }, headers: { 'X-Request-Id': 'forged-by-a-client' } })
    await client.call(endpoints.invitation.check, { body: { token: 'token-secret'.padEnd(43, 'x') } })
    await client.request('/api/nothing?token=path-secret')
    await client.request('/reflection?token=page-secret')
    await own.close()
    const { a } = own.fixtures
    const request_id = expect.stringMatching(/^[\w-]{36}$/u) as string
    const common = { level: 30, msg: 'request', request_id, ms: expect.any(Number) as number, address: '198.51.100.60' }
    const nobody = { user_id: null, account_id: null, role: null }
    const pg = { user_id: a.users.pg, account_id: a.accounts.pg, role: 'pg' }
    const requests = lines.filter(({ msg, route }) => msg === 'request' && route !== endpoints.session.csrf.path)
    expect(requests).toMatchObject([
      { ...common, ...nobody, method: 'POST', route: '/login', status: 422 },
      { ...common, ...nobody, method: 'POST', route: '/login', status: 200 },
      { ...common, ...pg, method: 'GET', route: '/api/space/{id}', status: 200, request_id: response.headers.get('X-Request-Id') },
      { ...common, ...pg, method: 'GET', route: '/api/space', status: 200 },
      { ...common, ...nobody, method: 'POST', route: endpoints.invitation.check.path, status: 422 },
      { ...common, ...nobody, method: 'GET', route: '/api/*', status: 404 },
      { ...common, ...nobody, method: 'GET', status: 404 },
    ])
    const all = JSON.stringify(lines)
    expect(all).not.toMatch(/secret|Demo-|forged|@test\.example/u)
    for (const cookie of client.cookies.values()) expect(all).not.toContain(cookie)
  })

  test('carries the name that a proxy of ours gave the request, when it is one', async () => {
    const { own, lines } = await logged({ trustedProxy: true })
    const ask = (id: string) => own.client().request('/api/nothing', { headers: { 'X-Request-Id': id, 'X-Forwarded-For': '203.0.113.4' } })
    const named = await ask('edge-0123456789')
    const odd = await ask('x y')
    await own.close()
    expect(named.headers.get('X-Request-Id')).toBe('edge-0123456789')
    expect(odd.headers.get('X-Request-Id')).not.toBe('x y')
    expect(lines).toMatchObject([{ request_id: 'edge-0123456789', address: '203.0.113.4' }, { address: '203.0.113.4' }])
  })
})

test('over https every answer says that there is nothing else, those of the API included', async () => {
  const own = await startApi({ db: api.db, spool, storage, releases, settings: { ...settings, secureCookies: true }, logger })
  for (const path of ['/api/nothing', '/api/openapi.json', '/healthz', '/sanctum/csrf-cookie', '/api/account/me', '/elsewhere']) {
    expect((await own.app.request(path)).headers.get('Strict-Transport-Security')).toMatch(/^max-age=31536000/u)
    expect((await api.api.app.request(path)).headers.has('Strict-Transport-Security')).toBe(false)
  }
  await own.close()
})
