import { afterAll, beforeAll, expect, test } from 'vitest'
import { revenueShares } from '../../db/schema.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { loadFixtures, type Fixtures } from '../../testing/fixtures.ts'
import { handIn, rollUpDifferences } from '../testing/advertiser.ts'
import { lockAdvertisers } from './delivery-locks.ts'
import { advertisersOf, takeBack } from './take-back.ts'

let database: TestDatabase
let fixtures: Fixtures
beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await loadFixtures(database.db)
  const rate = { publisher_group_id: fixtures.a.publisherGroup, rate: '33.333', valid_from: '2026-01-01' }
  await database.db.delete(revenueShares)
  await database.db.insert(revenueShares).values(rate)
})
afterAll(() => database.drop())

/** Hands in lines of `day,hour,campaign,frame_code,imps,gross,media_cost` and returns the file's id. */
async function deliver(source: string, ...lines: string[]): Promise<number> {
  const content = `day,hour,campaign,frame_code,imps,gross,media_cost\n${lines.join('\n')}\n`
  const { file_id, rows_refused } = await handIn(database.pool, content, { advertiser: String(fixtures.a.accounts.advertiser), source })
  expect(rows_refused).toBe(0)
  return file_id!
}

/** Withdraws a file, or answers which file with corrections keeps it from that. */
async function withdraw(file: number): Promise<unknown> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await lockAdvertisers(client, await advertisersOf(client, file))
    const why = await takeBack(client, file)
    await client.query(why ? 'rollback' : 'commit')
    return why && why.params['file']
  } finally {
    client.release()
  }
}

test('a file of another source covers nothing, and one of the same source does', async () => {
  const first = await deliver('of one', '2026-02-01,,春,f-a,100,100,10')
  await deliver('of another', '2026-02-01,,春,f-a,1000,1000,100')
  const correction = await deliver('of one', '2026-02-01,,春,f-a,-40,0,0')
  expect(await withdraw(first)).toBe(correction)
  await deliver('of one', '2026-02-01,,春,f-a,41,0,0')
  expect(await withdraw(first)).toBeNull()
  expect(await rollUpDifferences(database.pool)).toEqual([])
})

test('each hour and frame is covered by itself', async () => {
  const first = await deliver('by key', '2026-02-02,9,春,f-a,100,1,0', '2026-02-02,,春,f-a,100,1,0', '2026-02-02,9,春,,100,1,0')
  const others = await deliver('by key', '2026-02-02,9,春,f-b,100,1,0', '2026-02-02,10,春,f-a,100,1,0')
  const correction = await deliver('by key', '2026-02-02,,春,f-a,-1,0,0')
  expect(await withdraw(first)).toBe(correction)
  expect(await withdraw(others)).toBeNull()
})

test('costs by share that are rounded to less than nothing keep no file', async () => {
  const cent = '2026-02-03,,春,f-a,1,0.000001,'
  await deliver('rounded', cent, cent, '2026-02-03,,春,f-a,-1,-0.000002,')
  const { rows } = await database.pool.query(`select sum(media_cost) as cost from delivery_facts where day = '2026-02-03'`)
  expect(rows).toEqual([{ cost: '-0.000001' }])
  const beside = await deliver('rounded', '2026-02-03,,春,f-b,1,1,1', '2026-02-03,,春,f-a,1,1,')
  expect(await withdraw(beside)).toBeNull()
})

test('costs by share are as good as their gross, whatever other files say they paid', async () => {
  const first = await deliver('shared', '2026-02-04,,春,f-a,1,100,')
  const correction = await deliver('shared', '2026-02-04,,春,f-a,0,-40,')
  await deliver('shared', '2026-02-04,,春,f-a,5,70,50')
  expect(await withdraw(first)).toBe(correction)
  expect(await withdraw(correction)).toBeNull()
  expect(await withdraw(first)).toBeNull()
})

test('corrections of which the delivery is gone can be withdrawn one after the other', async () => {
  const first = await deliver('left over', '2026-02-05,,春,f-a,100,1,0')
  const corrections = [await deliver('left over', '2026-02-05,,春,f-a,-40,0,0'), await deliver('left over', '2026-02-05,,春,f-a,-30,0,0')]
  await database.pool.query('delete from delivery_facts where delivery_file_id = $1', [first])
  for (const correction of corrections) expect(await withdraw(correction)).toBeNull()
})
