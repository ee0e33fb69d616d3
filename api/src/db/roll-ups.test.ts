import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, handIn, rollUpDifferences } from '../delivery/testing/advertiser.ts'
import { rollUps } from '../delivery/roll-up/roll-ups.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the migrations fill every roll-up with what was delivered before it was kept', async () => {
  const { pool } = database
  const advertiser = String(await createAccount(pool, '以前'))
  await handIn(
    pool,
    // All that could be delivered then knew every figure.
    `day,campaign,frame,imps,gross,clicks,cv_click,cv_view,requests,measured,viewable,media_cost
2026-04-01,春,右,10,1.5,1,1,1,12,9,4,1
2026-04-01,夏,右,5,2,0,0,0,5,5,5,1
2026-05-01,春,左,1,3,0,0,0,2,1,1,0
2026-05-01,春,,7,9,1,0,0,8,7,6,5
`,
    { advertiser },
  )
  for (const { table } of rollUps) await pool.query(`delete from ${table}`)
  const missing = new Set((await rollUpDifferences(pool)).map((row) => (row as { table: string }).table))
  expect([...missing].toSorted()).toEqual(rollUps.map(({ table }) => table).toSorted())
  const folder = join(import.meta.dirname, 'migrations')
  // Each that brings a roll-up fills it, in this order: the later ones read the earlier.
  for (const file of globSync('*_{fill_roll_ups,ten_day_campaign,days_of_campaigns}.sql', { cwd: folder }).toSorted()) {
    const statements = (await readFile(join(folder, file), 'utf8')).split('--> statement-breakpoint')
    for (const statement of statements) if (/^(?:delete|insert)\b/imu.test(statement)) await pool.query(statement)
  }
  expect(await rollUpDifferences(pool)).toEqual([])
})
