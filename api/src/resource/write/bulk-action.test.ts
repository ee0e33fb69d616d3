import { endpoints, errors, space, type BulkResult, type Permission, type Role } from '@adsite/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog, campaigns, companies, information, spaces } from '../../db/schema.ts'
import { named } from '../../db/schema/common.ts'
import { spaceMapping } from '../../space/mapping.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { insertInformation } from '../../testing/fixtures.ts'
import { bulkAction } from './bulk-action.ts'

const { campaign, company } = endpoints

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

interface Answer {
  status: number
  code?: string
  errors?: Record<string, string[]>
  data: { total: number; done: number; results: BulkResult[] }
}

async function bulk(body: object, endpoint: (typeof endpoints)['campaign']['bulk'] = campaign.bulk, client = admin): Promise<Answer> {
  const response = await client.call(endpoint, { body })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}

async function newCampaigns(...names: string[]): Promise<number[]> {
  const { a } = api.fixtures
  const base = { advertiser_account_id: a.accounts.advertiser, goal: 'TRAFFIC', lifetime_budget: '1000' }
  const period = { start_at: new Date('2026-01-01T00:00:00Z'), end_at: new Date('2099-01-01T00:00:00Z') }
  const rows = names.map((name) => ({ ...base, ...period, ...named(name) }))
  return (await api.db.insert(campaigns).values(rows).returning({ id: campaigns.id })).map(({ id }) => id)
}

const statuses = async (ids: number[]) => {
  const rows = await api.db.select().from(campaigns).where(inArray(campaigns.id, ids)).orderBy(campaigns.id)
  return rows.map(({ user_status }) => user_status)
}

test('acts on each record by its own rules, and says what became of it', async () => {
  const [first, paused, third] = (await newCampaigns('一括 1', '一括 2', '一括 3')) as [number, number, number]
  await admin.call(campaign.pause, { params: { id: paused }, body: { version: 1 } })
  const answer = await bulk({ action: 'pause', ids: [third, paused, 999_999_999, first, third] })
  expect(answer).toMatchObject({
    status: 200,
    data: {
      total: 4,
      done: 2,
      results: [
        { id: third, name: '一括 3', ok: true, code: null, message: null },
        { id: paused, name: '一括 2', ok: false, code: 'state_not_allowed', message: errors.state_not_allowed.text.ja },
        { id: 999_999_999, name: null, ok: false, code: 'not_found', message: errors.not_found.text.ja },
        { id: first, name: '一括 1', ok: true },
      ],
    },
  })
  expect(await statuses([first, paused, third])).toEqual(['PAUSED', 'PAUSED', 'PAUSED'])
  const log = await api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'campaign'), eq(auditLog.entity_id, third)))
  expect(log).toMatchObject([{ field: 'user_status', before: 'ACTIVE', after: 'PAUSED', source: 'screen' }])
})

test('keeps a reason as the single action does: without what nobody sees at its ends, or what turns the text after it', async () => {
  const { a } = api.fixtures
  await api.db.update(companies).set({ credit_status: 'APPLIED' }).where(eq(companies.id, a.company))
  const rejected = await bulk({ action: 'reject_credit', ids: [a.company], reason: '\u3000資料の\u202e不足\u200b' }, company.bulk as never)
  expect(rejected.data).toMatchObject({ total: 1, done: 1 })
  const [noted] = await api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'company'), eq(auditLog.entity_id, a.company), eq(auditLog.field, 'reason')))
  expect(noted?.after).toBe('資料の不足')
  await api.db.update(companies).set({ credit_status: 'ACTIVE' }).where(eq(companies.id, a.company))
})

test('everything that a filter matches: counted first, and refused when the count is another by then', async () => {
  const ids = await newCampaigns('まとめ A', 'まとめ B', 'まとめ C')
  const filter = { q: 'まとめ' }
  const counted = await bulk({ action: 'pause', filter, dry_run: true })
  expect(counted).toMatchObject({ status: 200, data: { total: 3, done: 3 } })
  expect(await statuses(ids)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
  expect(await bulk({ action: 'pause', filter })).toMatchObject({ status: 422, errors: { expected: ['必須項目です。'] } })
  const more = await newCampaigns('まとめ D')
  expect(await bulk({ action: 'pause', filter, expected: 3 })).toMatchObject({ status: 409, code: 'selection_changed' })
  expect(await statuses(ids)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
  expect(await bulk({ action: 'pause', filter, expected: 4 })).toMatchObject({ status: 200, data: { total: 4, done: 4 } })
  expect(await statuses([...ids, ...more])).toEqual(['PAUSED', 'PAUSED', 'PAUSED', 'PAUSED'])
  const again = await bulk({ action: 'pause', filter, dry_run: true })
  expect(again.data).toMatchObject({ total: 4, done: 0 })
  expect(again.data.results.every(({ code }) => code === 'state_not_allowed')).toBe(true)
})

test('refuses what means no records, too many, or what the resource cannot do', async () => {
  expect(await bulk({ action: 'pause' })).toMatchObject({ status: 422, errors: { ids: [expect.any(String)] } })
  expect(await bulk({ action: 'pause', ids: [1], filter: {} })).toMatchObject({ status: 422, errors: { ids: [expect.any(String)] } })
  expect(await bulk({ action: 'pause', ids: [] })).toMatchObject({ status: 422 })
  expect(await bulk({ action: 'delete', ids: [1] })).toMatchObject({ status: 422, errors: { action: [expect.any(String)] } })
  expect(await bulk({ action: 'pause', filter: { nonsense: 'x' }, expected: 0 })).toMatchObject({ status: 422 })
  expect(await bulk({ action: 'pause', ids: [1], reason: 'なし' })).toMatchObject({ status: 422, errors: { reason: [expect.any(String)] } })
  expect(await bulk({ action: 'pause', ids: [1, 2], versions: [1] })).toMatchObject({
    status: 422,
    errors: { versions: ['必須項目です。'] },
  })
  const ids = Array.from({ length: 10_001 }, (_, index) => index + 1)
  expect(await bulk({ action: 'pause', ids })).toMatchObject({ status: 422, errors: { ids: [expect.stringContaining('10,000')] } })
})

test('a filter that matches more than the limit is refused before anything is done', async () => {
  const columns = ['name', 'name_norm', 'enterprise_type', 'zip', 'prefecture', 'city', 'street1', 'phone', 'payment_type'] as const
  const row = Object.fromEntries(columns.map((column) => [column, '大量'])) as Record<(typeof columns)[number], string>
  for (let batch = 0; batch < 11; batch++) {
    await api.db.insert(companies).values(Array.from({ length: 1000 }, () => ({ ...row, credit_limit: '3000' })))
  }
  const answer = await bulk({ action: 'apply_credit', filter: { q: '大量' }, dry_run: true }, company.bulk as never)
  expect(answer).toMatchObject({ status: 422, errors: { filter: [expect.stringContaining('10,000')] } })
})

test('deletes where the resource can be deleted', async () => {
  const id = await insertInformation(api.db, '消すお知らせ', ['admin'])
  const answer = await bulk({ action: 'delete', ids: [id, 999_999_999] }, endpoints.information.bulk as never)
  expect(answer.data).toMatchObject({ total: 2, done: 1, results: [{ id, name: '消すお知らせ', ok: true }, { ok: false }] })
  const [row] = await api.db.select().from(information).where(eq(information.id, id))
  expect(row!.deleted_at).not.toBeNull()
})

test('is counted as it is done: what other records forbid is refused in the count', async () => {
  const { a } = api.fixtures
  const [id] = (await newCampaigns('開始できない')) as [number]
  await admin.call(campaign.pause, { params: { id }, body: { version: 1 } })
  await api.db.update(companies).set({ credit_status: 'ON_HOLD' }).where(eq(companies.id, a.company))
  for (const dry_run of [true, false]) {
    const resumed = await bulk({ action: 'resume', ids: [id], dry_run })
    expect(resumed.data).toMatchObject({ done: 0, results: [{ ok: false, code: 'action_blocked' }] })
    const deleted = await bulk({ action: 'delete', ids: [a.company, 999_999_999], dry_run }, company.bulk as never)
    expect(deleted.data).toMatchObject({ done: 0, results: [{ code: 'action_blocked' }, { code: 'not_found' }] })
    expect(deleted.data.results[0]!.message).toContain('関連するものがあるため削除できません')
  }
  await api.db.update(companies).set({ credit_status: 'ACTIVE' }).where(eq(companies.id, a.company))
  expect((await bulk({ action: 'resume', ids: [id], dry_run: true })).data).toMatchObject({ done: 1 })
})

test.for(['advertiser', 'pg'] as const satisfies Role[])('%s may not act', async (role) => {
  const client = await api.signIn(role)
  expect(await bulk({ action: 'pause', ids: [api.fixtures.a.campaign] }, campaign.bulk, client)).toMatchObject({ status: 403 })
  expect(await statuses([api.fixtures.a.campaign])).toEqual(['ACTIVE'])
})

const text = { ja: '文', en: 'text' }
const spacesWith = (permission: Permission) => ({
  ...spaceMapping,
  resource: {
    ...space,
    states: { field: 'status', actions: { stop: { label: text, done: text, permission, from: ['ACTIVE'], to: 'INACTIVE' } } },
  },
})
/** The call of a media group that may list spaces. */
const callOfGroup = (body: object) => {
  const { a } = api.fixtures
  const session = { user: { id: a.users.pg }, account_id: a.accounts.pg, role: 'pg' }
  return { db: api.db, session, body, locale: 'ja', request: new Request('http://site.test') } as never
}

test('records of another tenant are not found, named in a list or matched by a filter', async () => {
  const { a, b } = api.fixtures
  const byIds = await bulkAction(callOfGroup({ action: 'stop', ids: [b.space, a.space] }), spacesWith('space.list'))
  expect(byIds.data).toMatchObject({
    done: 1,
    results: [
      { id: b.space, name: null, ok: false, code: 'not_found' },
      { id: a.space, ok: true },
    ],
  })
  const everything = await bulkAction(callOfGroup({ action: 'stop', filter: {}, dry_run: true }), spacesWith('space.list'))
  expect(everything.data).toMatchObject({ total: 1, results: [{ id: a.space }] })
  const [foreign] = await api.db.select().from(spaces).where(eq(spaces.id, b.space))
  expect(foreign).toMatchObject({ status: 'ACTIVE', version: 1 })
})

test('whoever may list still needs the permission of the action', async () => {
  const { a } = api.fixtures
  const refused = bulkAction(callOfGroup({ action: 'stop', ids: [a.space] }), spacesWith('company.credit'))
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
})
