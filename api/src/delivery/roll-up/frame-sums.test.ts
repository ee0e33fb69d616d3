import { endpoints, type ReportAnswer } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runBackfills, type Backfill } from '../../db/upgrade/backfills.ts'
import { areFrameSumsComplete } from '../../db/upgrade/frame-sums-complete.ts'
import { rollUpDifferences, startTestApi, type TestApi } from '../../testing/index.ts'
import { handIn } from '../testing/advertiser.ts'
import { inTransaction, remove, store, withoutSums } from '../testing/changed-facts.ts'
import { frameSums, frameSumsBySteps } from './frame-sums.ts'
import { updateRollUps, type Queries } from './roll-ups.ts'

let api: TestApi

/** Frames of two groups, one line without a frame, and one without a device. */
const content = `day,campaign,ad,frame_code,device,imps,clicks,gross
2026-03-01,春,麦茶,f-a,SP,5,1,3
2026-03-01,春,麦茶,f-a,PC,7,,4
2026-03-02,春,緑茶,f-a,,11,2,5
2026-03-02,夏,,f-b,SP,13,3,6
2026-03-03,夏,,,SP,17,4,7
`

beforeAll(async () => {
  api = await startTestApi()
  // Passes are run here.
  await api.housekeeping.close()
  await handIn(api.pool, content, { advertiser: String(api.fixtures.a.accounts.advertiser) })
})
afterAll(() => api.close())

const isComplete = () => areFrameSumsComplete(api.db)
const step = (backfill: Backfill = frameSums) => runBackfills(api.db, [backfill], () => undefined)
/** Runs a pass that is due to its end; answers the number of its steps. */
async function pass(backfill?: Backfill): Promise<number> {
  for (let steps = 1; ; steps++) {
    await step(backfill)
    if (await isComplete()) return steps
    if (steps > 100) throw new Error('The pass does not end.')
  }
}
beforeEach(async () => {
  if (!(await isComplete())) await pass()
})

const former = (client: Queries) => withoutSums(client, /delivery_daily_frame|frame_sums/u)

const queries = [
  { group_by: 'frame' },
  { group_by: 'device', compare: 'previous' },
  { group_by: 'day', device: 'SP' },
  { group_by: 'space', device: 'PC', sort: 'imps' },
] as const

async function reports(): Promise<ReportAnswer[]> {
  const roles = ['admin', 'pg', 'ptd'] as const
  const answers = roles.map(async (role) => {
    const client = await api.signIn(role)
    const { frame } = api.fixtures.a
    return Promise.all(
      [...queries, { group_by: 'device', frame_id: String(frame) } as const].map(async (query) => {
        const response = await client.call(endpoints.report.supply, { query: { from: '2026-03-01', to: '2026-03-31', ...query } })
        expect(response.status, await response.clone().text()).toBe(200)
        return ((await response.json()) as { data: ReportAnswer }).data
      }),
    )
  })
  return (await Promise.all(answers)).flat()
}

test('reports say the same from the sums as from the facts, and read the sums where they are complete', async () => {
  const fromSums = await reports()
  expect(fromSums[0]!.rows.length).toBeGreaterThan(1)
  await api.db.execute(sql`update backfills set alone = false where name = 'frame_sums'`)
  expect(await reports()).toEqual(fromSums)
  await api.db.execute(sql`update delivery_daily_frame set imps = imps + 1000`)
  expect(await reports()).toEqual(fromSums)
  await api.db.execute(sql`update backfills set alone = true where name = 'frame_sums'`)
  expect(await reports()).not.toEqual(fromSums)
  await api.db.execute(sql`update backfills set alone = false where name = 'frame_sums'`)
})

test('what a former release stores makes them incomplete, until a pass has summed it', async () => {
  await inTransaction(api.pool, async (client) => {
    await store(former(client), '2026-03-01')
    await updateRollUps(former(client))
    expect(await isComplete()).toBe(true)
  })
  expect(await isComplete()).toBe(false)
  expect(await rollUpDifferences(api.pool)).not.toEqual([])
  const before = await reports()
  await pass()
  expect(await rollUpDifferences(api.pool)).toEqual([])
  expect(await reports()).toEqual(before)
})

test('what a former release takes away leaves no sums behind', async () => {
  await inTransaction(api.pool, (client) => store(client, '2026-03-02').then(() => updateRollUps(client)))
  await inTransaction(api.pool, (client) => remove(former(client), '2026-03-02'))
  expect(await rollUpDifferences(api.pool)).not.toEqual([])
  await pass()
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('a file of this release leaves them complete', async () => {
  await inTransaction(api.pool, (client) => store(client, '2026-03-01').then(() => updateRollUps(client)))
  await inTransaction(api.pool, (client) => remove(client, '2026-03-03'))
  expect(await isComplete()).toBe(true)
})

test('a pass goes from group to group and from day to day', async () => {
  const anew = sql`delete from backfills where name = 'frame_sums'`
  await api.db.execute(anew)
  expect(await pass()).toBe(2)
  await handIn(api.pool, content.replaceAll('2026-03', '2026-04'), { advertiser: String(api.fixtures.a.accounts.advertiser), source: 'b' })
  const { rows } = await api.pool.query('select distinct publisher_group_id, day from delivery_daily_space')
  await api.pool.query('update delivery_daily_frame set imps = imps + 1000')
  await api.db.execute(anew)
  expect(await pass(frameSumsBySteps(1))).toBe(rows.length + 1)
})

test('a file whose facts are stored but not summed yet is summed once', async () => {
  await inTransaction(api.pool, async (client) => {
    await store(client, '2026-03-01')
    await api.db.execute(sql`delete from backfills where name = 'frame_sums'`)
    await pass()
    await updateRollUps(client)
  })
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('a file that has added its facts to the sums is waited for', async () => {
  let summed: Promise<unknown> | undefined
  await inTransaction(api.pool, async (client) => {
    await store(client, '2026-03-01')
    await updateRollUps(client)
    await api.db.execute(sql`delete from backfills where name = 'frame_sums'`)
    summed = pass()
    const waiting = sql`select from pg_locks where relation = 'delivery_daily_frame'::regclass and not granted`
    await vi.waitFor(async () => expect((await api.db.execute(waiting)).rows).toHaveLength(1), 60_000)
  })
  await summed
  expect(await rollUpDifferences(api.pool)).toEqual([])
})
