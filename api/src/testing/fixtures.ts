import { randomUUID } from 'node:crypto'
import { roleCode, searchForm, type Role } from '@adsite/contract'
import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import {
  accounts,
  advertisements,
  rejectRequests,
  adArticles,
  ads,
  adWhitelist,
  articles,
  campaigns,
  changedCampaigns,
  changeRequests,
  companies,
  creativeGroups,
  creativeRevisions,
  creatives,
  formats,
  formatSettings,
  frames,
  information,
  invitations,
  labels,
  media,
  memberships,
  notifications,
  orders,
  productFormats,
  productSpaces,
  products,
  publisherGroups,
  publishers,
  savedViews,
  revenueShares,
  spaces,
  users,
} from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { withFurther } from './further-records.ts'

export const testPassword = 'correct horse battery'
export const tenants = ['a', 'b'] as const
export type Tenant = (typeof tenants)[number]

const kinds = ['advertiser', 'agency', 'rep', 'ptd', 'pg', 'admin'] as const satisfies readonly Role[]

/** One tenant of each kind with a user of its role, a campaign and a space; ids by kind of record. */
export interface TenantFixture {
  readonly company: number
  readonly accounts: Readonly<Record<Role, number>>
  readonly users: Readonly<Record<Role, number>>
  readonly campaign: number
  readonly creativeGroup: number
  /** A draft. */
  readonly creative: number
  /** A draft, for the ad and the product. */
  readonly order: number
  readonly ad: number
  /** On the tenant's medium. */
  readonly article: number
  /** The ad in the frame. */
  readonly advertisement: number
  /** Pending. */
  readonly rejectRequest: number
  /** The ad in the article, served. */
  readonly adArticle: number
  /** The ad in the space, listed. */
  readonly adWhitelist: number
  readonly publisherGroup: number
  readonly publisher: number
  readonly medium: number
  readonly space: number
  readonly frame: number
  readonly formatSetting: number
  readonly revenueShare: number
  /** Tenant a's is on sale; tenant b's is a draft, which only the administrator sees. */
  readonly product: number
  /** Published: tenant a's for every role, tenant b's for administrators. */
  readonly information: number
  /** To the administrator's account. */
  readonly notification: number
  /** To the account of that kind. */
  readonly invitations: { readonly ptd: number; readonly pg: number }
  /** Waits for a second person of the media group's account. */
  readonly changeRequest: number
  /** The administrator's, of the list of announcements. */
  readonly savedView: number
  /** Of no tenant: the same for each. */
  readonly format: number
  /** Records of resources that none of the above is of, by the resource's name: samples of their fields. */
  readonly further: Readonly<Record<string, number>>
}

export type Fixtures = Readonly<Record<Tenant, TenantFixture>> & {
  /** 300 × 250; formats have no tenant. */
  readonly format: number
  /** Member of tenant a's advertiser, agency and pg accounts. */
  readonly multiUser: number
}

export const emailOf = (role: Role | 'multi', tenant = 'a') => `${role}-${tenant}@test.example`

const period = { start_at: new Date('2026-01-01T00:00:00Z'), end_at: new Date('2099-12-31T15:00:00Z') }

async function one<T>(rows: Promise<T[]>): Promise<T> {
  return (await rows)[0]!
}

/** A hash says how it is checked. The usual 29 ms of the processor, thousands of times in a run, are too much for tests (docs/testing.md). */
const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1 })

async function insertUser(db: Database, email: string, password_hash: string, roles: readonly (readonly [account: number, role: Role])[]) {
  const values = { email, name: `利用者 ${email}`, password_hash, status: 'ACTIVE' as const }
  const user = await one(db.insert(users).values(values).returning({ id: users.id }))
  await db
    .insert(memberships)
    .values(roles.map(([account_id, role], index) => ({ user_id: user.id, account_id, role: roleCode(role), is_default: index === 0 })))
  return user.id
}

/** Inserts an invitation as if its mail had been sent; only the caller knows the token. */
export async function insertInvitation(db: Database, account_id: number, email: string): Promise<{ id: number; token: string }> {
  const token = newMailToken()
  const expires_at = new Date(Date.now() + 60 * 60 * 1000)
  const values = { account_id, email, locale: 'ja' as const, token_hash: mailTokenHash(token), expires_at }
  const { id } = await one(db.insert(invitations).values(values).returning({ id: invitations.id }))
  return { id, token }
}

/** Inserts a user of an account, separate from those of the fixtures. */
export async function insertMember(db: Database, email: string, account_id: number, role: Role): Promise<number> {
  return insertUser(db, email, await cheapHash(testPassword), [[account_id, role]])
}

/** Gives the members of an account another role. */
export async function changeRole(db: Database, account_id: number, role: Role): Promise<void> {
  await db
    .update(memberships)
    .set({ role: roleCode(role) })
    .where(eq(memberships.account_id, account_id))
}

async function insertSupply(db: Database, tenant: string, account_id: number, ptd_account_id: number, format_id: number) {
  const group = await one(
    db
      .insert(publisherGroups)
      .values({ ...named(`グループ ${tenant}`), account_id, ptd_account_id })
      .returning(),
  )
  const publisher_group_id = group.id
  const publisher = await one(
    db
      .insert(publishers)
      .values({ publisher_group_id, ...named(`出版 ${tenant}`) })
      .returning(),
  )
  const medium = await one(
    db
      .insert(media)
      .values({ publisher_group_id, publisher_id: publisher.id, ...named(`媒体 ${tenant}`), domain: `${tenant}.example` })
      .returning(),
  )
  const space = await one(
    db
      .insert(spaces)
      .values({ publisher_group_id, medium_id: medium.id, ...named(`枠 ${tenant}`), position: 'HEADER', reserve_price: '120.5' })
      .returning(),
  )
  const frame = { publisher_group_id, space_id: space.id, ...named(`配信枠 ${tenant}`), code: `f-${tenant}`, width: 300, height: 250 }
  const { id: frameId } = await one(db.insert(frames).values(frame).returning({ id: frames.id }))
  const setting = { publisher_group_id, space_id: space.id, format_id, enabled: true, template: 'PLAIN' }
  const { id: formatSetting } = await one(db.insert(formatSettings).values(setting).returning({ id: formatSettings.id }))
  const share = { publisher_group_id, rate: '70', valid_from: '2026-01-01' }
  const { id: revenueShare } = await one(db.insert(revenueShares).values(share).returning({ id: revenueShares.id }))
  return {
    publisherGroup: group.id,
    publisher: publisher.id,
    medium: medium.id,
    space: space.id,
    frame: frameId,
    formatSetting,
    revenueShare,
  }
}

async function insertFormat(db: Database): Promise<number> {
  const values = { ...named('バナー 300×250'), kind: 'BANNER', width: 300, height: 250, file_types: ['PNG', 'JPEG'], max_bytes: 150_000 }
  return (await one(db.insert(formats).values(values).returning({ id: formats.id }))).id
}

async function insertProduct(db: Database, tenant: string, format_id: number, space_id: number): Promise<number> {
  const status = tenant === 'a' ? 'ON_SALE' : 'DRAFT'
  const terms = { billing: 'CPM', unit_price: '500', min_quantity: 1000, sale_from: '2026-01-01' }
  const { id } = await one(
    db
      .insert(products)
      .values({ ...named(`商品 ${tenant}`), status, ...terms })
      .returning({ id: products.id }),
  )
  await db.insert(productFormats).values({ product_id: id, format_id })
  await db.insert(productSpaces).values({ product_id: id, space_id })
  return id
}

/** Inserts a campaign of a tenant's advertiser with its agency and rep and a budget of 100,000 yen. */
export async function insertCampaign(db: Database, { advertiser, agency, rep }: TenantFixture['accounts'], name: string): Promise<number> {
  const row = {
    advertiser_account_id: advertiser,
    agency_account_id: agency,
    rep_account_id: rep,
    ...named(name),
    goal: 'TRAFFIC',
    lifetime_budget: '100000',
    ...period,
  }
  return (await one(db.insert(campaigns).values(row).returning({ id: campaigns.id }))).id
}

/** Inserts a group with a creative that is approved and served, unless `values` say otherwise; returns the group's id. */
export async function insertCreativeGroup(
  db: Database,
  advertiser_account_id: number,
  name: string,
  values: Partial<typeof creatives.$inferInsert> = {},
): Promise<number> {
  const row = { advertiser_account_id, ...named(name) }
  const { id } = await one(db.insert(creativeGroups).values(row).returning({ id: creativeGroups.id }))
  const approved = { creative_group_id: id, status: 'APPROVED', serving_revision: 1 }
  await insertCreative(db, { ...row, ...named(`${name} 300×250`), ...approved, ...values })
  return id
}

/** Inserts a creative and, if one is served, its revision: in the first format, unless `values` name one. */
export async function insertCreative(db: Database, values: typeof creatives.$inferInsert): Promise<number> {
  const made = await one(db.insert(creatives).values(values).returning())
  const { id: creative_id, advertiser_account_id, serving_revision: revision, format_id } = made
  if (revision !== null) {
    const content = sql`jsonb_build_object('format_id', coalesce(${format_id}::bigint, (select min(id) from formats)), 'materials', '[]'::jsonb)`
    await db.insert(creativeRevisions).values({ advertiser_account_id, creative_id, revision, content, result: 'APPROVED' })
  }
  return creative_id
}

/** Inserts an ad of a tenant's campaign over its whole period. */
export async function insertAd(
  db: Database,
  { campaign, accounts: { advertiser } }: Pick<TenantFixture, 'campaign' | 'accounts'>,
  values: Partial<typeof ads.$inferInsert> = {},
): Promise<number> {
  const row = {
    advertiser_account_id: advertiser,
    campaign_id: campaign,
    ...named('広告'),
    ...period,
    unit_price: '500',
    quantity: 10_000,
    budget: '5000',
    landing_url: 'https://lp.example/',
    ...values,
  }
  return (await one(db.insert(ads).values(row).returning({ id: ads.id }))).id
}

type Supply = Pick<TenantFixture, 'publisherGroup' | 'medium' | 'space'>

export async function insertArticle(db: Database, { publisherGroup, medium }: Supply, title = '記事'): Promise<number> {
  const row = { publisher_group_id: publisherGroup, medium_id: medium, url: `https://a.example/${randomUUID()}`, title, name_norm: title }
  return (await one(db.insert(articles).values(row).returning({ id: articles.id }))).id
}

/** Inserts an ad (new by default) into the tenant's article and space: named, or excluded without having been named. */
export async function insertPlaces(
  db: Database,
  tenant: Supply & Pick<TenantFixture, 'campaign' | 'accounts' | 'article'>,
  excluded = false,
  ad?: number,
): Promise<{ adArticle: number; adWhitelist: number }> {
  const meeting = {
    advertiser_account_id: tenant.accounts.advertiser,
    publisher_group_id: tenant.publisherGroup,
    ad_id: ad ?? (await insertAd(db, tenant)),
    is_named: !excluded,
  }
  const shown = { ...meeting, article_id: tenant.article, status: excluded ? 'EXCLUDED' : 'TARGET' }
  const place = { ...meeting, space_id: tenant.space, status: excluded ? 'EXCLUDED' : 'LISTED' }
  return {
    adArticle: (await one(db.insert(adArticles).values(shown).returning({ id: adArticles.id }))).id,
    adWhitelist: (await one(db.insert(adWhitelist).values(place).returning({ id: adWhitelist.id }))).id,
  }
}

/** Inserts an ad (new by default) as delivered in the tenant's frame. */
export async function insertAdvertisement(
  db: Database,
  tenant: Supply & Pick<TenantFixture, 'campaign' | 'accounts' | 'frame'>,
  ad?: number,
): Promise<number> {
  const row = {
    publisher_group_id: tenant.publisherGroup,
    frame_id: tenant.frame,
    space_id: tenant.space,
    medium_id: tenant.medium,
    advertiser_account_id: tenant.accounts.advertiser,
    ad_id: ad ?? (await insertAd(db, tenant)),
    ...named('広告'),
    first_day: '2026-01-01',
    last_day: '2026-01-31',
  }
  return (await one(db.insert(advertisements).values(row).returning({ id: advertisements.id }))).id
}

/** Inserts a pending request about an advertisement of its own. */
export async function insertRejectRequest(
  db: Database,
  tenant: Supply & Pick<TenantFixture, 'campaign' | 'accounts' | 'frame'>,
): Promise<number> {
  const ad_id = await insertAd(db, tenant)
  const row = {
    publisher_group_id: tenant.publisherGroup,
    medium_id: tenant.medium,
    advertiser_account_id: tenant.accounts.advertiser,
    ad_id,
    advertisement_id: await insertAdvertisement(db, tenant, ad_id),
    ...named('広告'),
    reason_code: 'COMPETITOR',
    reason: '競合です。',
  }
  return (await one(db.insert(rejectRequests).values(row).returning({ id: rejectRequests.id }))).id
}

/** Inserts an announcement, published since the start of the year. */
export async function insertInformation(
  db: Database,
  title: string,
  target_roles: readonly Role[],
  values: Partial<typeof information.$inferInsert> = {},
): Promise<number> {
  const row = {
    title,
    name_norm: searchForm(title),
    type: 'NOTICE' as const,
    is_important: false,
    body: '<p>本文</p>',
    target_roles: [...target_roles],
    publish_from: period.start_at,
    ...values,
  }
  return (await one(db.insert(information).values(row).returning({ id: information.id }))).id
}

async function insertDraftCreative(db: Database, tenant: string, advertiser_account_id: number) {
  const group = await one(
    db
      .insert(creativeGroups)
      .values({ advertiser_account_id, ...named(`グループ ${tenant}`) })
      .returning({ id: creativeGroups.id }),
  )
  const row = {
    advertiser_account_id,
    creative_group_id: group.id,
    ...named(`クリエイティブ ${tenant}`),
    landing_url: 'https://lp.example/',
  }
  const creative = await one(db.insert(creatives).values(row).returning({ id: creatives.id }))
  return { creativeGroup: group.id, creative: creative.id }
}

/** Inserts a message to an account. */
export async function insertNotification(db: Database, account_id: number, text: string): Promise<number> {
  const row = { account_id, kind: 'message', params: { text } } as const
  return (await one(db.insert(notifications).values(row).returning({ id: notifications.id }))).id
}

/** Inserts a view of the list of announcements, which every role has. */
/** An invitation to the account, which somebody else has asked for, waits for a second person. */
async function insertChangeRequest(db: Database, account_id: number, requested_by: number): Promise<number> {
  const email = `${randomUUID()}@test.example`
  const values = {
    account_id,
    area: 'role',
    entity: 'invitation',
    action: 'create',
    name: email,
    before: {},
    permission: 'user.invite',
  } as const
  const of = { requested_by, requested_in: account_id, after: { email, account_id, locale: 'ja' }, lapses_at: new Date('2999-01-01') }
  return (
    await one(
      db
        .insert(changeRequests)
        .values({ ...values, ...of })
        .returning({ id: changeRequests.id }),
    )
  ).id
}

export async function insertSavedView(db: Database, account_id: number, user_id: number, name: string): Promise<number> {
  const values = { account_id, user_id, resource: 'information.viewList', name, query: 'type=NOTICE' }
  return (await one(db.insert(savedViews).values(values).returning({ id: savedViews.id }))).id
}

export async function insertLabel(db: Database, account_id: number): Promise<number> {
  const values = { account_id, ...named(`ラベル ${randomUUID()}`), colour: 'BLUE' }
  return (await one(db.insert(labels).values(values).returning({ id: labels.id }))).id
}

/** Inserts an order for what an ad buys; a draft by default. */
export async function insertOrder(db: Database, ad_id: number, values: Partial<typeof orders.$inferInsert> = {}): Promise<number> {
  const ad = await one(db.select().from(ads).where(eq(ads.id, ad_id)))
  const { advertiser_account_id, campaign_id, name, name_norm, billing, unit_price, start_at, end_at, landing_url, creative_group_id } = ad
  const row = {
    advertiser_account_id,
    campaign_id,
    ad_id,
    name,
    name_norm,
    billing,
    unit_price,
    start_at,
    end_at,
    landing_url,
    creative_group_id,
    product_id: ad.product_id!,
    quantity: ad.quantity!,
    amount: ad.budget,
    ...values,
  }
  const { id } = await one(db.insert(orders).values(row).returning({ id: orders.id }))
  // As whatever writes orders does (serving/changed-campaigns.ts): the worker may have settled the ad without it.
  await db.insert(changedCampaigns).values({ advertiser_account_id, campaign_id })
  return id
}

/** A tenant of each kind with a user of its role, and one record of everything below it, all named after the tenant. */
export async function insertTenant(db: Database, tenant: string, passwordHash: string, format: number): Promise<TenantFixture> {
  const company = await one(
    db
      .insert(companies)
      .values({
        ...named(`企業 ${tenant}`),
        enterprise_type: 'KABUSHIKI',
        zip: '100-0001',
        prefecture: '13',
        city: '千代田区',
        street1: '千代田1-1',
        phone: '0312345678',
        payment_type: 'INVOICE',
        credit_limit: '3000',
        credit_status: 'ACTIVE',
      })
      .returning({ id: companies.id }),
  )
  const account = {} as Record<Role, number>
  const user = {} as Record<Role, number>
  for (const kind of kinds) {
    const row = await one(
      db
        .insert(accounts)
        .values({ kind, company_id: company.id, ...named(`${kind} ${tenant}`) })
        .returning(),
    )
    account[kind] = row.id
    user[kind] = await insertUser(db, emailOf(kind, tenant), passwordHash, [[row.id, kind]])
  }
  const campaign = await insertCampaign(db, account, `キャンペーン ${tenant}`)
  const ad = await insertAd(db, { campaign, accounts: account }, named(`広告 ${tenant}`))
  const supply = await insertSupply(db, tenant, account.pg, account.ptd, format)
  const { id: pg } = await insertInvitation(db, account.pg, `invited-${tenant}@test.example`)
  const { id: ptd } = await insertInvitation(db, account.ptd, `invited-${tenant}@test.example`)
  const article = await insertArticle(db, supply, `記事 ${tenant}`)
  const places = await insertPlaces(db, { ...supply, article, campaign, accounts: account }, false, ad)
  const delivered = { ...supply, campaign, accounts: account }
  const advertisement = await insertAdvertisement(db, delivered, ad)
  const rejectRequest = await insertRejectRequest(db, delivered)
  const notice = await insertInformation(db, `お知らせ ${tenant}`, tenant === 'a' ? kinds : ['admin'])
  const notification = await insertNotification(db, account.admin, `メッセージ ${tenant}`)
  const product = await insertProduct(db, tenant, format, supply.space)
  const order = await insertOrder(db, ad, { ...named(`広告 ${tenant}`), product_id: product })
  return withFurther(db, tenant, {
    company: company.id,
    accounts: account,
    users: user,
    campaign,
    ...(await insertDraftCreative(db, tenant, account.advertiser)),
    ad,
    article,
    ...places,
    advertisement,
    rejectRequest,
    ...supply,
    product,
    order,
    invitations: { ptd, pg },
    information: notice,
    notification,
    changeRequest: await insertChangeRequest(db, account.pg, user.admin),
    savedView: await insertSavedView(db, account.admin, user.admin, `表示 ${tenant}`),
    format,
    further: {},
  })
}

/** Loads two tenants of each kind, so that foreign rows exist, and a user with three accounts. */
export async function loadFixtures(db: Database): Promise<Fixtures> {
  const passwordHash = await cheapHash(testPassword)
  const format = await insertFormat(db)
  const a = await insertTenant(db, 'a', passwordHash, format)
  const b = await insertTenant(db, 'b', passwordHash, format)
  const multiUser = await insertUser(db, emailOf('multi'), passwordHash, [
    [a.accounts.advertiser, 'advertiser'],
    [a.accounts.agency, 'agency'],
    [a.accounts.pg, 'pg'],
  ])
  return { a, b, format, multiUser }
}
