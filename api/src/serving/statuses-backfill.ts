import { sql } from 'drizzle-orm'
import type { Backfill } from '../db/upgrade/backfills.ts'
import { statusesRule } from '../pace/paced-records.ts'

/** Campaigns that one step lists, as many as the worker settles at once. */
const campaignsAtOnce = 1000

/**
 * Settles every status, pace and spent rate anew, by listing one campaign after the other as changed (docs/decisions/0013-kept-statuses.md). It waits
 * while many are listed, so that what users and files change is settled soon.
 */
export const statusesBackfill: Backfill = {
  ...statusesRule,
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
