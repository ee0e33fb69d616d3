import type { FailureFrame } from '@adsite/contract'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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
    /**
     * Route and cause of a failure, from the contract's `failureDetails`; empty if unknown or if nothing failed. Where
     * the page reported more than the name of the error, the cause ends in `#` and the key of its description.
     */
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

/** Messages and stacks of failures, once per build; kept for a week after they were last heard of. */
export const releaseFailures = pgTable(
  'release_failures',
  {
    unit: text().notNull(),
    build: text().notNull(),
    /** Hash of error, message and innermost frame: failures with one cause have one. */
    key: text().notNull(),
    message: text().notNull(),
    frames: jsonb().$type<readonly FailureFrame[]>().notNull(),
    seen_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'release_failures_pk', columns: [table.unit, table.build, table.key] }),
    index('release_failures_by_age').on(table.seen_at),
  ],
)
