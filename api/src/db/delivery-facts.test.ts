import { getTableColumns, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { deliveryFacts, ensureMonthPartitions } from './delivery-facts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const fact = { advertiser_account_id: 1, campaign_id: 1, imps: 10 }

test('the declaration of the facts is the table of the migration', async () => {
  const { rows } = await database.db.execute<{ name: string; type: string; nullable: boolean }>(sql`
    select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
    from pg_attribute where attrelid = 'delivery_facts'::regclass and attnum > 0 order by attnum`)
  const declared = Object.values(getTableColumns(deliveryFacts)).map((column) => ({
    name: column.name,
    type: column.getSQLType().replace('numeric(18, 6)', 'numeric(18,6)'),
    nullable: !column.notNull,
  }))
  expect(declared).toEqual(rows)
})

test('partitions are made for the months of a range, once, also by parallel calls', async () => {
  await Promise.all(Array.from({ length: 5 }, () => ensureMonthPartitions(database.db, '2020-04-15', '2020-06-01')))
  const { rows } = await database.db.execute<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'delivery_facts'::regclass order by 1`)
  expect(rows.map((row) => row.name)).toEqual(['delivery_facts_2020_04', 'delivery_facts_2020_05', 'delivery_facts_2020_06'])
  await database.db.insert(deliveryFacts).values({ ...fact, day: '2020-06-30' })
})

test('a month is added while a transaction that adds facts is open, and to that one', async () => {
  await database.db.transaction(async (open) => {
    await open.insert(deliveryFacts).values({ ...fact, day: '2020-06-30' })
    await database.db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '2s'`)
      await ensureMonthPartitions(other, '2021-01-01', '2021-01-31')
      await open.execute(sql`select count(*) from delivery_facts`)
    })
    await open.insert(deliveryFacts).values({ ...fact, day: '2021-01-15' })
  })
  const { rows } = await database.db.execute(sql`select count(*) from delivery_facts_2021_01`)
  expect(rows).toEqual([{ count: 1 }])
})

test('a month whose table was detached is not taken for present, and says what to do', async () => {
  await ensureMonthPartitions(database.db, '2022-03-01', '2022-03-31')
  await database.db.execute(sql`alter table delivery_facts detach partition delivery_facts_2022_03`)
  const outcome = ensureMonthPartitions(database.db, '2022-02-01', '2022-03-31')
  await expect(outcome).rejects.toMatchObject({
    cause: {
      code: '55000',
      message: expect.stringMatching(/^Delivery of 2022-03 .* delivery_facts_2022_03 .*Attach it again, or drop it/u) as string,
    },
  })
  // Attaching as documented restores the partition; after a drop it is created again.
  await database.db.execute(sql`
    alter table delivery_facts attach partition delivery_facts_2022_03 for values from ('2022-03-01') to ('2022-04-01')`)
  await ensureMonthPartitions(database.db, '2022-02-01', '2022-03-31')
  await database.db.insert(deliveryFacts).values({ ...fact, day: '2022-03-15' })
  await database.db.execute(sql`alter table delivery_facts detach partition delivery_facts_2022_03`)
  await database.db.execute(sql`drop table delivery_facts_2022_03`)
  await ensureMonthPartitions(database.db, '2022-03-01', '2022-03-31')
  await database.db.insert(deliveryFacts).values({ ...fact, day: '2022-03-15' })
})

test('a fact of a month without partition is an error, not lost', async () => {
  await expect(database.db.insert(deliveryFacts).values({ ...fact, day: '2019-01-01' })).rejects.toMatchObject({ cause: { code: '23514' } })
})
