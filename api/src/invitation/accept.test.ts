import { endpoints, roleCode } from '@adsite/contract'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, invitations, loginFailures, users } from '../db/schema.ts'
import { testSiteUrl } from '../testing/api.ts'
import { emailOf, insertInvitation, insertMember, testPassword } from '../testing/fixtures.ts'
import { linkOf, tokenOf } from '../testing/smtp.ts'
import { codeOf, goodPassword, startInvitationScene, type InvitationScene } from './testing/scene.ts'

const { check, accept, register } = endpoints.invitation
const { login, me } = endpoints.session

let scene: InvitationScene
beforeAll(async () => {
  scene = await startInvitationScene()
})
afterAll(() => scene.close())
beforeEach(() => scene.api.db.delete(loginFailures))

/** The words of a refusal for what the user of the address is. */
async function refusalOf(response: Response): Promise<string> {
  const { code, message } = (await response.json()) as { code: string; message: string }
  expect([response.status, code]).toEqual([409, 'state_not_allowed'])
  return message
}

describe('somebody new', () => {
  test('is mailed in the chosen language, sees what it is for, registers and can sign in', async () => {
    const email = scene.newAddress()
    const id = await scene.inviteTo(scene.account('pg'), email.toUpperCase(), 'en')
    const received = await scene.smtp.mailTo(email)
    expect(received.mail.subject).toBe('Ad Platform: invitation to "pg a"')
    expect(received.mail.text).toContain(`利用者 ${emailOf('admin')} invites you to "pg a" (Media group) on Ad Platform.`)
    expect(received.mail.text).toMatch(/valid until \w+, \w+ \d+, \d{4} at .+ \(Japan time\)/u)
    expect(linkOf(received).href).toMatch(new RegExp(`^${testSiteUrl}/invitation#token=[\\w-]{43}$`, 'u'))
    const token = tokenOf(received)
    expect(JSON.stringify(await scene.api.db.select().from(invitations))).not.toContain(token)

    const offer = { email, account_name: 'pg a', role: roleCode('pg'), registered: false }
    for (let count = 0; count < 2; count++) expect(await (await scene.ask(check, token)).json()).toMatchObject({ data: offer })
    const browser = scene.api.client()
    const response = await browser.call(register, { body: scene.registration(token) })
    expect([response.status, await response.json()]).toEqual([201, { data: { email } }])
    // The token alone does not sign in.
    expect((await browser.call(me)).status).toBe(401)
    const session = await (await browser.call(login, { body: { email, password: goodPassword } })).json()
    expect(session).toMatchObject({
      data: {
        user: { name: '新人 一郎', email, locale: 'en' },
        accounts: [{ account_id: scene.account('pg'), role: roleCode('pg'), is_default: true }],
        using_account_id: scene.account('pg'),
      },
    })
    const user = (await scene.userOf(email))!
    expect(user).toMatchObject({ status: 'ACTIVE', name_kana: 'シンジン イチロウ' })
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u)
    expect(await scene.statusesOf(scene.account('pg'), email)).toEqual(['ACCEPTED'])

    const ofUser = await scene.api.db.select().from(auditLog).where(eq(auditLog.user_id, user.id)).orderBy(asc(auditLog.id))
    expect(ofUser).toMatchObject([
      { entity: 'user', entity_id: user.id, action: 'create', after: { email, name: '新人 一郎', locale: 'en' } },
      { entity: 'invitation', entity_id: id, action: 'update', field: 'status', before: 'SENT', after: 'ACCEPTED' },
      {
        entity: 'membership',
        entity_id: user.id,
        action: 'create',
        after: { account_id: scene.account('pg'), role: roleCode('pg'), is_default: true },
      },
      { entity: 'user', entity_id: user.id, action: 'update', field: 'account_ids', before: [], after: [scene.account('pg')] },
    ])
    const [sent] = await scene.api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'invitation'), eq(auditLog.entity_id, id), eq(auditLog.action, 'create')))
    expect(sent).toMatchObject({
      user_id: scene.api.fixtures.a.users.admin,
      after: { email, locale: 'en', account_id: scene.account('pg') },
    })
    expect(JSON.stringify(await scene.api.db.select().from(auditLog))).not.toContain(user.password_hash)
  })

  test('a Japanese mail; an administrator’s account makes an administrator', async () => {
    const email = scene.newAddress()
    const { token } = await scene.invitedToken(scene.account('admin'), email)
    const { mail } = await scene.smtp.mailTo(email)
    expect(mail.subject).toBe('【広告プラットフォーム】「admin a」への招待')
    expect(mail.text).toContain('広告プラットフォームの「admin a」(管理者)に招待されました。')
    await scene.enrol(token)
    const browser = scene.api.client()
    await browser.call(login, { body: { email, password: goodPassword } })
    expect((await browser.call(endpoints.company.list)).status).toBe(200)
  })

  test('a name in kana that nobody sees is none', async () => {
    const email = scene.newAddress()
    const { token } = await scene.invitedToken(scene.account('pg'), email)
    const body = { ...scene.registration(token), name_kana: ' \u200b\u3164' }
    expect((await scene.api.client().call(register, { body })).status).toBe(201)
    expect(await scene.userOf(email)).toMatchObject({ name_kana: null })
  })

  test('of 50 registrations at once exactly one wins', async () => {
    const email = scene.newAddress()
    const { token } = await scene.invitedToken(scene.account('rep'), email)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => scene.enrol(token, `192.0.2.${index + 10}`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const refused of answers.filter(({ status }) => status !== 201)) expect(await codeOf(refused)).toEqual([422, 'token_invalid'])
    expect(await scene.membershipsOf((await scene.userOf(email))!.id)).toHaveLength(1)
  })

  test('must give a name and a password that will do; the invitation goes on working', async () => {
    const email = scene.newAddress()
    const { token } = await scene.invitedToken(scene.account('rep'), email)
    const faultsOf = async (change: object) => {
      const response = await scene.api.client().call(register, { body: { ...scene.registration(token), ...change } })
      return [response.status, Object.keys(((await response.json()) as { errors: object }).errors)]
    }
    expect(await faultsOf({ name: '  ' })).toEqual([422, ['name']])
    expect(await faultsOf({ password: 'password1', password_confirmation: 'password1' })).toEqual([422, ['password']])
    expect(await faultsOf({ password: email, password_confirmation: email })).toEqual([422, ['password']])
    expect(await faultsOf({ password_confirmation: 'another one here' })).toEqual([422, ['password_confirmation']])
    expect(await faultsOf({ role: 6 })).toEqual([422, ['role']])
    expect(await faultsOf({ account_id: scene.account('admin') })).toEqual([422, ['account_id']])
    expect((await scene.enrol(token)).status).toBe(201)
  })

  test('cannot accept without registering; a user created without password becomes active by registering', async () => {
    const email = scene.newAddress()
    const { token } = await scene.invitedToken(scene.account('rep'), email)
    expect(await refusalOf(await scene.ask(accept, token))).toMatch(/まだ登録されていません.*登録してください/u)
    await scene.api.db.insert(users).values({ email, name: '仮' })
    expect(await codeOf(await scene.ask(accept, token))).toEqual([409, 'state_not_allowed'])
    expect((await scene.enrol(token)).status).toBe(201)
    const user = (await scene.userOf(email))!
    expect(user).toMatchObject({ status: 'ACTIVE', name: '新人 一郎' })
    const history = await scene.api.db
      .select({ action: auditLog.action, field: auditLog.field, before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'user'), eq(auditLog.entity_id, user.id)))
      .orderBy(asc(auditLog.id))
    expect(history.slice(0, 2)).toEqual([
      { action: 'update', field: 'name', before: '仮', after: '新人 一郎' },
      { action: 'update', field: 'status', before: 'INVITED', after: 'ACTIVE' },
    ])
  })
})

describe('a registered user', () => {
  const member = async (email = scene.newAddress()) => ({
    email,
    id: await insertMember(scene.api.db, email, scene.account('agency'), 'agency'),
  })

  test('gets the account added, with its role, and stays signed in where they are', async () => {
    const { id, email } = await member()
    const browser = scene.api.client()
    await browser.call(login, { body: { email, password: testPassword } })
    const { token } = await scene.invitedToken(scene.account('pg'), email)
    expect(await (await scene.ask(check, token)).json()).toMatchObject({ data: { registered: true } })
    const stranger = scene.api.client()
    const response = await stranger.call(accept, { body: { token } })
    expect([response.status, await response.json()]).toMatchObject([200, { data: { email, account_name: 'pg a', role: roleCode('pg') } }])
    expect((await stranger.call(me)).status).toBe(401)
    expect(await scene.membershipsOf(id)).toEqual([
      { account_id: scene.account('agency'), role: roleCode('agency'), is_default: true },
      { account_id: scene.account('pg'), role: roleCode('pg'), is_default: false },
    ])
    const session = (await (await browser.call(me)).json()) as { data: { accounts: unknown[] } }
    expect(session.data.accounts).toHaveLength(2)
    expect(await codeOf(await scene.ask(accept, token))).toEqual([422, 'token_invalid'])
  })

  test('cannot be registered over; the password stays', async () => {
    const { email } = await member()
    const { token } = await scene.invitedToken(scene.account('pg'), email)
    expect(await refusalOf(await scene.enrol(token))).toMatch(/すでに登録されています.*承認してください/u)
    expect((await scene.api.client().call(login, { body: { email, password: testPassword } })).status).toBe(200)
    expect((await scene.ask(accept, token)).status).toBe(200)
  })

  test('of 50 acceptances at once exactly one wins', async () => {
    const { id, email } = await member()
    const { token } = await scene.invitedToken(scene.account('pg'), email)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => scene.ask(accept, token, `192.0.2.${index + 10}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(49)
    expect(await scene.membershipsOf(id)).toHaveLength(2)
  })

  test('who is suspended or deleted can neither accept nor register', async () => {
    for (const change of [{ status: 'SUSPENDED' }, { status: 'DELETED' }, { deleted_at: new Date() }] as const) {
      const { id, email } = await member()
      const { token } = await scene.invitedToken(scene.account('pg'), email)
      await scene.api.db.update(users).set(change).where(eq(users.id, id))
      for (const response of [await scene.ask(accept, token), await scene.enrol(token)])
        expect(await refusalOf(response)).toMatch(/停止中か削除済み.*担当者に連絡してください/u)
      expect(await scene.membershipsOf(id)).toHaveLength(1)
    }
  })
})

test('an invitation cannot be used by two users at once: the first account of a user is the only default', async () => {
  const email = scene.newAddress()
  const tokens = await Promise.all(
    (['pg', 'rep', 'agency'] as const).map(async (role) => (await insertInvitation(scene.api.db, scene.account(role), email)).token),
  )
  const answers = await Promise.all(tokens.map((token, index) => scene.enrol(token, `192.0.2.${index + 100}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const rest = tokens.filter((_, index) => answers[index]!.status === 409)
  for (const token of rest) expect((await scene.ask(accept, token)).status).toBe(200)
  const own = await scene.membershipsOf((await scene.userOf(email))!.id)
  expect(own).toHaveLength(3)
  expect(own.filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('no password, token or cookie is in the log', () => {
  const text = scene.logged.join('')
  expect(text).toContain(register.path)
  const secrets = [goodPassword, testPassword, ...scene.admin.cookies.values(), ...scene.smtp.received.map(tokenOf)]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
