import type { ChangeRequestOutcome, FourEyesArea, Permission } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts, users } from './access.ts'
import { identity, instant, money, reference } from '../common.ts'

/** What accounts have decided by two persons (docs/decisions/0045-second-person.md); no row: nothing. */
export const fourEyes = pgTable('four_eyes', {
  account_id: reference()
    .primaryKey()
    .references(() => accounts.id),
  areas: text().array().$type<FourEyesArea[]>().notNull(),
  /** Orders above it need two persons, in yen. */
  order_above: money().notNull(),
})

/** Changes that wait for a second person. Rows stay, as their history. */
export const changeRequests = pgTable(
  'change_requests',
  {
    id: identity().primaryKey(),
    /** The account that asks for a second person. */
    account_id: reference()
      .notNull()
      .references(() => accounts.id),
    area: text().$type<FourEyesArea | 'setting'>().notNull(),
    entity: text().notNull(),
    /** null: it does not exist yet. */
    entity_id: reference(),
    action: text().notNull(),
    name: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    /** What who asked needed, and who decides needs. */
    permission: text().$type<Permission>().notNull(),
    reason: text(),
    requested_by: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The account that they used. */
    requested_in: reference().notNull(),
    requested_at: instant().notNull().defaultNow(),
    lapses_at: instant().notNull(),
    ended_at: instant(),
    ended_by: reference(),
    outcome: text().$type<ChangeRequestOutcome>(),
    decision: text(),
  },
  (table) => [
    uniqueIndex('change_requests_one_open')
      .on(table.entity, table.entity_id, table.account_id)
      .where(sql`ended_at is null`),
    index('change_requests_of_account').on(table.account_id, table.id.desc()),
    index('change_requests_ended').on(table.ended_at),
    check('change_requests_outcome', sql`(${table.ended_at} is null) = (${table.outcome} is null)`),
    check('change_requests_another', sql`${table.outcome} is distinct from 'APPROVED' or ${table.ended_by} <> ${table.requested_by}`),
  ],
)
