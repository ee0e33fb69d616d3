import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { retryingContended } from './retry-contended.ts'

/** The database or a transaction of it: what handlers and helpers take. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
export type RootDatabase = NodePgDatabase<Record<string, never>>

// int8 (ids, counts, sums of them) as a number: they stay below 2^53. For the whole module, because Drizzle
// passes over the parsers of a pool.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * How long the database works for somebody, by kind of work: one statement, the silence within a transaction, the
 * whole transaction. `call`: somebody waits for the answer. `job`: a file, in a process of its own, whose end
 * takes its statements with it. `command`: whoever has started it ends it (seed, demo data, ingest).
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

/**
 * A pool on `url`. Times are UTC on every connection. Errors of idle connections are told to `onError`; the pool replaces them.
 */
export function connect(url: string, { max = 10, work = 'call', onError }: ConnectOptions = {}) {
  const limited = Object.entries(limits[work])
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    // Statements here take milliseconds: compiling them takes longer, and the other processors have statements of
    // others to run. Sums of a report are grouped in memory. What is asked for is in memory or on a disk without arms:
    // a page elsewhere costs not four times the next one.
    options: '-c timezone=UTC -c jit=off -c work_mem=32MB -c max_parallel_workers_per_gather=0 -c random_page_cost=1.5',
    async onConnect(client) {
      // Those that the server knows: transaction_timeout came with PostgreSQL 17.
      const known = `select set_config(name, value, false) from pg_settings join unnest($1::text[], $2::text[]) as wanted (name, value) using (name)`
      if (limited.length > 0) await client.query(known, [limited.map(([name]) => name), limited.map(([, value]) => value)])
    },
  })
  pool.on('error', (error) => onError?.(error))
  // A connection that dies between two statements of a transaction: without a listener that ends the process. The next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: retryingContended(drizzle({ client: pool }) as RootDatabase) }
}
