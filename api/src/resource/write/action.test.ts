import { company, defineChoices, endpoints, errors, type StateRules } from '@adsite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyMapping } from '../../company/mapping.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { blockedActions } from './guard.ts'
import { historyOf } from '../read/history.ts'
import type { ResourceMapping } from '../mapping/resource-mapping.ts'
import { actOnRecord, createRecord, deleteRecord, updateRecord } from './write.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

const codes = defineChoices('test_hold_code', [{ key: 'LATE', label: { ja: '支払遅延', en: 'Late payment' } }])
const text = { ja: '文', en: 'text' }

/** Companies with actions that take a reason: one keeps it in the record, one in the history only. */
const states = {
  field: 'credit_status',
  actions: {
    hold: {
      label: text,
      done: text,
      permission: 'company.credit',
      from: ['UNREVIEWED'],
      to: 'ON_HOLD',
      reason: { label: text, maxLength: 100, field: 'contact_name', codes, codeField: 'building' },
    },
    release: {
      label: text,
      done: text,
      permission: 'company.credit',
      from: ['ON_HOLD'],
      to: 'UNREVIEWED',
      clears: ['contact_name', 'building'],
    },
    block: {
      label: text,
      done: text,
      permission: 'company.credit',
      from: ['UNREVIEWED'],
      to: 'BLOCKED',
      reason: { label: text, maxLength: 100, codes },
    },
  },
} as const satisfies StateRules

const words = { ja: '東京の企業は操作できません', en: 'Companies in Tokyo stay as they are' }
const tokyoStays = async () => ({
  of: ({ prefecture }: Readonly<Record<string, unknown>>) => (prefecture === '13' ? words : null),
})
const held: ResourceMapping = { ...companyMapping, resource: { ...company, states } }
const guarded: ResourceMapping = { ...held, guards: { hold: tokyoStays, release: tokyoStays, update: tokyoStays, delete: tokyoStays } }

const author = () => ({
  account_id: api.fixtures.a.accounts.admin,
  role: 'admin' as const,
  user_id: api.fixtures.a.users.admin,
  source: 'api' as const,
})

const addresses = { 13: { zip: '150-0001', city: '渋谷区' }, 27: { zip: '530-0001', city: '大阪市北区' } } as const
const newCompany = (prefecture: '13' | '27' = '13') =>
  createRecord(api.db, author(), held, {
    name: '保留の企業',
    enterprise_type: 'KABUSHIKI',
    ...addresses[prefecture],
    prefecture,
    street1: '1-1',
    phone: '0312345678',
    payment_type: 'INVOICE',
    credit_limit: '3000',
  })

async function read(id: number): Promise<Record<string, unknown>> {
  const response = await admin.call(endpoints.company.get, { params: { id } })
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

describe('an action with a reason', () => {
  test('keeps it in the fields that are named for it; the action that ends it empties them', async () => {
    const id = await newCompany()
    await actOnRecord(api.db, author(), held, { id, version: 1, action: 'hold', reason: '入金がない', reason_code: 'LATE' })
    expect(await read(id)).toMatchObject({ credit_status: 'ON_HOLD', contact_name: '入金がない', building: 'LATE', version: 2 })
    await actOnRecord(api.db, author(), held, { id, version: 2, action: 'release' })
    expect(await read(id)).toMatchObject({ credit_status: 'UNREVIEWED', contact_name: null, building: null })
  })

  test('keeps it in the history, where no field is named', async () => {
    const id = await newCompany()
    await actOnRecord(api.db, author(), held, { id, version: 1, action: 'block', reason: '不正な申込', reason_code: 'LATE' })
    const { data } = await historyOf(api.db, author(), held, id)
    expect(data).toMatchObject([
      { field: 'reason_code', before: null, after: 'LATE', source: 'api' },
      { field: 'reason', before: null, after: '不正な申込' },
      { field: 'credit_status', before: 'UNREVIEWED', after: 'BLOCKED' },
      { action: 'create', field: null },
    ])
  })
})

describe('a guard', () => {
  const blocked = expect.objectContaining({ code: 'action_blocked', details: { message: words } })

  test('refuses actions, changes and the deletion, in its words, and nothing happens', async () => {
    const id = await newCompany()
    await expect(actOnRecord(api.db, author(), guarded, { id, version: 1, action: 'hold', reason: 'x' })).rejects.toEqual(blocked)
    await expect(updateRecord(api.db, author(), guarded, { id, version: 1 }, { city: '港区' })).rejects.toEqual(blocked)
    await expect(deleteRecord(api.db, author(), guarded, id)).rejects.toEqual(blocked)
    expect(await read(id)).toMatchObject({ version: 1, city: '渋谷区', credit_status: 'UNREVIEWED' })
    const elsewhere = await newCompany('27')
    await actOnRecord(api.db, author(), guarded, { id: elsewhere, version: 1, action: 'hold', reason: 'x' })
    expect(await read(elsewhere)).toMatchObject({ credit_status: 'ON_HOLD' })
  })

  test('is told with the record, for what role and state would allow', async () => {
    const record = { id: 1, prefecture: '13', credit_status: 'UNREVIEWED' }
    const of = (role: 'admin' | 'pg', mapping = guarded) => blockedActions(api.db, { ...author(), role }, mapping, record, 'en')
    expect(await of('admin')).toEqual({ hold: words.en, update: words.en, delete: words.en })
    expect(await of('pg')).toEqual({})
    expect(Object.keys(await of('admin', held))).toEqual(['delete'])
  })

  test('says nothing of records without one; lists do not ask', async () => {
    // Dependent records block only the deletion.
    expect(Object.keys((await read(api.fixtures.a.company))['blocked'] as object)).toEqual(['delete'])
    const list = await admin.call(endpoints.company.list, { query: { limit: 20 } })
    expect(((await list.json()) as { data: object[] }).data[0]).not.toHaveProperty('blocked')
  })
})

test('the words of a refusal come in the language of the caller', async () => {
  const id = api.fixtures.a.company
  const options = { params: { id }, body: { version: 1, reason: 'x' }, headers: { 'Accept-Language': 'en' } }
  const response = await admin.call(endpoints.company.approve_credit, options)
  expect(await response.json()).toMatchObject({ code: 'state_not_allowed', message: errors.state_not_allowed.text.en })
})

test('the history is read in pages', async () => {
  const id = await newCompany()
  for (let version = 1; version <= 130; version++) {
    await updateRecord(api.db, author(), held, { id, version }, { city: `市 ${version}` })
  }
  const first = await historyOf(api.db, author(), held, id)
  expect(first.data).toHaveLength(100)
  const response = await admin.call(endpoints.company.history, { params: { id }, query: { after: first.page.next! } })
  const second = (await response.json()) as typeof first
  expect(second).toMatchObject({ page: { next: null } })
  expect(second.data).toHaveLength(31)
  expect(second.data.at(-1)).toMatchObject({ action: 'create' })
  expect([...first.data, ...second.data].map(({ id: entry }) => entry)).toEqual(
    [...first.data, ...second.data].map(({ id: entry }) => entry).toSorted((a, b) => b - a),
  )
})

test('a call without an Origin is a program, and the history says so', async () => {
  const id = await newCompany()
  await admin.request(`/api/company/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': admin.cookies.get('XSRF-TOKEN')! },
    body: JSON.stringify({ version: 1, contact_name: '横浜' }),
  })
  await admin.call(endpoints.company.update, { params: { id }, body: { version: 2, contact_name: '川崎' } })
  const { data } = await historyOf(api.db, author(), held, id)
  expect(data.slice(0, 2)).toMatchObject([
    { after: '川崎', source: 'screen' },
    { after: '横浜', source: 'api' },
  ])
})
