import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'

const changed = sql`(select campaign_id from changed_campaigns)`

/**
 * Something has changed of the campaign with this id, or of one of its ads, since somebody looked (serving/settle.ts).
 * Not as `exists`, which is asked of each row: the list is read once, for it is short.
 */
export const isChanged = (id: SQL): SQL => sql`(${id} in ${changed})`

/** The same for an index to find. */
export const amongChanged = (id: SQL): SQL => sql`${id} = any(array${changed})`

/**
 * To be called in the transaction that changes what the status of campaigns or of their ads depends on, or when they end:
 * budgets, dates, settings, creatives, orders. What is delivered says so itself (delivery/roll-up/roll-ups.ts).
 */
export async function campaignChanged(transaction: Database, which: SQL): Promise<void> {
  await transaction.execute(sql`insert into changed_campaigns (advertiser_account_id, campaign_id)
    select advertiser_account_id, id from campaigns where ${which}`)
}
