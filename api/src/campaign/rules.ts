import { fromMicros, grouped, message, micros, required, type campaign } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import type { FieldMessages, NewRecord, StoredRecord } from '../resource/mapping/resource-mapping.ts'

/** A campaign must still contain its ads' budgets and periods. The caller has locked the campaign's row. */
export async function validateCampaign(
  transaction: Database,
  _: Author,
  { id, lifetime_budget, start_at, end_at }: NewRecord<typeof campaign> & { readonly id?: number },
  before: StoredRecord<typeof campaign> | null,
): Promise<FieldMessages<typeof campaign>> {
  if (before === null) return {}
  const { rows } = await transaction.execute<{ budget: string; outside: number }>(sql`
    select trim_scale(coalesce(sum(ads.budget), 0))::text as budget,
      count(*) filter (where ads.start_at < ${start_at}::timestamptz or ads.end_at > ${end_at}::timestamptz) as outside
    from campaigns join ads on ads.advertiser_account_id = campaigns.advertiser_account_id and ads.campaign_id = campaigns.id
    where campaigns.id = ${id}::bigint and ads.deleted_at is null`)
  const { budget, outside } = required(rows[0], 'the sums of the ads')
  const shrinks = Number(lifetime_budget) < Number(before.lifetime_budget)
  const moves = start_at !== before.start_at || end_at !== before.end_at
  const missing = micros(budget) - micros(lifetime_budget)
  return {
    ...(shrinks && missing > 0n ? { lifetime_budget: [message('budget_below_ads', grouped(budget), grouped(fromMicros(missing)))] } : {}),
    ...(moves && outside > 0 ? { end_at: [message('ads_outside_period', outside)] } : {}),
  }
}
