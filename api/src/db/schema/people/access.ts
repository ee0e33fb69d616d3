import { sql } from 'drizzle-orm'
import { boolean, check, index, pgEnum, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { audited, identity, instant, money, reference } from '../common.ts'

export const userStatus = pgEnum('user_status', ['INVITED', 'ACTIVE', 'SUSPENDED', 'DELETED'])
export const accountKind = pgEnum('account_kind', ['advertiser', 'agency', 'rep', 'ptd', 'pg', 'admin'])
export const accountStatus = pgEnum('account_status', ['INPROGRESS', 'SERVING', 'SUSPENDED', 'ENDED'])

export const companies = pgTable(
  'companies',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
    name_norm: text().notNull(),
    name_kana: text(),
    /** What a search looks in: name, kana, telephone and corporate number; written by the database. */
    search_text: text()
      .notNull()
      .generatedAlwaysAs(sql`search_form(name || '|' || coalesce(name_kana, '') || '|' || phone || '|' || coalesce(corporate_number, ''))`),
    enterprise_type: text().notNull(),
    enterprise_type_position: text(),
    corporate_number: text(),
    zip: text().notNull(),
    prefecture: text().notNull(),
    city: text().notNull(),
    street1: text().notNull(),
    street2: text(),
    building: text(),
    phone: text().notNull(),
    url: text(),
    contact_name: text(),
    payment_type: text().notNull(),
    credit_limit: money().notNull(),
    /** A higher limit that waits for approval. */
    applied_limit: money(),
    credit_status: text().notNull().default('UNREVIEWED'),
    ...audited(),
  },
  (table) => [
    index('companies_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    uniqueIndex('companies_corporate_number')
      .on(table.corporate_number)
      .where(sql`deleted_at is null`),
  ],
)

/** A tenant. The links say which agency and rep it works through by default; a media group's trading desk stands in its group. */
export const accounts = pgTable(
  'accounts',
  {
    id: identity().primaryKey(),
    kind: accountKind().notNull(),
    company_id: reference()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    name_norm: text().notNull(),
    status: accountStatus().notNull().default('SERVING'),
    agency_account_id: reference(),
    rep_account_id: reference(),
    ...audited(),
  },
  (table) => [
    index('accounts_by_kind')
      .on(table.kind, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('accounts_by_company').on(table.company_id),
  ],
)

export const users = pgTable(
  'users',
  {
    id: identity().primaryKey(),
    /** Always written lower case (`normaliseEmail`), so that the unique index folds case. */
    email: text().notNull(),
    name: text().notNull(),
    name_kana: text(),
    /** What a search looks in: name, kana and address; written by the database. */
    name_norm: text()
      .notNull()
      .generatedAlwaysAs(sql`search_form(name || '|' || coalesce(name_kana, '') || '|' || email)`),
    locale: text().notNull().default('ja'),
    /** argon2id; null until an invitation is accepted. */
    password_hash: text(),
    status: userStatus().notNull().default('INVITED'),
    ...audited(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    index('users_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    check('users_email_folded', sql`${table.email} = lower(${table.email})`),
    check('users_locale', sql`${table.locale} in ('ja', 'en')`),
  ],
)

/** One role per user and account (spec/site "Accounts and users"); `role` is the code (spec/site "Roles"). */
export const memberships = pgTable(
  'memberships',
  {
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    account_id: reference()
      .notNull()
      .references(() => accounts.id),
    role: smallint().notNull(),
    is_default: boolean().notNull().default(false),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.account_id] }),
    uniqueIndex('memberships_one_default')
      .on(table.user_id)
      .where(sql`is_default`),
    index('memberships_by_account').on(table.account_id),
    check('memberships_role', sql`${table.role} between 1 and 6`),
  ],
)

/** Signed-in browsers. Only the SHA-256 of the cookie is kept (spec/quality "Sessions"). */
export const sessions = pgTable(
  'sessions',
  {
    id_hash: text().primaryKey(),
    /** What its user calls it by; the hash is for the database alone. */
    id: identity().unique(),
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    account_id: reference().notNull(),
    /** Where it was begun, and with what: null of one that is older than these columns, and where the browser does not say. */
    address: text(),
    device: text(),
    created_at: instant().notNull().defaultNow(),
    last_seen_at: instant().notNull().defaultNow(),
  },
  (table) => [index('sessions_by_user').on(table.user_id), index('sessions_by_age').on(table.last_seen_at)],
)

/** Remotes that one session runs from a development server (docs/decisions/0011). Gone with the session: at every sign-in and change of account. */
export const developments = pgTable('developments', {
  session_hash: text()
    .primaryKey()
    .references(() => sessions.id_hash, { onDelete: 'cascade' }),
  area: text().notNull(),
  origin: text().notNull(),
  until: instant().notNull(),
})
