import { endpoints } from '@adsite/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { revenueShares } from '../db/schema.ts'
import { handIn, rollUpDifferences } from '../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { dayFromNow } from '../testing/requests/media-requests.ts'

const { revenue_share: share } = endpoints

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(revenueShares)
})

/** A file with a line for each of these days that does not say what is paid. */
const deliver = (source: string, days: readonly number[]) => {
  const lines = days.map((day) => `${dayFromNow(day)},${source},f-a,1,100,\n`).join('')
  const options = { advertiser: String(api.fixtures.a.accounts.advertiser), source }
  return handIn(api.pool, `day,campaign,frame_code,imps,gross,media_cost\n${lines}`, options)
}
const create = (from: number, to: number | null) =>
  admin.call(share.create, {
    body: {
      publisher_group_id: api.fixtures.a.publisherGroup,
      rate: '60',
      valid_from: dayFromNow(from),
      valid_to: to === null ? null : dayFromNow(to),
    },
  })
const idOf = async (response: Response) => ((await response.json()) as { data: { id: number } }).data.id
async function costs(source: string): Promise<(string | null)[]> {
  const { rows } = await api.pool.query<{ cost: string | null }>(
    `select trim_scale(fact.media_cost)::text as cost from delivery_facts fact join delivery_files file on file.id = fact.delivery_file_id
      where file.source = $1 order by fact.day`,
    [source],
  )
  return rows.map(({ cost }) => cost)
}

test('days that a share comes to have or loses are priced by it', async () => {
  await deliver('moved', [-3, -2, 1, 2])
  const id = await idOf(await create(1, 1))
  expect(await costs('moved')).toEqual([null, null, '60', null])
  const update = async (version: number, values: object) =>
    (await admin.call(share.update, { params: { id }, body: { version, ...values } })).status
  expect(await update(1, { valid_from: dayFromNow(-2), valid_to: null })).toBe(204)
  expect(await costs('moved')).toEqual([null, '60', '60', '60'])
  expect(await update(2, { valid_to: dayFromNow(1) })).toBe(204)
  expect(await costs('moved')).toEqual([null, '60', '60', null])
  expect(await update(3, { valid_to: dayFromNow(2) })).toBe(204)
  expect(await costs('moved')).toEqual([null, '60', '60', '60'])
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('days whose share is deleted before it begins are paid by none', async () => {
  await deliver('deleted', [1, 2])
  const id = await idOf(await create(1, null))
  expect(await costs('deleted')).toEqual(['60', '60'])
  expect((await admin.call(share.delete, { params: { id } })).status).toBe(204)
  expect(await costs('deleted')).toEqual([null, null])
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('a share is saved although a file of its group is being stored; both count', async () => {
  await deliver('before', [-1])
  const holder = await api.pool.connect()
  await holder.query(`begin; set local idle_in_transaction_session_timeout = '60s'`)
  await holder.query('lock table delivery_files in share mode')
  const stored = deliver('during', [-1])
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    await expect.poll(async () => (await api.pool.query(waits)).rowCount, { timeout: 10_000 }).toBe(1)
    expect((await create(-2, null)).status).toBe(201)
  } finally {
    await holder.query('commit')
    holder.release()
  }
  await stored
  // By the worker, which runs beside.
  await expect.poll(async () => [await costs('before'), await costs('during')], { timeout: 20_000 }).toEqual([['60'], ['60']])
  expect(await rollUpDifferences(api.pool)).toEqual([])
})
