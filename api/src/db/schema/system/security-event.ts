import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { audited, identity, instant, reference } from '../common.ts'

/**
 * The audit of security (spec/quality "Events"): who did what, from where, and how it ended. A trigger refuses changes, and the
 * removal of what is younger than the contract's `auditDays.min`.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: identity().primaryKey(),
    at: instant().notNull().defaultNow(),
    kind: text().notNull(),
    outcome: text({ enum: ['DONE', 'REFUSED'] }).notNull(),
    user_id: reference(),
    /** Name and address of the user as they were then. */
    actor: text(),
    account_id: reference(),
    role: text(),
    address: text(),
    device: text(),
    target: text(),
    detail: text(),
    /** The same within a moment, counted. */
    occurrences: integer().notNull().default(1),
    request_id: text(),
    /** What a search looks in; written by the database. */
    name_norm: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_form(coalesce(actor, '') || '|' || coalesce(address, '') || '|' || coalesce(target, '') || '|' || coalesce(detail, '') || '|' || coalesce(request_id, ''))`,
      ),
    ...audited(),
  },
  (table) => [
    index('security_events_newest').on(table.at.desc(), table.id.desc()),
    index('security_events_of_user').on(table.user_id, table.id.desc()),
    check('security_events_outcome', sql`${table.outcome} in ('DONE', 'REFUSED')`),
  ],
)
