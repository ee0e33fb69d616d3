import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../common.ts'

/**
 * What the content security policy of pages has blocked (spec/platform "Violations of the policy"); kept for a week after it
 * was last reported. Anybody can send such reports, so the number of rows is bounded.
 */
export const releaseViolations = pgTable(
  'release_violations',
  {
    unit: text().notNull(),
    /** The place in the build that caused it; empty and 0 if the browser did not name one. */
    build: text().notNull(),
    file: text().notNull(),
    line: integer().notNull(),
    column: integer().notNull(),
    directive: text().notNull(),
    /** Origin, scheme or keyword of what was blocked, never an address. */
    blocked: text().notNull(),
    /** First segment of the page's address. */
    area: text().notNull(),
    count: integer().notNull(),
    first_at: instant().notNull().defaultNow(),
    last_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      name: 'release_violations_pk',
      columns: [table.unit, table.build, table.file, table.line, table.column, table.directive, table.blocked, table.area],
    }),
    index('release_violations_by_age').on(table.last_at),
  ],
)
