import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { retryingContended } from './retry-contended.ts'

/** The database or a transaction. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
export type RootDatabase = NodePgDatabase<Record<string, never>>

// Parses int8 (ids, counts and sums of them, all below 2^53) as a number. Set for the whole module, because Drizzle
// ignores the parsers of a pool.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Time limits by kind of work: one statement, idle in transaction, the whole transaction. `call`: somebody waits
 * for the answer. `job`: a file, in its own process, whose end cancels its statements. `command`: seed, demo
 * data and ingest, ended by whoever started them.
 */
const limits = {
  call: { statement_timeout: '30s', idle_in_transaction_session_timeout: '10s', transaction_timeout: '60s' },
  job: { idle_in_transaction_session_timeout: '60s', transaction_timeout: '20min', client_connection_check_interval: '5s' },
  command: {},
} as const satisfies Record<string, Record<string, string>>

interface ConnectOptions {
  readonly max?: number
  readonly work?: keyof typeof limits
  readonly onError?: (error: Error) => void
}

/** Creates a pool on `url` with UTC times. Errors of idle connections go to `onError`; the pool replaces the connection. */
export function connect(url: string, { max = 10, work = 'call', onError }: ConnectOptions = {}) {
  const limited = Object.entries(limits[work])
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    // Statements take milliseconds, so JIT compilation and parallel workers cost more than they save. Sums of a report are
    // grouped in memory. Data is cached or on SSDs, so random reads are not four times as expensive as sequential ones.
    options: '-c timezone=UTC -c jit=off -c work_mem=32MB -c max_parallel_workers_per_gather=0 -c random_page_cost=1.5',
    async onConnect(client) {
      // Sets only those that the server knows: transaction_timeout came with PostgreSQL 17.
      const known = `select set_config(name, value, false) from pg_settings join unnest($1::text[], $2::text[]) as wanted (name, value) using (name)`
      if (limited.length > 0) await client.query(known, [limited.map(([name]) => name), limited.map(([, value]) => value)])
    },
  })
  pool.on('error', (error) => onError?.(error))
  // Without a listener, a connection that dies between two statements would end the process. The next statement fails
  // instead.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: retryingContended(drizzle({ client: pool })) }
}
