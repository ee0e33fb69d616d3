import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { loadFixtures, type Fixtures } from '../../testing/fixtures.ts'
import { createAccount, handIn, rollUpDifferences } from '../testing/advertiser.ts'
import { lockAdvertisers, passGate } from './delivery-locks.ts'
import { lockShares, priceFile, priceGroup } from './price-facts.ts'
import { advertisersOf, removeFacts, takeBack } from './take-back.ts'

let database: TestDatabase
let fixtures: Fixtures
let other: number
/** Files of one advertiser each: its own lines with and without a media cost, and those of somebody else. */
let files: Readonly<Record<'own' | 'other', number>>

async function deliver(advertiser: number, lines: string): Promise<number> {
  const content = `day,campaign,frame_code,imps,gross,media_cost\n${lines}`
  const { file_id } = await handIn(database.pool, content, { advertiser: String(advertiser), source: `of ${advertiser}` })
  return file_id!
}

beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await loadFixtures(database.db)
  other = await createAccount(database.pool, '株式会社北')
  files = {
    own: await deliver(fixtures.a.accounts.advertiser, '2026-02-10,春,f-a,1,100,\n2026-02-10,春,f-b,1,100,7\n2026-02-10,春,,1,100,\n'),
    other: await deliver(other, '2026-02-10,夏,f-b,1,100,\n'),
  }
})
afterAll(() => database.drop())

interface Lock {
  readonly lock: number
  readonly mode: string
}
/** Keys of locks are listed without a sign. */
const unsigned = (key: string) => `${key}::bigint::bit(32)::bigint`

/** The advisory locks with a name that some work takes. */
async function locksOf(name: string, work: (client: PoolClient) => Promise<unknown>): Promise<Lock[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await work(client)
    const { rows } = await client.query<Lock>(
      `select objid::bigint as lock, mode from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
        and classid::bigint = ${unsigned('hashtext($1)')} order by lock`,
      [name],
    )
    return rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('the prices of a file lock the shares of the groups that they depend on, beside other files; pricing by changed shares locks them alone', async () => {
  const group = async (id: number) =>
    (await database.pool.query<{ lock: number }>(`select ${unsigned('hashint8($1)')} as lock`, [id])).rows[0]!.lock
  const shared = async (id: number) => [{ lock: await group(id), mode: 'ShareLock' }]
  // What is removed is priced no more meanwhile.
  for (const work of [priceFile, removeFacts]) {
    const locks = (file: number) => locksOf('revenue share', (client) => work(client, `delivery_file_id = ${file}`))
    expect(await locks(files.own)).toEqual(await shared(fixtures.a.publisherGroup))
    expect(await locks(files.other)).toEqual(await shared(fixtures.b.publisherGroup))
  }
  const changed = await locksOf('revenue share', (client) => lockShares(drizzle(client), fixtures.a.publisherGroup))
  expect(changed).toEqual([{ lock: await group(fixtures.a.publisherGroup), mode: 'ExclusiveLock' }])
})

test('delivery that is withdrawn while a change of the shares prices it anew is gone all the same', async () => {
  const file = await deliver(other, '2026-03-10,夏,f-a,1,100,\n')
  const { publisherGroup } = fixtures.a
  const [pricing, withdrawing] = [await database.pool.connect(), await database.pool.connect()]
  try {
    const db = drizzle(pricing)
    await pricing.query('begin')
    await lockShares(db, publisherGroup)
    await pricing.query(
      `insert into revenue_shares (publisher_group_id, medium_id, rate, valid_from) values ($1, $2, 12.5, '2026-03-01')`,
      [publisherGroup, fixtures.a.medium],
    )
    await priceGroup(db, publisherGroup, sql`true`)
    await withdrawing.query('begin')
    await lockAdvertisers(withdrawing, await advertisersOf(withdrawing, file))
    const { rows } = await withdrawing.query<{ id: number }>('select pg_backend_pid() as id')
    const gone = takeBack(withdrawing, file)
    const isWaiting = async () =>
      (await database.pool.query(`select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`, [rows[0]!.id])).rowCount
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
    await pricing.query('commit')
    expect(await gone).toBeNull()
    await withdrawing.query('commit')
  } finally {
    pricing.release(true)
    withdrawing.release(true)
  }
  expect((await database.pool.query('select from delivery_facts where delivery_file_id = $1', [file])).rowCount).toBe(0)
  expect(await rollUpDifferences(database.pool)).toEqual([])
})

test('a file belongs to the advertisers of its own lines', async () => {
  expect(await advertisersOf(database.pool, files.own)).toEqual([fixtures.a.accounts.advertiser])
  expect(await advertisersOf(database.pool, files.other)).toEqual([other])
})

test('changes of delivery pass a gate beside each other, and each advertiser alone', async () => {
  const name = 'delivery of advertiser'
  const [gate, alone] = ['ShareLock', 'ExclusiveLock'].map((mode) => ({ lock: 512, mode }))
  expect(await locksOf(name, (client) => passGate(client, false))).toEqual([gate])
  expect(await locksOf(name, (client) => passGate(client, true))).toEqual([alone])
  // 513 and 1 share a lock.
  const own = [1, 7].map((lock) => ({ lock, mode: 'ExclusiveLock' }))
  expect(await locksOf(name, (client) => lockAdvertisers(client, [7, 513, 1]))).toEqual([...own, gate])
})
