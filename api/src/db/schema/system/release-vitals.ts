import { index, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core'
import { accounts } from '../people/access.ts'
import { instant, reference } from '../common.ts'

/** What the pages of an account measured of a build in one minute (spec/platform "Web vitals"); kept for a week. */
export const releaseVitals = pgTable(
  'release_vitals',
  {
    unit: text().notNull(),
    build: text().notNull(),
    minute: instant().notNull(),
    account_id: reference()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** One of the contract's `webVitals`. */
    name: text().notNull(),
    /** In the unit of the metric. */
    values: real().array().notNull(),
  },
  (table) => [
    primaryKey({ name: 'release_vitals_pk', columns: [table.unit, table.build, table.minute, table.account_id, table.name] }),
    index('release_vitals_of_account').on(table.account_id, table.minute),
    index('release_vitals_by_age').on(table.minute),
  ],
)
