import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { jstToday } from './jst-today.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each([
  ['2026-03-31T14:59:59.999Z', '2026-03-31'],
  ['2026-03-31T15:00:00Z', '2026-04-01'],
  ['2026-04-01T00:00:00Z', '2026-04-01'],
  ['2026-12-31T15:00:00Z', '2027-01-01'],
])('at %s it is %s in Japan', async (now, day) => {
  // Tests run at any time, and for fifteen hours of each day it is the same day in UTC.
  const text = new PgDialect().sqlToQuery(jstToday).sql.replace('now()', `timestamptz '${now}'`)
  const { rows } = await database.db.execute(sql`select ${sql.raw(text)}::text as day`)
  expect(rows).toEqual([{ day }])
})
