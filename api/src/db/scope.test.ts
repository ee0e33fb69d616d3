import type { Role } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  insertAd,
  insertAdvertisement,
  insertArticle,
  insertInformation,
  insertInvitation,
  insertSavedView,
  loadFixtures,
  type Fixtures,
  type Tenant,
} from '../testing/fixtures.ts'
import { jstToday } from './jst-today.ts'
import * as schema from './schema.ts'
import { named } from './schema/common.ts'
import { savedViews } from './schema/people/saved-view.ts'
import * as scope from './scope.ts'

// Who sees which rows, written a second time by hand, row by row (spec/domain "Row scope"). Rows are called after their
// tenant, `a` or `b`; `shared` is of advertiser a with the agency and the rep of b, `traded` is a media group of pg b with
// the trading desk of a.

let database: TestDatabase
let fixtures: Fixtures

const today = (days: number) => sql`${jstToday} + ${days}::int`
const {
  ads,
  accounts,
  adWhitelist,
  articles,
  campaigns,
  creatives,
  information,
  invitations,
  media,
  products,
  publisherGroups,
  spaces,
  users,
} = schema

async function insertSharedCampaign(): Promise<void> {
  const { a, b } = fixtures
  const period = { start_at: new Date('2026-01-01'), end_at: new Date('2099-01-01') }
  const [campaign] = await database.db
    .insert(campaigns)
    .values({
      advertiser_account_id: a.accounts.advertiser,
      agency_account_id: b.accounts.agency,
      rep_account_id: b.accounts.rep,
      ...named('shared'),
      goal: 'TRAFFIC',
      lifetime_budget: '1000',
      ...period,
    })
    .returning({ id: campaigns.id })
  await insertAd(database.db, { campaign: campaign!.id, accounts: a.accounts }, named('shared'))
}

/** A group with one medium, one space and one article; all called alike. */
async function insertGroup(name: string, pg: Tenant, ptd: Tenant, deleted_at: Date | null = null): Promise<void> {
  const owners = { account_id: fixtures[pg].accounts.pg, ptd_account_id: fixtures[ptd].accounts.ptd }
  const [group] = await database.db
    .insert(publisherGroups)
    .values({ ...named(name), ...owners, deleted_at })
    .returning()
  const publisher_group_id = group!.id
  const [publisher] = await database.db
    .insert(schema.publishers)
    .values({ publisher_group_id, ...named(name) })
    .returning()
  const values = { publisher_group_id, publisher_id: publisher!.id, ...named(name), domain: `${name}.example` }
  const [medium] = await database.db.insert(media).values(values).returning()
  await insertSpace(name, { publisher_group_id, medium_id: medium!.id })
  const place = { publisherGroup: publisher_group_id, medium: medium!.id, space: 0 }
  await insertArticle(database.db, place, name)
}

async function insertSpace(
  name: string,
  place: { publisher_group_id: number; medium_id: number },
  values: Partial<typeof spaces.$inferInsert> = {},
): Promise<number> {
  const [space] = await database.db
    .insert(spaces)
    .values({ ...place, ...named(name), position: 'HEADER', ...values })
    .returning()
  return space!.id
}

/** A product that sells these spaces; all of them without. */
async function insertProduct(name: string, change: Partial<typeof products.$inferInsert>, sold: readonly number[]): Promise<number> {
  const terms = { billing: 'CPM', unit_price: '500', min_quantity: 1, sale_from: '2026-01-01', status: 'ON_SALE' }
  const [product] = await database.db
    .insert(products)
    .values({ ...named(name), ...terms, ...change })
    .returning()
  for (const space_id of sold) await database.db.insert(schema.productSpaces).values({ product_id: product!.id, space_id })
  return product!.id
}

beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await loadFixtures(database.db)
  // The fixtures' rows are called `キャンペーン a`: the tenant's letter alone is left.
  for (const table of [campaigns, ads, creatives, publisherGroups, media, spaces, products])
    await database.db.update(table).set({ name: sql`right(name, 1)` })
  await database.db.update(articles).set({ title: sql`right(title, 1)` })
  await database.db.update(accounts).set({ name: sql`kind || ' ' || right(name, 1)` })
  // Only the product that a test is about is on sale.
  await database.db.update(products).set({ status: 'DRAFT' })
  await database.db.delete(ads).where(sql`name not in ('a', 'b') and id not in (select ad_id from reject_requests)`)
  await insertSharedCampaign()
  await insertGroup('traded', 'b', 'a')
  await insertGroup('gone', 'a', 'a', new Date())
})
afterAll(() => database.drop())

const caller = (role: Role, tenant: Tenant = 'a') => ({ account_id: fixtures[tenant].accounts[role], role })

/** Names, or another column, of the rows of a table that a condition is true for. */
async function seen(table: PgTable, condition: SQL, column: SQL | AnyPgColumn = sql`name`): Promise<string> {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select distinct ${column} as name from ${table} where ${condition} order by 1`,
  )
  return rows.map(({ name }) => name).join(' ')
}

/** What each role of tenant a sees, and some of tenant b where `ROLE_b` is named. */
type Seen = Partial<Record<Role | `${Role}_b`, string>>

async function seenBy(wanted: Seen, table: PgTable, condition: (who: scope.Caller) => SQL, column?: SQL | AnyPgColumn): Promise<Seen> {
  const found: Seen = {}
  for (const key of Object.keys(wanted) as (keyof Seen)[]) {
    const [role, tenant] = key.split('_') as [Role, Tenant | undefined]
    found[key] = await seen(table, condition(caller(role, tenant)), column)
  }
  return found
}

const nobodyElse = { advertiser: '', agency: '', rep: '', ptd: '', pg: '' }

describe('the demand side', () => {
  test('sees campaigns of its own account', async () => {
    const wanted = {
      admin: 'a b shared',
      advertiser: 'a shared',
      agency: 'a',
      rep: 'a',
      ptd: '',
      pg: '',
      agency_b: 'b shared',
      rep_b: 'b shared',
    }
    expect(await seenBy(wanted, campaigns, scope.campaignScope)).toEqual(wanted)
    const below = (who: scope.Caller) => sql`${scope.belowCampaignScope(who, ads)} and name in ('a', 'b', 'shared')`
    expect(await seenBy(wanted, ads, below)).toEqual(wanted)
  })

  test('sees creatives of the advertisers that it shares a campaign with', async () => {
    const wanted = {
      admin: 'a b',
      advertiser: 'a',
      agency: 'a',
      rep: 'a',
      ptd: '',
      pg: '',
      advertiser_b: 'b',
      agency_b: 'a b',
      rep_b: 'a b',
    }
    expect(await seenBy(wanted, creatives, (who) => scope.belowAdvertiserScope(who, creatives.advertiser_account_id))).toEqual(wanted)
  })

  test.each([
    ['advertiser', { advertiser: 'a', agency: 'a', rep: 'a', agency_b: 'a b', advertiser_b: 'b' }],
    ['agency', { advertiser: 'a b', agency: 'a', rep: 'a', rep_b: 'b', advertiser_b: 'b' }],
    ['rep', { advertiser: 'a b', agency: 'a', rep: 'a', agency_b: 'b' }],
  ] as const)('sees accounts of the kind %s that it shares a campaign with', async (kind, roles) => {
    const wanted = { ...roles, admin: 'a b', ptd: '', pg: '' }
    const found = (who: scope.Caller) => sql`${scope.demandAccountScope(who, kind)} and kind = ${kind}`
    expect(await seenBy(wanted, accounts, found, sql`right(name, 1)`)).toEqual(wanted)
  })
})

describe('the supply side', () => {
  test('sees its groups: the owner, and the desk that trades them', async () => {
    const wanted = {
      admin: 'a b gone traded',
      pg: 'a gone',
      ptd: 'a gone traded',
      pg_b: 'b traded',
      ptd_b: 'b',
      advertiser: '',
      agency: '',
      rep: '',
    }
    expect(await seenBy(wanted, publisherGroups, scope.publisherGroupScope)).toEqual(wanted)
  })

  const below = { admin: 'a b gone traded', pg: 'a', ptd: 'a traded', pg_b: 'b traded', ptd_b: 'b' }
  test('sees what lies below its groups that are not deleted', async () => {
    const wanted = { ...below, advertiser: '', agency: '', rep: '' }
    expect(await seenBy(wanted, media, (who) => scope.belowPublisherGroupScope(who, media.publisher_group_id))).toEqual(wanted)
    expect(await seenBy(below, media, scope.mediumScope)).toEqual(below)
    expect(await seenBy(below, spaces, scope.spaceScope)).toEqual(below)
    expect(await seenBy(below, articles, scope.articleScope, sql`title`)).toEqual(below)
  })

  test('sees ads that are shown in its groups, and demand those of its campaigns', async () => {
    const { a, b } = fixtures
    const of = (who: scope.Caller) => sql`${scope.adScope(who)} and name in ('a', 'b', 'shared')`
    const wanted = { admin: 'a b shared', advertiser: 'a shared', agency: 'a', agency_b: 'b shared', pg: 'a', ptd: 'a', pg_b: 'b' }
    expect(await seenBy(wanted, ads, of)).toEqual(wanted)
    await insertAdvertisement(database.db, b, a.ad)
    const shown = { ...wanted, pg_b: 'a b' }
    expect(await seenBy(shown, ads, of)).toEqual(shown)
  })

  test('sees places of its groups, and demand those of its ads', async () => {
    await database.db.insert(adWhitelist).values({
      advertiser_account_id: fixtures.a.accounts.advertiser,
      publisher_group_id: fixtures.b.publisherGroup,
      ad_id: fixtures.a.ad,
      space_id: fixtures.b.space,
      status: 'LISTED',
    })
    const wanted = {
      admin: 'aa ab bb',
      advertiser: 'aa ab',
      agency: 'aa ab',
      rep: 'aa ab',
      pg: 'aa',
      ptd: 'aa',
      pg_b: 'ab bb',
      advertiser_b: 'bb',
    }
    const places = sql`(select name from ads where ads.id = ad_whitelist.ad_id) || (select name from spaces where spaces.id = ad_whitelist.space_id)`
    expect(await seenBy(wanted, adWhitelist, (who) => scope.placementScope(who, adWhitelist), places)).toEqual(wanted)
  })
})

describe('the administrator alone', () => {
  test('sees accounts, companies, shares and announcements as records', async () => {
    const wanted = { admin: 'true', ...nobodyElse }
    for (const condition of [scope.accountScope, scope.companyScope, scope.revenueShareScope, scope.informationScope])
      expect(await seenBy(wanted, accounts, condition, sql`'true'`)).toEqual(wanted)
  })

  test('sees every format, like everybody', async () => {
    expect(await seen(schema.formats, scope.formatScope(), sql`'true'`)).toBe('true')
  })
})

describe('users', () => {
  const emails = (kind: Role) => `${kind}-a@test.example ${kind}-b@test.example`

  test('and invitations are looked after by the administrator, and by ptd and pg for their own account', async () => {
    const own = { ...nobodyElse, ptd: 'ptd a', pg: 'pg a' }
    expect(await seenBy(own, accounts, scope.userAccountScope)).toEqual(own)
    const invited = { ...nobodyElse, ptd: 'ptd a', pg: 'pg a', admin: 'pg a pg b ptd a ptd b' }
    const account = sql`(select accounts.name from accounts where accounts.id = invitations.account_id)`
    expect(await seenBy(invited, invitations, scope.invitationScope, account)).toEqual(invited)
  })

  test('are those of accounts of the kind', async () => {
    const wanted = { ...nobodyElse, admin: `multi-a@test.example ${emails('pg')}`, pg: 'multi-a@test.example pg-a@test.example' }
    expect(await seenBy(wanted, users, (who) => scope.userScope(who, 'pg'), sql`email`)).toEqual(wanted)
    const ptd = { ...nobodyElse, admin: emails('ptd'), ptd: 'ptd-a@test.example' }
    expect(await seenBy(ptd, users, (who) => scope.userScope(who, 'ptd'), sql`email`)).toEqual(ptd)
  })

  test('of a deleted account are nobody’s', async () => {
    await insertInvitation(database.db, fixtures.b.accounts.ptd, 'new@test.example')
    await database.db
      .update(accounts)
      .set({ deleted_at: new Date() })
      .where(sql`id = ${fixtures.b.accounts.ptd}`)
    expect(await seen(users, scope.userScope(caller('ptd', 'b'), 'ptd'), sql`email`)).toBe('')
    expect(await seen(invitations, scope.invitationScope(caller('ptd', 'b')), sql`email`)).toBe('')
    await database.db.update(accounts).set({ deleted_at: null })
  })
})

describe('what is on sale', () => {
  const clear = async () => {
    await database.db.delete(schema.productSpaces)
    await database.db.update(products).set({ status: 'DRAFT' })
  }

  test('is on sale between its first and its last day in Japan', async () => {
    await clear()
    await insertProduct('always', {}, [])
    await insertProduct('first-day', { sale_from: today(0) as unknown as string }, [])
    await insertProduct('last-day', { sale_to: today(0) as unknown as string }, [])
    await insertProduct('over', { sale_to: today(-1) as unknown as string }, [])
    await insertProduct('to-come', { sale_from: today(1) as unknown as string }, [])
    await insertProduct('stopped', { status: 'STOPPED' }, [])
    const offered = 'always first-day last-day'
    const wanted = { advertiser: offered, agency: offered, rep: offered, ptd: '', pg: '', admin: `a ${offered} b over stopped to-come` }
    const found = await seenBy(wanted, products, scope.productScope)
    const sorted = (names: Seen) => Object.fromEntries(Object.entries(names).map(([role, text]) => [role, text.split(' ').toSorted()]))
    expect(sorted(found)).toEqual(sorted(wanted))
  })

  test('offers the demand side the spaces that it sells, their media and articles', async () => {
    await clear()
    const { publisherGroup, medium, space } = fixtures.a
    const place = { publisher_group_id: publisherGroup, medium_id: medium }
    const inactive = await insertSpace('inactive', place, { status: 'INACTIVE' })
    const deleted = await insertSpace('deleted', place, { deleted_at: new Date() })
    await insertSpace('unsold', place)
    const offered = async () => ({
      spaces: await seen(spaces, scope.spaceScope(caller('agency'))),
      media: await seen(media, scope.mediumScope(caller('agency'))),
      articles: await seen(articles, scope.articleScope(caller('agency')), sql`title`),
    })
    const product = await insertProduct('some', {}, [space, inactive, deleted])
    expect(await offered()).toEqual({ spaces: 'a', media: 'a', articles: 'a' })
    await database.db
      .update(media)
      .set({ status: 'INACTIVE' })
      .where(sql`id = ${medium}`)
    expect(await offered()).toEqual({ spaces: 'a', media: '', articles: '' })
    await database.db.update(media).set({ status: 'ACTIVE' })
    await database.db
      .update(media)
      .set({ deleted_at: new Date() })
      .where(sql`id = ${medium}`)
    expect((await offered()).articles).toBe('')
    await database.db.update(media).set({ deleted_at: null })
    await database.db
      .update(products)
      .set({ deleted_at: new Date() })
      .where(sql`id = ${product}`)
    expect(await offered()).toEqual({ spaces: '', media: '', articles: '' })
    // What is not on sale, or gone, offers neither its spaces nor all of them.
    for (const change of [{ status: 'STOPPED' as const }, { deleted_at: new Date() }])
      for (const sold of [[space], []]) await insertProduct('away', change, sold)
    expect(await offered()).toEqual({ spaces: '', media: '', articles: '' })
    await insertProduct('all', {}, [])
    expect(await offered()).toEqual({ spaces: 'a b gone traded unsold', media: 'a b gone traded', articles: 'a b gone traded' })
  })
})

describe('announcements', () => {
  test('are read while they are published, by the roles that they are for', async () => {
    await database.db.delete(information)
    const [past, coming] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
    const insert = (title: string, values: Partial<typeof information.$inferInsert> = {}, forRoles: readonly Role[] = ['pg', 'rep']) =>
      insertInformation(database.db, title, forRoles, values)
    await insert('open')
    await insert('until', { publish_to: coming })
    await insert('over', { publish_to: past })
    await insert('soon', { publish_from: coming })
    await insert('draft', { is_draft: true })
    await insert('others', {}, ['ptd'])
    const wanted = { pg: 'open until', rep: 'open until', ptd: 'others', admin: '', advertiser: '', agency: '' }
    expect(await seenBy(wanted, information, scope.publishedInformationScope, sql`title`)).toEqual(wanted)
  })
})

describe('saved views', () => {
  test('are the user’s own in the account, and those that are shared in it', async () => {
    await database.db.delete(savedViews)
    const { a, b } = fixtures
    const insert = async (name: string, account: number, user: number, shared: boolean) => {
      const id = await insertSavedView(database.db, account, user, name)
      await database.db
        .update(savedViews)
        .set({ shared })
        .where(sql`id = ${id}`)
    }
    await insert('own', a.accounts.pg, a.users.pg, false)
    await insert('own-shared', a.accounts.pg, a.users.pg, true)
    await insert('of-others', a.accounts.pg, fixtures.multiUser, false)
    await insert('of-others-shared', a.accounts.pg, fixtures.multiUser, true)
    await insert('elsewhere', b.accounts.pg, a.users.pg, true)
    expect(await seen(savedViews, scope.savedViewScope(caller('pg'), a.users.pg))).toBe('of-others-shared own own-shared')
  })
})
