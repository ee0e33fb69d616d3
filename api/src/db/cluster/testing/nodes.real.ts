import { daysOfPeriod, endpoints, keysOf, may, reports, roles, type Report, type ReportGrouping, type Role } from '@adsite/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { duePeriods } from '../../../delivery/roll-up/period-sums.ts'
import { createAccount, handIn } from '../../../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi } from '../../../testing/api.ts'
import type { TestClient } from '../../../testing/client.ts'
import { allEndpoints, requestFor } from '../../../testing/requests/requests.ts'

let api: TestApi
const signedIn = new Map<Role, TestClient>()

/** Every statement. Connections keep the function that they had when they were opened (trace/trace-statements.ts), so it is watched from the start. */
const sending = vi.spyOn(pg.Client.prototype, 'query')

beforeAll(async () => {
  api = await startTestApi()
  for (const { key } of roles) signedIn.set(key, await api.signIn(key))
  for (const tenant of ['a', 'b'] as const) {
    const lines = ['2026-03-01', '2026-04-01'].map((day) => `${day},媒体,f-${tenant},SP,13,100,2,50`)
    await handIn(api.pool, `day,campaign,frame,device,prefecture,imps,clicks,gross\n${lines.join('\n')}\n`, {
      advertiser: String(api.fixtures[tenant].accounts.advertiser),
    })
  }
  // The worker sums named periods from the facts.
  await vi.waitFor(async () => {
    if ((await duePeriods(api.db)).length > 0) throw new Error('Not all named periods are summed')
  }, 60_000)
})
afterAll(async () => {
  sending.mockRestore()
  await api.close()
})

const textOf = (config: unknown) =>
  typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : String(config)

/** The statements about facts that the API sends during a call, with their parameters. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  sending.mockClear()
  await work()
  const sent = sending.mock.calls.map(([config, values]: unknown[]) => ({
    text: textOf(config),
    values: Array.isArray(values) ? values : [],
  }))
  return sent.filter(({ text }) => text.includes('delivery_facts'))
}

type Reach = 'the coordinator' | 'one node' | 'all nodes'

/** The workers whose shards the statements of a call ask, by port, and how many shards at most. */
async function asked(work: () => Promise<unknown>): Promise<{ shards: number; ports: number[] }> {
  const client = await api.pool.connect()
  try {
    await client.query('set citus.explain_all_tasks to on')
    const ports = new Set<number>()
    let shards = 0
    for (const { text, values } of await statementsOf(work)) {
      const { rows } = await client.query<Record<string, string>>(`explain ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      for (const [, count] of plan.matchAll(/Task Count: (\d+)/gu)) shards = Math.max(shards, Number(count))
      for (const [, port] of plan.matchAll(/Node: host=\S+ port=(\d+)/gu)) ports.add(Number(port))
    }
    // What the nodes answer is put together on the coordinator.
    ports.delete(Number(new URL(api.url).port))
    return { shards, ports: [...ports].toSorted((one, other) => one - other) }
  } finally {
    client.release(true)
  }
}

/** Where the shards lie that the statements of a call ask. */
async function reachOf(work: () => Promise<unknown>): Promise<Reach> {
  const { shards } = await asked(work)
  return shards === 0 ? 'the coordinator' : shards === 1 ? 'one node' : 'all nodes'
}

const period = { from: '2026-02-01', to: '2026-04-30' }

/** Groupings that no sums of the coordinator have. */
const facts: readonly ReportGrouping[] = ['ad', 'ad_label', 'creative', 'device', 'prefecture']

/** Who asks for the facts of one advertiser: itself, and an agency or rep whose campaigns are all of one, as in the fixtures. */
const reachOfFacts = (role: Role): Reach => (['advertiser', 'agency', 'rep'].includes(role) ? 'one node' : 'all nodes')

/** What each role's reports ask, by grouping. Sums that the coordinator keeps answer all that are not named. */
function expected(report: Report, role: Role, grouping: ReportGrouping): Reach {
  // The supply side has sums by frame and device.
  if (report.name === 'supply') return 'the coordinator'
  // Sums by space are kept by advertiser and by media group.
  const summed = !facts.includes(grouping) && !(grouping === 'space' && (role === 'agency' || role === 'rep'))
  return summed ? 'the coordinator' : reachOfFacts(role)
}

describe.each(Object.values(reports))('report $name', (report) => {
  const askers = roles.map(({ key }) => key).filter((role) => may(role, report.permission))
  const cells = askers.flatMap((role) => report.groupings.map((grouping) => ({ role, grouping, reach: expected(report, role, grouping) })))

  test.for(cells)('$role by $grouping: $reach', async ({ role, grouping, reach }) => {
    const whole = { ...period, group_by: grouping }
    for (const query of [whole, { ...whole, compare: 'previous' }]) {
      const found = await reachOf(async () => {
        const response = await signedIn.get(role)!.call(endpoints.report[report.name], { query })
        expect(response.status).toBe(200)
      })
      expect(found).toBe(reach)
    }
  })
})

test.for(['campaign_id', 'ad_id', 'creative_id', 'advertiser_account_id'] as const)(
  "an administrator's report limited to one %s: one node",
  async (filter) => {
    const { a } = api.fixtures
    const id = { campaign_id: a.campaign, ad_id: a.ad, creative_id: a.creative, advertiser_account_id: a.accounts.advertiser }[filter]
    const query = { ...period, group_by: 'device' as const, [filter]: String(id) }
    expect(await reachOf(() => signedIn.get('admin')!.call(endpoints.report.demand, { query }))).toBe('one node')
  },
)

test("a media group's report limited to a prefecture, which no sums have: all nodes", async () => {
  const query = { ...period, group_by: 'frame' as const, prefecture: '13' }
  expect(await reachOf(() => signedIn.get('pg')!.call(endpoints.report.supply, { query }))).toBe('all nodes')
})

describe('lists with their delivery', () => {
  const lists = { campaign: endpoints.campaign, ad: endpoints.ad, creative: endpoints.creative, space: endpoints.space } as const
  // A longer one of an administrator is summed for later calls.
  const seen = { figures: 'imps,clicks', period: '2026-02-27..2026-03-04', compare: 'previous' }
  const cells = keysOf(lists).flatMap((name) =>
    roles
      .map(({ key: role }) => role)
      .filter((role) => may(role, name === 'space' ? 'report.supply' : 'report.demand'))
      .map((role) => ({ name, role, reach: name === 'ad' || name === 'creative' ? reachOfFacts(role) : 'the coordinator' })),
  )

  test.for(cells)('$name of $role: $reach', async ({ name, role, reach }) => {
    const { list, totals } = lists[name]
    for (const [endpoint, query] of [
      [list, seen],
      [list, { ...seen, sort: '-imps' }],
      [list, { ...seen, imps_min: '1' }],
      [totals, seen],
      [totals, { ...seen, imps_min: '1' }],
    ] as const) {
      const found = await reachOf(async () => {
        const response = await signedIn.get(role)!.call(endpoint, { query })
        expect(response.status, await response.clone().text()).toBe(200)
      })
      expect([query, found]).toEqual([query, reach])
    }
  })
})

describe('a named period, which is summed in advance', () => {
  test.for(['admin', 'advertiser', 'agency'] as const)(
    'the lists and reports of ads and creatives of %s: the coordinator',
    async (role) => {
      const client = signedIn.get(role)!
      const named = { figures: 'imps,ctr', period: 'last_month', sort: '-imps', ctr_min: '0' }
      for (const { list, totals } of [endpoints.ad, endpoints.creative]) {
        const { sort: _, ...matching } = named
        expect(await reachOf(() => client.call(list, { query: named }))).toBe('the coordinator')
        expect(await reachOf(() => client.call(totals, { query: matching }))).toBe('the coordinator')
      }
      for (const group_by of ['ad', 'creative'] as const)
        expect(await reachOf(() => client.call(endpoints.report.demand, { query: { ...daysOfPeriod('last_month'), group_by } }))).toBe(
          'the coordinator',
        )
    },
  )
})

/** Further calls that read facts: of one advertiser's record, and what an administrator has to pay a media group for. */
const furtherReach = new Map<string, Reach>([
  ['campaign.delivery', 'one node'],
  ['ad.delivery', 'one node'],
  ['revenue_share.monthly', 'all nodes'],
])

describe('every other call that reads', () => {
  // These are above.
  const apart = /^report\.|\.totals$/u
  const reading = allEndpoints.filter(({ key, endpoint }) => endpoint.method === 'GET' && !apart.test(key))
  const cells = reading.flatMap(({ key, endpoint }) =>
    roles
      .map(({ key: role }) => role)
      .filter((role) => endpoint.permission !== 'public' && may(role, endpoint.permission))
      .map((role) => ({ key, endpoint, role, reach: furtherReach.get(key) ?? 'the coordinator' })),
  )

  test.for(cells)('$role $key: $reach', async ({ key, endpoint, role, reach }) => {
    const request = await requestFor(key)(api, signedIn.get('admin')!, role)
    // An answer that nobody reads would keep its place.
    expect(await reachOf(async () => (await signedIn.get(role)!.call(endpoint, request)).arrayBuffer())).toBe(reach)
  })
})

/** The port of the node with an advertiser's facts. */
async function portOf(advertiser: number): Promise<number> {
  const { rows } = await api.pool.query<{ port: number }>(
    `select nodeport as port from citus_shards where shardid = get_shard_id_for_distribution_column('delivery_facts', $1::bigint)`,
    [advertiser],
  )
  return rows[0]!.port
}

describe('an agency and its advertisers', () => {
  /** Advertisers with delivery, two on each worker. */
  const byPort = new Map<number, number[]>()
  let agency: TestClient

  beforeAll(async () => {
    agency = await api.signIn('agency', 'b')
    const { rows } = await api.pool.query<{ port: number }>(
      `select distinct nodeport as port from citus_shards where table_name = 'delivery_facts'::regclass`,
    )
    for (const { port } of rows) byPort.set(port, [])
    for (let number = 1; [...byPort.values()].some((ids) => ids.length < 2); number += 1) {
      const id = await createAccount(api.pool, `代理の広告主 ${number}`)
      byPort.get(await portOf(id))!.push(id)
      await handIn(api.pool, `day,campaign,ad,device,imps,gross\n2026-03-01,企画 ${number},広告,SP,7,3\n`, { advertiser: String(id) })
    }
  })

  /** Gives the agency the campaigns of these advertisers, and no others. */
  async function represents(advertisers: readonly number[]): Promise<void> {
    const { agency: own } = api.fixtures.b.accounts
    await api.pool.query('update campaigns set agency_account_id = null where agency_account_id = $1', [own])
    await api.pool.query('update campaigns set agency_account_id = $1 where advertiser_account_id = any($2)', [own, advertisers])
  }

  async function imps(): Promise<number> {
    const response = await agency.call(endpoints.report.demand, { query: { ...period, group_by: 'device' } })
    return ((await response.json()) as { data: { totals: { imps: number } } }).data.totals.imps
  }

  test.for([0, 1])('asks the node of its advertisers alone, as long as they share one (%i)', async (index) => {
    const [port, own] = [...byPort][index]!
    await represents(own)
    for (const group_by of ['device', 'ad', 'prefecture'] as const)
      expect((await asked(() => agency.call(endpoints.report.demand, { query: { ...period, group_by } }))).ports).toEqual([port])
    expect(await imps()).toBe(own.length * 7)
  })

  test('asks every node that has one of them', async () => {
    const own = [...byPort.values()].map((ids) => ids[0]!)
    await represents(own)
    const { ports } = await asked(() => agency.call(endpoints.report.demand, { query: { ...period, group_by: 'device' } }))
    expect(ports).toEqual([...byPort.keys()].toSorted((one, other) => one - other))
    expect(await imps()).toBe(own.length * 7)
  })

  test('asks none without any, and is told that there is nothing', async () => {
    await represents([])
    expect((await asked(() => agency.call(endpoints.report.demand, { query: { ...period, group_by: 'device' } }))).ports).toEqual([])
    expect(await imps()).toBe(0)
  })
})

test('a file of one advertiser is written to its node alone', async () => {
  const { rows } = await api.pool.query<{ nodes: number }>(
    `select count(distinct (nodename, nodeport))::int as nodes from citus_shards where table_name = 'delivery_facts'::regclass`,
  )
  expect(rows[0]!.nodes).toBeGreaterThan(1)
  const { fixtures, pool } = api
  const sent = await statementsOf(() =>
    handIn(pool, `day,campaign,frame,imps,gross\n2026-03-05,媒体,f-a,7,3\n`, { advertiser: String(fixtures.a.accounts.advertiser) }),
  )
  const about = sent.filter(({ text }) => /from delivery_facts|update delivery_facts/u.test(text))
  expect(about.length).toBeGreaterThan(1)
  for (const { text } of about) expect(text).toContain(`advertiser_account_id = any ('{${fixtures.a.accounts.advertiser}}'::bigint[])`)
})
