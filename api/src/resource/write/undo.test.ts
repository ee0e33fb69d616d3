import { endpoints, may, roles, type Endpoint, type UndoRecord } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog, campaigns, orders } from '../../db/schema.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { requestFor } from '../../testing/requests/requests.ts'
import { insertAd, insertCampaign, insertCreativeGroup, insertOrder } from '../../testing/fixtures.ts'
import { lastLater } from './undo-plan.ts'

const { ad, campaign, company, frame, information, space } = endpoints

let api: TestApi
let admin: TestClient
let advertiser: TestClient
beforeAll(async () => {
  api = await startTestApi()
  ;[admin, advertiser] = await Promise.all([api.signIn('admin'), api.signIn('advertiser')])
})
afterAll(() => api.close())

interface Calls {
  readonly get: Endpoint
  readonly history: Endpoint
  readonly update: Endpoint
  readonly undo: Endpoint
}
type Json = Record<string, unknown>
type Shown = Json & { id: number; version: number }
interface Answer {
  status: number
  code?: string
  errors?: Record<string, string[]>
  data: { at: string; by: string; total: number; done: number; records: UndoRecord[]; change: number | null }
}

const answered = async <T>(answer: Promise<Response>) => ((await (await answer).json()) as { data: T }).data
const read = (calls: Calls, id: number) => answered<Shown>(admin.call(calls.get, { params: { id } }))
const historyOf = (calls: Calls, id: number) => answered<(Json & { id: number })[]>(admin.call(calls.history, { params: { id } }))

/** Changes a record and returns an entry of the change. */
async function changed(calls: Calls, id: number, values: Json, client = admin): Promise<number> {
  const { version } = await read(calls, id)
  expect((await client.call(calls.update, { params: { id }, body: { version, ...values } })).status).toBe(204)
  return (await historyOf(calls, id))[0]!.id
}

async function undo(calls: Calls, body: Json, client = admin): Promise<Answer> {
  const response = await client.call(calls.undo, { body })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}
const preview = (calls: Calls, change: number, more: Json = {}, client = admin) => undo(calls, { change, dry_run: true, ...more }, client)

/** Takes a change back as its preview shows it. */
async function takeBack(calls: Calls, change: number, fields?: string[], client = admin): Promise<Answer> {
  const { data } = await preview(calls, change, {}, client)
  return undo(
    calls,
    {
      change,
      ids: data.records.map(({ id }) => id),
      versions: data.records.map(({ version }) => version),
      fields: fields ?? [...new Set(data.records.flatMap((record) => record.fields.map(({ field }) => field)))],
    },
    client,
  )
}

const newCampaign = () => insertCampaign(api.db, api.fixtures.a.accounts, '春')

describe('a change of one record', () => {
  test('is previewed without a trace, and taken back by field', async () => {
    const id = await newCampaign()
    const before = await read(campaign, id)
    const change = await changed(campaign, id, { memo: '変更後', daily_budget: '500', name: '別の名前' })
    const now = await read(campaign, id)
    const shown = await preview(campaign, change)
    expect(shown).toMatchObject({
      status: 200,
      data: {
        total: 1,
        done: 1,
        change: null,
        by: expect.stringContaining('admin-a'),
        records: [{ id, name: '別の名前', ok: true, held: [] }],
      },
    })
    expect(shown.data.records[0]!.fields).toContainEqual({
      field: 'memo',
      now: '変更後',
      back: before['memo'],
      stays: null,
      later: null,
      action: null,
    })
    expect(await read(campaign, id)).toEqual(now)

    const answer = await takeBack(campaign, change, ['memo', 'daily_budget'])
    expect(answer).toMatchObject({ status: 200, data: { total: 1, done: 1, change: expect.any(Number) } })
    const after = await read(campaign, id)
    expect(after).toMatchObject({ memo: before['memo'], daily_budget: before['daily_budget'], name: '別の名前', version: now.version + 1 })
  })

  test('is named by what takes it back, which is taken back in turn, and so on', async () => {
    const id = await newCampaign()
    const first = await changed(campaign, id, { memo: '一' })
    const second = await changed(campaign, id, { memo: '二' })
    const { data } = await takeBack(campaign, second)
    expect(await read(campaign, id)).toMatchObject({ memo: '一' })
    const [entry] = await historyOf(campaign, id)
    expect(entry).toMatchObject({
      id: data.change,
      others: false,
      undoes: { at: expect.any(String), by: expect.stringContaining('admin-a') },
    })
    // The second change no longer stands in the way of the first.
    await takeBack(campaign, first)
    expect((await read(campaign, id))['memo']).toBeNull()
    expect(await takeBack(campaign, (await historyOf(campaign, id))[0]!.id)).toMatchObject({ data: { done: 1 } })
    expect(await read(campaign, id)).toMatchObject({ memo: '一' })
  })

  test('what was changed since then stays, even if it has come to the same value again', async () => {
    const id = await newCampaign()
    const change = await changed(campaign, id, { memo: '一', daily_budget: '500' })
    const reviewer = await api.signIn('admin', 'b')
    await changed(campaign, id, { memo: '二' }, reviewer)
    await changed(campaign, id, { memo: '一' }, reviewer)
    const { data } = await preview(campaign, change)
    expect(data.records[0]!.fields).toContainEqual(
      expect.objectContaining({ field: 'memo', stays: 'later', later: { at: expect.any(String), by: expect.stringContaining('admin-b') } }),
    )
    await takeBack(campaign, change)
    expect(await read(campaign, id)).toMatchObject({ memo: '一', daily_budget: null })
    expect(await takeBack(campaign, change)).toMatchObject({ data: { done: 0, change: null } })
  })

  test('so does what was changed without the history, as after a restored backup', async () => {
    const id = await newCampaign()
    const change = await changed(campaign, id, { memo: '一' })
    await api.db.update(campaigns).set({ memo: '二' }).where(eq(campaigns.id, id))
    const { data } = await preview(campaign, change)
    expect(data.records[0]!.fields).toMatchObject([{ field: 'memo', now: '二', back: null, stays: 'later', later: null }])
  })

  test('a status is led back by its action, and a creation by none', async () => {
    const id = await newCampaign()
    await admin.call(campaign.pause, { params: { id }, body: { version: 1 } })
    const [paused] = await historyOf(campaign, id)
    const { data } = await preview(campaign, paused!.id)
    expect(data).toMatchObject({
      done: 0,
      records: [{ ok: false, code: null, fields: [{ field: 'user_status', stays: 'state', action: 'resume' }] }],
    })
    expect(await takeBack(campaign, paused!.id)).toMatchObject({ data: { done: 0 } })
    expect(await read(campaign, id)).toMatchObject({ user_status: 'PAUSED' })

    const made = await answered<{ id: number }>(admin.call(information.create, await requestFor('information.create')(api, admin, 'admin')))
    const [created] = await historyOf(information, made.id)
    expect((await preview(information, created!.id)).data).toMatchObject({ done: 0, records: [{ whole: 'create', fields: [], ok: false }] })
  })

  test('a version that is not the one that was shown is a conflict', async () => {
    const id = await newCampaign()
    const change = await changed(campaign, id, { memo: '一' })
    const { version } = await read(campaign, id)
    await changed(campaign, id, { daily_budget: '600' })
    const answer = await undo(campaign, { change, ids: [id], versions: [version], fields: ['memo'] })
    expect(answer.data).toMatchObject({ done: 0, records: [{ ok: false, code: 'conflict' }] })
    expect(await read(campaign, id)).toMatchObject({ memo: '一' })
  })
})

describe('nobody gets around', () => {
  test('the tenant: a change of another one is not found', async () => {
    const foreign = await insertAd(api.db, api.fixtures.b)
    const change = await changed(ad, foreign, { name: 'よその広告' })
    for (const body of [
      { change, dry_run: true },
      { change, ids: [foreign], versions: [2], fields: ['name'] },
    ])
      expect(await undo(ad, body, advertiser)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await read(ad, foreign)).toMatchObject({ name: 'よその広告' })
  })

  test('the entity: a change of a record of another kind is not found', async () => {
    const change = await changed(campaign, await newCampaign(), { memo: '一' })
    expect(await preview(company, change)).toMatchObject({ status: 404 })
    expect(await preview(ad, change, {}, advertiser)).toMatchObject({ status: 404 })
  })

  test('the permission to update, which never goes without that to read the history', async () => {
    const change = await changed(campaign, await newCampaign(), { memo: '一' })
    expect(await preview(campaign, change, {}, advertiser)).toMatchObject({ status: 403, code: 'forbidden' })
    const groups = Object.values(endpoints).filter((calls): calls is typeof endpoints.campaign => 'undo' in calls)
    expect(groups.length).toBeGreaterThan(15)
    const cannotRead = groups.flatMap(({ undo: { permission, path }, history }) =>
      roles.flatMap(({ key }) =>
        may(key, permission) && history.permission !== 'public' && !may(key, history.permission) ? [`${key} ${path}`] : [],
      ),
    )
    expect(cannotRead).toEqual([])
  })

  test('the permission of an action: it is offered to those alone who may perform it', async () => {
    const id = api.fixtures.a.space
    const { version } = await read(space, id)
    expect((await admin.call(space.deactivate, { params: { id }, body: { version } })).status).toBe(204)
    const [{ id: change }] = (await historyOf(space, id)) as [{ id: number }]
    const led = async (client: TestClient) => (await preview(space, change, {}, client)).data.records[0]?.fields
    expect(await led(admin)).toMatchObject([{ field: 'status', stays: 'state', action: 'activate' }])
    expect(await led(await api.signIn('pg'))).toMatchObject([{ field: 'status', stays: 'state', action: null }])
  })

  test('a deletion: a change of a record that is gone is not found', async () => {
    const { id } = await answered<{ id: number }>(
      admin.call(information.create, await requestFor('information.create')(api, admin, 'admin')),
    )
    const change = await changed(information, id, { title: '改題' })
    expect((await preview(information, change)).status).toBe(200)
    expect((await admin.call(information.delete, { params: { id } })).status).toBe(204)
    expect(await preview(information, change)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('the author: what somebody else did under the same request id is another change', async () => {
    const ids = [await newCampaign(), await newCampaign()] as const
    const at = {
      entity: 'campaign',
      action: 'update',
      source: 'screen',
      request_id: 'told-by-a-proxy',
      field: 'memo',
      before: '前',
    } as const
    const { a, b } = api.fixtures
    const entries = [
      { ...at, entity_id: ids[0], user_id: a.users.admin },
      { ...at, entity_id: ids[1], user_id: b.users.admin },
    ]
    const [own] = await api.db.insert(auditLog).values(entries).returning({ id: auditLog.id })
    expect((await preview(campaign, own!.id)).data).toMatchObject({ total: 1, records: [{ id: ids[0] }] })
  })

  test('fields that the role does not receive: they are neither shown nor taken back', async () => {
    const id = api.fixtures.a.frame
    await api.db.insert(auditLog).values({
      entity: 'frame',
      entity_id: id,
      action: 'update',
      source: 'screen',
      user_id: api.fixtures.a.users.admin,
      field: 'default_creative_id',
      before: api.fixtures.a.creative,
      after: null,
    })
    const [{ id: change }] = (await historyOf(frame, id)) as [{ id: number }]
    const pg = await api.signIn('pg')
    expect((await preview(frame, change, {}, pg)).data).toMatchObject({ done: 0, records: [{ fields: [] }] })
    const { version } = await read(frame, id)
    const forced = await undo(frame, { change, ids: [id], versions: [version], fields: ['default_creative_id'] }, pg)
    expect(forced).toMatchObject({ status: 422, errors: { default_creative_id: ['指定できない項目です。'] } })
  })

  test('the order: a reduction that is taken back beyond it waits for approval', async () => {
    const id = await insertAd(api.db, api.fixtures.a, {
      product_id: api.fixtures.a.product,
      billing: 'CPM',
      quantity: 20_000,
      budget: '10000',
      creative_group_id: await insertCreativeGroup(api.db, api.fixtures.a.accounts.advertiser, '注文'),
    })
    const change = await changed(ad, id, { quantity: 10_000, budget: '5000' }, advertiser)
    await insertOrder(api.db, id, { status: 'APPROVED' })
    const shown = await preview(ad, change, {}, advertiser)
    expect(shown.data).toMatchObject({ done: 1, records: [{ ok: true, held: expect.arrayContaining(['budget', 'quantity']) }] })
    expect(await api.db.$count(orders, eq(orders.ad_id, id))).toBe(1)
    expect(await takeBack(ad, change, undefined, advertiser)).toMatchObject({ data: { done: 1, change: null } })
    expect(await read(ad, id)).toMatchObject({ budget: '5000', quantity: 10_000 })
    expect(await api.db.select().from(orders).where(eq(orders.ad_id, id)).orderBy(orders.id)).toMatchObject([
      { kind: 'NEW', status: 'APPROVED' },
      { kind: 'CHANGE', status: 'PENDING_APPROVAL', amount: expect.stringMatching(/^10000\b/u) },
    ])
  })

  test('the rules of an update, told before anything is done', async () => {
    const id = await newCampaign()
    const change = await changed(campaign, id, { daily_budget: '500', lifetime_budget: '5000' })
    await changed(campaign, id, { lifetime_budget: '700' })
    const older = await changed(campaign, id, { daily_budget: '600' })
    await changed(campaign, id, { lifetime_budget: '600' })
    const last = await changed(campaign, id, { daily_budget: '100' })
    await changed(campaign, id, { lifetime_budget: '200' })
    expect((await preview(campaign, last)).data).toMatchObject({
      done: 0,
      records: [{ ok: false, code: 'validation_failed', message: expect.any(String) }],
    })
    expect((await takeBack(campaign, last)).data).toMatchObject({ done: 0 })
    expect(await read(campaign, id)).toMatchObject({ daily_budget: '100' })
    for (const each of [change, older]) expect((await preview(campaign, each)).data.done).toBe(0)
  })

  test('a call that does not say what was shown', async () => {
    const id = await newCampaign()
    const change = await changed(campaign, id, { memo: '一' })
    expect(await undo(campaign, { change })).toMatchObject({ status: 422, errors: { ids: [expect.any(String)] } })
    expect(await undo(campaign, { change, ids: [id], versions: [2] })).toMatchObject({
      status: 422,
      errors: { fields: [expect.any(String)] },
    })
    expect(await undo(campaign, { change, ids: [id], fields: ['memo'] })).toMatchObject({
      status: 422,
      errors: { versions: [expect.any(String)] },
    })
    const other = await newCampaign()
    const answer = await undo(campaign, { change, ids: [id, other], versions: [2, 1], fields: ['memo'] })
    expect(answer.data).toMatchObject({
      total: 1,
      done: 1,
      records: [
        { id, ok: true },
        { id: other, ok: false, code: 'not_found' },
      ],
    })
  })
})

describe('a change of many records', () => {
  const csv = (...lines: string[]) => ({ query: { commit: 'true' }, body: lines.join('\n'), headers: { 'Content-Type': 'text/csv' } })
  const companyLine = (name: string) => `,${name},KABUSHIKI,150-0001,13,渋谷区,神宮前1-1,0312345678,INVOICE,3000`
  const head = 'id,name,enterprise_type,zip,prefecture,city,street1,phone,payment_type,credit_limit'

  test('an import is one: its rows are taken back together, what was changed later stays, and what it created', async () => {
    await admin.call(company.import, csv(head, companyLine('取込一'), companyLine('取込二')))
    const { data: list } = (await (await admin.call(company.list, { query: { q: '取込' } })).json()) as { data: Shown[] }
    const [two, one] = list.map(({ id }) => id).toSorted((a, b) => b - a) as [number, number]
    const imported = await answered<{ change: number }>(
      admin.call(company.import, csv('id,phone,building', `${one},0399999999,別館`, `${two},0399999999,別館`)),
    )
    expect((await historyOf(company, one))[0]).toMatchObject({ source: 'import', others: true })
    await changed(company, two, { building: '本館' })

    const { data } = await preview(company, imported.change)
    expect(data).toMatchObject({ total: 2, done: 2 })
    expect((await preview(company, imported.change, { ids: [one] })).data).toMatchObject({ total: 1, records: [{ id: one }] })
    expect(await takeBack(company, imported.change)).toMatchObject({ data: { total: 2, done: 2 } })
    expect(await read(company, one)).toMatchObject({ phone: '0312345678', building: null })
    expect(await read(company, two)).toMatchObject({ phone: '0312345678', building: '本館' })

    const [back] = await historyOf(company, one)
    expect(back).toMatchObject({ source: 'screen', others: true, undoes: { at: data.at } })
    expect((await takeBack(company, back!.id)).data).toMatchObject({ total: 2, done: 2 })
    expect(await read(company, one)).toMatchObject({ phone: '0399999999', building: '別館' })
  })

  test('a bulk action is one change, whose records an account sees as far as they are its own', async () => {
    const ads = [await insertAd(api.db, api.fixtures.a), await insertAd(api.db, api.fixtures.b)] as const
    await admin.call(ad.bulk, { body: { action: 'pause', ids: [...ads] } })
    const [{ id: change }] = (await historyOf(ad, ads[1])) as [{ id: number }]
    expect((await preview(ad, change)).data.total).toBe(2)
    expect((await preview(ad, change, {}, advertiser)).data).toMatchObject({ total: 1, records: [{ id: ads[0] }] })
  })
})

describe("a change of a campaign's ads, which share its budget", () => {
  /** A campaign of ¥100,000 with two ads of half of it each. */
  async function newAds() {
    const tenant = { ...api.fixtures.a, campaign: await newCampaign() }
    const ids = [await insertAd(api.db, tenant, { budget: '50000' }), await insertAd(api.db, tenant, { budget: '50000' })] as const
    return { tenant, ids }
  }
  /** Edits the budgets as cells of a list, and returns the change. */
  async function edited(ids: readonly number[], ...budgets: string[]): Promise<number> {
    const records = await Promise.all(ids.map((id) => read(ad, id)))
    const rows = records.map(({ id, version }, index) => ({ id, version, values: { budget: budgets[index] } }))
    const { done, change } = await answered<{ done: number; change: number }>(admin.call(ad.edit, { body: { rows } }))
    expect(done).toBe(ids.length)
    return change
  }
  const budgetsOf = async (ids: readonly number[]) => (await Promise.all(ids.map((id) => read(ad, id)))).map(({ budget }) => budget)

  test('is taken back whole: one makes room for the other, whatever their order', async () => {
    const { ids } = await newAds()
    await edited(ids, '80000', '20000')
    const change = await edited(ids, '20000', '80000')
    expect((await preview(ad, change)).data).toMatchObject({ total: 2, done: 2, records: [{ ok: true }, { ok: true }] })
    expect(await budgetsOf(ids)).toEqual(['20000', '80000'])
    expect((await takeBack(ad, change)).data).toMatchObject({ total: 2, done: 2, records: [{ ok: true }, { ok: true }] })
    expect(await budgetsOf(ids)).toEqual(['80000', '20000'])
  })

  test('is taken back as far as its preview shows, which adds up what they take together', async () => {
    const { tenant, ids } = await newAds()
    const change = await edited(ids, '25000', '25000')
    await insertAd(api.db, tenant, { budget: '25000' })
    const outcome = { total: 2, done: 1, records: [{ ok: true }, { ok: false, code: 'validation_failed', message: expect.any(String) }] }
    expect((await preview(ad, change)).data).toMatchObject(outcome)
    expect(await budgetsOf(ids)).toEqual(['25000', '25000'])
    expect((await takeBack(ad, change)).data).toMatchObject(outcome)
    expect(await budgetsOf(ids)).toEqual(['50000', '25000'])
  })
})

test('later entries count unless they were taken back', () => {
  const entry = (id: number, undoes: number | null = null) => ({ id, undoes }) as never
  const last = (...entries: never[]) => (lastLater(entries) as { id: number } | undefined)?.id
  expect(last()).toBeUndefined()
  expect(last(entry(2))).toBe(2)
  expect(last(entry(2), entry(3, 2))).toBeUndefined()
  // Taken back, and that taken back in turn.
  expect(last(entry(2), entry(3, 2), entry(4, 3))).toBe(2)
  // It takes back what is not later: the change itself.
  expect(last(entry(2, 1))).toBe(2)
  expect(last(entry(2, 1), entry(3, 2))).toBeUndefined()
})
