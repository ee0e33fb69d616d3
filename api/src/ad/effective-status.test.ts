import { adEffectiveStatuses, endpoints } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { adsChanged, campaignsChanged, settleChangedCampaigns } from '../serving/settle-changed-campaigns.ts'
import { allSettled, pauseWorker, settleAnew } from '../serving/testing/all-settled.ts'
import type { Database } from '../db/connect.ts'
import { ads, campaigns, companies, creatives, orders } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { handIn } from '../delivery/testing/advertiser.ts'
import { Random } from '../demo/base/random.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { pngFile } from '../testing/files.ts'
import { insertAd, insertCampaign, insertCreativeGroup, insertOrder } from '../testing/fixtures.ts'
import { adBody } from '../testing/requests/requests.ts'
import { whileWorking } from '../testing/while-working.ts'
import { campaignServingStatus } from '../serving/campaign-serving-status.ts'
import { adEffectiveStatus } from '../serving/serving.ts'

let api: TestApi
let admin: TestClient
let advertiser: TestClient
const { ad, advertiser: account, campaign, company, creative, creative_group, order } = endpoints

beforeAll(async () => {
  api = await startTestApi()
  ;[admin, advertiser] = await Promise.all([api.signIn('admin'), api.signIn('advertiser')])
})
afterAll(() => api.close())

type Call = typeof ad.update | typeof ad.get | typeof creative.create
type Options = Parameters<TestClient['call']>[1]
async function done(call: Promise<Response>): Promise<number> {
  const answer = await call
  expect([201, 204], await answer.clone().text()).toContain(answer.status)
  return answer.status === 201 ? ((await answer.json()) as { data: { id: number } }).data.id : 0
}
async function read<T>(endpoint: Call, id: number): Promise<T & { version: number }> {
  return ((await (await admin.call(endpoint, { params: { id } } as Options)).json()) as { data: T & { version: number } }).data
}

/** Performs an action on the current version of the record. */
async function act(client: TestClient, read_: unknown, endpoint: unknown, id: number, body: object = {}): Promise<void> {
  const { version } = await read(read_ as Call, id)
  await done(client.call(endpoint as typeof ad.update, { params: { id }, body: { version, ...body } }))
}

const settle = () => settleChangedCampaigns(api.db)

/** What the record says, where the list says the same and finds the ad under this status alone. */
async function statusOf(id: number): Promise<string> {
  const { effective_status } = await read<{ effective_status: string }>(ad.get, id)
  const found = adEffectiveStatuses.keys.map(async (status) => {
    const page = (await (await admin.call(ad.list, { query: { effective_status: status, count: 'exact' } })).json()) as {
      data: { id: number; effective_status: string }[]
      page: { total: number }
    }
    expect(page.data.length).toBe(page.page.total)
    const listed = page.data.find((row) => row.id === id)
    return listed ? [status, listed.effective_status] : []
  })
  expect((await Promise.all(found)).flat()).toEqual([effective_status, effective_status])
  return effective_status
}

const storedStatus = async (id: number) => (await api.db.select().from(ads).where(eq(ads.id, id)))[0]!.effective_status

let made = 0
/** Delivers lines of `day,campaign,ad,imps,clicks,gross`, as a delivery server hands them in. */
async function deliver(lines: readonly string[], options: { source?: string; replace?: boolean } = {}): Promise<void> {
  made += 1
  const content = `day,campaign,ad,imps,clicks,gross\n${lines.join('\n')}\n`
  await handIn(api.pool, content, { advertiser: String(api.fixtures.a.accounts.advertiser), source: `server${made}`, ...options })
}

test('the life of an ad: what a user changes shows in the list at once, what is delivered once it is settled', async () => {
  const name = '一生'
  const campaignId = await insertCampaign(api.db, api.fixtures.a.accounts, name)
  const group = (suffix: string) =>
    done(admin.call(creative_group.create, { body: { name: suffix, advertiser_account_id: api.fixtures.a.accounts.advertiser } }))
  const [groupId, otherGroup] = [await group('夏'), await group('冬')]
  const body = { ...adBody(api), campaign_id: campaignId, name, budget: '100', quantity: 1000, creative_group_id: null }
  // Nothing settles in the background: what shows is what the calls themselves have settled.
  let resumeWorker = await pauseWorker(api)
  onTestFinished(() => resumeWorker())
  async function settledStatusOf(ad: number): Promise<string> {
    await resumeWorker()
    await allSettled(api)
    resumeWorker = await pauseWorker(api)
    return statusOf(ad)
  }
  const id = await done(advertiser.call(ad.create, { body }))
  expect(await statusOf(id)).toBe('PREPARING')
  await act(advertiser, ad.get, ad.update, id, { creative_group_id: groupId })
  expect(await statusOf(id)).toBe('PREPARING')

  const order_ = await done(advertiser.call(order.create, { body: { ad_id: id } }))
  await act(advertiser, order.get, order.submit, order_)
  expect(await statusOf(id)).toBe('PREPARING')
  await act(admin, order.get, order.disapprove, order_, { reason: '数量' })
  expect(await statusOf(id)).toBe('REJECTED')
  await act(advertiser, order.get, order.reopen, order_)
  expect(await statusOf(id)).toBe('PREPARING')
  await act(advertiser, order.get, order.submit, order_)
  await act(admin, order.get, order.approve, order_)
  expect(await statusOf(id)).toBe('PREPARING')

  const content = { name, creative_group_id: groupId, format_id: api.fixtures.format, landing_url: 'https://lp.example/' }
  const banner = await done(advertiser.call(creative.create, { body: content }))
  await done(
    advertiser.call(creative.upload, {
      params: { id: banner },
      query: { name: 'a.png' },
      body: await pngFile(300, 250),
      headers: { 'Content-Type': 'image/png' },
    }),
  )
  const said = { reason: '粗い', reason_code: 'QUALITY' }
  await act(advertiser, creative.get, creative.apply, banner)
  expect(await statusOf(id)).toBe('PENDING_REVIEW')
  await act(admin, creative.get, creative.reject, banner, said)
  expect(await statusOf(id)).toBe('REJECTED')
  await act(advertiser, creative.get, creative.update, banner, { landing_url: 'https://lp.example/2' })
  expect(await statusOf(id)).toBe('PREPARING')
  await act(advertiser, creative.get, creative.apply, banner)
  await act(admin, creative.get, creative.approve, banner)
  expect(await statusOf(id)).toBe('SERVING')
  await act(advertiser, creative.get, creative.settings, banner, { user_status: 'PAUSED' })
  expect(await statusOf(id)).toBe('PAUSED')
  await act(advertiser, creative.get, creative.settings, banner, { user_status: 'ACTIVE' })
  expect(await statusOf(id)).toBe('SERVING')
  await act(advertiser, creative.get, creative.settings, banner, { creative_group_id: otherGroup })
  expect(await statusOf(id)).toBe('PREPARING')
  // A creative that moves back to an ordered ad's group is reviewed again.
  await act(advertiser, creative.get, creative.settings, banner, { creative_group_id: groupId })
  expect(await statusOf(id)).toBe('PREPARING')
  await act(advertiser, creative.get, creative.apply, banner)
  await act(admin, creative.get, creative.approve, banner)
  expect(await statusOf(id)).toBe('SERVING')

  await act(advertiser, ad.get, ad.pause, id)
  expect(await statusOf(id)).toBe('PAUSED')
  await act(advertiser, ad.get, ad.resume, id)
  await act(admin, campaign.get, campaign.pause, campaignId)
  expect(await statusOf(id)).toBe('CAMPAIGN_PAUSED')
  await act(admin, campaign.get, campaign.resume, campaignId)
  expect(await statusOf(id)).toBe('SERVING')

  await deliver([`2026-05-01,${name},${name},1,0,100`], { source: 'spent' })
  expect(await settledStatusOf(id)).toBe('ENDED')
  await act(advertiser, ad.get, ad.update, id, { budget: '200' })
  expect(await statusOf(id)).toBe('ENDED')
  const waiting = await admin.call(order.list, { query: { ad_id: String(id), status: 'PENDING_APPROVAL' } })
  await act(admin, order.get, order.approve, ((await waiting.json()) as { data: { id: number }[] }).data[0]!.id)
  expect(await statusOf(id)).toBe('SERVING')
  await act(admin, campaign.get, campaign.update, campaignId, { lifetime_budget: '200' })
  await deliver([`2026-05-02,${name},,1,0,100`])
  expect(await settledStatusOf(id)).toBe('ENDED')
  await deliver([`2026-05-01,${name},${name},1,0,99`], { source: 'spent', replace: true })
  expect(await settledStatusOf(id)).toBe('SERVING')
  await deliver([`2026-05-03,${name},${name},1000,0,0`], { source: 'quantity' })
  expect(await settledStatusOf(id)).toBe('ENDED')
  await deliver([`2026-05-03,${name},${name},998,0,0`], { source: 'quantity', replace: true })
  expect(await settledStatusOf(id)).toBe('SERVING')

  await act(admin, order.get, order.cancel, order_, { reason: '中止' })
  expect(await statusOf(id)).toBe('PREPARING')
  const again = await done(advertiser.call(order.create, { body: { ad_id: id } }))
  await act(advertiser, order.get, order.submit, again)
  await act(admin, order.get, order.approve, again)
  expect(await statusOf(id)).toBe('SERVING')
  await act(admin, creative.get, creative.post_reject, banner, said)
  expect(await statusOf(id)).toBe('REJECTED')
})

/** Inserts an ad that is served, in a campaign of its own. */
async function insertServed(values: Partial<typeof ads.$inferInsert> = {}, tenant: 'a' | 'b' = 'a') {
  made += 1
  const { accounts, product } = api.fixtures[tenant]
  const name = `広告${made}`
  const campaignId = await insertCampaign(api.db, accounts, name)
  const groupId = await insertCreativeGroup(api.db, accounts.advertiser, name)
  const terms = { ...named(name), product_id: product, billing: 'CPM', creative_group_id: groupId, quantity: 1000, budget: '500' }
  const id = await insertAd(api.db, { ...api.fixtures[tenant], campaign: campaignId }, { ...terms, ...values })
  await insertOrder(api.db, id, { status: 'APPROVED' })
  return { id, name, campaignId, groupId }
}

describe('what is stored for lists', () => {
  test('a row that nobody has looked at yet is settled by the worker', async () => {
    const { id } = await insertServed()
    await expect.poll(() => storedStatus(id)).toBe('SERVING')
    expect(await statusOf(id)).toBe('SERVING')
  })

  const ahead = { start_at: new Date('2098-01-01T00:00:00Z'), end_at: new Date('2099-01-01T00:00:00Z') }
  const over = { start_at: new Date('2026-01-01T00:00:00Z'), end_at: new Date('2026-01-02T00:00:00Z') }
  test.each([
    ['ahead', ahead, 'AWAITING', ahead.start_at],
    ['running', {}, 'SERVING', new Date('2099-12-31T15:00:00Z')],
    ['over', over, 'ENDED', null],
    ['ahead, and it is paused', { ...ahead, user_status: 'PAUSED' }, 'PAUSED', ahead.start_at],
  ] as const)('holds until its next date: %s', async (_, values, status, until) => {
    const { id } = await insertServed(values)
    await allSettled(api)
    expect(await statusOf(id)).toBe(status)
    const [row] = await api.db.select({ until: ads.status_until }).from(ads).where(eq(ads.id, id))
    expect(row!.until).toEqual(until)
  })

  test('a start or an end that passes changes the status, and nothing else has to happen', async () => {
    // Long enough for a busy machine to see what is stored before.
    const soon = new Date(Date.now() + 6000)
    const starting = await insertServed({ start_at: soon })
    const ending = await insertServed({ end_at: soon })
    await api.db.update(campaigns).set({ end_at: soon }).where(eq(campaigns.id, ending.campaignId))
    await settleAnew(api)
    const stored = async () => {
      const [row] = await api.db.select().from(campaigns).where(eq(campaigns.id, ending.campaignId))
      return [await storedStatus(starting.id), await storedStatus(ending.id), row!.serving_status]
    }
    expect(await stored()).toEqual(['AWAITING', 'SERVING', 'SERVING'])
    await expect.poll(stored, { interval: 50 }).toEqual(['SERVING', 'ENDED', 'EXPIRED'])
    expect([await statusOf(starting.id), await statusOf(ending.id)]).toEqual(['SERVING', 'ENDED'])
  })

  test('an ad that is over and used up is listed once', async () => {
    const { id, name } = await insertServed(over)
    await deliver([`2026-01-01,${name},${name},1,0,500`])
    await allSettled(api)
    expect(await statusOf(id)).toBe('ENDED')
  })

  test('the credit: before what is paused, after what waits', async () => {
    const made = [await insertServed(), await insertServed({ user_status: 'PAUSED' }), await insertServed({ creative_group_id: null })]
    const statuses = async () => {
      await allSettled(api)
      const found: string[] = []
      for (const { id } of made) found.push(await statusOf(id))
      return found
    }
    const going = ['SERVING', 'PAUSED', 'PREPARING']
    const stopped = ['PENDING_CREDIT', 'PENDING_CREDIT', 'PREPARING']
    const { company: companyId, accounts } = api.fixtures.a
    await api.db.update(companies).set({ credit_status: 'APPLIED' }).where(eq(companies.id, companyId))
    await settleAnew(api)
    expect(await statuses()).toEqual(stopped)
    await act(admin, company.get, company.approve_credit, companyId, { reason: '承認' })
    expect(await statuses()).toEqual(going)
    await act(admin, account.get, account.suspend, accounts.advertiser)
    expect(await statuses()).toEqual(stopped)
    await act(admin, account.get, account.resume, accounts.advertiser)
    expect(await statuses()).toEqual(going)
    await act(admin, company.get, company.block, companyId, { reason: '未払い' })
    expect(await statuses()).toEqual(stopped)
    await api.db.update(companies).set({ credit_status: 'ACTIVE' }).where(eq(companies.id, companyId))
    await settleAnew(api)
  })
})

test('an ad that somebody holds is not waited for, and settled when it is free', async () => {
  const [held, other] = [await insertServed(), await insertServed()]
  await allSettled(api)
  const both = sql`campaigns.id in (${held.campaignId}, ${other.campaignId})`
  const holder = await api.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from ads where id = $1 for update', [held.id])
    await api.db.transaction(async (transaction) => {
      await transaction.update(campaigns).set({ user_status: 'PAUSED' }).where(both)
      await campaignsChanged(transaction, both)
    })
    expect(await storedStatus(other.id)).toBe('CAMPAIGN_PAUSED')
    await settle()
    expect(await storedStatus(held.id)).toBe('SERVING')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await allSettled(api)
  expect(await statusOf(held.id)).toBe('CAMPAIGN_PAUSED')
})

/** Ads and campaigns of which something else is stored than what works it out, in one statement. */
async function differences(): Promise<number> {
  const { rows } = await api.db.execute<{ count: number }>(sql`
    select (select count(*) from ads where effective_status <> ${adEffectiveStatus.status} or status_until is distinct from ${adEffectiveStatus.until})
      + (select count(*) from campaigns where serving_status <> ${campaignServingStatus.status} or status_until is distinct from ${campaignServingStatus.until})
      as count`)
  return rows[0]!.count
}

test('what is stored is what works it out once everything is settled, however ads were delivered, corrected and changed at the same time', async () => {
  const random = new Random(36)
  const all = await Promise.all(Array.from({ length: 12 }, () => insertServed()))
  const pick = () => all[random.whole(0, all.length - 1)]!
  /** As an endpoint does it: the change and what it settles, in one transaction. */
  const changed = (settleOwn: (transaction: Database) => Promise<void>, change: (transaction: Database) => Promise<unknown>) =>
    api.db.transaction(async (transaction) => {
      await change(transaction)
      await settleOwn(transaction)
    })
  const ofCampaign = (id: number) => (transaction: Database) => campaignsChanged(transaction, sql`campaigns.id = ${id}`)
  const ofAd = (id: number) => (transaction: Database) => adsChanged(transaction, sql`ads.id = ${id}`)
  const ofGroup = (id: number) => (transaction: Database) => adsChanged(transaction, sql`ads.creative_group_id = ${id}`)
  const works: (() => Promise<unknown>)[] = [
    () => deliver(Array.from({ length: 4 }, () => pick()).map(({ name }) => `2026-06-0${random.whole(1, 9)},${name},${name},300,0,90`)),
    () =>
      deliver(
        [pick()].map(({ name }) => `2026-06-0${random.whole(1, 9)},${name},${name},${random.whole(1, 2000)},0,1`),
        { source: 'corrected', replace: true },
      ),
    async () => {
      const { groupId } = pick()
      const status = random.whole(0, 1) === 0 ? { status: 'APPROVED', serving_revision: 1 } : { status: 'REJECTED', serving_revision: null }
      await changed(ofGroup(groupId), (transaction) =>
        transaction.update(creatives).set(status).where(eq(creatives.creative_group_id, groupId)),
      )
    },
    async () => {
      const { id } = pick()
      const status = ['APPROVED', 'PENDING_APPROVAL', 'DISAPPROVED'][random.whole(0, 2)]!
      await changed(ofAd(id), (transaction) => transaction.update(orders).set({ status }).where(eq(orders.ad_id, id)))
    },
    async () => {
      const { campaignId } = pick()
      const user_status = ['ACTIVE', 'PAUSED'][random.whole(0, 1)]!
      await changed(ofCampaign(campaignId), (transaction) =>
        transaction.update(campaigns).set({ user_status }).where(eq(campaigns.id, campaignId)),
      )
    },
    async () => {
      const { id } = pick()
      const budget = String(random.whole(1, 9) * 100)
      await changed(ofAd(id), (transaction) => transaction.update(ads).set({ budget }).where(eq(ads.id, id)))
    },
  ]
  await whileWorking(works, 20, [settle, settle])
  await allSettled(api)
  expect(await differences()).toBe(0)
  const { rows } = await api.pool.query('select from ads group by effective_status')
  expect(rows.length).toBeGreaterThan(3)
})
