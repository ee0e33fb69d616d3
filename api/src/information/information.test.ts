import { endpoints, roles, type Role } from '@adsite/contract'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, information, informationConfirmations } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertInformation, insertMember, testPassword } from '../testing/fixtures.ts'

const { create, update, get, list, view, viewList, confirm, history } = endpoints.information
const remove = endpoints.information.delete

let api: TestApi
let admin: TestClient
const everyRole = roles.map(({ key }) => key)
const hour = 3_600_000
const from = (hours: number) => new Date(Date.now() + hours * hour)

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(informationConfirmations)
  await api.db.delete(information)
})

const body = {
  title: '夏季休業のお知らせ',
  type: 'NOTICE',
  is_important: false,
  target_roles: ['advertiser', 'pg'],
  publish_from: '2026-07-01T00:00:00.000Z',
  publish_to: '2099-07-31T00:00:00.000Z',
  body: '<p>本文</p>',
}

async function answer<T>(client: TestClient, endpoint: Parameters<TestClient['call']>[0], options = {}): Promise<T> {
  const response = await client.call(endpoint, options)
  expect(response.status, await response.clone().text()).toBe(endpoint.success)
  return (await response.json()) as T
}
const created = async (values: object = {}) =>
  (await answer<{ data: { id: number } }>(admin, create, { body: { ...body, ...values } })).data.id
const record = async (id: number) => (await answer<{ data: Record<string, unknown> }>(admin, get, { params: { id } })).data

interface Viewed {
  data: { id: number; title: string; confirmed: boolean }[]
  page: { next: string | null; previous: string | null }
}
const viewed = (client: TestClient, query = {}) => answer<Viewed>(client, viewList, { query })
const titles = async (client: TestClient, query = {}) => (await viewed(client, query)).data.map(({ title }) => title)
const statusOf = async (client: TestClient, endpoint: typeof view | typeof confirm, id: number) =>
  (await client.call(endpoint, { params: { id } })).status

describe('writing', () => {
  test('stores what was said, sanitised, and keeps a history', async () => {
    const id = await created({ body: '<h1>題</h1><p onclick="x()">本文<script>alert(1)</script><a href="javascript:x">先</a></p>' })
    expect(await record(id)).toMatchObject({
      title: body.title,
      is_important: false,
      being_published: true,
      target_roles: ['advertiser', 'pg'],
      version: 1,
      body: '<h2>題</h2><p>本文先</p>',
    })
    const changes = { version: 1, body: '<p style="color:red">変更</p>', target_roles: ['pg', 'ptd'], is_important: true }
    expect((await admin.call(update, { params: { id }, body: changes })).status).toBe(204)
    expect(await record(id)).toMatchObject({ body: '<p>変更</p>', target_roles: ['pg', 'ptd'], is_important: true, version: 2 })
    const { data } = await answer<{ data: { field: string | null; before: unknown; after: unknown }[] }>(admin, history, { params: { id } })
    expect(data.map(({ field }) => field).toSorted()).toEqual(['body', 'is_important', 'target_roles', null].toSorted())
    expect(data.find(({ field }) => field === 'target_roles')).toMatchObject({ before: ['advertiser', 'pg'], after: ['pg', 'ptd'] })
  })

  test('the same again changes nothing', async () => {
    const id = await created()
    const same = { version: 1, body: '<p class="x">本文</p>', target_roles: ['advertiser', 'pg'], is_important: false }
    expect((await admin.call(update, { params: { id }, body: same })).status).toBe(204)
    expect(await record(id)).toMatchObject({ version: 1 })
  })

  test.for([
    ['title', { title: ' ' }],
    ['title', { title: 'あ'.repeat(201) }],
    ['body', { body: '<p> &nbsp; </p>' }],
    ['body', { body: '<script>alert(1)</script>' }],
    ['body', { body: `<p>${'あ'.repeat(20_000)}</p>` }],
    ['target_roles', { target_roles: [] }],
    ['target_roles', { target_roles: ['advertiser', 'advertiser'] }],
    ['target_roles.0', { target_roles: ['guest'] }],
    ['is_important', { is_important: 'true' }],
    ['type', { type: 'OTHER' }],
    ['publish_to', { publish_to: '2026-07-01T00:00:00.000Z' }],
    ['publish_from', { publish_from: null }],
    ['being_published', { being_published: true }],
  ] as const)('refuses %j', async ([field, values]) => {
    const response = await admin.call(create, { body: { ...body, ...values } })
    expect(response.status).toBe(422)
    expect(Object.keys(((await response.json()) as { errors: object }).errors)).toEqual([field])
  })

  test('an edit may not leave only what the sanitiser takes away, nor an end before the start', async () => {
    const id = await created()
    for (const values of [{ body: '<svg onload=alert(1)></svg>' }, { publish_to: '2026-06-30T00:00:00.000Z' }]) {
      const response = await admin.call(update, { params: { id }, body: { version: 1, ...values } })
      expect([response.status, Object.keys(((await response.json()) as { errors: object }).errors)]).toEqual([422, Object.keys(values)])
    }
    expect(await record(id)).toMatchObject({ version: 1, body: '<p>本文</p>' })
  })

  test('deleting hides it everywhere, and the history has what it was', async () => {
    const id = await created()
    const reader = await api.signIn('pg')
    expect(await statusOf(reader, view, id)).toBe(200)
    expect((await admin.call(remove, { params: { id } })).status).toBe(204)
    for (const endpoint of [get, view, history]) expect((await admin.call(endpoint, { params: { id } })).status).toBe(404)
    expect((await admin.call(remove, { params: { id } })).status).toBe(404)
    expect(await statusOf(reader, view, id)).toBe(404)
    expect(await titles(reader)).toEqual([])
    expect(await answer(admin, list)).toMatchObject({ data: [] })
    const [row] = await api.db.select().from(information).where(eq(information.id, id))
    expect(row).toMatchObject({ version: 2, deleted_by: api.fixtures.a.users.admin, deleted_at: expect.any(Date) })
    const [log] = await api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'information'), eq(auditLog.entity_id, id)))
      .orderBy(desc(auditLog.id))
      .limit(1)
    expect(log).toMatchObject({ action: 'delete', field: null, before: { title: body.title }, after: null })
  })
})

describe('the list', () => {
  test('filters by type, publication, importance and target', async () => {
    await insertInformation(api.db, '今', ['pg'], { is_important: true })
    await insertInformation(api.db, '前', ['pg', 'ptd'], { publish_to: from(-1), type: 'FEATURE' })
    await insertInformation(api.db, '後', ['rep'], { publish_from: from(1) })
    const found = async (query: object) =>
      (await answer<{ data: { title: string; being_published: boolean }[] }>(admin, list, { query: { sort: 'title', ...query } })).data.map(
        ({ title }) => title,
      )
    expect(await found({ being_published: 'true' })).toEqual(['今'])
    expect((await found({ being_published: 'false' })).toSorted()).toEqual(['前', '後'].toSorted())
    expect(await found({ being_published: 'true,false' })).toHaveLength(3)
    expect(await found({ is_important: 'true' })).toEqual(['今'])
    expect(await found({ type: 'FEATURE' })).toEqual(['前'])
    expect((await found({ target_roles: 'ptd,rep' })).toSorted()).toEqual(['前', '後'].toSorted())
    expect(await found({ target_roles: 'ptd', being_published: 'true' })).toEqual([])
    expect(await found({ q: '今' })).toEqual(['今'])
    const wrong: Record<string, string>[] = [{ being_published: 'yes' }, { target_roles: 'guest' }, { is_important: '1' }]
    for (const query of wrong) expect((await admin.call(list, { query })).status).toBe(422)
  })
})

describe('reading', () => {
  test('is for the roles that it is meant for, and for no other', async () => {
    const ids = new Map<Role, number>()
    for (const role of everyRole) ids.set(role, await insertInformation(api.db, role, [role]))
    for (const role of everyRole) {
      const reader = await api.signIn(role)
      expect(await titles(reader), role).toEqual([role])
      for (const [target, id] of ids) {
        expect(await statusOf(reader, view, id), `${role} reads ${target}`).toBe(target === role ? 200 : 404)
        expect(await statusOf(reader, confirm, id), `${role} confirms ${target}`).toBe(target === role ? 201 : 404)
      }
    }
  })

  test('follows the account in use', async () => {
    const { accounts } = api.fixtures.a
    await insertInformation(api.db, '広告主へ', ['advertiser'])
    await insertInformation(api.db, '媒体へ', ['pg'])
    const multi = await api.signIn('multi')
    expect(await titles(multi)).toEqual(['広告主へ'])
    await multi.call(endpoints.session.changeRole, { body: { account_id: accounts.pg } })
    expect(await titles(multi)).toEqual(['媒体へ'])
  })

  test('is possible within its window only, from the first moment to the last', async () => {
    const reader = await api.signIn('rep')
    const now = await insertInformation(api.db, '今', ['rep'], { publish_from: from(-1), publish_to: from(1) })
    const always = await insertInformation(api.db, '期限なし', ['rep'], { publish_from: from(-2) })
    const over = await insertInformation(api.db, '終了', ['rep'], { publish_from: from(-2), publish_to: from(-1) })
    const later = await insertInformation(api.db, '予約', ['rep'], { publish_from: from(1) })
    expect(await titles(reader)).toEqual(['今', '期限なし'])
    const statuses = await Promise.all([now, always, over, later].map((id) => statusOf(reader, view, id)))
    expect(statuses).toEqual([200, 200, 404, 404])
    expect(await statusOf(reader, confirm, later)).toBe(404)
  })

  test('answers text and files, newest first, page by page', async () => {
    const reader = await api.signIn('agency')
    const ids: number[] = []
    // Every third one shares its moment, so that the id decides the order.
    for (let at = 0; at < 45; at += 1)
      ids.push(
        await insertInformation(api.db, `${at}`, ['agency'], { publish_from: new Date(Date.now() - hour * (100 - Math.floor(at / 3))) }),
      )
    const seen: number[] = []
    let after: string | null = null
    do {
      const { data, page }: Viewed = await viewed(reader, { limit: 20, ...(after === null ? {} : { after }) })
      seen.push(...data.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    expect(seen).toEqual(ids.toReversed())
    const first = await viewed(reader, { limit: 20 })
    const second = await viewed(reader, { limit: 20, after: first.page.next! })
    expect([first.page.previous, second.page.previous]).toEqual([null, expect.any(String)])
    expect(await viewed(reader, { limit: 20, before: second.page.previous! })).toEqual(first)
    const wrong: Record<string, string>[] = [
      { after: 'x' },
      { before: 'x' },
      { after: first.page.next!, before: first.page.next! },
      { after: btoa('["-title","a",1]') },
      { limit: '7' },
      { is_important: 'yes' },
      { type: 'X' },
    ]
    for (const query of wrong) expect((await reader.call(viewList, { query })).status).toBe(422)
    const one = await answer(reader, view, { params: { id: ids[0]! } })
    expect(one).toMatchObject({
      data: { id: ids[0], title: '0', body: '<p>本文</p>', confirmed: false, attachments: [], deleted_at: null },
    })
    // On every record (spec/api "Audit fields").
    const [newest] = (await viewed(reader)).data
    for (const shown of [(one as { data: object }).data, newest]) {
      expect(shown).toMatchObject({
        created_at: expect.stringMatching(/Z$/u) as string,
        updated_at: expect.stringMatching(/Z$/u) as string,
      })
      expect(shown).toHaveProperty('created_by')
    }
  })
})

describe('confirming', () => {
  const important = { query: { is_important: 'true', remove_confirmed: 'true' } }

  test('takes it off the system announcements, and off nothing else; again changes nothing', async () => {
    const reader = await api.signIn('advertiser')
    const id = await insertInformation(api.db, '重要', ['advertiser'], { is_important: true })
    await insertInformation(api.db, '普通', ['advertiser'])
    expect(await titles(reader, important.query)).toEqual(['重要'])
    expect(await titles(reader, { is_important: 'false', remove_confirmed: 'false' })).toHaveLength(2)
    expect(await statusOf(reader, confirm, id)).toBe(201)
    const [first] = await api.db.select().from(informationConfirmations)
    const twice = await Promise.all(Array.from({ length: 8 }, () => statusOf(reader, confirm, id)))
    expect(twice).toEqual(twice.map(() => 201))
    expect(await api.db.select().from(informationConfirmations)).toEqual([first])
    expect(await titles(reader, important.query)).toEqual([])
    expect(await titles(reader, { remove_confirmed: 'true' })).toEqual(['普通'])
    expect((await viewed(reader)).data.find((item) => item.id === id)).toMatchObject({ confirmed: true })
  })

  test('counts for this user in this account alone', async () => {
    const { accounts } = api.fixtures.a
    const id = await insertInformation(api.db, '重要', ['advertiser', 'agency'], { is_important: true })
    const multi = await api.signIn('multi')
    expect(await statusOf(multi, confirm, id)).toBe(201)
    expect(await titles(multi, important.query)).toEqual([])
    // The same user in another account.
    await multi.call(endpoints.session.changeRole, { body: { account_id: accounts.agency } })
    expect(await titles(multi, important.query)).toEqual(['重要'])
    // Another user of the same account.
    await insertMember(api.db, 'second@test.example', accounts.advertiser, 'advertiser')
    const second = api.client()
    await second.call(endpoints.session.login, { body: { email: 'second@test.example', password: testPassword } })
    expect(await titles(second, important.query)).toEqual(['重要'])
  })
})
