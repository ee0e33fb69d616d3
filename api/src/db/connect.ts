import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { traceStatements } from '../trace/trace-statements.ts'
import { forgetNames, misses, needsDirect, setOrPooled } from './pooler.ts'
import { retryingContended } from './retry-contended.ts'
import { connectionName } from './schema-version.ts'

/** The database or a transaction. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
export type RootDatabase = NodePgDatabase<Record<string, never>>

// Parses int8 (ids, counts and sums of them, all below 2^53) as a number. Set for the whole module, because Drizzle
// ignores the parsers of a pool.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Settings of every connection. Statements take milliseconds, so JIT compilation and parallel workers cost more than they
 * save. Sums of a report are grouped in memory. Data is cached or on SSDs, so random reads are not four times as
 * expensive as sequential ones.
 */
const settings = { timezone: 'UTC', jit: 'off', work_mem: '32MB', max_parallel_workers_per_gather: '0', random_page_cost: '1.5' }

/**
 * Time limits by kind of work, in PostgreSQL's own notation: for one statement, idle in a transaction, and the whole transaction.
 * - `call`: somebody waits for the answer.
 * - `job`: a file that a process of its own works on; its statements are cancelled when that process ends.
 * - `command`: seed, demo data and ingest have no limits; whoever started them can end them.
 */
const limits = {
  call: { statement_timeout: '30s', idle_in_transaction_session_timeout: '10s', transaction_timeout: '1min' },
  job: { idle_in_transaction_session_timeout: '1min', transaction_timeout: '20min', client_connection_check_interval: '5s' },
  command: {},
} as const satisfies Record<string, Record<string, string>>

/** Settings of connections for calls. A pooler in transaction mode must apply them to the connections that it opens. */
export const callSettings: Readonly<Record<string, string>> = { ...settings, ...limits.call }

interface ConnectOptions {
  readonly max?: number
  readonly work?: keyof typeof limits
  /** The process's name in the name of its connections. Default: its kind of work. */
  readonly process?: string
  readonly onError?: (error: Error) => void
}

/**
 * Creates a pool on `url` with UTC times. Errors of idle connections go to `onError`; the pool replaces the connection.
 * For calls, `url` may lead to a pooler in transaction mode, whose settings are then only checked; other work needs direct
 * connections.
 */
export function connect(url: string, { max = 10, work = 'call', process = work, onError }: ConnectOptions = {}) {
  let told = false
  async function onPooler(client: pg.ClientBase): Promise<void> {
    if (work !== 'call') throw needsDirect()
    forgetNames(client)
    if (told) return
    const missing = await misses(client, callSettings)
    if (told || missing.length === 0) return
    told = true
    onError?.(new Error(`The connections of the pooler differ from those of the site: ${missing.join('; ')}`))
  }
  const pool = new pg.Pool({
    connectionString: url,
    application_name: connectionName(process),
    max,
    connectionTimeoutMillis: 10_000,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    async onConnect(client) {
      if (await setOrPooled(client, limits[work])) await onPooler(client)
    },
  })
  pool.on('error', (error) => onError?.(error))
  // Without a listener, a connection that dies between two statements would end the process. The next statement fails
  // instead.
  pool.on('connect', (client) => client.on('error', () => {}))
  traceStatements(pool)
  return { pool, db: retryingContended(drizzle({ client: pool })) }
}

/** A connection of its own. If the server ends it between two statements, the next statement fails; without a listener, the process would end. */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  client.on('error', () => {})
  return client
}
