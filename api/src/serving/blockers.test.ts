import { required, untargeted, type Targeting } from '@adsite/contract'
import { eq, sql, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/connect.ts'
import {
  ads,
  adWhitelist,
  articles,
  creativeRevisions,
  creatives,
  deliveryTotalsAd,
  formats,
  formatSettings,
  frames,
  media,
  orders,
  productFormats,
  productSpaces,
  products,
  spaces,
} from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  insertAd,
  insertArticle,
  insertCampaign,
  insertCreative,
  insertCreativeGroup,
  insertOrder,
  loadFixtures,
  type Fixtures,
} from '../testing/fixtures.ts'
import { campaignServingStatus } from './campaign-serving-status.ts'
import { adEffectiveStatus } from './serving.ts'
import { hasApprovedOrder } from './terms.ts'
import { adServing, campaignBlockers } from './why-not-serving.ts'

// Where an ad may be shown, and the edges of each rule: what is only just enough, and what is only almost.

let database: TestDatabase
let db: Database
let fixtures: Fixtures
/** Records of the media group of tenant a that no frame leads to. */
let unused: { readonly medium: number; readonly space: number }
/** Sold in no place, so in all. */
let everywhere: number
/** A format of no product but that. */
let unsold: number
let ad: number

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  fixtures = await loadFixtures(db)
  await db.update(frames).set({ status: 'RUNNING' })
  const { publisherGroup: publisher_group_id, publisher: publisher_id, medium: medium_id } = fixtures.a
  const medium = { publisher_group_id, publisher_id, ...named('別の媒体'), domain: 'other.example' }
  const [otherMedium] = await db.insert(media).values(medium).returning()
  const space = { publisher_group_id, medium_id, ...named('別の枠'), position: 'HEADER', reserve_price: '1' }
  const [otherSpace] = await db.insert(spaces).values(space).returning()
  unused = { medium: otherMedium!.id, space: otherSpace!.id }
  const terms = { billing: 'CPM', unit_price: '500', min_quantity: 1000, sale_from: '2026-01-01', status: 'ON_SALE' }
  const [product] = await db
    .insert(products)
    .values({ ...named('どこでも'), ...terms })
    .returning()
  everywhere = product!.id
  const [format] = await db
    .insert(formats)
    .values({ ...named('売られていない'), kind: 'BANNER', width: 1, height: 1 })
    .returning()
  unsold = format!.id
  await db.insert(productFormats).values([fixtures.format, unsold].map((format_id) => ({ product_id: everywhere, format_id })))
})
afterAll(() => database.drop())

/** An ad that is served wherever there is a running frame. */
beforeEach(async () => {
  const creative_group_id = await insertCreativeGroup(db, fixtures.a.accounts.advertiser, '夏')
  ad = await insertAd(db, fixtures.a, { product_id: everywhere, billing: 'CPM', creative_group_id })
  await insertOrder(db, ad, { status: 'APPROVED' })
})

async function kinds(id = ad, on = db): Promise<string[]> {
  return (await adServing(on, id)).blockers.map(({ kind }) => kind)
}
const change = (values: Partial<typeof ads.$inferInsert>) => db.update(ads).set(values).where(eq(ads.id, ad))
const target = (targeting: Partial<Targeting>) => change({ targeting: { ...untargeted, ...targeting } })

describe('frames in which an ad may be shown', () => {
  const cases: [string, () => Partial<Targeting>, string[]][] = [
    ['no targeting', () => ({}), []],
    ['a medium of a frame', () => ({ media: [fixtures.a.medium] }), []],
    ['a space of a frame', () => ({ spaces: [fixtures.a.space] }), []],
    ['a medium of a frame, and a space of none', () => ({ media: [fixtures.a.medium], spaces: [unused.space] }), []],
    ['a space of the media group without a frame', () => ({ spaces: [unused.space] }), ['no_open_frame']],
    ['a medium of the media group without a space', () => ({ media: [unused.medium] }), ['no_open_frame']],
    ['a medium and a space, both without a frame', () => ({ media: [unused.medium], spaces: [unused.space] }), ['no_open_frame']],
  ]
  test.each(cases)('%s', async (_, targeting, expected) => {
    await target(targeting())
    expect(await kinds()).toEqual(expected)
  })

  test('are in the spaces of its product alone', async () => {
    const { product, space } = fixtures.a
    await change({ product_id: product })
    await db.update(orders).set({ product_id: product }).where(eq(orders.ad_id, ad))
    await target({ spaces: [space] })
    expect(await kinds()).toEqual([])
    await target({ spaces: [fixtures.b.space] })
    expect(await kinds()).toEqual(['no_open_frame'])
    const [sold] = await db.select().from(productSpaces).where(eq(productSpaces.space_id, space))
    expect(sold).toMatchObject({ product_id: product })
  })

  test.each([
    ['is deleted', frames, { deleted_at: new Date() }, { deleted_at: null }],
    ['is archived', frames, { status: 'ARCHIVED' }, { status: 'RUNNING' }],
    ['is in a suspended space', spaces, { status: 'SUSPENDED' }, { status: 'ACTIVE' }],
    ['is in a suspended medium', media, { status: 'SUSPENDED' }, { status: 'ACTIVE' }],
  ] as const)('no frame that %s', async (_, table, closed, opened) => {
    await target({ media: [fixtures.a.medium] })
    await db.update(table).set(closed)
    const found = await kinds()
    await db.update(table).set(opened)
    expect(found).toEqual(['no_open_frame'])
  })
})

describe('the formats of the creatives', () => {
  const inFormat = (format_id: number | null) =>
    db.update(creativeRevisions).set({ content: sql`content || ${JSON.stringify({ format_id })}::jsonb` })
  const buy = async (product_id: number) => {
    await change({ product_id })
    await db.update(orders).set({ product_id }).where(eq(orders.ad_id, ad))
  }
  /** Of the group, in the format of the fixtures. */
  const another = async (values: Partial<typeof creatives.$inferInsert> = {}) => {
    const [row] = await db.select().from(ads).where(eq(ads.id, ad))
    const { advertiser_account_id, creative_group_id } = required(row, 'the ad')
    const approved = { ...named('もう一つ'), status: 'APPROVED', serving_revision: 1, format_id: fixtures.format }
    return insertCreative(db, {
      advertiser_account_id,
      creative_group_id: required(creative_group_id, 'its group'),
      ...approved,
      ...values,
    })
  }
  beforeEach(() => buy(fixtures.a.product))
  afterEach(() => inFormat(fixtures.format))

  test('are those of the product', async () => {
    expect(await kinds()).toEqual([])
    await inFormat(unsold)
    expect(await kinds()).toEqual(['no_open_frame'])
    await another()
    expect(await kinds()).toEqual([])
  })

  test.each<[string, Partial<typeof creatives.$inferInsert>]>([
    ['is paused', { user_status: 'PAUSED' }],
    ['is deleted', { deleted_at: new Date() }],
    ['was stopped', { status: 'POST_REJECTED' }],
    ['was never approved', { status: 'APPLIED', serving_revision: null }],
  ])('do not include that of a creative that %s', async (_, values) => {
    await inFormat(unsold)
    await another(values)
    expect(await kinds()).toEqual(['no_open_frame'])
  })

  test('are those that were approved, not those of a later draft', async () => {
    await db.update(creatives).set({ format_id: unsold })
    expect(await kinds()).toEqual([])
    const edited = { advertiser_account_id: fixtures.a.accounts.advertiser, creative_id: await another() }
    await db.insert(creativeRevisions).values({ ...edited, revision: 2, content: sql`jsonb_build_object('format_id', ${unsold}::bigint)` })
    expect(await kinds()).toEqual([])
  })

  test('tell nothing where no creative can be shown at all, or where the ad has no product yet', async () => {
    await inFormat(unsold)
    await db.update(creatives).set({ user_status: 'PAUSED' })
    expect(await kinds()).toEqual(['creative_paused'])
    await db.update(creatives).set({ user_status: 'ACTIVE' })
    await change({ product_id: null })
    expect(await kinds()).not.toContain('no_open_frame')
  })

  test('are taken by the space of a running frame', async () => {
    const refuse = (values: Partial<typeof formatSettings.$inferInsert>) =>
      db.update(formatSettings).set(values).where(eq(formatSettings.space_id, fixtures.a.space))
    await refuse({ enabled: false })
    const refused = await kinds()
    await refuse({ deleted_at: new Date() })
    const withdrawn = await kinds()
    await refuse({ enabled: true, deleted_at: null })
    expect({ refused, withdrawn }).toEqual({ refused: ['no_open_frame'], withdrawn: [] })
  })
})

describe('the whitelist', () => {
  const list = (place: Partial<typeof adWhitelist.$inferInsert>) => {
    const { accounts, publisherGroup } = fixtures.a
    const row = { advertiser_account_id: accounts.advertiser, publisher_group_id: publisherGroup, ad_id: ad, status: 'LISTED', ...place }
    return db.insert(adWhitelist).values(row)
  }
  beforeEach(() => target({ media: [fixtures.a.medium] }))

  test.each([
    ['the medium', () => ({ medium_id: fixtures.a.medium }), []],
    ['the space', () => ({ space_id: fixtures.a.space }), []],
    ['an article of the medium', () => ({ article_id: fixtures.a.article }), []],
    ['another space', () => ({ space_id: unused.space }), ['excluded']],
    ['another medium', () => ({ medium_id: unused.medium }), ['excluded']],
    ['another medium, once, that was taken off again', () => ({ medium_id: unused.medium, deleted_at: new Date() }), []],
  ] as const)('once %s is listed', async (_, place, expected) => {
    await list(place())
    expect(await kinds()).toEqual(expected)
  })

  test('an article of another medium of the group lets no other medium in', async () => {
    const article_id = await insertArticle(db, { ...fixtures.a, medium: unused.medium })
    expect(await db.$count(articles, eq(articles.id, article_id))).toBe(1)
    await list({ article_id })
    expect(await kinds()).toEqual(['excluded'])
  })

  test.each([
    ['stops', {}, ['excluded']],
    ['no longer stops, once it is taken off,', { deleted_at: new Date() }, []],
  ] as const)('an exclusion %s what is listed', async (_, excluded, expected) => {
    await list({ medium_id: fixtures.a.medium })
    await list({ space_id: fixtures.a.space, status: 'EXCLUDED', ...excluded })
    expect(await kinds()).toEqual(expected)
  })

  test('an exclusion elsewhere stops nothing', async () => {
    await list({ space_id: unused.space, status: 'EXCLUDED', is_named: false })
    expect(await kinds()).toEqual([])
  })

  test.each([
    ['goes on while its only place is excluded', { is_named: true }, ['excluded']],
    ['ends once that is taken off', { is_named: true, deleted_at: new Date() }, []],
    ['does not come from a place that was only ever excluded', { is_named: false }, []],
  ] as const)('the restriction %s', async (_, place, expected) => {
    await list({ medium_id: unused.medium, status: 'EXCLUDED', ...place })
    expect(await kinds()).toEqual(expected)
  })
})

describe('hours', () => {
  const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const
  const at = (hours: number[]) => Object.fromEntries(days.map((day) => [day, hours]))

  test.each([
    ['every hour', Array.from({ length: 24 }, (_, hour) => hour), []],
    ['no hour', [], ['outside_hours']],
  ] as const)('%s of every day', async (_, hours, expected) => {
    await target({ hours: at([...hours]) })
    expect(await kinds()).toEqual(expected)
  })
})

describe('at the very moment', () => {
  /** In one transaction, where `now()` is one moment. */
  async function exactly(values: SQL, look: (transaction: Database) => Promise<unknown>): Promise<unknown> {
    return db.transaction(async (transaction) => {
      await transaction.execute(sql`update ads set ${values} where id = ${ad}`)
      await transaction.execute(sql`update campaigns set ${values} where id = ${fixtures.a.campaign}`)
      const found = await look(transaction)
      await transaction.execute(
        sql`update campaigns set start_at = '2026-01-01T00:00:00Z', end_at = '2099-12-31T15:00:00Z' where id = ${fixtures.a.campaign}`,
      )
      return found
    })
  }
  const statusOfCampaign = async (transaction: Database) => {
    const which = sql`campaigns.id = ${fixtures.a.campaign}`
    return (
      await transaction.execute(
        sql`select ${campaignServingStatus.status} as status, ${campaignServingStatus.until} as until, now() as now from campaigns where ${which}`,
      )
    ).rows[0]
  }
  const untilOfAd = async (transaction: Database) =>
    (
      await transaction.execute(
        sql`select ${adEffectiveStatus.until}::text as until, end_at::text, start_at::text from ads where id = ${ad}`,
      )
    ).rows[0]

  test('an end has come, and holds for ever', async () => {
    expect(await exactly(sql`end_at = now()`, (transaction) => kinds(ad, transaction))).toEqual(['ended'])
    expect(await exactly(sql`end_at = now()`, statusOfCampaign)).toMatchObject({ status: 'EXPIRED', until: null })
    expect(await exactly(sql`end_at = now()`, untilOfAd)).toMatchObject({ until: null })
  })

  test('a start has come', async () => {
    expect(await exactly(sql`start_at = now()`, (transaction) => kinds(ad, transaction))).toEqual([])
    expect(await exactly(sql`start_at = now()`, statusOfCampaign)).toMatchObject({ status: 'SERVING' })
  })

  test('what lies ahead is looked at when the first of it comes', async () => {
    const ahead = sql`start_at = now() + interval '1 hour', end_at = now() + interval '2 hours'`
    const found = await exactly(ahead, untilOfAd)
    expect(found).toMatchObject({ until: (found as { start_at: string }).start_at })
  })
})

describe('what was bought', () => {
  const deliver = (figures: object) =>
    db.insert(deliveryTotalsAd).values({ advertiser_account_id: fixtures.a.accounts.advertiser, ad_id: ad, ...figures })
  const order = (values: Partial<typeof orders.$inferInsert>) => db.update(orders).set(values).where(eq(orders.ad_id, ad))

  test('an ad without a budget of its own has none to spend', async () => {
    await change({ budget: '0' })
    await deliver({ gross: '100' })
    expect(await kinds()).not.toContain('budget_spent')
  })

  test.each([
    ['APPROVED', ['order_exceeded']],
    ['DRAFT', ['order_draft']],
    ['PENDING_APPROVAL', ['order_pending']],
  ])('an ad beyond its order, which is %s', async (status, expected) => {
    await order({ status, quantity: 9_999 })
    expect(await kinds()).toEqual(expected)
  })

  test.each([
    ['an approved order', { status: 'APPROVED' }, true, false],
    ['one that waits', { status: 'PENDING_APPROVAL' }, false, false],
    ['a change that was approved', { kind: 'CHANGE' }, false, true],
    ['one that was deleted', { deleted_at: new Date() }, false, true],
    ['one that was canceled', { status: 'CANCELED' }, false, true],
    ['one that was withdrawn', { status: 'WITHDRAWN' }, false, true],
  ] as const)('%s', async (_, values, expected, missing) => {
    const other = await insertAd(db, fixtures.a, { product_id: everywhere, billing: 'CPM' })
    await order(values)
    const { rows } = await db.execute<{ id: number; ordered: boolean }>(
      sql`select id, ${hasApprovedOrder} as ordered from ads where id in (${ad}, ${other})`,
    )
    expect(Object.fromEntries(rows.map(({ id, ordered }) => [Number(id), ordered]))).toEqual({ [ad]: expected, [other]: false })
    expect((await kinds()).includes('order_missing')).toBe(missing)
  })

  test('the order of another ad with the same id of another advertiser is not its own', async () => {
    const foreign = await insertAd(db, fixtures.b, { product_id: everywhere, billing: 'CPM' })
    const { rows } = await db.execute<{ ordered: boolean }>(sql`select ${hasApprovedOrder} as ordered from ads where id = ${foreign}`)
    expect(rows).toEqual([{ ordered: false }])
  })

  test.each(['DRAFT', 'PENDING_APPROVAL', 'DISAPPROVED', 'APPROVED'])('a blocker of an order that is %s leads to it', async (status) => {
    await order({ status, quantity: 9_999 })
    const [stored] = await db.select().from(orders).where(eq(orders.ad_id, ad))
    expect((await adServing(db, ad)).blockers).toMatchObject([{ value: null, target: required(stored, 'the order').id }])
  })

  test('creatives that wait decide, also beside drafts', async () => {
    const [own] = await db.select().from(ads).where(eq(ads.id, ad))
    const creative_group_id = required(own?.creative_group_id, 'the creative group of the ad')
    await db.update(creatives).set({ status: 'DRAFT', serving_revision: null }).where(eq(creatives.creative_group_id, creative_group_id))
    const row = { advertiser_account_id: fixtures.a.accounts.advertiser, creative_group_id, ...named('秋'), serving_revision: null }
    await db.insert(creatives).values({ ...row, status: 'APPLIED' })
    expect(await kinds()).toEqual(['creative_pending'])
  })
})

test('the ads of a campaign: deleted ones do not count, and a value or a record is named if all share it', async () => {
  const { accounts } = fixtures.a
  const campaign = await insertCampaign(db, accounts, '共通')
  const creative_group_id = await insertCreativeGroup(db, accounts.advertiser, '秋', { user_status: 'PAUSED' })
  const own = { ...fixtures.a, campaign }
  const terms = { product_id: everywhere, billing: 'CPM', creative_group_id, start_at: new Date('2026-01-01T00:00:00Z') }
  for (const end_at of [new Date('2026-02-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')])
    await insertOrder(db, await insertAd(db, own, { ...terms, end_at }), { status: 'APPROVED' })
  await insertAd(db, own, { deleted_at: new Date() })
  expect(await campaignBlockers(db, campaign)).toEqual({
    ads: { ENDED: 2 },
    blockers: [
      { kind: 'ended', value: null, target: null, decisive: 2, count: 2 },
      { kind: 'creative_paused', value: '秋', target: creative_group_id, decisive: 0, count: 2 },
    ],
  })
})
