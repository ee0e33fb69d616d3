import { endpoints, type Endpoint, type EndpointResponse } from '@adsite/contract'
import { inArray, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ads, campaigns, companies, orders } from '../db/schema.ts'
import { Random } from '../demo/base/random.ts'
import { creditRoom } from '../order/credit-room.ts'
import { campaignServingStatus } from '../serving/campaign-serving-status.ts'
import { adEffectiveStatus } from '../serving/serving.ts'
import { settleChangedCampaigns } from '../serving/settle-changed-campaigns.ts'
import { exceedsOrder, isOrder } from '../serving/terms.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { insertAd, insertCampaign } from '../testing/fixtures.ts'

/** Other sequences, and longer ones, by hand: `WALK_SEED=7 WALK_ROUNDS=200`. */
const seed = Number(process.env['WALK_SEED'] ?? 1)
const rounds = Number(process.env['WALK_ROUNDS'] ?? 12)
const random = new Random(seed)
const { ad, campaign, order } = endpoints

let api: TestApi
let admins: TestClient[]
let everyone: TestClient[]
const campaignIds: number[] = []
beforeAll(async () => {
  api = await startTestApi()
  admins = [await api.signIn('admin'), await anotherAdmin(api)]
  everyone = [...admins, await api.signIn('agency'), await api.signIn('advertiser')]
  const { accounts, product } = api.fixtures.a
  await api.db.update(companies).set({ credit_limit: '1000' })
  for (const name of ['one', 'two', 'three']) {
    const id = await insertCampaign(api.db, accounts, name)
    campaignIds.push(id)
    for (let ads = 0; ads < 3; ads += 1)
      await insertAd(api.db, { campaign: id, accounts }, { product_id: product, billing: 'CPM', budget: '300' })
  }
  await api.db.update(campaigns).set({ lifetime_budget: '2000' }).where(inArray(campaigns.id, campaignIds))
  await api.db.execute(
    sql`insert into changed_campaigns (advertiser_account_id, campaign_id) select advertiser_account_id, id from campaigns`,
  )
})
afterAll(() => api.close())

/** What was sent in this round, and what was answered. */
let sent: string[] = []
async function send(client: TestClient, { method, path }: Endpoint, options: CallOptions): Promise<unknown> {
  const response = await client.call({ method, path } as Endpoint, options)
  const text = await response.text()
  sent.push(`${method} ${path} ${JSON.stringify(options)}: ${response.status} ${text.slice(0, 300)}`)
  expect(response.status, sent.join('\n')).toBeLessThan(500)
  return text === '' ? null : JSON.parse(text)
}

const adValues = (): object =>
  random.pick<() => object>([
    () => ({ budget: String(random.whole(0, 12) * 100) }),
    () => ({ quantity: random.whole(1, 20) * 1000 }),
    () => ({ end_at: random.pick(['2099-12-31T15:00:00.000Z', '2098-01-31T15:00:00.000Z']) }),
    () => ({ name: `広告 ${random.whole(1, 99)}`, budget: String(random.whole(0, 12) * 100), start_at: '2026-06-01T00:00:00.000Z' }),
  ])()

interface Versioned {
  readonly id: number
  readonly version: number
}
const at = ({ id, version }: Versioned, more: object = {}) => ({ params: { id }, body: { version, ...more } })
const allOf = (action: string, records: readonly Versioned[]) => ({
  body: { action, ids: records.map(({ id }) => id), versions: records.map(({ version }) => version) },
})
const reason = { reason: '予算を確認してください' }

/** Calls that somebody may try now, with the versions that they have just read. */
async function calls(): Promise<(readonly [TestClient, Endpoint, CallOptions])[]> {
  const [all, known, budgeted] = [
    await api.db.select().from(ads).where(inArray(ads.campaign_id, campaignIds)),
    await api.db.select().from(orders).where(inArray(orders.campaign_id, campaignIds)),
    await api.db.select().from(campaigns).where(inArray(campaigns.id, campaignIds)),
  ]
  const [client, admin] = [random.pick(everyone), random.pick(admins)]
  const [one, whole] = [random.pick(all), random.pick(budgeted)]
  const values = adValues()
  const siblings = all.filter(({ campaign_id }) => campaign_id === whole.id).map(({ id, version }) => ({ id, version, values }))
  const inState = (state: string) => known.filter(({ status }) => status === state)
  const some = (state: string) => {
    const found = inState(state)
    return found.length > 0 ? [random.pick(found)] : []
  }
  const [drafts, waiting] = [inState('DRAFT'), inState('PENDING_APPROVAL')]
  return [
    [client, ad.update, at(one, adValues())],
    [client, ad.update, at(random.pick(all), { budget: String(random.whole(1, 12) * 100) })],
    [client, ad.edit, { body: { rows: siblings } }],
    [client, random.pick([ad.pause, ad.resume]), at(one)],
    ...all.flatMap(({ id }) => (known.some(({ ad_id }) => ad_id === id) ? [] : [[client, order.create, { body: { ad_id: id } }] as const])),
    [client, order.create, { body: { ad_id: one.id } }],
    [client, campaign.update, at(whole, { lifetime_budget: String(random.whole(8, 40) * 100) })],
    ...(drafts.length > 0 ? [[client, order.bulk, allOf('submit', drafts)] as const] : []),
    ...(waiting.length > 0 ? [[admin, order.bulk, allOf('approve', waiting)] as const] : []),
    ...drafts.map((found) => [client, order.submit, at(found)] as const),
    ...waiting.map((found) => [admin, order.approve, at(found)] as const),
    ...some('PENDING_APPROVAL').map((found) => [admin, order.disapprove, at(found, reason)] as const),
    ...some('PENDING_APPROVAL').map((found) => [client, order.withdraw, at(found)] as const),
    ...some('DISAPPROVED').map((found) => [client, order.reopen, at(found)] as const),
    ...some('APPROVED').map((found) => [admin, order.cancel, at(found, reason)] as const),
  ]
}

/** Takes the last change of an ad back, as its preview says. */
async function takeBack(): Promise<void> {
  const client = random.pick(everyone)
  const { id } = random.pick(await api.db.select().from(ads).where(inArray(ads.campaign_id, campaignIds)))
  const { data: history } = (await send(client, ad.history, { params: { id } })) as EndpointResponse<typeof ad.history>
  const [entry] = history
  if (!entry) return
  const { data } = (await send(client, ad.undo, { body: { change: entry.id, dry_run: true } })) as EndpointResponse<typeof ad.undo>
  const possible = data.records.filter(({ ok }) => ok)
  const fields = [...new Set(possible.flatMap((record) => record.fields.map(({ field }) => field)))]
  if (fields.length === 0) return
  const meant = { ids: possible.map(({ id: found }) => found), versions: possible.map(({ version }) => version) }
  await send(client, ad.undo, { body: { change: entry.id, ...meant, fields } })
}

/** What a preview of many records says is what happens to each. */
async function asPreviewed(): Promise<void> {
  const many = (await calls()).filter(([, { path }]) => /\/(?:bulk|edit)$/u.test(path))
  const [client, endpoint, { body }] = random.pick(many)
  const outcome = (answer: unknown) =>
    (answer as { data: { results: { id: number; ok: boolean; code: string | null }[] } }).data.results.map(({ id, ok, code }) => ({
      id,
      ok,
      code,
    }))
  const previewed = await client.call(endpoint, { body: { ...(body as object), dry_run: true } })
  if (!previewed.ok) return
  const promised = outcome(await previewed.json())
  expect(outcome(await send(client, endpoint, { body })), sent.join('\n')).toEqual(promised)
}

const rowsOf = async (query: SQL) => (await api.db.execute(query)).rows

/** The rows that break a rule, by the rule. */
async function faults(): Promise<Record<string, unknown>> {
  const { used, credit_limit } = await creditRoom(api.db, api.fixtures.a.company)
  const found = {
    'more than the credit': Number(used) > Number(credit_limit) ? [used] : [],
    'more than the budget of the campaign': await rowsOf(sql`select campaigns.id, sum(ads.budget) from campaigns
      join ads on ads.campaign_id = campaigns.id group by campaigns.id, campaigns.lifetime_budget
      having sum(ads.budget) > campaigns.lifetime_budget`),
    'more than was ordered': await rowsOf(sql`select ads.id from ads join orders on orders.ad_id = ads.id
      where orders.status = 'APPROVED' and ${isOrder} and ${exceedsOrder}`),
    'two orders of an ad': await rowsOf(sql`select ad_id, kind from orders
      where kind = 'NEW' and status not in ('CANCELED', 'WITHDRAWN') or kind = 'CHANGE' and status = 'PENDING_APPROVAL'
      group by ad_id, kind having count(*) > 1`),
    'a change that the history lacks': await rowsOf(sql`select * from (
        select id, entity, entity_id, field, before, lag(after) over (partition by entity, entity_id, field order by id) as former,
          row_number() over (partition by entity, entity_id, field order by id) as nth
        from audit_log where entity in ('ad', 'order', 'campaign') and action = 'update' and field not like 'reason%') as entries
      where nth > 1 and before is distinct from former`),
  }
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length > 0))
}

/** Statuses in lists that are not those of the rules. */
const staleStatuses = () =>
  rowsOf(sql`select 'ad' as of, ads.id from ads where ads.effective_status is distinct from ${adEffectiveStatus.status}
    union all select 'campaign', campaigns.id from campaigns where campaigns.serving_status is distinct from ${campaignServingStatus.status}`)

test(`whatever is written at once, nothing is spent that nobody approved: ${rounds} rounds from seed ${seed}`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    sent = []
    const open = await calls()
    const approvals = open.filter(([, endpoint]) => endpoint === order.approve)
    // Now and then all approvals at once: few of them fit the credit together.
    const chosen = random.chance(0.4) ? approvals : Array.from({ length: random.whole(2, 6) }, () => random.pick(open))
    const writing = chosen.map(([client, endpoint, options]) => send(client, endpoint, options))
    await Promise.all([...writing, takeBack()])
    expect(await faults(), sent.join('\n')).toEqual({})
    sent = []
    await asPreviewed()
    expect(await faults(), sent.join('\n')).toEqual({})
  }
  // The worker of this API may be settling them at the same moment.
  await vi.waitFor(async () => {
    await settleChangedCampaigns(api.db)
    expect(await staleStatuses()).toEqual([])
  }, 60_000)
}, 900_000)
