import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RootDatabase } from '../db/connect.ts'
import { ads, campaignPaces, campaigns, changedCampaigns, deliveryDaily } from '../db/schema.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { loadFixtures, type Fixtures } from '../testing/fixtures.ts'
import { day } from '../testing/japan-days.ts'
import { listChanged } from './changed-campaigns.ts'
import { settleChangedCampaigns } from './settle-changed-campaigns.ts'

let database: TestDatabase
let db: RootDatabase
let fixtures: Fixtures
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  fixtures = await loadFixtures(db)
})
afterAll(() => database.drop())

/** Everything is settled, and the site has no delivery, so that nothing but what a test changes is due. */
beforeEach(async () => {
  await db.delete(deliveryDaily)
  await listChanged(db, sql`true`)
  await settleChangedCampaigns(db)
  await db.delete(campaignPaces)
})

const statusOfCampaign = async () => (await db.select().from(campaigns).where(eq(campaigns.id, fixtures.a.campaign)))[0]?.serving_status
const statusOfAd = async () => (await db.select().from(ads).where(eq(ads.id, fixtures.a.ad)))[0]?.effective_status
const past = new Date('2026-01-02T00:00:00Z')

// The worker looks whether anything is waiting before it begins: each of these alone is enough.

test('a campaign that is listed as changed is settled', async () => {
  await db.update(campaigns).set({ user_status: 'PAUSED' }).where(eq(campaigns.id, fixtures.a.campaign))
  await settleChangedCampaigns(db)
  expect(await statusOfCampaign()).toBe('SERVING')
  await listChanged(db, sql`campaigns.id = ${fixtures.a.campaign}`)
  await settleChangedCampaigns(db)
  expect(await statusOfCampaign()).toBe('PAUSED')
  expect(await db.$count(changedCampaigns)).toBe(0)
  await db.update(campaigns).set({ user_status: 'ACTIVE' }).where(eq(campaigns.id, fixtures.a.campaign))
})

test('a campaign whose moment has passed is settled', async () => {
  await db.update(campaigns).set({ serving_status: 'AWAITING', status_until: past }).where(eq(campaigns.id, fixtures.a.campaign))
  await settleChangedCampaigns(db)
  expect(await statusOfCampaign()).toBe('SERVING')
})

test('an ad whose moment has passed is settled', async () => {
  const right = await statusOfAd()
  await db.update(ads).set({ effective_status: 'AWAITING', status_until: past }).where(eq(ads.id, fixtures.a.ad))
  await settleChangedCampaigns(db)
  expect(right).not.toBe('AWAITING')
  expect(await statusOfAd()).toBe(right)
})

test('the pace of a campaign is worked out once there is a new day of delivery', async () => {
  const key = { advertiser_account_id: fixtures.a.accounts.advertiser, campaign_id: fixtures.a.campaign }
  await db.insert(campaignPaces).values(key)
  await settleChangedCampaigns(db)
  expect(await db.select().from(campaignPaces)).toMatchObject([{ ...key, through: '-infinity' }])
  await db.insert(deliveryDaily).values({ day: day(1), slice: 0 })
  await settleChangedCampaigns(db)
  expect(await db.select().from(campaignPaces)).toMatchObject([{ ...key, through: day(1) }])
})
