import { randomUUID } from 'node:crypto'
import {
  changeRequestDays,
  endpoints,
  orderTerms,
  type ChangeRequest,
  type FourEyesArea,
  type Notification,
  type WaitingAnswer,
} from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changeRequests,
  companies,
  fourEyes,
  invitations,
  memberships,
  notifications,
  orders,
  revenueShares,
  securityEvents,
  sessions,
  users,
} from '../db/schema.ts'
import { endLapsedRequests } from '../second-person/hold.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { newUser } from '../testing/factor-users.ts'
import { insertMember } from '../testing/fixtures.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { freshOrder, orderableAd } from '../testing/requests/order-requests.ts'

const { change_request, company, dashboard, four_eyes, invitation, order, revenue_share, pg_user, viewing, api_key } = endpoints

let api: TestApi
/** Two administrators. */
let first: TestClient
let second: TestClient
beforeAll(async () => {
  api = await startTestApi()
  first = await api.signIn('admin')
  second = await anotherAdmin(api)
})
afterAll(() => api.close())

let company_id = 0
const ids = () => api.fixtures.a
const set = (account: number, areas: FourEyesArea[], order_above = '1000') =>
  api.db
    .insert(fourEyes)
    .values({ account_id: account, areas, order_above })
    .onConflictDoUpdate({ target: fourEyes.account_id, set: { areas, order_above } })
beforeEach(async () => {
  await api.db.delete(changeRequests)
  await api.db.delete(fourEyes)
  const [account] = (await api.pool.query('select company_id from accounts where id = $1', [ids().accounts.advertiser])).rows
  company_id = Number(account.company_id)
  await api.db
    .update(companies)
    .set({ credit_limit: '100000', credit_status: 'UNREVIEWED', applied_limit: null })
    .where(eq(companies.id, company_id))
  await set(ids().accounts.advertiser, ['credit', 'order'])
  await set(ids().accounts.pg, ['share', 'role'])
})

const reason = '契約書で確認済み'
/** What the dashboard tells somebody of changes that wait for them. */
async function waitingFor(client: TestClient) {
  const { data, further } = (await (await client.call(dashboard.waiting)).json()) as WaitingAnswer
  return [...data, ...(further ?? [])].filter(({ kind }) => kind === 'change_request')
}
const codeOf = async (response: Response) => [
  response.status,
  response.status < 300 ? '' : ((await response.json()) as { code: string }).code,
]
const waits = [409, 'second_person']
const blocked = [409, 'action_blocked']
const over = [409, 'state_not_allowed']
const done = [204, '']
async function listed(client = second, state: 'waiting' | 'ended' = 'waiting'): Promise<ChangeRequest[]> {
  return ((await (await client.call(change_request.list, { query: { state } })).json()) as { data: ChangeRequest[] }).data
}
/** Everything that waits, page by page. */
async function pagesOf(client: TestClient, query: object = {}): Promise<number[][]> {
  const pages: number[][] = []
  for (let after: string | null | undefined = undefined; after !== null;) {
    const answer = await client.call(change_request.list, { query: { state: 'waiting', ...query, ...(after ? { after } : {}) } })
    const { data, page } = (await answer.json()) as { data: ChangeRequest[]; page: { next: string | null } }
    pages.push(data.map(({ id }) => id))
    after = page.next
  }
  return pages
}
async function only(): Promise<ChangeRequest> {
  const rows = await listed()
  expect(rows).toHaveLength(1)
  return rows[0]!
}
const approve = async (client = second, id?: number) =>
  codeOf(await client.call(change_request.approve, { params: { id: id ?? (await only()).id }, body: { reason } }))
const reject = async (client = second) =>
  codeOf(await client.call(change_request.reject, { params: { id: (await only()).id }, body: { reason } }))

const waitingNotices = (id: number) =>
  api.db.$count(notifications, and(eq(notifications.kind, 'change_request_waiting'), eq(notifications.entity_id, id)))

const limit = async () => Number((await api.db.select().from(companies).where(eq(companies.id, company_id)))[0]!.credit_limit)
const versionOf = async () => (await api.db.select().from(companies).where(eq(companies.id, company_id)))[0]!.version
const patch = async (client: TestClient, change: object) =>
  codeOf(await client.call(company.update, { params: { id: company_id }, body: { version: await versionOf(), ...change } }))

describe('a credit limit', () => {
  test('waits for another administrator, who sees what it would change; the other fields are written', async () => {
    expect(await patch(first, { credit_limit: '900000', contact_name: '経理 花子' })).toEqual(done)
    expect(await limit()).toBe(100_000)
    const [row] = await api.db.select().from(companies).where(eq(companies.id, company_id))
    expect(row!.contact_name).toBe('経理 花子')
    expect(await only()).toMatchObject({
      area: 'credit',
      entity: 'company',
      entity_id: company_id,
      action: 'update',
      // With the status, which does not change but belongs to the decision.
      before: { credit_limit: '100000', credit_status: 'UNREVIEWED' },
      after: { credit_limit: '900000' },
      own: false,
      outcome: null,
    })
    expect((await listed(first))[0]).toMatchObject({ own: true })
    expect(await approve()).toEqual(done)
    expect(await limit()).toBe(900_000)
    expect(await listed()).toEqual([])
    expect((await listed(first, 'ended'))[0]).toMatchObject({ outcome: 'APPROVED', decision: reason, decided_by: expect.any(String) })
  })

  test('stands on the dashboard of whoever may decide, and of nobody else', async () => {
    await patch(first, { credit_limit: '900000' })
    expect(await waitingFor(second)).toEqual([{ kind: 'change_request', count: 1, route: 'change_request.list', query: {} }])
    expect(await waitingFor(first)).toEqual([])
    expect(await waitingFor(await api.signIn('pg'))).toEqual([])
    expect(await approve()).toEqual(done)
    expect(await waitingFor(second)).toEqual([])
  })

  test('is not approved by who asked: not in another session, not twice, not with a key, not while viewing', async () => {
    await patch(first, { credit_limit: '900000' })
    expect(await approve(first)).toEqual(blocked)
    expect(await approve(await api.signIn('admin'))).toEqual(blocked)
    // The same again is the same request, of the same person.
    expect(await patch(first, { credit_limit: '900000' })).toEqual(done)
    const { id } = await only()
    const body = { name: 'k', scopes: ['company.read', 'company.update'] }
    const { data } = (await (await first.call(api_key.create, { body })).json()) as { data: { key: string } }
    const keyed = await api.client().withKey(data.key).call(change_request.approve, { params: { id }, body: { reason } })
    expect(await codeOf(keyed)).toEqual([403, 'key_not_allowed'])
    const viewer = await api.signIn('admin', 'b')
    await viewer.call(viewing.start, {
      body: { user_id: ids().users.advertiser, account_id: ids().accounts.advertiser, reason: '確認のため' },
    })
    expect(await codeOf(await viewer.call(change_request.approve, { params: { id }, body: { reason } }))).toEqual([403, 'viewing'])
    expect(await limit()).toBe(100_000)
  })

  test('is not even asked for with a key: it needs a factor, which a program cannot give', async () => {
    const body = { name: 'k2', scopes: ['company.update', 'company.read'] }
    const { data } = (await (await first.call(api_key.create, { body })).json()) as { data: { key: string } }
    expect(await patch(api.client().withKey(data.key), { credit_limit: '900000' })).toEqual([403, 'key_not_allowed'])
    expect([await limit(), await listed()]).toEqual([100_000, []])
  })

  test('in a file, and taken back, waits as well', async () => {
    await api.db.delete(fourEyes)
    expect(await patch(first, { credit_limit: '200000' })).toEqual(done)
    await set(ids().accounts.advertiser, ['credit'])
    const { data: history } = (await (await first.call(company.history, { params: { id: company_id } })).json()) as {
      data: { id: number; field: string }[]
    }
    const change = history.find(({ field }) => field === 'credit_limit')!.id
    const undone = await first.call(company.undo, {
      body: { change, ids: [company_id], versions: [await versionOf()], fields: ['credit_limit'] },
    })
    expect(((await undone.json()) as { data: { records: object[] } }).data.records).toMatchObject([{ ok: true, held: ['credit_limit'] }])
    expect([await limit(), (await only()).after]).toEqual([200_000, { credit_limit: '100000' }])
    expect(await reject(first)).toEqual(done)

    const file = `id,version,credit_limit\n${company_id},${await versionOf()},300000\n`
    const headers = { 'Content-Type': 'text/csv' }
    const imported = await first.call(company.import, { query: { commit: 'true' }, body: file, headers })
    const row = { held: ['credit_limit'], changes: [{ field: 'credit_limit', before: '200000', after: '300000' }] }
    expect(await imported.json()).toMatchObject({ data: { committed: true, update: 1, held: 1, rows: [row] } })
    expect([await limit(), (await only()).after]).toEqual([200_000, { credit_limit: '300000' }])
  })

  test('a preview of a file or of an undo asks nobody', async () => {
    const file = `id,version,credit_limit,contact_name\n${company_id},${await versionOf()},300000,経理 花子 ${randomUUID()}\n`
    const answer = await first.call(company.import, { body: file, headers: { 'Content-Type': 'text/csv' } })
    expect(await answer.json()).toMatchObject({ data: { committed: false, update: 1, held: 1, rows: [{ held: ['credit_limit'] }] } })
    expect(await listed()).toEqual([])
  })

  test('that changed meanwhile is refused instead of written onto other values', async () => {
    await patch(first, { credit_limit: '900000' })
    await api.db.update(companies).set({ credit_limit: '50000' }).where(eq(companies.id, company_id))
    expect(await approve()).toEqual(blocked)
    expect(await limit()).toBe(50_000)
    await api.db.update(companies).set({ credit_limit: '100000', credit_status: 'ON_HOLD' }).where(eq(companies.id, company_id))
    expect(await approve()).toEqual(blocked)
    expect(await limit()).toBe(100_000)
  })

  test('lapses after seven days: it is neither approved nor rejected then, and can be asked for anew', async () => {
    await patch(first, { credit_limit: '900000' })
    const { id, lapses_at, requested_at } = await only()
    expect(Date.parse(lapses_at) - Date.parse(requested_at)).toBe(changeRequestDays * 86_400_000)
    await api.db.update(changeRequests).set({ lapses_at: sql`now()` })
    expect(await listed()).toEqual([])
    expect(await approve(second, id)).toEqual(over)
    expect(await patch(first, { credit_limit: '900000' })).toEqual(done)
    expect((await only()).id).not.toBe(id)
    await api.db
      .update(changeRequests)
      .set({ lapses_at: sql`now()` })
      .where(sql`ended_at is null`)
    await Promise.all([endLapsedRequests(api.db), endLapsedRequests(api.db)])
    expect((await listed(first, 'ended')).map(({ outcome }) => outcome)).toEqual(['LAPSED', 'LAPSED'])
  })

  test('of two who approve at the same time one does, and an approval and a rejection exclude each other', async () => {
    await patch(first, { credit_limit: '900000' })
    const third = (await newUser(api, 'admin')).client
    const { id } = await only()
    const written = async () => {
      const { data } = (await (await first.call(company.history, { params: { id: company_id } })).json()) as {
        data: { field: string; after: unknown }[]
      }
      return data.filter(({ field, after }) => field === 'credit_limit' && after === '900000').length
    }
    const before = await written()
    const answers = await Promise.all([approve(second, id), approve(third, id), approve(second, id)])
    expect(answers.toSorted()).toEqual([done, over, over])
    expect(await written()).toBe(before + 1)
  })

  test('is not approved where who asked may no longer do it', async () => {
    const asking = await newUser(api, 'admin')
    await patch(asking.client, { credit_limit: '900000' })
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, asking.id))
    expect(await approve()).toEqual(blocked)
    await api.db.update(users).set({ status: 'ACTIVE' }).where(eq(users.id, asking.id))
    await api.db.delete(memberships).where(eq(memberships.user_id, asking.id))
    expect(await approve()).toEqual(blocked)
    expect(await reject()).toEqual(done)
    expect(await limit()).toBe(100_000)
  })

  test('while one waits, another value is refused in words, and withdrawing makes room', async () => {
    await patch(first, { credit_limit: '900000' })
    expect(await patch(second, { credit_limit: '800000' })).toEqual(blocked)
    expect(await reject(first)).toEqual(done)
    expect((await listed(first, 'ended'))[0]).toMatchObject({ outcome: 'WITHDRAWN' })
    expect(await patch(second, { credit_limit: '800000' })).toEqual(done)
  })

  test('is decided with a reason and a fresh factor, and is in the audit', async () => {
    await patch(first, { credit_limit: '900000' })
    const { id } = await only()
    expect((await second.call(change_request.approve, { params: { id }, body: { reason: ' ' } })).status).toBe(422)
    await api.db.update(sessions).set({ factor_at: sql`now() - interval '11 minutes'` })
    expect(await approve()).toEqual([403, 'factor_needed'])
    await api.db.update(sessions).set({ factor_at: sql`now()` })
    expect(await approve()).toEqual(done)
    const told = await api.db.select().from(securityEvents).where(eq(securityEvents.kind, 'four_eyes'))
    expect(told).toContainEqual(
      expect.objectContaining({ outcome: 'DONE', detail: `approved request ${id}: update company ${company_id}` }),
    )
  })

  test('is told to those who decide while it waits, and its outcome to who asked', async () => {
    const texts = async (client: TestClient) => {
      const { data } = (await (await client.call(endpoints.notification.list, { query: { unconfirmed: 'true' } })).json()) as {
        data: Notification[]
      }
      return data.filter(({ page }) => page?.startsWith('/op/change_request')).map(({ params }) => params['text'])
    }
    const before = (await texts(second)).length
    await patch(first, { credit_limit: '900000' })
    expect((await texts(second))[0]).toContain('ほかの担当者の承認を待っています')
    await approve()
    expect(await texts(second)).toHaveLength(before)
    expect((await texts(first))[0]).toContain(reason)
  })
})

describe('revenue shares', () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const body = (rate: string, from: number) => ({
    publisher_group_id: ids().publisherGroup,
    medium_id: ids().medium,
    rate,
    valid_from: day(from),
    valid_to: day(from + 5),
  })
  /** Forms create with a key. */
  const create = async (given: object, key = randomUUID()) =>
    codeOf(await first.call(revenue_share.create, { body: given, headers: { 'Idempotency-Key': key } }))
  const shares = () => api.db.select().from(revenueShares).where(eq(revenueShares.medium_id, ids().medium))
  beforeEach(() => api.db.delete(revenueShares).where(eq(revenueShares.medium_id, ids().medium)))

  test('are created, changed and deleted by two, one by one and many at once', async () => {
    const key = randomUUID()
    expect(await create(body('40', 100), key)).toEqual(waits)
    const { id } = await only()
    expect(await waitingNotices(id)).toBeGreaterThan(0)
    // Again: the same form, a form filled in anew, a program without a key.
    expect(await create(body('40', 100), key)).toEqual(waits)
    expect(await create(body('40', 100))).toEqual(waits)
    expect(await codeOf(await first.call(revenue_share.create, { body: body('40', 100) }))).toEqual(waits)
    expect((await only()).id).toBe(id)
    // Another of these days could not be created beside it.
    expect(await create(body('45', 103))).toEqual(blocked)
    expect((await only()).id).toBe(id)
    expect(await shares()).toHaveLength(0)
    expect(await approve()).toEqual(done)
    const [made] = await shares()
    expect(Number(made!.rate)).toBe(40)
    const params = { id: made!.id }
    expect(await codeOf(await first.call(revenue_share.update, { params, body: { version: made!.version, rate: '55' } }))).toEqual(done)
    expect(Number((await shares())[0]!.rate)).toBe(40)
    // Nothing else of it changes meanwhile.
    expect(await codeOf(await second.call(revenue_share.delete, { params }))).toEqual(blocked)
    expect(await approve()).toEqual(done)
    expect(Number((await shares())[0]!.rate)).toBe(55)
    const bulk = await first.call(revenue_share.bulk, { body: { action: 'delete', ids: [params.id] } })
    expect(await bulk.json()).toMatchObject({
      data: { done: 0, results: [{ ok: false, code: 'action_blocked', message: expect.stringContaining('ほかの担当者の承認') }] },
    })
    expect((await shares())[0]!.deleted_at).toBeNull()
    expect(await approve()).toEqual(done)
    expect((await shares())[0]!.deleted_at).not.toBeNull()
  })

  test('that are new are named in the language of who reads of them, in the list and in the notices', async () => {
    expect(await create(body('40', 400))).toEqual(waits)
    const told = async () => {
      const { data } = (await (await second.call(endpoints.notification.list, { query: { unconfirmed: 'true' } })).json()) as {
        data: Notification[]
      }
      return [(await only()).name, data[0]?.params['text']]
    }
    const speak = (locale: 'ja' | 'en') => second.call(endpoints.user.updateMe, { body: { locale } })
    await speak('en')
    expect(await told()).toEqual(['Revenue share', expect.stringContaining('A change of “Revenue share” waits')])
    await speak('ja')
    expect(await told()).toEqual(['レベニューシェア', expect.stringContaining('「レベニューシェア」の変更が')])
    expect(await reject(first)).toEqual(done)
  })

  test('wait for the trading desk’s rule as well', async () => {
    await api.db.delete(fourEyes)
    await set(ids().accounts.ptd, ['share'])
    expect(await create(body('40', 300))).toEqual(waits)
    expect(await approve()).toEqual(done)
  })

  test('of a group whose account asks for nobody need one person', async () => {
    await api.db.delete(fourEyes)
    expect(await create(body('40', 200))).toEqual([201, ''])
  })
})

describe('large orders', () => {
  /** Neither has submitted the orders. */
  let third: TestClient
  beforeAll(async () => {
    third = (await newUser(api, 'admin')).client
  })
  beforeEach(async () => {
    await api.db.update(companies).set({ credit_status: 'ACTIVE' }).where(eq(companies.id, company_id))
    await set(ids().accounts.advertiser, ['order'], '500')
  })
  interface Pending {
    readonly id: number
    readonly version: number
  }
  async function pending(budget: string): Promise<Pending> {
    const { params, body } = await freshOrder(api, first, 'PENDING_APPROVAL', await orderableAd(api, { budget }))
    return { ...params, ...body }
  }
  const stored = async (id: number) => (await api.db.select().from(orders).where(eq(orders.id, id)))[0]!
  const approveOrder = async (client: TestClient, { id, version }: Pending) =>
    codeOf(await client.call(order.approve, { params: { id }, body: { version } }))

  test('above the amount wait for a second administrator, one by one and many at once; those of the amount do not', async () => {
    const [small, large] = [await pending('500'), await pending('501')]
    expect(await approveOrder(first, small)).toEqual(done)
    expect(await approveOrder(first, large)).toEqual(waits)
    expect(Object.keys((await only()).before).toSorted()).toEqual(['status', ...orderTerms.map((term) => term.order)].toSorted())
    expect(await reject(first)).toEqual(done)
    const bulk = await first.call(order.bulk, { body: { action: 'approve', ids: [large.id], versions: [large.version] } })
    expect(await bulk.json()).toMatchObject({
      data: { done: 0, results: [{ code: 'action_blocked', message: expect.stringContaining('ほかの担当者の承認') }] },
    })
    expect((await stored(large.id)).status).toBe('PENDING_APPROVAL')
    expect(await approve(first)).toEqual(blocked)
    // Who submitted the order is neither the first nor the second of those who approve it.
    expect(await approve(second)).toEqual(blocked)
    // Other terms than those that were agreed to.
    await api.db.update(orders).set({ amount: '900' }).where(eq(orders.id, large.id))
    expect(await approve(third)).toEqual(blocked)
    await api.db.update(orders).set({ amount: '501' }).where(eq(orders.id, large.id))
    expect(await approve(third)).toEqual(done)
    expect((await stored(large.id)).status).toBe('APPROVED')
  })

  test('that grow in small steps wait once their whole amount is above it', async () => {
    const ad = await orderableAd(api, { budget: '450' })
    await freshOrder(api, first, 'APPROVED', ad)
    const { advertiser } = ids().accounts
    const raise = async (budget: string) => {
      const [{ version }] = (await api.pool.query('select version from ads where id = $1', [ad])).rows
      expect(await codeOf(await second.call(endpoints.ad.update, { params: { id: ad }, body: { version, budget } }))).toEqual(done)
      const [change] = (
        await api.pool.query(
          `select id, version from orders where advertiser_account_id = $1 and ad_id = $2 and status = 'PENDING_APPROVAL'`,
          [advertiser, ad],
        )
      ).rows
      return { id: Number(change.id), version: Number(change.version) }
    }
    expect(await approveOrder(first, await raise('490'))).toEqual(done)
    const last = await raise('520')
    // The rule of the agency that buys counts like the advertiser’s.
    await api.db.delete(fourEyes)
    await set(ids().accounts.agency, ['order'], '500')
    expect(await approveOrder(first, last)).toEqual(waits)
    expect((await api.pool.query('select budget::int as budget from ads where id = $1', [ad])).rows).toEqual([{ budget: 490 }])
    expect(await approve(third)).toEqual(done)
    expect((await api.pool.query('select budget::int as budget from ads where id = $1', [ad])).rows).toEqual([{ budget: 520 }])
  })
})

describe('users of an account', () => {
  const invite = async (client: TestClient, email: string) =>
    codeOf(await client.call(invitation.invite, { body: { email, account_id: ids().accounts.pg, locale: 'ja' } }))
  const invited = (email: string) => api.db.$count(invitations, eq(invitations.email, email))

  test('are asked for once where two people invite them at the same moment', async () => {
    const asked: Promise<unknown>[] = []
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const clients = [await api.signIn('pg'), (await newUser(api, 'pg')).client]
    await api.db.transaction(async (transaction) => {
      // The first stops where it tells of its request, which it has written by then.
      await transaction.execute(sql`lock table notifications in share mode`)
      for (const client of clients) {
        asked.push(invite(client, 'once@pg.example'))
        await expect.poll(async () => (await api.pool.query(waiting)).rowCount).toBe(asked.length)
      }
    })
    expect(await Promise.all(asked)).toEqual([waits, blocked])
    await only()
  })

  test('are invited by two, also by two of the account itself', async () => {
    const own = await api.signIn('pg')
    expect(await invite(own, 'new@pg.example')).toEqual(waits)
    expect(await invited('new@pg.example')).toBe(0)
    const again = { email: 'New@pg.example', account_id: ids().accounts.pg, locale: 'en' } as const
    expect(await codeOf(await own.call(invitation.invite, { body: again }))).toEqual(blocked)
    expect(await listed(own)).toHaveLength(1)
    const colleague = (await newUser(api, 'pg')).client
    expect(await approve(own, (await listed(own))[0]!.id)).toEqual(blocked)
    expect(await listed(await api.signIn('pg', 'b'))).toEqual([])
    const [{ id } = { id: 0 }] = await listed(colleague)
    expect(await codeOf(await (await api.signIn('pg', 'b')).call(change_request.approve, { params: { id }, body: { reason } }))).toEqual([
      404,
      'not_found',
    ])
    expect(await approve(colleague, id)).toEqual(done)
    expect(await invited('new@pg.example')).toBe(1)
  })

  test('are in the list of whoever may decide, behind any number of newer requests that they may not', async () => {
    const own = await api.signIn('pg')
    expect(await invite(own, 'behind@pg.example')).toEqual(waits)
    const [stored] = await api.db.select().from(changeRequests)
    const { id: _, ...like } = stored!
    const others = Array.from({ length: 100 }, (__, index) => ({ ...like, permission: 'user.update' as const, entity_id: 900_000 + index }))
    await api.db.insert(changeRequests).values(others)
    expect((await listed(own)).map(({ after }) => after)).toEqual([expect.objectContaining({ email: 'behind@pg.example' })])
  })

  test('are removed by two', async () => {
    const user = await insertMember(api.db, 'leaving@pg.example', ids().accounts.pg, 'pg')
    const params = { id: user, account_id: ids().accounts.pg }
    const isMember = () => api.db.$count(memberships, eq(memberships.user_id, user))
    expect(await codeOf(await first.call(pg_user.leave, { params }))).toEqual(waits)
    expect(await isMember()).toBe(1)
    expect(await approve()).toEqual(done)
    expect(await isMember()).toBe(0)
  })
})

describe('access of a user', () => {
  const { agency_user } = endpoints
  let made = 0
  /** A user of the media group and of the agency, who is suspended. */
  async function suspended() {
    const id = await insertMember(api.db, `stopped-${++made}@test.example`, ids().accounts.pg, 'pg')
    await api.db.insert(memberships).values({ user_id: id, account_id: ids().accounts.agency, role: 4 })
    const stop = await first.call(pg_user.suspend, { params: { id }, body: { version: 1 } })
    // Suspending needs nobody else.
    expect(await codeOf(stop)).toEqual(done)
    return { id, params: { params: { id }, body: { version: 2 } } }
  }
  const statusOf = async (id: number) => (await api.db.select().from(users).where(eq(users.id, id)))[0]!.status

  test('is given back and taken for good by two, also as a user of an account that asks for nobody, and many at once', async () => {
    const { id, params } = await suspended()
    expect(await codeOf(await first.call(agency_user.reactivate, params))).toEqual(waits)
    expect(await codeOf(await first.call(agency_user.retire, params))).toEqual(blocked)
    const bulk = await first.call(pg_user.bulk, { body: { action: 'reactivate', ids: [id] } })
    expect(await bulk.json()).toMatchObject({ data: { results: [{ code: 'action_blocked' }] } })
    expect(await statusOf(id)).toBe('SUSPENDED')
    expect(await approve(first, (await listed())[0]!.id)).toEqual(blocked)
    for (const { entity } of await listed()) expect(['agency_user', 'pg_user']).toContain(entity)
    // Two requests for one user, by two names: what one has done, the other does not do again.
    const [one, ...others] = await listed()
    expect(await approve(second, one!.id)).toEqual(done)
    expect(await statusOf(id)).toBe('ACTIVE')
    for (const other of others) expect(await approve(second, other.id)).toEqual(over)
  })

  test('is told to the users of the account as well, where they may decide about it', async () => {
    const body = { email: 'told@pg.example', account_id: ids().accounts.pg, locale: 'ja' } as const
    expect(await codeOf(await first.call(invitation.invite, { body }))).toEqual(waits)
    const told = await api.pool.query(
      "select distinct account_id from notifications where kind = 'change_request_waiting' and entity_id = $1 order by 1",
      [(await only()).id],
    )
    const expected = [ids().accounts.admin, api.fixtures.b.accounts.admin, ids().accounts.pg].toSorted((a, b) => a - b)
    expect(told.rows.map(({ account_id }) => Number(account_id))).toEqual(expected)
  })

  test('is told to those who may decide about it', async () => {
    const { params } = await suspended()
    await first.call(pg_user.retire, params)
    expect(await only()).toMatchObject({
      entity: 'pg_user',
      action: 'retire',
      before: { status: 'SUSPENDED' },
      account: { id: ids().accounts.pg },
    })
    const told = await api.pool.query(
      "select a.kind from notifications n join accounts a on a.id = n.account_id where n.kind = 'change_request_waiting' and n.entity_id = $1",
      [(await only()).id],
    )
    expect([...new Set(told.rows.map(({ kind }) => kind))]).toEqual(['admin'])
    const ofGroup = await api.signIn('pg')
    expect(await listed(ofGroup)).toEqual([])
    expect(await codeOf(await ofGroup.call(change_request.approve, { params: { id: (await only()).id }, body: { reason } }))).toEqual([
      403,
      'forbidden',
    ])
    expect(await approve()).toEqual(done)
  })
})

describe('the setting', () => {
  const account = () => ids().accounts.rep
  const put = async (client: TestClient, areas: FourEyesArea[], order_above = '1000') => {
    const answer = await client.call(four_eyes.set, { params: { id: account() }, body: { areas, order_above } })
    return ((await answer.json()) as { data: { waits: boolean } }).data.waits
  }
  const get = async () => ((await (await first.call(four_eyes.get, { params: { id: account() } })).json()) as { data: object }).data

  test('asks for more at once, and for less after a second person has agreed', async () => {
    expect(await put(first, ['order'], '5000')).toBe(false)
    expect(await put(first, ['credit', 'order'], '4000')).toBe(false)
    for (const less of [['order'], ['credit'], []] as FourEyesArea[][]) {
      expect(await put(first, less, '4000')).toBe(true)
      expect(await get()).toEqual({ areas: ['credit', 'order'], order_above: '4000' })
      expect(await approve(first)).toEqual(blocked)
      expect(await reject(first)).toEqual(done)
    }
    // A higher amount is less, also where something else is more.
    expect(await put(first, ['credit', 'order', 'role'], '4001')).toBe(true)
    expect(await get()).toEqual({ areas: ['credit', 'order'], order_above: '4000' })
    expect(await approve()).toEqual(done)
    expect(await get()).toEqual({ areas: ['credit', 'order', 'role'], order_above: '4001' })
    const history = await first.call(endpoints.rep.history, { params: { id: account() } })
    const entries = ((await history.json()) as { data: { field: string; before: unknown; after: unknown }[] }).data
    expect(entries.filter(({ field }) => field.startsWith('four_eyes')).slice(0, 2)).toMatchObject([
      { field: 'four_eyes_above', before: '4000', after: '4001' },
      { field: 'four_eyes_areas', before: ['credit', 'order'], after: ['credit', 'order', 'role'] },
    ])
  })

  test('is for administrators, with a fresh factor, and of accounts that exist', async () => {
    expect(await codeOf(await (await api.signIn('pg')).call(four_eyes.get, { params: { id: ids().accounts.pg } }))).toEqual([
      403,
      'forbidden',
    ])
    expect((await first.call(four_eyes.get, { params: { id: 999_999 } })).status).toBe(404)
    const wrong = await first.call(four_eyes.set, { params: { id: account() }, body: { areas: ['everything'], order_above: '-1' } })
    expect(wrong.status).toBe(422)
    // Reps are paid no share.
    const idle = await first.call(four_eyes.set, { params: { id: account() }, body: { areas: ['share'], order_above: '1' } })
    expect([idle.status, await idle.json()]).toMatchObject([422, { errors: { areas: [expect.any(String)] } }])
  })
})

test('what waits is listed in pages, newest first, each caller’s own alone', async () => {
  const waiting = (account_id: number, index: number) => ({
    account_id,
    area: 'role' as const,
    entity: 'invitation',
    action: 'create',
    name: `${index}@test.example`,
    before: {},
    after: {},
    permission: 'user.invite' as const,
    requested_by: ids().users.admin,
    requested_in: account_id,
    lapses_at: sql`now() + interval '7 days'`,
  })
  const accounts = [ids().accounts.pg, api.fixtures.b.accounts.pg]
  const rows = Array.from({ length: 204 }, (_, index) => waiting(accounts[index % 2]!, index))
  const made = (await api.db.insert(changeRequests).values(rows).returning()).toSorted((one, other) => other.id - one.id)
  const all = made.map(({ id }) => id)
  expect(await pagesOf(first)).toEqual([all.slice(0, 100), all.slice(100, 200), all.slice(200)])
  // A place among the requests of others tells nothing of them.
  const own = made.filter(({ account_id }) => account_id === ids().accounts.pg).map(({ id }) => id)
  const pg = await api.signIn('pg')
  expect(await pagesOf(pg)).toEqual([own.slice(0, 100), own.slice(100)])
  const foreign = made.find(({ id }) => id === own[50]! + 1 || id === own[50]! - 1)!.id
  const [rest] = await pagesOf(pg, { after: String(foreign) })
  expect(rest).toEqual(own.filter((id) => id < foreign))
  expect((await first.call(change_request.list, { query: { state: 'waiting', after: '0 or true' } })).status).toBe(422)
})
