import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

/** What docs/operations/citus.sql distributes: tables and their columns. The cluster's own tests run it (`npm run test:cluster`). */
const script = readFileSync(join(import.meta.dirname, '../../../docs/operations/citus.sql'), 'utf8')
const distributed = new Map(
  [...script.matchAll(/create_distributed_table\('(\w+)', '(\w+)'\)/gu)].map(([, table, column]) => [table!, column!]),
)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function rows<T>(query: string): Promise<T[]> {
  return (await database.pool.query(query)).rows as T[]
}

test('tables are distributed by a column that every row has', async () => {
  expect([...distributed]).toEqual([['delivery_facts', 'advertiser_account_id']])
  const columns = await rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and is_nullable = 'NO'`,
  )
  for (const [table, column] of distributed) expect(columns).toContainEqual({ table, column })
})

test('whatever is unique, or excludes, has the column in it that its table is distributed by', async () => {
  const unique = await rows<{ table: string; columns: string[] }>(
    `select c.relname as table, array(select attname::text from pg_attribute where attrelid = x.indrelid and attnum = any(x.indkey)) as columns
     from pg_index x join pg_class c on c.oid = x.indrelid where x.indisunique or x.indisexclusion`,
  )
  expect(unique.filter(({ table, columns }) => distributed.has(table) && !columns.includes(distributed.get(table)!))).toEqual([])
  expect(unique.length).toBeGreaterThan(10)
})

test('foreign keys neither lead to what is distributed nor from it', async () => {
  const keys = await rows<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
  )
  expect(keys.filter(({ from, to }) => distributed.has(from) || distributed.has(to))).toEqual([])
  expect(keys.length).toBeGreaterThan(20)
})

test('what is distributed has no triggers', async () => {
  const triggers = await rows<{ table: string }>(`select tgrelid::regclass::text as table from pg_trigger where not tgisinternal`)
  expect(triggers.filter(({ table }) => distributed.has(table))).toEqual([])
  expect(triggers.length).toBeGreaterThan(0)
})
