import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollUpDifferences } from '../delivery/testing/advertiser.ts'
import { reasonsOfAds } from '../serving/why-not-serving.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Scale } from './scale.ts'
import { seedScale } from './seed-scale.ts'

let database: TestDatabase
let again: TestDatabase
beforeAll(async () => {
  ;[database, again] = await Promise.all([createTestDatabase(), createTestDatabase()])
})
afterAll(async () => {
  await Promise.all([database.drop(), again.drop()])
})

const scale: Scale = { campaigns: 300, ads: 700, facts: 1234, seed: 7, until: '2026-03-31', days: 396 }
const progress = () => {}
const tables = ['campaigns', 'ads', 'delivery_facts'] as const

async function contents({ pool }: TestDatabase) {
  const found = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await pool.query<{ count: number; hash: string }>(
        `select count(*), md5(string_agg(line, '|' order by line)) as hash
         from (select (to_jsonb(t) - 'deleted_at')::text as line from ${table} t) lines`,
      )
      return [table, rows[0]!] as const
    }),
  )
  return Object.fromEntries(found)
}

const indexes = async ({ pool }: TestDatabase) =>
  (
    await pool.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where schemaname = 'public' and tablename not like '%\\_20__\\_%' order by 1`,
    )
  ).rows

test('the asked number of rows, the same for the same seed, with every index and roll-up', async () => {
  const before = await indexes(again)
  await seedScale(database.pool, scale, { add: false, progress })
  await seedScale(again.pool, scale, { add: false, progress })
  const made = await contents(database)
  expect(made).toMatchObject({ campaigns: { count: 300 }, ads: { count: 700 }, delivery_facts: { count: 1234 } })
  expect(await contents(again)).toEqual(made)
  expect(await indexes(again)).toEqual(before)
  const partitions = await database.pool.query<{ indexes: number }>(`select distinct
      (select count(*) from pg_index where indrelid = inhrelid) as indexes
    from pg_inherits where inhparent = 'delivery_facts'::regclass`)
  expect(partitions.rows).toEqual([{ indexes: 5 }])
  expect(await rollUpDifferences(database.pool)).toEqual([])
  const { rows } = await database.pool.query(`select count(*) as foreign_ads from ads a
    where not exists (select from campaigns c where c.advertiser_account_id = a.advertiser_account_id and c.id = a.campaign_id)`)
  expect(rows).toEqual([{ foreign_ads: 0 }])
  const facts = await database.pool.query(`with f as materialized (select * from delivery_facts)
    select count(*) as strangers from f where not exists (select from ads a where a.advertiser_account_id = f.advertiser_account_id and a.campaign_id = f.campaign_id and a.id = f.ad_id)`)
  expect(facts.rows).toEqual([{ strangers: 0 }])
  const unsettled = await database.pool.query(`select from changed_campaigns union all select from campaigns where status_until <= now()
    union all select from ads where status_until <= now()`)
  expect(unsettled.rowCount).toBe(0)
})

test('every ad has frames that take its creatives', async () => {
  const { rows } = await database.pool.query<{ id: number }>('select id from ads')
  const reasons = [
    ...(
      await reasonsOfAds(
        database.db,
        rows.map(({ id }) => id),
      )
    ).values(),
  ].flat()
  expect(reasons.filter(({ kind }) => kind === 'no_open_frame')).toEqual([])
})

test('a database with data is refused, unless it is told to add', async () => {
  await expect(seedScale(database.pool, scale, { add: false, progress })).rejects.toThrow('This database has data already')
  await seedScale(database.pool, { ...scale, seed: 8 }, { add: true, progress })
  expect(await contents(database)).toMatchObject({ campaigns: { count: 600 }, ads: { count: 1400 }, delivery_facts: { count: 2468 } })
  expect(await rollUpDifferences(database.pool)).toEqual([])
})
