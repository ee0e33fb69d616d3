import { endpoints, userKinds, type RoleCode } from '@adsite/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditLog, memberships, sessions, users } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { emailOf, insertMember, testPassword } from '../testing/fixtures.ts'
import { lockAdministrators } from './mapping.ts'

const { agency_user, ptd_user, pg_user } = endpoints
const { login, me } = endpoints.session

let api: TestApi
let admin: TestClient
let ids: TestApi['fixtures']['a']
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  ids = api.fixtures.a
})
afterAll(() => api.close())

let made = 0
async function member(role: 'agency' | 'ptd' | 'pg' = 'agency') {
  const email = `member-${++made}@test.example`
  const id = await insertMember(api.db, email, ids.accounts[role], role)
  return { id, email }
}
const join = (user_id: number, account_id: number, role: RoleCode) => api.db.insert(memberships).values({ user_id, account_id, role })

async function signIn(email: string): Promise<TestClient> {
  const browser = api.client()
  expect((await browser.call(login, { body: { email, password: testPassword } })).status).toBe(200)
  return browser
}

interface UserRow {
  readonly id: number
  readonly email: string
  readonly account_ids?: number[]
  readonly refs: Record<string, string>
}

async function list(browser: TestClient, endpoint: typeof agency_user.list, query: Record<string, string | number> = {}) {
  const response = await browser.call(endpoint, { query: { limit: 100, ...query } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: UserRow[] }).data
}

describe('who sees which users', () => {
  test('the administrator everyone of a kind, each once, with every account', async () => {
    const both = await member()
    await join(both.id, api.fixtures.b.accounts.agency, 4)
    await join(both.id, ids.accounts.pg, 3)
    const rows = await list(admin, agency_user.list)
    expect(rows.filter(({ id }) => id === both.id)).toHaveLength(1)
    const found = rows.find(({ id }) => id === both.id)!
    expect(found.account_ids).toEqual([ids.accounts.agency, ids.accounts.pg, api.fixtures.b.accounts.agency].toSorted((a, b) => a - b))
    expect(found.refs[`account_ids.${ids.accounts.pg}`]).toBe('pg a')
    expect(rows.map(({ email }) => email)).not.toContain(emailOf('pg'))
    expect((await list(admin, pg_user.list)).map(({ id }) => id)).toContain(both.id)
    const ofAccount = await list(admin, agency_user.list, { account_ids: api.fixtures.b.accounts.agency })
    expect(ofAccount.map(({ email }) => email).toSorted()).toEqual([emailOf('agency', 'b'), both.email].toSorted())
  })

  test('ptd and pg those of the account in use, and nothing of their other accounts', async () => {
    for (const [role, group] of [
      ['ptd', ptd_user],
      ['pg', pg_user],
    ] as const) {
      const shared = await member(role)
      await join(shared.id, api.fixtures.b.accounts[role], role === 'ptd' ? 2 : 3)
      const browser = await api.signIn(role)
      const rows = await list(browser, group.list as typeof agency_user.list)
      expect(rows.map(({ email }) => email)).toContain(shared.email)
      expect(rows.map(({ email }) => email)).not.toContain(emailOf(role, 'b'))
      expect(JSON.stringify(rows)).not.toMatch(/account_ids|"name":"\w+ b"/u)
      // Filtering by accounts outside the scope would reveal whether somebody belongs to them.
      const probe = await browser.call(group.list as typeof agency_user.list, { query: { account_ids: api.fixtures.b.accounts[role] } })
      expect([probe.status, await probe.json()]).toMatchObject([422, { errors: { account_ids: [expect.any(String)] } }])
      const other = await browser.call(group.get, { params: { id: api.fixtures.b.users[role] } })
      expect(other.status).toBe(404)
      const own = await browser.call(group.memberships, { params: { id: shared.id } })
      expect(await own.json()).toMatchObject({ data: [{ account_id: ids.accounts[role], name: `${role} a`, is_default: true }] })
      const foreign = { id: shared.id, account_id: api.fixtures.b.accounts[role] }
      expect((await browser.call(group.leave, { params: foreign })).status).toBe(404)
      // Changes that affect the user everywhere are the administrator's.
      for (const endpoint of [group.suspend, group.update, group.setDefault]) {
        expect((await browser.call(endpoint, { params: { id: shared.id }, body: { version: 1 } })).status).toBe(403)
      }
    }
  })

  test('are found by name, kana and address, whatever the width and case', async () => {
    const { id, email } = await member()
    const body = { version: 1, name: '探偵 小五郎', name_kana: 'タンテイ コゴロウ' }
    expect((await admin.call(agency_user.update, { params: { id }, body })).status).toBe(204)
    for (const q of ['小五郎', 'ﾀﾝﾃｲ', email.toUpperCase()]) {
      expect((await list(admin, agency_user.list, { q })).map((row) => row.id)).toEqual([id])
    }
  })
})

describe('states of a user', () => {
  test('suspending ends every session at once; who is reactivated signs in again', async () => {
    const { id, email } = await member()
    const browsers = [await signIn(email), await signIn(email)]
    expect((await admin.call(agency_user.suspend, { params: { id }, body: { version: 1 } })).status).toBe(204)
    for (const browser of browsers) expect((await browser.call(me)).status).toBe(401)
    expect(await api.db.$count(sessions, eq(sessions.user_id, id))).toBe(0)
    expect((await api.client().call(login, { body: { email, password: testPassword } })).status).toBe(422)
    expect((await admin.call(agency_user.reactivate, { params: { id }, body: { version: 2 } })).status).toBe(204)
    for (const browser of browsers) expect((await browser.call(me)).status).toBe(401)
    await signIn(email)
  })

  test('an administrator must be left who is active', async () => {
    const last = ids.users.admin
    await join(last, ids.accounts.agency, 4)
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, api.fixtures.b.users.admin))
    const read = await admin.call(agency_user.get, { params: { id: last } })
    const words = '有効な管理者がいなくなるため、実行できません。'
    expect(await read.json()).toMatchObject({ data: { blocked: { suspend: words } } })
    const refused = [
      await admin.call(agency_user.suspend, { params: { id: last }, body: { version: 1 } }),
      await admin.call(agency_user.leave, { params: { id: last, account_id: ids.accounts.admin } }),
    ]
    for (const response of refused) {
      expect([response.status, await response.json()]).toMatchObject([409, { code: 'action_blocked', message: words }])
    }
    await api.db.update(users).set({ status: 'ACTIVE' }).where(eq(users.id, api.fixtures.b.users.admin))
    expect((await admin.call(agency_user.leave, { params: { id: last, account_id: ids.accounts.agency } })).status).toBe(204)
  })
})

test('of all administrators at once one stays, and the count says so before', async ({ onTestFinished }) => {
  const all = [ids.users.admin, api.fixtures.b.users.admin]
  for (const id of all) await join(id, ids.accounts.agency, 4)
  const { id: agent } = await member()
  onTestFinished(async () => {
    await api.db.update(users).set({ status: 'ACTIVE' }).where(inArray(users.id, all))
    await api.db.delete(memberships).where(and(inArray(memberships.user_id, all), eq(memberships.account_id, ids.accounts.agency)))
    admin = await api.signIn('admin')
  })
  // The last of them is the one who asks, whose session would end.
  const asked = [api.fixtures.b.users.admin, agent, ids.users.admin]
  for (const dry_run of [true, false]) {
    const answer = await admin.call(agency_user.bulk, { body: { action: 'suspend', ids: asked, dry_run } })
    const { data } = (await answer.json()) as { data: { done: number; results: { ok: boolean; code: string | null }[] } }
    expect([data.done, ...data.results.map(({ code }) => code)]).toEqual([2, null, null, 'action_blocked'])
  }
  // Some of them, while others stay.
  await api.db.update(users).set({ status: 'ACTIVE' }).where(inArray(users.id, all))
  const one = await admin.call(agency_user.bulk, { body: { action: 'suspend', ids: asked.slice(0, 2), dry_run: true } })
  expect(await one.json()).toMatchObject({ data: { done: 1, results: [{ ok: true }, { code: 'state_not_allowed' }] } })
})

test('who suspends an administrator waits for who suspends the other at that moment, and is refused', async () => {
  const [one, other] = [ids.users.admin, api.fixtures.b.users.admin]
  await join(one, ids.accounts.rep, 5)
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const suspended = api.db.transaction(async (transaction) => {
    await lockAdministrators(transaction)
    await transaction.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, other))
    held.resolve()
    await end.promise
  })
  await held.promise
  const [row] = await api.db.select({ version: users.version }).from(users).where(eq(users.id, one))
  const answer = admin.call(endpoints.rep_user.suspend, { params: { id: one }, body: { version: row!.version } })
  await vi
    .waitFor(async () => {
      const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`
      expect((await api.db.execute(waiting)).rows).toHaveLength(1)
    }, 60_000)
    .finally(end.resolve)
  await suspended
  expect((await answer).status).toBe(409)
  await api.db.update(users).set({ status: 'ACTIVE' }).where(eq(users.id, other))
})

describe('the accounts of a user', () => {
  test('removed from one: its sessions end, those in others go on, the next one is the default; all in the history', async () => {
    const { id, email } = await member()
    await join(id, ids.accounts.pg, 3)
    const here = await signIn(email)
    const there = await signIn(email)
    const change = await there.call(endpoints.session.changeRole, { body: { account_id: ids.accounts.pg } })
    expect(change.status).toBe(201)
    expect((await admin.call(agency_user.leave, { params: { id, account_id: ids.accounts.agency } })).status).toBe(204)
    expect([(await here.call(me)).status, (await there.call(me)).status]).toEqual([401, 200])
    const own = await (await admin.call(pg_user.memberships, { params: { id } })).json()
    expect(own).toMatchObject({ data: [{ account_id: ids.accounts.pg, is_default: true, record_id: ids.publisherGroup }] })
    // No longer a user of an agency.
    expect((await admin.call(agency_user.get, { params: { id } })).status).toBe(404)
    const log = await api.db
      .select({ field: auditLog.field, before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'user'), eq(auditLog.entity_id, id)))
    expect(log).toContainEqual({ field: 'account_ids', before: [ids.accounts.agency, ids.accounts.pg], after: [ids.accounts.pg] })
    // No longer found.
    expect((await admin.call(pg_user.leave, { params: { id, account_id: ids.accounts.agency } })).status).toBe(404)
  })

  test('of several that are left the one of longest standing is the default, whatever its id', async () => {
    const { id } = await member()
    await join(id, ids.accounts.pg, 3)
    await join(id, ids.accounts.ptd, 2)
    await join(id, ids.accounts.rep, 5)
    const oldest = and(eq(memberships.user_id, id), eq(memberships.account_id, ids.accounts.ptd))
    await api.db
      .update(memberships)
      .set({ created_at: sql`now() - interval '1 year'` })
      .where(oldest)
    expect((await admin.call(agency_user.leave, { params: { id, account_id: ids.accounts.agency } })).status).toBe(204)
    const defaults = await api.db
      .select({ account: memberships.account_id })
      .from(memberships)
      .where(and(eq(memberships.user_id, id), memberships.is_default))
    expect(defaults).toEqual([{ account: ids.accounts.ptd }])
  })

  test('the default one is chosen among the own', async () => {
    const { id, email } = await member()
    await join(id, ids.accounts.rep, 5)
    const set = (account_id: number) => admin.call(agency_user.setDefault, { params: { id }, body: { account_id } })
    expect((await set(ids.accounts.rep)).status).toBe(204)
    const { data } = (await (await (await signIn(email)).call(me)).json()) as { data: { using_account_id: number } }
    expect(data.using_account_id).toBe(ids.accounts.rep)
    expect([(await set(ids.accounts.pg)).status, (await set(999_999)).status]).toEqual([422, 422])
  })

  test('a user of no account of a kind is none of its users', async () => {
    const { id } = await member()
    for (const kind of userKinds) {
      const response = await admin.call(endpoints[`${kind}_user`].get, { params: { id } })
      expect(response.status).toBe(kind === 'agency' ? 200 : 404)
    }
  })
})
