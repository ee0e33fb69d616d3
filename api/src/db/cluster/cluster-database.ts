import { readFile } from 'node:fs/promises'
import { required } from '@adsite/contract'
import pg from 'pg'
import { migrate } from '../migrate.ts'

const script = new URL('../../../../docs/operations/citus.sql', import.meta.url)

/** Runs statements on one connection to the database at `url`, and closes it. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of a database of this name on the server of `url`. */
export function databaseOf(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** The servers of the Citus cluster that the database at `url`, on its coordinator, belongs to; the coordinator first. */
export async function serversOf(url: string): Promise<string[]> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by 2, 1',
    ),
  )
  const workers = rows.map(({ host, port }) => Object.assign(new URL(url), { host: `${host}:${port}` }).href)
  return [url, ...workers]
}

/** Makes one cluster of databases of this name, one on each server; returns the address of the coordinator's. */
export async function createClusterDatabase(servers: readonly string[], name: string): Promise<string> {
  for (const server of servers) {
    await onDatabase(server, (client) => client.query(`create database ${name}`))
    await onDatabase(databaseOf(server, name), (client) => client.query('create extension citus'))
  }
  const [coordinator, ...workers] = servers.map((server) => new URL(databaseOf(server, name)))
  const url = required(coordinator, 'the coordinator')
  await onDatabase(url.href, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [url.hostname, Number(url.port || 5432)])
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', [worker.hostname, Number(worker.port || 5432)])
  })
  return url.href
}

/** Drops the databases of this name, and whatever is connected to them. */
export async function dropClusterDatabase(servers: readonly string[], name: string): Promise<void> {
  for (const server of servers) {
    await onDatabase(server, async (client) => {
      // On a cluster, the other nodes and the daemon of Citus would connect again.
      await client.query(`alter database ${name} allow_connections false`)
      await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`, [name])
      await client.query(`drop database ${name} with (force)`)
    })
  }
}

/** Distributes a migrated database as docs/operations/citus.sql says; `shards` instead of Citus's 32. */
export async function distribute(url: string, shards = 32): Promise<void> {
  const statements = await readFile(script, 'utf8')
  await onDatabase(url, (client) => client.query(`set citus.shard_count to ${shards}; ${statements}`))
}

/** {@link createClusterDatabase}, with the tables of the site, distributed. */
export async function createDistributedDatabase(servers: readonly string[], name: string, shards?: number): Promise<string> {
  const url = await createClusterDatabase(servers, name)
  await migrate(url)
  await distribute(url, shards)
  return url
}
