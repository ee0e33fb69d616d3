import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints, webhookOverlap, type Webhook as Shown } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sweep } from '../app/housekeeping.ts'
import { backfills, securityEvents, sessions, webhookDeliveries, webhooks } from '../db/schema.ts'
import { runBackfills } from '../db/upgrade/backfills.ts'
import { checkFactorKeys } from '../factor/keys.ts'
import { unseal } from '../factor/seal.ts'
import { testFactorKey } from '../testing/api.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { insertWebhook } from '../testing/requests/webhook-requests.ts'
import { webhookCalls } from './call-webhooks.ts'
import { sealedSecrets } from './secrets.ts'

const { webhook } = endpoints
const quiet = pino({ level: 'silent' })
const laterKey = 'a later key for tests of at least 32 characters'

interface Called {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let api: TestApi
let admin: TestClient
let receiver: Server
let called: Called[]
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      called.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  api = await startTestApi({ webhookReach: 'loopback' })
  // The tests are the worker.
  await api.housekeeping.close()
  admin = await api.signIn('admin')
})
afterAll(async () => {
  await api.close()
  receiver.closeAllConnections()
  await new Promise((done) => receiver.close(done))
})
beforeEach(async () => {
  called = []
  await api.db.delete(webhooks)
  await api.db.delete(backfills).where(eq(backfills.name, 'webhook_secrets'))
})

const here = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
const stored = async (id: number) => (await api.db.select().from(webhooks).where(eq(webhooks.id, id)))[0]!
const owner = () => `webhook of account ${api.fixtures.a.accounts.admin}`
const opened = (sealed: string | null, key = testFactorKey) => unseal([key], owner(), String(sealed))
const errorOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

interface Made {
  readonly id: number
  readonly secret: string
}
async function create(client = admin): Promise<Made> {
  const body = { name: '会計連携', url: 'https://hooks.example/a', topics: ['order'] }
  return ((await (await client.call(webhook.create, { body })).json()) as { data: Made }).data
}
const renew = (id: number, overlap_hours: number, client = admin) =>
  client.call(webhook.renewSecret, { params: { id }, body: { overlap_hours } })
async function renewed(id: number, overlap: number): Promise<{ secret: string; former_until: string | null }> {
  return ((await (await renew(id, overlap)).json()) as { data: { secret: string; former_until: string | null } }).data
}

/** Sends a test with these keys of the site, and answers the message. */
async function sent(id: number, keys: readonly string[] = [testFactorKey]): Promise<Called> {
  await api.db.update(webhooks).set({ url: here() }).where(eq(webhooks.id, id))
  await api.db.insert(webhookDeliveries).values({ webhook_id: id, type: 'test', body: '{}' })
  const before = called.length
  await webhookCalls(api.db, { reach: 'loopback', keys }, quiet)()
  await vi.waitFor(() => expect(called.length).toBeGreaterThan(before), 60_000)
  return called.at(-1)!
}
function opens(secret: string, { headers, body }: Called): boolean {
  try {
    new Webhook(secret).verify(body, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])))
    return true
  } catch {
    return false
  }
}
const signatures = ({ headers }: Called) => String(headers['webhook-signature']).split(' ')

describe('a secret', () => {
  test('is nowhere in the database, and signs', async () => {
    const { id, secret } = await create()
    const row = await stored(id)
    expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length))
    expect(opened(row.secret)).toBe(secret)
    const message = await sent(id)
    expect([opens(secret, message), signatures(message)]).toEqual([true, [expect.stringMatching(/^v1,/u)]])
  })

  test('that was copied to the webhook of another account signs nothing', async () => {
    const { id } = await create()
    const other = await insertWebhook(api, 'rep')
    await api.db
      .update(webhooks)
      .set({ secret: (await stored(id)).secret, url: here() })
      .where(eq(webhooks.id, other.id))
    await api.db.insert(webhookDeliveries).values({ webhook_id: other.id, type: 'test', body: '{}' })
    await webhookCalls(api.db, { reach: 'loopback', keys: [testFactorKey] }, quiet)()
    expect(called).toEqual([])
    expect(await api.db.select().from(webhookDeliveries)).toMatchObject([{ status: 'WAITING' }])
  })

  test('needs the key of the site: without it the site does not start, and no webhook is made where it has none', async () => {
    const { id } = await create()
    await renewed(id, 24)
    await expect(checkFactorKeys(api.db, [laterKey])).rejects.toThrow(/FACTOR_KEY lacks a key/u)
    await checkFactorKeys(api.db, [laterKey, testFactorKey])
    const keyless = await startTestApi({ factorKeys: [] })
    try {
      const body = { name: 'x', url: 'https://hooks.example/a', topics: ['order'] }
      expect(await errorOf(await (await keyless.signIn('admin')).call(webhook.create, { body }))).toEqual([409, 'action_blocked'])
    } finally {
      await keyless.close()
    }
  })

  test('is sealed anew with a later key when it signs', async () => {
    const { id, secret } = await create()
    expect(opens(secret, await sent(id, [laterKey, testFactorKey]))).toBe(true)
    expect(opened((await stored(id)).secret, laterKey)).toBe(secret)
  })
})

describe('a renewed secret', () => {
  test('signs beside the former one for as long as its owner said; both are answered by nobody again', async () => {
    const { id, secret: former } = await create()
    const { secret, former_until } = await renewed(id, 24)
    expect(Math.abs(Date.parse(String(former_until)) - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000)
    const both = await sent(id)
    expect([opens(secret, both), opens(former, both), signatures(both).length]).toEqual([true, true, 2])
    const listed = (await (await admin.call(webhook.list)).json()) as { data: Shown[] }
    expect(listed.data).toMatchObject([{ former_until }])
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    await api.db.update(webhooks).set({ former_until: sql`now() - interval '1 second'` })
    const one = await sent(id)
    expect([opens(secret, one), opens(former, one)]).toEqual([true, false])
    expect(((await (await admin.call(webhook.list)).json()) as { data: Shown[] }).data).toMatchObject([{ former_until: null }])
    await sweep(api.db)
    expect(await stored(id)).toMatchObject({ former_secret: null, former_until: null })
  })

  test('takes the place of a leaked one at once, also during an overlap; the oldest of three signs no more', async () => {
    const { id, secret: first } = await create()
    const second = await renewed(id, webhookOverlap.max)
    const third = await renewed(id, 1)
    const two = await sent(id)
    expect([first, second.secret, third.secret].map((each) => opens(each, two))).toEqual([false, true, true])
    const last = await renewed(id, 0)
    expect(last.former_until).toBeNull()
    const alone = await sent(id)
    expect([second.secret, third.secret, last.secret].map((each) => opens(each, alone))).toEqual([false, false, true])
    const told = await api.db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.target, `webhook ${id}`))
      .orderBy(securityEvents.id)
    expect(told.at(-1)).toMatchObject({ kind: 'webhook', detail: 'renewed the secret; the former one signs for 0 hours' })
  })

  test('needs a fresh factor and the account of the webhook', async () => {
    const { id } = await create()
    expect((await renew(id, 1, await api.signIn('rep'))).status).toBe(404)
    await api.db.update(sessions).set({ factor_at: sql`now() - interval '11 minutes'` })
    expect(await errorOf(await renew(id, 1))).toEqual([403, 'factor_needed'])
    await api.db.update(sessions).set({ factor_at: sql`now()` })
  })

  test.each([-1, 1.5, webhookOverlap.max + 1, '24', undefined])('is refused for an overlap of %s hours', async (overlap_hours) => {
    const { id } = await create()
    const response = await admin.call(webhook.renewSecret, { params: { id }, body: { overlap_hours } })
    expect([response.status, Object.keys(((await response.json()) as { errors: object }).errors)]).toEqual([422, ['overlap_hours']])
  })
})

describe('secrets of before', () => {
  const run = () => runBackfills(api.db, [sealedSecrets([testFactorKey])], () => undefined)

  /** While a process of the release before is connected, which signs with what is stored. */
  async function besideFormer(work: () => Promise<void>): Promise<void> {
    const application_name = `adsite/${sealedSecrets([testFactorKey]).since - 1} worker`
    const former = new pg.Client({ connectionString: api.url, application_name })
    await former.connect()
    await work().finally(() => former.end())
    const left = sql`select from pg_stat_activity where datname = current_database() and application_name = ${application_name}`
    await vi.waitFor(async () => expect((await api.db.execute(left)).rows).toEqual([]), 60_000)
  }

  test('sign as they are, and are sealed by the backfill', async () => {
    const { id, secret } = await insertWebhook(api, 'admin')
    expect((await stored(id)).secret).toBe(secret)
    expect(opens(secret, await sent(id))).toBe(true)
    await run()
    expect(opened((await stored(id)).secret)).toBe(secret)
    expect(opens(secret, await sent(id))).toBe(true)
  })

  test('stay as they are while a process of the release before signs, and so do new ones; then all are sealed', async () => {
    const old = await insertWebhook(api, 'admin')
    let made: Made = { id: 0, secret: '' }
    await besideFormer(async () => {
      made = await create()
      await run()
      expect([(await stored(old.id)).secret, (await stored(made.id)).secret]).toEqual([old.secret, made.secret])
    })
    await run()
    for (const { id, secret } of [old, made]) expect(opened((await stored(id)).secret)).toBe(secret)
  })
})
