import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../common.ts'

/**
 * The oldest version of the schema whose code works with the tables as they are: one row, which the function
 * `require_schema_version` raises in a migration that contracts.
 */
export const schemaFloor = pgTable('schema_floor', { version: integer().primaryKey() })

/** How far stored values follow their present rule (db/upgrade/backfills.ts), and prices their present shares (delivery/roll-up/due-prices.ts). */
export const backfills = pgTable('backfills', {
  name: text().primaryKey(),
  /** Number of the migration that came with the rule that the values follow. */
  since: integer().notNull(),
  /** Where the next step begins, as the backfill writes it; null: at the start. */
  position: text(),
  /** Whole percent of the pass. */
  progress: integer().notNull().default(0),
  /** False if code with a former rule was connected since the pass began; then there is another pass once it has gone. */
  alone: boolean().notNull().default(true),
  /** null while a pass is under way. */
  finished_at: instant(),
})
