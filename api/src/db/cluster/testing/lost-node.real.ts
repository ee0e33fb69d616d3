import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { endpoints, required } from '@adsite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, handIn, rollUpDifferences } from '../../../delivery/testing/advertiser.ts'
import { settleChangedCampaigns } from '../../../serving/settle-changed-campaigns.ts'
import { startTestApi, type TestApi } from '../../../testing/api.ts'
import type { TestClient } from '../../../testing/client.ts'
import { connect } from '../../connect.ts'
import { isUnavailable } from '../../database-error.ts'
import { createDistributedDatabase, joinCluster, onDatabase } from '../cluster-database.ts'
import { installedServers } from '../find-citus.ts'
import { startCluster, type Cluster } from '../start-cluster.ts'

/** A cluster of its own, durable: its nodes are killed. */
let cluster: Cluster
let url: string
let api: TestApi
let admin: TestClient
/** An advertiser on each worker. */
let advertisers: number[]
let files = 0

beforeAll(async () => {
  const [server] = await installedServers()
  cluster = await startCluster({ programs: required(server, 'PostgreSQL with Citus').programs, nodes: 4, durable: true })
  // The last node joins later.
  url = await createDistributedDatabase(
    cluster.nodes.slice(0, 3).map((node) => node.url),
    'adsite',
  )
  api = await startTestApi({}, { ...connect(url), url, drop: async () => {} })
  admin = await api.signIn('admin')
  const byNode = new Map<number, number>()
  while (byNode.size < 2) {
    const id = await createAccount(api.pool, `広告主 ${byNode.size}`)
    byNode.set(await portOf(id), byNode.get(await portOf(id)) ?? id)
  }
  advertisers = workers().map((port) => required(byNode.get(port), 'an advertiser'))
})
afterAll(async () => {
  await api?.pool.end()
  await api?.close()
  await cluster?.stop()
})

const portOfNode = (index: number) => Number(new URL(cluster.nodes[index]!.url).port)
const workers = () => [portOfNode(1), portOfNode(2)]

/** The node on which an advertiser's facts lie. */
async function portOf(advertiser: number): Promise<number> {
  const { rows } = await api.pool.query<{ port: number }>(
    `select nodeport as port from citus_shards where shardid = get_shard_id_for_distribution_column('delivery_facts', $1::bigint)`,
    [advertiser],
  )
  return rows[0]!.port
}

/** A new file of one line; answers its number of impressions. */
async function handInAnother(advertiser: number): Promise<number> {
  files += 1
  const imps = files
  const options = { advertiser: String(advertiser), source: `file ${imps}` }
  const { rows_taken } = await handIn(api.pool, `day,campaign,device,imps,gross\n2026-03-05,企画,SP,${imps},1\n`, options)
  expect(rows_taken).toBe(1)
  return imps
}

async function sumOf(advertiser: number): Promise<number> {
  const { rows } = await api.pool.query<{ imps: number }>(
    'select coalesce(sum(imps), 0)::bigint as imps from delivery_facts where advertiser_account_id = $1',
    [advertiser],
  )
  return rows[0]!.imps
}

/** The status of a report of one advertiser. */
async function reportOf(advertiser: number, group_by: string): Promise<number> {
  const query = { from: '2026-03-01', to: '2026-03-31', group_by, advertiser_account_id: String(advertiser) }
  return (await admin.call(endpoints.report.demand, { query })).status
}

/** Waits until transactions that a lost node left half-way are ended on every node. */
async function recovered(): Promise<void> {
  for (const node of cluster.nodes.slice(0, 3)) {
    await onDatabase(node.url, async (client) => {
      while ((await client.query(`select from pg_prepared_xacts`)).rowCount) await sleep(200)
    })
  }
}

/** The facts add up to the sums that the coordinator keeps. */
async function whole(): Promise<void> {
  await recovered()
  expect(await rollUpDifferences(api.pool)).toEqual([])
}

test('without a worker its advertisers have no details and no new delivery, and nobody else notices anything', async () => {
  const [lost, other] = [advertisers[0]!, advertisers[1]!]
  for (const advertiser of advertisers) await handInAnother(advertiser)
  const before = await sumOf(lost)
  await cluster.nodes[1]!.stop('kill')
  expect(await reportOf(other, 'device')).toBe(200)
  await handInAnother(other)
  // Sums, lists, statuses and what people do are on the coordinator.
  for (const advertiser of advertisers) expect(await reportOf(advertiser, 'day')).toBe(200)
  for (const endpoint of [endpoints.campaign.list, endpoints.ad.list, endpoints.notification.list])
    expect((await admin.call(endpoint)).status).toBe(200)
  await settleChangedCampaigns(api.db)
  expect(await createAccount(api.pool, '新しい広告主')).toBeGreaterThan(0)
  // Its own: try again later.
  expect(await reportOf(lost, 'device')).toBe(503)
  const refused = await handInAnother(lost).catch((error: unknown) => error)
  expect(isUnavailable(refused), inspect(refused)).toBe(true)
  await cluster.nodes[1]!.start()
  expect(await sumOf(lost)).toBe(before)
  await whole()
  await handInAnother(lost)
  await whole()
})

/**
 * Hands in files of both advertisers, one after the other of each, while `what` happens; answers what was acknowledged. A file
 * that fails meanwhile is one to hand in again.
 */
async function acknowledgedWhile(what: () => Promise<void>): Promise<ReadonlyMap<number, number>> {
  let going = true
  const otherFailures: unknown[] = []
  const sums = new Map<number, number>()
  const writers = advertisers.map(async (advertiser) => {
    while (going) {
      const taken = await handInAnother(advertiser).catch((error: unknown) => {
        if (!isUnavailable(error)) otherFailures.push(error)
        return 0
      })
      sums.set(advertiser, (sums.get(advertiser) ?? 0) + taken)
      if (taken === 0) await sleep(50)
    }
  })
  await sleep(500)
  await what()
  await sleep(500)
  going = false
  await Promise.all(writers)
  expect(otherFailures).toEqual([])
  return sums
}

test.each([
  ['a worker', 1],
  ['the coordinator', 0],
] as const)('what was acknowledged is there after %s was killed and is back', async (_, index) => {
  const node = cluster.nodes[index]!
  for (let round = 0; round < 3; round += 1) {
    const before = new Map(await Promise.all(advertisers.map(async (advertiser) => [advertiser, await sumOf(advertiser)] as const)))
    const acknowledged = await acknowledgedWhile(async () => {
      await node.stop('kill')
      await sleep(200)
      await node.start()
    })
    await whole()
    for (const advertiser of advertisers) {
      const added = (await sumOf(advertiser)) - before.get(advertiser)!
      const promised = acknowledged.get(advertiser)!
      expect(promised).toBeGreaterThan(0)
      // A file whose answer was lost with the node may be there as well, as a whole.
      expect(added).toBeGreaterThanOrEqual(promised)
    }
  }
})

test('a further node takes its part of the shards while files come in', async () => {
  const last = cluster.nodes[3]!
  const before = await sumOf(advertisers[0]!)
  const acknowledged = await acknowledgedWhile(async () => {
    await joinCluster(url, [last.url])
    const move = `select rebalance_table_shards(rebalance_strategy => 'by_shard_count', shard_transfer_mode => 'block_writes')`
    await onDatabase(url, (client) => client.query(move))
  })
  const { rows } = await api.pool.query<{ shards: number }>(
    `select count(*)::int as shards from citus_shards where table_name = 'delivery_facts'::regclass group by nodeport`,
  )
  expect(rows.map(({ shards }) => shards).toSorted()).toEqual([10, 11, 11])
  await whole()
  expect((await sumOf(advertisers[0]!)) - before).toBeGreaterThanOrEqual(acknowledged.get(advertisers[0]!)!)
})
