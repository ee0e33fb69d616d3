import { endpoints, roleCode, type ApiKey, type PasskeyCreation, type SessionData } from '@adsite/contract'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, loginFailures, memberships, passwordResets } from '../db/schema.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { Authenticator } from '../testing/authenticator.ts'
import { dataOf, givePassword, withPasskey, withTotpAndCodes } from '../testing/factor-users.ts'
import { insertMember, testPassword } from '../testing/fixtures.ts'
import { insertKey, type TestClient } from '../testing/index.ts'
import { startSsoScene, type SsoScene } from '../testing/sso/sso-scene.ts'

// Whoever runs the provider of company a can have a session of any of its users. What they must not reach is company b.

let scene: SsoScene
beforeAll(async () => {
  scene = await startSsoScene()
})
afterAll(() => scene.close())
beforeEach(() => scene.api.db.delete(loginFailures))

const { api_key, factor, factor_reset, own_session, password, session, sign_in, user } = endpoints
const refused = [403, 'single_sign_on_session']
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code]
const me = async (client: TestClient) => dataOf<SessionData>(await client.call(session.me))

const join = (user_id: number, account_id: number, role: 'agency' | 'admin') =>
  scene.api.db.insert(memberships).values({ user_id, account_id, role: roleCode(role) })

/** A user of the company who has a password here, and a browser in which its provider has vouched for them. */
async function colleague() {
  const provider = await scene.setUp({ groups: { buyers: [scene.account('agency')] } })
  const email = scene.person(provider.domain)
  const id = await insertMember(scene.api.db, email, scene.account('rep'), 'rep')
  const signIn = async () => (await scene.signIn(provider, email)).client
  return { id, email, client: await signIn(), signIn }
}
/** One who has an account of another company besides. */
async function inBoth() {
  const made = await colleague()
  await join(made.id, scene.api.fixtures.b.accounts.agency, 'agency')
  return made
}

describe('the session of a provider, of a user who has accounts elsewhere', () => {
  test('adds no passkey, which would open those, also where its making began before', async () => {
    const { id, client } = await colleague()
    const passkey = new Authenticator().create(await dataOf<PasskeyCreation>(await client.call(factor.startPasskey)))
    await join(id, scene.api.fixtures.b.accounts.agency, 'agency')
    expect(await codeOf(await client.call(factor.startPasskey))).toEqual(refused)
    expect(await codeOf(await client.call(factor.addPasskey, { body: { name: '鍵', passkey } }))).toEqual(refused)
  })

  test('is told that they have, and what to do, and loses it with the account', async () => {
    const { id, client } = await inBoth()
    expect(await me(client)).toMatchObject({ single_sign_on: true, accounts_elsewhere: true })
    expect(await (await client.call(own_session.list)).json()).toMatchObject({
      message: expect.stringMatching(/ほかの会社.*シングルサインオン.*パスワード/u),
    })
    await scene.api.db.delete(memberships).where(eq(memberships.account_id, scene.api.fixtures.b.accounts.agency))
    expect(await me(client)).not.toHaveProperty('accounts_elsewhere')
    expect((await client.call(own_session.list)).status).toBe(200)
    await join(id, scene.api.fixtures.b.accounts.agency, 'agency')
    expect(await codeOf(await client.call(own_session.list))).toEqual(refused)
  })

  test('cannot ask for the reset of their factors, and gives them as ever', async () => {
    const made = await inBoth()
    const here = scene.api.client()
    await givePassword(here, made.email)
    const { codes } = await withTotpAndCodes(scene.api, { ...made, client: here })
    const client = await made.signIn()
    expect(await codeOf(await client.call(factor_reset.ask))).toEqual(refused)
    expect((await client.call(sign_in.finish, { body: { kind: 'recovery_code', code: codes[0] } })).status).toBe(200)
    expect(await codeOf(await client.call(factor.renewRecoveryCodes))).toEqual(refused)
  })

  test('adds no factor either where one is required: their own sign-in does', async () => {
    const { client, email } = await inBoth()
    const requireFactor = (factor_required_from: string | null) =>
      scene.api.db
        .update(accounts)
        .set({ factor_required_from })
        .where(inArray(accounts.id, [scene.account('rep'), scene.account('agency')]))
    await requireFactor('2026-01-01')
    expect(await codeOf(await client.call(session.me))).toEqual([401, 'sign_in_unfinished'])
    expect(await codeOf(await client.call(factor.startTotp))).toEqual(refused)
    const here = scene.api.client()
    expect(await codeOf(await givePassword(here, email))).toEqual([401, 'sign_in_unfinished'])
    expect((await here.call(factor.startTotp)).status).toBe(200)
    await requireFactor(null)
  })

  test('sees and revokes the keys of the company alone', async () => {
    const { id: user_id, email, client } = await inBoth()
    const own = await insertKey(scene.api, 'agency', ['campaign.read'], { user_id })
    const foreign = await insertKey(scene.api, 'agency', ['campaign.read'], {
      user_id,
      tenant: 'b',
      account_id: scene.api.fixtures.b.accounts.agency,
    })
    const idsOf = async (at: TestClient) => (await dataOf<ApiKey[]>(await at.call(api_key.list))).map(({ id }) => id)
    expect(await idsOf(client)).toEqual([own.id])
    expect((await client.call(api_key.revoke, { params: { id: foreign.id } })).status).toBe(404)
    expect((await client.call(api_key.revoke, { params: { id: own.id } })).status).toBe(204)
    const here = scene.api.client()
    await givePassword(here, email)
    expect(await idsOf(here)).toEqual([foreign.id, own.id])
    expect((await here.call(api_key.revoke, { params: { id: foreign.id } })).status).toBe(204)
  })
})

test('a user who has accounts of the company alone changes how they sign in as everybody', async () => {
  const made = await colleague()
  expect(await me(made.client)).not.toHaveProperty('accounts_elsewhere')
  await withPasskey(made)
  expect((await made.client.call(user.updateMe, { body: { name: '山田 太郎' } })).status).toBe(204)
  expect((await made.client.call(own_session.list)).status).toBe(200)
  expect(
    (await made.client.call(password.change, { body: { current_password: 'x', password: 'y', password_confirmation: 'y' } })).status,
  ).toBe(422)
})

test('a user whom a provider has made is told that there is no password here, and changes none', async () => {
  const provider = await scene.setUp({ groups: { buyers: [scene.account('agency')] } })
  const email = scene.person(provider.domain)
  const { client } = await scene.signIn(provider, email)
  const own = await me(client)
  expect(own).toMatchObject({ single_sign_on: true, no_password: true })
  const body = { current_password: 'x', password: 'three small boats', password_confirmation: 'three small boats' }
  const refusal = await client.call(password.change, { body })
  expect([refusal.status, await refusal.json()]).toMatchObject([
    409,
    { code: 'state_not_allowed', message: expect.stringContaining('シングルサインオン') },
  ])
  // With the link that a mail brings they give themselves one.
  const token = newMailToken()
  await scene.api.db.insert(passwordResets).values({ token_hash: mailTokenHash(token), user_id: own.user.id })
  const given = { password: testPassword, password_confirmation: testPassword }
  expect((await scene.api.client().call(password.reset, { body: { token, ...given } })).status).toBe(200)
  expect(await me((await scene.signIn(provider, email)).client)).not.toHaveProperty('no_password')
})

test('whoever becomes an administrator has no session of a provider from the next call on', async () => {
  const { id, client } = await colleague()
  expect((await me(client)).user.id).toBe(id)
  await join(id, scene.account('admin'), 'admin')
  expect((await client.call(session.me)).status).toBe(401)
})
