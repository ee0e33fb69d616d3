import { required } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runBackfills } from '../../db/upgrade/backfills.ts'
import { revenueShares } from '../../db/schema.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { loadFixtures, type Fixtures } from '../../testing/fixtures.ts'
import { handIn, rollUpDifferences } from '../testing/advertiser.ts'
import { lockAdvertisers } from './delivery-locks.ts'
import { duePrices, sharesChanged, type PricedDays } from './due-prices.ts'
import { advertisersOf, takeBack } from './take-back.ts'

let database: TestDatabase
let fixtures: Fixtures
let files = 0
beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await loadFixtures(database.db)
})
afterAll(() => database.drop())
beforeEach(async () => {
  const { rows } = await database.pool.query<{ id: number }>(`select id from delivery_files where status <> 'WITHDRAWN'`)
  for (const { id } of rows) await withdraw(id)
  await database.pool.query('delete from revenue_shares')
  await database.pool.query(`delete from backfills where name like 'share_prices %'`)
})

/** Facts of one step. */
const few = 3

const days = (count: number, frame = 'f-a') =>
  Array.from({ length: count }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')},${frame}`)
/** A file whose lines do not say what is paid. */
async function deliver(lines: readonly string[]): Promise<number> {
  const content = lines.map((line, at) => `${line},春,${at + 1},100,\n`).join('')
  files += 1
  const options = { advertiser: String(fixtures.a.accounts.advertiser), source: `file ${files}` }
  return (await handIn(database.pool, `day,frame_code,campaign,imps,gross,media_cost\n${content}`, options)).file_id!
}
async function withdraw(file: number): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await lockAdvertisers(client, await advertisersOf(client, file))
    await takeBack(client, file)
    await client.query(`update delivery_files set status = 'WITHDRAWN' where id = $1`, [file])
    await client.query('commit')
  } finally {
    client.release()
  }
}
/** As the call that saves a share does. */
const save = (rate: string, { from, to }: PricedDays) =>
  database.db.transaction(async (transaction) => {
    await transaction.insert(revenueShares).values({ publisher_group_id: fixtures.a.publisherGroup, rate, valid_from: from, valid_to: to })
    await sharesChanged(transaction, fixtures.a.publisherGroup, { from, to }, few)
  })
const march = { from: '2026-03-01', to: '2026-03-31' }
const due = async () => (await duePrices(database.db, few)).length
const work = async () => runBackfills(database.db, await duePrices(database.db, few), () => {})
async function finish(): Promise<number> {
  let steps = 0
  while ((await due()) > 0) {
    await work()
    steps += 1
    expect(await rollUpDifferences(database.pool)).toEqual([])
    if (steps > 50) throw new Error('The worker does not come to an end')
  }
  return steps
}
/** How many facts cost what. */
async function costs(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ cost: string; count: number }>(
    `select coalesce(trim_scale(media_cost)::text, 'unknown') as cost, count(*) from delivery_facts group by 1`,
  )
  return Object.fromEntries(rows.map(({ cost, count }) => [cost, count]))
}

test('a change of shares prices what one step does, and the worker the others; sums are those of the facts at any time', async () => {
  await deliver(days(8))
  await save('50', march)
  expect(await costs()).toEqual({ 50: 3, unknown: 5 })
  expect(await rollUpDifferences(database.pool)).toEqual([])
  expect(await finish()).toBe(2)
  expect(await costs()).toEqual({ 50: 8 })
})

test('a few facts are priced in the call, and only on the days that are concerned', async () => {
  await deliver(days(3))
  await save('50', { from: '2026-03-02', to: '2026-03-03' })
  expect([await costs(), await due()]).toEqual([{ 50: 2, unknown: 1 }, 0])
})

test('more facts of a space and a day than a step are left to the worker, which prices them at once', async () => {
  await deliver([...Array.from({ length: 5 }, () => '2026-03-01,f-a'), ...days(2)])
  await save('50', march)
  expect(await costs()).toEqual({ unknown: 7 })
  expect(await finish()).toBe(2)
  expect(await costs()).toEqual({ 50: 7 })
})

test('two shares, one saved after the other: nothing that the first has left is forgotten', async () => {
  await deliver(days(20))
  await save('50', { from: '2026-03-11', to: '2026-03-20' })
  await work()
  await save('25', { from: '2026-03-01', to: '2026-03-10' })
  await finish()
  expect(await costs()).toEqual({ 25: 10, 50: 10 })
})

test('a worker that is killed within a step leaves what was before it, and another one goes on there', async () => {
  await deliver(days(8))
  await save('50', march)
  const killed = database.db.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ position: string; pid: number }>(
      sql`select position, pg_backend_pid() as pid from backfills where name like 'share_prices %' for update`,
    )
    const { position, pid } = required(rows[0], 'the prices that are due')
    const [prices] = await duePrices(database.db, few)
    await required(prices, 'the prices that are due').step(transaction, position)
    await database.pool.query('select pg_terminate_backend($1::int)', [pid])
    await transaction.execute(sql`select`)
  })
  await expect(killed).rejects.toThrow('Failed query')
  expect([await costs(), await due()]).toEqual([{ 50: 3, unknown: 5 }, 1])
  await finish()
  expect(await costs()).toEqual({ 50: 8 })
})

test('a share is saved while a file is being stored, which is priced by it afterwards', async () => {
  await deliver(days(2))
  const holder = await database.pool.connect()
  await holder.query(`begin; set local idle_in_transaction_session_timeout = '60s'`)
  await holder.query('lock table delivery_files in share mode')
  const stored = deliver(days(2, 'f-a'))
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await database.pool.query(waits)).rowCount, { timeout: 10_000 }).toBe(1)
  await save('50', march)
  await work()
  expect([await costs(), await due()]).toEqual([{ unknown: 2 }, 1])
  await holder.query('commit')
  holder.release()
  await stored
  await finish()
  expect(await costs()).toEqual({ 50: 4 })
})

test('a file that is stored or withdrawn between two steps is priced, or gone, as a whole', async () => {
  const first = await deliver(days(8))
  await save('50', march)
  await work()
  await deliver(days(4))
  await withdraw(first)
  expect(await rollUpDifferences(database.pool)).toEqual([])
  await finish()
  expect(await costs()).toEqual({ 50: 4 })
})
