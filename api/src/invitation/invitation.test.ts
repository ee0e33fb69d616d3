import { endpoints, roleCode, type Locale, type Role } from '@adsite/contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, auditLog, invitations, loginFailures, memberships, users } from '../db/schema.ts'
import { startTestApi, testSiteUrl, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { emailOf, insertInvitation, insertMember, testPassword } from '../testing/fixtures.ts'
import { linkOf, startTestSmtp, tokenOf, type TestSmtp } from '../testing/smtp.ts'

const { list, invite, resend, revoke, check, accept, register } = endpoints.invitation
const { login, me } = endpoints.session

let smtp: TestSmtp
let api: TestApi
let admin: TestClient
const logged: string[] = []
const logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })

beforeAll(async () => {
  smtp = await startTestSmtp()
  api = await startTestApi({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@ads.test', logger })
  admin = await api.signIn('admin')
})
afterAll(async () => {
  await api.close()
  await smtp.close()
})
beforeEach(() => api.db.delete(loginFailures))

const goodPassword = 'three small boats at noon'
let addresses = 0
const newAddress = () => `invited-${++addresses}@new.example`
const account = (role: Role) => api.fixtures.a.accounts[role]

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const idOf = async (response: Response) => ((await response.json()) as { data: { id: number } }).data.id

async function inviteTo(account_id: number, email: string, locale: Locale = 'ja', by = admin) {
  const response = await by.call(invite, { body: { email, account_id, locale } })
  if (response.status !== 201) throw new Error(await response.text())
  return idOf(response)
}
async function invitedToken(account_id: number, email: string, count = 1) {
  const id = await inviteTo(account_id, email)
  return { id, token: tokenOf(await smtp.mailTo(email, count)) }
}
const registration = (token: string, password = goodPassword) => ({
  ...{ token, name: ' 新人 一郎 ', name_kana: 'シンジン イチロウ', password, password_confirmation: password },
})
const ask = (endpoint: typeof check | typeof accept, token: string, address?: string) =>
  api.client(address).call(endpoint, { body: { token } })
const enrol = (token: string, address?: string) => api.client(address).call(register, { body: registration(token) })
const membershipsOf = (userId: number) =>
  api.db
    .select({ account_id: memberships.account_id, role: memberships.role, is_default: memberships.is_default })
    .from(memberships)
    .where(eq(memberships.user_id, userId))
    .orderBy(asc(memberships.created_at))
const statusesOf = async (account_id: number, email: string) => {
  const { data } = (await (await admin.call(list, { query: { account_id } })).json()) as { data: { email: string; status: string }[] }
  return data.filter((row) => row.email === email).map(({ status }) => status)
}
const userOf = async (email: string) => (await api.db.select().from(users).where(eq(users.email, email)))[0]

describe('somebody new', () => {
  test('is mailed in the chosen language, sees what it is for, registers and can sign in', async () => {
    const email = newAddress()
    const id = await inviteTo(account('pg'), email.toUpperCase(), 'en')
    const received = await smtp.mailTo(email)
    expect(received.mail.subject).toBe('Invitation to "pg a"')
    expect(received.mail.text).toContain(`利用者 ${emailOf('admin')} invites you to "pg a" (Media group).`)
    expect(received.mail.text).toContain('72 hours')
    expect(linkOf(received).href).toMatch(new RegExp(`^${testSiteUrl}/invitation\\?token=[\\w-]{43}$`, 'u'))
    const token = tokenOf(received)
    expect(JSON.stringify(await api.db.select().from(invitations))).not.toContain(token)

    const offer = { email, account_name: 'pg a', role: roleCode('pg'), registered: false }
    for (let count = 0; count < 2; count++) expect(await (await ask(check, token)).json()).toMatchObject({ data: offer })
    const browser = api.client()
    const response = await browser.call(register, { body: registration(token) })
    expect([response.status, await response.json()]).toEqual([201, { data: { email } }])
    // No sign-in by the token alone.
    expect((await browser.call(me)).status).toBe(401)
    const session = await (await browser.call(login, { body: { email, password: goodPassword } })).json()
    expect(session).toMatchObject({
      data: {
        user: { name: '新人 一郎', email, locale: 'en' },
        accounts: [{ account_id: account('pg'), role: roleCode('pg'), is_default: true }],
        using_account_id: account('pg'),
      },
    })
    const user = (await userOf(email))!
    expect(user).toMatchObject({ status: 'active', name_kana: 'シンジン イチロウ' })
    expect(user.password_hash).toMatch(/^\$argon2id\$/u)
    expect(await statusesOf(account('pg'), email)).toEqual(['ACCEPTED'])

    const ofUser = await api.db.select().from(auditLog).where(eq(auditLog.user_id, user.id)).orderBy(asc(auditLog.id))
    expect(ofUser).toMatchObject([
      { entity: 'user', entity_id: user.id, action: 'create', after: { email, name: '新人 一郎', locale: 'en' } },
      { entity: 'invitation', entity_id: id, action: 'update', field: 'status', before: 'SENT', after: 'ACCEPTED' },
      {
        entity: 'membership',
        entity_id: user.id,
        action: 'create',
        after: { account_id: account('pg'), role: roleCode('pg'), is_default: true },
      },
    ])
    const [sent] = await api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'invitation'), eq(auditLog.entity_id, id), eq(auditLog.action, 'create')))
    expect(sent).toMatchObject({ user_id: api.fixtures.a.users.admin, after: { email, locale: 'en', account_id: account('pg') } })
    expect(JSON.stringify(await api.db.select().from(auditLog))).not.toContain(user.password_hash)
  })

  test('a Japanese mail; an administrator’s account makes an administrator', async () => {
    const email = newAddress()
    const { token } = await invitedToken(account('admin'), email)
    const { mail } = await smtp.mailTo(email)
    expect(mail.subject).toBe('「admin a」への招待')
    expect(mail.text).toContain('「admin a」(管理者)に招待されました。')
    await enrol(token)
    const browser = api.client()
    await browser.call(login, { body: { email, password: goodPassword } })
    expect((await browser.call(endpoints.company.list)).status).toBe(200)
  })

  test('of 50 registrations at once exactly one wins', async () => {
    const email = newAddress()
    const { token } = await invitedToken(account('rep'), email)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => enrol(token, `192.0.2.${index + 10}`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const refused of answers.filter(({ status }) => status !== 201)) expect(await codeOf(refused)).toEqual([422, 'token_invalid'])
    expect(await membershipsOf((await userOf(email))!.id)).toHaveLength(1)
  })

  test('must give a name and a password that will do; the invitation goes on working', async () => {
    const email = newAddress()
    const { token } = await invitedToken(account('rep'), email)
    const faultsOf = async (change: object) => {
      const response = await api.client().call(register, { body: { ...registration(token), ...change } })
      return [response.status, Object.keys(((await response.json()) as { errors: object }).errors)]
    }
    expect(await faultsOf({ name: '  ' })).toEqual([422, ['name']])
    expect(await faultsOf({ password: 'password1', password_confirmation: 'password1' })).toEqual([422, ['password']])
    expect(await faultsOf({ password: email, password_confirmation: email })).toEqual([422, ['password']])
    expect(await faultsOf({ password_confirmation: 'another one here' })).toEqual([422, ['password_confirmation']])
    expect(await faultsOf({ role: 6 })).toEqual([422, ['role']])
    expect(await faultsOf({ account_id: account('admin') })).toEqual([422, ['account_id']])
    expect((await enrol(token)).status).toBe(201)
  })

  test('cannot accept without registering; a user created without password becomes active by registering', async () => {
    const email = newAddress()
    const { token } = await invitedToken(account('rep'), email)
    expect(await codeOf(await ask(accept, token))).toEqual([409, 'state_not_allowed'])
    await api.db.insert(users).values({ email, name: '仮' })
    expect(await codeOf(await ask(accept, token))).toEqual([409, 'state_not_allowed'])
    expect((await enrol(token)).status).toBe(201)
    expect(await userOf(email)).toMatchObject({ status: 'active', name: '新人 一郎' })
  })
})

describe('a registered user', () => {
  const member = async (email = newAddress()) => ({ email, id: await insertMember(api.db, email, account('agency'), 'agency') })

  test('gets the account added, with its role, and stays signed in where they are', async () => {
    const { id, email } = await member()
    const browser = api.client()
    await browser.call(login, { body: { email, password: testPassword } })
    const { token } = await invitedToken(account('pg'), email)
    expect(await (await ask(check, token)).json()).toMatchObject({ data: { registered: true } })
    const stranger = api.client()
    const response = await stranger.call(accept, { body: { token } })
    expect([response.status, await response.json()]).toMatchObject([200, { data: { email, account_name: 'pg a', role: roleCode('pg') } }])
    expect((await stranger.call(me)).status).toBe(401)
    expect(await membershipsOf(id)).toEqual([
      { account_id: account('agency'), role: roleCode('agency'), is_default: true },
      { account_id: account('pg'), role: roleCode('pg'), is_default: false },
    ])
    const session = (await (await browser.call(me)).json()) as { data: { accounts: unknown[] } }
    expect(session.data.accounts).toHaveLength(2)
    expect(await codeOf(await ask(accept, token))).toEqual([422, 'token_invalid'])
  })

  test('cannot be registered over; the password stays', async () => {
    const { email } = await member()
    const { token } = await invitedToken(account('pg'), email)
    expect(await codeOf(await enrol(token))).toEqual([409, 'state_not_allowed'])
    expect((await api.client().call(login, { body: { email, password: testPassword } })).status).toBe(200)
    expect((await ask(accept, token)).status).toBe(200)
  })

  test('of 50 acceptances at once exactly one wins', async () => {
    const { id, email } = await member()
    const { token } = await invitedToken(account('pg'), email)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(accept, token, `192.0.2.${index + 10}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(49)
    expect(await membershipsOf(id)).toHaveLength(2)
  })

  test('who is suspended or deleted can neither accept nor register', async () => {
    for (const change of [{ status: 'suspended' }, { status: 'deleted' }, { deleted_at: new Date() }] as const) {
      const { id, email } = await member()
      const { token } = await invitedToken(account('pg'), email)
      await api.db.update(users).set(change).where(eq(users.id, id))
      expect(await codeOf(await ask(accept, token))).toEqual([409, 'state_not_allowed'])
      expect(await codeOf(await enrol(token))).toEqual([409, 'state_not_allowed'])
      expect(await membershipsOf(id)).toHaveLength(1)
    }
  })

  test('who is in the account already is told at the field, and no mail goes out', async () => {
    const before = smtp.received.length
    const body = { email: emailOf('pg').toUpperCase(), account_id: account('pg'), locale: 'ja' }
    const response = await admin.call(invite, { body })
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: 'validation_failed', errors: { email: ['すでに登録されています。'] } },
    ])
    expect(smtp.received).toHaveLength(before)
  })
})

describe('who may invite', () => {
  test('ptd and pg to their own account alone: a foreign one is like none', async () => {
    const { a, b } = api.fixtures
    for (const role of ['ptd', 'pg'] as const) {
      const browser = await api.signIn(role)
      await inviteTo(a.accounts[role], newAddress(), 'ja', browser)
      // The pg account that the ptd trades for, another kind, another tenant, none at all.
      const foreign = [role === 'ptd' ? a.accounts.pg : a.accounts.ptd, a.accounts.admin, b.accounts[role], 999_999]
      for (const account_id of foreign) {
        const before = smtp.received.length
        const response = await browser.call(invite, { body: { email: newAddress(), account_id, locale: 'ja' } })
        expect([response.status, await response.json()]).toMatchObject([
          422,
          { errors: { account_id: ['指定された対象が見つかりません。'] } },
        ])
        expect(smtp.received).toHaveLength(before)
        expect(await (await browser.call(list, { query: { account_id } })).json()).toEqual({ data: [] })
      }
      const own = (await (await browser.call(list, { query: { account_id: a.accounts[role] } })).json()) as { data: object[] }
      expect(own.data.length).toBeGreaterThan(0)
    }
  })

  test('nobody to an account that was deleted; what was sent before is void', async () => {
    const { token } = await invitedToken(account('advertiser'), newAddress())
    await api.db
      .update(accounts)
      .set({ deleted_at: new Date() })
      .where(eq(accounts.id, account('advertiser')))
    const body = { email: newAddress(), account_id: account('advertiser'), locale: 'ja' }
    const response = await admin.call(invite, { body })
    const used = await enrol(token)
    await api.db
      .update(accounts)
      .set({ deleted_at: null })
      .where(eq(accounts.id, account('advertiser')))
    expect([response.status, used.status]).toEqual([422, 422])
  })

  test('the list is newest first and names no token', async () => {
    const emails = [newAddress(), newAddress()]
    for (const email of emails) await inviteTo(account('advertiser'), email)
    const { data } = (await (await admin.call(list, { query: { account_id: account('advertiser') } })).json()) as {
      data: { email: string }[]
    }
    expect(data.slice(0, 2).map(({ email }) => email)).toEqual(emails.toReversed())
    expect(Object.keys(data[0]!).toSorted()).toEqual(['account_id', 'created_at', 'email', 'expires_at', 'id', 'status'])
  })
})

describe('life of an invitation', () => {
  test('sending or inviting again voids the former links', async () => {
    const email = newAddress()
    const first = await invitedToken(account('pg'), email)
    const again = await admin.call(resend, { params: { id: first.id } })
    const second = tokenOf(await smtp.mailTo(email, 2))
    expect(again.status).toBe(201)
    expect(await codeOf(await ask(check, first.token))).toEqual([422, 'token_invalid'])
    expect((await ask(check, second)).status).toBe(200)
    const third = await invitedToken(account('pg'), email, 3)
    expect(await codeOf(await ask(check, second))).toEqual([422, 'token_invalid'])
    expect(await statusesOf(account('pg'), email)).toEqual(['SENT', 'REVOKED', 'REVOKED'])
    // One to another account of the same address is another invitation.
    const other = await invitedToken(account('rep'), email, 4)
    for (const token of [third.token, other.token]) expect((await ask(check, token)).status).toBe(200)
  })

  test('it lives 72 hours; an expired one can be sent again', async () => {
    const email = newAddress()
    const { id, token } = await invitedToken(account('pg'), email)
    const { data } = (await (await ask(check, token)).json()) as { data: { expires_at: string } }
    const [row] = await api.db.select().from(invitations).where(eq(invitations.id, id))
    expect(Date.parse(data.expires_at) - row!.created_at.getTime()).toBe(72 * 60 * 60 * 1000)
    await api.db
      .update(invitations)
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where(eq(invitations.id, id))
    expect(await statusesOf(account('pg'), email)).toEqual(['EXPIRED'])
    for (const response of [await ask(check, token), await ask(accept, token), await enrol(token)]) {
      expect(await codeOf(response)).toEqual([422, 'token_invalid'])
    }
    expect((await admin.call(resend, { params: { id } })).status).toBe(201)
    expect((await enrol(tokenOf(await smtp.mailTo(email, 2)))).status).toBe(201)
  })

  test('revoked or accepted: its link is dead, and it can neither be sent nor revoked again', async () => {
    const revoked = await invitedToken(account('pg'), newAddress())
    expect((await admin.call(revoke, { params: { id: revoked.id } })).status).toBe(204)
    expect(await codeOf(await enrol(revoked.token))).toEqual([422, 'token_invalid'])
    const accepted = await invitedToken(account('pg'), newAddress())
    expect((await enrol(accepted.token)).status).toBe(201)
    for (const { id } of [revoked, accepted]) {
      const before = smtp.received.length
      expect(await codeOf(await admin.call(resend, { params: { id } }))).toEqual([409, 'state_not_allowed'])
      expect(await codeOf(await admin.call(revoke, { params: { id } }))).toEqual([409, 'state_not_allowed'])
      expect(smtp.received).toHaveLength(before)
    }
  })

  test('many who invite the same address at once leave one link that works', async () => {
    const email = newAddress()
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await admin.call(invite, { body: { email, account_id: account('pg'), locale: 'ja' } })).status,
      ),
    )
    expect(statuses).toEqual(statuses.map(() => 201))
    const tokens = smtp.received.filter(({ to }) => to.includes(email)).map(tokenOf)
    const working = await Promise.all(tokens.map(async (token) => (await ask(check, token)).status))
    expect(working.filter((status) => status === 200)).toHaveLength(1)
  })

  test('when the mail fails: 500 with its text, nothing is left, and the former link goes on working', async () => {
    const email = newAddress()
    const former = await invitedToken(account('pg'), email)
    const rows = () => api.db.$count(invitations)
    const before = await rows()
    smtp.refuse(true)
    const body = { email, account_id: account('pg'), locale: 'ja' }
    const answers = [await admin.call(invite, { body }), await admin.call(resend, { params: { id: former.id } })]
    smtp.refuse(false)
    for (const response of answers) {
      expect([response.status, await response.json()]).toMatchObject([
        500,
        { code: 'mail_failed', message: 'メールの送信に失敗しました。時間をおいて再度お試しください' },
      ])
    }
    expect(await rows()).toBe(before)
    expect((await ask(check, former.token)).status).toBe(200)
    expect((await admin.call(invite, { body })).status).toBe(201)
  })

  test('wrong tokens: 20 a minute from one address, then 429 for all three calls', async () => {
    const wrong = 'y'.repeat(43)
    for (let count = 0; count < 20; count++) expect((await ask(check, wrong, '198.51.100.1')).status).toBe(422)
    for (const response of [
      await ask(check, wrong, '198.51.100.1'),
      await ask(accept, wrong, '198.51.100.1'),
      await enrol(wrong, '198.51.100.1'),
    ]) {
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  })
})

test('an invitation cannot be used by two users at once: the first account of a user is the only default', async () => {
  const email = newAddress()
  const tokens = await Promise.all(
    (['pg', 'rep', 'agency'] as const).map(async (role) => (await insertInvitation(api.db, account(role), email)).token),
  )
  const answers = await Promise.all(tokens.map((token, index) => enrol(token, `192.0.2.${index + 100}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const rest = tokens.filter((_, index) => answers[index]!.status === 409)
  for (const token of rest) expect((await ask(accept, token)).status).toBe(200)
  const own = await membershipsOf((await userOf(email))!.id)
  expect(own).toHaveLength(3)
  expect(own.filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('no password, token or cookie is in the log', () => {
  const text = logged.join('')
  expect(text).toContain(register.path)
  const secrets = [goodPassword, testPassword, ...admin.cookies.values(), ...smtp.received.map(tokenOf)]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
