import { endpoints, roleCode, type PasskeyCreation, type RoleCode } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { invitations, loginFailures, memberships, recoveryCodes, securityEvents, ssoIdentities, userFactors } from '../db/schema.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { Authenticator } from '../testing/authenticator.ts'
import { challengeOf, codeOf, dataOf, forgetCodes, givePassword, withPasskey, withTotp } from '../testing/factor-users.ts'
import { insertMember } from '../testing/fixtures.ts'
import type { TestClient } from '../testing/index.ts'
import { startSsoScene, type SsoScene } from '../testing/sso/sso-scene.ts'
import { whileLocked } from '../testing/while-locked.ts'
import { addMembership, lockUser } from './memberships.ts'

// Whoever runs the provider of company a may have a session of any of its users, and add a factor of their own in it.

let scene: SsoScene
beforeAll(async () => {
  scene = await startSsoScene()
})
afterAll(() => scene.close())
beforeEach(() => scene.api.db.delete(loginFailures))

const { factor, invitation, session, sign_in } = endpoints
const foreign = () => scene.api.fixtures.b.accounts.agency

/** A user of company a who has a password here, and a browser in which the provider has vouched for them. */
async function colleague() {
  const provider = await scene.setUp({ groups: { buyers: [scene.account('agency')] } })
  const email = scene.person(provider.domain)
  const id = await insertMember(scene.api.db, email, scene.account('rep'), 'rep')
  const signIn = async () => (await scene.signIn(provider, email)).client
  return { id, email, provider, signIn }
}
/** The same, and their provider’s session has added a passkey; with the recovery codes that came with it. */
async function withProvidersPasskey() {
  const made = await colleague()
  const client = await made.signIn()
  const key = await withPasskey({ ...made, client })
  return { ...made, client, key }
}

async function gain(user_id: number, account_id: number, role: RoleCode = roleCode('agency')): Promise<void> {
  await scene.api.db.transaction(async (transaction) => {
    await lockUser(transaction, user_id)
    await addMembership(transaction, { user_id, account_id, source: 'screen' }, { user_id, account_id, role, sso_provider_id: null })
  })
}
/** Invites the address to an account; the token that was mailed. */
async function invited(email: string, account_id: number): Promise<string> {
  const token = newMailToken()
  const expires_at = sql`now() + interval '1 hour'`
  await scene.api.db.insert(invitations).values({ account_id, email, locale: 'ja', token_hash: mailTokenHash(token), expires_at })
  return token
}
const signInWith = async (key: Authenticator, client: TestClient = scene.api.client()) => {
  const passkey = key.answer(await challengeOf(client, sign_in.challenge))
  return { client, response: await client.call(sign_in.passkey, { body: { passkey } }) }
}
const kindsOf = async (id: number) => {
  const rows = await scene.api.db.select({ kind: userFactors.kind }).from(userFactors).where(eq(userFactors.user_id, id))
  return rows.map(({ kind }) => kind).toSorted()
}
const codesOf = (id: number) => scene.api.db.$count(recoveryCodes, eq(recoveryCodes.user_id, id))
/** Waits for the mail that a factor was removed. */
const mailed = (email: string) =>
  vi.waitFor(
    async () => {
      const lines = (await readFile(join(scene.api.outbox, 'mails.txt'), 'utf8')).split('\n')
      expect(lines.filter((line) => line.includes(email) && line.includes('本人確認の方法が削除されました'))).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
const eventsOf = async (id: number) => {
  const rows = await scene.api.db.select().from(securityEvents).where(eq(securityEvents.user_id, id))
  return rows.filter(({ kind, detail }) => kind === 'factor_change' && detail?.startsWith('removed')).map(({ detail }) => detail)
}

describe('what the session of a provider has added', () => {
  test('is void once an account of another company is accepted, with its sessions; the audit and a mail tell of it', async () => {
    const { id, email, key, client } = await withProvidersPasskey()
    const intruder = await signInWith(key)
    expect(intruder.response.status).toBe(200)
    const token = await invited(email, foreign())
    expect((await scene.api.client().call(invitation.accept, { body: { token } })).status).toBe(200)
    expect([await kindsOf(id), await codesOf(id)]).toEqual([[], 0])
    await mailed(email)
    expect(await eventsOf(id)).toEqual(['removed passkey 鍵, recovery codes: added while single sign-on opened all accounts of the user'])
    expect((await intruder.client.call(session.me)).status).toBe(401)
    expect((await signInWith(key)).response.status).toBe(422)
    // The session of the provider goes on in its company alone.
    expect((await client.call(session.me)).status).toBe(200)
    expect((await client.call(session.changeRole, { body: { account_id: foreign() } })).status).toBe(404)
  })

  test('is void where its user becomes an administrator, also of the same company', async () => {
    const { id, key } = await withProvidersPasskey()
    await gain(id, scene.account('admin'), roleCode('admin'))
    expect([await kindsOf(id), await codesOf(id)]).toEqual([[], 0])
    expect((await signInWith(key)).response.status).toBe(422)
  })

  test('is void with what it led to: a factor that its passkey has added, and the session of one that is removed by now', async () => {
    const { id, key } = await withProvidersPasskey()
    const { client } = await signInWith(key)
    const second = await withPasskey({ id, email: '', client })
    const [first] = await scene.api.db.select().from(userFactors).where(eq(userFactors.user_id, id)).orderBy(userFactors.id)
    expect((await client.call(factor.remove, { params: { id: first!.id } })).status).toBe(204)
    await gain(id, foreign())
    expect((await signInWith(second)).response.status).toBe(422)
    expect((await client.call(session.me)).status).toBe(401)
  })

  test('is void when it is being added while the account comes', async () => {
    const made = await colleague()
    const client = await made.signIn()
    const passkey = new Authenticator().create(await dataOf<PasskeyCreation>(await client.call(factor.startPasskey)))
    const { secret } = await dataOf<{ secret: string }>(await client.call(factor.startTotp))
    const token = await invited(made.email, foreign())
    const answers = await whileLocked(scene.api.db, made.id, async (hold) => {
      await hold(() => scene.api.client().call(invitation.accept, { body: { token } }))
      await hold(() => client.call(factor.addPasskey, { body: { name: '鍵', passkey } }))
      await hold(() => client.call(factor.addTotp, { body: { code: codeOf(secret) } }))
    })
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403])
    expect([await kindsOf(made.id), await codesOf(made.id)]).toEqual([[], 0])
  })

  test('stays while all accounts are of the company', async () => {
    const { id, key, provider } = await withProvidersPasskey()
    await gain(id, scene.account('advertiser'), roleCode('advertiser'))
    expect([await kindsOf(id), await codesOf(id)]).toEqual([['passkey'], 10])
    expect((await signInWith(key)).response.status).toBe(200)
    expect(await scene.api.db.$count(ssoIdentities, eq(ssoIdentities.provider_id, provider.id))).toBe(1)
  })
})

describe('what the user has added', () => {
  test('before the provider vouched for them stays; recovery codes, which it may have made anew, do not', async () => {
    const made = await colleague()
    const here = scene.api.client()
    await givePassword(here, made.email)
    const { secret } = await withTotp(scene.api, { ...made, client: here })
    const client = await made.signIn()
    expect((await client.call(sign_in.finish, { body: { kind: 'totp', code: codeOf(secret) } })).status).toBe(200)
    await withPasskey({ ...made, client })
    await gain(made.id, foreign())
    expect([await kindsOf(made.id), await codesOf(made.id)]).toEqual([['totp'], 0])
    await forgetCodes(scene.api, made.id)
    const again = scene.api.client()
    await givePassword(again, made.email)
    expect((await again.call(sign_in.finish, { body: { kind: 'totp', code: codeOf(secret) } })).status).toBe(200)
  })

  test('while they had an account of another company stays when they get a third; after a time without one it does not', async () => {
    const made = await colleague()
    await gain(made.id, foreign())
    await made.signIn()
    const here = scene.api.client()
    await givePassword(here, made.email)
    await withPasskey({ ...made, client: here })
    await gain(made.id, scene.api.fixtures.b.accounts.rep, roleCode('rep'))
    expect([await kindsOf(made.id), await codesOf(made.id)]).toEqual([['passkey'], 10])
    // Then the provider could have added some again.
    for (const account of [foreign(), scene.api.fixtures.b.accounts.rep])
      await scene.api.db.delete(memberships).where(and(eq(memberships.user_id, made.id), eq(memberships.account_id, account)))
    await gain(made.id, foreign())
    expect(await kindsOf(made.id)).toEqual([])
  })

  test('without a provider stays, and nobody is signed out', async () => {
    const email = scene.person('nobody.example')
    const id = await insertMember(scene.api.db, email, scene.account('rep'), 'rep')
    const client = scene.api.client()
    await givePassword(client, email)
    await withPasskey({ id, email, client })
    await gain(id, foreign())
    expect([await kindsOf(id), await codesOf(id)]).toEqual([['passkey'], 10])
    expect((await client.call(session.me)).status).toBe(200)
  })
})
