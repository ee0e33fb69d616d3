import { endpoints, keysOf, roleCode, singleSignOnLimits, type SingleSignOnDomain } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/connect.ts'
import {
  accounts,
  auditLog,
  fourEyes,
  loginFailures,
  memberships,
  securityEvents,
  sessions,
  ssoDomains,
  ssoGroups,
  ssoProviders,
  users,
} from '../db/schema.ts'
import { insertInvitation, insertMember } from '../testing/fixtures.ts'
import { testPassword, type TestClient } from '../testing/index.ts'
import { ProviderBrowser } from '../testing/sso/identity-provider.ts'
import { recordName, startSsoScene, type SsoScene } from '../testing/sso/sso-scene.ts'
import { dataOf } from '../testing/factor-users.ts'
import { whileLocked } from '../testing/while-locked.ts'
import { lookAgain, textsFrom } from './domains.ts'
import { faults, type SignInFault } from './faults.ts'

let scene: SsoScene
beforeAll(async () => {
  scene = await startSsoScene()
})
afterAll(() => scene.close())
beforeEach(() => scene.api.db.delete(loginFailures))

const { session, single_sign_on, factor, sign_in, invitation } = endpoints
const buyers = () => ({ buyers: [scene.account('agency')] })
const told = async (response: Response) => {
  const { code, message } = (await response.json()) as { code: string; message: string }
  return [response.status, code, message]
}
/** Why a sign-in was refused, by the words that the user is told. */
const faultOf = async (response: Response): Promise<SignInFault | undefined> => {
  const [status, code, message] = await told(response)
  expect([status, code]).toEqual([422, 'login_failed'])
  return keysOf(faults).find((key) => faults[key].ja === message)
}
const lastEvent = async () => {
  const [row] = await scene.api.db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.kind, 'sign_in'))
    .orderBy(sql`id desc`)
    .limit(1)
  return row
}
const me = async (client: TestClient) =>
  dataOf<{ user: { id: number; email: string }; accounts: object[]; single_sign_on?: boolean }>(await client.call(session.me))

describe('a sign-in with the provider of a company', () => {
  test('takes a name that is too long, or that cannot be stored as it is', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const { client } = await scene.signIn(provider, scene.person(provider.domain, { name: `花\0子${'𠮷'.repeat(100)}` }))
    expect(await me(client)).toMatchObject({ user: { name: `花 子${'𠮷'.repeat(96)}…` } })
  })

  test('makes a user of somebody whose group has an account, and is written down', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const email = scene.person(provider.domain, { name: '佐藤 花子' })
    const { client, response } = await scene.signIn(provider, email)
    expect(response.status).toBe(200)
    expect(await me(client)).toMatchObject({
      user: { name: '佐藤 花子', email },
      accounts: [{ account_id: scene.account('agency'), role: roleCode('agency') }],
      using_account_id: scene.account('agency'),
      single_sign_on: true,
    })
    expect(await lastEvent()).toMatchObject({
      outcome: 'DONE',
      actor: `佐藤 花子 <${email}>`,
      detail: expect.stringContaining('single_sign_on'),
    })
    const [user] = await scene.api.db.select().from(users).where(eq(users.email, email))
    const history = await scene.api.db.select().from(auditLog).where(eq(auditLog.entity_id, user!.id))
    expect(history.map(({ entity }) => entity)).toEqual(expect.arrayContaining(['user', 'membership']))
    expect(user).toMatchObject({ password_hash: null, status: 'ACTIVE' })
  })

  test('takes an account back with the group, at the next sign-in, and gives another; what people gave stays', async () => {
    const provider = await scene.setUp({ groups: { buyers: [scene.account('agency')], media: [scene.account('pg')] } })
    const email = scene.person(provider.domain)
    const first = await scene.signIn(provider, email)
    const person = scene.idp.people.get(email)!
    scene.idp.people.set(email, { ...person, groups: ['media'] })
    const { client, response } = await scene.signIn(provider, email)
    expect(response.status).toBe(200)
    expect(await me(client)).toMatchObject({ accounts: [{ account_id: scene.account('pg') }] })
    expect((await first.client.call(session.me)).status).toBe(401)
    scene.idp.people.set(email, { ...person, groups: [] })
    expect(await told((await scene.signIn(provider, email)).response)).toEqual([
      422,
      'login_failed',
      '利用できるアカウントが割り当てられていません。所属グループの割り当てを管理者に依頼してください。',
    ])
    const [user] = await scene.api.db.select().from(users).where(eq(users.email, email))
    expect(await scene.api.db.$count(memberships, eq(memberships.user_id, user!.id))).toBe(0)
    expect((await client.call(session.me)).status).toBe(401)
  })

  test('an account that people have invited to stays without its group, also where the group gave it first', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const email = scene.person(provider.domain)
    const { client } = await scene.signIn(provider, email)
    const { user } = await me(client)
    const { token } = await insertInvitation(scene.api.db, scene.account('agency'), email)
    expect((await client.call(invitation.accept, { body: { token } })).status).toBe(200)
    const person = scene.idp.people.get(email)!
    scene.idp.people.set(email, { ...person, groups: [] })
    expect((await scene.signIn(provider, email)).response.status).toBe(422)
    const own = await scene.api.db.select().from(memberships).where(eq(memberships.user_id, user.id))
    expect(own).toMatchObject([{ account_id: scene.account('agency'), sso_provider_id: null }])
    const changed = and(eq(auditLog.entity, 'membership'), eq(auditLog.entity_id, user.id), eq(auditLog.field, 'given_by'))
    const of = (giver: string) => `account ${scene.account('agency')} by ${giver}`
    expect(await scene.api.db.select({ before: auditLog.before, after: auditLog.after }).from(auditLog).where(changed)).toEqual([
      { before: of(`single_sign_on ${provider.id}`), after: of('people') },
    ])
  })

  test('makes a user who was only entered active, with the history of it', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const email = scene.person(provider.domain)
    const [made] = await scene.api.db.insert(users).values({ email, name: '仮' }).returning({ id: users.id })
    expect((await scene.signIn(provider, email)).response.status).toBe(200)
    const [user] = await scene.api.db.select().from(users).where(eq(users.id, made!.id))
    expect(user).toMatchObject({ status: 'ACTIVE', version: 2, updated_by: made!.id })
    const changed = and(eq(auditLog.entity, 'user'), eq(auditLog.entity_id, made!.id), eq(auditLog.field, 'status'))
    expect(await scene.api.db.select({ before: auditLog.before, after: auditLog.after }).from(auditLog).where(changed)).toEqual([
      { before: 'INVITED', after: 'ACTIVE' },
    ])
  })

  test('is the same person as the user with a password whose address it is; their own accounts stay, within the company', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const email = scene.person(provider.domain)
    const id = await insertMember(scene.api.db, email, scene.account('rep'), 'rep')
    const foreign = scene.api.fixtures.b.accounts.agency
    await scene.api.db.insert(memberships).values({ user_id: id, account_id: foreign, role: roleCode('agency') })
    const { client, response } = await scene.signIn(provider, email)
    expect(response.status).toBe(200)
    const { user, accounts: own } = await me(client)
    expect([user.id, own]).toMatchObject([id, [{ account_id: scene.account('rep') }, { account_id: scene.account('agency') }]])
    expect((await client.call(session.changeRole, { body: { account_id: scene.account('rep') } })).status).toBe(201)
    // The provider of a company says nothing of the accounts of another.
    expect((await client.call(session.changeRole, { body: { account_id: foreign } })).status).toBe(404)
    const byPassword = scene.api.client()
    expect((await byPassword.call(session.login, { body: { email, password: testPassword } })).status).toBe(200)
    // What the group gives is not there for the password.
    expect((await me(byPassword)).accounts).toMatchObject([{ account_id: scene.account('rep') }, { account_id: foreign }])
    expect((await byPassword.call(session.changeRole, { body: { account_id: scene.account('agency') } })).status).toBe(404)
  })

  test('two at once make one user', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const email = scene.person(provider.domain)
    const both = await Promise.all([scene.signIn(provider, email), scene.signIn(provider, email)])
    expect(both.map(({ response }) => response.status)).toEqual([200, 200])
    expect(await scene.api.db.$count(users, eq(users.email, email))).toBe(1)
  })
})

describe('nobody is signed in', () => {
  const attempt = async (person: Parameters<SsoScene['person']>[1], setup: Parameters<SsoScene['setUp']>[0] = {}) => {
    const provider = await scene.setUp({ groups: buyers(), ...setup })
    const email = scene.person(provider.domain, person)
    const { client, response } = await scene.signIn(provider, email)
    const fault = await faultOf(response)
    expect((await client.call(session.me)).status).toBe(401)
    return fault
  }

  test('without groups, by default', async () => {
    expect(await attempt({}, { groups: {} })).toBe('no_group')
    expect(await attempt({ groups: undefined })).toBe('no_group')
  })

  test('by groups of another form or name', async () => {
    for (const groups of ['buyers ', 'Buyers', { buyers: true }, [['buyers']], [{ value: 'buyers' }], ['*'], 'buyers,admins'])
      expect(await attempt({ groups })).toBe('no_group')
  })

  test('whose address the provider has not verified, or does not name', async () => {
    expect(await attempt({ email_verified: false })).toBe('no_email')
    expect(await attempt({ email: '' })).toBe('no_email')
  })

  test('of a domain that the provider has not proven: of others, of one below, of one that another provider has', async () => {
    const other = await scene.setUp({ groups: buyers() })
    for (const email of ['admin-a@test.example', `x@mail.${other.domain}`, `x@${other.domain}`, `"x@${other.domain}"@evil.example`])
      expect(await attempt({ email })).toMatch(/^(foreign_domain|no_email)$/u)
  })

  test('who is suspended or deleted here', async () => {
    for (const change of [{ status: 'SUSPENDED' }, { status: 'DELETED' }, { deleted_at: new Date() }] as const) {
      const provider = await scene.setUp({ groups: buyers() })
      const email = scene.person(provider.domain)
      const id = await insertMember(scene.api.db, email, scene.account('agency'), 'agency')
      await scene.api.db.update(users).set(change).where(eq(users.id, id))
      expect(await told((await scene.signIn(provider, email)).response)).toMatchObject([
        422,
        'login_failed',
        expect.stringContaining('停止'),
      ])
    }
  })

  test('who is an administrator, whatever their groups', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const email = scene.person(provider.domain)
    await insertMember(scene.api.db, email, scene.account('admin'), 'admin')
    expect(await told((await scene.signIn(provider, email)).response)).toMatchObject([
      422,
      'login_failed',
      expect.stringContaining('管理者は'),
    ])
  })

  test('who has got the address of somebody else', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const email = scene.person(provider.domain)
    expect((await scene.signIn(provider, email)).response.status).toBe(200)
    scene.idp.people.set(email, { ...scene.idp.people.get(email)!, sub: 'another' })
    expect(await faultOf((await scene.signIn(provider, email)).response)).toBe('other_subject')
  })

  test('whom the provider refuses', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const client = scene.api.client()
    const back = await scene.walk(client, `nobody@${provider.domain}`)
    expect(await told(await scene.finish(client, provider.id, back))).toEqual([
      422,
      'login_failed',
      'IDプロバイダーでログインが中止されました。',
    ])
  })

  test('by a group that has an account of another company, or of administrators', async () => {
    const { id } = await scene.setUp()
    const { a, b } = scene.api.fixtures
    for (const account_id of [b.accounts.agency, a.accounts.admin, 999_999]) {
      const refused = await scene.admin.call(single_sign_on.addGroup, { params: { id }, body: { value: 'x', account_id } })
      expect([refused.status, await refused.json()]).toMatchObject([422, { errors: { account_id: [expect.any(String)] } }])
    }
    // Nor of one whose users two persons decide about.
    const agency = a.accounts.agency
    await scene.api.db.insert(fourEyes).values({ account_id: agency, areas: ['role'], order_above: '1' })
    const alone = await scene.admin.call(single_sign_on.addGroup, { params: { id }, body: { value: 'x', account_id: agency } })
    expect([alone.status, await alone.json()]).toMatchObject([409, { code: 'action_blocked' }])
    await scene.api.db.delete(fourEyes)
    expect(await scene.api.db.$count(ssoGroups, eq(ssoGroups.provider_id, id))).toBe(0)
    // Nor where the account has gone to another company meanwhile.
    const [moved] = await scene.api.db
      .insert(accounts)
      .values({ kind: 'agency', company_id: a.company, name: '移る', name_norm: '移る' })
      .returning()
    const provider = await scene.setUp({ groups: { buyers: [moved!.id] } })
    await scene.api.db.update(accounts).set({ company_id: b.company }).where(eq(accounts.id, moved!.id))
    expect((await scene.signIn(provider, scene.person(provider.domain))).response.status).toBe(422)
    // Nor where it is deleted.
    await scene.api.db
      .update(accounts)
      .set({ company_id: a.company, deleted_at: sql`now()` })
      .where(eq(accounts.id, moved!.id))
    expect(await faultOf((await scene.signIn(provider, scene.person(provider.domain))).response)).toBe('no_group')
  })
})

test('what belongs to a provider is changed through it, and through no other', async () => {
  const { id } = await scene.setUp({ groups: buyers() })
  const other = await scene.setUp()
  const domains = () => scene.admin.call(single_sign_on.domains, { params: { id } })
  const groups = () => scene.admin.call(single_sign_on.groups, { params: { id } })
  const [domain] = await dataOf<SingleSignOnDomain[]>(await domains())
  const [group] = (await dataOf<{ groups: { id: number }[] }>(await groups())).groups
  const ofDomain = { params: { id: other.id, domain_id: domain!.id } }
  expect((await scene.admin.call(single_sign_on.checkDomain, ofDomain)).status).toBe(404)
  expect((await scene.admin.call(single_sign_on.removeDomain, ofDomain)).status).toBe(404)
  expect((await scene.admin.call(single_sign_on.removeGroup, { params: { id: other.id, group_id: group!.id } })).status).toBe(404)
  expect(await dataOf(await domains())).toEqual([domain])
  expect((await dataOf<{ groups: object[] }>(await groups())).groups).toEqual([group])
})

test('a provider has so many domains and groups, and no more', async () => {
  const { id } = await scene.setUp({ groups: buyers(), domains: [] })
  const account_id = scene.account('agency')
  const values = (count: number) => Array.from({ length: count }, (_, at) => String(at))
  await scene.api.db
    .insert(ssoGroups)
    .values(values(singleSignOnLimits.groups - 2).map((value) => ({ provider_id: id, account_id, value })))
  const addGroup = async (value: string) =>
    (await scene.admin.call(single_sign_on.addGroup, { params: { id }, body: { value, account_id } })).status
  expect([await addGroup('last'), await addGroup('too many')]).toEqual([201, 409])
  await scene.api.db
    .insert(ssoDomains)
    .values(values(singleSignOnLimits.domains - 1).map((at) => ({ provider_id: id, domain: `limit-${at}.example`, challenge: at })))
  const addDomain = async (domain: string) =>
    (await scene.admin.call(single_sign_on.addDomain, { params: { id }, body: { domain } })).status
  expect([await addDomain('limit-last.example'), await addDomain('limit-many.example')]).toEqual([201, 409])
})

describe('a domain', () => {
  test('counts once its record is found, until it is missing for seven days', async () => {
    const { api, admin, names } = scene
    const provider = await scene.setUp({ groups: buyers(), domains: [] })
    const { id } = provider
    const domain = 'lapsing.example'
    const email = scene.person(domain)
    await admin.call(single_sign_on.addDomain, { params: { id }, body: { domain: ' LAPSING.example ' } })
    const stateOf = async () => {
      const [found] = await dataOf<{ id: number; state: string; record: { name: string; value: string } }[]>(
        await admin.call(single_sign_on.domains, { params: { id } }),
      )
      return found!
    }
    const { id: domain_id, record, state } = await stateOf()
    expect(state).toBe('WAITING')
    expect(await told(await scene.start(api.client(), email))).toMatchObject([
      422,
      'login_failed',
      expect.stringContaining('利用できません'),
    ])
    // A record of somebody else, or of a domain above, proves nothing.
    names.texts.set(record.name, ['adsite-domain=0123456789', `x${record.value}`])
    names.texts.set('_adsite-challenge.example', [record.value])
    const check = async () => dataOf<{ found: boolean }>(await admin.call(single_sign_on.checkDomain, { params: { id, domain_id } }))
    expect(await check()).toEqual({ found: false })
    names.texts.set(record.name, [record.value])
    expect(await check()).toEqual({ found: true })
    expect((await stateOf()).state).toBe('PROVEN')
    expect((await scene.signIn(provider, email)).response.status).toBe(200)

    // Looked for again by itself; within seven days it may be missing.
    names.texts.delete(record.name)
    const ago = (days: number) => sql`now() - make_interval(days => ${days})`
    const look = async (days: number) => {
      await api.db
        .update(ssoDomains)
        .set({ proven_at: ago(days), checked_at: ago(2) })
        .where(eq(ssoDomains.id, domain_id))
      await lookAgain(api.db, textsFrom([names.address]))
    }
    await look(6)
    expect((await stateOf()).state).toBe('PROVEN')
    await look(8)
    expect((await stateOf()).state).toBe('LAPSED')
    expect((await scene.start(api.client(), email)).status).toBe(422)
    const lapses = and(eq(securityEvents.kind, 'single_sign_on'), eq(securityEvents.detail, `${domain} the proof has lapsed`))
    expect(await api.db.$count(securityEvents, lapses)).toBe(1)
    // Whoever proves it again is in the history.
    const proofs = and(eq(auditLog.entity, 'single_sign_on'), eq(auditLog.entity_id, id), eq(auditLog.field, 'sign_on_proof'))
    expect(await api.db.$count(auditLog, proofs)).toBe(1)
    names.texts.set(record.name, [record.value])
    expect(await check()).toEqual({ found: true })
    expect(await check()).toEqual({ found: true })
    expect(await api.db.$count(auditLog, proofs)).toBe(2)
    await look(8)
    expect((await stateOf()).state).toBe('PROVEN')
    const returns = and(eq(securityEvents.kind, 'single_sign_on'), eq(securityEvents.detail, `${domain} the record is back`))
    expect(await api.db.$count(securityEvents, returns)).toBe(1)
  })

  test('is proven once, whoever looks at the same time, and not where it was removed meanwhile', async () => {
    const { api, admin, names } = scene
    const { id } = await scene.setUp({ groups: buyers(), domains: [] })
    const add = async (domain: string) => {
      await admin.call(single_sign_on.addDomain, { params: { id }, body: { domain } })
      const stored = await dataOf<SingleSignOnDomain[]>(await admin.call(single_sign_on.domains, { params: { id } }))
      const added = stored.find((each) => each.domain === domain)!
      names.texts.set(added.record.name, [added.record.value])
      return { id, domain_id: added.id }
    }
    const lock = async (transaction: Database) => {
      await transaction.select().from(ssoProviders).where(eq(ssoProviders.id, id)).for('update')
      await transaction.select().from(ssoDomains).where(eq(ssoDomains.provider_id, id)).for('update')
    }
    const proofs = and(eq(auditLog.entity, 'single_sign_on'), eq(auditLog.entity_id, id), eq(auditLog.field, 'sign_on_proof'))
    const check = (params: { id: number; domain_id: number }) => () => admin.call(single_sign_on.checkDomain, { params })
    const once = await add('once.example')
    const both = await whileLocked(
      api.db,
      id,
      async (hold) => {
        await hold(check(once))
        await hold(check(once))
      },
      lock,
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await api.db.$count(auditLog, proofs)).toBe(1)
    const gone = await add('gone.example')
    const order = await whileLocked(
      api.db,
      id,
      async (hold) => {
        await hold(() => admin.call(single_sign_on.removeDomain, { params: gone }))
        await hold(check(gone))
      },
      lock,
    )
    expect(order.map(({ status }) => status)).toEqual([204, 404])
    expect(await api.db.$count(auditLog, proofs)).toBe(1)
  })

  test('is of one provider, and free again when that is deleted', async () => {
    const first = await scene.setUp()
    const second = await scene.setUp({ domains: [] })
    const add = () => scene.admin.call(single_sign_on.addDomain, { params: { id: second.id }, body: { domain: first.domain } })
    expect([(await add()).status]).toEqual([422])
    const { version } = await dataOf<{ version: number }>(await scene.admin.call(single_sign_on.get, { params: { id: first.id } }))
    await scene.admin.call(single_sign_on.delete, { params: { id: first.id }, query: { version } })
    // Nobody looks for its proof any more, and the audit does not say that it has lapsed.
    const aged = { checked_at: sql`now() - interval '2 days'` }
    await scene.api.db.update(ssoDomains).set(aged).where(eq(ssoDomains.provider_id, first.id))
    const asked: string[] = []
    await lookAgain(scene.api.db, async (name) => (asked.push(name), []))
    expect(asked).not.toContain(recordName(first.domain))
    expect((await add()).status).toBe(201)
  })

  test('a name server that does not answer proves nothing and breaks nothing', async () => {
    const { id } = await scene.setUp()
    const [stored] = await scene.api.db.select().from(ssoDomains).where(eq(ssoDomains.provider_id, id))
    await scene.api.db
      .update(ssoDomains)
      .set({ checked_at: sql`now() - interval '2 days'` })
      .where(eq(ssoDomains.id, stored!.id))
    await lookAgain(scene.api.db, () => Promise.reject(new Error('no server')))
    const [after] = await scene.api.db.select().from(ssoDomains).where(eq(ssoDomains.id, stored!.id))
    expect(after!.proven_at).toEqual(stored!.proven_at)
  })

  test('of a record in several pieces is read in one', async () => {
    const long = 'x'.repeat(300)
    scene.names.texts.set(recordName('long.example'), [long])
    expect(await textsFrom([scene.names.address])(recordName('long.example'))).toEqual([long])
    expect(await textsFrom([scene.names.address])(recordName('none.example'))).toEqual([])
  })
})

describe('what a provider says of factors', () => {
  const withUser = async (second_factor: boolean, amr: readonly string[]) => {
    const provider = await scene.setUp({ groups: buyers(), second_factor })
    const email = scene.person(provider.domain, { amr })
    return { provider, email }
  }
  const requireFactor = (day: string | null) =>
    scene.api.db
      .update(accounts)
      .set({ factor_required_from: day })
      .where(eq(accounts.id, scene.account('agency')))

  test('counts as a second factor where its setting says that it demands several, and it names one', async () => {
    await requireFactor('2026-01-01')
    const lacking = [
      [false, ['pwd', 'mfa']],
      [true, ['pwd']],
      [true, ['pwd', 'face?']],
    ] as const
    for (const [setting, amr] of lacking) {
      const { provider, email } = await withUser(setting, amr)
      const { client, response } = await scene.signIn(provider, email)
      expect((await told(response)).slice(0, 2)).toEqual([401, 'sign_in_unfinished'])
      expect(await dataOf(await client.call(sign_in.step))).toMatchObject({ enrol: true })
    }
    const { provider, email } = await withUser(true, ['pwd', 'otp'])
    const { client, response } = await scene.signIn(provider, email)
    expect(response.status).toBe(200)
    // It counts for as long as the setting says so.
    await scene.api.db.update(ssoProviders).set({ second_factor: false }).where(eq(ssoProviders.id, provider.id))
    expect((await client.call(session.me)).status).toBe(401)
    await requireFactor(null)
  })

  test('is fresh when the factors were given there just now; a provider that knew the browser is asked to ask again', async () => {
    const { provider, email } = await withUser(false, ['pwd'])
    const browser = new ProviderBrowser()
    const { client, response } = await scene.signIn(provider, email, scene.api.client(), browser)
    expect(response.status).toBe(200)
    expect((await client.call(factor.startTotp)).status).toBe(200)
    expect(await dataOf(await client.call(factor.choices))).toEqual([])
    await scene.api.db
      .update(sessions)
      .set({ factor_at: sql`now() - interval '1 hour'` })
      .where(eq(sessions.sso_provider_id, provider.id))
    expect((await told(await client.call(factor.startTotp)))[1]).toBe('factor_needed')
    const again = await scene.finish(client, provider.id, await scene.walk(client, email, browser, true))
    expect(again.status).toBe(200)
    expect((await client.call(factor.startTotp)).status).toBe(200)
  })
})

test('a provider that is turned off, or deleted, ends what it vouched for at once', async () => {
  const provider = await scene.setUp({ groups: buyers() })
  const { client } = await scene.signIn(provider, scene.person(provider.domain))
  const { version } = await dataOf<{ version: number }>(await scene.admin.call(single_sign_on.get, { params: { id: provider.id } }))
  const off = await scene.admin.call(single_sign_on.update, { params: { id: provider.id }, body: { version, active: false } })
  expect(off.status).toBe(204)
  expect((await client.call(session.me)).status).toBe(401)
  expect((await scene.start(scene.api.client(), `x@${provider.domain}`)).status).toBe(422)
})

test('the secret is sealed in the database and nowhere answered', async () => {
  const { id } = await scene.setUp({ secret: 'never to be seen' })
  const [stored] = await scene.api.db.select().from(ssoProviders).where(eq(ssoProviders.id, id))
  expect(stored!.client_secret).not.toContain('never to be seen')
  const answers = await Promise.all(
    [single_sign_on.get, single_sign_on.history, single_sign_on.domains, single_sign_on.groups].map(async (call) =>
      (await scene.admin.call(call, { params: { id } })).text(),
    ),
  )
  const log = await scene.api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'single_sign_on'), eq(auditLog.entity_id, id)))
  const kept = stored!.client_secret!
  expect([...answers, JSON.stringify(log)].filter((text) => text.includes('never to be seen') || text.includes(kept))).toEqual([])
  expect(log.map(({ field }) => field)).toEqual(expect.arrayContaining([null, 'client_secret', 'sign_on_domain', 'sign_on_proof']))
})
