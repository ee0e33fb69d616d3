import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type RootDatabase } from '../db/connect.ts'

export interface TestDatabase {
  readonly url: string
  readonly db: RootDatabase
  readonly pool: pg.Pool
  drop(): Promise<void>
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates a migrated, empty database for one test file; call `drop` in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const maintenance = new URL(template)
  maintenance.pathname = '/postgres'
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(maintenance.href, `create database ${name} template ${template.pathname.slice(1)}`)
  const url = new URL(template)
  url.pathname = `/${name}`
  const { db, pool } = connect(url.href)
  return {
    url: url.href,
    db,
    pool,
    async drop() {
      await pool.end()
      await administer(maintenance.href, `drop database ${name} with (force)`)
    },
  }
}
