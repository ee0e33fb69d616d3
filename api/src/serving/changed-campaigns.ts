import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'

/**
 * Lists campaigns whose status, or the status of whose ads, may have changed: the worker looks at them within a second
 * (serving/settle-changed-campaigns.ts). Rows are only ever added here, so that writers do not wait for each other. `which` is a condition
 * on campaigns. Delivery files list their campaigns themselves (delivery/roll-up/roll-ups.ts).
 */
export async function listChanged(transaction: Database, which: SQL): Promise<void> {
  await transaction.execute(sql`insert into changed_campaigns (advertiser_account_id, campaign_id)
    select campaigns.advertiser_account_id, campaigns.id from campaigns where ${which}`)
}
