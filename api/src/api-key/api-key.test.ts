import { createHash } from 'node:crypto'
import { endpoints, may, roleCode, type ApiKey } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accounts, apiKeys, apiKeyUses, auditLog, idempotencyKeys, memberships, securityEvents, sessions, users } from '../db/schema.ts'
import { newUser } from '../testing/factor-users.ts'
import { insertKey, startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { insideOneMinute } from '../testing/inside-one-minute.ts'
import { hashOfKey, isKeyText, newKeyText } from './key-text.ts'
import { isAllowedFrom, parseNetwork } from './networks.ts'

const { api_key, campaign, company, dashboard, saved_view, notification, security_event } = endpoints
const lines: string[] = []
let api: TestApi
let proxied: TestApi
let admin: TestClient
let advertiser: TestClient

beforeAll(async () => {
  api = await startTestApi({ log: { level: 'info', write: (line) => void lines.push(line) } })
  proxied = await startTestApi({ trustedProxy: true })
  admin = await api.signIn('admin')
  advertiser = await api.signIn('advertiser')
})
afterAll(async () => {
  await api.close()
  await proxied.close()
})
beforeEach(() => void (lines.length = 0))

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const body = { name: '夜間の取込', scopes: ['campaign.read', 'dashboard.read'] }
const read = dashboard.delivery
const reading = { query: { days: 30 } }

async function make(client: TestClient, change: object = {}): Promise<{ id: number; key: string }> {
  const response = await client.call(api_key.create, { body: { ...body, name: crypto.randomUUID(), ...change } })
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as { data: { id: number; key: string } }).data
}

async function own(client: TestClient, id: number): Promise<ApiKey> {
  const { data } = (await (await client.call(api_key.list)).json()) as { data: ApiKey[] }
  return data.find((each) => each.id === id)!
}

const events = (id: number) =>
  api.db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.target, `api_key ${id}`))
    .orderBy(securityEvents.id)

/** Waits until the audit says why a key was refused. */
const noted = (id: number, detail: string) =>
  expect.poll(() => events(id)).toContainEqual(expect.objectContaining({ kind: 'api_key', outcome: 'REFUSED', detail }))

describe('making a key', () => {
  test('answers it once; the database has its hash alone', async () => {
    const { id, key } = await make(advertiser)
    expect(key).toMatch(/^adk_[\dA-Za-z]{46}$/u)
    const stored = JSON.stringify(await api.pool.query('select * from api_keys').then(({ rows }) => rows))
    expect(stored).not.toContain(key)
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'))
    expect(await own(advertiser, id)).toMatchObject({ start: key.slice(0, 8), scopes: body.scopes, rate_limit: 600, last_used_at: null })
    expect(JSON.stringify(await (await advertiser.call(api_key.list)).json())).not.toContain(key)
  })

  test('stores no answer for repetition, whatever the caller sends', async () => {
    const { key } = await make(advertiser, {})
    await advertiser.call(api_key.create, { body: { ...body, name: 'again' }, headers: { 'Idempotency-Key': 'one-intention-1' } })
    expect(await api.db.select().from(idempotencyKeys)).toEqual([])
    expect(lines.join('')).not.toContain(key)
  })

  test('needs a fresh factor', async () => {
    await api.db.update(sessions).set({ factor_at: sql`now() - interval '11 minutes'` })
    expect(await codeOf(await advertiser.call(api_key.create, { body }))).toEqual([403, 'factor_needed'])
    await api.db.update(sessions).set({ factor_at: sql`now()` })
  })

  test.each([
    ['scopes', { scopes: ['company.list'] }],
    ['scopes', { scopes: ['session.use'] }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['everything'] }],
    ['networks', { networks: ['203.0.113.0/33'] }],
    ['networks', { networks: ['0.0.0.0/0'] }],
    ['networks', { networks: ['example.com'] }],
    ['name', { name: ' ' }],
    ['expires_in_days', { expires_in_days: 367 }],
    ['rate_limit', { rate_limit: 0 }],
    ['user_id', { user_id: 1 }],
  ])('refuses a wrong %s', async (field, change) => {
    const response = await advertiser.call(api_key.create, { body: { ...body, ...change } })
    expect([response.status, Object.keys(((await response.json()) as { errors: object }).errors)]).toEqual([422, [field]])
  })

  test('offers what the role may do and keys can call, in words', async () => {
    const { data } = (await (await advertiser.call(api_key.scopes)).json()) as {
      data: { name: string; calls: string[]; writes: boolean }[]
    }
    expect(data.every(({ name, calls }) => may('advertiser', name as 'session.use') && calls.length > 0)).toBe(true)
    expect(data.map(({ name }) => name)).not.toContain('session.use')
    expect(data.find(({ name }) => name === 'order.submit')).toMatchObject({
      writes: true,
      calls: expect.arrayContaining(['申込：申し込む']),
    })
    for (const reading of ['campaign.select', 'campaign.read'])
      expect(data.find(({ name }) => name === reading)).toMatchObject({ name: reading, writes: false })
    // What only reads names no operation on many records, which the permission of its action allows.
    expect(data.filter(({ writes }) => !writes).flatMap(({ calls }) => calls.filter((call) => call.includes('一括操作')))).toEqual([])
  })

  test('stops at twenty in an account, and at a name that is taken', async () => {
    const rep = await api.signIn('rep')
    for (let made = 0; made < 20; made += 1) await make(rep)
    expect(await codeOf(await rep.call(api_key.create, { body }))).toEqual([409, 'state_not_allowed'])
    await make(advertiser, { name: '同じ名前' })
    const again = await advertiser.call(api_key.create, { body: { ...body, name: '同じ名前' } })
    expect(await again.json()).toMatchObject({ code: 'validation_failed', errors: { name: ['すでに登録されています。'] } })
  })
})

test('a key that was revoked or has expired, or is of another account of its owner, leaves room for one more and its name free', async () => {
  const { id: user, client } = await newUser(api, 'agency')
  const account = api.fixtures.a.accounts
  const living = { user_id: user, scopes: [], networks: [], rate_limit: 60, start: 'adk_test', expires_at: sql`now() + interval '1 day'` }
  const many = (count: number, name: string, change: object) =>
    api.db.insert(apiKeys).values(
      Array.from({ length: count }, (_, index) => ({
        ...living,
        account_id: account.agency,
        name,
        key_hash: `${name} ${index}`,
        ...change,
      })),
    )
  await many(19, '有効', {})
  await many(2, '監査用', { revoked_at: sql`now()` })
  await many(2, '監査用', { key_hash: sql`gen_random_uuid()::text`, expires_at: sql`now() - interval '1 day'` })
  await many(2, '監査用', { key_hash: sql`gen_random_uuid()::text`, account_id: account.rep })
  const wanted = { ...body, name: ' 監査用 ', networks: ['203.0.113.0/24', '203.0.113.7/24'] }
  expect((await client.call(api_key.create, { body: wanted })).status).toBe(201)
  const { data } = (await (await client.call(api_key.list)).json()) as { data: ApiKey[] }
  expect(data[0]).toMatchObject({ name: '監査用', networks: ['203.0.113.0/24'] })
  expect(await codeOf(await client.call(api_key.create, { body: { ...body, name: '21' } }))).toEqual([409, 'state_not_allowed'])
})

describe('calling with a key', () => {
  test('needs no token and no cookie, and sets none', async () => {
    const { key } = await make(advertiser, { scopes: ['saved_view.use', 'information.view'] })
    const response = await api
      .client()
      .withKey(key)
      .call(saved_view.create, { body: { resource: 'information.viewList', name: 'k', query: '' } })
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, []])
  })

  test('works with an Idempotency-Key: the record is made once', async () => {
    const { key } = await make(admin, { scopes: ['notification.create'] })
    const program = api.client().withKey(key)
    const request = {
      body: { account_id: api.fixtures.a.accounts.pg, text: '一度だけ' },
      headers: { 'Idempotency-Key': 'once-and-only-1' },
    }
    const answers = [await program.call(notification.create, request), await program.call(notification.create, request)]
    const [one, two] = await Promise.all(answers.map((answer) => answer.json()))
    expect([answers.map(({ status }) => status), two]).toEqual([[201, 201], one])
  })

  test('together with the cookie of a session is refused, without using either', async () => {
    const { id, key } = await make(advertiser)
    const response = await advertiser.call(read, { ...reading, headers: { Authorization: `Bearer ${key}` } })
    expect(await codeOf(response)).toEqual([400, 'bad_request'])
    expect(await own(advertiser, id)).toMatchObject({ last_used_at: null })
  })

  test('from a page of another site is refused, reading included', async () => {
    const { key } = await make(advertiser)
    const program = api.client().withKey(key)
    for (const [name, value] of [
      ['Origin', 'https://elsewhere.test'],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const)
      expect(await codeOf(await program.call(read, { ...reading, headers: { [name]: value } }))).toEqual([403, 'forbidden_origin'])
    const answer = await program.call(read, reading)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('another kind of Authorization is not ours: the session counts', async () => {
    const headers = { Authorization: 'Basic cHJveHk6cHJveHk=' }
    expect((await advertiser.call(read, { ...reading, headers })).status).toBe(200)
    expect(await codeOf(await api.client().call(read, { ...reading, headers }))).toEqual([401, 'unauthenticated'])
  })

  test('public calls take no notice of it: the token of forms is still needed', async () => {
    const { key } = await make(advertiser)
    const response = await api
      .client()
      .withKey(key)
      .call(endpoints.session.login, { body: { email: 'a@b.example', password: 'x' } })
    expect(await codeOf(response)).toEqual([419, 'csrf_mismatch'])
  })

  test('is limited to its account: another account of its owner is another key', async () => {
    const multi = await api.signIn('multi')
    const { key } = await make(multi, { scopes: ['campaign.read'] })
    const program = api.client().withKey(key)
    const { a } = api.fixtures
    expect(
      (await program.call(campaign.get, { params: { id: a.campaign }, headers: { 'X-Account-Id': String(a.accounts.advertiser) } })).status,
    ).toBe(200)
    const other = { params: { id: a.campaign }, headers: { 'X-Account-Id': String(a.accounts.agency) } }
    expect(await codeOf(await program.call(campaign.get, other))).toEqual([409, 'account_changed'])
  })
})

describe('a key is refused', () => {
  /** Why the audit says that it was refused; callers are told the same as with a key that nobody has. */
  async function refusedFor(program: TestClient, id: number, reason: string): Promise<string> {
    const answer = await program.call(read, reading)
    const unknown = await api.client().withKey(newKeyText()).call(read, reading)
    const said = await Promise.all([answer, unknown].map(async (each) => [each.status, { ...(await each.json()), request_id: '' }]))
    expect(said[0]).toEqual(said[1])
    await noted(id, reason)
    return answer.status === 401 ? reason : ''
  }

  test('after it has expired', async () => {
    const { id, key } = await insertKey(api, 'advertiser', ['dashboard.read'], { expires_at: new Date(Date.now() - 1000) })
    expect(await refusedFor(api.client().withKey(key), id, 'expired')).toBe('expired')
  })

  test('from the next call on, once its owner has revoked it; revoking again changes nothing', async () => {
    const { id, key } = await make(advertiser)
    const program = api.client().withKey(key)
    expect((await program.call(read, reading)).status).toBe(200)
    expect((await advertiser.call(api_key.revoke, { params: { id } })).status).toBe(204)
    expect(await refusedFor(program, id, 'revoked')).toBe('revoked')
    const { revoked_at } = await own(advertiser, id)
    expect((await advertiser.call(api_key.revoke, { params: { id } })).status).toBe(204)
    expect((await own(advertiser, id)).revoked_at).toBe(revoked_at)
    const told = (await events(id)).map(({ detail }) => detail ?? '')
    expect(told.filter((detail) => detail.startsWith('revoked '))).toHaveLength(1)
    expect(told.filter((detail) => detail.startsWith('was revoked already: '))).toHaveLength(1)
  })

  test('once an administrator has revoked it, whoever has it; others cannot', async () => {
    const { id, key } = await make(advertiser)
    expect((await (await api.signIn('rep')).call(api_key.revoke, { params: { id } })).status).toBe(404)
    expect((await advertiser.call(api_key.revokeAny, { params: { id } })).status).toBe(403)
    const { data } = (await (await admin.call(api_key.all)).json()) as { data: ApiKey[] }
    expect(data.find((each) => each.id === id)).toMatchObject({ owner: '利用者 advertiser-a@test.example', account_name: 'advertiser a' })
    expect((await admin.call(api_key.revokeAny, { params: { id } })).status).toBe(204)
    expect(await refusedFor(api.client().withKey(key), id, 'revoked')).toBe('revoked')
  })

  test('while its owner is suspended, and without the membership', async () => {
    const { users: ids, accounts } = api.fixtures.b
    const { id, key } = await insertKey(api, 'agency', ['dashboard.read'], { tenant: 'b' })
    const program = api.client().withKey(key)
    const status = (to: 'ACTIVE' | 'SUSPENDED') => api.db.update(users).set({ status: to }).where(eq(users.id, ids.agency))
    await status('SUSPENDED')
    expect(await refusedFor(program, id, 'owner')).toBe('owner')
    await status('ACTIVE')
    expect((await program.call(read, reading)).status).toBe(200)
    await api.db.delete(memberships).where(eq(memberships.user_id, ids.agency))
    expect(await refusedFor(program, id, 'owner')).toBe('owner')
    await api.db
      .insert(memberships)
      .values({ user_id: ids.agency, account_id: accounts.agency, role: roleCode('agency'), is_default: true })
  })

  test('while its account is deleted', async () => {
    const { accounts: ids } = api.fixtures.b
    const { id, key } = await insertKey(api, 'rep', ['dashboard.read'], { tenant: 'b' })
    const program = api.client().withKey(key)
    const deletedAt = (deleted_at: Date | null) => api.db.update(accounts).set({ deleted_at }).where(eq(accounts.id, ids.rep))
    await deletedAt(new Date())
    expect(await refusedFor(program, id, 'owner')).toBe('owner')
    await deletedAt(null)
    expect((await program.call(read, reading)).status).toBe(200)
  })

  test('for good, once its owner has left the account or is deleted: also when they have come back', async () => {
    const { users: ids, accounts } = api.fixtures.b
    const [lost, kept] = await Promise.all([
      insertKey(api, 'rep', ['dashboard.read'], { tenant: 'b' }),
      insertKey(api, 'rep', ['dashboard.read'], { tenant: 'b', account_id: accounts.agency }),
    ])
    const join = (account_id: number, role: 'rep' | 'agency') =>
      api.db.insert(memberships).values({ user_id: ids.rep, account_id, role: roleCode(role) })
    await join(accounts.agency, 'agency')
    const params = { id: ids.rep, account_id: accounts.rep }
    expect((await admin.call(endpoints.rep_user.leave, { params })).status).toBe(204)
    await join(accounts.rep, 'rep')
    expect(await refusedFor(api.client().withKey(lost.key), lost.id, 'revoked')).toBe('revoked')
    expect((await api.client().withKey(kept.key).call(read, reading)).status).toBe(200)
    const detail = expect.stringMatching(new RegExp(`^revoked with the membership in account ${accounts.rep}: adk_`, 'u'))
    expect(await events(lost.id)).toContainEqual(
      expect.objectContaining({ kind: 'api_key', outcome: 'DONE', user_id: api.fixtures.a.users.admin, detail }),
    )

    const version = async () => (await api.db.select().from(users).where(eq(users.id, ids.rep)))[0]!.version
    for (const action of ['suspend', 'retire'] as const)
      await admin.call(endpoints.rep_user[action], { params: { id: ids.rep }, body: { version: await version() } })
    expect((await events(kept.id)).map((event) => event.detail)).toContainEqual(expect.stringContaining('revoked with its user'))
  })

  test('a demotion of its owner counts at once, whatever its scopes say', async () => {
    const { key } = await insertKey(api, 'advertiser', ['campaign.read', 'ad.create'], { tenant: 'b' })
    const program = api.client().withKey(key)
    const request = { params: { id: api.fixtures.b.campaign } }
    const role = (to: 'advertiser' | 'pg') =>
      api.db
        .update(memberships)
        .set({ role: roleCode(to) })
        .where(eq(memberships.user_id, api.fixtures.b.users.advertiser))
    expect((await program.call(campaign.get, request)).status).toBe(200)
    await role('pg')
    expect(await codeOf(await program.call(campaign.get, request))).toEqual([403, 'forbidden'])
    await role('advertiser')
  })

  test('in another form: cut, changed, in the query', async () => {
    const { key } = await make(advertiser)
    for (const text of [
      key.slice(0, -1),
      `${key}x`,
      key.replace(/.$/u, (last) => (last === 'a' ? 'b' : 'a')),
      `adk_${'0'.repeat(46)}`,
      'adk_',
    ])
      expect(await codeOf(await api.client().withKey(text).call(read, reading))).toEqual([401, 'unauthenticated'])
    expect((await api.client().request(`/api/dashboard/delivery?days=30&key=${key}`)).status).toBe(401)
  })
})

describe('networks', () => {
  test('a key works from its networks alone', async () => {
    const { id, key } = await make(advertiser, { networks: ['203.0.113.7/24', '2001:db8::/32', '198.51.100.9', '203.0.113.0/24'] })
    expect(await own(advertiser, id)).toMatchObject({ networks: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.9/32'] })
    const from = async (address: string) => (await api.client(address).withKey(key).call(read, reading)).status
    for (const address of ['203.0.113.200', '::ffff:203.0.113.200', '2001:db8:1::2', '198.51.100.9'])
      expect([address, await from(address)]).toEqual([address, 200])
    for (const address of ['203.0.114.1', '2001:db9::1', '198.51.100.8', 'unknown'])
      expect([address, await from(address)]).toEqual([address, 401])
    await noted(id, 'network')
  })

  test('the address is that of the caller: X-Forwarded-For counts behind a trusted proxy alone, and only its last entry', async () => {
    const networks = ['203.0.113.0/24']
    const call = async (on: TestApi, forwarded: string) => {
      const { key } = await insertKey(on, 'advertiser', ['dashboard.read'], { networks })
      return (
        await on
          .client('192.0.2.1')
          .withKey(key)
          .call(read, { ...reading, headers: { 'X-Forwarded-For': forwarded } })
      ).status
    }
    expect(await call(api, '203.0.113.9')).toBe(401)
    expect(await call(proxied, '203.0.113.9')).toBe(200)
    expect(await call(proxied, '203.0.113.9, 192.0.2.77')).toBe(401)
  })

  test.each([
    ['10.1.2.3/8', '10.0.0.0/8'],
    [' 192.0.2.1 ', '192.0.2.1/32'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['0.0.0.0/0', null],
    ['::/0', null],
    ['10.0.0.0/08', null],
    ['010.0.0.1', null],
    ['2130706433', null],
    ['fe80::1%eth0', null],
    ['10.0.0.0/8/8', null],
    ['', null],
  ])('%s is read as %s', (text, network) => expect(parseNetwork(text)).toBe(network))

  test('without networks every address is allowed', () => expect(isAllowedFrom('unknown', [])).toBe(true))
})

describe('the limit of a key', () => {
  test('is its own, is told with every answer, and says when to come back', async () => {
    const { id, key } = await make(advertiser, { rate_limit: 3 })
    const program = api.client().withKey(key)
    const told = (response: Response) => ['limit', 'remaining'].map((name) => response.headers.get(`RateLimit-${name}`))
    await insideOneMinute()
    const answers = await Promise.all(Array.from({ length: 6 }, () => program.call(read, reading)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429])
    expect(
      answers
        .filter(({ status }) => status === 200)
        .map(told)
        .toSorted(),
    ).toEqual([
      ['3', '0'],
      ['3', '1'],
      ['3', '2'],
    ])
    const refused = answers.find(({ status }) => status === 429)!
    expect(told(refused)).toEqual(['3', '0'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    expect((await advertiser.call(read, reading)).status).toBe(200)
    await api.db
      .update(apiKeyUses)
      .set({ minute: sql`minute - interval '1 minute'` })
      .where(eq(apiKeyUses.key_id, id))
    expect((await program.call(read, reading)).status).toBe(200)
  })
})

describe('traces of a key', () => {
  test('when and where it was last used is written at most once a minute', async () => {
    const { id, key } = await make(advertiser)
    const call = (address: string) => api.client(address).withKey(key).call(read, reading)
    await call('192.0.2.50')
    const first = await own(advertiser, id)
    expect(first).toMatchObject({ last_used_at: expect.stringMatching(/Z$/u), last_used_address: '192.0.2.50' })
    await call('192.0.2.51')
    expect(await own(advertiser, id)).toEqual(first)
    await api.db
      .update(apiKeys)
      .set({ last_used_at: sql`now() - interval '61 seconds'` })
      .where(eq(apiKeys.id, id))
    await Promise.all([call('192.0.2.52'), call('192.0.2.52')])
    expect(await own(advertiser, id)).toMatchObject({ last_used_address: '192.0.2.52' })
  })

  test('the history names it beside its owner, and the source is the API even from a page', async () => {
    const { key } = await make(admin, { name: '与信連携', scopes: ['company.update', 'company.read'] })
    const program = api.client().withKey(key)
    const params = { id: api.fixtures.a.company }
    const { data } = (await (await program.call(company.get, { params })).json()) as { data: { version: number } }
    const change = { params, body: { version: data.version, contact_name: '鍵 太郎' }, headers: { Origin: 'http://site.test' } }
    expect((await program.call(company.update, change)).status).toBe(204)
    const history = (await (await admin.call(company.history, { params })).json()) as { data: object[] }
    expect(history.data[0]).toMatchObject({ by: '利用者 admin-a@test.example', key: '与信連携', source: 'api', field: 'contact_name' })
    const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.field, 'contact_name'))
    expect(entry).toMatchObject({ user_id: api.fixtures.a.users.admin, api_key_id: expect.any(Number) })
    await admin.call(company.update, { params, body: { version: data.version + 1, contact_name: '人 花子' } })
    const after = (await (await admin.call(company.history, { params })).json()) as { data: object[] }
    expect(after.data[0]).toMatchObject({ key: null })
  })

  test('the audit names it: what it did, what it was refused, and that it was made and revoked', async () => {
    const { id, key } = await make(admin, { name: '監査用', scopes: ['security_event.list', 'company.list'] })
    const program = api.client().withKey(key)
    await program.call(company.export, { query: { format: 'csv' } })
    await program.call(campaign.list)
    await admin.call(api_key.revoke, { params: { id } })
    const actor = `利用者 admin-a@test.example <admin-a@test.example> [${key.slice(0, 8)}… 監査用]`
    await vi.waitFor(async () => {
      const rows = await api.db.select().from(securityEvents).where(eq(securityEvents.actor, actor))
      expect(rows.map(({ kind, outcome }) => `${kind} ${outcome}`).toSorted()).toEqual(['export DONE', 'refusal REFUSED'])
    }, 60_000)
    const found = await events(id)
    expect(found.map(({ detail }) => detail)).toEqual([expect.stringContaining('created'), `revoked ${key.slice(0, 8)}… 監査用`])
    expect(JSON.stringify(await (await admin.call(security_event.list, { query: { q: '監査用' } })).json())).not.toContain(key)
    expect(lines.join('')).toContain('"key_id"')
    expect(lines.join('')).not.toContain(key)
  })
})

test('the form of a key: 238 random bits with a check, told apart without a database', () => {
  const keys = new Set(Array.from({ length: 1000 }, newKeyText))
  expect(keys.size).toBe(1000)
  for (const key of keys) expect(isKeyText(key)).toBe(true)
  expect(isKeyText(`adk_${'A'.repeat(46)}`)).toBe(false)
  expect(hashOfKey('adk_x')).toHaveLength(64)
})
