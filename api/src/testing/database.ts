import { randomBytes } from 'node:crypto'
import { required } from '@adsite/contract'
import type pg from 'pg'
import { inject } from 'vitest'
import { databaseOf, dropClusterDatabase, onDatabase } from '../db/cluster/cluster-database.ts'
import { connect, type RootDatabase } from '../db/connect.ts'

export interface TestDatabase {
  readonly url: string
  readonly db: RootDatabase
  readonly pool: pg.Pool
  drop(): Promise<void>
}

/** Creates a migrated, empty database for one test file; call `drop` in afterAll. `work` sets the time limits of its connections. */
export async function createTestDatabase(work?: 'call' | 'command'): Promise<TestDatabase> {
  const templates = inject('templateUrls')
  const name = `test_${randomBytes(6).toString('hex')}`
  for (const template of templates) {
    // Copying files takes half of the processor's time that writing every page to the log does.
    const statement = `create database ${name} template ${new URL(template).pathname.slice(1)} strategy file_copy`
    await onDatabase(databaseOf(template, 'postgres'), (client) => client.query(statement))
  }
  const url = databaseOf(required(templates[0], 'a template'), name)
  // Tests call many times at once; the site would turn away what waits too long for a connection (refuseOverload).
  const { db, pool } = connect(url, { max: 30, ...(work ? { work } : {}) })
  return {
    url,
    db,
    pool,
    async drop() {
      await pool.end()
      // The server's own processes, such as autovacuum, are ended with it.
      const servers = [inject('superuserUrl'), ...templates.slice(1)]
      await dropClusterDatabase(
        servers.map((server) => databaseOf(server, 'postgres')),
        name,
      )
    },
  }
}

/** Runs a statement that the site has no right to, in the test database at `url`. */
export async function asSuperuser(url: string, statement: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await onDatabase(databaseOf(inject('superuserUrl'), name), (client) => client.query(statement))
}
