import { endpoints, japanDay, roleCode, type Role } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accounts, auditLog, memberships, passwordResets, roleFactors, securityEvents, sessions, userFactors } from '../db/schema.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { startTestApi, testPassword, type TestApi, type TestClient } from '../testing/index.ts'
import { Authenticator } from '../testing/authenticator.ts'
import {
  challengeOf,
  codeOf,
  dataOf,
  givePassword,
  halfSignedIn,
  newUser,
  withPasskey,
  withTotp,
  withTotpAndCodes,
  type FactorUser,
} from '../testing/factor-users.ts'
import { insertInvitation } from '../testing/fixtures.ts'
import { insertKey } from '../testing/keys.ts'
import { allEndpoints } from '../testing/requests/requests.ts'
import { whileLocked } from '../testing/while-locked.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterEach(async () => {
  await api.db.delete(roleFactors)
  await api.db.update(accounts).set({ factor_required_from: null })
})
afterAll(() => api.close())

const { agency, dashboard, factor, factor_requirement, invitation, password, session, sign_in, user } = endpoints
const errorOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const unfinished = [401, 'sign_in_unfinished']
const stepOf = async (client: TestClient) => dataOf(await client.call(sign_in.step))
const enrolling = { step: 'factor', choices: [], enrol: true }

/** A day in Japan so many days from today. */
const inDays = (days: number) => japanDay(new Date(Date.now() + days * 86_400_000))

/** Requires a factor as an administrator does who has one. */
async function administrator(): Promise<FactorUser> {
  const admin = await newUser(api, 'admin')
  await withTotp(api, admin)
  return admin
}
const requireOfRole = (client: TestClient, role: Role, required_from: string | null) =>
  client.call(factor_requirement.requireOfRole, { body: { role: roleCode(role), required_from } })
const requireOfAccount = (client: TestClient, role: Role, required_from: string | null) =>
  client.call(factor_requirement.requireOfAccount, { params: { id: api.fixtures.a.accounts[role] }, body: { required_from } })

/** Adds an authenticator app with a session that may do nothing else. */
async function enrol(owner: FactorUser): Promise<{ secret: string; codes: string[] }> {
  const added = await withTotpAndCodes(api, owner)
  expect(added.codes).toHaveLength(10)
  return added
}

describe('from the day on, a user without a factor', () => {
  test('has a session that can add one, and does nothing else in the whole API', async () => {
    const owner = await newUser(api, 'agency')
    const admin = await administrator()
    expect((await requireOfRole(admin.client, 'agency', inDays(0))).status).toBe(204)
    const client = api.client()
    expect(await errorOf(await givePassword(client, owner.email))).toEqual(unfinished)
    expect(await stepOf(client)).toEqual(enrolling)
    const reached: string[] = []
    for (const { key, endpoint } of allEndpoints.filter(({ endpoint: { permission } }) => permission !== 'public')) {
      const response = await client.call(endpoint, { params: { id: 1, unit: 'ad', zip: '1', account_id: 1, attachment_id: 1 } })
      const text = await response.text()
      if (response.status !== 401 || !text.includes('"sign_in_unfinished"')) reached.push(key)
    }
    expect(reached.toSorted()).toEqual([
      'factor.addPasskey',
      'factor.addTotp',
      'factor.choices',
      'factor.confirm',
      'factor.startPasskey',
      'factor.startTotp',
      'sign_in.step',
    ])
    const before = client.cookies.get('adsite_session')
    await enrol({ ...owner, client })
    expect(client.cookies.get('adsite_session')).not.toBe(before)
    expect((await client.call(user.me)).status).toBe(200)
    expect(await stepOf(client)).toMatchObject({ step: null })
  })

  test('may add a passkey instead, which signs in alone from then on', async () => {
    const owner = await newUser(api, 'agency')
    await requireOfAccount((await administrator()).client, 'agency', inDays(0))
    const client = await halfSignedIn(api, owner)
    const key = await withPasskey({ ...owner, client }, new Authenticator())
    expect((await client.call(user.me)).status).toBe(200)
    const next = api.client()
    const signedIn = await next.call(sign_in.passkey, { body: { passkey: key.answer(await challengeOf(next, sign_in.challenge)) } })
    expect(signedIn.status).toBe(200)
  })

  test('loses what sessions, other tabs and pages of theirs could do at once; one that is too old confirms the password first', async () => {
    const owner = await newUser(api, 'agency')
    expect((await owner.client.call(dashboard.waiting)).status).toBe(200)
    await requireOfAccount((await administrator()).client, 'agency', inDays(0))
    await api.db
      .update(sessions)
      .set({ factor_at: sql`now() - interval '11 minutes'` })
      .where(eq(sessions.user_id, owner.id))
    expect(await errorOf(await owner.client.call(dashboard.waiting))).toEqual(unfinished)
    const { readAccount } = await import('../call/page-session.ts')
    expect(await readAccount(api.db, owner.client.cookieHeader, false)).toBeNull()
    expect(await errorOf(await owner.client.call(factor.startTotp))).toEqual([403, 'factor_needed'])
    expect((await owner.client.call(factor.confirm, { body: { kind: 'password', password: 'wrong' } })).status).toBe(422)
    expect((await owner.client.call(factor.confirm, { body: { kind: 'password', password: testPassword } })).status).toBe(204)
    expect(await errorOf(await owner.client.call(dashboard.waiting))).toEqual(unfinished)
    await enrol(owner)
    expect((await owner.client.call(dashboard.waiting)).status).toBe(200)
  })

  test('comes no further with an invitation, a password that was reset, or one that was changed', async () => {
    await requireOfRole((await administrator()).client, 'pg', inDays(0))
    const email = `invited-${Date.now()}@test.example`
    const { token } = await insertInvitation(api.db, api.fixtures.a.accounts.pg, email)
    const words = { password: testPassword, password_confirmation: testPassword }
    expect((await api.client().call(invitation.register, { body: { token, name: '新しい人', ...words } })).status).toBe(201)
    const client = api.client()
    expect(await errorOf(await givePassword(client, email))).toEqual(unfinished)
    expect(await stepOf(client)).toEqual(enrolling)

    const owner = await newUser(api, 'pg')
    const reset = newMailToken()
    await api.db.insert(passwordResets).values({ token_hash: mailTokenHash(reset), user_id: owner.id })
    const next = 'three small boats at noon'
    const twice = { password: next, password_confirmation: next }
    expect((await api.client().call(password.reset, { body: { token: reset, ...twice } })).status).toBe(200)
    expect(await errorOf(await givePassword(client, owner.email, next))).toEqual(unfinished)
    const change = { current_password: next, ...words }
    expect(await errorOf(await client.call(password.change, { body: change }))).toEqual(unfinished)
  })

  test('is let through by no factor of a session that the user no longer has', async () => {
    const owner = await newUser(api, 'agency')
    await withTotp(api, owner)
    const { factors } = await dataOf<{ factors: { id: number }[] }>(await owner.client.call(factor.list))
    expect((await owner.client.call(factor.remove, { params: { id: factors[0]!.id } })).status).toBe(204)
    expect((await owner.client.call(user.me)).status).toBe(200)
    await requireOfRole((await administrator()).client, 'agency', inDays(0))
    expect(await errorOf(await owner.client.call(user.me))).toEqual(unfinished)
    expect(await stepOf(owner.client)).toEqual(enrolling)
  })

  test('cannot add one with a session that only lacks the factor that they have', async () => {
    const owner = await newUser(api, 'agency')
    await requireOfRole((await administrator()).client, 'agency', inDays(0))
    const [one, other] = [await halfSignedIn(api, owner), await halfSignedIn(api, owner)]
    await dataOf(await other.call(factor.startTotp))
    const { secret } = await enrol({ ...owner, client: one })
    for (const endpoint of [factor.startTotp, factor.startPasskey]) expect(await errorOf(await other.call(endpoint))).toEqual(unfinished)
    expect(await errorOf(await other.call(factor.addTotp, { body: { code: '123456' } }))).toEqual(unfinished)
    expect((await other.call(sign_in.finish, { body: { kind: 'totp', code: codeOf(secret) } })).status).toBe(200)
  })
})

test('two who require it of a role at once are told what each of them changed', async () => {
  const admin = await administrator()
  const code = roleCode('ptd')
  const answers = await whileLocked(
    api.db,
    admin.id,
    async (hold) => {
      await hold(() => requireOfRole(admin.client, 'ptd', inDays(3)))
      await hold(() => requireOfRole(admin.client, 'ptd', inDays(3)))
    },
    (transaction) => transaction.execute(sql`lock table ${roleFactors} in share mode`),
  )
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  const written = and(eq(auditLog.entity, 'role'), eq(auditLog.entity_id, code), eq(auditLog.field, 'factor_required_from'))
  expect(await api.db.$count(auditLog, written)).toBe(1)
})

test('switching to an account that requires a factor leads to adding one; the former account is out of reach until then', async () => {
  const owner = await newUser(api, 'agency')
  await api.db.insert(memberships).values({ user_id: owner.id, account_id: api.fixtures.a.accounts.rep, role: roleCode('rep') })
  await requireOfAccount((await administrator()).client, 'rep', inDays(0))
  expect((await owner.client.call(user.me)).status).toBe(200)
  const body = { account_id: api.fixtures.a.accounts.rep }
  expect(await errorOf(await owner.client.call(session.changeRole, { body }))).toEqual(unfinished)
  expect(await stepOf(owner.client)).toEqual(enrolling)
  const back = { account_id: api.fixtures.a.accounts.agency }
  expect(await errorOf(await owner.client.call(session.changeRole, { body: back }))).toEqual(unfinished)
  await enrol(owner)
  expect(await dataOf(await owner.client.call(session.me))).toMatchObject({ using_account_id: api.fixtures.a.accounts.rep })
})

describe('the day', () => {
  test('of several accounts is the nearest', async () => {
    const owner = await newUser(api, 'agency')
    const other = api.fixtures.a.accounts.rep
    await api.db.insert(memberships).values({ user_id: owner.id, account_id: other, role: roleCode('rep') })
    const admin = await administrator()
    for (const [first, second] of [
      [2, 3],
      [3, 2],
    ] as const) {
      await requireOfAccount(admin.client, 'agency', inDays(first))
      await requireOfAccount(admin.client, 'rep', inDays(second))
      expect(await dataOf(await owner.client.call(session.me)), `${first} and ${second}`).toMatchObject({ factor_due: inDays(2) })
    }
    // An account that has ended requires nothing.
    await api.db.update(accounts).set({ deleted_at: new Date() }).where(eq(accounts.id, other))
    expect(await dataOf(await owner.client.call(session.me))).toMatchObject({ factor_due: inDays(3) })
    await api.db.update(accounts).set({ deleted_at: null }).where(eq(accounts.id, other))
  })

  test('is one in Japan, by the clock of the database; before it everything works, and the session names it', async () => {
    const owner = await newUser(api, 'agency')
    const admin = await administrator()
    await requireOfAccount(admin.client, 'agency', inDays(2))
    await requireOfRole(admin.client, 'agency', inDays(1))
    expect(await dataOf(await owner.client.call(session.me))).toMatchObject({ factor_due: inDays(1) })
    await withTotp(api, owner)
    expect(await dataOf(await owner.client.call(session.me))).toMatchObject({ factor_due: null })
    const other = await newUser(api, 'agency')
    // The first and the last moment of the day before, in Japan, as the database would see them from there.
    const dayOf = async (moment: string) =>
      (await api.db.execute<{ day: string }>(sql`select (${moment}::timestamptz at time zone 'Asia/Tokyo')::date::text as day`)).rows[0]!
        .day
    expect(await dayOf('2026-12-31T14:59:59Z')).toBe('2026-12-31')
    expect(await dayOf('2026-12-31T15:00:00Z')).toBe('2027-01-01')
    const { rows } = await api.db.execute<{ today: string }>(sql`select (now() at time zone 'Asia/Tokyo')::date::text as today`)
    await api.db.update(roleFactors).set({ required_from: rows[0]!.today })
    expect(await errorOf(await other.client.call(user.me))).toEqual(unfinished)
    await api.db.update(roleFactors).set({ required_from: sql`${rows[0]!.today}::date + 1` })
    expect((await other.client.call(user.me)).status).toBe(200)
  })

  test('in the past is refused, with the earliest that counts', async () => {
    const { client } = await administrator()
    for (const refused of [await requireOfRole(client, 'agency', inDays(-1)), await requireOfAccount(client, 'agency', '2000-01-01')]) {
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({ errors: { required_from: [`${inDays(0)}以降の日付を指定してください。`] } })
    }
    for (const wrong of ['tomorrow', '2026-02-31', '2026-12-01T00:00:00Z', 7])
      expect((await client.call(factor_requirement.requireOfRole, { body: { role: 4, required_from: wrong } })).status).toBe(422)
  })
})

describe('whoever requires a factor', () => {
  test('is an administrator with a factor, given within ten minutes, and a whole session', async () => {
    const plain = await newUser(api, 'admin')
    const refused = await requireOfRole(plain.client, 'agency', inDays(0))
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'action_blocked', message: expect.stringContaining('先にご自身') },
    ])
    const admin = await administrator()
    await api.db
      .update(sessions)
      .set({ factor_at: sql`now() - interval '11 minutes'` })
      .where(eq(sessions.user_id, admin.id))
    expect(await errorOf(await requireOfRole(admin.client, 'agency', inDays(0)))).toEqual([403, 'factor_needed'])
    for (const role of ['advertiser', 'agency', 'rep', 'ptd', 'pg'] as const) {
      const { client } = await newUser(api, role)
      expect(await errorOf(await requireOfAccount(client, role, inDays(0)))).toEqual([403, 'forbidden'])
      expect(await errorOf(await client.call(factor_requirement.list))).toEqual([403, 'forbidden'])
    }
    const again = await administrator()
    await requireOfRole(again.client, 'admin', inDays(0))
    // Whoever is bound by it cannot take it back before adding a factor.
    expect(await errorOf(await requireOfRole(plain.client, 'admin', null))).toEqual(unfinished)
    expect(await errorOf(await requireOfRole(await halfSignedIn(api, again), 'admin', inDays(9)))).toEqual(unfinished)
    expect((await again.client.call(user.me)).status).toBe(200)
  })

  test('sees how many people it concerns and how many of them have none yet; the audit and the history name who, what and when', async () => {
    const admin = await administrator()
    const params = { id: api.fixtures.a.accounts.agency }
    const before = await dataOf<{ users: number; without_factor: number }>(
      await admin.client.call(factor_requirement.ofAccount, { params }),
    )
    const owner = await newUser(api, 'agency')
    await withTotp(api, owner)
    await newUser(api, 'agency')
    await requireOfAccount(admin.client, 'agency', inDays(3))
    expect(await dataOf(await admin.client.call(factor_requirement.ofAccount, { params }))).toEqual({
      required_from: inDays(3),
      users: before.users + 2,
      without_factor: before.without_factor + 1,
      role_required_from: null,
    })
    await requireOfRole(admin.client, 'rep', inDays(4))
    await requireOfRole(admin.client, 'rep', inDays(4))
    await requireOfAccount(admin.client, 'agency', inDays(3))
    const { roles, accounts: own } = await dataOf<{ roles: object[]; accounts: object[] }>(await admin.client.call(factor_requirement.list))
    expect(roles).toContainEqual(expect.objectContaining({ role: roleCode('rep'), required_from: inDays(4) }))
    expect(own).toEqual([expect.objectContaining({ account_id: params.id, record_id: params.id, role: 4, required_from: inDays(3) })])
    const history = await dataOf<object[]>(await admin.client.call(agency.history, { params }))
    expect(history[0]).toMatchObject({ field: 'factor_required_from', before: null, after: inDays(3) })
    const told = await api.db
      .select({ target: securityEvents.target, detail: securityEvents.detail })
      .from(securityEvents)
      .where(eq(securityEvents.user_id, admin.id))
    expect(told).toContainEqual({ target: `account ${params.id}`, detail: `none → ${inDays(3)}` })
    expect(told).toContainEqual({ target: 'role rep', detail: `none → ${inDays(4)}` })
    expect(told).toContainEqual({ target: 'role rep', detail: `was so already: ${inDays(4)}` })
    expect(told).toContainEqual({ target: `account ${params.id}`, detail: `was so already: ${inDays(3)}` })
    const logged = await api.db.select({ after: auditLog.after }).from(auditLog).where(eq(auditLog.entity, 'role'))
    expect(logged).toContainEqual({ after: inDays(4) })
  })

  test('names a media group by its account, and no account of administrators', async () => {
    const admin = await administrator()
    await requireOfAccount(admin.client, 'pg', inDays(0))
    const { accounts: own } = await dataOf<{ accounts: object[] }>(await admin.client.call(factor_requirement.list))
    expect(own).toEqual([expect.objectContaining({ record_id: api.fixtures.a.publisherGroup, role: 3 })])
    expect((await requireOfAccount(admin.client, 'admin', inDays(0))).status).toBe(404)
    expect((await admin.client.call(factor_requirement.ofAccount, { params: { id: 999_999 } })).status).toBe(404)
  })
})

test('the last factor stays while any account of its user requires one; another one may go', async () => {
  const owner = await newUser(api, 'agency')
  await withTotp(api, owner)
  await withPasskey(owner)
  await api.db.insert(memberships).values({ user_id: owner.id, account_id: api.fixtures.a.accounts.rep, role: roleCode('rep') })
  const admin = await administrator()
  await requireOfAccount(admin.client, 'rep', inDays(0))
  const rows = await api.db.select({ id: userFactors.id }).from(userFactors).where(eq(userFactors.user_id, owner.id))
  const [first, second] = rows.map(({ id }) => id)
  const remove = (id: number | undefined) => owner.client.call(factor.remove, { params: { id: id ?? 0 } })
  const answers = await Promise.all([remove(first), remove(second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  await requireOfAccount(admin.client, 'rep', inDays(1))
  const [left] = await api.db.select({ id: userFactors.id }).from(userFactors).where(eq(userFactors.user_id, owner.id))
  expect((await remove(left!.id)).status).toBe(204)
})

test('keys of the API keep their own rule: made by people with a whole session, they go on calling', async () => {
  const { key } = await insertKey(api, 'agency', ['dashboard.read'])
  await requireOfRole((await administrator()).client, 'agency', inDays(0))
  const called = await api.client().withKey(key).call(dashboard.waiting)
  expect(called.status).toBe(200)
})
