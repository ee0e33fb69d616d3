import { sql } from 'drizzle-orm'
import type { ReadinessCheck } from './bind-health.ts'
import type { RootDatabase } from '../db/connect.ts'
import { isMigrated } from '../db/upgrade/is-migrated.ts'

/** What a part needs of the database: that it answers, and that its schema is migrated. */
export function databaseChecks(db: RootDatabase): Readonly<Record<'database' | 'schema', ReadinessCheck>> {
  return {
    async database() {
      await db.execute(sql`select 1`)
    },
    async schema() {
      if (!(await isMigrated(db))) throw new Error('The schema is older than this code')
    },
  }
}
