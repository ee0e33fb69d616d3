import { randomBytes } from 'node:crypto'
import { required } from '@adsite/contract'
import type { TestProject } from 'vitest/node'
import { createDistributedDatabase, databaseOf, dropClusterDatabase, onDatabase, serversOf } from '../db/cluster/cluster-database.ts'

/**
 * Prepares a distributed, empty database that test databases are cloned from, on every node of a cluster: that of CLUSTER_URL, or
 * one that scripts/cluster/test-cluster.ts started (CLUSTER_SERVERS: its addresses, the coordinator first).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { CLUSTER_URL, CLUSTER_SERVERS } = process.env
  const servers = CLUSTER_URL ? await serversOf(CLUSTER_URL) : required(CLUSTER_SERVERS, 'CLUSTER_URL or CLUSTER_SERVERS').split(' ')
  const name = `template_${randomBytes(6).toString('hex')}`
  // Few shards, because each month of delivery is a table in every one.
  await createDistributedDatabase(servers, name, 4)
  // A database is only cloned while nobody is connected to it; the daemons of Citus would be.
  for (const server of servers) {
    await onDatabase(server, async (client) => {
      await client.query(`alter database ${name} allow_connections false`)
      await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`, [name])
    })
  }
  project.provide(
    'templateUrls',
    servers.map((server) => databaseOf(server, name)),
  )
  return () => dropClusterDatabase(servers, name)
}
