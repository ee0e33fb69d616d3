import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts, users } from './access.ts'
import { identity, instant, reference } from '../common.ts'

/** Keys with which programs call the API (docs/decisions/0039). They are never deleted, because the history names them. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: identity().primaryKey(),
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    account_id: reference()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    /** SHA-256 of the key, which is stored nowhere. */
    key_hash: text().notNull().unique(),
    /** Its first characters, for its owner. */
    start: text().notNull(),
    /** Permissions of the contract; the owner's role has to have them too. */
    scopes: text().array().notNull(),
    /** Networks in CIDR notation; empty: any. */
    networks: text().array().notNull(),
    /** Calls per minute. */
    rate_limit: integer().notNull(),
    created_at: instant().notNull().defaultNow(),
    expires_at: instant().notNull(),
    last_used_at: instant(),
    last_used_address: text(),
    revoked_at: instant(),
  },
  (table) => [index('api_keys_of_user').on(table.user_id, table.id.desc()), index('api_keys_of_account').on(table.account_id)],
)

/** How often a key was used in the current minute: one row per key, for all processes. */
export const apiKeyUses = pgTable('api_key_uses', {
  key_id: reference()
    .primaryKey()
    .references(() => apiKeys.id, { onDelete: 'cascade' }),
  minute: instant().notNull(),
  count: integer().notNull(),
})
