import { endpoints, freshMinutes } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessions } from '../db/schema.ts'
import { startTestApi, testPassword, type TestApi, type TestClient } from '../testing/index.ts'

let api: TestApi
let admin: TestClient

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await api.signIn('admin')
})

const { agency_user, company, factor, invitation, release, revenue_share, session } = endpoints

/** Lets the factors of all sessions age. */
const age = (minutes: number) => api.db.update(sessions).set({ factor_at: sql`now() - make_interval(mins => ${minutes})` })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const invite = { email: 'new@test.example', account_id: 1, locale: 'ja' }

test('a sign-in is a fresh factor for ten minutes', async () => {
  const share = { params: { id: 999_999 } }
  await age(freshMinutes - 1)
  expect((await admin.call(revenue_share.delete, share)).status).toBe(404)
  await age(freshMinutes)
  const refused = await admin.call(revenue_share.delete, share)
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'factor_needed'])
})

test('roles, credit, shares and releases need one; other writes of the same record do not', async () => {
  const id = api.fixtures.a.company
  await age(freshMinutes)
  const version = 1
  const needing = [
    await admin.call(invitation.invite, { body: invite }),
    await admin.call(invitation.resend, { params: { id: 999_999 }, body: { version } }),
    await admin.call(agency_user.reactivate, { params: { id: api.fixtures.a.users.agency }, body: { version } }),
    await admin.call(agency_user.bulk, { body: { action: 'reactivate', ids: [api.fixtures.a.users.agency] } }),
    await admin.call(agency_user.retire, { params: { id: api.fixtures.a.users.agency }, body: { version } }),
    await admin.call(agency_user.bulk, { body: { action: 'retire', ids: [api.fixtures.a.users.agency] } }),
    await admin.call(company.update, { params: { id }, body: { version, credit_limit: '9000' } }),
    await admin.call(company.approve_credit, { params: { id }, body: { version, reason: '根拠' } }),
    await admin.call(company.bulk, { body: { action: 'approve_credit', ids: [id], versions: [1] } }),
    await admin.call(company.undo, { body: { change: 1, ids: [id], versions: [1], fields: ['credit_limit'] } }),
    await admin.call(company.import, { query: { commit: 'true' }, body: 'ID\n1\n', headers: { 'Content-Type': 'text/csv' } }),
    await admin.call(release.rollback, { params: { unit: 'ad' }, body: { rev: 1, reason: 'x' } }),
    await admin.call(revenue_share.update, { params: { id: api.fixtures.a.revenueShare }, body: { version, rate: '1' } }),
  ]
  for (const response of needing)
    expect([response.url, response.status, await codeOf(response)]).toEqual([response.url, 403, 'factor_needed'])
  expect((await admin.call(company.update, { params: { id }, body: { version, contact_name: '山田' } })).status).toBe(204)
  expect((await admin.call(company.bulk, { body: { action: 'approve_credit', ids: [id], dry_run: true } })).status).toBe(200)
})

test('suspending a user needs none, so that it is quick; its preview and that of reactivating neither', async () => {
  const ids = [api.fixtures.a.users.agency]
  await age(freshMinutes)
  for (const action of ['suspend', 'reactivate'] as const)
    expect((await admin.call(agency_user.bulk, { body: { action, ids, dry_run: true } })).status).toBe(200)
  // Refused for its version, not for a factor.
  const params = { id: api.fixtures.a.users.agency }
  expect((await admin.call(agency_user.suspend, { params, body: { version: 999 } })).status).toBe(409)
})

test('the password, given anew, is one for users without another; a wrong one is not, and guessing ends', async () => {
  await age(freshMinutes)
  const confirm = (password: string) => admin.call(factor.confirm, { body: { kind: 'password', password } })
  expect(await (await admin.call(factor.choices)).json()).toEqual({ data: ['password'] })
  expect((await confirm('wrong')).status).toBe(422)
  const share = { params: { id: 999_999 } }
  expect((await admin.call(revenue_share.delete, share)).status).toBe(403)
  expect((await confirm(testPassword)).status).toBe(204)
  expect((await admin.call(revenue_share.delete, share)).status).toBe(404)
  for (let tries = 0; tries < 5; tries += 1) expect((await confirm('wrong')).status).toBe(422)
  expect((await confirm(testPassword)).status).toBe(429)
})

test('a factor of another session counts for nothing, and a switch of the account makes none fresh', async () => {
  const multi = await api.signIn('multi')
  await age(freshMinutes)
  const other = await api.signIn('multi')
  await other.call(factor.confirm, { body: { kind: 'password', password: testPassword } })
  const account_id = api.fixtures.a.accounts.pg
  expect((await multi.call(session.changeRole, { body: { account_id } })).status).toBe(201)
  const refused = await multi.call(invitation.invite, { body: { ...invite, account_id } })
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'factor_needed'])
})
