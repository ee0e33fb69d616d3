import { endpoints, factorResetHours, type Notification } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { factorResets, passwordResets, recoveryCodes, securityEvents, sessions, userFactors } from '../db/schema.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { startTestApi, testPassword, type TestApi, type TestClient } from '../testing/index.ts'
import {
  challengeOf,
  codeOf,
  dataOf,
  givePassword,
  halfSignedIn,
  newUser,
  withPasskey,
  withTotp,
  type FactorUser,
} from '../testing/factor-users.ts'
import { whileLocked } from '../testing/while-locked.ts'
import { carryOutDueResets } from './reset.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ messageSeconds: 0.1 })
})
afterAll(() => api.close())

const { factor_reset, notification, password, session, sign_in, user } = endpoints
const errorOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const unfinished = [401, 'sign_in_unfinished']

/** A user with an app, and a browser in which they have given the password alone. */
async function lost(role: 'agency' | 'admin' = 'agency'): Promise<{ owner: FactorUser; secret: string; half: TestClient }> {
  const owner = await newUser(api, role)
  const { secret } = await withTotp(api, owner)
  return { owner, secret, half: await halfSignedIn(api, owner) }
}
const ask = async (half: TestClient) => dataOf<{ due_at: string }>(await half.call(factor_reset.ask))
const resetOf = async (owner: FactorUser) =>
  (await api.db.select().from(factorResets).where(eq(factorResets.user_id, owner.id)).orderBy(factorResets.id)).at(-1)!
const confirm = async (client: TestClient, owner: FactorUser) =>
  client.call(factor_reset.confirm, { params: { id: (await resetOf(owner)).id } })
const factorsOf = (owner: FactorUser) => api.db.$count(userFactors, eq(userFactors.user_id, owner.id))
/** The reset has waited so many hours. */
const wait = async (owner: FactorUser, hours: number) =>
  api.db
    .update(factorResets)
    .set({ due_at: sql`${factorResets.due_at} - make_interval(mins => ${hours * 60})` })
    .where(eq(factorResets.user_id, owner.id))
const mailed = (email: string, subject: string) =>
  vi.waitFor(
    async () => {
      const lines = (await readFile(join(api.outbox, 'mails.txt'), 'utf8')).split('\n')
      expect(lines.filter((line) => line.includes(email) && line.includes(subject))).toHaveLength(1)
    },
    { timeout: 60_000 },
  )

describe('a reset of lost factors', () => {
  test('is told to the administrators while it waits, and no longer once somebody has decided', async () => {
    const { owner, half } = await lost()
    const admin = await newUser(api, 'admin')
    const told = async () => {
      const query = { unconfirmed: 'true' } as const
      const found = await dataOf<Notification[]>(await admin.client.call(notification.list, { query }))
      return found.filter(({ params }) => params['text']?.includes(owner.email)).map(({ kind, page }) => ({ kind, page }))
    }
    await ask(half)
    expect(await told()).toEqual([{ kind: 'message', page: '/op/factor_requirement' }])
    await ask(half)
    expect(await told()).toHaveLength(1)
    expect((await owner.client.call(factor_reset.stop)).status).toBe(204)
    expect(await told()).toEqual([])
  })

  test('is asked for after the password, told by mail and in every session, and carried out when another person agrees', async () => {
    const { owner, half } = await lost()
    const { due_at } = await ask(half)
    expect(Math.abs(Date.parse(due_at) - Date.now() - factorResetHours * 3_600_000)).toBeLessThan(60_000)
    expect(await ask(half)).toEqual({ due_at })
    await mailed(owner.email, '二段階認証の解除が依頼されました')
    expect(await dataOf(await owner.client.call(session.me))).toMatchObject({ factor_reset_due: due_at })
    expect(await dataOf(await half.call(sign_in.step))).toMatchObject({ step: 'factor', reset_due: due_at })
    expect(await errorOf(await half.call(user.me))).toEqual(unfinished)
    const admin = await newUser(api, 'admin')
    expect(await dataOf<object[]>(await admin.client.call(factor_reset.list))).toContainEqual(
      expect.objectContaining({ user: { id: owner.id, name: expect.any(String), email: owner.email }, due_at }),
    )
    expect((await confirm(admin.client, owner)).status).toBe(204)
    expect([await factorsOf(owner), await api.db.$count(recoveryCodes, eq(recoveryCodes.user_id, owner.id))]).toEqual([0, 0])
    for (const client of [half, owner.client]) expect((await client.call(user.me)).status).toBe(401)
    expect((await givePassword(api.client(), owner.email)).status).toBe(200)
    await mailed(owner.email, '二段階認証が解除されました')
    const told = await api.db
      .select({ by: securityEvents.user_id, detail: securityEvents.detail })
      .from(securityEvents)
      .where(eq(securityEvents.target, `user ${owner.id}`))
    expect(told).toEqual(
      expect.arrayContaining([
        { by: owner.id, detail: 'asked' },
        { by: admin.id, detail: 'confirmed' },
      ]),
    )
    expect(await resetOf(owner)).toMatchObject({ outcome: 'DONE', ended_by: admin.id })
  })

  test('leaves no session of a sign-in with a factor that had been checked and was not finished', async () => {
    const { owner, half } = await lost()
    const key = await withPasskey(owner)
    await ask(half)
    const admin = await newUser(api, 'admin')
    const thief = api.client()
    const passkey = key.answer(await challengeOf(thief, sign_in.challenge))
    const [confirmed, late] = await whileLocked(api.db, owner.id, async (hold) => {
      await hold(() => confirm(admin.client, owner))
      await hold(() => thief.call(sign_in.passkey, { body: { passkey } }))
    })
    expect([confirmed!.status, await errorOf(late!)]).toEqual([204, [422, 'login_failed']])
    expect((await thief.call(session.me)).status).toBe(401)
  })

  test('is carried out by itself after the waiting time and not before it, once', async () => {
    const { owner, half } = await lost()
    await ask(half)
    await wait(owner, factorResetHours - 1)
    await carryOutDueResets(api.db)
    expect(await factorsOf(owner)).toBe(1)
    await wait(owner, 1)
    await Promise.all([carryOutDueResets(api.db), carryOutDueResets(api.db)])
    expect(await factorsOf(owner)).toBe(0)
    expect(await resetOf(owner)).toMatchObject({ outcome: 'DONE', ended_by: null })
    const done = await api.db.select({ detail: securityEvents.detail }).from(securityEvents).where(eq(securityEvents.user_id, owner.id))
    expect(done.filter(({ detail }) => detail === `done after ${factorResetHours} hours`)).toHaveLength(1)
  })

  test('is stopped by its user in any whole session, and by no other; nobody confirms it then, the time does not, and the password alone asks for no other', async () => {
    const { owner, half } = await lost()
    await ask(half)
    expect(await errorOf(await half.call(factor_reset.stop))).toEqual(unfinished)
    const other = await newUser(api, 'agency')
    expect(await errorOf(await other.client.call(factor_reset.stop))).toEqual([409, 'state_not_allowed'])
    expect((await owner.client.call(factor_reset.stop)).status).toBe(204)
    expect(await errorOf(await owner.client.call(factor_reset.stop))).toEqual([409, 'state_not_allowed'])
    expect(await dataOf(await owner.client.call(session.me))).toMatchObject({ factor_reset_due: null })
    const admin = await newUser(api, 'admin')
    expect(await errorOf(await confirm(admin.client, owner))).toEqual([409, 'state_not_allowed'])
    await wait(owner, 2 * factorResetHours)
    await carryOutDueResets(api.db)
    expect(await factorsOf(owner)).toBe(1)
    expect(await errorOf(await half.call(factor_reset.ask))).toEqual([409, 'action_blocked'])
    const later = { ended_at: sql`now() - make_interval(hours => ${factorResetHours + 1})` }
    await api.db.update(factorResets).set(later).where(eq(factorResets.user_id, owner.id))
    expect((await half.call(factor_reset.ask)).status).toBe(200)
  })

  test('ends with the password that asked for it, changed or reset', async () => {
    const twice = (next: string) => ({ password: next, password_confirmation: next })
    const next = 'three small boats at noon'
    const { owner, half } = await lost()
    await ask(half)
    expect((await owner.client.call(password.change, { body: { current_password: testPassword, ...twice(next) } })).status).toBe(204)
    expect(await resetOf(owner)).toMatchObject({ outcome: 'PASSWORD_CHANGED' })
    const again = api.client()
    await givePassword(again, owner.email, next)
    await ask(again)
    const token = newMailToken()
    await api.db.insert(passwordResets).values({ token_hash: mailTokenHash(token), user_id: owner.id })
    expect((await api.client().call(password.reset, { body: { token, ...twice(testPassword) } })).status).toBe(200)
    await wait(owner, 2 * factorResetHours)
    await carryOutDueResets(api.db)
    expect(await factorsOf(owner)).toBe(1)
    expect(await errorOf(await givePassword(api.client(), owner.email))).toEqual(unfinished)
  })

  test('is asked for by nobody who has given a factor, or who has none', async () => {
    const { owner, secret, half } = await lost()
    expect(await errorOf(await owner.client.call(factor_reset.ask))).toEqual([409, 'state_not_allowed'])
    expect((await half.call(sign_in.finish, { body: { kind: 'totp', code: codeOf(secret) } })).status).toBe(200)
    expect(await errorOf(await half.call(factor_reset.ask))).toEqual([409, 'state_not_allowed'])
    const plain = await newUser(api, 'agency')
    expect(await errorOf(await plain.client.call(factor_reset.ask))).toEqual([409, 'state_not_allowed'])
  })
})

describe('the second person', () => {
  test('is never the first: administrators do not confirm their own, also from another session', async () => {
    const { owner, half } = await lost('admin')
    await ask(half)
    expect(await errorOf(await confirm(half, owner))).toEqual(unfinished)
    expect(await errorOf(await confirm(owner.client, owner))).toEqual([409, 'action_blocked'])
    expect(await factorsOf(owner)).toBe(1)
    const [one, other] = [await newUser(api, 'admin'), await newUser(api, 'admin')]
    const answers = await Promise.all([confirm(one.client, owner), confirm(other.client, owner)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await factorsOf(owner)).toBe(0)
  })

  test('is an administrator with a fresh factor, who may also refuse', async () => {
    const { owner, half } = await lost()
    await ask(half)
    for (const role of ['agency', 'ptd', 'pg'] as const)
      expect(await errorOf(await confirm((await newUser(api, role)).client, owner))).toEqual([403, 'forbidden'])
    const admin = await newUser(api, 'admin')
    const refuse = async () => admin.client.call(factor_reset.refuse, { params: { id: (await resetOf(owner)).id } })
    await api.db
      .update(sessions)
      .set({ factor_at: sql`now() - interval '11 minutes'` })
      .where(eq(sessions.user_id, admin.id))
    for (const late of [await confirm(admin.client, owner), await refuse()]) expect(await errorOf(late)).toEqual([403, 'factor_needed'])
    await api.db
      .update(sessions)
      .set({ factor_at: sql`now()` })
      .where(eq(sessions.user_id, admin.id))
    expect((await refuse()).status).toBe(204)
    expect(await errorOf(await confirm(admin.client, owner))).toEqual([409, 'state_not_allowed'])
    expect(await factorsOf(owner)).toBe(1)
    expect((await admin.client.call(factor_reset.confirm, { params: { id: 999_999 } })).status).toBe(404)
  })
})
