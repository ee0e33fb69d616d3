import { readFile } from 'node:fs/promises'
import { required } from '@adsite/contract'
import type pg from 'pg'
import { migrate } from '../upgrade/migrate.ts'
import { newClient } from '../connect.ts'

const script = new URL('../../../../docs/operations/citus.sql', import.meta.url)

/** Runs statements on one connection to the database at `url`, and closes it. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient({ connectionString: url })
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
async function serversOf(url: string): Promise<string[]> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by 2, 1',
    ),
  )
  const workers = rows.map(({ host, port }) => Object.assign(new URL(url), { host: `${host}:${port}` }).href)
  return [url, ...workers]
}

/**
 * The servers of the cluster that tests use: that of CLUSTER_URL, or one that scripts/cluster/test-cluster.ts started
 * (CLUSTER_SERVERS: its addresses, the coordinator first).
 */
export async function serversOfTests(): Promise<string[]> {
  const { CLUSTER_URL, CLUSTER_SERVERS } = process.env
  return CLUSTER_URL ? serversOf(CLUSTER_URL) : required(CLUSTER_SERVERS, 'CLUSTER_URL or CLUSTER_SERVERS').split(' ')
}

async function createDatabase(server: string, name: string): Promise<string> {
  const url = databaseOf(server, name)
  await onDatabase(server, (client) => client.query(`create database ${name}`))
  await onDatabase(url, (client) => client.query('create extension citus'))
  return url
}

/** Adds workers to the cluster of the database at `url`, on its coordinator: makes a database of its name on each. */
export async function joinCluster(url: string, workers: readonly string[]): Promise<void> {
  const placeOf = ({ hostname, port }: URL) => [hostname, Number(port || 5432)]
  const coordinator = new URL(url)
  await onDatabase(url, (client) => client.query('select citus_set_coordinator_host($1, $2)', placeOf(coordinator)))
  for (const worker of workers) {
    const joining = new URL(await createDatabase(worker, coordinator.pathname.slice(1)))
    await onDatabase(url, (client) => client.query('select citus_add_node($1, $2)', placeOf(joining)))
  }
}

/** Makes one cluster of databases of this name, one on each server, the coordinator first; returns the address of its database. */
export async function createClusterDatabase(servers: readonly string[], name: string): Promise<string> {
  const [coordinator, ...workers] = servers
  const url = await createDatabase(required(coordinator, 'the coordinator'), name)
  await joinCluster(url, workers)
  return url
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
  await onDatabase(url, async (client) => {
    await client.query(`set citus.shard_count to ${shards}`)
    // Each in a transaction of its own, as psql sends them.
    for (const statement of statements.split(/;$/mu)) await client.query(statement)
  })
}

/** {@link createClusterDatabase}, with the tables of the site, distributed. */
export async function createDistributedDatabase(servers: readonly string[], name: string, shards?: number): Promise<string> {
  const url = await createClusterDatabase(servers, name)
  await migrate(url)
  await distribute(url, shards)
  return url
}
