import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { queueWebhooks } from '../notify/queue-webhooks.ts'
import { campaignBlockers, reasonsOfAds } from './why-not-serving.ts'

/** A stored status that has become another. */
export interface ChangedStatus {
  readonly id: number
  readonly campaign_id: number
  readonly from: string
  readonly to: string
}

/** Webhooks that are told of a campaign: those of its accounts, and of administrators. */
const ofCampaign = (id: number): SQL => sql`webhooks.account_id in (
  select unnest(array[c.advertiser_account_id, c.agency_account_id, c.rep_account_id]) from campaigns c where c.id = ${id}
  union all select accounts.id from accounts where accounts.kind = 'admin')`

/** The campaigns of these that a webhook is told of; most sites have none, and pay one query. */
async function heardCampaigns(transaction: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await transaction.execute<{ id: number }>(sql`
    with hearing as materialized (
      select webhooks.account_id, accounts.kind from webhooks join accounts on accounts.id = webhooks.account_id
      where webhooks.status = 'ACTIVE' and 'status' = any(webhooks.topics)
    )
    select campaigns.id from campaigns where exists (select from hearing) and campaigns.id = any(${sql.param([...ids])}::bigint[])
      and exists (select from hearing where hearing.kind = 'admin' or hearing.account_id in
        (campaigns.advertiser_account_id, campaigns.agency_account_id, campaigns.rep_account_id))`)
  return new Set(rows.map(({ id }) => id))
}

/** Queues what webhooks are told of changed statuses: from what to what, and why, in the words of `servingBlockers`. */
export async function tellStatuses(transaction: Database, entity: 'campaign' | 'ad', changed: readonly ChangedStatus[]): Promise<void> {
  const heard = await heardCampaigns(transaction, [...new Set(changed.map(({ campaign_id }) => campaign_id))])
  const told = changed.filter(({ campaign_id }) => heard.has(campaign_id))
  if (told.length === 0) return
  const ofAds =
    entity === 'ad'
      ? await reasonsOfAds(
          transaction,
          told.map(({ id }) => id),
        )
      : null
  for (const { id, campaign_id, from, to } of told) {
    const reasons = ofAds ? (ofAds.get(id) ?? []) : (await campaignBlockers(transaction, id)).blockers
    const data = {
      id,
      ...(entity === 'ad' && { campaign_id }),
      from,
      to,
      reasons: reasons.map(({ kind, value, target }) => ({ kind, value, target })),
    }
    await queueWebhooks(transaction, { topic: 'status', type: `${entity}.status_changed`, data }, ofCampaign(campaign_id))
  }
}
