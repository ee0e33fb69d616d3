import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startDatabase } from '../db/embedded/embedded.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the migrated, empty database that test databases are cloned from. */
    templateUrl: string
  }
}

/** One PostgreSQL for the whole run of the API's tests; ended and deleted at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-test-'))
  // mkdtemp answers a private directory; PostgreSQL's own user must get in when the tests run as root.
  await chmod(directory, 0o755)
  const database = await startDatabase({ dataDir: directory, durable: false })
  await migrate(database.url)
  project.provide('templateUrl', database.url)
  return async () => {
    await database.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
