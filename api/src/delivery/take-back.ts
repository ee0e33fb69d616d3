import { reviseAdvertisements } from './advertisements.ts'
import { collectChanges, updateRollUps, type Queries } from './roll-ups.ts'

/** Where facts are that went, for the roll-ups to be taken from; it ends with the transaction. */
export const removedFacts = 'delivery_removed'

/**
 * Takes facts away, those that `condition` (of ours, over `delivery_facts`) selects: into `delivery_removed`, and the
 * files that they came with know how many are gone. The roll-ups still have them.
 */
export async function removeFacts(client: Queries, condition: string): Promise<void> {
  await client.query(`create temp table ${removedFacts} (like delivery_facts) on commit drop`)
  await client.query(
    `with gone as (delete from delivery_facts where ${condition} returning *) insert into ${removedFacts} select * from gone`,
  )
  await client.query(`analyze ${removedFacts}`)
  await client.query(`update delivery_files file set rows_gone = rows_gone + gone.count,
      status = case when rows_gone + gone.count >= rows_taken and status <> 'WITHDRAWN' then 'REPLACED' else status end
    from (select delivery_file_id as id, count(*) as count from ${removedFacts} group by 1) gone where file.id = gone.id`)
}

/**
 * Takes everything that a file delivered out of the facts and every roll-up; false: corrections of another file take
 * away from it, and would be left below zero. The transaction must then be rolled back.
 */
export async function takeBack(client: Queries, advertiserId: number, fileId: number): Promise<boolean> {
  await client.query(`select pg_advisory_xact_lock(hashtext('delivery of advertiser'), ${advertiserId % 2_147_483_647})`)
  await removeFacts(client, `advertiser_account_id = ${advertiserId} and delivery_file_id = ${fileId}`)
  await collectChanges(client, `${removedFacts} where false`)
  await updateRollUps(client, removedFacts)
  await client.query(reviseAdvertisements(removedFacts))
  const below = await client.query(`select from delivery_facts f
    where f.advertiser_account_id = ${advertiserId} and (f.day, f.campaign_id) in (select day, campaign_id from ${removedFacts})
    group by f.day, f.hour, f.campaign_id, f.ad_id, f.creative_id, f.frame_id, f.device, f.prefecture
    having least(sum(imps), sum(clicks), sum(cv_click), sum(cv_view), sum(requests), sum(measured), sum(viewable), sum(gross), sum(media_cost)) < 0
    limit 1`)
  return (below as { rows: unknown[] }).rows.length === 0
}
