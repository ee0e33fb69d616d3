import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required } from '@adsite/contract'
import type { TestProject } from 'vitest/node'
import { onDatabase } from '../db/cluster/cluster-database.ts'
import { siteRole } from '../db/embedded/site-role.ts'
import { startDatabase } from '../db/embedded/start-database.ts'
import { migrate } from '../db/upgrade/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Addresses of the migrated, empty database that test databases are cloned from: one, or that of the coordinator of a
     * cluster and those of its workers.
     */
    templateUrls: readonly string[]
    /** The same server, or the coordinator, for the superuser: for what the site has no right to. */
    superuserUrl: string
  }
}

/** Starts one PostgreSQL for the whole run of the API's tests, and deletes it at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-test-'))
  // mkdtemp creates a private directory, which PostgreSQL's own user must enter when the tests run as root.
  await chmod(directory, 0o755)
  const database = await startDatabase({ dataDir: directory, durable: false })
  await migrate(database.url)
  // The tests have the rights of the site, and these two: to clone databases, and to fill tables of any release with rows.
  const superuserUrl = required(database.superuserUrl, 'the superuser of the embedded server')
  await onDatabase(superuserUrl, async (administrator) => {
    await administrator.query(`alter role ${siteRole} createdb`)
    await administrator.query(`grant set on parameter session_replication_role to ${siteRole}`)
  })
  project.provide('templateUrls', [database.url])
  project.provide('superuserUrl', superuserUrl)
  return async () => {
    await database.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
