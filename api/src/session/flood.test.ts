import { endpoints } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginFailures } from '../db/schema.ts'
import { startTestApi, testPassword, type TestApi, type TestClient } from '../testing/index.ts'
import { challengeOf, codeOf, forgetCodes, givePassword, halfSignedIn, newUser, withPasskey, withTotp } from '../testing/factor-users.ts'

const { factor, password, session, sign_in } = endpoints

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.db.delete(loginFailures))

/** 3,000 failures in this minute, from everywhere. */
const flood = () =>
  api.db.execute(sql`insert into ${loginFailures} (key, subject, address, network, at)
    select 'x', n::text, 'x', 'x', now() from generate_series(1, 3000) n`)
const finish = (client: TestClient, code: string) => client.call(sign_in.finish, { body: { kind: 'totp', code } })
const confirm = (client: TestClient, code: string) => client.call(factor.confirm, { body: { kind: 'totp', code } })
const statuses = async (count: number, call: () => Promise<Response>) => {
  const all: number[] = []
  for (let index = 0; index < count; index++) all.push((await call()).status)
  return all
}
/** A user with an authenticator app, signed in with a browser that is known since. */
async function appUser() {
  const owner = await newUser(api, 'agency')
  return { ...owner, ...(await withTotp(api, owner)) }
}

describe('while the whole site is flooded', () => {
  test('a browser that is known passes both steps; another does not, wherever it has got to', async () => {
    const owner = await appUser()
    const half = await halfSignedIn(api, owner)
    await flood()
    expect((await givePassword(api.client(), owner.email)).status).toBe(429)
    expect((await finish(half, codeOf(owner.secret))).status).toBe(429)
    expect((await givePassword(owner.client, owner.email)).status).toBe(401)
    expect((await finish(owner.client, codeOf(owner.secret))).status).toBe(200)
  })

  test('a browser that is known for one user is nobody’s for another, at either step', async () => {
    const [attacker, victim] = [await newUser(api, 'agency'), await appUser()]
    const half = await halfSignedIn(api, victim)
    half.cookies.set('adsite_device', attacker.client.cookies.get('adsite_device')!)
    await flood()
    expect((await givePassword(attacker.client, victim.email)).status).toBe(429)
    expect((await finish(half, codeOf(victim.secret))).status).toBe(429)
  })

  test('a whole session gives a fresh factor, of either kind, and changes the password', async () => {
    const [owner, plain] = [await appUser(), await newUser(api, 'agency')]
    await flood()
    expect((await confirm(owner.client, codeOf(owner.secret))).status).toBe(204)
    expect((await plain.client.call(factor.confirm, { body: { kind: 'password', password: testPassword } })).status).toBe(204)
    const body = { current_password: 'wrong', password: 'x', password_confirmation: 'x' }
    expect((await plain.client.call(password.change, { body })).status).toBe(422)
  })

  test('what nobody can guess works in every browser: a passkey, a mailed token, a provider', async () => {
    const owner = await newUser(api, 'agency')
    const key = await withPasskey(owner)
    await flood()
    const client = api.client()
    const passkey = key.answer(await challengeOf(client, sign_in.challenge))
    expect((await client.call(sign_in.passkey, { body: { passkey } })).status).toBe(200)
    expect((await api.client().call(password.check, { body: { token: 'x'.repeat(43) } })).status).toBe(422)
    expect((await api.client().call(endpoints.single_sign_in.start, { body: { email: 'x@nowhere.example' } })).status).toBe(422)
    const answer = { provider_id: 999_999, response: '?state=x' }
    expect((await api.client().call(endpoints.single_sign_in.finish, { body: answer })).status).toBe(422)
  })

  test('a password is mailed to whoever asks in a browser that is known', async () => {
    const owner = await newUser(api, 'agency')
    await flood()
    const forgot = (client: TestClient) => client.call(password.forgot, { body: { email: owner.email } })
    expect([(await forgot(api.client())).status, (await forgot(owner.client)).status]).toEqual([429, 200])
  })
})

describe('codes are guessed no more often for that', () => {
  test('with a stolen session: five a minute and twenty an hour of its user, also under another id or beside another session', async () => {
    const owner = await appUser()
    const other = api.client()
    await givePassword(other, owner.email)
    await finish(other, codeOf(owner.secret))
    await flood()
    const account_id = api.fixtures.a.accounts.agency
    for (let minute = 0; minute < 4; minute++) {
      expect(await statuses(5, () => confirm(owner.client, '000000'))).toEqual([422, 422, 422, 422, 422])
      expect((await owner.client.call(session.changeRole, { body: { account_id } })).status).toBe(201)
      for (const client of [owner.client, other]) expect((await confirm(client, '000000')).status).toBe(429)
      await api.db.update(loginFailures).set({ at: sql`${loginFailures.at} - interval '61 seconds'` })
    }
    expect((await confirm(owner.client, codeOf(owner.secret))).status).toBe(429)
  })

  test('with browsers that were made known by the password alone, before there was a second factor: all together', async () => {
    const owner = await newUser(api, 'agency')
    const farmed = await Promise.all(Array.from({ length: 6 }, () => halfSignedIn(api, owner)))
    const { secret } = await withTotp(api, owner)
    const answers: number[] = []
    for (const client of farmed) {
      await givePassword(client, owner.email)
      answers.push((await finish(client, '000000')).status)
    }
    expect(answers).toEqual([422, 422, 422, 422, 422, 429])
    await forgetCodes(api, owner.id)
    expect((await confirm(owner.client, codeOf(secret))).status).toBe(204)
  })

  test('whoever knows the password alone keeps out neither a known browser nor a session', async () => {
    const owner = await appUser()
    const half = await halfSignedIn(api, owner)
    expect(await statuses(6, () => finish(half, '000000'))).toEqual([422, 422, 422, 422, 422, 429])
    expect((await confirm(owner.client, codeOf(owner.secret))).status).toBe(204)
    await forgetCodes(api, owner.id)
    await givePassword(owner.client, owner.email)
    expect((await finish(owner.client, codeOf(owner.secret))).status).toBe(200)
  })
})
