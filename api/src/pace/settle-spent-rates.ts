import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { spentRate, type PacedRecords } from './paced-records.ts'

/**
 * Stores how much of their budgets the matching records have spent, for the order of lists. A row that somebody else holds is not
 * waited for: a file that adds to it, and a user who changes the budget, list the campaign as changed.
 */
export async function settleSpentRates(transaction: Database, paced: PacedRecords, which: SQL): Promise<void> {
  const { records, totals, id } = paced
  const own = sql`${totals}.advertiser_account_id = ${records}.advertiser_account_id and ${totals}.${id} = ${records}.id`
  await transaction.execute(sql`
    with stale as materialized (
      select ${totals}.advertiser_account_id, ${totals}.${id} as id, ${spentRate(paced, sql`${totals}.gross`)} as rate
      from ${totals} join ${records} on ${own}
      where ${which} and ${totals}.spent_rate is distinct from ${spentRate(paced, sql`${totals}.gross`)}
      for no key update of ${totals} skip locked
    )
    update ${totals} set spent_rate = stale.rate from stale
    where ${totals}.advertiser_account_id = stale.advertiser_account_id and ${totals}.${id} = stale.id`)
}
