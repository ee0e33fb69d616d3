import { ad, campaign, recordChanges, recordDays, visibleFields, type campaignEndpoints, type EndpointResponse } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import type { Caller } from '../db/scope.ts'

type Change = EndpointResponse<typeof campaignEndpoints.delivery>['data']['changes'][number]

/** Selects records of the audit log: a campaign with its ads, or one ad. The caller of this function has checked access to them. */
export const ofCampaignAndAds = (id: number): SQL => sql`(select 'campaign' as entity, ${id}::bigint as id
  union all select 'ad', ads.id from ads where ads.campaign_id = ${id}::bigint)`
export const ofOneAd = (id: number): SQL => sql`(select 'ad' as entity, ${id}::bigint as id)`

/** Changes of the records on the days that `lastDaysOf` answers, newest first, limited to fields that the role receives. */
export async function recentChanges(db: Database, caller: Caller, records: SQL, through: string): Promise<Change[]> {
  const visible = { campaign: visibleFields(campaign, caller.role), ad: visibleFields(ad, caller.role) }
  const fields = (names: readonly string[]) =>
    sql`array_agg(log.field order by log.id) filter (where log.field = any(${sql.param(names)}::text[]))`
  const { rows } = await db.execute<{
    day: string
    at: string
    entity: Change['entity']
    id: number
    name: string
    action: Change['action']
    fields: string[] | null
  }>(sql`
    select (log.at at time zone 'Asia/Tokyo')::date::text as day, to_char(log.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      log.entity, log.entity_id as id, coalesce((case log.entity when 'ad' then (select ads.name from ads where ads.id = log.entity_id)
        else (select campaigns.name from campaigns where campaigns.id = log.entity_id) end), '') as name, log.action,
      case log.entity when 'ad' then ${fields(visible.ad)} else ${fields(visible.campaign)} end as fields
    from ${records} as record join audit_log as log on log.entity = record.entity and log.entity_id = record.id
    where log.at >= (${through}::date - ${recordDays - 1}::int)::timestamp at time zone 'Asia/Tokyo'
      and log.at < (${through}::date + 1)::timestamp at time zone 'Asia/Tokyo'
    group by log.at, log.entity, log.entity_id, log.action, log.user_id order by log.at desc, log.entity_id limit ${recordChanges}`)
  return rows.flatMap(({ fields: names, ...row }) =>
    row.action === 'update' && names === null ? [] : [{ ...row, fields: row.action === 'update' ? (names ?? []) : [] }],
  )
}
