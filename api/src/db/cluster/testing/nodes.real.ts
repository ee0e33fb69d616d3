import { endpoints, may, reports, roles, type ReportGrouping, type Role } from '@adsite/contract'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { handIn } from '../../../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi } from '../../../testing/api.ts'
import type { TestClient } from '../../../testing/client.ts'
import { allEndpoints, requestFor } from '../../../testing/requests/requests.ts'

let api: TestApi
const signedIn = new Map<Role, TestClient>()

beforeAll(async () => {
  api = await startTestApi()
  for (const { key } of roles) signedIn.set(key, await api.signIn(key))
  for (const tenant of ['a', 'b'] as const) {
    const lines = ['2026-03-01', '2026-04-01'].map((day) => `${day},媒体,f-${tenant},SP,13,100,2,50`)
    await handIn(api.pool, `day,campaign,frame,device,prefecture,imps,clicks,gross\n${lines.join('\n')}\n`, {
      advertiser: String(api.fixtures[tenant].accounts.advertiser),
    })
  }
})
afterAll(() => api.close())
afterEach(() => vi.restoreAllMocks())

const textOf = (config: unknown) =>
  typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : String(config)

/** The statements about facts that the API sends during a call, with their parameters. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const sent = spy.mock.calls.map(([config, values]: unknown[]) => ({ text: textOf(config), values: Array.isArray(values) ? values : [] }))
  spy.mockRestore()
  return sent.filter(({ text }) => text.includes('delivery_facts'))
}

type Reach = 'the coordinator' | 'one node' | 'all nodes'

/** Where the shards lie that the statements of a call ask. */
async function reachOf(work: () => Promise<unknown>): Promise<Reach> {
  const counts: number[] = []
  for (const { text, values } of await statementsOf(work)) {
    const { rows } = await api.pool.query<Record<string, string>>(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    counts.push(...[...plan.matchAll(/Task Count: (\d+)/gu)].map(([, count]) => Number(count)))
  }
  if (counts.length === 0) return 'the coordinator'
  return Math.max(...counts) === 1 ? 'one node' : 'all nodes'
}

const period = { from: '2026-02-01', to: '2026-04-30' }

/** What each role's reports ask, by grouping. Sums that the coordinator keeps answer all that are not named. */
const facts: readonly ReportGrouping[] = ['ad', 'creative', 'device', 'prefecture', 'frame']
function expected(role: Role, grouping: ReportGrouping): Reach {
  // Sums by space are kept by advertiser and by media group.
  const summed = !facts.includes(grouping) && !(grouping === 'space' && (role === 'agency' || role === 'rep'))
  if (summed) return 'the coordinator'
  // An agency has several advertisers, and any advertiser delivers on a medium.
  return role === 'advertiser' ? 'one node' : 'all nodes'
}

describe.each(Object.values(reports))('report $name', (report) => {
  const askers = roles.map(({ key }) => key).filter((role) => may(role, report.permission))
  const cells = askers.flatMap((role) => report.groupings.map((grouping) => ({ role, grouping, reach: expected(role, grouping) })))

  test.for(cells)('$role by $grouping: $reach', async ({ role, grouping, reach }) => {
    const asked = { ...period, group_by: grouping }
    for (const query of [asked, { ...asked, compare: 'previous' }]) {
      const found = await reachOf(async () => {
        const response = await signedIn.get(role)!.call(endpoints.report[report.name], { query })
        expect(response.status).toBe(200)
      })
      expect(found).toBe(reach)
    }
  })
})

describe('every other call that reads', () => {
  const asked = /^(report|revenue_share)\./u
  const reading = allEndpoints.filter(({ key, endpoint }) => endpoint.method === 'GET' && !asked.test(key))
  const cells = reading.flatMap(({ key, endpoint }) =>
    roles
      .map(({ key: role }) => role)
      .filter((role) => endpoint.permission !== 'public' && may(role, endpoint.permission))
      .map((role) => ({ key, endpoint, role })),
  )

  test.for(cells)('$role $key: the coordinator', async ({ key, endpoint, role }) => {
    const request = await requestFor(key)(api, signedIn.get('admin')!, role)
    // An answer that nobody reads would keep its place.
    const reach = await reachOf(async () => (await signedIn.get(role)!.call(endpoint, request)).arrayBuffer())
    expect(reach).toBe('the coordinator')
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
