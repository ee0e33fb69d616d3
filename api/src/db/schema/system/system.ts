import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { identity, instant, reference } from '../common.ts'

/** Values that all API processes share, created once (the key of the CSRF tokens). Never sent anywhere. */
export const secrets = pgTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
  created_at: instant().notNull().defaultNow(),
})

/**
 * Failed attempts to sign in, to request a password mail and to use a mailed token. Kept for an hour, in the
 * database so that all processes count together.
 */
export const loginFailures = pgTable(
  'login_failures',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the kind of attempt, the e-mail or token, and the address. */
    key: text().notNull(),
    /** SHA-256 of the kind of attempt and the e-mail or token. */
    subject: text().notNull().default(''),
    /** SHA-256 of the kind of attempt and the address; null for a known browser. */
    address: text(),
    /** SHA-256 of the kind of attempt and the address's network. */
    network: text(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('login_failures_by_key').on(table.key, table.at),
    index('login_failures_by_address').on(table.address, table.at),
    index('login_failures_by_network').on(table.network, table.at),
    index('login_failures_by_age').on(table.at),
  ],
)

/** Answers of creates with an Idempotency-Key (spec/quality "Double submit"); kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    account_id: reference().notNull(),
    user_id: reference().notNull(),
    key: text().notNull(),
    /** SHA-256 of method, path and body. */
    request_hash: text().notNull(),
    status: smallint().notNull(),
    body: jsonb().notNull(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.user_id, table.key] }), index('idempotency_keys_by_age').on(table.created_at)],
)

/** Files that an account has imported and that created records, by their content: the last import of each. */
export const importedFiles = pgTable(
  'imported_files',
  {
    account_id: reference().notNull(),
    entity: text().notNull(),
    /** SHA-256 of the file. */
    file_hash: text().notNull(),
    user_id: reference(),
    created: integer().notNull(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.entity, table.file_hash] })],
)

/** Who changed what, one row per field (spec/domain "Every row"). A trigger refuses updates and deletes. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: identity().primaryKey(),
    entity: text().notNull(),
    entity_id: reference().notNull(),
    at: instant().notNull().defaultNow(),
    user_id: reference(),
    account_id: reference(),
    /** The API key that it was made with; null: none. */
    api_key_id: reference(),
    action: text({ enum: ['create', 'update', 'delete'] }).notNull(),
    source: text({ enum: ['screen', 'import', 'api'] }).notNull(),
    /** null for the record as a whole. */
    field: text(),
    before: jsonb(),
    after: jsonb(),
    /** The request that made it, with all that it changed; null outside of requests. */
    request_id: text(),
    /** The entry that it takes back. */
    undoes: reference(),
  },
  (table) => [
    index('audit_log_by_entity').on(table.entity, table.entity_id, table.id.desc()),
    index('audit_log_by_request')
      .on(table.request_id)
      .where(sql`${table.request_id} is not null`),
  ],
)
