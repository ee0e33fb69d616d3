import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createTestDatabase,
  emailOf,
  freePort,
  loadFixtures,
  TestClient,
  testPassword,
  type Fixtures,
  type TestDatabase,
} from '@adsite/api/testing'
import { endpoints, type Notification } from '@adsite/contract'
import { openWorkbench, type Workbench } from '@adsite/release/testing'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const { session, campaign, notification, release } = endpoints
const processes = 3

interface Site {
  readonly url: string
  readonly child: ChildProcess
}

let database: TestDatabase
let fixtures: Fixtures
let bench: Workbench
let directory: string
const sites: Site[] = []

/** The site in production mode, on the shared database and registry. */
async function startSite(index: number): Promise<void> {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(directory, String(index)),
    UPLOADS: join(directory, 'uploads'),
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DEMO: 'off',
    REGISTRY: bench.stored(),
    SITE_URL: 'http://site.test',
    TRUSTED_PROXY: 'on',
    RELEASE_WATCH_SECONDS: '3600',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'site.ts')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  sites.push({ url, child })
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 60_000, interval: 100 })
}

let turn = 0
/** A load balancer: passes calls to the sites in turn, with the caller's address. */
const balancer = new Hono().all('*', async (c) => {
  const { pathname, search } = new URL(c.req.url)
  const { url } = sites[turn++ % processes]!
  const headers = new Headers(c.req.raw.headers)
  const { incoming } = c.env as { incoming: { socket: { remoteAddress: string } } }
  headers.set('X-Forwarded-For', incoming.socket.remoteAddress)
  const body = c.req.method === 'GET' ? null : await c.req.arrayBuffer()
  const answer = await fetch(`${url}${pathname}${search}`, { method: c.req.method, headers, body })
  return new Response(answer.body, answer)
})

async function signIn(role: 'admin' | 'pg' | 'multi'): Promise<TestClient> {
  const browser = new TestClient(balancer)
  const response = await browser.call(session.login, { body: { email: emailOf(role), password: testPassword } })
  expect(response.status).toBe(200)
  return browser
}

/** Sends the same call to every process, one after the other. */
async function everywhere<T>(call: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let index = 0; index < processes; index++) answers.push(await call())
  return answers
}
const alike = (count: number, value: unknown) => Array.from({ length: count }, () => value)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'adsite-processes-'))
  ;[database, bench] = await Promise.all([createTestDatabase(), openWorkbench()])
  fixtures = await loadFixtures(database.db)
  await bench.release('shell', '1.0.0-s')
  for (const unit of ['ad', 'md', 'op']) await bench.release(unit, '1.0.0-a')
  await bench.publish('ad', await bench.writeRemote('ad', '1.1.0-b'))
  await Promise.all(Array.from({ length: processes }, (_, index) => startSite(index)))
})
afterAll(async () => {
  const ended = sites.map(({ child }) => once(child, 'exit'))
  for (const { child } of sites) child.kill('SIGTERM')
  await Promise.all(ended)
  await database.drop()
  await bench.remove()
  await rm(directory, { recursive: true, force: true })
})

test('a session of one is one of all: signed in, in another account, signed out', async () => {
  const browser = await signIn('multi')
  const using = async () => {
    const response = await browser.call(session.me)
    return response.status === 200
      ? ((await response.json()) as { data: { using_account_id: number } }).data.using_account_id
      : response.status
  }
  const [first] = await everywhere(using)
  const { data } = (await (await browser.call(session.me)).json()) as { data: { accounts: { account_id: number }[] } }
  const other = data.accounts.find(({ account_id }) => account_id !== first)!.account_id
  const before = new Map(browser.cookies)
  expect((await browser.call(session.changeRole, { body: { account_id: other } })).status).toBe(201)
  expect(await everywhere(using)).toEqual(alike(processes, other))
  // The old id is invalid in all of them.
  const old = new TestClient(balancer)
  for (const [name, value] of before) old.cookies.set(name, value)
  expect(await everywhere(async () => (await old.call(session.me)).status)).toEqual(alike(processes, 401))
  expect((await browser.call(session.logout)).status).toBe(200)
  expect(await everywhere(using)).toEqual(alike(processes, 401))
})

test('failed sign-ins are counted together', async () => {
  const attempt = async (address: string, password: string) => {
    const browser = new TestClient(balancer, address)
    return (await browser.call(session.login, { body: { email: emailOf('advertiser'), password } })).status
  }
  const wrong = await Promise.all(Array.from({ length: 9 }, () => attempt('203.0.113.5', 'wrong-password')))
  expect(wrong.toSorted()).toEqual([...alike(5, 422), ...alike(4, 429)])
  expect(await everywhere(() => attempt('203.0.113.5', testPassword))).toEqual(alike(processes, 429))
  expect(await everywhere(() => attempt('203.0.113.6', testPassword))).toEqual(alike(processes, 200))
})

test('what is sent to several under one key is created once', async () => {
  const admin = await signIn('admin')
  const body = {
    name: '一度だけのキャンペーン',
    goal: 'AWARENESS',
    advertiser_account_id: fixtures.a.accounts.advertiser,
    start_at: '2027-01-01T00:00:00Z',
    end_at: '2027-01-31T00:00:00Z',
    lifetime_budget: '100000',
  }
  const send = async () => {
    const response = await admin.call(campaign.create, { body, headers: { 'Idempotency-Key': 'three-at-once' } })
    return { status: response.status, id: ((await response.json()) as { data?: { id: number } }).data?.id }
  }
  const sent = await Promise.all(Array.from({ length: 9 }, send))
  // Concurrent calls are refused with 409, and get the answer afterwards.
  expect(sent.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
  const afterwards = await everywhere(send)
  const [made] = afterwards
  expect([...sent.filter(({ status }) => status === 201), ...afterwards]).toEqual(
    alike(sent.filter(({ status }) => status === 201).length + processes, { status: 201, id: made!.id }),
  )
  const { page } = (await (await admin.call(campaign.list, { query: { q: body.name } })).json()) as { page: { total: number } }
  expect(page.total).toBe(1)
})

test('a notification reaches its readers wherever they are, and is confirmed for all', async () => {
  const [admin, reader] = [await signIn('admin'), await signIn('pg')]
  const text = '三台のどれからでも読めます'
  expect((await admin.call(notification.create, { body: { account_id: fixtures.a.accounts.pg, text } })).status).toBe(201)
  const unread = async () => {
    const response = await reader.call(notification.list, { query: { unconfirmed: 'true' } })
    return ((await response.json()) as { data: Notification[] }).data.filter(({ params }) => params['text'] === text).map(({ id }) => id)
  }
  const [seen] = await everywhere(unread)
  expect(seen).toHaveLength(1)
  expect(await everywhere(unread)).toEqual(alike(processes, seen))
  expect((await reader.call(notification.confirm, { params: { id: seen![0]! } })).status).toBe(204)
  expect(await everywhere(unread)).toEqual(alike(processes, []))
})

/** Yields the `pointers` events of /registry/events. */
async function* pointerEvents(url: string): AsyncGenerator<{ etag: string; revs: Record<string, number> }> {
  const response = await fetch(`${url}/registry/events`, { signal: AbortSignal.timeout(20_000) })
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    const events = text.split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const data = /^data: ?(.*)$/mu.exec(event)?.[1]
      if (data && /^event: ?pointers$/mu.test(event)) yield JSON.parse(data) as { etag: string; revs: Record<string, number> }
    }
  }
}

test('a release that one process carries out is told by all', async () => {
  const admin = await signIn('admin')
  const streams = sites.map(({ url }) => pointerEvents(url))
  const next = () => Promise.all(streams.map(async (stream) => (await stream.next()).value!))
  const first = await next()
  expect(new Set(first.map(({ etag }) => etag)).size).toBe(1)
  const moved = await admin.call(release.promote, { params: { unit: 'ad' }, body: { rev: first[0]!.revs['ad'], build: '1.1.0-b' } })
  expect(moved.status).toBe(200)
  const told = await next()
  expect(told.map(({ revs }) => revs)).toEqual(alike(processes, { ...first[0]!.revs, ad: first[0]!.revs['ad']! + 1 }))
  const pointers = await Promise.all(
    sites.map(async ({ url }) => {
      const response = await fetch(`${url}/registry/pointers`)
      return [response.headers.get('ETag'), await response.text()]
    }),
  )
  expect(new Set(pointers.map(String)).size).toBe(1)
  expect(String(pointers[0])).toContain('1.1.0-b')
  await Promise.all(streams.map((stream) => stream.return(undefined)))
})
