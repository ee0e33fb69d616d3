import { roleCode, searchForm, type Role } from '@adsite/contract'
import type { Database } from '../db/connect.ts'
import {
  accounts,
  campaigns,
  companies,
  frames,
  information,
  invitations,
  media,
  memberships,
  notifications,
  publisherGroups,
  publishers,
  spaces,
  users,
} from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { hashPassword } from '../session/password.ts'

export const testPassword = 'correct horse battery'
export const tenants = ['a', 'b'] as const
export type Tenant = (typeof tenants)[number]

const kinds = ['advertiser', 'agency', 'rep', 'ptd', 'pg', 'admin'] as const satisfies readonly Role[]

/** One tenant of each kind with a user of its role, a campaign and a space; ids by what they are. */
export interface TenantFixture {
  readonly company: number
  readonly accounts: Readonly<Record<Role, number>>
  readonly users: Readonly<Record<Role, number>>
  readonly campaign: number
  readonly publisherGroup: number
  readonly medium: number
  readonly space: number
  /** Published: tenant a's for every role, tenant b's for administrators. */
  readonly information: number
  /** To the account of the administrator. */
  readonly notification: number
  /** To the pg account. */
  readonly invitation: number
}

export type Fixtures = Readonly<Record<Tenant, TenantFixture>> & {
  /** Member of advertiser, agency and pg of tenant a. */
  readonly multiUser: number
}

export const emailOf = (role: Role | 'multi', tenant: Tenant = 'a') => `${role}-${tenant}@test.example`

const period = { start_at: new Date('2026-01-01T00:00:00Z'), end_at: new Date('2099-12-31T15:00:00Z') }

async function one<T>(rows: Promise<T[]>): Promise<T> {
  return (await rows)[0]!
}

async function insertUser(db: Database, email: string, password_hash: string, roles: readonly (readonly [account: number, role: Role])[]) {
  const values = { email, name: `利用者 ${email}`, password_hash, status: 'active' as const }
  const user = await one(db.insert(users).values(values).returning({ id: users.id }))
  await db
    .insert(memberships)
    .values(roles.map(([account_id, role], index) => ({ user_id: user.id, account_id, role: roleCode(role), is_default: index === 0 })))
  return user.id
}

/** An invitation whose mail was sent; the token is known here alone. */
export async function insertInvitation(db: Database, account_id: number, email: string): Promise<{ id: number; token: string }> {
  const token = newMailToken()
  const expires_at = new Date(Date.now() + 60 * 60 * 1000)
  const values = { account_id, email, locale: 'ja' as const, token_hash: mailTokenHash(token), expires_at }
  const { id } = await one(db.insert(invitations).values(values).returning({ id: invitations.id }))
  return { id, token }
}

/** A user of an account who is nobody else in the fixtures. */
export async function insertMember(db: Database, email: string, account_id: number, role: Role): Promise<number> {
  return insertUser(db, email, await hashPassword(testPassword), [[account_id, role]])
}

async function insertSupply(db: Database, tenant: Tenant, account_id: number, ptd_account_id: number) {
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
  await db.insert(frames).values(frame)
  return { publisherGroup: group.id, medium: medium.id, space: space.id }
}

/** An announcement, published since the start of the year. */
export async function insertInformation(
  db: Database,
  title: string,
  target_roles: readonly Role[],
  values: Partial<typeof information.$inferInsert> = {},
): Promise<number> {
  const row = {
    ...{ title, name_norm: searchForm(title), type: 'NOTICE', is_important: false, body: '<p>本文</p>' },
    ...{ target_roles: [...target_roles], publish_from: period.start_at, ...values },
  }
  return (await one(db.insert(information).values(row).returning({ id: information.id }))).id
}

async function insertTenant(db: Database, tenant: Tenant, passwordHash: string): Promise<TenantFixture> {
  const company = await one(
    db
      .insert(companies)
      .values({
        ...named(`企業 ${tenant}`),
        ...{ enterprise_type: 'KABUSHIKI', zip: '100-0001', prefecture: '13', city: '千代田区', street1: '千代田1-1' },
        ...{ phone: '0312345678', payment_type: 'INVOICE', credit_limit: '3000' },
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
  const campaign = await one(
    db
      .insert(campaigns)
      .values({
        ...{ advertiser_account_id: account.advertiser, agency_account_id: account.agency, rep_account_id: account.rep },
        ...{ ...named(`キャンペーン ${tenant}`), goal: 'TRAFFIC', lifetime_budget: '100000', ...period },
      })
      .returning({ id: campaigns.id }),
  )
  const supply = await insertSupply(db, tenant, account.pg, account.ptd)
  const { id: invitation } = await insertInvitation(db, account.pg, `invited-${tenant}@test.example`)
  const notice = await insertInformation(db, `お知らせ ${tenant}`, tenant === 'a' ? kinds : ['admin'])
  const message = { account_id: account.admin, kind: 'message', params: { text: `メッセージ ${tenant}` } }
  const { id: notification } = await one(db.insert(notifications).values(message).returning({ id: notifications.id }))
  return {
    company: company.id,
    accounts: account,
    users: user,
    campaign: campaign.id,
    ...supply,
    invitation,
    information: notice,
    notification,
  }
}

/** Two tenants of each kind, so that a foreign row can be asked for, and a user with three accounts. */
export async function loadFixtures(db: Database): Promise<Fixtures> {
  const passwordHash = await hashPassword(testPassword)
  const a = await insertTenant(db, 'a', passwordHash)
  const b = await insertTenant(db, 'b', passwordHash)
  const multiUser = await insertUser(db, emailOf('multi'), passwordHash, [
    [a.accounts.advertiser, 'advertiser'],
    [a.accounts.agency, 'agency'],
    [a.accounts.pg, 'pg'],
  ])
  return { a, b, multiUser }
}
