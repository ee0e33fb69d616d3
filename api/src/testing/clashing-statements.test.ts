import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeClashes } from './clashing-statements.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const both = [sql`select 1 as one`, sql`select 2 as two`]

test('two statements at once in a transaction are found', async () => {
  await database.db.transaction((transaction) => Promise.all(both.map((statement) => transaction.execute(statement))))
  expect(takeClashes()).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/one after the other[^]+"select 1 as one"[^]+"select 2 as two"/u) }),
  ])
})

test.fails('and fail the test that sends them', async () => {
  const rows = await database.db.transaction((transaction) => Promise.all(both.map((statement) => transaction.execute(statement))))
  expect(rows).toHaveLength(2)
})

test('one after the other they pass, also after one has failed', async () => {
  await expect(database.db.transaction((transaction) => transaction.execute(sql`select 1 / 0`))).rejects.toThrow('select 1 / 0')
  await database.db.transaction(async (transaction) => {
    for (const statement of both) await transaction.execute(statement)
  })
  expect(takeClashes()).toEqual([])
})

test('and so do those of several connections at once', async () => {
  await Promise.all(both.map((statement) => database.db.execute(statement)))
  expect(takeClashes()).toEqual([])
})
