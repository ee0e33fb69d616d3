import { endpoints } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, invitations, loginFailures, users } from '../db/schema.ts'
import { emailOf, insertMember } from '../testing/fixtures.ts'
import { tokenOf } from '../testing/smtp.ts'
import { codeOf, startInvitationScene, type InvitationScene } from './testing/scene.ts'

const { list, invite, resend, revoke, check, accept } = endpoints.invitation

let scene: InvitationScene
beforeAll(async () => {
  scene = await startInvitationScene()
})
afterAll(() => scene.close())
beforeEach(() => scene.api.db.delete(loginFailures))

describe('who may invite', () => {
  test('nobody who is in the account already: told at the field, and no mail goes out', async () => {
    const before = scene.smtp.received.length
    const body = { email: emailOf('pg').toUpperCase(), account_id: scene.account('pg'), locale: 'ja' }
    const response = await scene.admin.call(invite, { body })
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: 'validation_failed', errors: { email: ['すでに登録されています。'] } },
    ])
    expect(scene.smtp.received).toHaveLength(before)
  })

  test('ptd and pg to their own account alone: a foreign one is like none', async () => {
    const { a, b } = scene.api.fixtures
    for (const role of ['ptd', 'pg'] as const) {
      const browser = await scene.api.signIn(role)
      await scene.inviteTo(a.accounts[role], scene.newAddress(), 'ja', browser)
      // A pg account that the ptd trades for, another kind, another tenant, and a missing one.
      const foreign = [role === 'ptd' ? a.accounts.pg : a.accounts.ptd, a.accounts.admin, b.accounts[role], 999_999]
      for (const account_id of foreign) {
        const before = scene.smtp.received.length
        const response = await browser.call(invite, { body: { email: scene.newAddress(), account_id, locale: 'ja' } })
        expect([response.status, await response.json()]).toMatchObject([
          422,
          { errors: { account_id: ['指定された対象が見つかりません。'] } },
        ])
        expect(scene.smtp.received).toHaveLength(before)
        expect(await (await browser.call(list, { query: { account_id } })).json()).toMatchObject({ data: [] })
      }
      const own = (await (await browser.call(list, { query: { account_id: a.accounts[role] } })).json()) as { data: object[] }
      expect(own.data.length).toBeGreaterThan(0)
    }
  })

  test('nobody to an account that was deleted; what was sent before is void', async () => {
    const { token } = await scene.invitedToken(scene.account('advertiser'), scene.newAddress())
    await scene.api.db
      .update(accounts)
      .set({ deleted_at: new Date() })
      .where(eq(accounts.id, scene.account('advertiser')))
    const body = { email: scene.newAddress(), account_id: scene.account('advertiser'), locale: 'ja' }
    const response = await scene.admin.call(invite, { body })
    const used = await scene.enrol(token)
    await scene.api.db
      .update(accounts)
      .set({ deleted_at: null })
      .where(eq(accounts.id, scene.account('advertiser')))
    expect([response.status, used.status]).toEqual([422, 422])
  })

  test('the list is newest first and names no token', async () => {
    const emails = [scene.newAddress(), scene.newAddress()]
    for (const email of emails) await scene.inviteTo(scene.account('advertiser'), email)
    const { data } = (await (await scene.admin.call(list, { query: { account_id: scene.account('advertiser') } })).json()) as {
      data: { email: string }[]
    }
    expect(data.slice(0, 2).map(({ email }) => email)).toEqual(emails.toReversed())
    expect(JSON.stringify(data)).not.toMatch(/token/u)
  })
})

describe('life of an invitation', () => {
  test('sending or inviting again voids the former links', async () => {
    const email = scene.newAddress()
    const first = await scene.invitedToken(scene.account('pg'), email)
    const again = await scene.admin.call(resend, { params: { id: first.id }, body: { version: 1 } })
    const second = tokenOf(await scene.smtp.mailTo(email, 2))
    expect(again.status).toBe(204)
    expect(await codeOf(await scene.ask(check, first.token))).toEqual([422, 'token_invalid'])
    expect((await scene.ask(check, second)).status).toBe(200)
    const third = await scene.invitedToken(scene.account('pg'), email, 3)
    expect(await codeOf(await scene.ask(check, second))).toEqual([422, 'token_invalid'])
    expect(await scene.statusesOf(scene.account('pg'), email)).toEqual(['SENT', 'REVOKED'])
    // An invitation of the same address to another account is independent.
    const other = await scene.invitedToken(scene.account('rep'), email, 4)
    for (const token of [third.token, other.token]) expect((await scene.ask(check, token)).status).toBe(200)
  })

  test('it lives 72 hours; an expired one can be sent again', async () => {
    const email = scene.newAddress()
    const { id, token } = await scene.invitedToken(scene.account('pg'), email)
    const { data } = (await (await scene.ask(check, token)).json()) as { data: { expires_at: string } }
    const [row] = await scene.api.db.select().from(invitations).where(eq(invitations.id, id))
    expect(Date.parse(data.expires_at) - row!.created_at.getTime()).toBe(72 * 60 * 60 * 1000)
    await scene.api.db
      .update(invitations)
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where(eq(invitations.id, id))
    expect(await scene.statusesOf(scene.account('pg'), email)).toEqual(['EXPIRED'])
    for (const response of [await scene.ask(check, token), await scene.ask(accept, token), await scene.enrol(token)]) {
      expect(await codeOf(response)).toEqual([422, 'token_invalid'])
    }
    expect((await scene.admin.call(resend, { params: { id }, body: { version: 1 } })).status).toBe(204)
    expect((await scene.enrol(tokenOf(await scene.smtp.mailTo(email, 2)))).status).toBe(201)
  })

  test('revoked or accepted: its link is dead, and it can neither be sent nor revoked again', async () => {
    const revoked = await scene.invitedToken(scene.account('pg'), scene.newAddress())
    expect((await scene.admin.call(revoke, { params: { id: revoked.id }, body: { version: 1 } })).status).toBe(204)
    expect(await codeOf(await scene.enrol(revoked.token))).toEqual([422, 'token_invalid'])
    const accepted = await scene.invitedToken(scene.account('pg'), scene.newAddress())
    expect((await scene.enrol(accepted.token)).status).toBe(201)
    for (const { id } of [revoked, accepted]) {
      const before = scene.smtp.received.length
      expect(await codeOf(await scene.admin.call(resend, { params: { id }, body: { version: 2 } }))).toEqual([409, 'state_not_allowed'])
      expect(await codeOf(await scene.admin.call(revoke, { params: { id }, body: { version: 2 } }))).toEqual([409, 'state_not_allowed'])
      expect(scene.smtp.received).toHaveLength(before)
    }
  })

  test('nobody who is marked as deleted is invited, nor reminded of an invitation', async () => {
    const email = scene.newAddress()
    await insertMember(scene.api.db, email, scene.account('agency'), 'agency')
    const { id } = await scene.invitedToken(scene.account('pg'), email)
    await scene.api.db.update(users).set({ status: 'DELETED' }).where(eq(users.email, email))
    const before = scene.smtp.received.length
    for (const response of [
      await scene.admin.call(invite, { body: { email, account_id: scene.account('rep'), locale: 'ja' } }),
      await scene.admin.call(resend, { params: { id }, body: { version: 1 } }),
    ])
      expect([response.status, await response.json()]).toMatchObject([422, { errors: { email: [expect.stringContaining('削除済み')] } }])
    expect(scene.smtp.received).toHaveLength(before)
  })

  test('many are revoked at once, and none is sent again that way', async () => {
    const one = await scene.invitedToken(scene.account('pg'), scene.newAddress())
    const other = await scene.invitedToken(scene.account('pg'), scene.newAddress())
    const ids = [one.id, other.id]
    expect((await scene.admin.call(endpoints.invitation.bulk, { body: { action: 'resend', ids } })).status).toBe(422)
    const answer = await scene.admin.call(endpoints.invitation.bulk, { body: { action: 'revoke', ids } })
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { total: 2, done: 2 } }])
    for (const { token } of [one, other]) expect(await codeOf(await scene.enrol(token))).toEqual([422, 'token_invalid'])
  })

  test('many who invite the same address at once leave one link that works', async () => {
    const email = scene.newAddress()
    const statuses = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await scene.admin.call(invite, { body: { email, account_id: scene.account('pg'), locale: 'ja' } })).status,
      ),
    )
    expect(statuses).toEqual(statuses.map(() => 201))
    const tokens = scene.smtp.received.filter(({ to }) => to.includes(email)).map(tokenOf)
    const working = await Promise.all(tokens.map(async (token) => (await scene.ask(check, token)).status))
    expect(working.filter((status) => status === 200)).toHaveLength(1)
  })

  test('five mails a minute and twenty an hour to one address, whoever sends them and whichever way', async () => {
    const email = scene.newAddress()
    const pg = await scene.api.signIn('pg')
    const mails = () => scene.smtp.received.filter(({ to }) => to.includes(email)).length
    const id = await scene.inviteTo(scene.account('pg'), email)
    let version = 1
    const again = (client = scene.admin) => client.call(resend, { params: { id }, body: { version } })
    const anew = () => scene.admin.call(invite, { body: { email, account_id: scene.account('rep'), locale: 'ja' } })
    for (; version < 5; version++) expect((await again()).status).toBe(204)
    for (const response of [await again(), await again(pg), await anew()]) {
      expect(await codeOf(response)).toEqual([429, 'too_many_requests'])
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    expect(mails()).toBe(5)
    await scene.inviteTo(scene.account('pg'), scene.newAddress())
    for (; version < 20; version++) {
      await scene.api.db.update(loginFailures).set({ at: sql`${loginFailures.at} - interval '61 seconds'` })
      expect((await again()).status).toBe(204)
    }
    await scene.api.db.update(loginFailures).set({ at: sql`${loginFailures.at} - interval '61 seconds'` })
    expect((await again()).status).toBe(429)
    expect(mails()).toBe(20)
  })

  test('when the mail fails: 500 with its text, nothing is left, and the former link goes on working', async () => {
    const email = scene.newAddress()
    const former = await scene.invitedToken(scene.account('pg'), email)
    const rows = () => scene.api.db.$count(invitations)
    const before = await rows()
    scene.smtp.refuse(true)
    const body = { email, account_id: scene.account('pg'), locale: 'ja' }
    const answers = [
      await scene.admin.call(invite, { body }),
      await scene.admin.call(resend, { params: { id: former.id }, body: { version: 1 } }),
    ]
    scene.smtp.refuse(false)
    for (const response of answers) {
      expect([response.status, await response.json()]).toMatchObject([
        500,
        { code: 'mail_failed', message: 'メールの送信に失敗しました。時間をおいて再度お試しください' },
      ])
    }
    expect(await rows()).toBe(before)
    expect((await scene.ask(check, former.token)).status).toBe(200)
    expect((await scene.admin.call(invite, { body })).status).toBe(201)
  })

  test('wrong tokens: 20 a minute from one address, then 429 for all three calls', async () => {
    const wrong = 'y'.repeat(43)
    for (let count = 0; count < 20; count++) expect((await scene.ask(check, wrong, '198.51.100.1')).status).toBe(422)
    for (const response of [
      await scene.ask(check, wrong, '198.51.100.1'),
      await scene.ask(accept, wrong, '198.51.100.1'),
      await scene.enrol(wrong, '198.51.100.1'),
    ]) {
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  })
})
