import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollUps } from '../delivery/roll-up/roll-ups.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { tenDaysOf } from './campaign-period.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the ten days that a roll-up adds up are those that reports ask for, on every day of four years', async () => {
  const { key } = rollUps.find(({ table }) => table === 'delivery_ten_day_campaign')!
  const { rows } = await database.pool.query<{ day: string; first: string }>(
    `select day::text, (${key['ten_days']})::text as first
      from (select generate_series('2024-01-01'::date, '2027-12-31'::date, '1 day')::date as day) as days`,
  )
  expect(rows).toHaveLength(1461)
  expect(rows.filter(({ day, first }) => first !== tenDaysOf(day))).toEqual([])
})
