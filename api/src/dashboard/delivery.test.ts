import { endpoints, visibleDashboardFigures, type DashboardPeriod, type Role } from '@adsite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handIn, rollUpDifferences } from '../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { revenueShares } from '../db/schema.ts'
import type { Tenant } from '../testing/fixtures.ts'

interface Delivery {
  current: DashboardPeriod
  previous: DashboardPeriod
}

let api: TestApi
/** The day in Japan `back` days before today. */
const day = (back: number) => new Date(Date.now() + 9 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  api = await startTestApi()
  const { a, b } = api.fixtures
  // Both advertisers deliver in both tenants' frames, partly in unknown places, on days at both ends of the periods.
  const lines = (factor: number, campaign: string) =>
    [0, 1, 2, 7, 8, 14, 15, 30, 31, 60, 61].flatMap((back) => [
      `${day(back)},${campaign},f-a,${1000 * factor + back},${10 * factor},${factor},${100.5 * factor},${60.25 * factor}`,
      `${day(back)},${campaign},f-b,${2000 * factor},${7 * factor},0,${33 * factor}.000001,${20 * factor}`,
      `${day(back)},${campaign},,${5 * factor},1,0,${7 * factor},${3 * factor}`,
    ])
  const file = (factor: number, campaign: string) =>
    `day,campaign,frame_code,imps,clicks,cv_click,gross,media_cost\n${lines(factor, campaign).join('\n')}\n`
  // Rates that change within the periods; the second media group also has one for a single medium.
  const shares = [
    { publisher_group_id: a.publisherGroup, rate: '60.000', valid_from: day(400), valid_to: day(15) },
    { publisher_group_id: a.publisherGroup, rate: '70.125', valid_from: day(14) },
    { publisher_group_id: b.publisherGroup, rate: '50.000', valid_from: day(400) },
    { publisher_group_id: b.publisherGroup, medium_id: b.medium, rate: '33.333', valid_from: day(8), valid_to: day(2) },
  ]
  await api.db.delete(revenueShares)
  await api.db.insert(revenueShares).values(shares)
  const advertisers = [String(a.accounts.advertiser), String(b.accounts.advertiser)]
  // Both files are loaded at once, because they add to the same spaces.
  await Promise.all(
    [1, 2, 3, 4].map((factor) =>
      handIn(api.pool, file(factor, `キャンペーン ${factor % 2 ? 'a' : 'b'}`), {
        advertiser: advertisers[(factor + 1) % 2]!,
        source: `s${factor}`,
      }),
    ),
  )
})
afterAll(() => api.close())

async function delivery(role: Role, days: '7' | '30', tenant: Tenant = 'a'): Promise<Delivery> {
  const response = await (await api.signIn(role, tenant)).call(endpoints.dashboard.delivery, { query: { days } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Delivery }).data
}

/** Which sums a role receives, and under which names. */
type Facts = Readonly<Record<'imps' | 'clicks' | 'conversions' | 'gross' | 'media_cost' | 'revenue', string | number>>
const asDemand = ({ imps, clicks, conversions, gross }: Facts) => ({ imps, clicks, conversions, gross })
const asSupply = ({ imps, clicks, revenue }: Facts) => ({ imps, clicks, revenue })
const expected: Readonly<Record<Role, (facts: Facts) => object>> = {
  admin: (facts) => ({ ...asDemand(facts), media_cost: facts.media_cost }),
  advertiser: asDemand,
  agency: asDemand,
  rep: asDemand,
  ptd: asSupply,
  pg: asSupply,
}

/** Computes the same sums from the facts. */
async function summed(role: Role, tenant: Tenant, from: string, to: string) {
  const account = api.fixtures[tenant].accounts[role]
  const whose: Record<Role, string> = {
    admin: '$3 > 0',
    advertiser: 'c.advertiser_account_id = $3',
    agency: 'c.agency_account_id = $3',
    rep: 'c.rep_account_id = $3',
    ptd: 'g.ptd_account_id = $3',
    pg: 'g.account_id = $3',
  }
  const { rows } = await api.pool.query<Facts>(
    `select coalesce(sum(f.imps), 0)::bigint as imps, coalesce(sum(f.clicks), 0)::bigint as clicks, coalesce(sum(cv_click), 0)::bigint as conversions,
       trim_scale(coalesce(sum(gross), 0))::text as gross, trim_scale(coalesce(sum(media_cost), 0))::text as media_cost,
       trim_scale(coalesce(sum(media_cost), 0))::text as revenue
     from delivery_facts f join campaigns c on c.id = f.campaign_id left join publisher_groups g on g.id = f.publisher_group_id
     where f.day between $1 and $2 and ${whose[role]}`,
    [from, to, account],
  )
  return rows[0]!
}

describe('delivery', () => {
  const everyRole = ['admin', 'advertiser', 'agency', 'rep', 'ptd', 'pg'] as const
  const cells = everyRole.flatMap((role) =>
    (['a', 'b'] as const).flatMap((tenant) => (['7', '30'] as const).map((days) => ({ role, tenant, days }))),
  )

  test.for(cells)('$role $tenant, $days days: what the facts say, by period and by day', async ({ role, tenant, days }) => {
    const { current, previous } = await delivery(role, days, tenant)
    const length = Number(days)
    expect([current.from, current.to, previous.from, previous.to]).toEqual([day(length), day(1), day(2 * length), day(length + 1)])
    for (const period of [current, previous]) {
      expect(period.days.map((row) => row.day)).toEqual(
        Array.from({ length }, (_, at) => new Date(Date.parse(period.from) + at * 86_400_000).toISOString().slice(0, 10)),
      )
      for (const { from, to, figures } of [
        { from: period.from, to: period.to, figures: period.totals },
        ...period.days.map((row) => ({ from: row.day, to: row.day, figures: row })),
      ]) {
        const facts = await summed(role, tenant, from, to)
        const { margin: _, ...received } = figures
        expect(received, `${from} to ${to}`).toEqual({ ...('day' in figures ? { day: from } : {}), ...expected[role](facts) })
      }
    }
    expect(current.totals.imps).toBeGreaterThan(0)
  })

  test('a role receives its figures and no others', async () => {
    const keys = async (role: Role) => {
      const { current } = await delivery(role, '7')
      const { day: _, ...figures } = current.days[0]!
      expect(Object.keys(figures).toSorted()).toEqual(Object.keys(current.totals).toSorted())
      expect(Object.keys(current.totals).toSorted()).toEqual([...visibleDashboardFigures(role)].toSorted())
      return Object.keys(current.totals).toSorted().join()
    }
    expect(await keys('admin')).toBe('clicks,conversions,gross,imps,margin,media_cost')
    for (const role of ['advertiser', 'agency', 'rep'] as const) expect(await keys(role)).toBe('clicks,conversions,gross,imps')
    for (const role of ['ptd', 'pg'] as const) expect(await keys(role)).toBe('clicks,imps,revenue')
  })

  test('the margin is of the sums; nothing delivered has none', async () => {
    const { totals, days } = (await delivery('admin', '7')).current
    const { gross, media_cost } = totals
    expect(Number(totals.margin)).toBeCloseTo(((Number(gross) - Number(media_cost)) / Number(gross)) * 100, 5)
    const silentDay = days.find(({ imps }) => imps === 0)!
    expect(silentDay).toMatchObject({ imps: 0, clicks: 0, gross: '0', media_cost: '0', margin: null })
  })

  test('seven days unless said, and no other period', async () => {
    const pg = await api.signIn('pg')
    const usual = await pg.call(endpoints.dashboard.delivery)
    expect(((await usual.json()) as { data: Delivery }).data.current.days).toHaveLength(7)
    for (const days of ['8', '0', 'x']) expect((await pg.call(endpoints.dashboard.delivery, { query: { days } })).status).toBe(422)
  })

  test('spaces that several advertisers deliver in at once still add up', async () => {
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })

  test.for(['admin', 'advertiser'] as const)('no campaign has to be read for %s', async (role) => {
    const before = await delivery(role, '30')
    expect(before.previous.totals.imps).toBeGreaterThan(0)
    await api.pool.query('delete from delivery_daily_campaign')
    expect(await delivery(role, '30')).toEqual(before)
  })
})
