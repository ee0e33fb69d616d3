import { endpoints, type Endpoint } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, auditLog, campaigns, companies } from '../../db/schema.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { insertCampaign } from '../../testing/fixtures.ts'

const { campaign, company } = endpoints

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

type Json = Record<string, unknown>

async function send(endpoint: Endpoint, options: Parameters<TestClient['call']>[1] = {}): Promise<{ status: number; body: Json }> {
  const response = await admin.call(endpoint, options)
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as Json) : {} }
}

const campaignBody = () => ({
  name: '春のキャンペーン',
  advertiser_account_id: api.fixtures.a.accounts.advertiser,
  goal: 'TRAFFIC',
  start_at: '2026-04-01T00:00:00.000Z',
  end_at: '2026-05-01T00:00:00.000Z',
  lifetime_budget: '1000',
})

const companyBody = {
  name: '  株式会社テスト ',
  enterprise_type: 'KABUSHIKI',
  zip: '１５００００１',
  prefecture: '13',
  city: '渋谷区',
  street1: '神宮前1-1',
  phone: '０３-1234-5678',
  payment_type: 'INVOICE',
  credit_limit: '３,０００',
  building: '',
}

async function create(endpoint: Endpoint, body: Json): Promise<number> {
  const answer = await send(endpoint, { body })
  expect(answer).toMatchObject({ status: 201 })
  return (answer.body['data'] as { id: number }).id
}

async function read(endpoint: Endpoint, id: number): Promise<Json> {
  return (await send(endpoint, { params: { id } })).body['data'] as Json
}

describe('create', () => {
  test('normalises what people type, sets what the server sets', async () => {
    const id = await create(company.create, companyBody)
    expect(await read(company.get, id)).toMatchObject({
      id,
      version: 1,
      name: '株式会社テスト',
      zip: '150-0001',
      phone: '0312345678',
      credit_limit: '3000',
      building: null,
      credit_status: 'UNREVIEWED',
      created_by: '利用者 admin-a@test.example',
      updated_by: '利用者 admin-a@test.example',
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/u),
      deleted_at: null,
    })
  })

  test('takes nothing that the caller may not set: each is refused by name', async () => {
    const forbidden = [
      'id',
      'version',
      'credit_status',
      'created_by',
      'updated_at',
      'deleted_at',
      'name_norm',
      'role',
      'company_id',
      '__proto__x',
    ]
    for (const field of forbidden) {
      const answer = await send(company.create, { body: { ...companyBody, [field]: 1 } })
      expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: ['指定できない項目です。'] } } })
    }
    expect(await send(campaign.create, { body: { ...campaignBody(), user_status: 'PAUSED' } })).toMatchObject({ status: 422 })
  })

  test('says what is wrong with each field, in the caller’s language', async () => {
    const headers = { 'Accept-Language': 'fr, en-GB;q=0.8, ja;q=0.5' }
    const body = {
      ...companyBody,
      name: '',
      zip: '1',
      credit_limit: '3500',
      phone: null,
      prefecture: '99',
      corporate_number: '1234567890123',
    }
    expect(await send(company.create, { body, headers })).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        message: 'Check what you entered.',
        errors: {
          name: ['This field is required.'],
          zip: ['Enter the postal code as XXX-XXXX.'],
          credit_limit: ['Enter a multiple of ¥1,000.'],
          phone: ['This field is required.'],
          prefecture: ['Choose one of the options.'],
          corporate_number: ['This corporate number is not valid. Check its 13 digits.'],
        },
      },
    })
    const { advertiser_account_id: _, ...without } = campaignBody()
    expect(await send(campaign.create, { body: without })).toMatchObject({
      body: { errors: { advertiser_account_id: [expect.any(String)] } },
    })
  })

  test('references must exist, be of the right kind and not be deleted', async () => {
    const { a, b } = api.fixtures
    await api.db.update(accounts).set({ deleted_at: new Date() }).where(eq(accounts.id, b.accounts.rep))
    const body = { ...campaignBody(), advertiser_account_id: 999_999, agency_account_id: a.accounts.rep, rep_account_id: b.accounts.rep }
    const missing = ['指定された対象が見つかりません。']
    expect(await send(campaign.create, { body })).toMatchObject({
      status: 422,
      body: { errors: { advertiser_account_id: missing, agency_account_id: missing, rep_account_id: missing } },
    })
  })

  test('rules over several fields land on the field to blame', async () => {
    const short = { ...campaignBody(), end_at: '2026-04-01T23:59:59.000Z', daily_budget: '2000' }
    expect(await send(campaign.create, { body: short })).toMatchObject({
      status: 422,
      body: { errors: { end_at: ['最低期間より長い日時を指定してください。'], daily_budget: [expect.any(String)] } },
    })
  })

  test('a corporate number is taken once', async () => {
    const body = { ...companyBody, corporate_number: '8700110005901' }
    await create(company.create, body)
    expect(await send(company.create, { body })).toMatchObject({
      status: 422,
      body: { errors: { corporate_number: ['すでに登録されています。'] } },
    })
  })
})

describe('Idempotency-Key', () => {
  const keyed = (key: string, body: Json) => send(company.create, { body, headers: { 'Idempotency-Key': key } })
  const named = (name: string) => api.db.select().from(companies).where(eq(companies.name, name))

  test('the same create again answers the same and adds nothing; another body is refused', async () => {
    const body = { ...companyBody, name: '二重送信' }
    const first = await keyed('a-key-of-one-form', body)
    expect(first.status).toBe(201)
    expect(await keyed('a-key-of-one-form', body)).toEqual(first)
    expect(await named('二重送信')).toHaveLength(1)
    expect(await keyed('a-key-of-one-form', { ...body, city: '港区' })).toMatchObject({
      status: 422,
      body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
    })
    expect(await keyed('short', body)).toMatchObject({ status: 422 })
  })

  test('the same body for another record is another create', async () => {
    const ids = await Promise.all(['春', '夏'].map((name) => insertCampaign(api.db, api.fixtures.a.accounts, name)))
    const body = { name: '写し', start_at: '2030-01-01T00:00:00.000+09:00' }
    const headers = { 'Idempotency-Key': 'a-key-of-one-copy' }
    const [first, other] = ids.map((id) => ({ params: { id }, body, headers }))
    expect(await send(campaign.duplicate, first)).toMatchObject({ status: 201 })
    expect(await send(campaign.duplicate, other)).toMatchObject({
      status: 422,
      body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
    })
  })

  test('twenty at once: one row; each other is told to wait or gets the same answer', async () => {
    const body = { ...companyBody, name: '同時送信' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed('one-key-for-twenty', body)))
    const done = answers.filter(({ status }) => status === 201)
    const waiting = answers.filter(({ status, body: { code } }) => status === 409 && code === 'in_flight')
    expect(done.length + waiting.length).toBe(20)
    expect(new Set(done.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await named('同時送信')).toHaveLength(1)
  })

  test('a refused create leaves the key free; keys of other users are their own', async () => {
    const body = { ...companyBody, name: '直して送信' }
    expect(await keyed('a-key-with-a-fault', { ...body, zip: 'x' })).toMatchObject({ status: 422 })
    expect(await keyed('a-key-with-a-fault', body)).toMatchObject({ status: 201 })
    const other = await api.signIn('admin', 'b')
    const response = await other.call(company.create, { body, headers: { 'Idempotency-Key': 'a-key-with-a-fault' } })
    expect(response.status).toBe(201)
    expect(await named('直して送信')).toHaveLength(2)
  })
})

describe('update', () => {
  test('changes the fields sent, counts the version, writes the history by field', async () => {
    const id = await create(campaign.create, campaignBody())
    const body = { version: 1, memo: ' 注意 ', lifetime_budget: '１,０００円', agency_account_id: api.fixtures.a.accounts.agency }
    expect(await send(campaign.update, { params: { id }, body })).toEqual({ status: 204, body: {} })
    expect(await read(campaign.get, id)).toMatchObject({ version: 2, memo: '注意', lifetime_budget: '1000', name: '春のキャンペーン' })
    const { data } = (await send(campaign.history, { params: { id } })).body as { data: Json[] }
    const by = '利用者 admin-a@test.example'
    expect(data).toMatchObject([
      { action: 'update', by, source: 'screen', field: 'memo', before: null, after: '注意' },
      { action: 'update', by, field: 'agency_account_id', before: null, after: api.fixtures.a.accounts.agency },
      { action: 'create', by, field: null, before: null, after: { name: '春のキャンペーン' } },
    ])
  })

  test('what is the same already writes nothing', async () => {
    const id = await create(campaign.create, campaignBody())
    const body = { version: 1, name: '春のキャンペーン', lifetime_budget: '1000.000000', start_at: '2026-04-01T00:00:00Z' }
    expect((await send(campaign.update, { params: { id }, body })).status).toBe(204)
    expect(await read(campaign.get, id)).toMatchObject({ version: 1 })
  })

  test('the search form follows the name', async () => {
    const id = await create(campaign.create, campaignBody())
    await send(campaign.update, { params: { id }, body: { version: 1, name: 'ＳＵＭＭＥＲ' } })
    const [row] = await api.db.select().from(campaigns).where(eq(campaigns.id, id))
    expect(row!.name_norm).toBe('summer')
  })

  test('a stale version: 409 with the record as it is now', async () => {
    const id = await create(company.create, companyBody)
    await send(company.update, { params: { id }, body: { version: 1, city: '港区' } })
    expect(await send(company.update, { params: { id }, body: { version: 1, city: '新宿区' } })).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { id, version: 2, city: '港区' } },
    })
  })

  test('ten at once with one version: one wins', async () => {
    const id = await create(company.create, companyBody)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(company.update, { params: { id }, body: { version: 1, city: `市 ${index}` } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 409)])
    expect(await read(company.get, id)).toMatchObject({ version: 2 })
  })

  test('fields of creation, states and unknown ones are refused; rules see the whole record', async () => {
    const id = await create(campaign.create, campaignBody())
    for (const field of ['advertiser_account_id', 'user_status', 'serving_status', 'created_by', 'deleted_at']) {
      expect(await send(campaign.update, { params: { id }, body: { version: 1, [field]: 'PAUSED' } })).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.any(String)] } },
      })
    }
    const body = { version: 1, end_at: '2026-04-01T01:00:00.000Z' }
    expect(await send(campaign.update, { params: { id }, body })).toMatchObject({
      status: 422,
      body: { errors: { end_at: [expect.any(String)] } },
    })
    expect(await send(campaign.update, { params: { id }, body: { memo: 'x' } })).toMatchObject({
      status: 422,
      body: { errors: { version: [expect.any(String)] } },
    })
  })
})

describe('state actions', () => {
  test('run from the states of their rule, and from no other', async () => {
    const id = await create(company.create, companyBody)
    const act = (action: 'apply_credit' | 'approve_credit' | 'reject_credit', version: number) =>
      send(company[action], { params: { id }, body: { version, ...(action === 'apply_credit' ? {} : { reason: '資料の不足' }) } })
    expect(await act('approve_credit', 1)).toMatchObject({ status: 409, body: { code: 'state_not_allowed' } })
    expect((await act('apply_credit', 1)).status).toBe(204)
    expect(await act('apply_credit', 2)).toMatchObject({ status: 409, body: { code: 'state_not_allowed' } })
    expect(await act('reject_credit', 1)).toMatchObject({ status: 409, body: { code: 'conflict', current: { credit_status: 'APPLIED' } } })
    expect((await act('reject_credit', 2)).status).toBe(204)
    expect(await read(company.get, id)).toMatchObject({ credit_status: 'REJECTED', version: 3 })
  })
})

test('a deleted record is gone for everyone', async () => {
  const id = await create(company.create, companyBody)
  await api.db.update(companies).set({ deleted_at: new Date() }).where(eq(companies.id, id))
  for (const endpoint of [company.get, company.history]) expect((await send(endpoint, { params: { id } })).status).toBe(404)
  expect((await send(company.update, { params: { id }, body: { version: 1, city: 'x' } })).status).toBe(404)
})

test('the history can only grow', async () => {
  const refused = { cause: { message: 'Table audit_log takes new rows only' } }
  await expect(api.db.delete(auditLog)).rejects.toMatchObject(refused)
  await expect(api.db.update(auditLog).set({ field: 'x' })).rejects.toMatchObject(refused)
})
