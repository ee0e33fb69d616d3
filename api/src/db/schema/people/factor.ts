import type { RoleCode } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { day, identity, instant, reference } from '../common.ts'
import { users } from './access.ts'

/** What users prove themselves with besides the password (docs/decisions/0038). */
export const userFactors = pgTable(
  'user_factors',
  {
    id: identity().primaryKey(),
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['passkey', 'totp'] }).notNull(),
    name: text().notNull(),
    /** Secret of an authenticator app, sealed (factor/seal.ts). */
    secret: text(),
    /** Time step (30 s) of the last code of an authenticator app that was accepted; no step is accepted twice. */
    last_step: bigint({ mode: 'number' }),
    /** Credential id of a passkey, in base64url. */
    credential_id: text(),
    public_key: text(),
    /** Signature counter of a passkey; 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array(),
    created_at: instant().notNull().defaultNow(),
    /** When the user proved to have it; null while it is being added, and it counts for nothing. */
    added_at: instant(),
    last_used_at: instant(),
  },
  (table) => [
    index('user_factors_by_user').on(table.user_id),
    uniqueIndex('user_factors_credential').on(table.credential_id),
    uniqueIndex('user_factors_one_totp')
      .on(table.user_id)
      .where(sql`kind = 'totp' and added_at is not null`),
    check('user_factors_kind', sql`${table.kind} in ('passkey', 'totp')`),
    check(
      'user_factors_complete',
      sql`case ${table.kind} when 'totp' then ${table.secret} is not null else ${table.credential_id} is not null and ${table.public_key} is not null end`,
    ),
  ],
)

/** Recovery codes that are left, hashed with argon2id; those from before 0020 with SHA-256. A used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    code_hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
)

/** Challenges that passkeys have answered, so that none is answered twice; kept until they are too old to be. */
export const usedChallenges = pgTable(
  'used_challenges',
  { challenge_hash: text().primaryKey(), used_at: instant().notNull().defaultNow() },
  (table) => [index('used_challenges_by_age').on(table.used_at)],
)

/** Roles whose users need a second factor, in all their accounts (docs/decisions/0040). */
export const roleFactors = pgTable(
  'role_factors',
  {
    role: smallint().$type<RoleCode>().primaryKey(),
    /** The first day in Japan on which they need one. */
    required_from: day().notNull(),
  },
  (table) => [check('role_factors_role', sql`${table.role} between 1 and 6`)],
)

/** Second factors that users have lost and asked to have removed (docs/decisions/0041). Rows stay, as their history. */
export const factorResets = pgTable(
  'factor_resets',
  {
    id: identity().primaryKey(),
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    asked_at: instant().notNull().defaultNow(),
    /** When it happens by itself. */
    due_at: instant().notNull(),
    ended_at: instant(),
    /** Who ended it; null: the waiting time. */
    ended_by: reference(),
    outcome: text({ enum: ['DONE', 'STOPPED', 'REFUSED', 'PASSWORD_CHANGED'] }),
  },
  (table) => [
    uniqueIndex('factor_resets_one_open')
      .on(table.user_id)
      .where(sql`ended_at is null`),
    index('factor_resets_of_user').on(table.user_id, table.id.desc()),
    check('factor_resets_ended', sql`(${table.ended_at} is null) = (${table.outcome} is null)`),
  ],
)
