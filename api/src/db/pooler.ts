import type { ClientBase, Pool } from 'pg'
import { StartError } from './start-error.ts'

/** Error message for work that cannot use a pooler. */
export const needsDirect = () =>
  new StartError(
    'DATABASE_URL leads to a connection pooler, which is for calls alone: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  )

/**
 * Applies settings to a connection, as far as the server knows them (transaction_timeout came with PostgreSQL 17), and returns
 * true if the connection goes through a pooler. Through a pooler, it applies none, because the next client would inherit them.
 * A pooler invents the process id that it reports, so it differs from the server's.
 */
export async function setOrPooled(client: ClientBase, wanted: Readonly<Record<string, string>>): Promise<boolean> {
  const told = 'processID' in client ? client.processID : null
  const { rows } = await client.query<{ pooled: boolean }>(
    `select pg_backend_pid() <> $1 as pooled, (select count(set_config(name, value, false))
     from pg_settings join unnest($2::text[], $3::text[]) as wanted (name, value) using (name) where pg_backend_pid() = $1) as set`,
    [told, Object.keys(wanted), Object.values(wanted)],
  )
  return rows[0]?.pooled === true
}

/** True if the connection goes through a pooler. */
export const isPooled = (client: ClientBase): Promise<boolean> => setOrPooled(client, {})

/**
 * Sends named statements without their name. PostgreSQL stores prepared statements by name per connection, and a pooler
 * changes the connection with every transaction.
 */
export function forgetNames(client: ClientBase): void {
  const isNamed = (given: unknown): given is object =>
    typeof given === 'object' && given !== null && 'name' in given && !('submit' in given)
  client.query = new Proxy(client.query, {
    apply(query, self, [first, ...rest]: unknown[]) {
      return Reflect.apply(query, self, [isNamed(first) ? { ...first, name: undefined } : first, ...rest])
    },
  })
}

/** The settings whose value on the connection differs, as far as the server knows them: `jit is on instead of off`. */
export async function misses(client: ClientBase, wanted: Readonly<Record<string, string>>): Promise<string[]> {
  const { rows } = await client.query<{ told: string }>(
    `select format('%s is %s instead of %s', name, current_setting(name), value) as told
     from unnest($1::text[], $2::text[]) as wanted (name, value) where current_setting(name, true) <> value`,
    [Object.keys(wanted), Object.values(wanted)],
  )
  return rows.map(({ told }) => told)
}

/** Throws a StartError if the connection goes through a pooler. */
export async function refusePooler(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    if (await isPooled(client)) throw needsDirect()
  } finally {
    client.release()
  }
}
