import { companyLacks, endpoints, notByOwnHand } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, companies, notifications } from '../db/schema.ts'
import { insertNamedCompany } from '../delivery/resolve/insert-record.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { freshOrder, orderableAd } from '../testing/requests/order-requests.ts'

let api: TestApi
let admin: TestClient
let other: TestClient
let id: number
beforeAll(async () => {
  api = await startTestApi()
  ;[admin, other] = await Promise.all([api.signIn('admin'), anotherAdmin(api)])
  id = api.fixtures.a.company
})
afterAll(() => api.close())
beforeEach(() =>
  api.db
    .update(companies)
    .set({ credit_limit: '3000', applied_limit: null, credit_status: 'ACTIVE', version: 1 })
    .where(eq(companies.id, id)),
)

const { company } = endpoints
interface Shown {
  credit_limit: string
  applied_limit: string | null
  credit_status: string
  version: number
  blocked: Record<string, string>
}
const read = async (client = admin) => ((await (await client.call(company.get, { params: { id } })).json()) as { data: Shown }).data
async function send(endpoint: Parameters<TestClient['call']>[0], values: object = {}, client = admin) {
  const options: CallOptions = { params: { id }, body: { version: (await read()).version, ...values } }
  const response = await client.call(endpoint, options)
  const text = await response.text()
  return { status: response.status, ...(JSON.parse(text || '{}') as { message?: string; errors?: Record<string, string[]> }) }
}
const memo = { reason: '決算書を確認' }

describe('a higher limit of approved credit', () => {
  test('is applied for; the approved limit counts until another administrator approves', async () => {
    expect((await send(company.update, { credit_limit: '8000', contact_name: '経理部' })).status).toBe(204)
    const applied = { credit_limit: '3000', applied_limit: '8000', credit_status: 'RAISE_APPLIED', contact_name: '経理部' }
    expect(await read()).toMatchObject(applied)
    const waiting = await freshOrder(api, admin, 'PENDING_APPROVAL', await orderableAd(api, { budget: '3500' }))
    expect((await admin.call(endpoints.order.approve, waiting)).status).toBe(409)

    expect((await read()).blocked).toMatchObject({ approve_raise: notByOwnHand.ja })
    expect(await send(company.approve_raise, memo)).toMatchObject({ status: 409, message: notByOwnHand.ja })
    expect((await send(company.approve_raise, {}, other)).status).toBe(422)
    expect((await send(company.approve_raise, memo, other)).status).toBe(204)
    expect(await read()).toMatchObject({ credit_limit: '8000', applied_limit: null, credit_status: 'ACTIVE' })
    expect((await admin.call(endpoints.order.approve, waiting)).status).toBe(204)
  })

  test('that somebody else changes while it waits is approved by neither of the two', async () => {
    await send(company.update, { credit_limit: '8000' })
    await send(company.update, { credit_limit: '90000000' }, other)
    expect(await read()).toMatchObject({ credit_limit: '3000', applied_limit: '90000000' })
    for (const client of [admin, other]) expect((await send(company.approve_raise, memo, client)).status).toBe(409)
  })

  test('is approved as the approver has read it, or not at all', async () => {
    await send(company.update, { credit_limit: '8000' })
    const { version } = await read(other)
    await send(company.update, { credit_limit: '9000' })
    expect((await other.call(company.approve_raise, { params: { id }, body: { version, ...memo } })).status).toBe(409)
    expect(await read()).toMatchObject({ credit_limit: '3000', applied_limit: '9000' })
  })

  test('is approved among many only as it was counted, with its amount', async () => {
    await send(company.update, { credit_limit: '8000' })
    const bulk = async (body: object) => {
      const response = await other.call(company.bulk, { body: { action: 'approve_raise', ids: [id], ...body } })
      return { status: response.status, ...((await response.json()) as { data?: { done: number; results: object[] }; errors?: object }) }
    }
    const { version } = await read()
    expect((await bulk({ dry_run: true })).data!.results).toMatchObject([{ version, amount: '8000', ok: true }])
    expect(await bulk(memo)).toMatchObject({ status: 422, errors: { versions: ['必須項目です。'] } })
    await send(company.update, { credit_limit: '9000' })
    expect((await bulk({ ...memo, versions: [version] })).data).toMatchObject({ done: 0, results: [{ code: 'conflict' }] })
    expect(await read()).toMatchObject({ credit_limit: '3000', applied_limit: '9000' })
    expect((await bulk({ ...memo, versions: [version + 1] })).data!.done).toBe(1)
    expect(await read()).toMatchObject({ credit_limit: '9000' })
  })

  test('that comes in a file is applied for, too', async () => {
    const { name } = (await api.db.select().from(companies).where(eq(companies.id, id)))[0]!
    const response = await admin.call(company.import, {
      query: { commit: 'true' },
      body: `ID,企業名,与信枠\r\n${id},${name},90000000`,
      headers: { 'Content-Type': 'text/csv' },
    })
    expect(await response.json()).toMatchObject({ data: { committed: true, update: 1 } })
    expect(await read()).toMatchObject({ credit_limit: '3000', applied_limit: '90000000', credit_status: 'RAISE_APPLIED' })
    expect((await send(company.approve_raise, memo)).status).toBe(409)
  })

  test.for(['withdraw_raise', 'reject_raise'] as const)('%s leaves the approved limit', async (action) => {
    await send(company.update, { credit_limit: '8000' })
    expect((await send(company[action], action === 'reject_raise' ? memo : {})).status).toBe(204)
    expect(await read()).toMatchObject({ credit_limit: '3000', applied_limit: null, credit_status: 'ACTIVE' })
  })

  test.for(['hold_credit', 'block'] as const)('%s ends the application', async (action) => {
    await send(company.update, { credit_limit: '8000' })
    expect((await send(company[action], memo)).status).toBe(204)
    expect(await read()).toMatchObject({ credit_limit: '3000', applied_limit: null })
  })

  test.for(['ON_HOLD', 'CREDIT_STOP', 'INACTIVE', 'BLOCKED'])('cannot be had while the credit is %s', async (credit_status) => {
    await api.db.update(companies).set({ credit_status }).where(eq(companies.id, id))
    expect(await send(company.update, { credit_limit: '8000' })).toMatchObject({
      status: 422,
      errors: { credit_limit: ['与信が承認済みのときだけ、与信枠を引き上げられます。'] },
    })
    expect(await read()).toMatchObject({ credit_limit: '3000', applied_limit: null, credit_status })
  })

  test('tells administrators once that it waits, and the company’s accounts of the answer', async () => {
    await api.db.delete(notifications)
    await send(company.update, { credit_limit: '8000' })
    await send(company.update, { contact_name: '総務部' })
    await send(company.withdraw_raise)
    const told = await api.db
      .select({ kind: notifications.kind, tenant: accounts.name })
      .from(notifications)
      .innerJoin(accounts, eq(accounts.id, notifications.account_id))
      .orderBy(notifications.id)
    expect(told).toEqual([
      { kind: 'raise_applied', tenant: 'admin a' },
      { kind: 'raise_applied', tenant: 'admin b' },
    ])
  })
})

describe('a limit', () => {
  test('that falls counts at once, and its return is applied for', async () => {
    await api.db.update(companies).set({ credit_limit: '9000' }).where(eq(companies.id, id))
    expect((await send(company.update, { credit_limit: '5000' })).status).toBe(204)
    expect(await read()).toMatchObject({ credit_limit: '5000', credit_status: 'ACTIVE' })
    await send(company.update, { credit_limit: '9000' })
    expect(await read()).toMatchObject({ credit_limit: '5000', applied_limit: '9000', credit_status: 'RAISE_APPLIED' })
  })

  test.for(['UNREVIEWED', 'REJECTED'])('of credit that is %s is written down for the application', async (credit_status) => {
    await api.db.update(companies).set({ credit_status }).where(eq(companies.id, id))
    await send(company.update, { credit_limit: '50000' })
    expect(await read()).toMatchObject({ credit_limit: '50000', applied_limit: null, credit_status })
    await send(company.apply_credit)
    expect((await send(company.approve_credit, memo)).status).toBe(409)
    expect((await send(company.withdraw_credit)).status).toBe(204)
    expect(await read()).toMatchObject({ credit_status: 'UNREVIEWED' })
  })

  test('that is changed while the credit is reviewed is not approved by who changed it', async () => {
    await api.db.update(companies).set({ credit_status: 'UNREVIEWED' }).where(eq(companies.id, id))
    await send(company.apply_credit, {}, other)
    await send(company.update, { credit_limit: '90000000' })
    expect(await send(company.approve_credit, memo)).toMatchObject({ status: 409, message: notByOwnHand.ja })
  })
})

describe('a company is found', () => {
  test.each(['はちまん', 'ﾊﾁﾏﾝ', '03-9876-5432', '０３９８７６', '700001205', '八幡　製茶', '製茶 ハチマン'])('by %s', async (q) => {
    const name = '八幡製茶'
    await api.db
      .update(companies)
      .set({ name, name_norm: name, name_kana: 'ハチマンセイチャ', phone: '0398765432', corporate_number: '7000012050002' })
      .where(eq(companies.id, api.fixtures.b.company))
    for (const endpoint of [endpoints.company.list, endpoints.company.select]) {
      const answer = (await (await admin.call(endpoint, { query: { q } })).json()) as { data: { name: string }[] }
      expect(answer.data.map((row) => row.name)).toEqual([name])
    }
  })
})

test('a company that a delivery file named is provisional until nothing of it is a placeholder', async () => {
  const client = await api.pool.connect()
  const provisional = await insertNamedCompany(client, api.fixtures.a.users.admin, '取込の企業')
  client.release()
  const shown = async () => {
    const { data } = (await (await admin.call(company.get, { params: { id: provisional } })).json()) as { data: Record<string, unknown> }
    return data
  }
  expect(await shown()).toMatchObject({ registration: 'PROVISIONAL', zip: '000-0000' })
  const listed = await admin.call(company.list, { query: { registration: 'PROVISIONAL' } })
  expect(await listed.json()).toMatchObject({ data: [{ name: '取込の企業' }] })
  const address = { zip: '150-0001', prefecture: '13', city: '渋谷区', street1: '神宮前1-1' }
  const complete = async (values: object) =>
    (await admin.call(company.update, { params: { id: provisional }, body: { version: (await shown())['version'], ...values } })).status
  expect(await complete(address)).toBe(204)
  expect(companyLacks(await shown())).toEqual(['phone'])
  expect(await shown()).toMatchObject({ registration: 'PROVISIONAL' })
  expect(await complete({ phone: '0312345678' })).toBe(204)
  expect(await shown()).toMatchObject({ registration: 'COMPLETE' })
})
