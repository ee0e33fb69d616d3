import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, pages, Refusal, type Client } from '@adsite/client'
import { may, permissions } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaigns } from '../db/schema.ts'
import { listen } from '../http/listen.ts'
import { insertCampaign } from '../testing/fixtures.ts'
import { insertKey, startTestApi, type TestApi } from '../testing/index.ts'

// The client package against the API, over the network.

let api: TestApi
let server: Server
let origin: string
let client: Client
/** In front of the API: what the next calls get instead of it. */
let front: Server
let instead: { status: number; headers?: Record<string, string> }[]
let seen: { key: string | undefined; path: string | undefined }[]

const everything = Object.keys(permissions).filter((name) => may('admin', name as keyof typeof permissions))
const addressOf = (of: Server) => `http://127.0.0.1:${(of.address() as AddressInfo).port}`

beforeAll(async () => {
  api = await startTestApi()
  server = await listen(api.api.app, 0, '127.0.0.1')
  front = createServer((request, response) => {
    seen.push({ key: request.headers['idempotency-key'] as string | undefined, path: request.url })
    const { status, headers } = instead.shift() ?? { status: 500 }
    if (status === 0) request.socket.destroy()
    else response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(status < 300 ? '{"data":{"id":7}}' : '{}')
  })
  await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready))
  origin = addressOf(server)
  client = createClient({ origin, key: (await insertKey(api, 'admin', everything)).key, locale: 'en' })
})
afterAll(async () => {
  front.closeAllConnections()
  server.closeAllConnections()
  await Promise.all([server, front].map((each) => new Promise((done) => each.close(done))))
  await api.close()
})
beforeEach(() => {
  instead = []
  seen = []
})

test('reads, writes and lists, as the contract types it', async () => {
  const { a } = api.fixtures
  const { data } = await client.campaign.get({ params: { id: a.campaign } })
  expect(data).toMatchObject({ id: a.campaign, name: 'キャンペーン a' })
  await client.campaign.update({ params: { id: a.campaign }, body: { version: data.version, memo: '連携' } })
  const [row] = await api.db.select({ memo: campaigns.memo }).from(campaigns).where(eq(campaigns.id, a.campaign))
  expect(row).toEqual({ memo: '連携' })
  for (let more = 0; more < 20; more += 1) await insertCampaign(api.db, a.accounts, `続き ${more}`)
  const names: string[] = []
  for await (const campaign of pages((after) => client.campaign.list({ query: { limit: 20, sort: 'name', ...(after && { after }) } })))
    names.push(campaign.name)
  expect([names.length, new Set(names).size]).toEqual([22, 22])
})

test('a refusal has its code, the fields, and what support needs', async () => {
  const refused = await client.campaign
    .create({ body: { name: '', advertiser_account_id: 1, goal: 'TRAFFIC', start_at: 'x', end_at: 'x', lifetime_budget: '1' } })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({
    status: 422,
    code: 'validation_failed',
    message: 'Check what you entered.',
    errors: { name: ['This field is required.'] },
    requestId: expect.any(String),
  })
  await expect(client.session.me()).rejects.toMatchObject({ code: 'key_not_allowed', status: 403 })
})

test('a file goes up, and one comes down', async () => {
  const csv = 'day,campaign,imps,clicks,gross\n2026-03-01,キャンペーン a,100,2,50\n'
  const query = { source: 'client', advertiser_account_id: api.fixtures.a.accounts.advertiser }
  const answer = await client.delivery.import({ query, file: new Blob([csv], { type: 'text/csv' }) })
  expect(answer.data).toMatchObject({ rows_taken: 1, rows_refused: 0 })
  const exported = await client.campaign.export({ query: { format: 'csv', encoding: 'utf8' } })
  expect(await exported.text()).toContain('キャンペーン a')
})

test('a create is repeated under one key of its own, a busy API after the time that it asks for', async () => {
  const busy = createClient({ origin: addressOf(front), key: 'adk_x' })
  const body = { resource: 'information.viewList', name: 'v', query: '' }
  instead = [{ status: 0 }, { status: 503, headers: { 'Retry-After': '1' } }, { status: 201 }]
  const began = performance.now()
  await expect(busy.saved_view.create({ body })).resolves.toEqual({ data: { id: 7 } })
  expect(performance.now() - began).toBeGreaterThan(1900)
  expect(seen.map(({ key }) => key)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/u), seen[0]!.key, seen[0]!.key])
})

test('another write that got no answer is not repeated, and no redirect is followed', async () => {
  const lost = createClient({ origin: addressOf(front), key: 'adk_x' })
  instead = [{ status: 0 }]
  await expect(lost.ad.pause({ params: { id: 1 }, body: { version: 1 } })).rejects.toThrow('fetch failed')
  instead = Array.from({ length: 4 }, () => ({ status: 302, headers: { Location: `${origin}/elsewhere` } }))
  await expect(createClient({ origin: addressOf(front), key: 'adk_x', retries: 0 }).dashboard.waiting()).rejects.toThrow('fetch failed')
  expect(seen.map(({ path }) => path)).toEqual(['/api/ad/1/pause', '/api/dashboard/waiting'])
})

test('what is no key is refused before it is sent', () => {
  expect(() => createClient({ origin, key: '' })).toThrow('no API key')
})
