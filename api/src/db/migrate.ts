import { required } from '@adsite/contract'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import journal from './migrations/meta/_journal.json' with { type: 'json' }
import { sql } from 'drizzle-orm'
import type { Database } from './connect.ts'
import { refillSearchedNames } from './refill-searched-names.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Time of the first release's migration; databases with older steps were never released. */
const firstRelease = required(journal.entries[0], 'the first of entries').when
/** Time of the newest migration that this code knows. */
const newest = required(journal.entries.at(-1), 'the last of entries').when
/** Arbitrary, but the same in every process. */
const lock = 4_207_137_001

/** The steps before the first release were merged into one migration, so a database that stopped between them cannot be upgraded. */
async function refuseUnreleased(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ kept: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as kept`)
  if (!required(rows[0], 'a row of the answer').kept) return
  const { rows: steps } = await client.query<{ last: string | null }>('select max(created_at) as last from drizzle.__drizzle_migrations')
  const last = required(steps[0], 'the first of steps').last
  if (last !== null && Number(last) < firstRelease) {
    throw new Error(
      'This database was made before the first release and cannot be upgraded. Start with an empty one (another DATA_DIR or DATABASE_URL).',
    )
  }
}

/**
 * Migrates the database at `url` to the current schema. Processes that start together take turns under an
 * advisory lock; `say` reports slow steps.
 */
export async function migrate(url: string, say: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [lock])
    await refuseUnreleased(client)
    await runMigrations(drizzle({ client }), { migrationsFolder: folder })
    await refillSearchedNames(client, say)
  } finally {
    // Closing the connection releases the lock, also after an error.
    await client.end()
  }
}

/** True if the schema is that of this code, or newer: a later release expands it first (docs/operations/database). */
export async function isMigrated(db: Database): Promise<boolean> {
  const { rows: known } = await db.execute<{ kept: boolean }>(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as kept`)
  if (!required(known[0], 'a row of the answer').kept) return false
  const { rows } = await db.execute<{ last: string | null }>(sql`select max(created_at) as last from drizzle.__drizzle_migrations`)
  return Number(required(rows[0], 'a row of the answer').last) >= newest
}
