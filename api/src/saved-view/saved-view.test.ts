import { endpoints, type Role, type SavedView } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberships, savedViews, users } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { insertMember } from '../testing/fixtures.ts'
import { whileLocked } from '../testing/while-locked.ts'

const { saved_view } = endpoints

let api: TestApi
let pg: TestClient
beforeAll(async () => {
  api = await startTestApi()
  pg = await api.signIn('pg')
})
afterAll(() => api.close())

interface Json {
  readonly data: unknown
}

async function send(client: TestClient, name: keyof typeof saved_view, options: CallOptions): Promise<{ status: number; body: Json }> {
  const response = await client.call(saved_view[name], options)
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text || '{}') as Json }
}

const view = (name: string, query = 'status=ACTIVE&sort=-name&columns=name,status', more: object = {}) => ({
  body: { resource: 'space', name, query, ...more },
})

async function save(client: TestClient, ...given: Parameters<typeof view>): Promise<number> {
  const { status, body } = await send(client, 'create', view(...given))
  expect([status, body]).toEqual([201, { data: { id: expect.any(Number) } }])
  return (body.data as { id: number }).id
}

async function viewsOf(client: TestClient, resource = 'space'): Promise<SavedView[]> {
  const { status, body } = await send(client, 'list', { query: { resource } })
  expect(status).toBe(200)
  return body.data as SavedView[]
}

/** Another user of tenant a's media group. */
async function colleague(email: string): Promise<TestClient> {
  await insertMember(api.db, email, api.fixtures.a.accounts.pg, 'pg')
  const client = api.client()
  await client.call(endpoints.session.login, { body: { email, password: 'correct horse battery' } })
  return client
}

test('a view is kept, renamed, replaced and deleted', async () => {
  const id = await save(pg, ' 有効な枠 ')
  expect(await viewsOf(pg)).toEqual([
    {
      id,
      resource: 'space',
      name: '有効な枠',
      query: 'status=ACTIVE&sort=-name&columns=name%2Cstatus',
      shared: false,
      is_default: false,
      own: true,
      created_by: '利用者 pg-a@test.example',
    },
  ])
  expect(await viewsOf(pg, 'frame')).toEqual([])
  expect((await send(pg, 'update', { params: { id }, body: { name: '枠', query: 'q=%E6%9E%A0&sort=' } })).status).toBe(204)
  expect(await viewsOf(pg)).toMatchObject([{ name: '枠', query: 'q=%E6%9E%A0' }])
  expect((await send(pg, 'delete', { params: { id } })).status).toBe(204)
  expect(await viewsOf(pg)).toEqual([])
})

test('names are given once by a user for a list', async () => {
  const id = await save(pg, '一度')
  const other = await save(pg, '別')
  expect(await send(pg, 'create', view('一度'))).toMatchObject({ status: 422, body: { errors: { name: ['すでに登録されています。'] } } })
  expect(await send(pg, 'update', { params: { id: other }, body: { name: '一度' } })).toMatchObject({ status: 422 })
  await save(await colleague('same-name@test.example'), '一度')
  for (const own of [id, other]) await send(pg, 'delete', { params: { id: own } })
})

test('a list keeps only what it knows', async () => {
  for (const query of ['nonsense=1', 'status=NONE', 'sort=secret', 'after=abc', 'status=ACTIVE&status=ACTIVE', 'columns=a;drop']) {
    expect([query, await send(pg, 'create', view('x', query))]).toMatchObject([
      query,
      { status: 422, body: { errors: { query: [expect.any(String)] } } },
    ])
  }
  const refused = { status: 422, body: { errors: { resource: [expect.any(String)] } } }
  for (const resource of ['nothing', 'space.get', 'constructor', 'session']) {
    expect(await send(pg, 'create', { body: { resource, name: 'x', query: '' } })).toMatchObject(refused)
  }
  const id = await save(pg, '古い')
  const unknown = { status: 422, body: { errors: { query: [expect.any(String)] } } }
  expect(await send(pg, 'update', { params: { id }, body: { query: 'nonsense=1' } })).toMatchObject(unknown)
  await api.db.update(savedViews).set({ query: 'gone=1&status=ACTIVE&sort=old' }).where(eq(savedViews.id, id))
  expect(await viewsOf(pg)).toMatchObject([{ name: '古い', query: 'status=ACTIVE' }])
  await send(pg, 'delete', { params: { id } })
})

test('a list that the role may not see has no views', async () => {
  expect(await send(pg, 'list', { query: { resource: 'company' } })).toMatchObject({ status: 403 })
  expect(await send(pg, 'create', { body: { resource: 'company', name: 'x', query: '' } })).toMatchObject({ status: 403 })
})

test('what is shared is seen in the account, and changed by its author alone', async () => {
  const other = await colleague('colleague@test.example')
  const hidden = await save(pg, '自分だけ')
  const shared = await save(pg, '共有', 'status=INACTIVE', { shared: true })
  expect(await viewsOf(other)).toMatchObject([{ id: shared, name: '共有', own: false, created_by: '利用者 pg-a@test.example' }])
  for (const id of [hidden, shared]) {
    expect((await send(other, 'update', { params: { id }, body: { name: '奪う' } })).status).toBe(404)
    expect((await send(other, 'delete', { params: { id } })).status).toBe(404)
  }
  expect((await send(other, 'set_default', { params: { id: hidden }, body: { is_default: true } })).status).toBe(404)
  expect((await send(other, 'set_default', { params: { id: shared }, body: { is_default: true } })).status).toBe(204)
  expect(await viewsOf(other)).toMatchObject([{ id: shared, is_default: true }])
  expect((await viewsOf(pg)).filter(({ is_default }) => is_default)).toEqual([])
  await send(pg, 'delete', { params: { id: shared } })
  expect(await viewsOf(other)).toEqual([])
  await send(pg, 'delete', { params: { id: hidden } })
})

test('what somebody has shared who left the account is changed by whoever is still there, who takes it over', async () => {
  const gone = await colleague('gone@test.example')
  const [kept, other] = [await save(gone, '残す', 'status=ACTIVE', { shared: true }), await save(gone, '消す', '', { shared: true })]
  const hidden = await save(gone, '自分だけ')
  expect((await send(pg, 'update', { params: { id: kept }, body: { name: '奪う' } })).status).toBe(404)
  const [user] = await api.db.select().from(users).where(eq(users.email, 'gone@test.example'))
  // What they use elsewhere does not keep a view of this account.
  const elsewhere = { account_id: api.fixtures.b.accounts.pg }
  await api.db.update(memberships).set(elsewhere).where(eq(memberships.user_id, user!.id))
  expect(await viewsOf(pg)).toMatchObject([
    { id: kept, own: true, created_by: user!.name },
    { id: other, own: true },
  ])
  expect((await send(pg, 'delete', { params: { id: hidden } })).status).toBe(404)
  expect((await send(pg, 'delete', { params: { id: other } })).status).toBe(204)
  expect((await send(pg, 'update', { params: { id: kept }, body: { shared: false } })).status).toBe(204)
  expect(await viewsOf(pg)).toMatchObject([{ id: kept, own: true, shared: false, created_by: '利用者 pg-a@test.example' }])
  await send(pg, 'delete', { params: { id: kept } })
})

test.each(['update', 'delete'] as const)(
  'of two who take over a view at once, the first gets it, and the %s of the other is refused',
  async (late) => {
    const gone = await colleague(`gone-${late}@test.example`)
    const id = await save(gone, `残す ${late}`, '', { shared: true })
    const [user] = await api.db
      .select()
      .from(users)
      .where(eq(users.email, `gone-${late}@test.example`))
    await api.db.delete(memberships).where(eq(memberships.user_id, user!.id))
    const other = await colleague(`other-${late}@test.example`)
    const change = (client: TestClient, name: 'update' | 'delete') =>
      client.call(saved_view[name], { params: { id }, ...(name === 'update' ? { body: { shared: true } } : {}) })
    const answers = await whileLocked(
      api.db,
      user!.id,
      async (hold) => {
        await hold(() => change(pg, 'update'))
        await hold(() => change(other, late))
      },
      (transaction) => transaction.select().from(savedViews).where(eq(savedViews.id, id)).for('update'),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 404])
    expect((await viewsOf(pg)).filter((each) => each.id === id)).toMatchObject([{ own: true, created_by: '利用者 pg-a@test.example' }])
    await send(pg, 'delete', { params: { id } })
  },
)

test('one view is the default, until it is none', async () => {
  const [first, second] = [await save(pg, '一'), await save(pg, '二')]
  const defaults = async () => (await viewsOf(pg)).filter(({ is_default }) => is_default).map(({ id }) => id)
  const set = (id: number, is_default: boolean) => send(pg, 'set_default', { params: { id }, body: { is_default } })
  await set(first, true)
  await set(second, true)
  expect(await defaults()).toEqual([second])
  await set(first, false)
  expect(await defaults()).toEqual([second])
  await set(second, false)
  expect(await defaults()).toEqual([])
  for (const id of [first, second]) await send(pg, 'delete', { params: { id } })
})

test('views belong to the account, not to the user alone: another account has none of them', async () => {
  const multi = await api.signIn('multi')
  const { a } = api.fixtures
  const use = (role: Role) => multi.call(endpoints.session.changeRole, { body: { account_id: a.accounts[role] } })
  await use('pg')
  const id = await save(multi, '媒体側', 'status=ACTIVE', { shared: true })
  expect(await viewsOf(multi)).toMatchObject([{ id, own: true }])
  await use('agency')
  for (const name of ['update', 'delete', 'set_default'] as const) {
    const body = name === 'set_default' ? { is_default: true } : name === 'update' ? { name: 'x' } : undefined
    expect((await send(multi, name, { params: { id }, ...(body ? { body } : {}) })).status).toBe(404)
  }
  const foreign = await api.signIn('pg', 'b')
  expect(await viewsOf(foreign)).toEqual([])
  expect((await send(foreign, 'set_default', { params: { id }, body: { is_default: true } })).status).toBe(404)
})

test('fifty views are enough, also when they come at once', async () => {
  const client = await colleague('many@test.example')
  for (let number = 0; number < 45; number++) await save(client, `表示 ${number}`)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => send(client, 'create', view(`同時 ${number}`))))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ errors: { name: [expect.stringContaining('50')] } })
  // Each list has its own.
  expect((await send(client, 'create', { body: { resource: 'frame', name: '別の一覧', query: '' } })).status).toBe(201)
})

test('fifty views are enough, also of those taken over', async () => {
  const gone = await colleague('left@test.example')
  const [first, second] = [await save(gone, '引き継ぐ', '', { shared: true }), await save(gone, '残る', '', { shared: true })]
  const [user] = await api.db.select().from(users).where(eq(users.email, 'left@test.example'))
  await api.db.delete(memberships).where(eq(memberships.user_id, user!.id))
  const client = await colleague('full@test.example')
  for (let number = 0; number < 49; number++) await save(client, `表示 ${number}`)
  const rename = (id: number, name: string) => send(client, 'update', { params: { id }, body: { name } })
  const answers = await Promise.all([rename(first, '一つ目'), rename(second, '二つ目')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422])
  const many = { status: 422, body: { errors: { name: [expect.stringContaining('50')] } } }
  expect(answers.find(({ status }) => status === 422)).toMatchObject(many)
  // What is the caller's own already is changed as before.
  const own = (await viewsOf(client)).find(({ name }) => name === '表示 0')!
  expect((await rename(own.id, '表示 00')).status).toBe(204)
})
