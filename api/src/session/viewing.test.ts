import { endpoints, freshMinutes, sessionData, viewingMinutes, type Role, type SessionData } from '@adsite/contract'
import { and, eq, gt, max, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readAccount } from '../call/page-session.ts'
import { readPreview } from '../preview/preview.ts'
import {
  accounts,
  auditLog,
  memberships,
  notificationConfirmations,
  notifications,
  openPages,
  securityEvents,
  sessions,
  users,
  viewings,
} from '../db/schema.ts'
import { emailOf, testPassword } from '../testing/fixtures.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { endOldViewings } from './end-viewing.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(sessions)
  await endOldViewings(api.db)
  admin = await api.signIn('admin')
})

const { viewing, session, user, campaign } = endpoints
const reason = '表示の問い合わせを確認するため'
const target = (role: Role = 'advertiser') => ({ user_id: api.fixtures.a.users[role], account_id: api.fixtures.a.accounts[role] })
const start = (body: object = {}, client = admin) => client.call(viewing.start, { body: { ...target(), reason, ...body } })
const end = (id: number, client = admin) => client.call(viewing.end, { params: { id } })
const dataOf = async (response: Response) => v.parse(v.object({ data: sessionData }), await response.json()).data
const refusal = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const me = async (client = admin): Promise<SessionData> => dataOf(await client.call(session.me))
const idOf = async (response: Response) => (await dataOf(response)).viewing!.id
const ownSession = () => ({ user: { id: api.fixtures.a.users.admin }, using_account_id: api.fixtures.a.accounts.admin })

describe('a view', () => {
  test('shows the site as the user sees it, says so, and ends', async () => {
    const { user_id, account_id } = target()
    const begun = await dataOf(await start())
    expect(begun).toMatchObject({ user: { id: user_id }, using_account_id: account_id, viewing: { reason } })
    const left = (Date.parse(begun.viewing!.ends_at) - Date.now()) / 60_000
    expect(left).toBeGreaterThan(viewingMinutes - 1)
    expect(left).toBeLessThanOrEqual(viewingMinutes + 0.1)
    expect(await me()).toEqual(begun)
    const ended = await dataOf(await end(begun.viewing!.id))
    expect(ended).toMatchObject(ownSession())
    expect(ended.viewing).toBeUndefined()
    expect(await me()).toEqual(ended)
  })

  test('ends by itself, and the page of the user is told so before it does anything', async () => {
    const id = await idOf(await start())
    await api.db
      .update(viewings)
      .set({ started_at: sql`now() - interval '31 minutes'`, ends_at: sql`now()` })
      .where(eq(viewings.id, id))
    expect(await me()).toMatchObject(ownSession())
    const shown = { headers: { 'X-Account-Id': String(target().account_id) } }
    expect(await refusal(await admin.call(campaign.list, shown))).toEqual([409, 'account_changed'])
    expect(await refusal(await admin.call(campaign.create, { body: {}, ...shown }))).toEqual([409, 'account_changed'])
    // Ending it again is no error: the page may not have noticed.
    expect(await dataOf(await end(id))).toMatchObject(ownSession())
  })

  test('is of one session: other browsers of the administrator stay', async () => {
    const other = await api.signIn('admin')
    const id = await idOf(await start())
    expect(await me(other)).toMatchObject(ownSession())
    // But any of them can end it.
    expect((await end(id, other)).status).toBe(200)
    expect(await me()).toMatchObject(ownSession())
  })

  test('survives no sign-out, and the next sign-in is the administrator', async () => {
    const id = await idOf(await start())
    await admin.call(session.logout)
    const [row] = await api.db.select().from(viewings).where(eq(viewings.id, id))
    expect(row!.ended_at).not.toBeNull()
    await admin.call(session.login, { body: { email: emailOf('admin'), password: testPassword } })
    expect(await me()).toMatchObject(ownSession())
  })

  test('tells the account with the reason', async () => {
    await start({ reason: '  請求の問い合わせ  ' })
    const advertiser = await api.signIn('advertiser')
    const { data } = (await (await advertiser.call(endpoints.notification.list, { headers: { 'Accept-Language': 'ja' } })).json()) as {
      data: { kind: string; params: { text: string } }[]
    }
    expect(data[0]).toMatchObject({ kind: 'message', params: { text: expect.stringContaining('理由：請求の問い合わせ') } })
  })
})

describe('who may view whom', () => {
  test('needs a reason, and the error names the field', async () => {
    for (const bad of [undefined, '', '   ', '調査', 'x'.repeat(301)]) {
      const response = await start({ reason: bad })
      expect([response.status, await response.json()]).toMatchObject([422, { errors: { reason: [expect.any(String)] } }])
    }
    expect(await me()).toMatchObject(ownSession())
  })

  test('needs a fresh factor', async () => {
    await api.db.update(sessions).set({ factor_at: sql`now() - make_interval(mins => ${freshMinutes})` })
    expect(await refusal(await start())).toEqual([403, 'factor_needed'])
  })

  test('is for administrators alone', async () => {
    for (const role of ['advertiser', 'agency', 'rep', 'ptd', 'pg'] as const)
      expect(await refusal(await start({}, await api.signIn(role)))).toEqual([403, 'forbidden'])
  })

  test('shows no administrator, not even through another of their accounts', async () => {
    const { a, b } = api.fixtures
    expect(await refusal(await start({ user_id: b.users.admin, account_id: b.accounts.admin }))).toEqual([409, 'action_blocked'])
    expect(await refusal(await start({ user_id: a.users.admin, account_id: a.accounts.admin }))).toEqual([409, 'action_blocked'])
    const both = { user_id: b.users.admin, account_id: a.accounts.pg, role: 5 as const }
    await api.db.insert(memberships).values(both)
    expect(await refusal(await start({ user_id: both.user_id, account_id: both.account_id }))).toEqual([409, 'action_blocked'])
    await api.db.delete(memberships).where(and(eq(memberships.user_id, both.user_id), eq(memberships.account_id, both.account_id)))
  })

  test('shows nobody who cannot sign in, and no account that they are not in', async () => {
    const { a, b } = api.fixtures
    expect(await refusal(await start({ account_id: b.accounts.advertiser }))).toEqual([404, 'not_found'])
    expect(await refusal(await start({ user_id: 999_999 }))).toEqual([404, 'not_found'])
    const own = eq(users.id, a.users.rep)
    const rep = target('rep')
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(own)
    expect(await refusal(await start(rep))).toEqual([409, 'action_blocked'])
    await api.db.update(users).set({ status: 'ACTIVE', deleted_at: new Date() }).where(own)
    expect(await refusal(await start(rep))).toEqual([404, 'not_found'])
    await api.db.update(users).set({ deleted_at: null }).where(own)
    await api.db.update(accounts).set({ deleted_at: new Date() }).where(eq(accounts.id, a.accounts.rep))
    expect(await refusal(await start(rep))).toEqual([404, 'not_found'])
    await api.db.update(accounts).set({ deleted_at: null }).where(eq(accounts.id, a.accounts.rep))
    expect((await start(rep)).status).toBe(200)
  })

  test('ends at once when either of them no longer is what they were, and does not come back with it', async () => {
    const { a } = api.fixtures
    const own = eq(users.id, a.users.advertiser)
    await start()
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(own)
    expect(await me()).toMatchObject(ownSession())
    await api.db.update(users).set({ status: 'ACTIVE' }).where(own)
    expect(await me()).toMatchObject(ownSession())
    await start()
    const administrator = and(eq(memberships.user_id, a.users.admin), eq(memberships.account_id, a.accounts.admin))
    await api.db.update(memberships).set({ role: 5 }).where(administrator)
    expect((await me()).user.id).toBe(a.users.admin)
    await api.db.update(memberships).set({ role: 6 }).where(administrator)
    expect(await me()).toMatchObject(ownSession())
  })

  test('cannot be ended by others, nor begun again inside', async () => {
    const id = await idOf(await start())
    expect(await refusal(await end(id, await api.signIn('admin', 'b')))).toEqual([404, 'not_found'])
    expect(await refusal(await end(id, await api.signIn('advertiser')))).toEqual([404, 'not_found'])
    expect(await refusal(await start(target('rep')))).toEqual([403, 'viewing'])
    expect((await me()).viewing?.id).toBe(id)
  })
})

describe('nothing is done as the user', () => {
  test('neither their name, notices and beacons change, nor the administrator’s', async () => {
    const { a } = api.fixtures
    await start()
    const [notice] = await api.db.select().from(notifications).where(eq(notifications.account_id, a.accounts.advertiser))
    const before = await api.db.$count(auditLog)
    const page = { page: crypto.randomUUID(), shell: '1.0.0-abcdef123456', area: null }
    const tried = [
      await admin.call(user.updateMe, { body: { name: '乗っ取り' } }),
      await admin.call(endpoints.notification.confirm, { params: { id: notice!.id } }),
      await admin.call(endpoints.release.page, { body: page }),
      await admin.call(endpoints.release.beacon, { body: { beacons: [] } }),
      await admin.call(session.changeRole, { body: { account_id: a.accounts.admin } }),
      await admin.call(endpoints.factor.confirm, { body: { kind: 'password', password: testPassword } }),
    ]
    for (const response of tried) expect(await refusal(response)).toEqual([403, 'viewing'])
    expect(await api.db.$count(auditLog)).toBe(before)
    expect(await api.db.$count(openPages)).toBe(0)
    expect(await api.db.$count(notificationConfirmations)).toBe(0)
  })

  test('canaries and previews are those of the administrator', async () => {
    await start()
    expect(await readAccount(api.db, admin.cookieHeader, false)).toBe(api.fixtures.a.accounts.admin)
    expect(await readPreview(api.db, `${admin.cookieHeader}; adsite_preview=1`, false)).toBeNull()
  })

  test('the user’s sessions do not change', async () => {
    await api.signIn('advertiser')
    const own = eq(sessions.user_id, api.fixtures.a.users.advertiser)
    const before = await api.db.select().from(sessions).where(own)
    await end(await idOf(await start()))
    expect(await api.db.select().from(sessions).where(own)).toEqual(before)
  })
})

describe('the audit', () => {
  const latest = async () => {
    const [last] = await api.db.select({ id: max(securityEvents.id) }).from(securityEvents)
    return last?.id ?? 0
  }
  const eventsSince = (id: number) => api.db.select().from(securityEvents).where(gt(securityEvents.id, id)).orderBy(securityEvents.id)

  test('names the administrator, whom they viewed, why, what they looked at and what was refused', async () => {
    const since = await latest()
    const id = await idOf(await start())
    await admin.call(campaign.list)
    await admin.call(campaign.create, { body: {} })
    await end(id)
    const { a } = api.fixtures
    const own = expect.stringContaining(emailOf('admin'))
    const as = expect.stringMatching(new RegExp(`${emailOf('admin')}.*${emailOf('advertiser')}`, 'u'))
    const [about, account_id] = [`user ${a.users.advertiser}`, a.accounts.advertiser]
    const done = { kind: 'view_as', outcome: 'DONE', user_id: a.users.admin }
    const expected = [
      { ...done, actor: own, target: about, detail: expect.stringContaining(reason), account_id: a.accounts.admin },
      { ...done, actor: as, target: 'GET /api/campaign', detail: null, account_id },
      { ...done, kind: 'refusal', outcome: 'REFUSED', actor: as, target: 'POST /api/campaign', detail: 'viewing', account_id },
      { ...done, actor: as, target: about, detail: 'ended', account_id },
    ]
    // Two of them wait to be joined with others of their kind.
    const told = async () =>
      expect(await eventsSince(since)).toEqual(expect.arrayContaining(expected.map((each) => expect.objectContaining(each))))
    await vi.waitFor(told, 60_000)
  })

  test('has the end of a view that ran out, and of one whose session is gone, once', async () => {
    const [late, lost] = [await idOf(await start()), await idOf(await start({}, await api.signIn('admin', 'b')))]
    await api.db
      .update(viewings)
      .set({ started_at: sql`now() - interval '31 minutes'`, ends_at: sql`now()` })
      .where(eq(viewings.id, late))
    await api.db.delete(sessions).where(eq(sessions.viewing_id, lost))
    const still = await idOf(await start({}, await api.signIn('admin')))
    const since = await latest()
    await Promise.all([endOldViewings(api.db), endOldViewings(api.db)])
    const told = (await eventsSince(since)).map(({ user_id, detail }) => ({ user_id, detail }))
    const { a, b } = api.fixtures
    const ends = [
      { user_id: a.users.admin, detail: 'ran out' },
      { user_id: b.users.admin, detail: 'ended with what it rested on' },
    ]
    expect(told).toHaveLength(ends.length)
    expect(told).toEqual(expect.arrayContaining(ends))
    const [row] = await api.db.select().from(viewings).where(eq(viewings.id, still))
    expect(row!.ended_at).toBeNull()
  })
})
