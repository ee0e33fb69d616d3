import type { EndpointBody, Endpoints } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { Refusal } from '../refusal/refusal.ts'
import { jsonOf, createRecord, findRow } from '../resource/write/write.ts'
import { campaignTable } from './table.ts'

type Wanted = EndpointBody<Endpoints['campaign']['duplicate']>

/** What a copy takes over as it is; its name and dates are asked for. */
const kept = [
  ...['advertiser_account_id', 'agency_account_id', 'rep_account_id', 'goal', 'lifetime_budget', 'daily_budget', 'memo'],
  ...['frequency_level', 'frequency_unit', 'frequency_count'],
] as const

/**
 * The ads of campaign `from` in campaign `to`, paused, with their whitelists and articles: each keeps its place
 * in the period, as far as that reaches, and is bought at today's price of its product.
 */
async function copyAds(transaction: Database, { user_id, account_id, source }: Author, from: number, to: number): Promise<void> {
  await transaction.execute(sql`
    create temporary table copied_ads on commit drop as
    select ads.advertiser_account_id, ads.id as old_id, nextval(pg_get_serial_sequence('ads', 'id')) as new_id,
      greatest(wanted.start_at, least(ads.start_at + (wanted.start_at - original.start_at), wanted.end_at - interval '1 minute')) as start_at
    from campaigns as original join campaigns as wanted on wanted.advertiser_account_id = original.advertiser_account_id
      join ads on ads.advertiser_account_id = original.advertiser_account_id and ads.campaign_id = original.id
    where original.id = ${from} and wanted.id = ${to} and ads.deleted_at is null order by ads.id`)
  await transaction.execute(sql`
    insert into ads (advertiser_account_id, id, campaign_id, product_id, creative_group_id, billing, name, name_norm, unit_price, quantity,
      budget, start_at, end_at, landing_url, weight, targeting, user_status, created_by, updated_by)
    overriding system value
    select old.advertiser_account_id, copied.new_id, wanted.id, old.product_id, old.creative_group_id, old.billing, old.name, old.name_norm,
      coalesce(products.unit_price, old.unit_price), old.quantity, old.budget, copied.start_at,
      least(wanted.end_at, copied.start_at + (old.end_at - old.start_at)),
      old.landing_url, old.weight, old.targeting, 'PAUSED', ${user_id}::bigint, ${user_id}::bigint
    from copied_ads as copied join ads as old on old.advertiser_account_id = copied.advertiser_account_id and old.id = copied.old_id
      join campaigns as wanted on wanted.advertiser_account_id = old.advertiser_account_id and wanted.id = ${to}
      left join products on products.id = old.product_id and products.billing = old.billing`)
  for (const [table, columns] of [
    ['ad_whitelist', 'publisher_group_id, medium_id, space_id, article_id, status'],
    ['ad_articles', 'publisher_group_id, article_id, status'],
  ] as const) {
    await transaction.execute(sql`
      insert into ${sql.identifier(table)} (advertiser_account_id, ad_id, ${sql.raw(columns)}, created_by, updated_by)
      select advertiser_account_id, copied.new_id, ${sql.raw(columns)}, ${user_id}::bigint, ${user_id}::bigint
      from ${sql.identifier(table)} as old join copied_ads as copied using (advertiser_account_id)
      where old.ad_id = copied.old_id and old.deleted_at is null order by old.id`)
  }
  await transaction.execute(sql`
    insert into audit_log (entity, entity_id, user_id, account_id, action, source)
    select 'ad', new_id, ${user_id}::bigint, ${account_id}::bigint, 'create', ${source} from copied_ads order by new_id`)
}

/** Copies a campaign with its ads, everything paused; answers the id of the copy. */
export async function duplicateCampaign(db: Database, author: Author, id: number, { name, start_at, end_at }: Wanted): Promise<number> {
  return db.transaction(async (transaction) => {
    const row = await findRow(transaction, author, campaignTable, id)
    if (!row) throw new Refusal('not_found')
    const original = jsonOf(campaignTable, row)
    const length = Date.parse(String(original['end_at'])) - Date.parse(String(original['start_at']))
    const copy = await createRecord(transaction, author, campaignTable, {
      ...Object.fromEntries(kept.map((field) => [field, original[field]])),
      ...{ name, start_at, end_at: end_at ?? new Date(Date.parse(start_at) + length).toISOString(), user_status: 'PAUSED' },
    })
    await copyAds(transaction, author, id, copy)
    return copy
  })
}
