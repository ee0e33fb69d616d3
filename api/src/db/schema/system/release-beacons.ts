import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../people/access.ts'
import { instant, reference } from '../common.ts'

/** What the pages of an account observed of a remote's build in one minute (spec/platform "Beacons"); kept for a week. */
export const releaseBeacons = pgTable(
  'release_beacons',
  {
    unit: text().notNull(),
    build: text().notNull(),
    minute: instant().notNull(),
    account_id: reference()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The account is in a canary of this remote, whichever build it received. */
    canary: boolean().notNull(),
    /** One of the contract's `beaconPhases`. */
    phase: text().notNull(),
    /** Route and cause of a failure, from the contract's `failureDetails`; empty if unknown or if nothing failed. */
    route: text().notNull().default(''),
    error: text().notNull().default(''),
    ok: integer().notNull(),
    failed: integer().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'release_beacons_pk',
      columns: [table.unit, table.build, table.minute, table.account_id, table.canary, table.phase, table.route, table.error],
    }),
    index('release_beacons_of_account').on(table.account_id, table.minute),
    index('release_beacons_by_age').on(table.minute),
  ],
)
