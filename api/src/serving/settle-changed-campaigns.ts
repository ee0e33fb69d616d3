import { required } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database, RootDatabase } from '../db/connect.ts'
import { isLeftToLater } from '../db/upgrade/backfills.ts'
import { listChanged } from './changed-campaigns.ts'
import { pacedCampaigns } from '../pace/paced-records.ts'
import { expectPaces, pacesAreDue, settlePaces } from '../pace/settle-paces.ts'
import { settleSpentRates } from '../pace/settle-spent-rates.ts'
import type { ComputedStatus } from './computed-status.ts'
import { campaignServingStatus } from './campaign-serving-status.ts'
import { pacedAds } from './paced-ads.ts'
import { adEffectiveStatus } from './serving.ts'
import { tellStatuses, type ChangedStatus } from './tell-statuses.ts'
import { statusesBackfill } from './statuses-backfill.ts'

/** Campaigns, and rows whose moment has passed, that one transaction of the worker settles. */
const atOnce = 1000

/** Where a status is stored for lists: in `column`, and in `status_until` the moment until which it holds. */
interface StoredStatus {
  readonly table: SQL
  readonly column: SQL
  readonly campaignId: SQL
  readonly computed: ComputedStatus
}
const ofCampaigns: StoredStatus = {
  table: sql.raw('campaigns'),
  column: sql.raw('serving_status'),
  campaignId: sql.raw('campaigns.id'),
  computed: campaignServingStatus,
}
const ofAds: StoredStatus = {
  table: sql.raw('ads'),
  column: sql.raw('effective_status'),
  campaignId: sql.raw('ads.campaign_id'),
  computed: adEffectiveStatus,
}

/**
 * Works out the status of the rows that match and stores it where it differs; answers how many that were. A row that somebody
 * else holds is not waited for, because its holder may be waiting for a row of this transaction: its campaign is listed as
 * changed instead.
 */
async function settleRows(transaction: Database, stored: StoredStatus, which: SQL): Promise<number> {
  const { table, column, campaignId, computed } = stored
  const { rows } = await transaction.execute<{ written: number; changed: ChangedStatus[] | null }>(sql`
    with found as materialized (
      select ${table}.advertiser_account_id, ${campaignId} as campaign_id, ${table}.id, ${table}.${column} as stored,
        ${table}.status_until as stored_until, ${computed.status} as status, ${computed.until} as until
      from ${table} where ${which}
    ), stale as materialized (
      select * from found where status is distinct from stored or until is distinct from stored_until
    ), free as materialized (
      select stale.* from stale join ${table} on ${table}.advertiser_account_id = stale.advertiser_account_id and ${table}.id = stale.id
      for no key update of ${table} skip locked
    ), written as (
      update ${table} set ${column} = free.status, status_until = free.until from free
      where ${table}.advertiser_account_id = free.advertiser_account_id and ${table}.id = free.id
    ), held as (
      insert into changed_campaigns (advertiser_account_id, campaign_id)
      select distinct advertiser_account_id, campaign_id from stale
      where (advertiser_account_id, id) not in (select advertiser_account_id, id from free)
    )
    select count(*) as written, json_agg(json_build_object('id', id, 'campaign_id', campaign_id, 'from', stored, 'to', status))
      filter (where stored <> status) as changed from free`)
  const { written, changed } = required(rows[0], 'a row of the answer')
  if (changed) await tellStatuses(transaction, stored === ofCampaigns ? 'campaign' : 'ad', changed)
  return written
}

/**
 * To be called at the end of a transaction in which a user changes what the statuses of campaigns and of all their ads depend
 * on: the next list shows them. They are listed as changed, too, because another transaction may be changing something else
 * of them at the same time, which this one does not see. `which` is a condition on campaigns.
 */
export async function campaignsChanged(transaction: Database, which: SQL): Promise<void> {
  await listChanged(transaction, which)
  await settleRows(transaction, ofCampaigns, which)
  await settleRows(
    transaction,
    ofAds,
    sql`(ads.advertiser_account_id, ads.campaign_id) in (select campaigns.advertiser_account_id, campaigns.id from campaigns where ${which})`,
  )
  await settleSpentRates(transaction, pacedCampaigns, which)
}

/** The same for some ads and the campaigns that they belong to; `which` is a condition on ads. */
export async function adsChanged(transaction: Database, which: SQL): Promise<void> {
  const theirs = sql`(campaigns.advertiser_account_id, campaigns.id) in (select ads.advertiser_account_id, ads.campaign_id from ads where ${which})`
  await listChanged(transaction, theirs)
  await settleRows(transaction, ofCampaigns, theirs)
  await settleRows(transaction, ofAds, which)
  await settleSpentRates(transaction, pacedAds, which)
}

/** The moment until which the stored status holds has passed. */
const isOver = sql`status_until <= now()`

/** Some of the rows whose moment has passed, the longest ago first. */
const isDue = (table: SQL) => sql`(${table}.advertiser_account_id, ${table}.id) in (select due.advertiser_account_id, due.id
  from ${table} as due where ${isOver} order by due.status_until limit ${atOnce})`

/** Whether this transaction is the only one that settles anything. */
async function isAlone(transaction: Database): Promise<boolean> {
  const { rows } = await transaction.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('adsite changed campaigns')) as mine`,
  )
  return required(rows[0], 'a row of the answer').mine
}

/**
 * Settles some of the paces of ads; answers whether there may be more. They are read from the facts: in a transaction of their
 * own, a cluster that lacks a node holds up no status.
 */
async function settleSomeAdPaces(db: RootDatabase): Promise<boolean> {
  return db.transaction(
    async (transaction) => (await isAlone(transaction)) && (await settlePaces(transaction, pacedAds, atOnce)) === atOnce,
  )
}

/**
 * Settles some of the campaigns that are listed as changed and some of the rows whose moment has passed, statuses and paces;
 * answers whether there may be more. One process at a time does so, so that a status is not overwritten by one that was worked out before it. What
 * changes meanwhile stays listed: only rows that were read are taken off the list.
 */
async function settleSome(db: RootDatabase): Promise<boolean> {
  return db.transaction(async (transaction) => {
    if (!(await isAlone(transaction))) return false
    const { rows } = await transaction.execute<{ advertiser_account_id: number; campaign_id: number }>(sql`
      delete from changed_campaigns where id in (select id from changed_campaigns order by id limit ${atOnce})
      returning advertiser_account_id, campaign_id`)
    const ids = (column: 'advertiser_account_id' | 'campaign_id') => sql`${sql.param(rows.map((row) => row[column]))}::bigint[]`
    const listed = sql`(select * from unnest(${ids('advertiser_account_id')}, ${ids('campaign_id')}))`
    const listedCampaigns = sql`(campaigns.advertiser_account_id, campaigns.id) in ${listed}`
    const listedAds = sql`(ads.advertiser_account_id, ads.campaign_id) in ${listed}`
    const [dueCampaigns, dueAds] = [isDue(ofCampaigns.table), isDue(ofAds.table)]
    if (rows.length > 0) {
      await expectPaces(transaction, pacedCampaigns, listedCampaigns)
      await expectPaces(transaction, pacedAds, listedAds)
      await settleRows(transaction, ofCampaigns, listedCampaigns)
      await settleRows(transaction, ofAds, listedAds)
    }
    await expectPaces(transaction, pacedCampaigns, dueCampaigns)
    await expectPaces(transaction, pacedAds, dueAds)
    const due = [
      await settleRows(transaction, ofCampaigns, dueCampaigns),
      await settleRows(transaction, ofAds, dueAds),
      await settlePaces(transaction, pacedCampaigns, atOnce),
    ]
    if (rows.length > 0) {
      // Last, because files add to the same rows, and wait for this transaction.
      await settleSpentRates(transaction, pacedCampaigns, listedCampaigns)
      await settleSpentRates(transaction, pacedAds, listedAds)
    }
    return [rows.length, ...due].includes(atOnce)
  })
}

/**
 * Settles everything that has changed and every moment that has passed, unless another process is at it, or a worker of a later
 * release is there, whose rule of the statuses is another one.
 */
export async function settleChangedCampaigns(db: RootDatabase): Promise<void> {
  if (await isLeftToLater(db, statusesBackfill)) return
  const { rows } = await db.execute<{ waiting: boolean }>(sql`select exists (select from changed_campaigns)
    or exists (select from campaigns where ${isOver}) or exists (select from ads where ${isOver})
    or ${pacesAreDue(pacedCampaigns)} as waiting`)
  if (required(rows[0], 'a row of the answer').waiting) while (await settleSome(db));
  const { rows: paces } = await db.execute<{ waiting: boolean }>(sql`select ${pacesAreDue(pacedAds)} as waiting`)
  if (required(paces[0], 'a row of the answer').waiting) while (await settleSomeAdPaces(db));
}
