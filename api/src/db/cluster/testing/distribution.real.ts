import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@adsite/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccount, handIn, rollUpDifferences } from '../../../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi } from '../../../testing/api.ts'
import type { TestClient } from '../../../testing/client.ts'
import { whileWorking } from '../../../testing/while-working.ts'
import { connect } from '../../connect.ts'
import { migrate } from '../../upgrade/migrate.ts'
import { databaseOf, distribute, dropClusterDatabase, joinCluster, onDatabase } from '../cluster-database.ts'

// A site on one PostgreSQL, with delivery, whose database becomes the coordinator of a cluster while the site is up.
const servers = inject('templateUrls').map((template) => databaseOf(template, 'postgres'))
const name = `filled_${randomBytes(6).toString('hex')}`
const url = databaseOf(servers[0]!, name)

let api: TestApi
let admin: TestClient
let advertisers: number[]
/** Impressions that were acknowledged, by advertiser. */
const acknowledged = new Map<number, number>()
let files = 0

async function handInAnother(advertiser: number, days: readonly string[]): Promise<void> {
  files += 1
  const imps = files
  const lines = days.map((day) => `${day},企画,広告,SP,${imps},1`)
  const options = { advertiser: String(advertiser), source: `file ${files}` }
  const { rows_taken } = await handIn(api.pool, `day,campaign,ad,device,imps,gross\n${lines.join('\n')}\n`, options)
  expect(rows_taken).toBe(days.length)
  acknowledged.set(advertiser, (acknowledged.get(advertiser) ?? 0) + days.length * imps)
}

beforeAll(async () => {
  await onDatabase(servers[0]!, (client) => client.query(`create database ${name}`))
  await migrate(url)
  api = await startTestApi({}, { ...connect(url), url, drop: async () => {} })
  admin = await api.signIn('admin')
  advertisers = []
  for (let number = 1; number <= 6; number += 1) advertisers.push(await createAccount(api.pool, `広告主 ${number}`))
  for (const advertiser of advertisers) await handInAnother(advertiser, ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-05'])
})
afterAll(async () => {
  await api?.pool.end()
  await api?.close()
  await dropClusterDatabase(servers, name)
})

async function impsByAdvertiser(): Promise<ReadonlyMap<number, number>> {
  const { rows } = await api.pool.query<{ id: number; imps: number }>(
    'select advertiser_account_id as id, sum(imps)::bigint as imps from delivery_facts group by 1',
  )
  return new Map(rows.map(({ id, imps }) => [id, imps]))
}

/** A report of facts, one of sums, and a list with its delivery. */
async function readAll(): Promise<void> {
  const query = { from: '2026-01-01', to: '2026-03-31' }
  const answers = [
    await admin.call(endpoints.report.demand, { query: { ...query, group_by: 'device' } }),
    await admin.call(endpoints.report.demand, { query: { ...query, group_by: 'day' } }),
    await admin.call(endpoints.ad.list, { query: { figures: 'imps', period: '2026-01-01..2026-03-31', sort: '-imps' } }),
  ]
  for (const answer of answers) expect(answer.status, await answer.text()).toBe(200)
}

test('the database gets its workers while the site is up', async () => {
  await onDatabase(url, (client) => client.query('create extension citus'))
  await whileWorking([() => joinCluster(url, servers.slice(1))], 1, [readAll, () => handInAnother(advertisers[0]!, ['2026-03-05'])])
  expect(await impsByAdvertiser()).toEqual(acknowledged)
})

test('where a file that is being stored waits for a month behind the script, the script gives up and all others go on', async () => {
  await onDatabase(url, async (file) => {
    await file.query('begin')
    const values = `(${advertisers[0]}, '2026-03-05', 1, 1, 1)`
    await file.query(`insert into delivery_facts (advertiser_account_id, day, campaign_id, imps, gross) values ${values}`)
    const script = distribute(url, 4)
    // The failure is looked at below.
    script.catch(() => {})
    const isWaiting = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like '%create_distributed_table%'`
    while (!(await api.pool.query(isWaiting, [name])).rowCount) await sleep(50)
    const month = onDatabase(url, (other) => other.query(`select ensure_delivery_partitions('2026-07-01', '2026-07-01')`))
    await readAll()
    await expect(script).rejects.toThrow('lock timeout')
    await month
    await file.query('rollback')
  })
})

test('its facts are spread while files come in and people read: no call fails, and nothing acknowledged is lost', async () => {
  const writing = advertisers.slice(0, 3).map((advertiser) => () => handInAnother(advertiser, ['2026-02-28', '2026-03-05']))
  await whileWorking([() => distribute(url, 8)], 1, [readAll, ...writing, () => createAccount(api.pool, '新しい広告主')])
  expect(await impsByAdvertiser()).toEqual(acknowledged)
  expect(await rollUpDifferences(api.pool)).toEqual([])
  const { rows: shards } = await api.pool.query<{ port: number }>(
    `select distinct nodeport as port from citus_shards where table_name = 'delivery_facts'::regclass and citus_table_type = 'distributed'`,
  )
  expect(shards.length).toBe(servers.length - 1)
  // The coordinator keeps no copy.
  const { rows: sizes } = await api.pool.query<{ bytes: number }>(
    `select sum(pg_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = 'delivery_facts'::regclass`,
  )
  expect(sizes).toEqual([{ bytes: 0 }])
})

test('the script may be run again, and files go on, also of new months and with corrections', async () => {
  await distribute(url, 8)
  for (const advertiser of advertisers) await handInAnother(advertiser, ['2026-04-01'])
  const replaced = await handIn(api.pool, 'day,campaign,ad,device,imps,gross\n2026-04-01,企画,広告,SP,5,1\n', {
    advertiser: String(advertisers[0]),
    source: `file ${files - advertisers.length + 1}`,
    replace: true,
  })
  expect(replaced.rows_replaced).toBe(1)
  acknowledged.set(advertisers[0]!, acknowledged.get(advertisers[0]!)! - (files - advertisers.length + 1) + 5)
  expect(await impsByAdvertiser()).toEqual(acknowledged)
  expect(await rollUpDifferences(api.pool)).toEqual([])
  await readAll()
})
