import { createHash } from 'node:crypto'
import { endpoints, openPageEndpoint, roleCode } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSignedOut, readAccount } from '../call/page-session.ts'
import { memberships, sessions, users } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { emailOf, testPassword } from '../testing/fixtures.ts'

const { login, logout, me, changeRole, csrf } = endpoints.session
const companyList = endpoints.company.list

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const idOf = (client: TestClient) => client.cookies.get('adsite_session')!
const rowOf = (id: string) => eq(sessions.id_hash, createHash('sha256').update(id).digest('hex'))
const withId = (id: string) => {
  const client = api.client()
  client.cookies.set('adsite_session', id)
  return client
}
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('sign-in', () => {
  test('answers the accounts, the default one in use, whatever the case of the e-mail', async () => {
    const client = api.client()
    const response = await client.call(login, { body: { email: emailOf('multi').toUpperCase(), password: testPassword } })
    const { advertiser, agency, pg } = api.fixtures.a.accounts
    expect(await response.json()).toMatchObject({
      data: {
        user: { id: api.fixtures.multiUser, email: emailOf('multi'), locale: 'ja' },
        accounts: [
          { account_id: advertiser, role: roleCode('advertiser'), is_default: true },
          { account_id: agency, role: roleCode('agency'), is_default: false },
          { account_id: pg, role: roleCode('pg'), is_default: false },
        ],
        using_account_id: advertiser,
      },
    })
  })

  test('a wrong password and an unknown e-mail get the same answer', async () => {
    const wrong = await api.client('192.0.2.20').call(login, { body: { email: emailOf('admin'), password: 'wrong' } })
    const unknown = await api.client('192.0.2.21').call(login, { body: { email: 'nobody@test.example', password: 'wrong' } })
    const [a, b] = (await Promise.all([wrong.json(), unknown.json()])) as { request_id?: string }[]
    expect([wrong.status, unknown.status]).toEqual([422, 422])
    expect({ ...a, request_id: '' }).toEqual({ code: 'login_failed', message: 'ログインに失敗しました', request_id: '' })
    expect({ ...b, request_id: '' }).toEqual({ ...a, request_id: '' })
  })

  test('the cookie is HttpOnly and Lax, on https Secure; only the token can be read by scripts', async () => {
    const secure = await startTestApi({ secureCookies: true })
    const response = await secure.client().call(login, { body: { email: emailOf('admin'), password: testPassword } })
    const cookies = Object.fromEntries(response.headers.getSetCookie().map((cookie) => [cookie.split('=')[0], cookie]))
    await secure.close()
    expect(Object.keys(cookies).toSorted()).toEqual(['XSRF-TOKEN', '__Host-adsite_device', '__Host-adsite_session'])
    expect(cookies['__Host-adsite_device']).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/u)
    expect(cookies['__Host-adsite_session']).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/u)
    expect(cookies['XSRF-TOKEN']).toMatch(/; Path=\/; Secure; SameSite=Lax$/u)
  })

  test('a new id each time: the one before is dead, and the database keeps no id', async () => {
    const client = await api.signIn('admin')
    const first = idOf(client)
    await client.call(login, { body: { email: emailOf('admin'), password: testPassword } })
    expect(idOf(client)).not.toBe(first)
    expect(Buffer.from(first, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect((await withId(first).call(me)).status).toBe(401)
    const kept = await api.db.select().from(sessions)
    expect(JSON.stringify(kept)).not.toContain(idOf(client))
  })
})

describe('throttle', () => {
  const attempt = (email: string, address: string, password = 'wrong', headers = {}) =>
    api.client(address).call(login, { body: { email, password }, headers })

  test('five failures a minute per e-mail and address, for known and unknown alike', async () => {
    for (const [email, address] of [
      [emailOf('rep'), '198.51.100.1'],
      ['nobody@test.example', '198.51.100.2'],
    ] as const) {
      const statuses: number[] = []
      for (let count = 0; count < 5; count++) statuses.push((await attempt(email, address)).status)
      // The sixth attempt is refused before its password is checked; a forwarded address changes nothing.
      const sixth = await attempt(email.toUpperCase(), address, testPassword, { 'X-Forwarded-For': '203.0.113.9' })
      expect(statuses).toEqual([422, 422, 422, 422, 422])
      expect(await codeOf(sixth)).toEqual([429, 'too_many_requests'])
      expect(Number(sixth.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(Number(sixth.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    }
    expect((await attempt(emailOf('rep'), '198.51.100.3', testPassword)).status).toBe(200)
  })

  test('many at once do not slip through', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(emailOf('ptd'), '198.51.100.4')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test('a success forgets the failures before it', async () => {
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 4; count++) await attempt(emailOf('pg'), '198.51.100.5')
      expect((await attempt(emailOf('pg'), '198.51.100.5', testPassword)).status).toBe(200)
    }
  })
})

describe('forgery', () => {
  const post = (client: TestClient, headers: Record<string, string>) =>
    client.request(logout.path, { method: 'POST', headers: { 'X-XSRF-TOKEN': client.cookies.get('XSRF-TOKEN') ?? '', ...headers } })

  test('without the token, with another browser’s, or after it was changed: 419 and no effect', async () => {
    const client = await api.signIn('admin')
    const other = await api.signIn('admin')
    for (const token of ['', 'x', other.cookies.get('XSRF-TOKEN')!, `${client.cookies.get('XSRF-TOKEN')!}x`]) {
      expect(await codeOf(await post(client, { 'X-XSRF-TOKEN': token }))).toEqual([419, 'csrf_mismatch'])
    }
    expect((await client.call(me)).status).toBe(200)
  })

  test('a token of a browser without session protects the login too', async () => {
    const client = api.client()
    const bare = await client.request(login.path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
    expect(bare.status).toBe(419)
    expect((await client.call(csrf)).status).toBe(204)
    expect(
      (
        await api.db
          .select()
          .from(sessions)
          .where(rowOf(idOf(client)))
      ).length,
    ).toBe(0)
  })

  test('a foreign Origin or a cross-site request: 403 and no effect', async () => {
    const client = await api.signIn('admin')
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'http://site.test.evil.example' },
      { Origin: 'http://evil.example', Host: 'evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]
    for (const headers of foreign) expect(await codeOf(await post(client, headers))).toEqual([403, 'forbidden_origin'])
    expect((await client.call(me)).status).toBe(200)
  })

  test('a body that a form of another site could send is refused', async () => {
    const client = await api.signIn('admin')
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const response = await client.call(changeRole, { body: '{"account_id":1}', headers: { 'Content-Type': type } })
      expect(await codeOf(response)).toEqual([415, 'unsupported_media_type'])
    }
  })
})

describe('life of a session', () => {
  test('change-role: another account, its role, a new id; a foreign account is not found', async () => {
    const client = await api.signIn('multi')
    const before = idOf(client)
    const { a, b } = api.fixtures
    const response = await client.call(changeRole, { body: { account_id: a.accounts.pg } })
    expect([response.status, await response.json()]).toMatchObject([201, { data: { using_account_id: a.accounts.pg } }])
    expect((await withId(before).call(me)).status).toBe(401)
    expect((await client.call(endpoints.space.list)).status).toBe(200)
    expect((await client.call(endpoints.campaign.get, { params: { id: a.campaign } })).status).toBe(403)
    expect((await client.call(changeRole, { body: { account_id: b.accounts.pg } })).status).toBe(404)
  })

  test('a page that shows another account than the session’s gets 409, but may ask who it is', async () => {
    const client = await api.signIn('admin')
    const headers = { 'X-Account-Id': String(api.fixtures.a.accounts.pg) }
    expect(await codeOf(await client.call(companyList, { headers }))).toEqual([409, 'account_changed'])
    expect((await client.call(me, { headers })).status).toBe(200)
    const own = { 'X-Account-Id': String(api.fixtures.a.accounts.admin) }
    expect((await client.call(companyList, { headers: own })).status).toBe(200)
  })

  test('logout kills the row; it also answers 200 without a session', async () => {
    const client = await api.signIn('admin')
    const id = idOf(client)
    expect((await client.call(logout)).status).toBe(200)
    expect(client.cookies.has('adsite_session')).toBe(false)
    expect((await withId(id).call(me)).status).toBe(401)
    expect((await client.call(logout)).status).toBe(200)
  })

  test('120 minutes idle or 12 hours old: over', async () => {
    const minutes = (column: string, count: number) => ({ [column]: sql`now() - make_interval(mins => ${count})` })
    for (const [change, status] of [
      [minutes('last_seen_at', 119), 200],
      [minutes('last_seen_at', 121), 401],
      [minutes('created_at', 12 * 60 - 1), 200],
      [minutes('created_at', 12 * 60 + 1), 401],
    ] as const) {
      const client = await api.signIn('admin')
      await api.db
        .update(sessions)
        .set(change)
        .where(rowOf(idOf(client)))
      expect((await client.call(me)).status).toBe(status)
    }
  })

  test('being used is written at most once a minute', async () => {
    const client = await api.signIn('admin')
    const seen = async () =>
      (
        await api.db
          .select()
          .from(sessions)
          .where(rowOf(idOf(client)))
      )[0]!.last_seen_at.getTime()
    const first = await seen()
    await client.call(me)
    expect(await seen()).toBe(first)
    await api.db
      .update(sessions)
      .set({ last_seen_at: sql`now() - interval '2 minutes'` })
      .where(rowOf(idOf(client)))
    await client.call(me)
    expect(await seen()).toBeGreaterThan(first)
  })

  test('what a page reads and reports by itself is no use', async () => {
    const client = await api.signIn('admin')
    const row = rowOf(idOf(client))
    const age = sql`now() - interval '119 minutes'`
    const isUsed = async () =>
      (
        await api.db
          .select({ used: sql<boolean>`${sessions.last_seen_at} > now() - interval '1 minute'` })
          .from(sessions)
          .where(row)
      )[0]!.used
    await api.db.update(sessions).set({ last_seen_at: age }).where(row)
    const headers = { 'X-Background': '1' }
    expect((await client.call(me, { headers })).status).toBe(200)
    const page = { page: crypto.randomUUID(), shell: '1.0.0-abc1234', area: null }
    expect((await client.call(openPageEndpoint, { headers, body: page })).status).toBe(204)
    expect(await readAccount(api.db, client.cookieHeader, false)).toBe(api.fixtures.a.accounts.admin)
    expect(await isUsed()).toBe(false)
    await client.call(me)
    expect(await isUsed()).toBe(true)
  })

  test('a browser is signed out whose session has ended, or never was one', async () => {
    const client = await api.signIn('admin')
    const cookies = client.cookieHeader
    const out = (sent: string, secure = false) => isSignedOut(api.db, sent, secure)
    expect(await out(cookies)).toBe(false)
    // On https, a cookie that other hosts could have set is no session.
    expect(await out(cookies, true)).toBe(true)
    for (const none of ['', 'XSRF-TOKEN=x', 'adsite_session=x', `adsite_session=${'A'.repeat(43)}`])
      expect(await out(none), none).toBe(true)
    expect((await client.call(logout)).status).toBeLessThan(300)
    expect(await out(cookies)).toBe(true)
  })

  test('a demotion, a lost membership and a suspension count from the next request', async () => {
    const client = await api.signIn('admin', 'b')
    const { users: people, accounts } = api.fixtures.b
    const membership = and(eq(memberships.user_id, people.admin), eq(memberships.account_id, accounts.admin))
    expect((await client.call(companyList)).status).toBe(200)
    await api.db
      .update(memberships)
      .set({ role: roleCode('advertiser') })
      .where(membership)
    expect((await client.call(companyList)).status).toBe(403)
    await api.db
      .update(memberships)
      .set({ role: roleCode('admin') })
      .where(membership)
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, people.admin))
    expect((await client.call(companyList)).status).toBe(401)
    await api.db.update(users).set({ status: 'ACTIVE' }).where(eq(users.id, people.admin))
    await api.db.delete(memberships).where(membership)
    expect((await client.call(companyList)).status).toBe(401)
  })
})
