import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** The database or a transaction of it: what handlers and helpers take. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
export type RootDatabase = NodePgDatabase<Record<string, never>>

// int8 (ids, counts, sums of them) as a number: they stay below 2^53. For the whole module, because Drizzle
// passes over the parsers of a pool.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A pool on `url`. Times are UTC on every connection. Errors of idle connections are told to `onError`; the pool replaces them.
 */
export function connect(url: string, { max = 10, onError }: { max?: number; onError?: (error: Error) => void } = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    // Statements here take milliseconds: compiling them takes longer, and the other processors have statements of
    // others to run. Sums of a report are grouped in memory. What is asked for is in memory or on a disk without arms:
    // a page elsewhere costs not four times the next one.
    options: '-c timezone=UTC -c jit=off -c work_mem=32MB -c max_parallel_workers_per_gather=0 -c random_page_cost=1.5',
  })
  pool.on('error', (error) => onError?.(error))
  // A connection that dies between two statements of a transaction: without a listener that ends the process. The next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: drizzle({ client: pool }) as RootDatabase }
}
