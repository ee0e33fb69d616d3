import { sql, type SQL } from 'drizzle-orm'
import { adUsedUp, budgetSpent, campaignDelivered } from '../ad/serving.ts'
import type { Database, RootDatabase } from '../db/connect.ts'

// Tables are named in full: Drizzle leaves table names out of a select from one table.

/** The ads of the campaign of the row. */
export const itsAds = sql`ads.advertiser_account_id = campaigns.advertiser_account_id and ads.campaign_id = campaigns.id and ads.deleted_at is null`

/** Every ad has been delivered what was bought for it (the first that has not settles it); a campaign without ads has nothing to fulfil. */
const quantityDelivered = sql`(not exists (select from ads where ${itsAds} and not ${adUsedUp}) and exists (select from ads where ${itsAds}))`

/** Budgets and quantities are at least 1: without delivery nothing is fulfilled, so most campaigns are asked for that alone. */
export const workedOut = campaignDelivered(sql`(${budgetSpent} or ${quantityDelivered})`)

/** Not as `exists`, which is asked of each campaign: this is read once, for the lists are short. */
const listedIn = (table: 'changed_campaigns' | 'fulfilled_campaigns') => sql`campaigns.id in (select campaign_id from ${sql.raw(table)})`

/**
 * Whether all was delivered of the campaign of the row that was bought (DOMAIN "campaign", expired by quantity): as it
 * was found, or worked out where something has changed since. So it is exact at all times, and lists that ask thousands
 * of campaigns read two small tables (docs/decisions/0013).
 */
export const isFulfilled = sql`(case when ${listedIn('changed_campaigns')} then ${workedOut} else ${listedIn('fulfilled_campaigns')} end)`

/** The campaigns of which that may be true, which are few. */
export const amongFulfilled = sql`campaigns.id = any(array(
  select campaign_id from fulfilled_campaigns union all select campaign_id from changed_campaigns))`

/**
 * To be called in the transaction that changes what fulfils campaigns, or when they end: budgets, dates, ads. What is
 * delivered says so itself (delivery/roll-ups.ts).
 */
export async function campaignChanged(transaction: Database, which: SQL): Promise<void> {
  await transaction.execute(sql`insert into changed_campaigns (advertiser_account_id, campaign_id)
    select advertiser_account_id, id from campaigns where ${which}`)
}

const atOnce = 20_000

/**
 * Looks at some of the campaigns that have changed; answers how many changes that settled. One at a time, for what is
 * found must not be written over by what was found before. What changes meanwhile stays listed: it is not in the
 * statement's snapshot, neither the change nor that it is listed.
 */
async function settleSome(db: RootDatabase): Promise<number> {
  return db.transaction(async (transaction) => {
    const { rows: locks } = await transaction.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('adsite changed campaigns')) as mine`,
    )
    if (!locks[0]!.mine) return 0
    const { rows } = await transaction.execute<{ settled: number }>(sql`
      with settled as (
        delete from changed_campaigns where id in (select id from changed_campaigns order by id limit ${atOnce})
        returning advertiser_account_id, campaign_id
      ), found as materialized (
        select campaigns.advertiser_account_id, campaigns.id as campaign_id, campaigns.end_at > now() and ${workedOut} as fulfilled
        from campaigns where (campaigns.advertiser_account_id, campaigns.id) in (select advertiser_account_id, campaign_id from settled)
      ), no_longer as (
        delete from fulfilled_campaigns as listed using found
        where listed.advertiser_account_id = found.advertiser_account_id and listed.campaign_id = found.campaign_id and not found.fulfilled
      ), now_fulfilled as (
        insert into fulfilled_campaigns (advertiser_account_id, campaign_id)
        select advertiser_account_id, campaign_id from found where fulfilled on conflict do nothing
      )
      select count(*) as settled from settled`)
    return rows[0]!.settled
  })
}

/** Looks at the campaigns that have changed, all of them; where another process does already, it is left to it. */
export async function settleChangedCampaigns(db: RootDatabase): Promise<void> {
  const { rows } = await db.execute<{ waiting: boolean }>(sql`select exists (select from changed_campaigns) as waiting`)
  if (rows[0]!.waiting) while ((await settleSome(db)) === atOnce);
}
