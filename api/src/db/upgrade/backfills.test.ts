import { required } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { settleChangedCampaigns } from '../../serving/settle-changed-campaigns.ts'
import { statusesBackfill } from '../../serving/statuses-backfill.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { loadFixtures } from '../../testing/fixtures.ts'
import { schemaVersion } from '../schema-version.ts'
import { isLeftToLater, runBackfills, type Backfill } from './backfills.ts'

let database: TestDatabase
let said: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  await loadFixtures(database.db)
})
afterAll(() => database.drop())
beforeEach(async () => {
  said = []
  await database.db.execute(sql`delete from backfills`)
})

const say = (line: string) => void said.push(line)
/** Three steps, which say where they begin. */
function ofThree(since: number, begun: (string | null)[] = []): Backfill & { readonly begun: (string | null)[] } {
  const after: Readonly<Record<string, string | null>> = { null: 'a', a: 'b', b: null }
  return {
    name: 'three',
    since,
    begun,
    async step(_, position) {
      begun.push(position)
      const next = after[String(position)]
      return next ? { position: next, progress: next === 'a' ? 33 : 66 } : null
    },
  }
}
async function times(count: number, backfill: Backfill): Promise<void> {
  for (let turn = 0; turn < count; turn++) await runBackfills(database.db, [backfill], say)
}

/** While a process of a release with so many migrations is connected. */
async function beside(name: string, work: () => Promise<void>, url = database.url): Promise<void> {
  const process = new pg.Client({ connectionString: url, application_name: name })
  await process.connect()
  try {
    await work()
  } finally {
    await process.end()
    const connected = sql`select from pg_stat_activity where datname = current_database() and application_name = ${name}`
    await vi.waitFor(async () => expect((await database.db.execute(connected)).rows).toEqual([]), 60_000)
  }
}

const pass = [null, 'a', 'b']

test('goes on where it was, and ends', async () => {
  const backfill = ofThree(0)
  await times(2, backfill)
  expect(backfill.begun).toEqual([null, 'a'])
  // Another process.
  const other = ofThree(0)
  await times(3, other)
  expect(other.begun).toEqual(['b'])
  expect(said).toEqual(['backfill three: 33 %', 'backfill three: 66 %', 'backfill three: 100 %'])
})

test('a step that fails is done again', async () => {
  const backfill = ofThree(0)
  await times(1, backfill)
  const broken = { ...backfill, step: () => Promise.reject(new Error('no')) }
  await expect(times(1, broken)).rejects.toThrow('no')
  await times(1, backfill)
  expect(backfill.begun).toEqual([null, 'a'])
})

test('one process at a time does a step', async () => {
  const backfill = ofThree(0)
  await times(1, backfill)
  await database.db.transaction(async (transaction) => {
    await transaction.execute(sql`select from backfills for update`)
    await times(1, backfill)
  })
  expect(backfill.begun).toEqual([null])
})

test('a changed rule: another pass, and once more after the last process of the former release', async () => {
  await times(4, ofThree(0))
  const changed = ofThree(schemaVersion)
  await beside(`adsite/${schemaVersion - 1} api`, async () => {
    await times(6, changed)
    expect(changed.begun).toEqual(pass)
  })
  await times(6, changed)
  expect(changed.begun).toEqual([...pass, ...pass])
  // A process of the former release that comes back, as after half of a rollback.
  await beside(`adsite/${schemaVersion - 1} api`, () => times(2, changed))
  expect(changed.begun).toHaveLength(6)
  await times(4, changed)
  expect(changed.begun).toHaveLength(9)
})

test('a process of the former release counts whatever its role is', async () => {
  const changed = ofThree(schemaVersion)
  const superuser = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(database.url).pathname }).href
  await beside(`adsite/${schemaVersion - 1} site`, () => times(6, changed), superuser)
  await times(6, changed)
  expect(changed.begun).toEqual([...pass, ...pass])
})

test('a process without a name is of a release before there were names', async () => {
  const changed = ofThree(schemaVersion)
  await beside('', () => times(6, changed))
  await times(6, changed)
  expect(changed.begun).toEqual([...pass, ...pass])
})

test('processes of the same release, and others than the site, ask for no further pass', async () => {
  const changed = ofThree(schemaVersion)
  await beside(`adsite/${schemaVersion} api`, () => beside('psql', () => times(6, changed)))
  await times(6, changed)
  expect(changed.begun).toEqual(pass)
})

test('is left to a worker of the later release while there is one; after its rollback the former rule applies again', async () => {
  const later = schemaVersion + 1
  await times(4, ofThree(later))
  const former = ofThree(0)
  await beside(`adsite/${later} worker`, () => times(4, former))
  expect(former.begun).toEqual([])
  await beside(`adsite/${later} api`, () => times(4, former))
  expect(former.begun).toEqual(pass)
})

test('statuses: every campaign and ad is settled anew, and a worker of the former release settles none meanwhile', async () => {
  await runBackfills(database.db, [statusesBackfill], say)
  await settleChangedCampaigns(database.db)
  const stored = () =>
    database.db.execute(
      sql`select id, serving_status as status from campaigns union all select id, effective_status from ads order by 1, 2`,
    )
  const right = (await stored()).rows
  expect(right.length).toBeGreaterThan(3)
  // As a former rule would have it.
  await database.db.execute(sql`update campaigns set serving_status = 'DRAFT', status_until = null`)
  await database.db.execute(sql`update ads set effective_status = 'DRAFT', status_until = null`)
  const changed: Backfill = { ...statusesBackfill, since: schemaVersion + 1 }
  await runBackfills(database.db, [changed], say)
  await beside(`adsite/${schemaVersion + 1} worker`, async () => {
    expect(await isLeftToLater(database.db, statusesBackfill)).toBe(true)
    await settleChangedCampaigns(database.db)
    expect((await stored()).rows).not.toEqual(right)
  })
  await settleChangedCampaigns(database.db)
  expect((await stored()).rows).toEqual(right)
})

test('statuses: campaigns are listed a thousand at a time, and the worker settles them before many more are', async () => {
  const { db } = database
  await db.execute(sql`insert into campaigns (advertiser_account_id, name, name_norm, goal, lifetime_budget, start_at, end_at)
    select advertiser_account_id, name || n, name_norm || n, goal, lifetime_budget, start_at, end_at
    from (select * from campaigns order by id limit 1) as one, generate_series(1, 2500) as n`)
  await db.execute(sql`delete from changed_campaigns`)
  const idsOf = async (query: SQL) => (await db.execute<{ id: number }>(query)).rows.map(({ id }) => id)
  const listed = () => idsOf(sql`select campaign_id as id from changed_campaigns order by campaign_id`)
  const all = await idsOf(sql`select id from campaigns order by id`)
  const step = (position: string | null) => db.transaction((transaction) => statusesBackfill.step(transaction, position))
  const after = (count: number) => {
    const [id, newest] = [required(all[count - 1], 'a campaign'), required(all.at(-1), 'the newest campaign')]
    return { position: String(id), progress: Math.floor((id / newest) * 100) }
  }
  expect(await step(null)).toEqual(after(1000))
  expect(await listed()).toEqual(all.slice(0, 1000))
  expect(await step(after(1000).position)).toEqual(after(2000))
  expect(await listed()).toEqual(all.slice(0, 2000))
  expect(await step(after(2000).position)).toEqual(after(2000))
  expect(await listed()).toEqual(all.slice(0, 2000))
  await db.execute(sql`delete from changed_campaigns`)
  expect(await step(after(2000).position)).toEqual(after(all.length))
  expect(await listed()).toEqual(all.slice(2000))
  expect(await step(after(all.length).position)).toBeNull()
})
