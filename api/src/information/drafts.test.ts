import { endpoints, type InformationReader } from '@adsite/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, memberships } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { emailOf, insertInformation } from '../testing/fixtures.ts'
import { pngFile } from '../testing/files.ts'

const { create, update, get, view, viewList, confirm, attach, download, readers } = endpoints.information

let api: TestApi
let admin: TestClient
let pg: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  pg = await api.signIn('pg')
})
afterAll(() => api.close())

const body = {
  title: '下書きのお知らせ',
  type: 'NOTICE',
  is_important: true,
  target_roles: ['pg'],
  is_draft: true,
  publish_from: '2026-01-01T00:00:00.000Z',
  body: '<p>本文</p>',
}
const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T
const draft = async () => (await json<{ data: { id: number } }>(admin.call(create, { body }))).data.id

test('a draft takes files before anybody reads it, and is read by its roles once it is none', async () => {
  const id = await draft()
  const params = { id }
  const file = { query: { name: '図.png' }, body: await pngFile(), headers: { 'Content-Type': 'image/png' } }
  const { data: attached } = await json<{ data: { id: number } }>(admin.call(attach, { params, ...file }))
  expect(await json(admin.call(get, { params }))).toMatchObject({ data: { is_draft: true, being_published: false } })
  const seen = async () => (await json<{ data: { id: number }[] }>(pg.call(viewList))).data.map((one) => one.id)
  expect(await seen()).not.toContain(id)
  for (const endpoint of [view, confirm]) expect((await pg.call(endpoint, { params })).status).toBe(404)
  expect((await pg.call(download, { params: { id, attachment_id: attached.id } })).status).toBe(404)

  expect((await admin.call(update, { params, body: { version: 1, is_draft: false } })).status).toBe(204)
  expect(await seen()).toContain(id)
  expect((await pg.call(view, { params })).status).toBe(200)
  expect((await pg.call(download, { params: { id, attachment_id: attached.id } })).status).toBe(200)
})

test('the administrator sees who has confirmed and who has not, by user and account; nobody else does', async () => {
  const id = await draft()
  const params = { id }
  await admin.call(update, { params, body: { version: 1, is_draft: false } })
  type Answer = { data: InformationReader[]; total: number; confirmed: number }
  const asked = (query: Record<string, string>) => json<Answer>(admin.call(readers, { params, query }))
  const before = await asked({})
  expect(before).toMatchObject({ confirmed: 0, total: before.data.length })
  expect(before.data.map(({ account_name }) => account_name)).toEqual(expect.arrayContaining(['pg a', 'pg b']))
  expect(new Set(before.data.map(({ role }) => role)).size).toBe(1)
  expect((await pg.call(confirm, { params })).status).toBe(201)
  const after = await asked({})
  expect(after).toMatchObject({ confirmed: 1, total: before.total })
  const mine = { account_id: api.fixtures.a.accounts.pg, user_name: `利用者 ${emailOf('pg')}`, confirmed_at: expect.any(String) }
  expect(after.data[0]).toMatchObject(mine)
  expect((await asked({ confirmed: 'true' })).data).toMatchObject([mine])
  expect((await asked({ confirmed: 'false' })).data.map(({ confirmed_at }) => confirmed_at)).toEqual(
    Array.from({ length: before.total - 1 }, () => null),
  )
  expect((await asked({ offset: String(before.total) })).data).toEqual([])
  expect((await pg.call(readers, { params })).status).toBe(403)
})

test('who has confirmed in one of their accounts has not in the others', async () => {
  const both = ['pg', 'advertiser'] as const
  const id = await insertInformation(api.db, '両方の方へ', both)
  const multi = await api.signIn('multi')
  const own = await api.db
    .select({ account: memberships.account_id })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(and(eq(memberships.user_id, api.fixtures.multiUser), inArray(accounts.kind, both)))
  const [first, second] = own.map(({ account }) => account)
  await multi.done(endpoints.session.changeRole, { body: { account_id: first! } })
  await multi.done(confirm, { params: { id } })
  type Answer = { data: InformationReader[]; confirmed: number }
  const { data, confirmed } = await json<Answer>(admin.call(readers, { params: { id } }))
  const theirs = data.filter(({ user_id }) => user_id === api.fixtures.multiUser)
  const confirmedIn = theirs.flatMap(({ account_id, confirmed_at }) => (confirmed_at === null ? [] : [account_id]))
  expect([confirmed, confirmedIn, theirs.length > 1 && second !== undefined]).toEqual([1, [first], true])
})
