import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts, users } from './access.ts'
import { audited, identity, instant, reference } from '../common.ts'

/** Links to set a new password. Only the SHA-256 of a token is kept, the mail alone has the token (spec/quality "Tokens"). */
export const passwordResets = pgTable(
  'password_resets',
  {
    token_hash: text().primaryKey(),
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().defaultNow(),
    /** When it was used, or voided by a newer one; null: it works for 60 minutes. */
    ended_at: instant(),
  },
  (table) => [index('password_resets_by_user').on(table.user_id, table.created_at), index('password_resets_by_age').on(table.created_at)],
)

/** Mails that were promised and have not been taken yet (mail/mail-jobs.ts). */
export const mailJobs = pgTable(
  'mail_jobs',
  {
    id: identity().primaryKey(),
    kind: text({ enum: ['password_reset', 'password_changed'] }).notNull(),
    /** Address as somebody gave it, whoever it belongs to. */
    recipient: text().notNull(),
    attempts: integer().notNull().default(0),
    due_at: instant().notNull().defaultNow(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [index('mail_jobs_by_due').on(table.due_at)],
)

/** Invitations to an account. EXPIRED is no stored status: a sent one past `expires_at` is expired. */
export const invitations = pgTable(
  'invitations',
  {
    id: identity().primaryKey(),
    account_id: reference()
      .notNull()
      .references(() => accounts.id),
    /** As normalised, like those of users. */
    email: text().notNull(),
    /** What a search looks in; written by the database. */
    name_norm: text()
      .notNull()
      .generatedAlwaysAs(sql`search_form(email)`),
    /** Language of the mail, and of the user who registers with it. */
    locale: text({ enum: ['ja', 'en'] }).notNull(),
    token_hash: text().notNull(),
    status: text({ enum: ['SENT', 'ACCEPTED', 'REVOKED'] })
      .notNull()
      .default('SENT'),
    expires_at: instant().notNull(),
    accepted_by: reference(),
    /** The account in which it was sent: told when it is accepted. */
    inviting_account_id: reference(),
    ...audited(),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.token_hash),
    uniqueIndex('invitations_one_sent')
      .on(table.account_id, table.email)
      .where(sql`status = 'SENT'`),
    index('invitations_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('invitations_of_account').on(table.account_id, table.id.desc()),
    check('invitations_status', sql`${table.status} in ('SENT', 'ACCEPTED', 'REVOKED')`),
    check('invitations_locale', sql`${table.locale} in ('ja', 'en')`),
  ],
)
