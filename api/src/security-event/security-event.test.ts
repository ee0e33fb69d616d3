import { auditDays, endpoints, roleCode, type ResourceRecord, type securityEvent } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { companies, memberships, securityEvents, users } from '../db/schema.ts'
import { sweep } from '../app/housekeeping.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { emailOf, testPassword } from '../testing/fixtures.ts'
import { requests } from '../testing/requests/requests.ts'

type Event = ResourceRecord<typeof securityEvent>
const { session, company, security_event, campaign } = endpoints

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

/** The list as an administrator sees it, newest first. */
async function eventsOf(query: Record<string, string>): Promise<Event[]> {
  const response = await admin.call(security_event.list, { query })
  return ((await response.json()) as { data: Event[] }).data
}

/** Waits for the newest event that matches the query. */
const newest = (query: Record<string, string>, wanted: Partial<Event>) =>
  vi.waitFor(async () => expect((await eventsOf(query))[0]).toMatchObject(wanted), { timeout: 60_000, interval: 100 })

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

describe('who, from where, how it ended', () => {
  test('sign-in, switch and sign-out', async () => {
    const client = api.client('203.0.113.7')
    const headers = { 'User-Agent': agent }
    const body = { email: emailOf('multi').toUpperCase(), password: testPassword }
    const answer = await client.call(session.login, { body, headers })
    const { advertiser, pg } = api.fixtures.a.accounts
    const who = { actor: expect.stringContaining(`<${emailOf('multi')}>`), address: '203.0.113.7', device: 'Chrome 143 · Windows' }
    const common = { ...who, outcome: 'DONE', occurrences: 1 } as const
    await newest(
      { kind: 'sign_in' },
      { ...common, account_id: advertiser, role: 'advertiser', request_id: answer.headers.get('X-Request-Id')! },
    )
    await client.call(session.changeRole, { body: { account_id: pg }, headers })
    await newest({ kind: 'account_switch' }, { ...common, account_id: pg, role: 'pg', target: `account ${pg}` })
    await client.call(session.logout, { headers })
    await newest({ kind: 'sign_out' }, { ...common, account_id: pg, role: 'pg' })
    expect((await eventsOf({ q: '203.0.113.7' })).map(({ kind }) => kind)).toEqual(['sign_out', 'account_switch', 'sign_in'])
  })

  test('a sign-out of nobody is none', async () => {
    const before = await api.db.$count(securityEvents, eq(securityEvents.kind, 'sign_out'))
    await api.client('203.0.113.8').call(session.logout)
    expect(await api.db.$count(securityEvents, eq(securityEvents.kind, 'sign_out'))).toBe(before)
  })

  test('a failed sign-in of a known user is named, an unknown address never', async () => {
    await api.client('203.0.113.9').call(session.login, { body: { email: emailOf('rep'), password: 'Wrong-1234' } })
    await newest(
      { q: '203.0.113.9' },
      { kind: 'sign_in', outcome: 'REFUSED', detail: 'login_failed', actor: expect.stringContaining(emailOf('rep')) },
    )
    // Somebody typed a password into the e-mail field.
    const typed = 'hunter2-secret@typed.example'
    for (const email of [typed, typed, 'other@typed.example'])
      await api.client('203.0.113.10').call(session.login, { body: { email, password: 'Wrong-1234' } })
    await vi.waitFor(async () => expect(await eventsOf({ q: '203.0.113.10' })).toHaveLength(2), { timeout: 60_000 })
    const events = await eventsOf({ q: '203.0.113.10' })
    expect(events.map(({ actor }) => actor)).toEqual([expect.stringMatching(/^#[\da-f]{12}$/u), expect.stringMatching(/^#[\da-f]{12}$/u)])
    expect(new Set(events.map(({ actor }) => actor)).size).toBe(2)
    expect(events.map(({ occurrences }) => occurrences).toSorted()).toEqual([1, 2])
    const { rows } = await api.db.execute(sql`select securityevents::text as row from security_events as securityevents`)
    expect(JSON.stringify(rows)).not.toMatch(/hunter2|Wrong-1234|Test-/u)
  })

  test('refusals: a role, a foreign record, a forged call, too many tries', async () => {
    const client = await api.signIn('advertiser')
    const refused = (detail: string, target: string) =>
      newest({ kind: 'refusal' }, { outcome: 'REFUSED', detail, target, account_id: api.fixtures.a.accounts.advertiser })
    expect((await client.call(company.list)).status).toBe(403)
    await refused('forbidden', 'GET /api/company')
    const { campaign: foreign } = api.fixtures.b
    await client.call(campaign.get, { params: { id: foreign } })
    await refused('not_found', `GET /api/campaign/${foreign}`)
    await client.call(session.changeRole, { body: { account_id: 1 }, headers: { 'X-XSRF-TOKEN': 'x' } })
    await newest({ kind: 'account_switch' }, { outcome: 'REFUSED', detail: 'csrf_mismatch' })
    for (let count = 0; count < 6; count++)
      await api.client('203.0.113.11').call(session.login, { body: { email: emailOf('ptd'), password: 'no' } })
    await newest({ q: '203.0.113.11' }, { outcome: 'REFUSED', detail: 'too_many_requests' })
  })

  test('who tries a thousand records fills a few rows', async () => {
    const client = await api.signIn('agency')
    /** A busy machine turns some of so many calls away. */
    async function tryRecord(id: number): Promise<number> {
      const { status } = await client.call(campaign.get, { params: { id } })
      return status === 503 ? tryRecord(id) : status
    }
    const statuses = await Promise.all(Array.from({ length: 200 }, (_, index) => tryRecord(800_000_000 + index)))
    expect(new Set(statuses)).toEqual(new Set([404]))
    const account_id = String(api.fixtures.a.accounts.agency)
    await vi.waitFor(
      async () => {
        const events = await eventsOf({ kind: 'refusal', account_id, limit: '100' })
        expect(events.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(200)
        expect(events.length).toBeLessThan(70)
      },
      { timeout: 60_000 },
    )
  })

  test('a file that leaves, with what it was asked for', async () => {
    const response = await admin.call(company.export, { query: { q: '企業' } })
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
    await newest({ kind: 'export' }, { outcome: 'DONE', target: 'GET /api/company/export', detail: 'q=企業', role: 'admin' })
  })

  test('what is done with a release, and what is refused', async () => {
    const { params, body } = await requests['release.freeze']!(api, admin, 'admin')
    await admin.call(endpoints.release.freeze, { params: params!, body })
    await newest({ kind: 'release' }, { outcome: 'DONE', target: `release ${params!['unit']}`, detail: expect.stringContaining('freeze') })
    await admin.call(endpoints.release.freeze, { params: { unit: 'NOPE' }, body })
    await newest({ kind: 'release' }, { outcome: 'REFUSED', target: 'release NOPE' })
  })
})

describe('changes of records', () => {
  test('a credit and the event of it are stored together or not at all', async () => {
    const created = await admin.call(company.create, await requests['company.create']!(api, admin, 'admin'))
    const { id } = ((await created.json()) as { data: { id: number } }).data
    const [stored] = await api.db.select().from(companies).where(eq(companies.id, id))
    await newest(
      { kind: 'credit' },
      {
        target: `company ${id}`,
        refs: expect.objectContaining({ target: stored!.name }),
        detail: expect.stringContaining('credit_limit: null → 3000'),
      },
    )
    await admin.call(company.update, { params: { id }, body: { version: 1, credit_limit: '8000' } })
    await newest({ kind: 'credit' }, { detail: expect.stringMatching(/^update \(screen\) credit_limit: 3000.* → 8000/u), role: 'admin' })
    await api.pool.query('alter table security_events add constraint no_more check (kind <> $$credit$$) not valid')
    const failed = await admin.call(company.update, { params: { id }, body: { version: 2, credit_limit: '9000' } })
    await api.pool.query('alter table security_events drop constraint no_more')
    expect(failed.status).toBe(500)
    const [row] = await api.db.select().from(companies).where(eq(companies.id, id))
    expect(Number(row!.credit_limit)).toBe(8000)
  })

  test('a membership that is added and taken away', async () => {
    const { params } = await requests['agency_user.leave']!(api, admin, 'admin')
    await admin.call(endpoints.agency_user.leave, { params: params! })
    await newest(
      { kind: 'membership' },
      {
        target: `membership ${params!['id']}`,
        refs: expect.objectContaining({ target: expect.any(String) }),
        detail: expect.stringContaining(`role: ${roleCode('agency')} → null`),
      },
    )
  })

  test('a share, an invitation, a user who is suspended', async () => {
    for (const [key, kind] of [
      ['revenue_share.create', 'revenue_share'],
      ['invitation.invite', 'invitation'],
      ['ptd_user.suspend', 'user_status'],
    ] as const) {
      const [group, name] = key.split('.') as ['invitation', 'invite']
      const before = await api.db.$count(securityEvents, eq(securityEvents.kind, kind))
      await admin.call(endpoints[group][name], await requests[key]!(api, admin, 'admin'))
      expect(await api.db.$count(securityEvents, eq(securityEvents.kind, kind))).toBeGreaterThan(before)
    }
  })
})

describe('the log itself', () => {
  test('nobody but administrators reads it', async () => {
    for (const role of ['advertiser', 'agency', 'rep', 'ptd', 'pg'] as const)
      expect((await (await api.signIn(role)).call(security_event.list)).status).toBe(403)
  })

  test('takes new rows only; housekeeping removes what is past its days', async () => {
    await expect(api.pool.query(`update security_events set detail = 'x'`)).rejects.toThrow('takes new rows only')
    await expect(api.pool.query(`delete from security_events`)).rejects.toThrow('takes new rows only')
    await expect(api.pool.query(`truncate security_events`)).rejects.toThrow('takes new rows only')
    const aged = (days: number) =>
      api.pool.query(
        `insert into security_events (kind, outcome, at, target) values ('export', 'DONE', now() - make_interval(days => $1), 'aged')`,
        [days],
      )
    await aged(auditDays.default + 1)
    await aged(auditDays.default - 1)
    const left = () => api.db.$count(securityEvents, eq(securityEvents.target, 'aged'))
    await sweep(api.db)
    expect(await left()).toBe(1)
    await sweep(api.db, 31)
    expect(await left()).toBe(0)
  })

  test('a name that changes later changes nothing in it', async () => {
    await api.signIn('rep', 'b')
    const query = { q: emailOf('rep', 'b') }
    const [before] = await eventsOf(query)
    await api.db.update(users).set({ name: '別の名前' }).where(eq(users.id, api.fixtures.b.users.rep))
    expect((await eventsOf(query))[0]!.actor).toBe(before!.actor)
    expect(await api.db.$count(memberships)).toBeGreaterThan(0)
  })
})
