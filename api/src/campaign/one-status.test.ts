import {
  adEffectiveStatuses,
  attentionReasons,
  campaignServingStatuses,
  endpoints,
  servingBlockers,
  type AttentionItem,
  type Choices,
  type ServingBlocker,
  type ServingBlockerName,
} from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accounts,
  adArticles,
  adWhitelist,
  campaigns,
  companies,
  creativeGroups,
  creatives,
  deliveryTotalsAd,
  deliveryTotalsCampaign,
  frames,
} from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { Random } from '../demo/base/random.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd, insertOrder, tenants } from '../testing/fixtures.ts'
import { settleAnew } from '../serving/testing/all-settled.ts'

// Whatever state campaigns, ads, orders, creatives and companies are in, the list, its filters, the record, the panels,
// their counts and the dashboard must report the same status.

let api: TestApi
let admin: TestClient
const random = new Random(6)
const day = 86_400_000

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  await api.db.update(frames).set({ status: 'RUNNING' })
})
afterAll(() => api.close())

const at = (days: number) => new Date(Date.now() + days * day)
/** Ended, running for long, ending later, about to start, and far ahead. */
const periods = [
  [-30, -1],
  [-30, 40],
  [-30, 40],
  [-1.2, 2],
  [1, 30],
  [9, 30],
] as const
const creativeStates = [
  { status: 'DRAFT' },
  { status: 'APPLIED' },
  { status: 'REJECTED' },
  { status: 'POST_REJECTED', serving_revision: 1 },
  { status: 'APPLIED', serving_revision: 1 },
  { status: 'APPROVED', serving_revision: 1, user_status: 'PAUSED' },
  ...Array.from({ length: 6 }, () => ({ status: 'APPROVED', serving_revision: 1 })),
]
const orderStates = [
  'DRAFT',
  'PENDING_APPROVAL',
  'DISAPPROVED',
  'CANCELED',
  'APPROVED',
  'APPROVED',
  'APPROVED',
  'APPROVED',
  'APPROVED',
  'APPROVED',
]
const mostly = (usual: string, other: string) => (random.chance(0.75) ? usual : other)

async function makeCampaign(tenant: (typeof tenants)[number], name: string): Promise<number> {
  const { accounts: of, product, space, publisherGroup } = api.fixtures[tenant]
  const owner = { advertiser_account_id: of.advertiser }
  const [start, end] = random.pick(periods)
  const [campaign] = await api.db
    .insert(campaigns)
    .values({
      ...owner,
      ...named(name),
      goal: 'TRAFFIC',
      lifetime_budget: '1000',
      user_status: mostly('ACTIVE', 'PAUSED'),
      start_at: at(start),
      end_at: at(end),
    })
    .returning()
  const campaign_id = campaign!.id
  if (random.chance(0.15)) {
    await api.db
      .insert(deliveryTotalsCampaign)
      .values({ ...owner, campaign_id, first_day: '2026-01-01', last_day: '2026-01-02', gross: '1000' })
  }
  for (let count = random.whole(0, 4); count > 0; count -= 1) {
    const [group] = await api.db
      .insert(creativeGroups)
      .values({ ...owner, ...named(name) })
      .returning()
    const creative_group_id = random.chance(0.9) ? group!.id : null
    for (let made = random.chance(0.9) ? random.whole(1, 2) : 0; made > 0; made -= 1) {
      await api.db.insert(creatives).values({ ...owner, ...named(name), creative_group_id: group!.id, ...random.pick(creativeStates) })
    }
    // Within the campaign's period, as the API enforces.
    const within = random.chance(0.3) ? { start_at: at(Math.max(start, random.between(-2, 2))), end_at: at(end) } : campaign!
    const period = within.start_at < within.end_at ? { start_at: within.start_at, end_at: within.end_at } : campaign!
    const ad_id = await insertAd(
      api.db,
      { ...api.fixtures[tenant], campaign: campaign_id },
      {
        ...named(name),
        product_id: product,
        billing: 'CPM',
        creative_group_id,
        quantity: 100,
        budget: '100',
        start_at: period.start_at,
        end_at: period.end_at,
        user_status: mostly('ACTIVE', 'PAUSED'),
      },
    )
    if (random.chance(0.9)) await insertOrder(api.db, ad_id, { status: random.pick(orderStates) })
    if (random.chance(0.15)) await api.db.insert(deliveryTotalsAd).values({ ...owner, ad_id, imps: 100 })
    const place = { ...owner, ad_id, publisher_group_id: publisherGroup, status: 'EXCLUDED', is_named: false }
    if (random.chance(0.15)) await api.db.insert(adWhitelist).values({ ...place, space_id: space })
    if (random.chance(0.2)) await api.db.insert(adArticles).values({ ...place, article_id: api.fixtures[tenant].article })
  }
  return campaign_id
}

type Row = { id: number; [field: string]: unknown }
type Lists = typeof endpoints.campaign.list | typeof endpoints.ad.list

async function rows(endpoint: Lists, query: Record<string, string>): Promise<Row[]> {
  const answer = await admin.call(endpoint as typeof endpoints.ad.list, { query: { ...query, limit: '100', count: 'exact' } as never })
  const { data, page } = (await answer.json()) as { data: Row[]; page: { total: number } }
  // The total above the list equals the number of its rows.
  expect(page.total).toBe(data.length)
  return data
}

async function get<T>(endpoint: unknown, id: number): Promise<T> {
  const answer = await admin.call(endpoint as typeof endpoints.ad.get, { params: { id } })
  return ((await answer.json()) as { data: T }).data
}

/** Collects the status of each row of a list, after checking that each filter finds exactly its rows and that each record agrees. */
async function saidOf(endpoint: Lists, read: unknown, field: string, { keys }: Choices, query: Record<string, string> = {}) {
  const said = new Map((await rows(endpoint, query)).map((row) => [row.id, row[field] as string]))
  const found = await Promise.all(
    keys.map(async (key) => (await rows(endpoint, { ...query, [field]: key })).map(({ id }) => [id, key] as const)),
  )
  const sorted = (entries: Iterable<readonly [number, string]>) => [...entries].toSorted(([one], [other]) => one - other)
  expect(sorted(found.flat())).toEqual(sorted(said))
  for (const [id, status] of said) expect((await get<Row>(read, id))[field]).toBe(status)
  return said
}

const statusOf = (kind: ServingBlockerName): ServingBlocker['status'] => servingBlockers[kind].status
const tally = (values: Iterable<string>) => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** Statuses that an ad may have in a campaign of each status. */
const before = ['ENDED', 'REJECTED', 'PREPARING', 'PENDING_REVIEW']
const possible: Record<string, readonly string[]> = {
  EXPIRED: ['ENDED'],
  FULFILLED: ['ENDED'],
  PENDING_CREDIT: [...before, 'PENDING_CREDIT'],
  PAUSED: [...before, 'PAUSED', 'CAMPAIGN_PAUSED'],
  AWAITING: [...before, 'PAUSED', 'AWAITING'],
  SERVING: [...before, 'PAUSED', 'AWAITING', 'SERVING'],
}

interface CampaignPanel {
  status: string
  ads: Record<string, number>
  blockers: { kind: ServingBlockerName; decisive: number; count: number }[]
}
interface AdPanel {
  status: string
  blockers: { kind: ServingBlockerName }[]
}

async function everyViewAgrees(made: readonly number[]): Promise<string[]> {
  const { ad, campaign, dashboard } = endpoints
  const said = await saidOf(campaign.list, campaign.get, 'serving_status', campaignServingStatuses)
  const seen: string[] = []
  for (const id of made) {
    const status = said.get(id)!
    const own = { campaign_id: String(id) }
    const ads = await saidOf(ad.list, ad.get, 'effective_status', adEffectiveStatuses, own)
    const panel = await get<CampaignPanel>(campaign.serving, id)
    expect(panel.status).toBe(status)
    expect(panel.ads).toEqual(tally(ads.values()))
    // The deciding reasons add up to the ads of each status.
    const decided: Record<string, number> = {}
    for (const { kind, decisive } of panel.blockers) {
      if (decisive > 0) decided[statusOf(kind)!] = (decided[statusOf(kind)!] ?? 0) + decisive
    }
    expect(decided).toEqual(Object.fromEntries(Object.entries(panel.ads).filter(([name]) => name !== 'SERVING')))
    const concerned: string[] = []
    for (const [adId, adStatus] of ads) {
      const { status: header, blockers } = await get<AdPanel>(ad.serving, adId)
      expect(header).toBe(adStatus)
      expect(blockers.map(({ kind }) => statusOf(kind)).find((found) => found !== null) ?? 'SERVING').toBe(adStatus)
      expect(possible[status], `an ad of a campaign ${status}`).toContain(adStatus)
      concerned.push(...blockers.map(({ kind }) => kind))
      seen.push(`ad ${adStatus}`)
    }
    expect(Object.fromEntries(panel.blockers.map(({ kind, count }) => [kind, count]))).toEqual(tally(concerned))
    seen.push(`campaign ${status}`)
  }
  const attention = await (await admin.call(dashboard.attention)).json()
  for (const { campaign_id, reason } of (attention as { data: AttentionItem[] }).data) {
    expect(said.get(campaign_id), reason).toBe(attentionReasons[reason].status)
    seen.push(`dashboard ${reason}`)
  }
  return seen
}

test('whatever the states are, every view says the same of every campaign and ad', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 6; round += 1) {
    // Ends earlier campaigns, so that the dashboard has room for those of this round.
    await api.db.update(campaigns).set({ start_at: at(-90), end_at: at(-60) })
    await api.pool.query(`update ads set start_at = now() - interval '90 days', end_at = now() - interval '60 days'`)
    const made: number[] = []
    for (const tenant of tenants) {
      const { company, accounts: of } = api.fixtures[tenant]
      const credit_status = random.pick(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ON_HOLD', 'CREDIT_STOP', 'BLOCKED', 'APPLIED'])
      await api.db.update(companies).set({ credit_status }).where(eq(companies.id, company))
      const status = random.chance(0.8) ? 'SERVING' : 'SUSPENDED'
      await api.db.update(accounts).set({ status }).where(eq(accounts.id, of.advertiser))
      for (let count = 0; count < 5; count += 1) made.push(await makeCampaign(tenant, `${tenant}${round}-${count}`))
    }
    await settleAnew(api)
    for (const what of await everyViewAgrees(made)) seen.add(what)
  }
  for (const { key } of campaignServingStatuses.items) expect([...seen]).toContain(`campaign ${key}`)
  for (const { key } of adEffectiveStatuses.items) expect([...seen]).toContain(`ad ${key}`)
  for (const reason of ['credit', 'paused', 'no_delivery']) expect([...seen]).toContain(`dashboard ${reason}`)
})
