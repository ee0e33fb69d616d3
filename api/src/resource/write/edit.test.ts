import { endpoints, roles, may, type EditResult, type Endpoint, type Role } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog, campaigns, notifications, orders } from '../../db/schema.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { insertAd, insertCampaign, insertCreativeGroup, insertOrder } from '../../testing/fixtures.ts'

const { ad, campaign } = endpoints

let api: TestApi
let admin: TestClient
let advertiser: TestClient
beforeAll(async () => {
  api = await startTestApi()
  ;[admin, advertiser] = await Promise.all([api.signIn('admin'), api.signIn('advertiser')])
})
afterAll(() => api.close())

type Json = Record<string, unknown>
type Shown = Json & { id: number; version: number }
interface Answer {
  status: number
  code?: string
  errors?: Record<string, string[]>
  data: { total: number; done: number; results: EditResult[]; change: number | null }
}

const answered = async <T>(answer: Promise<Response>) => ((await (await answer).json()) as { data: T }).data
const read = (calls: { get: Endpoint }, id: number) => answered<Shown>(admin.call(calls.get, { params: { id } }))
async function edit(calls: { edit: Endpoint }, body: Json, client = admin): Promise<Answer> {
  const response = await client.call(calls.edit, { body })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}

const newCampaign = (name = '春') => insertCampaign(api.db, api.fixtures.a.accounts, name)
const newCampaigns = async (count: number) => {
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push(await newCampaign(`春 ${index}`))
  return ids
}
const historyOf = (id: number, entity = 'campaign') =>
  api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entity_id, id)))
    .orderBy(auditLog.id)

describe('rows', () => {
  test('each get their own values, as people write them, and are one change that is taken back whole', async () => {
    const [one, two] = (await newCampaigns(2)) as [number, number]
    const answer = await edit(campaign, {
      rows: [
        { id: one, version: 1, values: { lifetime_budget: '120万', daily_budget: '１０，０００円' } },
        { id: two, version: 1, values: { name: '夏', end_at: '2099/12/20' }, action: 'pause' },
      ],
    })
    expect(answer).toMatchObject({ status: 200, data: { total: 2, done: 2, change: expect.any(Number) } })
    expect(answer.data.results[0]).toMatchObject({
      id: one,
      name: '春 0',
      version: 1,
      ok: true,
      held: [],
      errors: {},
      changes: [
        { field: 'lifetime_budget', before: '100000', after: '1200000' },
        { field: 'daily_budget', before: null, after: '10000' },
      ],
    })
    expect(await read(campaign, one)).toMatchObject({ lifetime_budget: '1200000', daily_budget: '10000', version: 2 })
    expect(await read(campaign, two)).toMatchObject({ name: '夏', end_at: '2099-12-20T15:00:00.000Z', user_status: 'PAUSED', version: 3 })
    const entries = [...(await historyOf(one)), ...(await historyOf(two))]
    expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(1)

    const undo = {
      change: answer.data.change!,
      ids: [one, two],
      versions: [2, 3],
      fields: ['lifetime_budget', 'daily_budget', 'name', 'end_at'],
    }
    expect(await answered(admin.call(campaign.undo, { body: undo }))).toMatchObject({ total: 2, done: 2 })
    expect(await read(campaign, one)).toMatchObject({ lifetime_budget: '100000', daily_budget: null })
    expect(await read(campaign, two)).toMatchObject({ name: '春 1' })
  })

  test('have each their result: refused ones do not stop the others', async () => {
    const [one, two, three] = (await newCampaigns(3)) as [number, number, number]
    await insertAd(api.db, { ...api.fixtures.a, campaign: one })
    const { data } = await edit(campaign, {
      rows: [
        { id: one, version: 1, values: { lifetime_budget: '4000' } },
        { id: two, version: 1, values: { daily_budget: '200000', name: '' } },
        { id: 999_999_999, version: 1, values: { name: 'x' } },
        { id: three, version: 1, values: { name: '秋' } },
      ],
    })
    expect(data).toMatchObject({ total: 4, done: 1 })
    expect(data.results).toMatchObject([
      {
        ok: false,
        code: 'validation_failed',
        changes: [{ field: 'lifetime_budget', before: '100000', after: '4000' }],
        errors: { lifetime_budget: ['広告の予算の合計5,000円を1,000円下回っています。'] },
      },
      { ok: false, errors: { name: ['必須項目です。'] } },
      { ok: false, code: 'not_found', name: null, version: null, changes: [] },
      { ok: true, code: null },
    ])
    expect(await read(campaign, one)).toMatchObject({ lifetime_budget: '100000', version: 1 })
    expect(await read(campaign, two)).toMatchObject({ daily_budget: null, version: 1 })
  })

  test('of an older version tell the value that stands there now; a repeated call has nothing left to do', async () => {
    const id = await newCampaign()
    const row = { id, version: 1, values: { lifetime_budget: '300000' } }
    await edit(campaign, { rows: [{ id, version: 1, values: { lifetime_budget: '200000' } }] })
    expect((await edit(campaign, { rows: [row] })).data.results).toMatchObject([
      { ok: false, code: 'conflict', version: 2, changes: [{ before: '200000', after: '300000' }] },
    ])
    const again = await edit(campaign, { rows: [{ ...row, values: { lifetime_budget: '200000' } }] })
    expect(again.data).toMatchObject({ done: 0, change: null, results: [{ ok: true, changes: [] }] })
    expect(await read(campaign, id)).toMatchObject({ lifetime_budget: '200000', version: 2 })
  })

  test('of one campaign make room for each other, whatever their order', async () => {
    const own = await newCampaign()
    const tenant = { ...api.fixtures.a, campaign: own }
    const first = await insertAd(api.db, tenant, { budget: '50000' })
    const second = await insertAd(api.db, tenant, { budget: '50000' })
    const rows = [
      { id: first, version: 1, values: { budget: '80000' } },
      { id: second, version: 1, values: { budget: '20000' } },
    ]
    expect((await edit(ad, { rows, dry_run: true })).data).toMatchObject({ done: 2 })
    expect(await read(ad, first)).toMatchObject({ budget: '50000', version: 1 })
    expect((await edit(ad, { rows })).data).toMatchObject({ done: 2 })
    expect(await read(ad, first)).toMatchObject({ budget: '80000' })
  })
})

describe('a preview', () => {
  test('leaves nothing: no value, no history, no order, no notification', async () => {
    const id = await insertAd(api.db, api.fixtures.a, {
      product_id: api.fixtures.a.product,
      billing: 'CPM',
      creative_group_id: await insertCreativeGroup(api.db, api.fixtures.a.accounts.advertiser, '春'),
    })
    await insertOrder(api.db, id, { status: 'APPROVED' })
    const count = () => Promise.all([api.db.$count(auditLog), api.db.$count(orders), api.db.$count(notifications)])
    const [before, row] = [await count(), await read(ad, id)]
    const { data } = await edit(ad, { ids: [id], edits: [{ field: 'budget', operation: 'percent', value: '+20%' }], dry_run: true })
    expect(data).toMatchObject({
      done: 1,
      change: null,
      results: [{ ok: true, held: ['budget'], changes: [{ before: '5000', after: '6000' }] }],
    })
    expect(await count()).toEqual(before)
    expect(await read(ad, id)).toEqual(row)
  })

  test('adds up what records of one campaign take together', async () => {
    const own = await newCampaign()
    const tenant = { ...api.fixtures.a, campaign: own }
    const ids = [await insertAd(api.db, tenant, { budget: '40000' }), await insertAd(api.db, tenant, { budget: '40000' })]
    const edits = [{ field: 'budget', operation: 'percent', value: '40' }]
    const { data } = await edit(ad, { ids, edits, dry_run: true })
    expect(data).toMatchObject({
      done: 1,
      results: [{ ok: true }, { ok: false, errors: { budget: ['キャンペーンの予算を12,000円超えています（残り44,000円）。'] } }],
    })
    expect((await edit(ad, { ids, versions: [1, 1], edits })).data).toMatchObject({ done: 1, results: [{ ok: true }, { ok: false }] })
  })

  test('of everything that matches is what is then done with exactly its records', async () => {
    const ids = [await newCampaign('一括 一'), await newCampaign('一括 二')]
    const edits = [
      { field: 'lifetime_budget', operation: 'percent', value: '-3.333' },
      { field: 'end_at', operation: 'shift', value: '７日' },
    ]
    const [before] = await Promise.all(ids.map((id) => read(campaign, id)))
    const shown = await edit(campaign, { filter: { q: '一括' }, edits, dry_run: true })
    expect(shown.data).toMatchObject({ total: 2, done: 2 })
    const moved = new Date(Date.parse(String(before!['end_at'])) + 7 * 86_400_000).toISOString()
    expect(shown.data.results[0]!.changes).toEqual([
      { field: 'end_at', before: before!['end_at'], after: moved },
      { field: 'lifetime_budget', before: '100000', after: '96667' },
    ])
    await edit(campaign, { rows: [{ id: ids[1]!, version: 1, values: { name: '一括 変更' } }] })
    const done = await edit(campaign, { ids, versions: shown.data.results.map(({ version }) => version), edits })
    expect(done.data).toMatchObject({ total: 2, done: 1, results: [{ ok: true }, { ok: false, code: 'conflict' }] })
    expect(await read(campaign, ids[0]!)).toMatchObject({ lifetime_budget: '96667', end_at: moved })
    expect(await read(campaign, ids[1]!)).toMatchObject({ lifetime_budget: '100000' })
  })

  test('moves no end beyond the last day that there is', async () => {
    const id = await newCampaign()
    await edit(campaign, { rows: [{ id, version: 1, values: { end_at: '9999/12/31 8:00' } }] })
    const edits = [{ field: 'end_at', operation: 'shift', value: 1 }]
    const { data } = await edit(campaign, { ids: [id], versions: [2], edits })
    expect(data.results).toMatchObject([{ ok: false, errors: { end_at: ['正しい日付を入力してください。'] } }])
    expect(await read(campaign, id)).toMatchObject({ version: 2, end_at: '9999-12-30T23:00:00.000Z' })
  })

  test('shows what an operation would make, also where the field does not allow it', async () => {
    const id = await newCampaign()
    const { data } = await edit(campaign, {
      ids: [id],
      edits: [{ field: 'lifetime_budget', operation: 'percent', value: -100 + '' }],
      dry_run: true,
    })
    expect(data.results).toMatchObject([
      {
        ok: false,
        code: 'validation_failed',
        changes: [{ before: '100000', after: '0' }],
        errors: { lifetime_budget: ['1円以上で入力してください。'] },
      },
    ])
  })

  test('leaves what has no value', async () => {
    const id = await newCampaign()
    const { data } = await edit(campaign, { ids: [id], edits: [{ field: 'daily_budget', operation: 'add', value: '1000' }], dry_run: true })
    expect(data).toMatchObject({ done: 0, results: [{ ok: true, changes: [] }] })
  })
})

describe('nobody gets around', () => {
  test.for(['advertiser', 'agency', 'admin'] as const)('an approved order: what %s writes beyond it waits for approval', async (role) => {
    const client = role === 'admin' ? admin : await api.signIn(role)
    const id = await insertAd(api.db, api.fixtures.a, {
      product_id: api.fixtures.a.product,
      billing: 'CPM',
      creative_group_id: await insertCreativeGroup(api.db, api.fixtures.a.accounts.advertiser, role),
    })
    await insertOrder(api.db, id, { status: 'APPROVED' })
    const { data } = await edit(
      ad,
      { rows: [{ id, version: 1, values: { budget: '50000', quantity: 100_000, name: '新しい名前' } }] },
      client,
    )
    expect(data.results).toMatchObject([{ ok: true, held: expect.arrayContaining(['budget', 'quantity']) }])
    expect(await read(ad, id)).toMatchObject({ budget: '5000', quantity: 10_000, name: '新しい名前' })
    const waiting = and(eq(orders.ad_id, id), eq(orders.kind, 'CHANGE'), eq(orders.status, 'PENDING_APPROVAL'))
    expect(await api.db.$count(orders, waiting)).toBe(1)
    // While it waits, another way to the same money is closed as well.
    const { version } = await read(ad, id)
    const more = await edit(ad, { ids: [id], versions: [version], edits: [{ field: 'budget', operation: 'add', value: '100000' }] }, client)
    expect(more.data.results).toMatchObject([{ ok: false, code: 'validation_failed' }])
    expect(await read(ad, id)).toMatchObject({ budget: '5000' })
  })

  test('the tenant: records of another one are not found, nor counted by a filter', async () => {
    const foreign = await insertAd(api.db, api.fixtures.b, { name: 'よその広告' })
    const edits = [{ field: 'budget', operation: 'set', value: '1' }]
    for (const body of [
      { rows: [{ id: foreign, version: 1, values: { budget: '1' } }] },
      { ids: [foreign], versions: [1], edits },
      { ids: [foreign], edits, dry_run: true },
    ])
      expect((await edit(ad, body, advertiser)).data).toMatchObject({
        done: 0,
        results: [{ id: foreign, name: null, version: null, code: 'not_found' }],
      })
    const all = await edit(ad, { filter: {}, edits, dry_run: true }, advertiser)
    expect(all.data.results.map(({ id }) => id)).not.toContain(foreign)
    expect(all.data.total).toBeGreaterThan(0)
    expect(await read(ad, foreign)).toMatchObject({ budget: '5000', version: 1 })
  })

  test('the permission to update', async () => {
    const id = await newCampaign()
    for (const role of roles.map(({ key }) => key).filter((key: Role) => !may(key, 'campaign.update'))) {
      const answer = await edit(campaign, { rows: [{ id, version: 1, values: { lifetime_budget: '1' } }] }, await api.signIn(role))
      expect([role, answer.status]).toEqual([role, 403])
    }
    expect(await read(campaign, id)).toMatchObject({ version: 1 })
  })

  test('the fields that are declared: others of the record, its tenant and its state are refused', async () => {
    const id = await insertAd(api.db, api.fixtures.a)
    const others = {
      landing_url: 'https://elsewhere.example/',
      creative_group_id: null,
      unit_price: '0',
      user_status: 'PAUSED',
      effective_status: 'SERVING',
      campaign_id: api.fixtures.b.campaign,
      advertiser_account_id: api.fixtures.b.accounts.advertiser,
      id: 1,
      deleted_at: null,
      created_by: 1,
    }
    for (const [field, value] of Object.entries(others)) {
      const { data } = await edit(ad, { rows: [{ id, version: 1, values: { [field]: value, name: 'x' } }] }, advertiser)
      expect([field, data.results[0]!.ok, data.results[0]!.errors]).toEqual([field, false, { [field]: ['指定できない項目です。'] }])
      const bulk = await edit(ad, { ids: [id], versions: [1], edits: [{ field, operation: 'set', value }] }, advertiser)
      expect([field, bulk.status]).toEqual([field, 422])
    }
    expect(await read(ad, id)).toMatchObject({ name: '広告', version: 1 })
  })

  test('a state by its rules: an action that starts elsewhere is refused, and so is one that is none of a cell', async () => {
    const id = await insertAd(api.db, api.fixtures.a, { user_status: 'ACTIVE' })
    expect((await edit(ad, { rows: [{ id, version: 1, action: 'delete' }] })).status).toBe(422)
    expect((await edit(ad, { rows: [{ id, version: 1, action: 'pause' }] }, advertiser)).data).toMatchObject({ done: 1 })
    expect((await edit(ad, { rows: [{ id, version: 1, action: 'resume' }] }, advertiser)).data.results).toMatchObject([
      { ok: false, code: 'conflict' },
    ])
    expect((await edit(ad, { rows: [{ id, version: 2, action: 'pause', values: { weight: 9 } }] }, advertiser)).data).toMatchObject({
      done: 1,
    })
    expect(await read(ad, id)).toMatchObject({ user_status: 'PAUSED', weight: 9 })
  })

  test('the version, and the form of the call', async () => {
    const id = await newCampaign()
    const rows = [{ id, version: 1, values: { name: 'x' } }]
    const edits = [{ field: 'lifetime_budget', operation: 'set', value: '5' }]
    const refused = async (body: Json) => Object.keys((await edit(campaign, body)).errors ?? {})
    expect(await refused({})).toEqual(['rows'])
    expect(await refused({ rows, edits })).toEqual(['rows'])
    expect(await refused({ rows, ids: [id] })).toEqual(['rows'])
    expect(await refused({ rows: [...rows, ...rows] })).toEqual(['rows.1.id'])
    expect(await refused({ rows: [] })).toEqual(['rows'])
    expect(await refused({ rows: [{ id, values: {} }] })).toEqual(['rows.0.version'])
    expect(await refused({ edits })).toEqual(['ids'])
    expect(await refused({ edits, ids: [id] })).toEqual(['versions'])
    expect(await refused({ edits, ids: [id], versions: [1, 1] })).toEqual(['versions'])
    expect(await refused({ edits, ids: [id, id], versions: [1, 1] })).toEqual(['ids'])
    expect(await refused({ edits, filter: {} })).toEqual(['ids'])
    expect(await refused({ edits, filter: {}, ids: [id], dry_run: true })).toEqual(['ids'])
    expect(await refused({ edits: [...edits, ...edits], ids: [id], dry_run: true })).toEqual(['edits.1.field'])
    const faulty = async (operation: string, value: unknown, field = 'lifetime_budget') =>
      refused({ edits: [{ field, operation, value }], ids: [id], dry_run: true })
    expect(await faulty('shift', 1)).toEqual(['edits.0.operation'])
    expect(await faulty('percent', '5', 'end_at')).toEqual(['edits.0.operation'])
    for (const value of ['', 'x', '1e3', '1.2345', '-101', '99999', null, {}, []])
      expect([value, await faulty('percent', value)]).toEqual([value, ['edits.0.value']])
    for (const value of ['0.5', 'x', '9999999999999']) expect([value, await faulty('add', value)]).toEqual([value, ['edits.0.value']])
    for (const value of ['1.5', 'x', 4000, null])
      expect([value, await faulty('shift', value, 'end_at')]).toEqual([value, ['edits.0.value']])
    expect(await faulty('set', '0')).toEqual(['edits.0.value'])
    expect(await read(campaign, id)).toMatchObject({ version: 1 })
  })
})

describe('a change that is sent in parts', () => {
  const bodyOf = (id: number, change?: number) => ({
    rows: [{ id, version: 1, values: { lifetime_budget: '7777777' } }],
    ...(change === undefined ? {} : { change }),
  })

  test('is one in the history, and is taken back as one', async () => {
    const ids = await newCampaigns(3)
    let change: number | undefined
    for (const id of ids) change = (await edit(campaign, bodyOf(id, change))).data.change!
    const entries = (await Promise.all(ids.map((id) => historyOf(id)))).flat()
    expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(1)
    const versions = ids.map(() => 2)
    const undo = { change, ids, versions, fields: ['lifetime_budget'] }
    expect(await answered(admin.call(campaign.undo, { body: undo }))).toMatchObject({ total: 3, done: 3 })
    expect(await Promise.all(ids.map((id) => read(campaign, id)))).toEqual(
      ids.map(() => expect.objectContaining({ lifetime_budget: '100000' }) as unknown),
    )
  })

  test("goes on with nobody else's, with none of another entity, with none of long ago, and with none that is not there", async () => {
    const [one, two] = (await newCampaigns(2)) as [number, number]
    const { change } = (await edit(campaign, bodyOf(one))).data
    const other = await insertAd(api.db, { ...api.fixtures.a, campaign: one })
    const colleague = await api.signIn('admin', 'b')
    const refused = { status: 422, code: 'validation_failed', errors: { change: [expect.any(String)] } }
    expect(await edit(campaign, bodyOf(two, change!), colleague)).toMatchObject(refused)
    expect(await edit(ad, { rows: [{ id: other, version: 1, values: { name: '夏' } }], change: change! })).toMatchObject(refused)
    expect(await edit(campaign, bodyOf(two, 999_999_999))).toMatchObject(refused)
    const { rows } = await api.db.execute<{ id: number }>(sql`
      insert into audit_log (entity, entity_id, user_id, account_id, action, source, request_id, field, at)
      select entity, entity_id, user_id, account_id, action, source, request_id, field, now() - interval '61 minutes'
      from audit_log where id = ${change} returning id`)
    expect(await edit(campaign, bodyOf(two, rows[0]!.id))).toMatchObject(refused)
    expect(await read(campaign, two)).toMatchObject({ lifetime_budget: '100000', version: 1 })
  })
})

test('more records than the limit are refused before anything is done', async () => {
  await api.pool.query(
    `insert into campaigns (advertiser_account_id, name, name_norm, goal, lifetime_budget, start_at, end_at)
     select advertiser_account_id, '多数 ' || n, '多数' || n, goal, lifetime_budget, start_at, end_at from campaigns, generate_series(1, 10001) n where id = $1`,
    [api.fixtures.a.campaign],
  )
  const edits = [{ field: 'lifetime_budget', operation: 'set', value: '5' }]
  expect(await edit(campaign, { filter: { q: '多数' }, edits, dry_run: true })).toMatchObject({
    status: 422,
    errors: { filter: [expect.stringContaining('10,000')] },
  })
  expect(await api.db.$count(campaigns, eq(campaigns.lifetime_budget, '5'))).toBe(0)
})
