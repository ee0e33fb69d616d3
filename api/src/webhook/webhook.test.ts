import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { LookupAddress } from 'node:dns'
import type { AddressInfo } from 'node:net'
import {
  endpoints,
  notificationText,
  webhookLimits,
  type Notification,
  type WebhookDelivery,
  type Webhook as Shown,
} from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { campaigns, securityEvents, sessions, webhookDeliveries, webhooks } from '../db/schema.ts'
import { testFactorKey } from '../testing/api.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { insertAd, insertCampaign, loadFixtures, type Fixtures } from '../testing/fixtures.ts'
import { createTestDatabase, startTestApi, type TestApi, type TestClient, type TestDatabase } from '../testing/index.ts'
import { freshCompany } from '../testing/requests/requests.ts'
import { insertWebhook } from '../testing/requests/webhook-requests.ts'
import { whileLocked } from '../testing/while-locked.ts'
import { webhookCalls } from './call-webhooks.ts'
import { isRefusedHost, mayReach, type Resolve } from './public-address.ts'

const { webhook, campaign, company, notification } = endpoints
const lines: string[] = []
const log = { level: 'info' as const, write: (line: string) => void lines.push(line) }

interface Called {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Its webhooks may lead to this machine. */
let api: TestApi
/** As a site runs. */
let strict: TestApi
let admin: TestClient
let receiver: Server
let called: Called[]
let answer: { status: number; headers?: Record<string, string> } | 'reset'
/** The receiver answers once this has settled. */
let held: Promise<unknown>

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      called.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      await held
      if (answer === 'reset') request.socket.destroy()
      else response.writeHead(answer.status, answer.headers).end('{}')
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  api = await startTestApi({ webhookReach: 'loopback', log, messageSeconds: 0.1 })
  strict = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(async () => {
  await api.close()
  await strict.close()
  receiver.closeAllConnections()
  await new Promise((done) => receiver.close(done))
})
beforeEach(async () => {
  called = []
  answer = { status: 204 }
  held = Promise.resolve()
  await api.db.delete(webhooks)
})

const port = () => (receiver.address() as AddressInfo).port
const here = (path = '/hook') => `http://127.0.0.1:${port()}${path}`
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const received = (count: number) => expect.poll(() => called.length).toBe(count)
const signedBy = (secret: string, { headers, body }: Called) =>
  new Webhook(secret).verify(body, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])))
const makeDue = () =>
  api.db
    .update(webhookDeliveries)
    .set({ due_at: sql`clock_timestamp()` })
    .where(eq(webhookDeliveries.status, 'WAITING'))
const rows = () => api.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id)
const stored = async (id: number) => (await api.db.select().from(webhooks).where(eq(webhooks.id, id)))[0]!

async function logOf(client: TestClient, id: number): Promise<WebhookDelivery[]> {
  return ((await (await client.call(webhook.deliveries, { params: { id } })).json()) as { data: WebhookDelivery[] }).data
}

describe('a message', () => {
  test('is signed as Standard Webhooks says, with what happened, and sent to the accounts that were told', async () => {
    const own = await insertWebhook(api, 'advertiser', { url: here('/own'), topics: ['campaign'] })
    await insertWebhook(api, 'advertiser', { url: here('/other-topic'), topics: ['order'] })
    await insertWebhook(api, 'advertiser', { url: here('/off'), topics: ['campaign'], status: 'OFF' })
    await insertWebhook(api, 'advertiser', { url: here('/foreign'), topics: ['campaign'] }, 'b')
    const [{ version } = { version: 0 }] = await api.db.select().from(campaigns).where(eq(campaigns.id, api.fixtures.a.campaign))
    await admin.call(campaign.pause, { params: { id: api.fixtures.a.campaign }, body: { version } })
    await received(1)
    const [message] = called as [Called]
    expect(message.path).toBe('/own')
    expect(signedBy(own.secret, message)).toEqual({
      type: 'campaign.paused',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      data: { account_id: api.fixtures.a.accounts.advertiser, id: api.fixtures.a.campaign, name: 'キャンペーン a' },
    })
    expect(() => signedBy(own.secret, { ...message, body: message.body.replace('paused', 'resumed') })).toThrow('signature')
    await expect.poll(() => rows()).toMatchObject([{ status: 'DELIVERED', attempts: 1, last_status: 204 }])
  })

  test('tells a decision on credit, and is not sent where it did not happen', async () => {
    await insertWebhook(api, 'admin', { url: here(), topics: ['credit'] })
    const { params } = await freshCompany(api, admin, 'apply_credit')
    await received(1)
    expect(JSON.parse(called[0]!.body)).toMatchObject({ type: 'company.credit_applied', data: { id: params.id } })
    const next = await freshCompany(api, admin)
    await api.pool.query(`alter table notifications add constraint broken check (kind <> 'credit_applied') not valid`)
    expect((await admin.call(company.apply_credit, next)).status).toBe(500)
    await api.pool.query('alter table notifications drop constraint broken')
    expect(await rows()).toHaveLength(1)
  })

  test('tells a changed status with its reason', async () => {
    const { accounts } = api.fixtures.a
    const running = await insertCampaign(api.db, accounts, '配信中のキャンペーン')
    const ad = await insertAd(api.db, { ...api.fixtures.a, campaign: running })
    const statusOf = async () => (await api.pool.query('select effective_status as status from ads where id = $1', [ad])).rows[0].status
    const settled = async () => {
      await api.pool.query('insert into changed_campaigns (advertiser_account_id, campaign_id) values ($1, $2)', [
        accounts.advertiser,
        running,
      ])
      const left = async () => (await api.pool.query('select from changed_campaigns')).rowCount
      await expect.poll(left).toBe(0)
      return statusOf()
    }
    expect(await settled()).toBe('PREPARING')
    await insertWebhook(api, 'advertiser', { url: here(), topics: ['status'] })
    await insertWebhook(api, 'rep', { url: here('/foreign'), topics: ['status'] }, 'b')
    await api.pool.query(`update ads set end_at = now() - interval '1 hour' where id = $1`, [ad])
    expect(await settled()).toBe('ENDED')
    await expect
      .poll(() => called.map(({ body }) => JSON.parse(body)))
      .toContainEqual(
        expect.objectContaining({
          type: 'ad.status_changed',
          data: {
            account_id: accounts.advertiser,
            id: ad,
            campaign_id: running,
            from: 'PREPARING',
            to: 'ENDED',
            reasons: expect.arrayContaining([expect.objectContaining({ kind: 'ended' })]),
          },
        }),
      )
    expect(called.filter(({ path }) => path === '/foreign')).toEqual([])
    // Each account of the campaign, and administrators, also where none of the others listens.
    for (const [turn, role] of (['agency', 'rep', 'admin', 'advertiser'] as const).entries()) {
      await api.db.delete(webhooks)
      await insertWebhook(api, role, { url: here(`/${role}`), topics: ['status'] })
      const [change, status] = turn % 2 === 0 ? ['+ 1', 'PREPARING'] : ['- 1', 'ENDED']
      await api.pool.query(`update ads set end_at = now() ${change} * interval '1 hour' where id = $1`, [ad])
      expect(await settled()).toBe(status)
      await expect.poll(() => called.map(({ path }) => path)).toContain(`/${role}`)
    }
  })

  test('tells of a delivery file, and whose reports it changes', async () => {
    await insertWebhook(api, 'admin', { url: here('/file'), topics: ['delivery_file'] })
    await insertWebhook(api, 'advertiser', { url: here('/report'), topics: ['report', 'delivery_file'] })
    await insertWebhook(api, 'advertiser', { url: here('/foreign'), topics: ['report'] }, 'b')
    const buyers = ['agency', 'rep'] as const
    for (const role of buyers) await insertWebhook(api, role, { url: here(`/${role}`), topics: ['report'] })
    const sellers = ['pg', 'ptd'] as const
    for (const role of sellers) await insertWebhook(api, role, { url: here(`/${role}`), topics: ['report', 'delivery_file'] })
    await insertWebhook(api, 'pg', { url: here('/foreign'), topics: ['report'] }, 'b')
    const query = { source: 'hook', advertiser_account_id: api.fixtures.a.accounts.advertiser }
    const body = `day,campaign,frame_id,imps,clicks,gross\n2026-03-01,キャンペーン a,${api.fixtures.a.frame},100,2,50\n`
    const sent = await admin.call(endpoints.delivery.import, { query, body, headers: { 'Content-Type': 'text/csv' } })
    const { file_id } = ((await sent.json()) as { data: { file_id: number } }).data
    await received(6)
    const told = new Map(called.map((each) => [each.path, JSON.parse(each.body)]))
    expect(told.get('/file')).toMatchObject({
      type: 'delivery_file.taken',
      data: { id: file_id, source: 'hook', rows_taken: 1, rows_refused: 0 },
    })
    const advertiser_account_ids = [api.fixtures.a.accounts.advertiser]
    const updated = (of: object) => ({ type: 'report.updated', data: { delivery_file_id: file_id, ...of } })
    const ofBuyers = updated({ advertiser_account_ids, publisher_group_ids: [] })
    const ofSellers = updated({ advertiser_account_ids: [], publisher_group_ids: [api.fixtures.a.publisherGroup] })
    for (const path of ['/report', '/agency', '/rep']) expect([path, told.get(path)]).toMatchObject([path, ofBuyers])
    for (const path of ['/pg', '/ptd']) expect([path, told.get(path)]).toMatchObject([path, ofSellers])
    expect((await admin.call(endpoints.delivery_file.withdraw, { params: { id: file_id }, body: { version: 1 } })).status).toBe(204)
    await received(12)
    expect(
      called
        .slice(6)
        .map(({ body: text }) => JSON.parse(text).type)
        .toSorted(),
    ).toEqual(['delivery_file.withdrawn', ...Array.from({ length: 5 }, () => 'report.updated')])
  })
})

describe('what is not taken', () => {
  test('is tried again later, with the same id and bytes; others of the webhook wait meanwhile', async () => {
    const { id, secret } = await insertWebhook(api, 'admin', { url: here() })
    answer = { status: 503 }
    await admin.call(webhook.test, { params: { id } })
    await received(1)
    await expect.poll(rows).toMatchObject([{ status: 'WAITING', attempts: 1, last_status: 503 }])
    const [waiting] = await rows()
    expect(waiting!.due_at.getTime()).toBeGreaterThan(Date.now() + 45_000)
    answer = { status: 200 }
    await makeDue()
    await received(2)
    expect(called[1]!.headers['webhook-id']).toBe(called[0]!.headers['webhook-id'])
    expect(called[1]!.body).toBe(called[0]!.body)
    for (const each of called) expect(signedBy(secret, each)).toMatchObject({ type: 'test' })
    await expect.poll(() => logOf(admin, id)).toMatchObject([{ status: 'DELIVERED', attempts: 2, due_at: null }])
  })

  test('after five attempts is given up, and turns the webhook off with a notice to its account, once', async () => {
    const { id } = await insertWebhook(api, 'admin', { url: here(), name: '在庫連携' })
    answer = 'reset'
    for (let attempt = 1; attempt <= webhookLimits.attempts; attempt += 1) {
      if (attempt === 1) await admin.call(webhook.test, { params: { id } })
      else await makeDue()
      await received(attempt)
      await expect.poll(async () => (await rows())[0]!.attempts).toBe(attempt)
    }
    expect(await rows()).toMatchObject([{ status: 'FAILED', last_fault: 'connection' }])
    expect(await stored(id)).toMatchObject({ status: 'OFF', off_reason: 'failing' })
    const { data } = (await (await admin.call(notification.list)).json()) as { data: Notification[] }
    const notices = data.filter(({ page }) => page === '/integrations')
    expect(notices.map((each) => notificationText(each, 'ja'))).toEqual([
      expect.stringContaining('「在庫連携」への送信が5回続けて失敗したため'),
    ])
    // It is told nothing more, until somebody turns it on.
    expect(await codeOf(await admin.call(webhook.test, { params: { id } }))).toEqual([409, 'state_not_allowed'])
    answer = { status: 200 }
    expect((await admin.call(webhook.update, { params: { id }, body: { active: true } })).status).toBe(204)
    const [failed] = await logOf(admin, id)
    expect((await admin.call(webhook.replay, { params: { id, delivery_id: failed!.id } })).status).toBe(204)
    await received(6)
    await expect.poll(rows).toMatchObject([{ status: 'DELIVERED' }])
  })

  test('alone does not turn the webhook off, where others were taken meanwhile', async () => {
    const { id } = await insertWebhook(api, 'admin', { url: here() })
    const made = sql`clock_timestamp() - interval '3 hours'`
    await api.db.insert(webhookDeliveries).values([
      { webhook_id: id, type: 'a', body: '{}', status: 'DELIVERED', last_at: sql`clock_timestamp()`, created_at: made },
      { webhook_id: id, type: 'b', body: '{}', attempts: 4, created_at: made },
    ])
    answer = { status: 400 }
    await received(1)
    await expect.poll(async () => (await rows())[1]).toMatchObject({ status: 'FAILED', last_status: 400 })
    expect(await stored(id)).toMatchObject({ status: 'ACTIVE' })
  })

  test('is a matter of that webhook alone: what another takes does not keep it on, and what waits for another is not put off', async () => {
    const failing = await insertWebhook(api, 'admin', { url: here() })
    // It has its turn elsewhere, so that nobody sends what waits for it.
    const other = await insertWebhook(api, 'admin', { url: here('/other'), busy_until: new Date(Date.now() + 3_600_000) })
    const made = sql`clock_timestamp() - interval '3 hours'`
    await api.db.insert(webhookDeliveries).values([
      { webhook_id: other.id, type: 'a', body: '{}', status: 'DELIVERED', last_at: sql`clock_timestamp()`, created_at: made },
      { webhook_id: other.id, type: 'b', body: '{}' },
    ])
    const waiting = (await rows())[1]!
    answer = { status: 400 }
    await api.db.insert(webhookDeliveries).values({ webhook_id: failing.id, type: 'c', body: '{}', attempts: 4, created_at: made })
    await expect.poll(() => stored(failing.id)).toMatchObject({ status: 'OFF', off_reason: 'failing' })
    expect(await stored(other.id)).toMatchObject({ status: 'ACTIVE' })
    expect((await rows())[1]!.due_at).toEqual(waiting.due_at)
  })

  test('with 410 turns it off at once', async () => {
    const { id } = await insertWebhook(api, 'admin', { url: here() })
    answer = { status: 410 }
    await admin.call(webhook.test, { params: { id } })
    await expect.poll(() => stored(id)).toMatchObject({ status: 'OFF', off_reason: 'gone' })
    expect(await rows()).toMatchObject([{ status: 'FAILED', attempts: 1, last_status: 410 }])
  })

  test('is not carried elsewhere: a redirect is a failure', async () => {
    const { id } = await insertWebhook(api, 'admin', { url: here() })
    answer = { status: 307, headers: { Location: here('/elsewhere') } }
    await admin.call(webhook.test, { params: { id } })
    await expect.poll(rows).toMatchObject([{ status: 'WAITING', last_status: 307 }])
    expect(called.map(({ path }) => path)).toEqual(['/hook'])
  })

  test('leaves neither address nor secret in the log of the site', () => {
    expect(lines.join('')).toContain('a webhook was not reached')
    expect(lines.join('')).not.toMatch(/\/hook|whsec_/u)
  })
})

test('many processes send each message once', async () => {
  const { id } = await insertWebhook(api, 'admin', { url: here() })
  const message = { webhook_id: id, type: 'test', body: '{}' }
  await api.db.insert(webhookDeliveries).values(Array.from({ length: 25 }, () => message))
  const quiet = pino({ level: 'silent' })
  await Promise.all(Array.from({ length: 5 }, () => webhookCalls(api.db, { reach: 'loopback', keys: [testFactorKey] }, quiet)()))
  await received(25)
  await expect.poll(async () => (await rows()).filter(({ status }) => status === 'DELIVERED').length).toBe(25)
  expect(new Set(called.map(({ headers }) => headers['webhook-id'])).size).toBe(25)
})

describe('addresses inside the network of the site', () => {
  const inside = `127.0.0.1 10.0.0.1 172.16.5.4 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 198.18.0.1 192.0.0.8 192.0.2.1 240.0.0.1 ::1 :: fe80::1 fc00::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::a00:1 2002:7f00:1:: 2001:0:4136:e378:8000:63bf:3fff:fdd2`
  test.each(inside.split(' '))('%s is not reached', (address) => expect(mayReach(address, 'public')).toBe(false))

  test.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is', (address) => expect(mayReach(address, 'public')).toBe(true))

  const spellings = `https://127.0.0.1 https://2130706433 https://0x7f000001 https://0177.0.0.1 https://127.1 https://0/ https://[::1] https://[::ffff:169.254.169.254] https://[::ffff:a9fe:a9fe] https://①②⑦.0.0.1 https://10.0.0.1:8443/x https://[fe80::1]`
  test.each(spellings.split(' '))('%s cannot be entered', async (url) => {
    expect(isRefusedHost(new URL(url), 'public')).toBe(true)
    const response = await (await strict.signIn('admin')).call(webhook.create, { body: { name: 'x', url, topics: ['order'] } })
    expect(response.status).toBe(422)
    expect(Object.keys(((await response.json()) as { errors: object }).errors)).toEqual(['url'])
  })

  const quiet = pino({ level: 'silent' })
  /** A database that no worker serves. */
  let bare: TestDatabase
  let fixtures: Fixtures
  beforeAll(async () => {
    bare = await createTestDatabase()
    fixtures = await loadFixtures(bare.db)
  })
  afterAll(() => bare.drop())

  /** Sends a test to a webhook as a site does, with a resolver that answers this. */
  async function sendTo(url: string, resolve?: Resolve) {
    await bare.db.delete(webhooks)
    const { id } = await insertWebhook({ db: bare.db, fixtures }, 'admin', { url })
    await bare.db.insert(webhookDeliveries).values({ webhook_id: id, type: 'test', body: '{}' })
    await webhookCalls(bare.db, { reach: 'public', resolve, keys: [testFactorKey] }, quiet)()
    const [sent] = await bare.db.select().from(webhookDeliveries)
    return sent
  }
  const answers =
    (...found: readonly string[][]): Resolve =>
    (_, __, done) => {
      const addresses = found.length > 1 ? (found as string[][]).shift()! : found[0]!
      done(
        null,
        addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }

  test.each([
    ['localhost', undefined],
    ['a name of the loopback', answers(['127.0.0.1'])],
    ['a name of a private address beside a public one', answers(['8.8.8.8', '10.0.0.1'])],
    ['a name of a mapped address', answers(['::ffff:192.168.0.1'])],
    ['a name of the metadata service', answers(['169.254.169.254'])],
  ] as const)('%s is refused when it is called', async (name, resolve) => {
    const host = name === 'localhost' ? 'localhost' : 'hooks.example'
    expect(await sendTo(`http://${host}:${port()}/hook`, resolve)).toMatchObject({ last_fault: 'refused_address', last_status: null })
    expect(called).toEqual([])
  })

  test('a name that answers something else the second time is asked once', async () => {
    let asked = 0
    const rebinding: Resolve = (_, __, done) => {
      asked += 1
      // Nobody listens at the first address; the second would be our receiver.
      done(null, [{ address: asked === 1 ? '203.0.114.254' : '127.0.0.1', family: 4 }])
    }
    const sent = await sendTo(`http://hooks.example:${port()}/hook`, rebinding)
    expect(sent!.last_fault).not.toBe('refused_address')
    expect([asked, called]).toEqual([1, []])
  })

  test('an address that was stored in another way is refused too', async () => {
    expect(await sendTo(`http://127.0.0.1:${port()}/hook`)).toMatchObject({ last_fault: 'refused_address' })
    expect(await sendTo(`http://[::ffff:127.0.0.1]:${port()}/hook`)).toMatchObject({ last_fault: 'refused_address' })
    expect(called).toEqual([])
  })
})

test('what became of a message is written behind a deletion of the webhook, which then need not wait for it', async () => {
  answer = { status: 500 }
  const sent = Promise.withResolvers<void>()
  held = sent.promise
  const { id } = await insertWebhook(api, 'advertiser', { url: here('/deleted'), topics: ['campaign'] })
  const message = { webhook_id: id, type: 'test', body: '{}' }
  const [, second] = await api.db.insert(webhookDeliveries).values([message, message]).returning()
  await received(1)
  await api.db.transaction(async (transaction) => {
    // So far a deletion has come: to the webhook and one of its messages.
    await transaction.select().from(webhooks).where(eq(webhooks.id, id)).for('update')
    await transaction.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, second!.id)).for('update')
    sent.resolve()
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await api.db.execute(waiting)).rows.length).toBeGreaterThan(0)
    await transaction.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhook_id, id)).for('update', { noWait: true })
    await transaction.delete(webhooks).where(eq(webhooks.id, id))
  })
  expect(await rows()).toEqual([])
})

describe('managing webhooks', () => {
  const body = { name: '会計連携', url: 'https://hooks.example/a', topics: ['order', 'credit'] }

  test('the secret is answered once', async () => {
    const made = (await (await admin.call(webhook.create, { body })).json()) as { data: { id: number; secret: string } }
    expect(made.data.secret).toMatch(/^whsec_[\d+/A-Za-z]{43}=$/u)
    const listed = await (await admin.call(webhook.list)).text()
    expect(listed).not.toContain('whsec_')
    expect((JSON.parse(listed) as { data: Shown[] }).data).toMatchObject([
      { ...body, active: true, created_by: '利用者 admin-a@test.example' },
    ])
    const found = await api.db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.target, `webhook ${made.data.id}`))
    expect(found).toMatchObject([{ kind: 'webhook', detail: 'created 会計連携 https://hooks.example: order credit' }])
  })

  test('the audit tells of a change what is other than before, and no path, which may be a secret', async () => {
    const made = (await (await admin.call(webhook.create, { body })).json()) as { data: { id: number } }
    const params = { id: made.data.id }
    const changes = [
      { ...body, name: '会計', topics: ['credit', 'order'] },
      { url: 'https://elsewhere.example/a?token=secret' },
      { url: 'https://elsewhere.example/b', topics: ['order'] },
      { active: false },
      { active: false },
    ]
    for (const change of changes) expect((await admin.call(webhook.update, { params, body: change })).status).toBe(204)
    const told = await api.db
      .select({ detail: securityEvents.detail })
      .from(securityEvents)
      .where(eq(securityEvents.target, `webhook ${made.data.id}`))
      .orderBy(securityEvents.id)
    expect(told.slice(1).map(({ detail }) => detail)).toEqual([
      'changed name: 会計連携 → 会計',
      'changed url: https://hooks.example → https://elsewhere.example',
      'changed topics: credit order → order, url: another path of https://elsewhere.example',
      'changed status: ACTIVE → OFF',
      'changed nothing',
    ])
  })

  test('of two who change the same at once the second finds what the first has left, and so says the audit', async () => {
    const { id } = await insertWebhook(api, 'admin')
    const params = { id }
    const twice = (call: () => Promise<Response>) =>
      whileLocked(
        api.db,
        id,
        async (hold) => {
          await hold(call)
          await hold(call)
        },
        (transaction) => transaction.select().from(webhooks).where(eq(webhooks.id, id)).for('update'),
      )
    const off = await twice(() => admin.call(webhook.update, { params, body: { active: false } }))
    expect(off.map(({ status }) => status)).toEqual([204, 204])
    const gone = await twice(() => admin.call(webhook.delete, { params }))
    expect(gone.map(({ status }) => status)).toEqual([204, 404])
    const told = await api.db
      .select({ detail: securityEvents.detail, outcome: securityEvents.outcome })
      .from(securityEvents)
      .where(eq(securityEvents.target, `webhook ${id}`))
      // Each is told after its change, which lets the other go on: either may be told first.
      .orderBy(securityEvents.detail)
    expect(told).toMatchObject([
      { detail: 'changed nothing', outcome: 'DONE' },
      { detail: 'changed status: ACTIVE → OFF', outcome: 'DONE' },
      { detail: expect.stringContaining('deleted'), outcome: 'DONE' },
    ])
  })

  test('creating and changing one needs a fresh factor', async () => {
    const { id } = await insertWebhook(api, 'admin')
    await api.db.update(sessions).set({ factor_at: sql`now() - interval '11 minutes'` })
    const params = { id }
    const answers = [
      await admin.call(webhook.create, { body }),
      await admin.call(webhook.update, { params, body: { url: 'https://elsewhere.example' } }),
      await admin.call(webhook.delete, { params }),
    ]
    for (const each of answers) expect(await codeOf(each)).toEqual([403, 'factor_needed'])
    await api.db.update(sessions).set({ factor_at: sql`now()` })
  })

  test('another account’s is not there', async () => {
    const { id } = await insertWebhook(api, 'advertiser')
    const other = await anotherAdmin(api)
    for (const client of [admin, other]) {
      expect((await client.call(webhook.update, { params: { id }, body: { name: 'x' } })).status).toBe(404)
      expect((await client.call(webhook.deliveries, { params: { id } })).status).toBe(404)
      expect((await client.call(webhook.test, { params: { id } })).status).toBe(404)
      expect((await client.call(webhook.delete, { params: { id } })).status).toBe(404)
    }
    const [own] = await api.db.insert(webhookDeliveries).values({ webhook_id: id, type: 'test', body: '{}' }).returning()
    const mine = await insertWebhook(api, 'admin')
    expect((await admin.call(webhook.replay, { params: { id: mine.id, delivery_id: own!.id } })).status).toBe(404)
  })

  test.each([
    ['url', { url: 'http://hooks.example' }],
    ['url', { url: 'ftp://hooks.example' }],
    ['url', { url: 'https://user:secret@hooks.example' }],
    ['topics', { topics: [] }],
    ['topics.0', { topics: ['everything'] }],
    ['name', { name: ' ' }],
    ['secret', { secret: 'x' }],
  ])('a wrong %s is refused', async (field, change) => {
    const response = await admin.call(webhook.create, { body: { ...body, ...change } })
    expect([response.status, Object.keys(((await response.json()) as { errors: object }).errors)]).toEqual([422, [field]])
  })

  test('topics of which the account is never told are refused, each by its place, and what is stored stays', async () => {
    const ptd = await api.signIn('ptd')
    const topics = ['report', 'delivery_file', 'order'] as const
    const refused = async (response: Response) => [response.status, Object.keys(((await response.json()) as { errors: object }).errors)]
    expect(await refused(await ptd.call(webhook.create, { body: { ...body, topics } }))).toEqual([422, ['topics.1', 'topics.2']])
    const { id } = await insertWebhook(api, 'ptd', { topics: ['credit'] })
    expect(await refused(await ptd.call(webhook.update, { params: { id }, body: { topics } }))).toEqual([422, ['topics.1', 'topics.2']])
    const listed = ((await (await ptd.call(webhook.list)).json()) as { data: Shown[] }).data
    expect(listed.map((shown) => shown.topics)).toEqual([['credit']])
  })

  test('ten are enough', async () => {
    for (let made = 0; made < webhookLimits.webhooks; made += 1) await insertWebhook(api, 'admin')
    expect(await codeOf(await admin.call(webhook.create, { body }))).toEqual([409, 'state_not_allowed'])
  })
})
