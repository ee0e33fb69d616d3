import { required } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { schemaTime, schemaVersion } from '../schema-version.ts'
import { StartError } from '../start-error.ts'

const numbered = (version: number) => String(version).padStart(4, '0')

/**
 * True if the schema has at least the migrations of this code. It may have more, because a later release migrates before its
 * processes start (docs/operations/upgrades.md).
 * @throws StartError if a later release has removed what this code needs
 */
export async function isMigrated(db: Database): Promise<boolean> {
  const { rows: known } = await db.execute<{ kept: boolean }>(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as kept`)
  if (!required(known[0], 'a row of the answer').kept) return false
  const { rows } = await db.execute<{ last: string | null }>(sql`select max(created_at) as last from drizzle.__drizzle_migrations`)
  if (Number(required(rows[0], 'a row of the answer').last) < schemaTime) return false
  const { rows: floors } = await db.execute<{ floor: number | null }>(sql`select max(version) as floor from schema_floor`)
  const floor = required(floors[0], 'a row of the answer').floor ?? 0
  if (floor <= schemaVersion) return true
  throw new StartError(
    `This release is too old for the database: its code ends at migration ${numbered(schemaVersion)}, and a later release has contracted ` +
      `the schema for code with migration ${numbered(floor)}. Start the release that migrated the database, or a later one.`,
  )
}
