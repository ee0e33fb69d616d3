import { sql } from 'drizzle-orm'
import { migrationNumber } from '../db/schema-version.ts'
import type { Backfill } from '../db/upgrade/backfills.ts'

/** Campaigns that one step lists, as many as the worker settles at once. */
const campaignsAtOnce = 1000

/**
 * Settles every status and pace anew, by listing one campaign after the other as changed (docs/decisions/0013-kept-statuses.md). It waits
 * while many are listed, so that what users and files change is settled soon.
 */
export const statusesBackfill: Backfill = {
  name: 'statuses',
  since: migrationNumber('0018_ad_paces'),
  async step(transaction, position) {
    const after = Number(position ?? 0)
    const { rows } = await transaction.execute<{ last: number | null; newest: number }>(sql`
      with next as (
        select advertiser_account_id, id from campaigns
        where id > ${after} and not exists (select from changed_campaigns offset ${campaignsAtOnce}) order by id limit ${campaignsAtOnce}
      ), listed as (
        insert into changed_campaigns (advertiser_account_id, campaign_id) select advertiser_account_id, id from next
      )
      select (select max(id) from next) as last, (select max(id) from campaigns) as newest`)
    const newest = rows[0]?.newest ?? 0
    if (after >= newest) return null
    const reached = rows[0]?.last ?? after
    return { position: String(reached), progress: Math.floor((reached / newest) * 100) }
  },
}
