import type { Reason } from '../error/delivery-error.ts'
import { reviseAdvertisements } from './advertisements.ts'
import { lockSharesOf } from './price-facts.ts'
import { collectChanges, updateRollUps, type Queries } from './roll-ups.ts'
import { uncoveredCorrection } from './uncovered-correction.ts'

/** Temporary table of removed facts, which are then subtracted from the roll-ups. */
export const removedFacts = 'delivery_removed'

/**
 * Moves the facts that match `condition` into `delivery_removed` and updates the number of facts gone from their
 * files. The roll-ups are not changed yet.
 */
export async function removeFacts(client: Queries, condition: string): Promise<void> {
  // A change of shares replaces the facts that it prices, and a delete that waits for it would miss the new ones.
  await lockSharesOf(client, condition)
  await client.query(`create temp table ${removedFacts} (like delivery_facts) on commit drop`)
  await client.query(
    `with gone as (delete from delivery_facts where ${condition} returning *) insert into ${removedFacts} select * from gone`,
  )
  await client.query(`analyze ${removedFacts}`)
  // In a fixed order, because a file of several advertisers may be partly replaced by several others at once.
  await client.query(`select from delivery_files where id = any (array(select distinct delivery_file_id from ${removedFacts}))
    order by id for update`)
  await client.query(`update delivery_files file set rows_gone = rows_gone + gone.count,
      status = case when rows_gone + gone.count >= rows_taken and status <> 'WITHDRAWN' then 'REPLACED' else status end
    from (select delivery_file_id as id, count(*) as count from ${removedFacts} group by 1) gone where file.id = gone.id`)
}

/** A condition that limits facts to these advertisers. */
export const ofAdvertisers = (advertiserIds: readonly number[]): string =>
  `advertiser_account_id = any ('{${advertiserIds.join(',')}}'::bigint[])`

/** The advertisers of a file. */
export async function advertisersOf(client: Queries, fileId: number): Promise<number[]> {
  const { rows } = await client.query(
    `select advertiser_account_id as id from delivery_file_advertisers where delivery_file_id = ${fileId}`,
  )
  return rows.map(({ id }) => Number(id))
}

/**
 * Removes everything that a file delivered from the facts and every roll-up. Returns the reason if a correction of
 * another file would be left below zero; the transaction must then be rolled back. The file's advertisers must
 * be locked.
 */
export async function takeBack(client: Queries, fileId: number): Promise<Reason | null> {
  const theirs = ofAdvertisers(await advertisersOf(client, fileId))
  await removeFacts(client, `${theirs} and delivery_file_id = ${fileId}`)
  await collectChanges(client, `${removedFacts} where false`)
  await updateRollUps(client, removedFacts)
  await client.query(reviseAdvertisements(removedFacts, theirs))
  return uncoveredCorrection(client, removedFacts, theirs)
}
