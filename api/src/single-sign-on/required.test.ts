import { endpoints, roleCode } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  accounts,
  auditLog,
  invitations,
  loginFailures,
  memberships,
  passwordResets,
  securityEvents,
  sessions,
  ssoDomains,
  ssoIdentities,
  ssoProviders,
  userFactors,
  users,
} from '../db/schema.ts'
import type { Database } from '../db/connect.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { Authenticator } from '../testing/authenticator.ts'
import { challengeOf, dataOf, givePassword, withPasskey, withTotp, type FactorUser } from '../testing/factor-users.ts'
import { insertInvitation, insertMember } from '../testing/fixtures.ts'
import { insertKey, testPassword, type TestClient } from '../testing/index.ts'
import { linkOf, startTestSmtp, tokenOf, type TestSmtp } from '../testing/smtp.ts'
import { whileLocked } from '../testing/while-locked.ts'
import { startSsoScene, type MadeProvider, type SsoScene, type Setup } from '../testing/sso/sso-scene.ts'

let smtp: TestSmtp
let scene: SsoScene
beforeAll(async () => {
  smtp = await startTestSmtp()
  scene = await startSsoScene({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@ads.test' })
})
afterAll(async () => {
  await scene.close()
  await smtp.close()
})
beforeEach(() => scene.api.db.delete(loginFailures))

const { session, single_sign_on, sign_in, factor, password, invitation, campaign } = endpoints
const buyers = () => ({ buyers: [scene.account('agency')] })
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const required = [422, 'single_sign_on_required']
const goodPassword = 'three small boats at noon'
const twice = { password: goodPassword, password_confirmation: goodPassword }

const setRequired = ({ id }: MadeProvider, wanted: boolean) =>
  scene.admin.call(single_sign_on.setRequirement, { params: { id }, body: { required: wanted } })
const stateOf = async ({ id }: MadeProvider) => dataOf<object>(await scene.admin.call(single_sign_on.requirement, { params: { id } }))
const edit = async ({ id }: MadeProvider, change: object) => {
  const { version } = await dataOf<{ version: number }>(await scene.admin.call(single_sign_on.get, { params: { id } }))
  expect((await scene.admin.call(single_sign_on.update, { params: { id }, body: { version, ...change } })).status).toBe(204)
}
const signIn = (email: string, client = scene.api.client()) => givePassword(client, email)
const isIn = async (client: TestClient) => (await client.call(session.me)).status === 200
const member = (email: string, account = scene.account('agency')) => insertMember(scene.api.db, email, account, 'agency')
const eventOf = async (email: string) => {
  const [event] = await scene.api.db
    .select({ outcome: securityEvents.outcome, detail: securityEvents.detail })
    .from(securityEvents)
    .where(and(eq(securityEvents.kind, 'sign_in'), sql`${securityEvents.actor} like ${`%<${email}>%`}`))
    .orderBy(sql`id desc`)
    .limit(1)
  return event
}
/** Refusals are written a moment later. */
const wasRefused = (email: string) =>
  vi.waitFor(
    async () => expect(await eventOf(email)).toEqual({ outcome: 'REFUSED', detail: expect.stringContaining('single_sign_on_required') }),
    { timeout: 60_000 },
  )

/** A provider through which somebody has signed in. */
async function workingProvider(setup: Setup = {}): Promise<MadeProvider> {
  const provider = await scene.setUp({ groups: buyers(), ...setup })
  expect((await scene.signIn(provider, scene.person(provider.domain))).response.status).toBe(200)
  return provider
}
async function requiredProvider(setup: Setup = {}): Promise<MadeProvider> {
  const provider = await workingProvider(setup)
  expect((await setRequired(provider, true)).status).toBe(204)
  return provider
}

let counted = 0
/** Somebody with a password in the agency's account, signed in with it. */
async function colleague(domain: string): Promise<FactorUser> {
  const email = `colleague-${++counted}@${domain}`
  const id = await member(email)
  const client = scene.api.client()
  await signIn(email, client)
  return { id, email, client }
}

describe('a provider can be required', () => {
  test('once it is in use, has a proven domain and somebody has signed in with it today', async () => {
    const provider = await scene.setUp({ groups: buyers(), domains: [], active: false })
    const refused = async () => {
      const response = await setRequired(provider, true)
      const { code, message } = (await response.json()) as { code: string; message: string }
      expect([response.status, code]).toEqual([409, 'action_blocked'])
      return message
    }
    expect(await stateOf(provider)).toEqual({ required: false, obstacle: 'inactive', people: 0, without: 0 })
    expect(await refused()).toMatch(/利用していない/u)
    await edit(provider, { active: true })
    expect(await stateOf(provider)).toMatchObject({ obstacle: 'no_proof' })
    expect(await refused()).toMatch(/ドメインがない/u)
    const domain = 'late.example'
    await scene.api.db.insert(ssoDomains).values({ provider_id: provider.id, domain, challenge: 'x', proven_at: sql`now()` })
    await colleague(domain)
    // It concerns nobody of other companies alone, no administrator, and nobody who is suspended.
    const { a, b } = scene.api.fixtures
    await insertMember(scene.api.db, `elsewhere@${domain}`, b.accounts.agency, 'agency')
    const administrator = await member(`administrator@${domain}`)
    await scene.api.db
      .insert(memberships)
      .values({ user_id: administrator, account_id: a.accounts.admin, role: roleCode('admin'), is_default: false })
    const suspended = await member(`suspended@${domain}`)
    await scene.api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, suspended))
    expect(await stateOf(provider)).toEqual({ required: false, obstacle: 'no_sign_in', people: 1, without: 1 })
    expect(await refused()).toMatch(/直近24時間/u)
    await scene.signIn(provider, scene.person(domain))
    await scene.api.db
      .update(ssoIdentities)
      .set({ signed_in_at: sql`now() - interval '25 hours'` })
      .where(eq(ssoIdentities.provider_id, provider.id))
    expect(await refused()).toMatch(/直近24時間/u)
    const again = scene.person(domain)
    await scene.signIn(provider, again)
    await scene.api.db
      .update(ssoDomains)
      .set({ proven_at: sql`now() - interval '8 days'` })
      .where(eq(ssoDomains.provider_id, provider.id))
    expect(await refused()).toMatch(/ドメインがない/u)
    await scene.api.db
      .update(ssoDomains)
      .set({ proven_at: sql`now()` })
      .where(eq(ssoDomains.provider_id, provider.id))
    expect((await setRequired(provider, true)).status).toBe(204)
    expect(await stateOf(provider)).toEqual({ required: true, obstacle: null, people: 3, without: 1 })
    const history = await scene.api.db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'single_sign_on'), eq(auditLog.entity_id, provider.id), eq(auditLog.field, 'required')))
    expect(history).toEqual([{ before: false, after: true }])
    expect((await setRequired(provider, true)).status).toBe(204)
    const told = await scene.api.db
      .select({ detail: securityEvents.detail })
      .from(securityEvents)
      .where(and(eq(securityEvents.target, `single_sign_on ${provider.id}`), sql`${securityEvents.detail} like '%required%'`))
      .orderBy(sql`id`)
    const done = told.filter(({ detail }) => !detail!.startsWith('action_blocked'))
    // One row for the change, and one that says that there was none.
    expect(done).toEqual([{ detail: 'update (screen) required: false → true' }, { detail: 'was required already' }])
  })

  test('by administrators alone, and by nobody in the form of the setting', async () => {
    const provider = await workingProvider()
    const agency = await scene.api.signIn('agency')
    const wanted = { params: { id: provider.id }, body: { required: true } }
    expect((await agency.call(single_sign_on.setRequirement, wanted)).status).toBe(403)
    expect((await agency.call(single_sign_on.requirement, { params: wanted.params })).status).toBe(403)
    const body = { version: 1, required: true }
    expect((await scene.admin.call(single_sign_on.update, { params: { id: provider.id }, body })).status).toBe(422)
  })
})

describe('where single sign-on is required of a domain', () => {
  test('no password signs in, right or wrong, of somebody or nobody, in whatever spelling; the provider does', async () => {
    const provider = await requiredProvider()
    const { email } = await colleague(provider.domain)
    const wrong = (address: string) => scene.api.client().call(session.login, { body: { email: address, password: 'wrong' } })
    for (const spelt of [email, email.toUpperCase()]) expect(await codeOf(await signIn(spelt))).toEqual(required)
    expect(await codeOf(await wrong(email))).toEqual(required)
    expect(await codeOf(await wrong(`nobody@${provider.domain}`))).toEqual(required)
    await wasRefused(email)
    scene.idp.people.set(email, { sub: email, name: '同僚', groups: ['buyers'] })
    const { client, response } = await scene.signIn(provider, email)
    expect(response.status).toBe(200)
    expect(await dataOf(await client.call(session.me))).toMatchObject({ single_sign_on: true, using_account_id: scene.account('agency') })
  })

  test('attempts with a password are counted as ever', async () => {
    const { domain } = await requiredProvider()
    const email = `somebody@${domain}`
    for (let count = 0; count < 5; count += 1) await signIn(email)
    expect((await codeOf(await signIn(email)))[1]).toBe('too_many_requests')
  })

  test('other domains stay as they are: one below it, one above it, one that only ends alike, a trailing dot', async () => {
    const { domain } = await requiredProvider()
    for (const other of [`mail.${domain}`, `x${domain}`, domain.slice(domain.indexOf('.') + 1), `${domain.replace('.example', '')}.test`]) {
      const email = `free-${++counted}@${other.includes('.') ? other : `free.${other}`}`
      await member(email)
      expect((await signIn(email)).status).toBe(200)
    }
    // No address of such a form is taken anywhere, so that none is a way around the one that is.
    const forms = [`${domain}.`, domain.replace('company', 'cоmpany'), `é.${domain}`, `b@${domain}`, ` ${domain}`]
    for (const form of forms) expect([form, await codeOf(await signIn(`somebody@${form}`))]).toEqual([form, [422, 'validation_failed']])
    // Full-width letters are read as the others before anything asks for the domain.
    expect(await codeOf(await signIn(`somebody@${domain.replace('company', 'ｃompany')}`))).toEqual(required)
  })

  test('an address with a plus is one of the domain', async () => {
    const { domain } = await requiredProvider()
    const email = `colleague+${++counted}@${domain}`
    await member(email)
    expect(await codeOf(await signIn(email))).toEqual(required)
  })

  test('no passkey signs in, which is told to whoever has it, and a sign-in that lacks its second factor ends', async () => {
    const provider = await workingProvider()
    const owner = await colleague(provider.domain)
    const key = await withPasskey(owner, new Authenticator())
    await withTotp(scene.api, owner)
    const half = scene.api.client()
    expect((await codeOf(await signIn(owner.email, half)))[1]).toBe('sign_in_unfinished')
    expect((await half.call(sign_in.step)).status).toBe(200)
    await setRequired(provider, true)
    expect((await half.call(sign_in.step)).status).toBe(401)
    expect((await half.call(sign_in.finish, { body: { kind: 'totp', code: '000000' } })).status).toBe(401)
    const client = scene.api.client()
    const answer = key.answer(await challengeOf(client, sign_in.challenge))
    expect(await codeOf(await client.call(sign_in.passkey, { body: { passkey: answer } }))).toEqual(required)
    expect(await isIn(client)).toBe(false)
    await wasRefused(owner.email)
    expect(await scene.api.db.$count(userFactors, eq(userFactors.user_id, owner.id))).toBe(2)
  })

  test('sessions of before end with their next call, and those of the provider stay', async () => {
    const provider = await workingProvider()
    const { client } = await colleague(provider.domain)
    const vouched = (await scene.signIn(provider, scene.person(provider.domain))).client
    const stranger = await scene.api.signIn('agency')
    expect(await isIn(client)).toBe(true)
    await setRequired(provider, true)
    expect(await isIn(client)).toBe(false)
    expect((await client.call(session.changeRole, { body: { account_id: scene.account('agency') } })).status).toBe(401)
    expect(await isIn(vouched)).toBe(true)
    expect(await isIn(stranger)).toBe(true)
    await setRequired(provider, false)
    expect(await isIn(client)).toBe(true)
  })

  test('a password is not set anew: neither by a link of before, nor is one mailed', async () => {
    const provider = await workingProvider()
    const { id, email } = await colleague(provider.domain)
    const token = newMailToken()
    await scene.api.db.insert(passwordResets).values({ token_hash: mailTokenHash(token), user_id: id })
    await setRequired(provider, true)
    const client = scene.api.client()
    expect(await codeOf(await client.call(password.check, { body: { token } }))).toEqual(required)
    expect(await codeOf(await client.call(password.reset, { body: { token, ...twice } }))).toEqual(required)
    expect((await client.call(password.forgot, { body: { email } })).status).toBe(200)
    const received = await smtp.mailTo(email)
    expect(received.mail.subject).toBe('ログイン方法のご案内')
    expect(linkOf(received).pathname).toBe('/auth/login')
    expect(received.mail.text).not.toContain('token=')
    const isOpen = and(eq(passwordResets.user_id, id), sql`${passwordResets.ended_at} is null`)
    expect(await scene.api.db.$count(passwordResets, isOpen)).toBe(0)
    await setRequired(provider, false)
    await client.call(password.forgot, { body: { email } })
    expect(linkOf(await smtp.mailTo(email, 2)).pathname).toBe('/auth/forgot/reset_password')
  })

  test('a password is neither a proof in a session of the provider, which is asked anew, nor changed there', async () => {
    const provider = await requiredProvider()
    const { email } = await colleague(provider.domain)
    scene.idp.people.set(email, { sub: email, name: '同僚', groups: ['buyers'] })
    const { client } = await scene.signIn(provider, email)
    await scene.api.db
      .update(sessions)
      .set({ factor_at: sql`now() - interval '1 hour'` })
      .where(eq(sessions.sso_subject, email))
    const proof = { body: { kind: 'password', password: testPassword } }
    expect((await client.call(factor.confirm, proof)).status).toBe(422)
    expect(await codeOf(await client.call(factor.startTotp))).toEqual([403, 'factor_needed'])
    expect(await dataOf(await client.call(factor.choices))).toEqual([])
    const change = { body: { current_password: testPassword, ...twice } }
    expect(await dataOf(await client.call(session.me))).toMatchObject({ no_password: true })
    expect(await codeOf(await client.call(password.change, change))).toEqual([409, 'state_not_allowed'])
    await setRequired(provider, false)
    expect(await dataOf(await client.call(session.me))).not.toHaveProperty('no_password')
    expect(await dataOf(await client.call(factor.choices))).toEqual(['password'])
    expect((await client.call(factor.confirm, proof)).status).toBe(204)
    expect((await client.call(password.change, change)).status).toBe(204)
  })

  test('an invitation is not accepted with a password; with the provider and then the link it is', async () => {
    const provider = await requiredProvider()
    const email = scene.person(provider.domain)
    const { token } = await insertInvitation(scene.api.db, scene.account('rep'), email)
    const client = scene.api.client()
    expect(await dataOf(await client.call(invitation.check, { body: { token } }))).toMatchObject({
      registered: false,
      single_sign_on: true,
    })
    const body = { token, name: '新人', ...twice }
    expect(await codeOf(await client.call(invitation.register, { body }))).toEqual(required)
    expect(await codeOf(await client.call(invitation.accept, { body: { token } }))).toEqual([409, 'state_not_allowed'])
    const { client: vouched } = await scene.signIn(provider, email)
    expect(await dataOf(await vouched.call(invitation.check, { body: { token } }))).toMatchObject({
      registered: true,
      single_sign_on: true,
    })
    expect((await vouched.call(invitation.accept, { body: { token } })).status).toBe(200)
    expect((await vouched.call(session.changeRole, { body: { account_id: scene.account('rep') } })).status).toBe(201)
    expect(await codeOf(await signIn(email))).toEqual(required)
  })

  test('also while a new password is on its way: none is set', async () => {
    const provider = await workingProvider()
    const { db } = scene.api
    const { id, email } = await colleague(provider.domain)
    const token = newMailToken()
    await db.insert(passwordResets).values({ token_hash: mailTokenHash(token), user_id: id })
    const invited = scene.person(provider.domain)
    const offer = await insertInvitation(db, scene.account('rep'), invited)
    const client = scene.api.client()
    const require = () => db.update(ssoProviders).set({ required: true }).where(eq(ssoProviders.id, provider.id))
    const [reset] = await whileLocked(db, id, async (hold) => {
      await hold(() => client.call(password.reset, { body: { token, ...twice } }))
      await require()
    })
    expect(await codeOf(reset!)).toEqual(required)
    await db.update(ssoProviders).set({ required: false }).where(eq(ssoProviders.id, provider.id))
    expect((await signIn(email)).status).toBe(200)
    const lockInvitation = (transaction: Database) =>
      transaction
        .select()
        .from(invitations)
        .where(eq(invitations.token_hash, mailTokenHash(offer.token)))
        .for('update')
    const [registered] = await whileLocked(
      db,
      id,
      async (hold) => {
        await hold(() => client.call(invitation.register, { body: { token: offer.token, name: '新人', ...twice } }))
        await require()
      },
      lockInvitation,
    )
    expect(await codeOf(registered!)).toEqual(required)
    expect(await db.$count(users, eq(users.email, invited))).toBe(0)
  })

  test('an invitation to an account of another company is accepted with a password', async () => {
    const { domain } = await requiredProvider()
    const { token } = await insertInvitation(scene.api.db, scene.api.fixtures.b.accounts.agency, `guest@${domain}`)
    const client = scene.api.client()
    expect(await dataOf(await client.call(invitation.check, { body: { token } }))).not.toHaveProperty('single_sign_on')
    expect((await client.call(invitation.register, { body: { token, name: '客', ...twice } })).status).toBe(201)
  })

  test('the accounts of another company are used with the password, and none of the company that requires it', async () => {
    const provider = await workingProvider()
    const { id, email, client } = await colleague(provider.domain)
    await setRequired(provider, true)
    expect(await isIn(client)).toBe(false)
    const foreign = scene.api.fixtures.b.accounts.agency
    await scene.api.db.insert(memberships).values({ user_id: id, account_id: foreign, role: roleCode('agency') })
    const own = scene.api.client()
    expect(await dataOf(await signIn(email, own))).toMatchObject({ accounts: [{ account_id: foreign }], using_account_id: foreign })
    expect(await eventOf(email)).toEqual({
      outcome: 'DONE',
      detail: 'password, past the required single sign-on: accounts of another company',
    })
    expect((await own.call(session.changeRole, { body: { account_id: scene.account('agency') } })).status).toBe(404)
    // Somebody moves the account that they work in to the company: the session is in none that it may use.
    await scene.api.db.update(accounts).set({ company_id: scene.api.fixtures.a.company }).where(eq(accounts.id, foreign))
    expect(await isIn(own)).toBe(false)
    await scene.api.db.update(accounts).set({ company_id: scene.api.fixtures.b.company }).where(eq(accounts.id, foreign))
    await scene.api.client().call(password.forgot, { body: { email } })
    const reset = { token: tokenOf(await smtp.mailTo(email)), ...twice }
    expect((await scene.api.client().call(password.reset, { body: reset })).status).toBe(200)
    // One that is deleted opens nothing, so that no link is mailed for a password that would lead nowhere.
    await scene.api.db.update(accounts).set({ deleted_at: new Date() }).where(eq(accounts.id, foreign))
    await scene.api.client().call(password.forgot, { body: { email } })
    expect(linkOf(await smtp.mailTo(email, 3)).pathname).toBe('/auth/login')
    await scene.api.db.update(accounts).set({ deleted_at: null }).where(eq(accounts.id, foreign))
  })

  test('an address that leaves the domain is free of it, and one that comes into it is held, in sessions that run', async () => {
    const provider = await workingProvider()
    const { domain } = provider
    const { id, client } = await colleague(domain)
    await setRequired(provider, true)
    const moveTo = (email: string) => scene.api.db.update(users).set({ email }).where(eq(users.id, id))
    expect(await isIn(client)).toBe(false)
    await moveTo(`left-${id}@elsewhere.example`)
    expect(await isIn(client)).toBe(true)
    await moveTo(`back-${id}@${domain}`)
    expect(await isIn(client)).toBe(false)
  })

  test('another provider of the company, or of another, has no say in it', async () => {
    const provider = await requiredProvider()
    const { email } = await colleague(provider.domain)
    const other = await requiredProvider({
      company_id: scene.api.fixtures.b.company,
      groups: { buyers: [scene.api.fixtures.b.accounts.agency] },
    })
    const sibling = await workingProvider()
    for (const { id } of [other, sibling]) {
      const taken = await scene.admin.call(single_sign_on.addDomain, { params: { id }, body: { domain: provider.domain } })
      expect((await codeOf(taken))[1]).toBe('validation_failed')
    }
    // A subject that the sibling has named before it was required, under an address of its own.
    const stray = scene.person(sibling.domain)
    const { client } = await scene.signIn(sibling, stray)
    await scene.api.db
      .update(users)
      .set({ email: `stray@${provider.domain}` })
      .where(eq(users.email, stray))
    expect(await isIn(client)).toBe(false)
    await setRequired(provider, false)
    expect((await signIn(email)).status).toBe(200)
  })

  test('administrators sign in with their password, and the audit says that it was past the requirement', async () => {
    const provider = await requiredProvider()
    const email = `administrator@${provider.domain}`
    const id = await insertMember(scene.api.db, email, scene.account('admin'), 'admin')
    await scene.api.db.insert(memberships).values({ user_id: id, account_id: scene.account('agency'), role: roleCode('agency') })
    const client = scene.api.client()
    expect((await signIn(email, client)).status).toBe(200)
    expect(await eventOf(email)).toEqual({ outcome: 'DONE', detail: 'password, past the required single sign-on: an administrator' })
    const key = await withPasskey({ id, email, client }, new Authenticator())
    const browser = scene.api.client()
    const passkey = key.answer(await challengeOf(browser, sign_in.challenge))
    expect((await browser.call(sign_in.passkey, { body: { passkey } })).status).toBe(200)
    expect(await eventOf(email)).toEqual({ outcome: 'DONE', detail: 'passkey, past the required single sign-on: an administrator' })
    await scene.api.client().call(password.forgot, { body: { email } })
    // The other one tells of the passkey.
    await smtp.mailTo(email, 2)
    const paths = smtp.received.filter(({ to }) => to.includes(email)).map((received) => linkOf(received).pathname)
    expect(paths).toContain('/auth/forgot/reset_password')
  })

  test('API keys work on', async () => {
    const { domain } = await requiredProvider()
    const { id } = await colleague(domain)
    const { key } = await insertKey(scene.api, 'agency', ['campaign.read'], { user_id: id })
    expect((await scene.api.client().withKey(key).call(campaign.list)).status).toBe(200)
  })
})

describe('the requirement', () => {
  test('holds while a proof has lapsed, so that whoever takes the DNS gains nothing; administrators end it', async () => {
    const provider = await requiredProvider()
    const { email } = await colleague(provider.domain)
    await scene.api.db
      .update(ssoDomains)
      .set({ proven_at: sql`now() - interval '30 days'` })
      .where(eq(ssoDomains.provider_id, provider.id))
    expect(await codeOf(await signIn(email))).toEqual(required)
    const answer = await scene.start(scene.api.client(), email)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([422, expect.stringContaining('失効')])
    expect(await stateOf(provider)).toMatchObject({ required: true, obstacle: 'no_proof' })
    expect((await setRequired(provider, false)).status).toBe(204)
    expect((await signIn(email)).status).toBe(200)
  })

  test('is nothing for a domain that was never proven', async () => {
    const provider = await requiredProvider()
    const domain = `waiting-${++counted}.example`
    await scene.admin.call(single_sign_on.addDomain, { params: { id: provider.id }, body: { domain } })
    const email = `early@${domain}`
    await member(email)
    expect((await signIn(email)).status).toBe(200)
  })

  test('rests while the provider is off, and ends with its domain or with it', async () => {
    const provider = await requiredProvider()
    const { email } = await colleague(provider.domain)
    await edit(provider, { active: false })
    expect((await signIn(email)).status).toBe(200)
    await edit(provider, { active: true })
    expect(await codeOf(await signIn(email))).toEqual(required)
    const [domain] = await dataOf<{ id: number }[]>(await scene.admin.call(single_sign_on.domains, { params: { id: provider.id } }))
    await scene.admin.call(single_sign_on.removeDomain, { params: { id: provider.id, domain_id: domain!.id } })
    expect((await signIn(email)).status).toBe(200)

    const deleted = await requiredProvider()
    const other = await colleague(deleted.domain)
    expect(await codeOf(await signIn(other.email))).toEqual(required)
    expect((await scene.admin.call(single_sign_on.delete, { params: { id: deleted.id } })).status).toBe(204)
    expect((await signIn(other.email)).status).toBe(200)
  })
})
