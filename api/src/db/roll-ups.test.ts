import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, handIn, rollUpDifferences } from '../delivery/testing/advertiser.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each([
  ['space', 'delivery_daily_space', '0003_information_notifications_dashboard'],
  ['ad', 'delivery_totals_ad', '0008_count_delivery_by_ad'],
])('the migration counts what was delivered before the roll-up by %s was kept', async (_, table, file) => {
  const { pool } = database
  const advertiser = String(await createAccount(pool, table))
  await handIn(
    pool,
    'day,campaign,frame,imps,gross\n2026-04-01,春,右,10,1.5\n2026-04-01,夏,右,5,2\n2026-05-01,春,左,1,3\n2026-05-01,春,,7,9\n',
    { advertiser },
  )
  await pool.query(`delete from ${table}`)
  expect(await rollUpDifferences(pool)).not.toEqual([])
  const migration = await readFile(new URL(`./migrations/${file}.sql`, import.meta.url), 'utf8')
  await pool.query(migration.split('--> statement-breakpoint').at(-1)!)
  expect(await rollUpDifferences(pool)).toEqual([])
})
