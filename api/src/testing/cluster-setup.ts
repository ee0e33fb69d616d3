import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { createDistributedDatabase, databaseOf, dropClusterDatabase, onDatabase, serversOfTests } from '../db/cluster/cluster-database.ts'

/** Prepares a distributed, empty database that test databases are cloned from, on every node of the cluster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await serversOfTests()
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
  // The site's role is the superuser of a cluster for tests.
  project.provide('superuserUrl', servers[0]!)
  return () => dropClusterDatabase(servers, name)
}
