import { sql, type SQL } from 'drizzle-orm'
import { adEffectiveStatus } from './serving.ts'
import type { Database, RootDatabase } from '../db/connect.ts'
import { workedOut } from './fulfilment.ts'

const atOnce = 5000

/** Campaigns as `(advertiser_account_id, id)`. */
async function settleFulfilled(transaction: Database, campaigns: SQL): Promise<void> {
  await transaction.execute(sql`
    with found as materialized (
      select campaigns.advertiser_account_id, campaigns.id as campaign_id, campaigns.end_at > now() and ${workedOut} as fulfilled
      from campaigns where (campaigns.advertiser_account_id, campaigns.id) in ${campaigns}
    ), no_longer as (
      delete from fulfilled_campaigns as listed using found
      where listed.advertiser_account_id = found.advertiser_account_id and listed.campaign_id = found.campaign_id and not found.fulfilled
    )
    insert into fulfilled_campaigns (advertiser_account_id, campaign_id)
    select advertiser_account_id, campaign_id from found where fulfilled on conflict do nothing`)
}

/** Who holds an ad may wait for another one: it is not waited for, and its campaign is left for the next time. */
async function settleAds(transaction: Database, campaigns: SQL): Promise<void> {
  await transaction.execute(sql`
    with found as materialized (
      select ads.advertiser_account_id, ads.campaign_id, ads.id, ads.found_status as before, ${adEffectiveStatus.toKeep} as status
      from ads where (ads.advertiser_account_id, ads.campaign_id) in ${campaigns}
    ), other as materialized (
      select * from found where status is distinct from before
    ), free as materialized (
      select ads.advertiser_account_id, ads.id, other.status
      from ads join other on other.advertiser_account_id = ads.advertiser_account_id and other.id = ads.id
      for no key update of ads skip locked
    ), written as (
      update ads set found_status = free.status from free
      where ads.advertiser_account_id = free.advertiser_account_id and ads.id = free.id
    )
    insert into changed_campaigns (advertiser_account_id, campaign_id)
    select distinct advertiser_account_id, campaign_id from other
    where (advertiser_account_id, id) not in (select advertiser_account_id, id from free)`)
}

/**
 * Looks at some of the campaigns that have changed; answers how many changes that settled. One at a time, for what is
 * found must not be written over by what was found before. What changes meanwhile stays listed: that it is listed is not
 * among what was taken off, whether or not the statements after it see the change.
 */
async function settleSome(db: RootDatabase): Promise<number> {
  return db.transaction(async (transaction) => {
    const { rows: locks } = await transaction.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('adsite changed campaigns')) as mine`,
    )
    if (!locks[0]!.mine) return 0
    const { rows } = await transaction.execute<{ advertiser_account_id: number; campaign_id: number }>(sql`
      delete from changed_campaigns where id in (select id from changed_campaigns order by id limit ${atOnce})
      returning advertiser_account_id, campaign_id`)
    const ids = (column: 'advertiser_account_id' | 'campaign_id') => sql`${sql.param(rows.map((row) => row[column]))}::bigint[]`
    const campaigns = sql`(select * from unnest(${ids('advertiser_account_id')}, ${ids('campaign_id')}))`
    await settleFulfilled(transaction, campaigns)
    await settleAds(transaction, campaigns)
    return rows.length
  })
}

/** Looks at the campaigns that have changed, all of them; where another process does already, it is left to it. */
export async function settleChangedCampaigns(db: RootDatabase): Promise<void> {
  const { rows } = await db.execute<{ waiting: boolean }>(sql`select exists (select from changed_campaigns) as waiting`)
  if (rows[0]!.waiting) while ((await settleSome(db)) === atOnce);
}
