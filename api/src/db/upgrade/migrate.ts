import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { required } from '@adsite/contract'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { inUse, isContended, isLocked } from '../database-error.ts'
import journal from '../migrations/meta/_journal.json' with { type: 'json' }
import { isPooled, needsDirect } from '../pooler.ts'
import { connectionName } from '../schema-version.ts'
import { StartError } from '../start-error.ts'
import { isMigrated } from './is-migrated.ts'
import { newClient } from '../connect.ts'

const folder = fileURLToPath(new URL('../migrations', import.meta.url))
/** Time of the first release's migration; databases with older steps were never released. */
const firstRelease = required(journal.entries[0], 'the first of entries').when
/** Arbitrary, but the same in every process. */
const lock = 4_207_137_001
/**
 * How long a migration waits for the lock on a table. Later calls queue behind it, so it gives up soon and tries again after
 * `pause` (milliseconds): before PostgreSQL looks for deadlocks, after a second, and ends a transaction of the site for its sake.
 */
const lockTimeout = '500ms'
const pause = 2000

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

/** Runs the missing migrations, all or none, between the transactions of a running site. */
async function runMissing(client: pg.Client, migrationsFolder: string, say: (line: string) => void): Promise<void> {
  await client.query(`set lock_timeout = '${lockTimeout}'`)
  for (;;) {
    try {
      await runMigrations(drizzle({ client }), { migrationsFolder })
      return
    } catch (error) {
      const used = inUse(error)
      if (used !== undefined) throw new StartError(`${used} End them, then migrate again.`)
      if (!isLocked(error) && !isContended(error)) throw error
      say('  A table is in use by a transaction of the site: trying again.')
      await wait(pause)
    }
  }
}

export interface MigrateOptions {
  /** Receives progress messages. Default: they are dropped. */
  readonly say?: (line: string) => void
  /** Folder of the migrations. Default: those of this code. */
  readonly migrationsFolder?: string
}

/**
 * Migrates the database at `url` to the schema of this code; a newer schema that supports this code is left as it is. An advisory
 * lock makes processes that start together take turns. Stored values are recomputed later in the background (backfills.ts).
 * @throws StartError if the schema no longer supports this code, or if it would no longer support code that is connected
 */
export async function migrate(url: string, { say = () => {}, migrationsFolder = folder }: MigrateOptions = {}): Promise<void> {
  const client = newClient({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: connectionName('migrate') })
  await client.connect()
  try {
    if (await isPooled(client)) throw needsDirect()
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [lock])
    await refuseUnreleased(client)
    if (!(await isMigrated(drizzle({ client })))) await runMissing(client, migrationsFolder, say)
  } finally {
    // Closing the connection releases the lock, also after an error.
    await client.end()
  }
}
