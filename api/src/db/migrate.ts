import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { refillSearchedNames } from './refill-searched-names.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number, the same in every process. */
const lock = 4_207_137_001

/** Brings the database at `url` to the current schema. Processes that start together take turns under an advisory lock; what takes long is told to `say`. */
export async function migrate(url: string, say: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [lock])
    await runMigrations(drizzle({ client }), { migrationsFolder: folder })
    await refillSearchedNames(client, say)
  } finally {
    // Ending the connection gives the lock back, also after an error.
    await client.end()
  }
}
