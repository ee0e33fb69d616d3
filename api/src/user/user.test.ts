import { endpoints } from '@adsite/contract'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { emailOf, testPassword } from '../testing/fixtures.ts'

const { updateMe } = endpoints.user
const { login, me } = endpoints.session

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const historyOf = (id: number) =>
  api.db
    .select({ field: auditLog.field, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'user'), eq(auditLog.entity_id, id)))
    .orderBy(desc(auditLog.id))

test('the own language counts from the next call, and is in the history', async () => {
  const browser = await api.signIn('multi')
  expect((await browser.call(updateMe, { body: { locale: 'en' } })).status).toBe(204)
  expect(await (await browser.call(me)).json()).toMatchObject({ data: { user: { locale: 'en' } } })
  const refused = await browser.call(endpoints.company.list)
  expect(await refused.json()).toMatchObject({ message: 'You do not have permission to view this.' })
  expect(await historyOf(api.fixtures.multiUser)).toEqual([{ field: 'locale', before: 'ja', after: 'en' }])
  // Repeating the call changes nothing and writes nothing.
  expect((await browser.call(updateMe, { body: { locale: 'en' } })).status).toBe(204)
  expect((await browser.call(updateMe, { body: {} })).status).toBe(204)
  expect(await historyOf(api.fixtures.multiUser)).toHaveLength(1)
})

test('a sign-in starts with the default account, which is one of the own', async () => {
  const browser = await api.signIn('multi')
  const { advertiser, pg, rep } = api.fixtures.a.accounts
  for (const default_account_id of [rep, api.fixtures.b.accounts.pg, 999_999]) {
    const response = await browser.call(updateMe, { body: { default_account_id, locale: 'ja' } })
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: 'validation_failed', errors: { default_account_id: [expect.any(String)] } },
    ])
  }
  // A refused call changed nothing.
  expect(await (await browser.call(me)).json()).toMatchObject({ data: { user: { locale: 'en' } } })
  expect((await browser.call(updateMe, { body: { default_account_id: pg } })).status).toBe(204)
  // The account in use stays.
  expect(await (await browser.call(me)).json()).toMatchObject({ data: { using_account_id: advertiser } })
  const next = await api.client().call(login, { body: { email: emailOf('multi'), password: testPassword } })
  const { data } = (await next.json()) as { data: { using_account_id: number; accounts: { account_id: number; is_default: boolean }[] } }
  expect(data.using_account_id).toBe(pg)
  expect(data.accounts.filter(({ is_default }) => is_default).map(({ account_id }) => account_id)).toEqual([pg])
  expect((await historyOf(api.fixtures.multiUser))[0]).toEqual({ field: 'default_account_id', before: advertiser, after: pg })
})

test('many changes at once leave one default account', async () => {
  const browser = await api.signIn('multi')
  const { advertiser, agency, pg } = api.fixtures.a.accounts
  const wanted = Array.from({ length: 12 }, (_, index) => [advertiser, agency, pg][index % 3]!)
  const answers = await Promise.all(wanted.map((default_account_id) => browser.call(updateMe, { body: { default_account_id } })))
  expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 204))
  const { data } = (await (await browser.call(me)).json()) as { data: { accounts: { is_default: boolean }[] } }
  expect(data.accounts.filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('nothing else of the own user can be set', async () => {
  const browser = await api.signIn('pg')
  for (const body of [{ status: 'active' }, { email: 'x@test.example' }, { role: 6 }, { locale: 'fr' }, { password_hash: 'x' }]) {
    expect((await browser.call(updateMe, { body })).status).toBe(422)
  }
})
