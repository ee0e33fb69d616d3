import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@adsite/contract'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditLog, passwordResets, securityEvents, users } from '../db/schema.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { newUser, givePassword } from '../testing/factor-users.ts'
import { emailOf, testPassword } from '../testing/fixtures.ts'
import { whileLocked } from '../testing/while-locked.ts'

const { session, password } = endpoints

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ messageSeconds: 0.1 })
})
afterAll(() => api.close())

const next = 'Kawaranai-Ishi-77'
const change = (client: TestClient, current_password: string, wanted = next, password_confirmation = wanted) =>
  client.call(password.change, { body: { current_password, password: wanted, password_confirmation } })
const faultsOf = async (response: Response) => ((await response.json()) as { errors?: Record<string, string[]> }).errors
const statusOf = async (email: string, given: string) =>
  (await api.client('192.0.2.99').call(session.login, { body: { email, password: given } })).status

describe('the own password', () => {
  test('is another one: others are signed out, links are void, a mail says so, the log does not say what it is', async () => {
    const email = emailOf('rep')
    const user = api.fixtures.a.users.rep
    const [here, elsewhere] = [await api.signIn('rep'), await api.signIn('rep')]
    const former = here.cookies.get('adsite_session')!
    const token = newMailToken()
    await api.db.insert(passwordResets).values({ token_hash: mailTokenHash(token), user_id: user })
    expect((await change(here, testPassword)).status).toBe(204)
    expect((await here.call(session.me)).status).toBe(200)
    expect((await elsewhere.call(session.me)).status).toBe(401)
    const stolen = api.client()
    stolen.cookies.set('adsite_session', former)
    expect((await stolen.call(session.me)).status).toBe(401)
    expect([await statusOf(email, testPassword), await statusOf(email, next)]).toEqual([422, 200])
    expect((await api.client().call(password.check, { body: { token } })).status).toBe(422)
    await vi.waitFor(
      async () =>
        expect(await readFile(join(api.outbox, 'mails.txt'), 'utf8')).toMatch(
          /パスワードが変更されました  https:\/\/ads\.test\/auth\/forgot {2}/u,
        ),
      60_000,
    )
    expect(JSON.stringify(await api.db.select().from(auditLog))).not.toContain(next)
    const told = await api.db
      .select({ target: securityEvents.target, detail: securityEvents.detail, account_id: securityEvents.account_id })
      .from(securityEvents)
      .where(and(eq(securityEvents.kind, 'password'), eq(securityEvents.user_id, user)))
    expect(told).toEqual([{ target: `user ${user}`, detail: 'update (screen) password', account_id: api.fixtures.a.accounts.rep }])
    const [row] = await api.db.select().from(users).where(eq(users.id, user))
    expect(row!.updated_by).toBe(user)
  })

  test('of two changes at the same moment the second is refused: the password that it knew is no longer the present one', async () => {
    const { id, email, client } = await newUser(api, 'rep')
    const other = api.client()
    await givePassword(other, email)
    const answers = await whileLocked(api.db, id, async (hold) => {
      await hold(() => change(client, testPassword, 'Hayai-Kawa-11'))
      await hold(() => change(other, testPassword, 'Osoi-Yama-22'))
    })
    expect(answers.map(({ status }) => status)).toEqual([204, 422])
    expect(await faultsOf(answers[1]!)).toHaveProperty('current_password')
    expect([await statusOf(email, 'Hayai-Kawa-11'), await statusOf(email, 'Osoi-Yama-22')]).toEqual([200, 422])
  })

  test('needs the present one, on its field; five wrong ones a minute, from wherever', async () => {
    const client = await api.signIn('ptd')
    for (let count = 0; count < 5; count++) {
      const refused = await change(client, 'not-mine-1234')
      expect([refused.status, await faultsOf(refused)]).toEqual([422, { current_password: ['現在のパスワードが正しくありません。'] }])
    }
    const other = await api.signIn('ptd')
    expect((await change(other, testPassword)).status).toBe(429)
    expect(await statusOf(emailOf('ptd'), testPassword)).toBe(200)
  })

  test.each([
    ['short', 'password'],
    ['password123', 'password'],
    [emailOf('pg'), 'password'],
  ])('%s is refused', async (wanted, field) => {
    const refused = await change(await api.signIn('pg'), testPassword, wanted)
    expect([refused.status, Object.keys((await faultsOf(refused))!)]).toEqual([422, [field]])
  })

  test('the present one is refused on the field of the new one, and nothing is signed out or logged', async () => {
    const { id, email, client } = await newUser(api, 'pg')
    const elsewhere = api.client()
    await givePassword(elsewhere, email)
    const refused = await change(client, testPassword, testPassword)
    const why = '現在のパスワードと同じです。別のパスワードを入力してください。'
    expect([refused.status, await faultsOf(refused)]).toEqual([422, { password: [why] }])
    expect((await elsewhere.call(session.me)).status).toBe(200)
    expect(await api.db.$count(auditLog, eq(auditLog.user_id, id))).toBe(0)
  })

  test('a confirmation that differs is refused on its field', async () => {
    const refused = await change(await api.signIn('pg'), testPassword, next, `${next}x`)
    expect(await faultsOf(refused)).toEqual({ password_confirmation: ['入力されたパスワードが異なります。'] })
  })

  test('leaves no session of a sign-in that had checked the former one and was not finished', async () => {
    const { id, email, client } = await newUser(api, 'agency')
    const thief = api.client()
    const [changed, late] = await whileLocked(api.db, id, async (hold) => {
      await hold(() => change(client, testPassword))
      await hold(() => givePassword(thief, email))
    })
    expect([changed!.status, late!.status]).toEqual([204, 422])
    expect((await thief.call(session.me)).status).toBe(401)
    expect((await client.call(session.me)).status).toBe(200)
  })

  test('of two changes at once one holds', async () => {
    const [one, two] = [await api.signIn('agency'), await api.signIn('agency')]
    const answers = await Promise.all([change(one, testPassword, 'Hitotsu-Me-01'), change(two, testPassword, 'Futatsu-Me-02')])
    expect(answers.map(({ status }) => status === 204).toSorted()).toEqual([false, true])
    const held = answers[0]!.status === 204 ? 'Hitotsu-Me-01' : 'Futatsu-Me-02'
    expect(await statusOf(emailOf('agency'), held)).toBe(200)
  })
})

test('the own name is changed like the language, and kept in the history', async () => {
  const client = await api.signIn('advertiser')
  expect((await client.call(endpoints.user.updateMe, { body: { name: '  あたらしい 名前 ' } })).status).toBe(204)
  const me = (await (await client.call(session.me)).json()) as { data: { user: { name: string } } }
  expect(me.data.user.name).toBe('あたらしい 名前')
  expect((await client.call(endpoints.user.updateMe, { body: { name: '   ' } })).status).toBe(422)
  const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.field, 'name'))
  expect(entry).toMatchObject({ entity: 'user', after: 'あたらしい 名前' })
})

test('whose password a link sets is told to whoever holds it, until it is used', async () => {
  const token = newMailToken()
  await api.db.insert(passwordResets).values({ token_hash: mailTokenHash(token), user_id: api.fixtures.a.users.admin })
  const check = () => api.client().call(password.check, { body: { token } })
  expect(await (await check()).json()).toEqual({ data: { email: emailOf('admin') } })
  await api.client().call(password.reset, { body: { token, password: next, password_confirmation: next } })
  expect((await check()).status).toBe(422)
})
