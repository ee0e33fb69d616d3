import { endpoints } from '@adsite/contract'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, auditLog, publisherGroups } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'

const { publisher_group, advertiser } = endpoints

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

async function create(body: object): Promise<{ status: number; body: { data: { id: number } } }> {
  const response = await admin.call(publisher_group.create, { body })
  return { status: response.status, body: (await response.json()) as { data: { id: number } } }
}
const accountOf = async (groupId: number) => {
  const [row] = await api.db
    .select({ id: accounts.id, kind: accounts.kind, name: accounts.name, company_id: accounts.company_id })
    .from(publisherGroups)
    .innerJoin(accounts, eq(accounts.id, publisherGroups.account_id))
    .where(eq(publisherGroups.id, groupId))
  return row!
}

test('a media group is created with its account, and refused with it', async () => {
  const { company } = api.fixtures.a
  const before = await api.db.$count(accounts)
  const refused = await create({ name: '新グループ', company_id: 999_999 })
  expect(refused).toMatchObject({ status: 422, body: { errors: { company_id: ['指定された対象が見つかりません。'] } } })
  expect(await create({ name: '新グループ', company_id: String(company) })).toMatchObject({ status: 422 })
  expect(await api.db.$count(accounts)).toBe(before)

  const { body } = await create({ name: '新グループ', company_id: company, ptd_account_id: api.fixtures.a.accounts.ptd })
  const account = await accountOf(body.data.id)
  expect(account).toMatchObject({ kind: 'pg', name: '新グループ', company_id: company })
  const read = await (await admin.call(publisher_group.get, { params: { id: body.data.id } })).json()
  expect(read).toMatchObject({
    data: {
      company_id: company,
      account_id: account.id,
      refs: { company_id: '企業 a', account_id: '新グループ', ptd_account_id: 'ptd a' },
    },
  })
  const log = await api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'pg'), eq(auditLog.entity_id, account.id)))
  expect(log).toMatchObject([{ action: 'create', user_id: api.fixtures.a.users.admin, after: { name: '新グループ', company_id: company } }])
})

test('the account goes by the name of its only group', async () => {
  const { body } = await create({ name: '旧名', company_id: api.fixtures.a.company })
  const params = { id: body.data.id }
  expect((await admin.call(publisher_group.update, { params, body: { version: 1, name: '新名' } })).status).toBe(204)
  const account = await accountOf(params.id)
  expect(account.name).toBe('新名')
  await api.db.insert(publisherGroups).values({ account_id: account.id, name: '二つ目', name_norm: '二つ目' })
  expect((await admin.call(publisher_group.update, { params, body: { version: 2, name: '改名' } })).status).toBe(204)
  expect((await accountOf(params.id)).name).toBe('新名')
})

test('a new account is under review; accounts of another kind are none of its list', async () => {
  const created = await admin.call(advertiser.create, { body: { name: '新広告主', company_id: api.fixtures.a.company } })
  const { data } = (await created.json()) as { data: { id: number } }
  expect(await (await admin.call(advertiser.get, { params: { id: data.id } })).json()).toMatchObject({ data: { status: 'INPROGRESS' } })
  expect((await admin.call(endpoints.agency.get, { params: { id: data.id } })).status).toBe(404)
  const wrong = { name: '誤り', company_id: api.fixtures.a.company, agency_account_id: data.id }
  const refused = await admin.call(advertiser.create, { body: wrong })
  expect([refused.status, await refused.json()]).toMatchObject([422, { errors: { agency_account_id: [expect.any(String)] } }])
})
