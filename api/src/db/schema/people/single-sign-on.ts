import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts, companies, users } from './access.ts'
import { audited, identity, instant, reference } from '../common.ts'

/** Providers of OpenID Connect that sign in people of a company (docs/decisions/0044). */
export const ssoProviders = pgTable(
  'sso_providers',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
    name_norm: text().notNull(),
    company_id: reference()
      .notNull()
      .references(() => companies.id),
    issuer: text().notNull(),
    client_id: text().notNull(),
    /** Sealed (factor/seal.ts). */
    client_secret: text(),
    groups_claim: text().notNull(),
    second_factor: boolean().notNull(),
    active: boolean().notNull(),
    /** Whether people of its domains use the company's accounts in its sessions alone (docs/decisions/0046). */
    required: boolean().notNull().default(false),
    ...audited(),
  },
  (table) => [
    index('sso_providers_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('sso_providers_by_company').on(table.company_id),
  ],
)

/** E-mail domains whose people a provider may sign in. One that another provider has is taken, proven or not. */
export const ssoDomains = pgTable(
  'sso_domains',
  {
    id: identity().primaryKey(),
    provider_id: reference()
      .notNull()
      .references(() => ssoProviders.id, { onDelete: 'cascade' }),
    domain: text().notNull(),
    /** Stands in the TXT record. */
    challenge: text().notNull(),
    /** When the record was last found, and last looked for. */
    proven_at: instant(),
    checked_at: instant(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('sso_domains_domain').on(table.domain),
    index('sso_domains_by_provider').on(table.provider_id),
    index('sso_domains_by_check').on(table.checked_at),
  ],
)

/** Groups as the provider names them, and the account that each gives with its role. */
export const ssoGroups = pgTable(
  'sso_groups',
  {
    id: identity().primaryKey(),
    provider_id: reference()
      .notNull()
      .references(() => ssoProviders.id, { onDelete: 'cascade' }),
    value: text().notNull(),
    account_id: reference()
      .notNull()
      .references(() => accounts.id),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('sso_groups_once').on(table.provider_id, table.value, table.account_id),
    index('sso_groups_by_account').on(table.account_id),
  ],
)

/** Who somebody at a provider is here. A subject is never reassigned, an e-mail address may be. */
export const ssoIdentities = pgTable(
  'sso_identities',
  {
    provider_id: reference()
      .notNull()
      .references(() => ssoProviders.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When they last signed in with it; null: before this was written down. */
    signed_in_at: instant(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider_id, table.subject] }),
    uniqueIndex('sso_identities_one_each').on(table.provider_id, table.user_id),
    index('sso_identities_by_user').on(table.user_id),
  ],
)
