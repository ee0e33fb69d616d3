import { roleCode, type BulkResult, type Role } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { adMapping } from '../../ad/mapping.ts'
import { logChanges } from '../../audit/log-changes.ts'
import { companyMapping } from '../../company/mapping.ts'
import { creativeMapping } from '../../creative/mapping.ts'
import { accounts, companies, formatSettings, frames, media, products, productSpaces, revenueShares, spaces } from '../../db/schema.ts'
import { named } from '../../db/schema/common.ts'
import { frameMapping } from '../../frame/mapping.ts'
import { mediumMapping } from '../../medium/mapping.ts'
import { orderMapping } from '../../order/mapping.ts'
import { productMapping } from '../../product/mapping.ts'
import { revenueShareMapping } from '../../revenue-share/mapping.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { insertAd, insertCreative, insertOrder, loadFixtures, type Fixtures, type Tenant } from '../../testing/fixtures.ts'
import type { ResourceMapping } from '../mapping/resource-mapping.ts'
import { bulkAction } from './bulk-action.ts'
import { checkMany } from './check-many.ts'

// Before any connection is made: each keeps the function that it finds.
const sent = vi.spyOn(pg.Client.prototype, 'query')

let database: TestDatabase
let fixtures: Fixtures
beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await loadFixtures(database.db)
  await database.db.update(companies).set({ credit_limit: '100000' })
})
afterAll(() => database.drop())

const unknown = 999_999_999

interface Asked {
  readonly action: string
  readonly ids: readonly number[]
  readonly versions?: readonly number[]
}

/** The results of a bulk action that a user of this role asks for. */
async function resultsOf(mapping: ResourceMapping, body: Asked & { dry_run: boolean }, role: Role = 'admin', tenant: Tenant = 'a') {
  const { accounts: own, users } = fixtures[tenant]
  const session = { user: { id: users[role] }, account_id: own[role], role, role_code: roleCode(role) }
  const call = { db: database.db, session, body, locale: 'ja', request: new Request('http://site.test') }
  const { data } = await bulkAction(call as never, mapping)
  return data.results
}

const told = (results: readonly BulkResult[]) => results.map(({ id, code, message }) => ({ id, code, message }))
const blocked = (words: string) => ({ code: 'action_blocked', message: expect.stringContaining(words) })

/** The results of the dry run, which have to be those of the action itself. */
async function agreed(mapping: ResourceMapping, body: Asked, role?: Role): Promise<Record<number, unknown>> {
  const counted = await resultsOf(mapping, { ...body, dry_run: true }, role)
  expect(await resultsOf(mapping, { ...body, dry_run: false }, role)).toEqual(counted)
  return Object.fromEntries(told(counted).map(({ id, ...result }) => [id, result]))
}
const allowed = { code: null, message: null }

async function insertedFrame(status: 'RUNNING' | 'STOPPED', place: Partial<typeof frames.$inferInsert> = {}): Promise<number> {
  const { publisherGroup, space } = fixtures.a
  const row = { publisher_group_id: publisherGroup, space_id: space, ...named('配信枠'), code: crypto.randomUUID(), width: 0, height: 0 }
  const [made] = await database.db
    .insert(frames)
    .values({ ...row, status, ...place })
    .returning()
  return made!.id
}

/** A medium of tenant a with a space, each in that state. */
async function insertedPlace(name: string, medium: 'ACTIVE' | 'INACTIVE', space: 'ACTIVE' | 'INACTIVE' = 'ACTIVE') {
  const { publisherGroup: publisher_group_id, publisher: publisher_id } = fixtures.a
  const row = { publisher_group_id, publisher_id, ...named(name), domain: 'm.example', status: medium }
  const [owner] = await database.db.insert(media).values(row).returning()
  const medium_id = owner!.id
  const [made] = await database.db
    .insert(spaces)
    .values({ publisher_group_id, medium_id, ...named(`${name}の枠`), position: 'HEADER', status: space })
    .returning()
  return { medium: medium_id, space: made!.id }
}

const pendingOrder = async (budget: string, values: Parameters<typeof insertOrder>[2] = {}, tenant: Tenant = 'a') => {
  const ad = await insertAd(database.db, fixtures[tenant], { product_id: fixtures.a.product, budget })
  return insertOrder(database.db, ad, { status: 'PENDING_APPROVAL', ...values })
}

async function pendingChange(amount: string): Promise<number> {
  const ad = await insertAd(database.db, fixtures.b, { product_id: fixtures.a.product, billing: 'CPM', budget: '1' })
  await insertOrder(database.db, ad, { status: 'APPROVED' })
  return insertOrder(database.db, ad, { status: 'PENDING_APPROVAL', kind: 'CHANGE', amount })
}

describe('the dry run refuses what the action refuses, in its words', () => {
  test('frames: each by its own medium and space', async () => {
    const [paused, closed] = [await insertedPlace('休止媒体', 'INACTIVE'), await insertedPlace('開いた媒体', 'ACTIVE', 'INACTIVE')]
    const open = await insertedFrame('STOPPED')
    const ofPaused = await insertedFrame('STOPPED', { space_id: paused.space })
    const ofClosed = await insertedFrame('STOPPED', { space_id: closed.space })
    const running = await insertedFrame('RUNNING')
    const deleted = await insertedFrame('STOPPED', { deleted_at: new Date() })
    const ids = [ofPaused, open, running, ofClosed, deleted, fixtures.b.frame, unknown]
    const results = await agreed(frameMapping, { action: 'restart', ids }, 'pg')
    expect(results).toMatchObject({
      [open]: allowed,
      [ofPaused]: blocked('媒体「休止媒体」'),
      [ofClosed]: blocked('広告枠「開いた媒体の枠」'),
      [running]: { code: 'state_not_allowed' },
    })
    // Nobody learns from it that a record of somebody else exists.
    expect(results[unknown]).toMatchObject({ code: 'not_found' })
    expect([results[fixtures.b.frame], results[deleted]]).toEqual([results[unknown], results[unknown]])
  })

  test.for<[string, ResourceMapping, string, keyof Pick<Fixtures['b'], 'ad' | 'creative' | 'order'>]>([
    ['ads', adMapping, 'resume', 'ad'],
    ['creatives', creativeMapping, 'apply', 'creative'],
    ['orders', orderMapping, 'submit', 'order'],
  ])('%s of another advertiser are refused as unknown ones are', async ([, mapping, action, kind]) => {
    const foreign = fixtures.b[kind]
    const body = { action, ids: [foreign, unknown], versions: [1, 1] }
    const results = await agreed(mapping, body, 'advertiser')
    expect(results[unknown]).toMatchObject({ code: 'not_found' })
    expect(results[foreign]).toEqual(results[unknown])
    // Nor do a version that is not its own, or a place beside an own record, tell them apart.
    const own = fixtures.a[kind]
    const among = await resultsOf(mapping, { action, ids: [own, foreign, unknown], versions: [1, 99, 99], dry_run: true }, 'advertiser')
    const [, other, none] = among
    expect(other).toEqual({ ...none, id: foreign })
  })

  test('orders: each by its ad, its terms, its company and whoever submitted it', async () => {
    const { a, b } = fixtures
    const past = new Date('2026-01-02T00:00:00Z')
    await database.db
      .update(companies)
      .set({ credit_status: 'BLOCKED' })
      .where(sql`id = ${b.company}`)
    const fits = await pendingOrder('10')
    const over = await pendingOrder('20', { end_at: past })
    const otherTerms = await pendingOrder('30', { quantity: 1 })
    const held = await pendingOrder('40', {}, 'b')
    const own = await pendingOrder('50')
    const draft = await pendingOrder('60', { status: 'DRAFT' })
    const change = await pendingOrder('70', { kind: 'CHANGE' })
    const author = { user_id: a.users.admin, account_id: a.accounts.admin, source: 'screen' } as const
    const submitted = { field: 'status', before: 'DRAFT', after: 'PENDING_APPROVAL' }
    await logChanges(database.db, author, 'order', own, 'update', [submitted])
    const ids = [own, fits, over, otherTerms, held, draft, change, unknown]
    expect(await agreed(orderMapping, { action: 'approve', ids, versions: ids.map(() => 1) })).toMatchObject({
      [fits]: allowed,
      [over]: blocked('期間が終わっています'),
      [otherTerms]: blocked('申込の後に変わっています'),
      [held]: blocked('与信またはアカウントの状態'),
      [own]: blocked('自分'),
      [draft]: { code: 'state_not_allowed' },
      [change]: blocked('元の申込が承認済みではない'),
      [unknown]: { code: 'not_found' },
    })
    const submits = await Promise.all([pendingOrder('80', { status: 'DRAFT' }), pendingOrder('90', { status: 'DRAFT' }, 'b')])
    expect(await agreed(orderMapping, { action: 'submit', ids: submits, versions: [1, 1] })).toMatchObject({
      [submits[0]]: allowed,
      [submits[1]]: blocked('与信'),
    })
    await database.db.update(companies).set({ credit_status: 'ACTIVE' })
  })

  test('orders that do not fit beside each other: as many as the credit takes', async () => {
    const [first, second, third] = [await pendingOrder('60000'), await pendingOrder('50000'), await pendingOrder('30000')]
    const ids = [first, second, third]
    expect(await agreed(orderMapping, { action: 'approve', ids, versions: [1, 1, 1] })).toMatchObject({
      [first]: allowed,
      [second]: blocked('与信枠を'),
      [third]: allowed,
    })
  })

  test('ads: each by its advertiser', async () => {
    const { a, b } = fixtures
    await database.db
      .update(accounts)
      .set({ status: 'SUSPENDED' })
      .where(sql`id = ${b.accounts.advertiser}`)
    const paused = { user_status: 'PAUSED' }
    const [own, other] = [await insertAd(database.db, a, paused), await insertAd(database.db, b, paused)]
    expect(await agreed(adMapping, { action: 'resume', ids: [other, own] })).toMatchObject({ [own]: allowed, [other]: blocked('与信') })
    await database.db
      .update(accounts)
      .set({ status: 'SERVING' })
      .where(sql`id = ${b.accounts.advertiser}`)
  })

  test('creatives: each by its own format and materials', async () => {
    const { a, format } = fixtures
    const row = { advertiser_account_id: a.accounts.advertiser, creative_group_id: a.creativeGroup, ...named('下書き') }
    const without = await insertCreative(database.db, row)
    const bare = await insertCreative(database.db, { ...row, format_id: format })
    const complete = await insertCreative(database.db, { ...row, format_id: format, landing_url: 'https://lp.example/' })
    await database.db
      .execute(sql`insert into creative_materials (advertiser_account_id, creative_id, name, content_type, width, height, size, sha256, storage_name)
      values (${a.accounts.advertiser}, ${complete}, 'a.png', 'image/png', 300, 250, 10, ${'0'.repeat(64)}, 'x')`)
    const results = await agreed(creativeMapping, { action: 'apply', ids: [complete, bare, without] })
    expect(results).toMatchObject({ [complete]: allowed, [bare]: { code: 'action_blocked' }, [without]: { code: 'action_blocked' } })
    expect(results[bare]).not.toEqual(results[without])
  })

  test('media, products, shares and companies: each by what hangs on it', async () => {
    const { a, b, format } = fixtures
    const [busy, busier, idle] = [
      await insertedPlace('稼働1', 'ACTIVE'),
      await insertedPlace('稼働2', 'ACTIVE'),
      await insertedPlace('空き', 'ACTIVE'),
    ]
    for (const { space } of [busy, busier, busier]) await insertedFrame('RUNNING', { space_id: space })
    expect(await agreed(mediumMapping, { action: 'archive', ids: [idle.medium, busier.medium, busy.medium] })).toMatchObject({
      [busy.medium]: blocked('配信枠が1件'),
      [busier.medium]: blocked('配信枠が2件'),
      [idle.medium]: allowed,
    })

    await database.db
      .insert(formatSettings)
      .values({ publisher_group_id: a.publisherGroup, space_id: busy.space, format_id: format, enabled: false, template: 'PLAIN' })
    const product = async (sale_to: string | null, places: readonly number[]) => {
      const terms = { billing: 'CPM', unit_price: '500', min_quantity: 1000, sale_from: '2026-01-01', sale_to, status: 'DRAFT' }
      const [made] = await database.db
        .insert(products)
        .values({ ...named('商品'), ...terms })
        .returning()
      const { id } = made!
      await database.db.execute(sql`insert into product_formats (product_id, format_id) values (${id}, ${format})`)
      for (const space_id of places) await database.db.insert(productSpaces).values({ product_id: id, space_id })
      return id
    }
    const [sold, ended] = [await product(null, []), await product('2026-01-31', [])]
    const [refused, taken] = [await product(null, [busy.space]), await product('2099-12-31', [busy.space, busier.space])]
    expect(await agreed(productMapping, { action: 'put_on_sale', ids: [ended, sold, refused, taken] })).toMatchObject({
      [sold]: allowed,
      [ended]: blocked('販売終了日'),
      [refused]: blocked('すべての広告枠'),
      [taken]: allowed,
    })
    await database.db.update(formatSettings).set({ deleted_at: new Date() }).where(eq(formatSettings.space_id, busy.space))
    expect(await agreed(productMapping, { action: 'put_on_sale', ids: [refused] })).toMatchObject({ [refused]: allowed })

    await database.db.execute(sql`insert into delivery_daily_space (day, publisher_group_id, space_id, imps)
      values ('2026-02-01', ${a.publisherGroup}, ${a.space}, 1), ('2026-02-01', ${b.publisherGroup}, ${busy.space}, 1)`)
    const shares = await database.db
      .insert(revenueShares)
      .values([
        { publisher_group_id: a.publisherGroup, medium_id: a.medium, rate: '70', valid_from: '2026-01-01' },
        { publisher_group_id: a.publisherGroup, medium_id: busy.medium, rate: '70', valid_from: '2026-01-01' },
        { publisher_group_id: a.publisherGroup, medium_id: idle.medium, rate: '70', valid_from: '2098-01-01' },
      ])
      .returning()
    const [paid, unpaid, future] = shares.map(({ id }) => id) as [number, number, number]
    expect(await agreed(revenueShareMapping, { action: 'delete', ids: [future, paid, unpaid] })).toMatchObject({
      [paid]: blocked('配信のある期間'),
      [unpaid]: allowed,
      [future]: allowed,
    })

    const free = await database.db.execute<{
      id: number
    }>(sql`insert into companies (name, name_norm, enterprise_type, zip, prefecture, city, street1, phone, payment_type, credit_limit)
      values ('自由', '自由', 'KABUSHIKI', '1', '13', '1', '1', '1', 'INVOICE', 1) returning id`)
    const id = free.rows[0]!.id
    expect(await agreed(companyMapping, { action: 'delete', ids: [a.company, id, b.company] })).toMatchObject({
      [id]: allowed,
      [a.company]: blocked('アカウント 6件'),
      [b.company]: blocked('アカウント 6件'),
    })
  })
})

describe('a dry run reads records and what blocks the action on them at once', () => {
  async function statements(mapping: ResourceMapping, body: Asked, allowed = body.ids.length): Promise<number> {
    sent.mockClear()
    const results = await resultsOf(mapping, { ...body, dry_run: true })
    const { length } = sent.mock.calls
    expect(results.filter(({ ok }) => ok)).toHaveLength(allowed)
    return length
  }
  const many = Array.from({ length: 30 }, (_, index) => index)
  const made = (one: () => Promise<number>) => Promise.all(many.map(one))

  test.for<[string, ResourceMapping, string, () => Promise<number>]>([
    ['frames', frameMapping, 'restart', () => insertedFrame('STOPPED')],
    ['ads', adMapping, 'resume', () => insertAd(database.db, fixtures.a, { user_status: 'PAUSED' })],
    ['orders to submit', orderMapping, 'submit', () => pendingOrder('1', { status: 'DRAFT' })],
    ['orders to approve', orderMapping, 'approve', () => pendingOrder('1')],
  ])('%s: 30 take as many statements as 2', async ([, mapping, action, one]) => {
    const ids = await made(one)
    expect(await statements(mapping, { action, ids })).toBe(await statements(mapping, { action, ids: ids.slice(0, 2) }))
  })

  test.for<[string, () => Promise<number>]>([
    ['changes', () => pendingChange('60000')],
    ['orders', () => pendingOrder('60000', {}, 'b')],
  ])('%s of which the credit takes one: 30 take as many statements as 2', async ([, one]) => {
    const ids = await made(one)
    const [all, two] = [ids, ids.slice(0, 2)].map((asked) => ({ action: 'approve', ids: asked }))
    expect(await statements(orderMapping, all!, 1)).toBe(await statements(orderMapping, two!, 1))
  })

  test('one that is gone by the time it is read', async () => {
    const author = {
      user_id: fixtures.a.users.admin,
      account_id: fixtures.a.accounts.admin,
      role: 'admin',
      key: null,
      source: 'api',
    } as const
    const id = await pendingOrder('1')
    const check = await checkMany(database.db, author, orderMapping, 'approve', [id, unknown])
    expect(() => check(id)).not.toThrow()
    expect(() => check(unknown)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  test('more than are read at once', async () => {
    const { publisherGroup, space } = fixtures.a
    const { rows } = await database.db.execute<{ id: number }>(sql`
      insert into frames (name, name_norm, code, publisher_group_id, space_id, width, height, status)
      select 'f', 'f', 'many' || i, ${publisherGroup}::bigint, ${space}::bigint, 0, 0, case when i = 1500 then 'RUNNING' else 'STOPPED' end
      from generate_series(1, 2001) as i returning id`)
    const ids = rows.map(({ id }) => id)
    const results = await resultsOf(frameMapping, { action: 'restart', ids, dry_run: true })
    expect(results.map(({ id }) => id)).toEqual(ids)
    expect(results.filter(({ ok }) => !ok)).toMatchObject([{ id: ids[1499], code: 'state_not_allowed' }])
  })
})
